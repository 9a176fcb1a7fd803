// Mail servers over REST.

import { Type } from '@sinclair/typebox';
import { BareAddress, MailServerRecord } from '../../accounts/mail.js';
import { Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { setting } from '../../settings/setting.js';

const statistics = section('Statistics');
const connection = section('Connection');
const test = section('Test');

const Count = () => Type.Integer({ minimum: 0 });

/** The totals of a mail server, and its queue. */
const MailServerStats = Named('MailServerStats', {
  sent: statistics('Sent', 'E-mails that the mail server accepted.', Count(), 'count'),
  errors: statistics('Given up', 'E-mails given up after every try.', Count(), 'count'),
  queued: statistics('Queued', 'E-mails that wait or are being sent.', Count(), 'count'),
  avg_send_seconds: statistics(
    'Average time',
    'Average time to send an e-mail; 0 = none was sent yet.',
    Type.Number({ minimum: 0 }),
  ),
});

/** The API form of mail servers. */
export const MAIL_SERVERS = setting({
  kind: 'mail_server',
  read: ['config.mail'],
  write: 'config.mail',
  record: MailServerRecord,
  secret: {
    password: connection(
      'Password',
      'Password of the login; stored encrypted, never shown; `********` keeps the password.',
      Type.String({ maxLength: 255, default: '' }),
    ),
  },
  sentTo: { password: ['server', 'security', 'login'] },
  added: {
    stats: statistics(
      'Statistics',
      'Counts of the e-mails of the mail server so far.',
      MailServerStats,
    ),
  },
  times: true,
});

/** The recipient of a test e-mail. */
export const MailTestBody = Named('MailTestBody', {
  to: test('To', 'Address that the test goes to.', BareAddress()),
});
