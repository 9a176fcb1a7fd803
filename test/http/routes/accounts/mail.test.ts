// Internal mail: mailboxes by thread, sends of staff and of traders.

import type { Test } from 'tap';
import { type Answer, each } from '../../../support/http-harness.js';
import {
  Box,
  hello,
  LOGIN,
  type Mail,
  type Mailboxes,
  type Sides,
  staffReads,
  TEXT,
  mailTest as test,
  traderReads,
} from './mailboxes.js';

test`a message has a sent copy and an inbox copy, whose text is as it was written
  [POST /admin/v1/mail #2, #17]`(async (t, { http, support, trader }) => {
  const { data } = await support.post('', hello());
  t.match(data, { delivered: 1, emailed: 0, skipped: 0 });
  const { mail } = data as { mail: Mail };
  t.match(mail, { ...TEXT, folder: 'sent', from: support.login, read: true, draft: null });
  const [received] = await trader.inbox();
  t.match(received, { ...TEXT, folder: 'inbox', from: support.login, read: false });
  t.equal(received?.message_id, mail.message_id, 'both are copies of one message');
  t.equal(received?.id, mail.id + 1);
  t.same(await support.folder('?folder=sent'), {
    ...{ enabled: true, page: 1, total: 1, unread: 0 },
    items: [{ ...mail, thread_count: 1 }],
  });
  t.match(http.lines(), [{ kind: 'account', login: support.login, text: /^mail 1 sent to / }]);
});

test`traders write to the staff of their list of mailboxes, by the names of the mailboxes
  [GET /trader/v1/mailboxes #1, #2, #3]`(async (t, { http, support, trader, another }) => {
  const plain = await http.staff({ rights: ['mailbox'], group_scope: ['*'] });
  await http.staff({ rights: ['mailbox'], group_scope: ['real\\*'] });
  await http.staff({ rights: ['accounts.view'], group_scope: ['*'] });
  const name = http.harness.desk.records.get('account', String(plain.login))?.record.name;
  const { data } = await trader.terminal.get('/mailboxes');
  t.same(
    data,
    [
      { login: 1, name: http.harness.desk.records.get('account', '1')?.record.name },
      { login: support.login, name: 'Support' },
      { login: plain.login, name },
    ],
    'those with the right and the group in their scope',
  );
  for (const { login } of data as { login: number }[]) {
    t.equal(await trader.code({ to: login, subject: 'Hi' }), 'ok');
  }
  const other = await another({ group: 'demo\\netting' });
  t.equal(await other.code({ to: 999, subject: 'Hi' }), 'invalid_input');
});

test`traders see a sender of staff by the name of the mailbox, or by the own name
  [GET /trader/v1/mail #18]`(async (t, { http, admin, support, trader }) => {
  await support.send(hello());
  t.match((await trader.inbox())[0], { from_name: 'Support', recipients: String(LOGIN) });
  t.equal((await trader.send({ to: support.login, subject: 'Hi' })).recipients, 'Support');
  const adminName = http.harness.desk.records.get('account', '1')?.record.name;
  await admin.send(hello());
  t.match((await trader.inbox())[0], { from_name: adminName });
  await admin.send(hello({ to_logins: [support.login] }));
  t.match(await support.inbox(), [{ from_name: adminName }, { from: LOGIN }]);
});

test`staff see the names of traders by the right to names`(async (t, { http, support, trader }) => {
  const named = await http.staff({
    rights: ['mailbox', 'fields.name'],
    group_scope: ['demo\\*', 'real\\*'],
    mailbox_name: 'Names',
  });
  const name = http.harness.desk.records.get('account', String(LOGIN))?.record.name ?? '';
  const box = new Box(named.login, named);
  await support.send(hello({ to_logins: [LOGIN] }));
  t.equal((await box.send(hello({ to_logins: [LOGIN] }))).recipients, name);
  t.equal((await support.folder('?folder=sent')).items[0]?.recipients, String(LOGIN));
  for (const one of [support, box]) {
    await trader.send({ to: one.login, subject: 'Hi' });
    const from_name = one === box ? name : '';
    const [row] = await one.inbox();
    t.match(row, { from: LOGIN, from_name });
    t.match(await one.thread(row?.thread ?? 0), [{ from_name }]);
    t.match(await one.read(`/${row?.id}`), { from_name });
  }
  t.equal((await trader.folder('?folder=sent')).items[0]?.from_name, name, 'traders see theirs');
});

