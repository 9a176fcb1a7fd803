// What a message is to one recipient, also with the values that earlier versions stored.

import { deflateRawSync } from 'node:zlib';
import t from 'tap';
import { emailSubject, type MailValuesRecord, textFor } from '../../../wire/accounts/mailbox.js';

const MAIL = { subject: '{{name}} of {{group}}', is_filled: true } as const;
const GROUPS: MailValuesRecord['groups'] = [['real\\a', 'USD', 'Example Broker']];

t.test('Values in one compressed text, without parts, are read', async (t) => {
  const text = '\n1001,0,"Ann"\n1002,0,"Bob"';
  const rows = deflateRawSync(Buffer.from(text)).toString('base64');
  const stored = { id: 1, block: 0, groups: GROUPS, rows };
  t.equal(textFor(MAIL.subject, MAIL, 1002, stored), 'Bob of real\\a');
});

t.test('The subject of an e-mail has no characters that a line may not have', async (t) => {
  const rows = '\n1001,0,"A\u200bnn\u00ad"';
  t.equal(emailSubject(MAIL, 1001, { id: 1, block: 0, groups: GROUPS, rows }), 'Ann of real\\a');
  t.equal(emailSubject({ ...MAIL, subject: '\u200b' }, 1001, undefined), '-');
});
