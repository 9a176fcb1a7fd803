// Drafts of internal mail, their files, and sends from them.

import t, { type Test } from 'tap';
import { type Box, type Mail, type Mailboxes, openMailboxes, showing } from './mailboxes.js';

const LOGIN = 1001;
const TEXT = { subject: 'Plan', body: 'First line\nsecond' };
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PDF = Buffer.from('%PDF-1.7\n');
const MEGABYTE = 1_048_576;

type Kind = 'staff' | 'trader';
interface Given extends Mailboxes {
  readonly box: Box;
  readonly kind: Kind;
  /** Addressees of a send. */
  readonly to: object;
  /** The mailbox that gets it. */
  readonly other: Box;
}

/** A test for staff, and the same for traders. */
const test = (title: string, run: (t: Test, given: Given) => Promise<unknown>): void => {
  showing(title, async (t) => {
    const boxes = await openMailboxes(t);
    const { support, trader } = boxes;
    const to = { to_logins: [LOGIN] };
    await run(t, { ...boxes, box: support, kind: 'staff', to, other: trader });
    const back = { to: support.login };
    await run(t, { ...boxes, box: trader, kind: 'trader', to: back, other: support });
  });
};

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const attached = (name: string, bytes: Buffer) => ({ name, content: base64(bytes) });
/** A text file of so many bytes. */
const ofBytes = (size: number) => Buffer.alloc(size, 'x');

/** A form with a file, as a browser sends it. */
const formOf = (name: string, bytes: Buffer) => {
  const part = (about: string): string =>
    `--limit\r\nContent-Disposition: form-data; ${about}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="note"')}other fields are not read\r\n`),
    Buffer.from(part(`name="file"; filename="${name}"`)),
    bytes,
    Buffer.from('\r\n--limit--\r\n'),
  ]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=limit' } };
};
const upload = (box: Box, id: number, name: string, bytes: Buffer, more: object = {}) => {
  const { body, headers } = formOf(name, bytes);
  const path = `/mail/drafts/${id}/attachments`;
  return box.terminal.ask('POST', path, { body, headers: { ...headers, ...more } });
};
const names = (mail: unknown): string[] => (mail as Mail).attachments.map(({ name }) => name);

test(`a draft is stored and answered as it was saved
  [POST /admin/v1/mail/drafts #1, #2, #9] [POST /trader/v1/mail/drafts #1, #2, #9]`, async (t, {
  box,
  other,
}) => {
  const draft = await box.draft({ ...TEXT });
  t.match(draft, { ...TEXT, folder: 'draft', from: box.login, attachments: [], read: true });
  t.match(draft.draft, { email: false, reply_to: 0, to: 0, to_group: '', to_logins: [] });
  const second = await box.draft({ id: 0 });
  t.not(second.id, draft.id);
  t.same(await box.folder('?folder=draft'), {
    ...{ enabled: true, page: 1, total: 2, unread: 0 },
    items: [second, draft],
  });
  t.same((await box.ask('GET', `/${draft.id}`)).data, draft);
  t.equal((await other.ask('GET', `/${draft.id}`)).code, 'not_found');
  t.equal((await box.ask('DELETE', `/${draft.id}`)).code, 'ok');
  t.equal((await box.folder('?folder=draft')).total, 1);
});

test(`a draft is rewritten by its owner alone
  [POST /admin/v1/mail/drafts #3, #4] [POST /trader/v1/mail/drafts #3, #4]`, async (t, {
  box,
  other,
}) => {
  const before = (await box.folder('?folder=draft')).total;
  const { id, message_id } = await box.draft(TEXT);
  const again = await box.draft({ id, subject: 'Other' });
  t.match(again, { id, message_id, subject: 'Other', body: '' });
  t.equal((await box.folder('?folder=draft')).total, before + 1);
  const foreign = await other.draft(TEXT);
  for (const one of [foreign.id, id + 1, 99_998]) {
    t.equal((await box.ask('POST', '/drafts', { id: one })).code, 'not_found');
  }
});