test`a thread is every message with its body, and all are marked
  [GET /trader/v1/mail #11, #12]`(async (t, { support, trader }) => {
  const body = 'x'.repeat(65_000);
  const first = await support.send(hello({ body: 'the first one' }));
  const answers = 99;
  for (let n = 0; n < answers; n += 1) await support.send(hello({ body, reply_to: first.id }));
  t.match(await trader.folder(), { unread: 1 + answers, items: [{ thread_count: 1 + answers }] });
  const shown = await trader.thread(first.thread);
  t.same(
    shown.map((one) => [one.body, one.read]),
    ['the first one', ...Array(answers).fill(body)].map((one) => [one, true]),
    'six MiB, from the oldest',
  );
  t.equal((await trader.folder()).unread, 0);
  t.equal((await support.thread(first.thread)).length, 1 + answers);
});

test`an answer to a thread that is full begins a new one`(async (t, given) => {
  const { support, trader, another } = given;
  const other = await another();
  const body = 'x'.repeat(65_536);
  const first = await support.send(hello({ body, to_logins: [LOGIN, other.login] }));
  const sent = [first];
  while (sent.length < 257) sent.push(await support.send(hello({ body, reply_to: first.id })));
  t.same(
    sent.map(({ thread, id }) => thread === first.thread || thread === id / 2),
    sent.map(() => true),
  );
  const { thread, id } = sent.at(-1) as Mail;
  t.equal(thread, id / 2, '16 MiB are in the thread');
  t.equal((await trader.thread(first.thread)).length, 256);
  const back = await trader.send({ to: support.login, subject: 'Re', reply_to: id + 1 });
  t.equal(back.thread, thread, 'and it has answers of its own');
  const short = await support.send(hello({ body: '', reply_to: first.id }));
  t.equal(short.thread, first.thread, 'what has room still joins the thread');

  // What fills the thread leaves the room of each conversation as it is: it goes on in one thread.
  const answers = async (box: Box): Promise<number[]> => {
    const threads: number[] = [];
    const answer = { subject: 'Re', body: 'y'.repeat(60_000), reply_to: first.id + 1 };
    for (let n = 0; n < 2; n += 1) {
      threads.push((await box.send({ ...answer, to: support.login })).thread);
    }
    const to_logins = [box.login];
    threads.push((await support.send(hello({ body, to_logins, reply_to: first.id }))).thread);
    return threads;
  };
  t.same(await answers(trader), [thread, thread, thread]);
  const [own = 0, ...later] = await answers(other);
  t.notOk([first.thread, thread].includes(own), 'another trader has one of his own');
  t.same(later, [own, own]);
  t.equal((await other.thread(own)).length, 3);
  const to_logins = [LOGIN, other.login];
  const both = await support.send(hello({ body, to_logins, reply_to: first.id }));
  t.equal(both.thread, both.id / 2, 'what goes to several is no conversation');
});

test`a page has the bodies of all of its messages`(async (t, { support, trader }) => {
  const bodies = Array.from({ length: 20 }, (_, n) => String.fromCharCode(97 + n).repeat(65_536));
  for (const [n, body] of bodies.entries()) await support.send(hello({ subject: `No ${n}`, body }));
  const { items, total } = await trader.folder('?limit=200');
  t.equal(total, 20);
  t.same(each(items, 'body'), bodies.reverse());
});

test`a trader reads so many pages, and sends so many long
  requests`(async (t, { trader, support, another }) => {
  const until429 = async (ask: () => Promise<Answer>, most: number): Promise<Answer> => {
    for (let n = 0; n < most; n += 1) {
      const answer = await ask();
      if (answer.status === 429) return answer;
    }
    throw new Error(`none of ${most} was refused`);
  };
  const refused = await until429(() => trader.get('?thread=1'), 481);
  t.match(refused.message, /^Too often: 240 pages a minute/);
  await t.rejects(
    until429(() => support.get('?thread=1'), 481),
    'staff go on',
  );
  const content = 'x'.repeat(3 << 20);
  const long = { to: 7, ...TEXT, attachments: [{ name: 'a.txt', content }] };
  const tooLong = await until429(() => trader.post('', long), 40);
  t.match(tooLong.message, /^Too many long requests: 10485760 bytes a minute/);
  t.equal(await trader.code({ to: support.login, ...TEXT }), 'ok', 'short ones go on');
  const other = await another();
  t.equal(await other.code(long), 'invalid_input');
});

