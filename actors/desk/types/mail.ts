// Mail: servers, waiting e-mails, and their results.

import {
  EmailRecord,
  hostAndPort,
  MailServerRecord,
  type MailStatsRecord,
  type SentEmailRecord,
} from '../../../wire/accounts/mail.js';
import { unwrap } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { MAIL_SERVERS } from '../../../wire/rest/settings/mail-servers.js';
import { statsLock } from '../store/record-locks.js';
import {
  ARRIVES_DISABLED,
  checkedBy,
  IN_DATABASE,
  IN_MEMORY,
  type RecordType,
  SETTING,
  soundBy,
} from '../store/record-type.js';
import { statsOf } from './mail-stats.js';
import { takeDefaultMark } from './rules/default-mark.js';

type MailServer = Stamped<MailServerRecord>;

/** The record type of mail servers. */
export const MAIL_SERVER: RecordType<MailServer> = {
  ...SETTING,
  ...checkedBy(MailServerRecord),
  noun: 'mail server',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  check: soundBy(({ server }) =>
    hostAndPort(server) ? undefined : 'server: must be host:port, the port from 1 to 65535',
  ),
  settingType: {
    setting: MAIL_SERVERS,
    order: (a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
    show: (record, reader) => ({ stats: statsOf(record, reader) }),
    transfer: {
      name: 'mail_servers',
      keys: ['name'],
      arrival: { ...ARRIVES_DISABLED, option: 'new_connections_disabled' },
    },
    written: (tx, record) => takeDefaultMark(tx, 'mail_server', record),
    removedUnder: (key) => [statsLock(key)],
    removed: (tx, { id }) => {
      const key = String(id);
      if (tx.get('mail_stats', key) !== undefined) unwrap(tx.remove('mail_stats', key));
    },
  },
};

/** The record type of e-mails that wait or are being sent. */
export const EMAIL: RecordType<EmailRecord> = {
  ...IN_MEMORY,
  ...checkedBy(EmailRecord),
  idsTo: Number.MAX_SAFE_INTEGER,
  key: (record) => String(record.id),
  reencrypt: (record, renew) => ({
    ...record,
    text: renew(record.text, emailTextLabel(record.id)),
    html: renew(record.html ?? '', emailHtmlLabel(record.id)),
  }),
};

/** The record type of results of e-mails, which grow without limit. */
export const SENT_EMAIL: RecordType<SentEmailRecord> = {
  ...IN_DATABASE,
  key: (record) => String(record.id),
};

/** The record type of the totals of each mail server. */
export const MAIL_STATS: RecordType<MailStatsRecord> = {
  ...IN_MEMORY,
  key: (record) => String(record.server_id),
};

/** The labels under which the parts of an e-mail are encrypted. */
export const emailTextLabel = (id: number): string => `email/${id}/text`;
export const emailHtmlLabel = (id: number): string => `email/${id}/html`;