test(`PUT replaces the draft of its path whole, but for its files
  [PUT /admin/v1/mail/drafts/{id} #1, #2, #3, #4, #5, #10]
  [PUT /trader/v1/mail/drafts/{id} #1, #2, #3, #4, #5, #10]`, async (t, { box, other, to }) => {
  const { id } = await box.draft({ ...TEXT, ...to });
  await upload(box, id, 'a.png', PNG);
  const { data } = await box.ask('PUT', `/drafts/${id}`, { id: id + 2, body: 'new' });
  t.match(data, { id, subject: '', body: 'new', draft: { to: 0, to_logins: [], to_group: '' } });
  t.same(names(data), ['a.png']);
  t.equal((await box.ask('PUT', `/drafts/${id + 2}`, {})).code, 'not_found');
  const foreign = await other.draft();
  t.equal((await box.ask('PUT', `/drafts/${foreign.id}`, {})).code, 'not_found');
});

test(`each audience has its own addressees, and none is checked while saving
  [POST /admin/v1/mail/drafts #5, #7] [PUT /admin/v1/mail/drafts/{id} #6, #8]
  [POST /trader/v1/mail/drafts #5, #7]`, async (t, { box, kind }) => {
  const all = { to_logins: [4, 999_999], to_group: 'no\\such', email: true, to: 77 };
  const kept =
    kind === 'staff' ? { ...all, to: 0 } : { to_logins: [], to_group: '', email: false, to: 77 };
  const draft = await box.draft(all);
  t.match(draft.draft, kept);
  t.match((await box.ask('PUT', `/drafts/${draft.id}`, all)).data, { draft: kept });
  for (const wrong of [{ to_logins: Array(1001).fill(1) }, { to_group: 'x'.repeat(129) }]) {
    t.equal((await box.ask('POST', '/drafts', wrong)).code, 'invalid_input');
    t.equal((await box.ask('PUT', `/drafts/${draft.id}`, wrong)).code, 'invalid_input');
  }
  t.equal(
    (await box.draft({ to_logins: Array.from({ length: 1000 }, (_, n) => n + 1) })).id > 0,
    true,
  );
});

t.test(
  'a draft names its addressees as a message does, as far as its owner sees them',
  async (t) => {
    const { http, support, trader } = await openMailboxes(t);
    const hidden = await http.staff({ rights: ['mailbox'], group_scope: ['real\\*'] });
    const { id, recipients } = await trader.draft({ to: support.login });
    t.equal(recipients, 'Support', 'the name of the mailbox, no login');
    t.equal((await trader.folder('?folder=draft')).items[0]?.recipients, 'Support');
    for (const to of [hidden.login, 999_999, 0]) {
      t.equal((await trader.draft({ id, to })).recipients, '', 'no mailbox of the list');
    }
    const many = Array.from({ length: 1000 }, (_, n) => n + 1);
    t.equal((await support.draft({ to_logins: [LOGIN, 7] })).recipients, '1001, 7');
    t.equal((await support.draft({ to_group: 'demo\\*' })).recipients, 'demo\\*');
    t.equal((await support.draft({ to_logins: many })).recipients.length, 256);
  },
);

test(`an answer that is not sent yet stays in its thread
  [POST /admin/v1/mail/drafts #6] [POST /trader/v1/mail/drafts #6]
  [PUT /admin/v1/mail/drafts/{id} #7]`, async (t, { box, other, kind, to }) => {
  const back = kind === 'staff' ? { to: box.login } : { to_logins: [LOGIN] };
  const { thread } = await other.send({ ...TEXT, ...back });
  const held = (await box.inbox())[0]?.id;
  const draft = await box.draft({ reply_to: held });
  t.match(draft, { thread, draft: { reply_to: held } });
  t.match((await box.ask('PUT', `/drafts/${draft.id}`, { reply_to: held })).data, { thread });
  for (const reply_to of [draft.id, 99_999]) {
    t.equal((await box.ask('POST', '/drafts', { reply_to })).code, 'not_found');
    t.equal((await box.ask('PUT', `/drafts/${draft.id}`, { reply_to })).code, 'not_found');
  }
  const sent = await box.send({ ...to, subject: 'Re', draft_id: draft.id });
  t.equal(sent.thread, thread);
});