test`staff have mail at their own terminal, and not at that of
  traders`(async (t, { http, support, trader }) => {
  t.equal(await trader.code({ to: support.login, ...TEXT }), 'ok');
  t.equal((await support.inbox()).length, 1);
  const asTrader = new Box(support.login, await http.signedIn('trader', { login: support.login }));
  t.same(await asTrader.folder(), { enabled: false, items: [], page: 1, total: 0, unread: 0 });
  t.equal(await asTrader.code({ to: 1, ...TEXT }), 'forbidden');
  t.same(await asTrader.terminal.read('/mailboxes'), []);
});

test`where the group has no mail the mailbox is empty
  [GET /trader/v1/mail #14]`(async (t, { support, trader, switchMail }) => {
  const { thread } = await support.send(hello());
  await switchMail('demo\\standard', false);
  t.same(await trader.folder(), { enabled: false, items: [], page: 1, total: 0, unread: 0 });
  t.same(await trader.thread(thread), []);
  t.same(await trader.terminal.read('/mailboxes'), []);
  await switchMail('demo\\standard', true);
  t.equal((await trader.inbox()).length, 1, 'what was there is there again');
});

test`where the group has no mail nothing is sent or saved [POST /trader/v1/mail #3]
  [POST /trader/v1/mail/drafts #10]
  [PUT /trader/v1/mail/drafts/{id} #11]`(async (t, { support, trader, switchMail }) => {
  const draft = await trader.draft();
  await switchMail('demo\\standard', false);
  t.equal(await trader.code({ to: support.login, ...TEXT }), 'forbidden');
  t.equal((await trader.post('/drafts', {})).code, 'forbidden');
  t.equal((await trader.put(`/drafts/${draft.id}`, TEXT)).code, 'forbidden');
  await switchMail('demo\\standard', true);
  t.equal((await trader.folder('?folder=sent')).total, 0);
  t.match(await trader.folder('?folder=draft'), { total: 1, items: [{ subject: '' }] });
});

test`recipients in groups without mail are skipped, and somebody must be left
  [POST /admin/v1/mail #15, #16]`(async (t, { support, switchMail, another }) => {
  const other = await another({ group: 'demo\\netting' });
  await switchMail('demo\\standard', false);
  const both = hello({ to_logins: [LOGIN, other.login] });
  t.match(await support.made('', both), { delivered: 1, skipped: 1 });
  t.match(await support.made('', { ...TEXT, to_group: 'demo\\*' }), { delivered: 1, skipped: 1 });
  t.equal((await other.inbox()).length, 2);
  const isNobody = { code: 'invalid_input', message: /nobody can get/ };
  const faultIn = (...fields: string[]) => ({
    data: { faults: fields.map((field) => ({ field })) },
  });
  t.match(await support.post('', hello()), { ...isNobody, ...faultIn('to_logins') });
  const nobody = { ...TEXT, to_group: 'demo\\standard' };
  t.match(await support.post('', nobody), { ...isNobody, ...faultIn('to_group') });
  const excluding = await support.post('', { ...TEXT, to_group: '!real\\*' });
  t.match(excluding, { code: 'invalid_input', message: /begin with \*/, ...faultIn('to_group') });
  t.match(await support.post('', TEXT), faultIn('to_logins', 'to_group'));
});

test`texts have limits [POST /admin/v1/mail #1]
  [POST /trader/v1/mail #2]`(async (t, { support, trader }) => {
  for (const [box, to] of [
    [support, { to_logins: [LOGIN] }],
    [trader, { to: support.login }],
  ] as const) {
    const code = (body: object) => box.code({ ...to, ...body });
    t.equal(await code({ subject: 'x'.repeat(256), body: 'x'.repeat(65_536) }), 'ok');
    t.equal(await code({ subject: 'x'.repeat(257) }), 'invalid_input');
    t.equal(await code({ subject: '' }), 'invalid_input');
    t.equal(await code({ body: 'without a subject' }), 'invalid_input');
    t.equal(await code({ subject: 'two\r\nlines' }), 'invalid_input');
    t.equal(await code({ subject: 'x', body: 'x'.repeat(65_537) }), 'invalid_input');
    t.equal(await code({ subject: 'x', body: 'ä'.repeat(32_769) }), 'invalid_input', 'bytes count');
    t.equal(await code({ subject: 'x', body: 'a\u0000b' }), 'invalid_input');
  }
});

