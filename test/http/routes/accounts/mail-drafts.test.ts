// Drafts of internal mail, their files, and sends from them.

import t from 'tap';
import type { Fields } from '../../../support/http-harness.js';
import { type Titled, textOf } from '../tags.js';
import {
  type Box,
  type Boxes,
  type Mail,
  type Mailboxes,
  newBoxes,
  openMailboxes,
  staffReads,
  traderReads,
} from './mailboxes.js';

const TEXT = { subject: 'Plan', body: 'First line\nsecond' };
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PDF = Buffer.from('%PDF-1.7\n');
const MEGABYTE = 1_048_576;

type Kind = 'staff' | 'trader';
interface Given extends Boxes {
  readonly box: Box;
  readonly kind: Kind;
  /** Addressees of a send. */
  readonly to: object;
  /** The mailbox that gets it. */
  readonly other: Box;
}

/** One desk for all tests of the file; each test has boxes of its own. */
let desk: Promise<Mailboxes> | undefined;
const boxesOf = async (): Promise<Boxes> => {
  desk ??= openMailboxes(t);
  return newBoxes(await desk);
};

const TAGS_OF: Readonly<Record<Kind, RegExp>> = {
  staff: /\s*\[[A-Z]+ \/trader\/[^\]]*\]/g,
  trader: /\s*\[[A-Z]+ \/admin\/[^\]]*\]/g,
};

/** A test for staff, and the same for traders, each with the tags of its own routes. */
const test: Titled<Given> =
  (parts, ...values) =>
  (run) => {
    for (const kind of ['staff', 'trader'] as const) {
      void t.test(`${kind}: ${textOf(parts, values).replace(TAGS_OF[kind], '')}`, async (t) => {
        const boxes = await boxesOf();
        const { box, other, to } = (kind === 'staff' ? staffReads : traderReads)(boxes);
        await run(t, { ...boxes, box, kind, to, other });
      });
    }
  };

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const attached = (name: string, bytes: Buffer) => ({ name, content: base64(bytes) });
/** A text file of so many bytes. */
const ofBytes = (size: number) => Buffer.alloc(size, 'x');

/** The end of a form. */
const END = '--limit--\r\n';

/** A form with a file, as a browser sends it. */
const formOf = (name: string, bytes: Buffer) => {
  const part = (about: string): string =>
    `--limit\r\nContent-Disposition: form-data; ${about}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="note"')}other fields are not read\r\n`),
    Buffer.from(part(`name="file"; filename="${name}"`)),
    bytes,
    Buffer.from(`\r\n${END}`),
  ]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=limit' } };
};
const upload = (box: Box, id: number, name: string, bytes: Buffer, more: object = {}) => {
  const { body, headers } = formOf(name, bytes);
  const path = `/mail/drafts/${id}/attachments`;
  return box.terminal.post(path, body, { headers: { ...headers, ...more } });
};
const names = (mail: unknown): string[] => (mail as Mail).attachments.map(({ name }) => name);

test`a draft is stored and answered as it was saved [POST /admin/v1/mail/drafts #1, #2, #9]
  [POST /trader/v1/mail/drafts #1, #2, #9]`(async (t, { box, other }) => {
  const draft = await box.draft({ ...TEXT });
  t.match(draft, { ...TEXT, folder: 'draft', from: box.login, attachments: [], read: true });
  t.match(draft.draft, { email: false, reply_to: 0, to: 0, to_group: '', to_logins: [] });
  const second = await box.draft({ id: 0 });
  t.not(second.id, draft.id);
  t.same(await box.folder('?folder=draft'), {
    ...{ enabled: true, page: 1, total: 2, unread: 0 },
    items: [second, draft],
  });
  t.same(await box.read(`/${draft.id}`), draft);
  t.equal((await other.get(`/${draft.id}`)).code, 'not_found');
  t.equal((await box.delete(`/${draft.id}`)).code, 'ok');
  t.equal((await box.folder('?folder=draft')).total, 1);
});

