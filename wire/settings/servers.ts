// Logical servers: what staff set for the parts of the platform; so far for the api server alone.

import { type Static, Type } from '@sinclair/typebox';
import { complete, Named, Words } from '../base/schema.js';
import { Bool, Int, Text } from '../base/setting-fields.js';

/** The id of the server that terminals and staff connect to. */
export const API_SERVER = 'api';

/** Whom the api server admits, and how it holds floods of attempts off. */
export const ServerAccess = Named('ServerAccess', {
  allow_administrators: Bool(true),
  allow_managers: Bool(true),
  allow_clients: Bool(true),
  allow_api: Bool(true),
  antiflood_enabled: Bool(false),
  /** Attempts of an address, each within 3 s of the last, that block it. */
  antiflood_connections: Int(1, 100_000, 20),
  /** Failures of an address within 5 minutes that block it. */
  antiflood_errors: Int(1, 10_000, 10),
});
export type ServerAccess = Static<typeof ServerAccess>;

/** The access settings of a platform on which nobody has set any. */
export const EVERYONE = complete(ServerAccess, {}) as ServerAccess;

/** A logical server. */
export const LogicalServerRecord = Named('LogicalServer', {
  id: Words([API_SERVER]),
  internal_id: Int(1, 3),
  title: { ...Text(128), minLength: 1 },
  access: Type.Unsafe<ServerAccess>({ ...ServerAccess, default: EVERYONE }),
});
export type LogicalServerRecord = Static<typeof LogicalServerRecord>;

/** Whom the platform admits; everyone where that is not known yet. */
export const accessOf = (servers: readonly LogicalServerRecord[]): ServerAccess =>
  servers.find(({ id }) => id === API_SERVER)?.access ?? EVERYONE;