test`placeholders are filled for each recipient with the values of the send
  [POST /admin/v1/mail #14]`(async (t, { support, another, http }) => {
  const text = '{{login}} {{name}} {{group}} {{currency}} {{company}} {{other}} {{ name }}';
  const ada = await another({ group: 'demo\\netting', name: 'Ada {{login}} $& $1' });
  const bob = await another({ group: 'real\\standard', name: 'Bob' });
  const of = (box: Box, name: string, group: string): string => {
    const { currency, company } =
      [...http.harness.desk.records.all('group')].find(({ record }) => record.path === group)
        ?.record ?? {};
    return `${box.login} ${name} ${group} ${currency} ${company} {{other}} {{ name }}`;
  };
  const wanted = [
    [ada, of(ada, 'Ada {{login}} $& $1', 'demo\\netting')],
    [bob, of(bob, 'Bob', 'real\\standard')],
  ] as const;
  const sent = { subject: text, body: text };
  for (const to of [{ to_logins: [ada.login, bob.login] }, { to_group: 'demo\\netting,real\\*' }]) {
    const mail = await support.send({ ...sent, ...to });
    t.match(mail, sent, 'the sender’s copy is as it was written');
    await http.harness.desk.writer.change([`login/${ada.login}`], { by: 0, ip: '' }, (tx) =>
      tx.patch('account', String(ada.login), { name: 'Renamed' }),
    );
    for (const [box, filled] of wanted) {
      const [received] = await box.inbox();
      t.match(received, { subject: filled, body: filled });
      t.match(await box.thread(mail.thread), [{ body: filled }]);
      t.match(await box.read(`/${received?.id}`), { body: filled });
    }
    await http.harness.desk.writer.change([`login/${ada.login}`], { by: 0, ip: '' }, (tx) =>
      tx.patch('account', String(ada.login), { name: 'Ada {{login}} $& $1' }),
    );
  }
});