test`a draft is rewritten by its owner alone [POST /admin/v1/mail/drafts #3, #4]
  [POST /trader/v1/mail/drafts #3, #4]`(async (t, { box, other }) => {
  const { id, message_id } = await box.draft(TEXT);
  const again = await box.draft({ id, subject: 'Other' });
  t.match(again, { id, message_id, subject: 'Other', body: '' });
  t.equal((await box.folder('?folder=draft')).total, 1);
  const foreign = await other.draft(TEXT);
  for (const one of [foreign.id, id + 1, 99_998]) {
    t.equal((await box.post('/drafts', { id: one })).code, 'not_found');
  }
  t.match(await other.read(`/${foreign.id}`), TEXT, 'it is as it was');
});

test`PUT replaces the draft of its path whole, and clears what is left out
  [PUT /admin/v1/mail/drafts/{id} #1, #2, #3]
  [PUT /trader/v1/mail/drafts/{id} #1, #2, #3]`(async (t, { box, to }) => {
  const other = await box.draft(TEXT);
  const { id } = await box.draft({ ...TEXT, ...to });
  const { data } = await box.put(`/drafts/${id}`, { id: other.id, body: 'new' });
  t.match(data, { id, subject: '', body: 'new', draft: { to: 0, to_logins: [], to_group: '' } });
  t.same(await box.read(`/${id}`), data);
  t.same(await box.read(`/${other.id}`), other, 'the one of the body is as it was');
});

test`the files of a replaced draft stay, and the answer has them
  [PUT /admin/v1/mail/drafts/{id} #4, #10]
  [PUT /trader/v1/mail/drafts/{id} #4, #10]`(async (t, { box }) => {
  const { id } = await box.draft(TEXT);
  await upload(box, id, 'a.png', PNG);
  const { data } = await box.put(`/drafts/${id}`, { subject: 'Other' });
  t.match(data, { id, folder: 'draft', subject: 'Other' });
  t.match(data, { attachments: [{ id: 1, name: 'a.png', size: PNG.length }] });
  t.same(await box.read(`/${id}`), data);
});

test`a draft that the caller does not own is not replaced [PUT /admin/v1/mail/drafts/{id} #5]
  [PUT /trader/v1/mail/drafts/{id} #5]`(async (t, { box, other }) => {
  const foreign = await other.draft(TEXT);
  for (const id of [foreign.id, 99_998]) {
    t.equal((await box.put(`/drafts/${id}`, {})).code, 'not_found');
  }
  t.match(await other.read(`/${foreign.id}`), TEXT, 'it is as it was');
});

test`each audience has its own addressees [POST /admin/v1/mail/drafts #5]
  [PUT /admin/v1/mail/drafts/{id} #6] [POST /trader/v1/mail/drafts #5]
  [PUT /trader/v1/mail/drafts/{id} #6]`(async (t, { box, kind }) => {
  const all = { to_logins: [4, 999_999], to_group: 'no\\such', email: true, to: 77 };
  const kept =
    kind === 'staff' ? { ...all, to: 0 } : { to_logins: [], to_group: '', email: false, to: 77 };
  t.match((await box.draft(all)).draft, kept);
  const { id } = await box.draft();
  t.match((await box.put(`/drafts/${id}`, all)).data, { draft: kept });
  for (const wrong of [{ to_logins: Array(1001).fill(1) }, { to_group: 'x'.repeat(129) }]) {
    t.equal((await box.post('/drafts', wrong)).code, 'invalid_input');
    t.equal((await box.put(`/drafts/${id}`, wrong)).code, 'invalid_input');
  }
  const most = { to_logins: Array.from({ length: 1000 }, (_, n) => n + 1) };
  t.equal((await box.post('/drafts', most)).code, 'ok');
  t.equal((await box.put(`/drafts/${id}`, most)).code, 'ok');
});

test`no addressee is checked while saving [POST /admin/v1/mail/drafts #7]
  [PUT /admin/v1/mail/drafts/{id} #8] [POST /trader/v1/mail/drafts #7]
  [PUT /trader/v1/mail/drafts/{id} #8]`(async (t, { box, http, kind }) => {
  const far = await http.staff({ rights: [], group_scope: ['real\\*'] });
  const staff = [{ to_logins: [far.login, 999_999] }, { to_group: 'no\\such' }];
  const some = kind === 'staff' ? staff : [{ to: far.login }, { to: 999_999 }];
  for (const to of some) {
    const { id, draft } = await box.draft(to);
    t.match(draft, to);
    t.match((await box.put(`/drafts/${id}`, to)).data, { draft: to });
  }
});