test(`texts of drafts may be empty, and have the limits of a message
  [POST /admin/v1/mail/drafts #8] [POST /trader/v1/mail/drafts #8]
  [PUT /admin/v1/mail/drafts/{id} #9]`, async (t, { box }) => {
  const { id } = await box.draft({ subject: '', body: '' });
  await box.draft({ subject: 'x'.repeat(256), body: 'x'.repeat(65_536) });
  for (const wrong of [
    { subject: 'x'.repeat(257) },
    { subject: 'two\nlines' },
    { body: 'x'.repeat(65_537) },
    { body: 'ä'.repeat(32_769) },
  ]) {
    t.equal((await box.ask('POST', '/drafts', wrong)).code, 'invalid_input');
    t.equal((await box.ask('PUT', `/drafts/${id}`, wrong)).code, 'invalid_input');
  }
});

showing(
  `what traders’ drafts need, on the second way to save them
  [PUT /trader/v1/mail/drafts/{id} #6, #7, #8, #9]`,
  async (t) => {
    const { support, trader } = await openMailboxes(t);
    await support.send({ ...TEXT, to_logins: [LOGIN] });
    const held = (await trader.inbox())[0];
    const { id } = await trader.draft();
    const put = (body: object) => trader.ask('PUT', `/drafts/${id}`, body as never);
    t.match((await put({ to: 77, to_logins: [1], email: true, reply_to: held?.id })).data, {
      thread: held?.thread,
      draft: { to: 77, to_logins: [], email: false },
    });
    t.equal((await put({ reply_to: 99_999 })).code, 'not_found');
    t.equal((await put({ subject: 'x'.repeat(257) })).code, 'invalid_input');
  },
);

showing(
  `the account that a trader names must be the one that is signed in
  [POST /trader/v1/mail/drafts #11, #12, #13] [PUT /trader/v1/mail/drafts/{id} #12, #13, #14]
  [GET /trader/v1/mail #16]`,
  async (t) => {
    const { trader } = await openMailboxes(t);
    const draft = await trader.draft(TEXT);
    for (const [login, code] of [
      [LOGIN, 'ok'],
      [7, 'auth.account_changed'],
    ] as const) {
      const named = { 'x-app-account': String(login) };
      t.equal((await trader.ask('POST', '/drafts', {}, named)).code, code);
      t.equal((await trader.ask('PUT', `/drafts/${draft.id}`, TEXT, named)).code, code);
    }
    t.equal((await trader.folder('?folder=draft')).total, 2);
  },
);

showing(
  `so do those who change files
  [POST /trader/v1/mail/drafts/{id}/attachments #10, #11, #12]
  [DELETE /trader/v1/mail/drafts/{id}/attachments/{file} #4, #5, #6]`,
  async (t) => {
    const { trader } = await openMailboxes(t);
    const { id } = await trader.draft();
    await upload(trader, id, 'a.png', PNG);
    const foreign = { 'x-app-account': '7' };
    const path = `/drafts/${id}/attachments`;
    t.equal((await upload(trader, id, 'b.png', PNG, foreign)).code, 'auth.account_changed');
    t.equal(
      (await trader.ask('DELETE', `${path}/1`, undefined, foreign)).code,
      'auth.account_changed',
    );
    t.same(names((await trader.ask('GET', `/${id}`)).data), ['a.png'], 'nothing changed');
    const own = { 'x-app-account': String(LOGIN) };
    t.equal((await trader.ask('DELETE', `${path}/1`, undefined, own)).code, 'ok');
  },
);

test(`files are uploaded one by one, and removed by their ids
  [POST /admin/v1/mail/drafts/{id}/attachments #1, #2, #3, #4, #5]
  [POST /trader/v1/mail/drafts/{id}/attachments #1, #2, #3, #4, #5]
  [DELETE /admin/v1/mail/drafts/{id}/attachments/{file} #1, #2, #3]`, async (t, { box, other }) => {
  const { id } = await box.draft(TEXT);
  t.match((await upload(box, id, 'C:\\my\\a.png', PNG)).data, {
    id,
    ...TEXT,
    attachments: [{ id: 1, name: 'a.png', size: PNG.length }],
  });
  t.same(names((await upload(box, id, '../b.pdf', PDF)).data), ['a.png', 'b.pdf']);
  const json = await box.ask('POST', `/drafts/${id}/attachments`, { file: 'x' });
  t.equal(json.code, 'invalid_input', 'only a form is taken');
  const foreign = await other.draft();
  t.equal((await upload(box, foreign.id, 'a.png', PNG)).code, 'not_found');
  const remove = (draft: number, file: number) =>
    box.ask('DELETE', `/drafts/${draft}/attachments/${file}`);
  t.same(names((await remove(id, 1)).data), ['b.pdf']);
  for (const [draft, file] of [
    [id, 1],
    [id, 9],
    [foreign.id, 1],
  ] as const) {
    t.equal((await remove(draft, file)).code, 'not_found');
  }
  t.match((await upload(box, id, 'c.png', PNG)).data, { attachments: [{ id: 2 }, { id: 3 }] });
});

