// Mail servers: selects the server for an e-mail.

import type { MailRoute } from '../../../wire/accounts/mail.js';
import { hostAndPort, type MailServerRecord } from '../../../wire/accounts/mail.js';
import { UNRELEASED } from '../../folder/release.js';
import { type Keys, unseal } from '../../secrets/seal.js';
import type { DeskContext } from '../state/desk-context.js';

/** The label under which the password of a server is encrypted. */
const passwordPlace = (id: number): string => `mail_server/${id}/password`;

/** The server; or the reason why there is none, and whether that is final. */
export type MailRouteResult =
  | { readonly id: number; readonly route: MailRoute }
  | { readonly gone: boolean; readonly error: string };

/**
 * The connection data of a server, enabled or not; undefined = its password cannot be decrypted.
 */
export const routeOf = (record: MailServerRecord, keys: Keys): MailRoute | undefined => {
  const { server, security, login, password: sealed, sender_name, sender_email } = record;
  const password = sealed === '' ? '' : unseal(keys, sealed, passwordPlace(record.id));
  const address = hostAndPort(server);
  if (address === undefined) throw new Error(`${server} is no address of a mail server`);
  if (password === undefined) return undefined;
  return { ...address, security, login, password, sender_name, sender_email };
};

/** The default server, enabled or not. */
export const defaultServer = ({ records }: DeskContext): MailServerRecord | undefined => {
  for (const { record } of records.all('mail_server')) if (record.is_default) return record;
  return undefined;
};

/** The server for an e-mail; null = the default server. */
export const wayTo = (context: DeskContext, id: number | null): MailRouteResult => {
  const record =
    id === null ? defaultServer(context) : context.records.get('mail_server', String(id))?.record;
  if (record === undefined) {
    const gone = id !== null;
    return {
      gone,
      error: gone ? 'its mail server was deleted' : 'there is no default mail server',
    };
  }
  if (context.deps.unreleased()) return { gone: false, error: UNRELEASED };
  if (!record.enabled) return { gone: false, error: 'the mail server is disabled' };
  const route = routeOf(record, context.deps.keys);
  if (route !== undefined) return { id: record.id, route };
  return { gone: false, error: 'the password of the mail server must be entered again' };
};
