// Totals of mail servers: e-mails sent, given up, and waiting.

import type { MailServerRecord } from '../../../wire/accounts/mail.js';
import type { RecordReader } from '../store/record-type.js';

/** The shown totals and queue length of a mail server. */
interface MailStats {
  readonly sent: number;
  readonly errors: number;
  readonly queued: number;
  readonly avg_send_seconds: number;
}

/**
 * The totals of a mail server. E-mails that name no server wait for the default one while it is
 * enabled; e-mails of messages are counted before they are made, too.
 */
export const statsOf = (
  { id, is_default, enabled }: MailServerRecord,
  reader: RecordReader,
): MailStats => {
  const { sent = 0, errors = 0, send_ms = 0 } = reader.get('mail_stats', String(id))?.record ?? {};
  const isFor = ({ server_id }: { readonly server_id: number | null }): boolean =>
    (server_id ?? (is_default && enabled ? id : 0)) === id;
  let queued = 0;
  for (const { record } of reader.all('email')) queued += Number(isFor(record));
  for (const { record } of reader.all('mailing')) {
    if (!record.cancelled_at && isFor(record)) queued += record.left;
  }
  return { sent, errors, queued, avg_send_seconds: sent && Math.round(send_ms / sent) / 1000 };
};