t.test(
  'a draft names its addressees as a message does, as far as its owner sees them',
  async (t) => {
    const { http, support, trader } = await boxesOf();
    const hidden = await http.staff({ rights: ['mailbox'], group_scope: ['real\\*'] });
    const { id, recipients } = await trader.draft({ to: support.login });
    t.equal(recipients, 'Support', 'the name of the mailbox, no login');
    t.equal((await trader.folder('?folder=draft')).items[0]?.recipients, 'Support');
    for (const to of [hidden.login, 999_999, 0]) {
      t.equal((await trader.draft({ id, to })).recipients, '', 'no mailbox of the list');
    }
    const many = Array.from({ length: 1000 }, (_, n) => n + 1);
    t.equal(
      (await support.draft({ to_logins: [trader.login, 7] })).recipients,
      `${trader.login}, 7`,
    );
    t.equal((await support.draft({ to_group: 'demo\\*' })).recipients, 'demo\\*');
    t.equal((await support.draft({ to_logins: many })).recipients.length, 256);
  },
);

test`an answer that is not sent yet stays in its thread [POST /admin/v1/mail/drafts #6]
  [POST /trader/v1/mail/drafts #6] [PUT /admin/v1/mail/drafts/{id} #7]
  [PUT /trader/v1/mail/drafts/{id} #7]`(async (t, { box, other, kind, to }) => {
  const back = kind === 'staff' ? { to: box.login } : { to_logins: [box.login] };
  const sent = await other.send({ ...TEXT, ...back });
  const { thread } = sent;
  const held = (await box.inbox())[0]?.id;
  const draft = await box.draft({ reply_to: held });
  t.match(draft, { thread, draft: { reply_to: held } });
  const second = await box.draft(TEXT);
  t.not(second.thread, thread);
  const put = (reply_to: number | undefined) =>
    box.put(`/drafts/${second.id}`, { ...TEXT, reply_to });
  // A draft, what another holds, and what nobody has.
  for (const reply_to of [draft.id, second.id, sent.id, 99_999]) {
    t.equal((await box.post('/drafts', { reply_to })).code, 'not_found');
    t.equal((await put(reply_to)).code, 'not_found');
  }
  t.match((await put(held)).data, { thread, draft: { reply_to: held } });
  t.equal((await box.send({ ...to, subject: 'Re', draft_id: second.id })).thread, thread);
});

test`texts of drafts may be empty, and have the limits of a message [POST /admin/v1/mail/drafts #8]
  [POST /trader/v1/mail/drafts #8] [PUT /admin/v1/mail/drafts/{id} #9]
  [PUT /trader/v1/mail/drafts/{id} #9]`(async (t, { box }) => {
  const { id } = await box.draft({ subject: '', body: '' });
  const both = async (body: Fields): Promise<readonly string[]> => {
    const answers = [await box.post('/drafts', body)];
    answers.push(await box.put(`/drafts/${id}`, body));
    return answers.map(({ code }) => code);
  };
  t.same(await both({ subject: 'x'.repeat(256), body: 'x'.repeat(65_536) }), ['ok', 'ok']);
  t.same(await both({ subject: '', body: '' }), ['ok', 'ok']);
  for (const wrong of [
    { subject: 'x'.repeat(257) },
    { subject: 'two\nlines' },
    { body: 'x'.repeat(65_537) },
    { body: 'ä'.repeat(32_769) },
  ]) {
    t.same(await both(wrong), ['invalid_input', 'invalid_input']);
  }
});