test`a message with more placeholders than are filled is refused, and nothing is
  sent`(async (t, { support, trader }) => {
  const most = '{{name}}'.repeat(255);
  const sent = await support.send(hello({ subject: '{{login}}', body: most }));
  t.match(sent, { body: most }, 'as many as are allowed');
  const [received] = await trader.inbox();
  t.notMatch(received?.body, /{{/);
  const one = { to_logins: [trader.login], subject: '{{login}}', body: `${most}{{name}}` };
  const draft = await support.draft({ ...one, subject: '{{login}}' });
  for (const body of [one, { draft_id: draft.id }]) {
    t.match(await support.post('', body), {
      code: 'invalid_input',
      message: 'subject, body: have 257 placeholders, of at most 256',
    });
  }
  t.equal((await trader.inbox()).length, 1);
  const quoted = { to: support.login, subject: 'Quoted', body: `${most}{{name}}{{name}}` };
  t.match(await trader.post('', quoted), { code: 'ok' }, 'those of traders are text');
});

test`a mailbox that lacks what its owner was told says so, and its thread
  waits`(async (t, { http, support, trader }) => {
  const { thread, id } = await support.send(hello());
  t.match(await trader.inbox(), [{ thread }]);
  http.lists.isHeld = true;
  await support.send(hello({ subject: 'More', reply_to: id }));
  const late = { consistency: 'projection_pending', retry_after_ms: 1000 };
  const nothing = { enabled: true, items: [], page: 1, total: 0, unread: 0, ...late };
  for (const folder of ['sent', 'inbox']) {
    const { projection_seq, ...shown } = await support.read<Record<string, unknown>>(
      `?folder=${folder}`,
    );
    t.same(shown, nothing);
    t.ok(Number(projection_seq) < http.harness.log.length);
  }
  t.match(await support.get('/outbox'), { data: { items: [], total: 0, ...late } });
  for (const box of [support, trader]) {
    const asked = await box.get(`?thread=${thread}`);
    t.match(asked, { code: 'timeout' }, 'a thread cannot say so: it waits');
  }
  t.match(await trader.folder(), { total: 1, unread: 1 }, 'who was told of nothing sees the rest');
  http.lists.isHeld = false;
  t.match(await trader.thread(thread), [{ subject: 'News' }, { subject: 'More' }]);
  t.match(await support.folder('?folder=sent'), { total: 1, items: [{ subject: 'More' }] });
  t.strictSame(Object.keys(await trader.folder()).sort(), [
    ...['enabled', 'items', 'page', 'total', 'unread'],
  ]);
});

test`an answer joins the thread of a message that the caller has
  [POST /admin/v1/mail #12]`(async (t, { support, trader, admin }) => {
  const first = await admin.send(hello());
  t.match(await support.post('', hello({ reply_to: first.id })), { code: 'not_found' });
  t.match(await support.post('', hello({ reply_to: 12_345 })), { code: 'not_found' });
  t.equal((await admin.send(hello({ reply_to: first.id }))).thread, first.thread);
  t.match(await trader.inbox(), [{ thread: first.thread, thread_count: 2 }]);
});

/** Shows that a message that is sent twice is two messages, and has two lines of the journal. */
const sendsTwice = async (
  t: Test,
  http: Mailboxes['http'],
  { box, to }: Sides,
  shownTo: string,
): Promise<void> => {
  const body = { ...TEXT, ...to };
  const one = await box.send(body);
  const text = `mail ${one.id / 2} sent to ${shownTo}`;
  t.match(http.lines(), [{ kind: 'account', login: box.login, text }], 'without names of accounts');
  const two = await box.send(body);
  t.not(one.id, two.id);
  t.not(one.message_id, two.message_id);
  t.equal(http.lines().length, 1);
  t.equal((await box.folder('?folder=sent')).total, 2);
};

test`two sends of staff are two messages, and a line of the journal each
  [POST /admin/v1/mail #19, #21]`((t, boxes) =>
  sendsTwice(t, boxes.http, staffReads(boxes), String(LOGIN)),
);

test`and so are two sends of a trader [POST /trader/v1/mail #6, #7]`((t, boxes) =>
  sendsTwice(t, boxes.http, traderReads(boxes), 'Support'),
);

test`a trader writes to a mailbox of the list, and is answered the sent copy
  [POST /trader/v1/mail #1, #4, #5]`(async (t, { http, support, trader }) => {
  const blind = await http.staff({ rights: ['accounts.view'], group_scope: ['*'] });
  const far = await http.staff({ rights: ['mailbox'], group_scope: ['real\\*'] });
  for (const to of [0, blind.login, far.login, 12_345, LOGIN]) {
    t.equal(await trader.code({ ...TEXT, to }), 'invalid_input', `to ${to}`);
  }
  const { data } = await trader.post('', { ...TEXT, to: support.login });
  t.match(data, { ...TEXT, folder: 'sent', from: LOGIN, recipients: 'Support' });
  t.match(await support.inbox(), [{ ...TEXT, from: LOGIN, read: false }]);
});

test`one message is read, marked, and deleted from one mailbox`(async (t, { support, trader }) => {
  const sent = await support.send(hello());
  const id = sent.id + 1;
  t.match(await trader.read(`/${id}`), { id, ...TEXT, read: true });
  t.equal((await trader.folder()).unread, 0);
  t.equal((await support.get(`/${id}`)).code, 'not_found', 'it is the trader’s copy');
  t.equal((await trader.delete(`/${sent.id}`)).code, 'not_found');
  t.equal((await trader.delete(`/${id}`)).code, 'ok');
  t.equal((await trader.delete(`/${id}`)).code, 'not_found');
  t.match(await trader.folder(), { items: [], total: 0 });
  t.match(await support.folder('?folder=sent'), { total: 1 });
  t.equal((await support.delete(`/${sent.id}`)).code, 'ok');
  t.match(await support.folder('?folder=sent'), { total: 0 });
});

test`what an investor reads stays unread for the owner`(async (t, { http, support }) => {
  const login = await http.openAccount({ investor_password: 'Investor-1x' });
  const owner = await http.signedIn('trader', { login });
  const investor = http.terminal('trader');
  await investor.signIn({ login, password: 'Investor-1x' });
  const { thread } = await support.send(hello({ to_logins: [login] }));
  const unread = async () => (await owner.read<{ unread: number }>('/mail')).unread;
  t.match(await investor.read(`/mail?thread=${thread}`), [{ read: false }]);
  const [first] = (await owner.read<{ items: Mail[] }>('/mail')).items;
  t.match(await investor.read(`/mail/${first?.id}`), { read: false });
  t.equal(await unread(), 1);
});

test`a login sends so often, and is told when it may again`(async (t, { trader, support }) => {
  const codes = await Promise.all(
    Array.from({ length: 21 }, () => trader.code({ ...TEXT, to: support.login })),
  );
  t.equal(codes.filter((code) => code === 'ok').length, 20);
  const refused = await trader.post('', { ...TEXT, to: support.login });
  t.match(refused, { code: 'auth.too_many_attempts', message: /20 an hour/ });
  t.match(refused.headers.get('retry-after'), /^\d+$/);
});
