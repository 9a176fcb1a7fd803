// Sends to groups: what is stored before the message goes with it, or is deleted again.

import t from 'tap';
import { SERVER } from '../../../../actors/desk/state/writer.js';
import { loginLock } from '../../../../actors/desk/store/record-locks.js';
import { refuse } from '../../../../wire/base/codes.js';
import type { OutgoingMail } from '../../../../wire/desk/mail-operations.js';
import { TO_GROUP_MAX } from '../../../../wire/mail/mailbox.js';
import type { MailRecipients } from '../../../../wire/queries/mail-queries.js';
import { codeOf, DeskHarness, dataOf, openDesk, opening } from '../../../support/desk-harness.js';
import { StoredLists } from '../../../support/stored-lists.js';

const STAFF = 1;
const MAIL: OutgoingMail = {
  ...{ subject: 'Dear {{name}}', body: '', to_logins: [], to_group: '*', reply_to: 0 },
  ...{ draft_id: 0, draft_version: 0, email: false, server_id: 0 },
};

const viewerOf = ({ desk }: DeskHarness) => {
  const { rights = [], group_scope = [] } = desk.records.get('staff', '1')?.record ?? {};
  return { rights, group_scope };
};

/** The row of a long name: values with it have a commit of their own. */
const LONG = `\n0,0,"${'x'.repeat(200_000)}"`;

/** The accounts of all groups, as the query finds them, in blocks of their own. */
const foundBy = (harness: DeskHarness): MailRecipients => {
  const lists = new StoredLists(harness.log);
  const query = { session: 's', viewer: viewerOf(harness), group: '*', sender: STAFF };
  const asked = { ...query, most: TO_GROUP_MAX, has_values: true };
  const found = lists.read('mail.recipients', asked) as MailRecipients;
  const [whole] = found.values;
  const rows = whole?.rows.match(/\n[^\n]+/g) ?? [];
  const groups = whole?.groups ?? [];
  return { ...found, values: rows.map((row, block) => ({ block, groups, rows: row + LONG })) };
};

const opened = async (accounts: number): Promise<DeskHarness> => {
  const harness = await openDesk();
  for (let n = 0; n < accounts; n += 1) {
    dataOf(await harness.ask('accounts.create', { body: opening() }));
  }
  return harness;
};

const send = (harness: DeskHarness, found = foundBy(harness), viewer = viewerOf(harness)) =>
  harness.ask('mail.send', { mail: MAIL, files: [], groups: { viewer, found } });

/** How many records of values there are. */
const left = ({ desk }: DeskHarness) => {
  const counts: Record<string, number> = {};
  for (const { kind } of desk.records.everything()) {
    if (/values/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

t.test('values that a process leaves which ends before the message are deleted', async (t) => {
  const harness = await opened(3);
  const before = harness.log.length;
  const found = foundBy(harness);
  const blocks = found.values.length;
  t.equal(blocks, 4, 'with the account of the demo platform');
  dataOf(await send(harness, found));
  t.same(left(harness), { mail_values: blocks }, 'a sent message keeps its values');
  t.equal(harness.log.length, before + 1 + blocks + 1);
  for (let stored = 0; stored <= blocks; stored += 1) {
    const killed = new DeskHarness(harness.log.slice(0, before + 1 + stored), harness.now);
    t.match(left(killed), { unsent_values: 1, ...(stored > 0 && { mail_values: stored }) });
    await killed.desk.mailValues.sweep();
    t.same(left(killed), {}, `${stored} of ${blocks} were stored`);
  }
  await harness.restarted().desk.mailValues.sweep();
  t.same(left(harness.restarted()), { mail_values: blocks });
});

t.test('a sweep deletes nothing of a message that is being sent', async (t) => {
  const harness = await opened(3);
  let isSent = false;
  const sending = send(harness).finally(() => {
    isSent = true;
  });
  while (!isSent) await harness.desk.mailValues.sweep();
  dataOf(await sending);
  t.same(left(harness), { mail_values: 4 });
});

t.test('rights that change between the search for accounts and the send refuse it', async (t) => {
  const harness = await opened(1);
  const found = foundBy(harness);
  const viewer = { ...viewerOf(harness), group_scope: ['demo\\*'] };
  t.equal(codeOf(await send(harness, found, viewer)), 'conflict');
  // They change while the values are being stored.
  const sending = send(harness, found);
  const { desk } = harness;
  const changed = desk.writer.change([loginLock(STAFF)], SERVER, (tx) =>
    tx.patch('staff', String(STAFF), { group_scope: ['demo\\*'] }),
  );
  t.same([codeOf(await sending), codeOf(await changed)], ['conflict', 'ok']);
  t.same(left(harness), {}, 'nothing is left of it');
  t.equal([...desk.records.everything()].filter(({ kind }) => kind === 'mail').length, 0);
});

t.test('rights that change while the files of a message to named logins are stored', async (t) => {
  const harness = await opened(1);
  const login = dataOf(await harness.ask('accounts.create', { body: opening() })).login;
  const mail = { ...MAIL, to_group: '', to_logins: [Number(login)] };
  const files = [{ name: 'news.txt', bytes: Buffer.from('news') }];
  const sending = harness.ask('mail.send', { mail, files });
  const { desk } = harness;
  const changed = desk.writer.change([loginLock(STAFF)], SERVER, (tx) =>
    tx.patch('staff', String(STAFF), { group_scope: ['real\\*'] }),
  );
  t.same([codeOf(await sending), codeOf(await changed)], ['forbidden', 'ok']);
});

t.test('more than 100,000 recipients are refused with their number', async (t) => {
  const harness = await opened(0);
  const query = { session: 's', viewer: viewerOf(harness), group: '*', sender: 0 };
  const few = { ...query, most: 1, has_values: true };
  t.match(new StoredLists(harness.log).read('mail.recipients', few), {
    ...{ total: 2, emails: 0, logins: [], values: [] },
  });
  const before = harness.log.length;
  const found = { ...foundBy(harness), total: TO_GROUP_MAX + 1, logins: [], values: [] };
  t.match(await send(harness, found), {
    ...refuse('invalid_input', 'to_group: 100001 accounts; at most 100000 get a message'),
  });
  t.equal(harness.log.length, before, 'nothing is stored');
});

t.test('a staff user sends five messages to groups at a time', async (t) => {
  const harness = await opened(1);
  const found = foundBy(harness);
  const codes = await Promise.all(
    Array.from({ length: 7 }, async () => codeOf(await send(harness, found))),
  );
  t.same(codes.sort(), [...Array(2).fill('auth.too_many_attempts'), ...Array(5).fill('ok')]);
  t.equal(codeOf(await send(harness, found)), 'ok', 'and further ones afterwards');
});
