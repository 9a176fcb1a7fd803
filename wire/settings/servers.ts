// Logical servers: settings of the platform's parts; so far only of the api server.

import { type Static, Type } from '@sinclair/typebox';
import { complete, Named, Words } from '../base/schema.js';
import { Bool, Int, Text } from '../base/setting-fields.js';

/** The id of the server that terminals and staff connect to. */
export const API_SERVER = 'api';

/** The logins that the api server admits, and its protection against floods of attempts. */
export const ServerAccess = Named('ServerAccess', {
  allow_administrators: Bool(true),
  allow_managers: Bool(true),
  allow_clients: Bool(true),
  allow_api: Bool(true),
  antiflood_enabled: Bool(false),
  /** Number of attempts, each within 3 s of the last, that blocks an address. */
  antiflood_connections: Int(1, 100_000, 20),
  /** Number of failures within 5 minutes that blocks an address. */
  antiflood_errors: Int(1, 10_000, 10),
});
export type ServerAccess = Static<typeof ServerAccess>;

/** The access settings where staff have set none. */
export const EVERYONE = complete(ServerAccess, {}) as ServerAccess;

/** A logical server. */
export const LogicalServerRecord = Named('LogicalServer', {
  id: Words([API_SERVER]),
  internal_id: Int(1, 3),
  title: { ...Text(128), minLength: 1 },
  access: Type.Unsafe<ServerAccess>({ ...ServerAccess, default: EVERYONE }),
});
export type LogicalServerRecord = Static<typeof LogicalServerRecord>;

/** The access settings of the platform; everyone is admitted while they are not known. */
export const accessOf = (servers: readonly LogicalServerRecord[]): ServerAccess =>
  servers.find(({ id }) => id === API_SERVER)?.access ?? EVERYONE;
