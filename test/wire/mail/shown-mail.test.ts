// The subject of an e-mail of a message.

import t from 'tap';
import type { MailValuesRecord } from '../../../wire/mail/mail-values.js';
import { emailSubject } from '../../../wire/mail/shown-mail.js';

t.test('An e-mail has the filled subject of its message, and a dash for none', async (t) => {
  const mail = { subject: '{{name}} of {{group}}', is_filled: true } as const;
  const groups: MailValuesRecord['groups'] = [['real\\a', 'USD', 'Example Broker']];
  const stored = { id: 1, block: 0, groups, rows: '\n1001,0,"Ann"' };
  t.equal(emailSubject(mail, 1001, stored), 'Ann of real\\a');
  t.equal(emailSubject({ ...mail, subject: '' }, 1001, undefined), '-');
});