test`an upload is a form, whose field file alone is read: one file a call
  [POST /admin/v1/mail/drafts/{id}/attachments #1, #3]
  [POST /trader/v1/mail/drafts/{id}/attachments #1, #3]`(async (t, { box }) => {
  const { id } = await box.draft(TEXT);
  t.same(names((await upload(box, id, 'a.png', PNG)).data), ['a.png'], 'not the field note');
  t.same(names((await upload(box, id, 'b.pdf', PDF)).data), ['a.png', 'b.pdf']);
  const path = `/drafts/${id}/attachments`;
  t.equal((await box.post(path, { file: 'x' })).code, 'invalid_input', 'no form');
  const { body, headers } = formOf('c.png', PNG);
  const twice = Buffer.concat([body.subarray(0, -END.length), body]);
  const two = await box.terminal.post(`/mail${path}`, twice, { headers });
  t.match(two, { code: 'invalid_input', message: 'file: must be given once' });
  t.same(names(await box.read(`/${id}`)), ['a.png', 'b.pdf']);
});

test`a file has its name without a path, and the answer is the draft with its files
  [POST /admin/v1/mail/drafts/{id}/attachments #2, #4]
  [POST /trader/v1/mail/drafts/{id}/attachments #2, #4]`(async (t, { box }) => {
  const { id } = await box.draft(TEXT);
  const { data } = await upload(box, id, 'C:\\my\\a.png', PNG);
  t.match(data, { id, ...TEXT, attachments: [{ id: 1, name: 'a.png', size: PNG.length }] });
  const second = (await upload(box, id, '../b.pdf', PDF)).data;
  t.same(names(second), ['a.png', 'b.pdf']);
  t.same(await box.read(`/${id}`), second);
});

test`nobody uploads to the draft of another [POST /admin/v1/mail/drafts/{id}/attachments #5]
  [POST /trader/v1/mail/drafts/{id}/attachments #5]`(async (t, { box, other }) => {
  const foreign = await other.draft();
  for (const id of [foreign.id, 99_998]) {
    t.equal((await upload(box, id, 'a.png', PNG)).code, 'not_found');
  }
  t.same(names(await other.read(`/${foreign.id}`)), []);
});

test`a file is removed by its id, which is not given again
  [DELETE /admin/v1/mail/drafts/{id}/attachments/{file} #1, #2]
  [DELETE /trader/v1/mail/drafts/{id}/attachments/{file} #1, #2]`(async (t, { box }) => {
  const { id } = await box.draft(TEXT);
  await upload(box, id, 'a.png', PNG);
  await upload(box, id, 'b.pdf', PDF);
  const { data } = await box.delete(`/drafts/${id}/attachments/1`);
  t.match(data, { id, ...TEXT, attachments: [{ id: 2, name: 'b.pdf' }] });
  t.same(names(data), ['b.pdf']);
  t.same(await box.read(`/${id}`), data);
  t.match((await upload(box, id, 'c.png', PNG)).data, { attachments: [{ id: 2 }, { id: 3 }] });
});

test`a file that is not there, or not in a draft of the caller, is not removed
  [DELETE /admin/v1/mail/drafts/{id}/attachments/{file} #3]
  [DELETE /trader/v1/mail/drafts/{id}/attachments/{file} #3]`(async (t, { box, other, to }) => {
  const remove = (draft: number, file: number) =>
    box.delete(`/drafts/${draft}/attachments/${file}`);
  const { id } = await box.draft();
  await upload(box, id, 'a.png', PNG);
  t.match(await remove(id, 2), { code: 'not_found' }, 'no such file');
  t.match(await remove(99_998, 1), { code: 'not_found' }, 'no such draft');
  const foreign = await other.draft();
  await upload(other, foreign.id, 'a.png', PNG);
  t.match(await remove(foreign.id, 1), { code: 'not_found' }, 'that of another');
  t.same(names(await other.read(`/${foreign.id}`)), ['a.png']);
  const sent = await box.send({ ...to, ...TEXT, attachments: [attached('a.png', PNG)] });
  t.match(await remove(sent.id, 1), { code: 'not_found' }, 'no draft any more');
  t.same(names(await box.read(`/${sent.id}`)), ['a.png']);
  t.same(names((await remove(id, 1)).data), []);
  t.match(await remove(id, 1), { code: 'not_found' }, 'it was removed');
});