test(`and are removed by traders
  [DELETE /trader/v1/mail/drafts/{id}/attachments/{file} #1, #2, #3]`, async (t, { box }) => {
  const { id } = await box.draft();
  await upload(box, id, 'a.png', PNG);
  t.same(names((await box.ask('DELETE', `/drafts/${id}/attachments/1`)).data), []);
  t.equal((await box.ask('DELETE', `/drafts/${id}/attachments/1`)).code, 'not_found');
  t.equal((await box.ask('DELETE', '/drafts/99998/attachments/1')).code, 'not_found');
});

test(`a message has 5 files at most, of 1 MB each, 2 MB together
  [POST /admin/v1/mail/drafts/{id}/attachments #6, #7]
  [POST /trader/v1/mail/drafts/{id}/attachments #6, #7] [POST /admin/v1/mail #22, #23]`, async (t, {
  box,
  to,
}) => {
  const { id } = await box.draft();
  const code = async (size: number) => (await upload(box, id, 'a.txt', ofBytes(size))).code;
  t.equal(await code(0), 'invalid_input');
  t.equal(await code(MEGABYTE + 1), 'invalid_input');
  t.equal(await code(MEGABYTE), 'ok');
  t.equal(await code(MEGABYTE - 2), 'ok');
  t.equal(await code(3), 'invalid_input', 'together they are too large');
  t.equal(await code(1), 'ok');
  t.equal(await code(1), 'ok');
  t.equal(await code(1), 'invalid_input', 'three bytes are too many');
  const few = await box.draft();
  for (let n = 1; n <= 4; n += 1) await upload(box, few.id, `${n}.txt`, ofBytes(1));
  const files = [1, 2].map((n) => attached(`${n}.txt`, ofBytes(1)));
  const send = { ...to, subject: 'x', draft_id: few.id };
  const refused = await box.ask('POST', '', { ...send, attachments: files });
  t.match(refused, { code: 'invalid_input', message: /at most 5.*6|6.*at most 5/ });
  t.equal((await box.folder('?folder=draft')).total, 2, 'the draft stays');
  t.equal((await box.send({ ...send, attachments: files.slice(1) })).attachments.length, 5);
});

showing(
  `the same of traders’ messages
  [POST /trader/v1/mail #9, #10, #11, #12, #13] [POST /admin/v1/mail #24, #25, #26]`,
  async (t) => {
    const { support, trader } = await openMailboxes(t);
    for (const [box, to] of [
      [support, { to_logins: [LOGIN] }],
      [trader, { to: support.login }],
    ] as const) {
      const send = (...attachments: object[]) =>
        box.ask('POST', '', { ...TEXT, ...to, attachments });
      const code = async (...files: object[]) => (await send(...files)).code;
      const one = (name: string, bytes = PNG) => code(attached(name, bytes));
      t.equal(await one('a.png'), 'ok');
      t.equal(await one(`${'x'.repeat(124)}.png`), 'ok');
      for (const name of [
        ...[`${'x'.repeat(125)}.png`, '../a.png', 'a\\b.png', 'a".png', "a'.png", 'a\n.png'],
        ...['a.exe', 'png', 'a.png.js', '.png '],
      ]) {
        t.equal(await one(name), 'invalid_input', JSON.stringify(name));
      }
      t.equal(await one('a.pdf', PNG), 'invalid_input', 'its first bytes are another kind’s');
      t.equal(await one('a.txt', Buffer.alloc(0)), 'invalid_input');
      t.equal(await one('a.txt', ofBytes(MEGABYTE + 1)), 'invalid_input');
      const six = Array.from({ length: 6 }, () => attached('a.png', PNG));
      t.equal(await code(...six), 'invalid_input');
      const large = attached('a.txt', ofBytes(MEGABYTE));
      t.equal(await code(large, large, attached('b.txt', ofBytes(1))), 'invalid_input');
      t.equal(await code({ name: 'a.png', content: 'not base64!' }), 'invalid_input');
      t.equal(await code({ ...large, content: 'A'.repeat(4 << 20) }), 'invalid_input', '4 MB');
      t.equal(await code(large, large), 'ok');
    }
  },
);

