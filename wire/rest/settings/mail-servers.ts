// Mail servers over REST.

import { Type } from '@sinclair/typebox';
import { BareAddress, MailServerRecord } from '../../accounts/mail.js';
import { Named } from '../../base/schema.js';
import { setting } from '../../settings/setting.js';

const Count = () => Type.Integer({ minimum: 0 });

/** The totals of a mail server, and its queue. */
const MailServerStats = Named('MailServerStats', {
  sent: Count(),
  /** E-mails that were given up. */
  errors: Count(),
  /** E-mails that wait or are being sent. */
  queued: Count(),
  /** 0 before the first e-mail. */
  avg_send_seconds: Type.Number({ minimum: 0 }),
});

/** The API form of mail servers. */
export const MAIL_SERVERS = setting({
  kind: 'mail_server',
  read: ['config.mail'],
  write: 'config.mail',
  record: MailServerRecord,
  secret: { password: Type.String({ maxLength: 255, default: '' }) },
  sentTo: { password: ['server', 'security', 'login'] },
  added: { stats: MailServerStats },
  times: true,
});

/** The recipient of a test e-mail. */
export const MailTestBody = Named('MailTestBody', { to: BareAddress() });