test`a sixth file is refused, however small [POST /admin/v1/mail/drafts/{id}/attachments #6]
  [POST /trader/v1/mail/drafts/{id}/attachments #6]`(async (t, { box }) => {
  const { id } = await box.draft();
  const file = async (n: number) => upload(box, id, `${n}.txt`, ofBytes(1));
  for (const n of [1, 2, 3, 4, 5]) t.equal((await file(n)).code, 'ok');
  t.match(await file(6), { code: 'invalid_input', message: /at most 5.*6|6.*at most 5/ });
  t.equal(names(await box.read(`/${id}`)).length, 5);
  await box.delete(`/drafts/${id}/attachments/3`);
  t.equal((await file(6)).code, 'ok', 'there is room again');
});

test`a file has 1 byte to 1 MB, those of a draft 2 MB together
  [POST /admin/v1/mail/drafts/{id}/attachments #7]
  [POST /trader/v1/mail/drafts/{id}/attachments #7]`(async (t, { box }) => {
  const { id } = await box.draft();
  const code = async (size: number) => (await upload(box, id, 'a.txt', ofBytes(size))).code;
  t.equal(await code(0), 'invalid_input');
  t.equal(await code(MEGABYTE + 1), 'invalid_input');
  t.equal(await code(MEGABYTE), 'ok');
  t.equal(await code(MEGABYTE - 1), 'ok');
  t.equal(await code(2), 'invalid_input', 'together they are too large');
  t.equal(await code(1), 'ok');
});

test`the files of a draft count in the message that is sent from it [POST /admin/v1/mail #22]
  [POST /trader/v1/mail #9]`(async (t, { box, to }) => {
  const { id } = await box.draft();
  for (let n = 1; n <= 4; n += 1) await upload(box, id, `${n}.txt`, ofBytes(1));
  const files = [1, 2].map((n) => attached(`${n}.txt`, ofBytes(1)));
  const send = { ...to, subject: 'x', draft_id: id };
  const refused = await box.post('', { ...send, attachments: files });
  t.match(refused, { code: 'invalid_input', message: /at most 5.*6|6.*at most 5/ });
  t.equal((await box.folder('?folder=draft')).total, 1, 'the draft stays');
  t.equal((await box.send({ ...send, attachments: files.slice(1) })).attachments.length, 5);
  const six = Array.from({ length: 6 }, () => attached('a.png', PNG));
  const without = await box.post('', { ...TEXT, ...to, attachments: six });
  t.match(without, { code: 'invalid_input', message: /at most 5 items, has 6/ });
});

/** Sends a message with files; the code of the answer. */
const sendWith =
  ({ box, to }: Pick<Given, 'box' | 'to'>) =>
  async (...attachments: object[]) =>
    (await box.post('', { ...TEXT, ...to, attachments })).code;

test`files of a message have 1 byte to 1 MB, 2 MB together [POST /admin/v1/mail #23]
  [POST /trader/v1/mail #10]`(async (t, given) => {
  const code = sendWith(given);
  const large = attached('a.txt', ofBytes(MEGABYTE));
  t.equal(await code(attached('a.txt', Buffer.alloc(0))), 'invalid_input');
  t.equal(await code(attached('a.txt', ofBytes(MEGABYTE + 1))), 'invalid_input');
  t.equal(await code(large, large, attached('b.txt', ofBytes(1))), 'invalid_input');
  t.equal(await code(large, large), 'ok');
  const { box, to } = given;
  const { id } = await box.draft();
  await upload(box, id, 'a.txt', ofBytes(MEGABYTE));
  const send = { ...TEXT, ...to, draft_id: id };
  const more = [large, attached('b.txt', ofBytes(1))];
  t.equal(
    await box.code({ ...send, attachments: more }),
    'invalid_input',
    'those of a draft count',
  );
});

test`names of files of a message are plain, and have one of the endings
  [POST /admin/v1/mail #24, #25] [POST /trader/v1/mail #11, #12]`(async (t, given) => {
  const code = sendWith(given);
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
});