test(`names of uploads are plain, and have one of the endings
  [POST /admin/v1/mail/drafts/{id}/attachments #8, #9]
  [POST /trader/v1/mail/drafts/{id}/attachments #8, #9]`, async (t, { box }) => {
  const { id } = await box.draft();
  for (const name of ['a.exe', 'a', `${'x'.repeat(125)}.png`, 'a.svg', 'a.html']) {
    t.equal((await upload(box, id, name, PNG)).code, 'invalid_input', name);
  }
  t.equal((await upload(box, id, 'A.PNG', PNG)).code, 'ok');
  t.equal((await upload(box, id, 'a.zip', PNG)).code, 'invalid_input');
});

test(`a send from a draft takes its content and files, and removes it
  [POST /admin/v1/mail #13] [POST /trader/v1/mail #8]`, async (t, { box, other, to }) => {
  const { id } = await box.draft({ ...TEXT, ...to });
  await upload(box, id, 'a.png', PNG);
  t.equal((await box.ask('POST', '', { ...to, ...TEXT, draft_id: 99_998 })).code, 'not_found');
  const sent = await box.send({ draft_id: id, subject: 'Final' });
  t.match(sent, { subject: 'Final', body: TEXT.body, attachments: [{ name: 'a.png' }] });
  t.equal((await box.folder('?folder=draft')).total, 0);
  t.equal((await box.ask('POST', '', { draft_id: id })).code, 'not_found', 'it is sent once');
  t.match((await other.inbox())[0], { subject: 'Final', attachments: [{ id: 1, name: 'a.png' }] });
});

t.test('two sends of one draft at the same time are one message', async (t) => {
  const { support, trader } = await openMailboxes(t);
  const { id } = await support.draft({ ...TEXT, to_logins: [LOGIN] });
  const codes = await Promise.all([1, 2, 3].map(() => support.code({ draft_id: id })));
  t.same(codes.sort(), ['not_found', 'not_found', 'ok']);
  t.equal((await trader.folder()).total, 1);
});

t.test('who has a copy downloads its files, and nobody else', async (t) => {
  const { support, trader, admin } = await openMailboxes(t);
  const file = attached('Übersicht 1.pdf', PDF);
  const sent = await support.send({ ...TEXT, to_logins: [LOGIN], attachments: [file] });
  const answer = await trader.ask('GET', `/${sent.id + 1}/attachments/1`);
  t.equal(answer.data, String(PDF));
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'application/pdf',
    'content-disposition': /^attachment; .*filename\*=UTF-8''%C3%9Cbersicht%201.pdf/,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /sandbox/,
  });
  t.equal((await admin.ask('GET', `/${sent.id}/attachments/1`)).code, 'not_found');
  t.equal((await support.ask('GET', `/${sent.id}/attachments/2`)).code, 'not_found');
});

t.test('drafts of a login are counted', async (t) => {
  const { support, http } = await openMailboxes(t);
  await http.harness.desk.writer.change([], { by: 0, ip: '' }, (tx) =>
    tx.put('mailbox', { login: support.login, drafts: 199, bytes: 20 * MEGABYTE - 10 }),
  );
  const { id } = await support.draft();
  t.match(await support.ask('POST', '/drafts', {}), {
    code: 'invalid_input',
    message: /200 drafts; at most 200/,
    data: { faults: [{ field: 'id' }] },
  });
  const full = await support.ask('POST', '/drafts', { id, body: 'x'.repeat(11) });
  t.match(full, { code: 'invalid_input', message: /^body: .*20971521 bytes; at most 20971520/ });
  const large = await upload(support, id, 'a.txt', ofBytes(11));
  t.match(large, { code: 'invalid_input', data: { faults: [{ field: 'file' }] } });
  t.equal((await support.ask('DELETE', `/${id}`)).code, 'ok');
  t.equal((await support.ask('POST', '/drafts', {})).code, 'ok');
});
