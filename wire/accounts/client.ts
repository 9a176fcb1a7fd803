// The client record of the desk: a person or a company, and the accounts linked to it.

import { CLIENT_TEXTS, type ClientText } from './account.js';
import { withheld } from './profile.js';
import type { Viewer } from './scope.js';

export const CLIENT_KINDS = ['person', 'company'] as const;

/** Most accounts of a client. */
export const CLIENT_ACCOUNTS_MAX = 1000;

/** The client record of the desk. The key is the id. */
export type ClientRecord = {
  readonly id: number;
  readonly version: number;
  readonly kind: (typeof CLIENT_KINDS)[number];
  /** Logins of the linked accounts, ascending; each of these accounts names the client, too. */
  readonly accounts: readonly number[];
  /** The staff user who created the client, or unlinked its last account. */
  readonly owner: number;
  readonly created_at: string;
  readonly updated_at: string;
} & {
  readonly [K in ClientText]: string;
};

/** A staff user who reads clients. */
export interface ClientViewer extends Viewer {
  readonly login: number;
}

/**
 * Does the staff user see a client without accounts? Staff see a client through each account that
 * they see. Without accounts it is in no group: then its owner sees it, and staff of all groups do.
 */
export const seesUnlinked = ({ login, group_scope }: ClientViewer, owner: number): boolean =>
  login === owner || group_scope.includes('*');

/** The client in the form for a reader who sees these of its accounts. */
export const shownClient = (
  client: ClientRecord,
  accounts: readonly number[],
  { rights }: Pick<Viewer, 'rights'>,
): ClientRecord => ({ ...client, ...withheld(CLIENT_TEXTS, rights), accounts });