test`content is base64, and a request has 4 MB at most [POST /admin/v1/mail #26]
  [POST /trader/v1/mail #13]`(async (t, given) => {
  const code = sendWith(given);
  t.equal(await code({ name: 'a.png', content: 'not base64!' }), 'invalid_input');
  t.equal(await code({ name: 'a.txt', content: 'A'.repeat(4 << 20) }), 'invalid_input', '4 MB');
  t.equal(await code(attached('a.png', PNG)), 'ok');
  const sent = (await given.box.folder('?folder=sent')).items[0];
  t.equal(Buffer.byteLength(String(await given.box.read(`/${sent?.id}/attachments/1`))) > 0, true);
});

test`names of uploads are plain, and have one of the endings
  [POST /admin/v1/mail/drafts/{id}/attachments #8, #9]
  [POST /trader/v1/mail/drafts/{id}/attachments #8, #9]`(async (t, { box }) => {
  const { id } = await box.draft();
  for (const name of ['a.exe', 'a', `${'x'.repeat(125)}.png`, 'a.svg', 'a.html', "a'.png"]) {
    t.equal((await upload(box, id, name, PNG)).code, 'invalid_input', name);
  }
  t.equal((await upload(box, id, 'A.PNG', PNG)).code, 'ok');
  t.equal((await upload(box, id, 'a.zip', PNG)).code, 'invalid_input');
});

test`a send from a draft takes its content and files, and removes it [POST /admin/v1/mail #13]
  [POST /trader/v1/mail #8]`(async (t, { box, other, to }) => {
  const { id } = await box.draft({ ...TEXT, ...to });
  await upload(box, id, 'a.png', PNG);
  t.equal((await box.post('', { ...to, ...TEXT, draft_id: 99_998 })).code, 'not_found');
  const sent = await box.send({ draft_id: id, subject: 'Final' });
  t.match(sent, { subject: 'Final', body: TEXT.body, attachments: [{ name: 'a.png' }] });
  t.equal((await box.folder('?folder=draft')).total, 0);
  t.equal((await box.post('', { draft_id: id })).code, 'not_found', 'it is sent once');
  t.match((await other.inbox())[0], { subject: 'Final', attachments: [{ id: 1, name: 'a.png' }] });
});

t.test('two sends of one draft at the same time are one message', async (t) => {
  const { support, trader } = await boxesOf();
  const { id } = await support.draft({ ...TEXT, to_logins: [trader.login] });
  const codes = await Promise.all([1, 2, 3].map(() => support.code({ draft_id: id })));
  t.same(codes.sort(), ['not_found', 'not_found', 'ok']);
  t.equal((await trader.folder()).total, 1);
});

t.test('who has a copy downloads its files, and nobody else', async (t) => {
  const { support, trader, admin } = await boxesOf();
  const file = attached('Übersicht 1.pdf', PDF);
  const sent = await support.send({ ...TEXT, to_logins: [trader.login], attachments: [file] });
  const answer = await trader.get(`/${sent.id + 1}/attachments/1`);
  t.equal(answer.data, String(PDF));
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'application/pdf',
    'content-disposition': /^attachment; .*filename\*=UTF-8''%C3%9Cbersicht%201.pdf/,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /sandbox/,
  });
  t.equal((await admin.get(`/${sent.id}/attachments/1`)).code, 'not_found');
  t.equal((await support.get(`/${sent.id}/attachments/2`)).code, 'not_found');
});

t.test('drafts of a login are counted', async (t) => {
  const { support, http } = await boxesOf();
  await http.harness.write((tx) =>
    tx.put('mailbox', { login: support.login, drafts: 199, bytes: 20 * MEGABYTE - 10 }),
  );
  const { id } = await support.draft();
  t.match(await support.post('/drafts', {}), {
    code: 'invalid_input',
    message: /200 drafts; at most 200/,
    data: { faults: [{ field: 'id' }] },
  });
  const full = await support.post('/drafts', { id, body: 'x'.repeat(11) });
  t.match(full, { code: 'invalid_input', message: /^body: .*20971521 bytes; at most 20971520/ });
  const large = await upload(support, id, 'a.txt', ofBytes(11));
  t.match(large, { code: 'invalid_input', data: { faults: [{ field: 'file' }] } });
  t.equal((await support.delete(`/${id}`)).code, 'ok');
  t.equal((await support.post('/drafts', {})).code, 'ok');
});
