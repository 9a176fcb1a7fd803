// Messages that go out as e-mails too, and the list of those e-mails.

import type { Test } from 'tap';
import type { OutboxEmail } from '../../../../wire/rest/accounts/mail.js';
import { ACCEPTED, HeldPost, refused } from '../../../actors/desk/mail/post.js';
import { DeskHarness } from '../../../support/desk-harness.js';
import { until } from '../../../support/guard.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { turn } from '../../../support/socket-harness.js';
import { testsWith } from '../tags.js';
import { type Box, openMailboxes } from './mailboxes.js';

const TEXT = { subject: 'News for {{name}}', body: 'Dear {{name}},\nlogin {{login}}' };

/** Mailboxes whose desk sends e-mails that the test takes, through a default server. */
const open = async (t: Test) => {
  const boxes = await openMailboxes(t);
  const { http, admin, support } = boxes;
  const post = new HeldPost();
  http.harness.mail = post;
  const { mailQueue, mailings } = http.harness.desk;
  mailQueue.start();
  mailings.start();
  const server = async (given: Fields = {}): Promise<number> => {
    const post = { name: 'Post', server: 'localhost:25', sender_email: 'desk@broker.example' };
    return (await admin.terminal.made<{ id: number }>('/mail-servers', { ...post, ...given })).id;
  };
  const outbox = (query = '', box: Box = support) =>
    box.read<{ items: OutboxEmail[]; total: number; pending: number }>(`/outbox${query}`);
  const trader = (email: string, name = 'Ada') =>
    boxes.another({ group: 'demo\\netting', email, name });
  /** Accounts with addresses, so many. */
  const logins = async (count: number): Promise<readonly number[]> => {
    const opened: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const person = { email: `c${n}@one.example`, name: `Client ${n}` };
      opened.push(await http.openAccount({ group: 'demo\\netting', ...person }));
    }
    return opened;
  };
  return { ...boxes, post, server, outbox, trader, logins };
};

const test = testsWith('', open);

test`each recipient with an address gets an e-mail with the text of the message
  [POST /admin/v1/mail #9, #20] [GET /admin/v1/mail/outbox #1]`(async (t, desk) => {
  const { support, admin, post, server, outbox, trader } = desk;
  await server({ is_default: true });
  await trader('ada@one.example');
  await trader('', 'Without');
  await trader('bob@two.example', 'Bob');
  const sent = await support.post('', { ...TEXT, to_group: 'demo\\netting', email: true });
  t.match(sent.data, { delivered: 3, emailed: 2, skipped: 0 });
  const letters = [(await post.sending(1)).letter, (await post.sending(2)).letter];
  t.match(
    letters.sort((a, b) => (a.to < b.to ? -1 : 1)),
    [
      { to: 'ada@one.example', subject: 'News for Ada', text: /^Dear Ada,\nlogin 10\d\d$/ },
      { to: 'bob@two.example', subject: 'News for Bob', text: /^Dear Bob,\nlogin 10\d\d$/ },
    ],
  );
  t.not(letters[0]?.messageId, letters[1]?.messageId);
  t.match(await outbox(), { total: 2, pending: 0, items: [{ status: 'queued' }, {}] });
  for (const { end, letter } of post.sendings) {
    end(letter.to.startsWith('ada') ? ACCEPTED : ({ ...refused('550 no'), final: true } as never));
  }
  await until('the outbox', async () => (await outbox('?status=queued')).total === 0);
  const isAdas = { items: [{ to: 'ada@one.example', subject: 'News for Ada' }] };
  t.match(await outbox('?status=sent', admin), { total: 1, ...isAdas });
  const isBobs = { to: 'bob@two.example', error: '550 no' };
  t.match(await outbox('?status=failed', admin), { items: [isBobs] });
  const withheld = { items: [{ to: '', subject: '' }] };
  t.match(await outbox('?status=sent'), withheld, 'without the rights of the fields');
  const failed = (await outbox('?status=failed')).items[0];
  t.match(failed, { error: /^550$/ }, 'the words of a server may name the recipient');
  t.notMatch(JSON.stringify(await outbox()), 'Dear', 'texts are not shown');
  t.match(await outbox('', admin), { total: 2 }, 'config.mail sees those of all');
  const other = await desk.http.staff({ rights: ['mailbox'], group_scope: ['*'] });
  t.match(await other.read('/mail/outbox'), { total: 0, items: [] });
  await support.post('', { ...TEXT, to_group: 'demo\\netting' });
  t.equal(post.sendings.length, 2, 'without email nothing is queued');
});

test`a server must be there and enabled
  [POST /admin/v1/mail #10, #11]`(async (t, { support, admin, post, server, trader }) => {
  const { login } = await trader('ada@one.example');
  const ask = (more: object) =>
    support.post('', { ...TEXT, to_logins: [login], email: true, ...more });
  t.match(await ask({}), { code: 'invalid_input', message: /no default mail server/ });
  const first = await server({ is_default: true });
  const second = await server({ name: 'Other', server: 'other.example:25' });
  t.match(await ask({ server_id: 99 }), { code: 'invalid_input', message: /server_id/ });
  t.equal((await ask({ server_id: second })).code, 'ok');
  t.match((await post.sending(1)).route, { host: 'other.example' });
  t.equal((await ask({ server_id: 0 })).code, 'ok');
  t.match((await post.sending(2)).route, { host: 'localhost' });
  for (const [id, server_id] of [
    [first, 0],
    [second, second],
  ] as const) {
    const { version } = await admin.terminal.read<{ version: number }>(`/mail-servers/${id}`);
    await admin.terminal.patch(`/mail-servers/${id}`, { version, enabled: false });
    t.match(await ask({ server_id }), { code: 'invalid_input', message: /disabled/ });
  }
  t.equal((await support.folder('?folder=sent')).total, 2, 'nothing else was sent');
});

test`e-mails of a large message are made few at a time, and can be cancelled`(async (t, desk) => {
  const { support, admin, post, server, outbox, http } = desk;
  await server({ is_default: true });
  const logins = await desk.logins(230);
  const { id } = await support.send({ ...TEXT, to_logins: logins, email: true });
  t.match(await outbox(), { total: 230 }, 'they are there from the send on');
  await until('e-mails that are made', async () => (await outbox()).pending === 63);
  t.match(await outbox(), { total: 230, pending: 63 });
  t.match(await outbox('?status=sent'), { total: 0, pending: 63 });
  const { items } = await outbox('?status=queued&limit=1000', admin);
  t.same(each(items, 'login'), [...logins].reverse(), 'those that are not made yet have rows, too');
  t.match(items[0], {
    id: 0,
    to: 'c229@one.example',
    subject: 'News for Client 229',
    status: 'queued',
  });
  const pages = [1, 2, 3].map(async (page) => (await outbox(`?limit=90&page=${page}`)).items);
  const paged = (await Promise.all(pages)).flat().map(({ login }) => login);
  t.same(
    paged,
    items.map(({ login }) => login),
    'and pages go over them',
  );
  t.match(await outbox('?server_id=9'), { total: 0, items: [] });
  const queued = async () => {
    const all = await admin.terminal.read<{ stats: { queued: number } }[]>('/mail-servers');
    return all.map(({ stats }) => stats.queued);
  };
  t.same(await queued(), [230]);
  await post.sending(4);
  t.equal(post.sendings.length, 4, 'one connection is left to codes');
  const other = await http.staff({ rights: ['mailbox'], group_scope: ['*'] });
  const cancel = `/mail/mailings/${id}/cancel`;
  t.equal((await other.post(cancel)).code, 'not_found', 'it is not the caller’s message');
  t.match(await outbox(), { total: 230, pending: 63 });
  // What is not made yet is listed as cancelled before it is recorded.
  http.harness.desk.mailings.stop();
  t.same(await support.made(`/mailings/${id}/cancel`), { cancelled: 226 });
  t.match(http.lines(), [{ login: support.login, text: /^e-mails of mail \d+ cancelled: 226$/ }]);
  const assertCancelled = async () => {
    t.match(await outbox(), { total: 230, pending: 0 });
    t.same(await queued(), [4], 'those that are being sent');
    const failed = await outbox('?status=failed&limit=1000', admin);
    t.equal(failed.total, 226);
    const given = { status: 'failed', error: 'the mailing was cancelled', attempts: 0 };
    for (const item of failed.items) t.match(item, { ...given, sent_at: /Z$/ });
    const missing = new Set(logins);
    for (const { login } of (await outbox('?limit=1000')).items) missing.delete(login);
    t.same([...missing], [], 'each recipient is listed');
  };
  await assertCancelled();
  t.equal((await support.post(`/mailings/${id}/cancel`)).code, 'not_found', 'once');
  const later = new DeskHarness([...http.harness.log], http.harness.now);
  later.desk.mailings.start();
  const unmade = () => Array.from(later.desk.records.all('mailing'));
  await until('all results after a restart', () => unmade().length === 0);
  const changes = later.log.flatMap((event) => event.changes);
  t.equal(changes.filter(({ kind }) => kind === 'sent_email').length, 226);
  http.harness.desk.mailings.start();
  const { records } = http.harness.desk;
  await until('all results', () => Array.from(records.all('mailing')).length === 0);
  await assertCancelled();
  for (const { end } of post.sendings) end(ACCEPTED);
  await until('the outbox', async () => (await outbox('?status=sent')).total === 4);
  t.match(await outbox(), { total: 230, pending: 0 });
  t.equal((await support.post(`/mailings/${id}/cancel`)).code, 'not_found');
  t.equal(post.sendings.length, 4, 'no further e-mail goes out');
});

test`e-mails of a message wait a day for a mail server, not a day a hundred`(async (t, desk) => {
  const { support, admin, post, server, outbox, http } = desk;
  const id = await server({ is_default: true });
  const logins = await desk.logins(220);
  const { created_at } = await support.send({ ...TEXT, to_logins: logins, email: true });
  const sendings = await Promise.all([1, 2, 3, 4].map((n) => post.sending(n)));
  const { version } = await admin.terminal.read<{ version: number }>(`/mail-servers/${id}`);
  await admin.terminal.patch(`/mail-servers/${id}`, { version, enabled: false });
  for (const { end } of sendings) end(ACCEPTED);
  await until('what was sent', async () => (await outbox('?status=sent')).total === 4);
  t.match(await outbox('?status=queued'), { total: 216 });
  http.harness.now = Date.parse(created_at) + 86_400_000;
  http.harness.desk.mailQueue.look();
  const failed = http.harness.desk.records;
  await until('an end', () => [...failed.all('email'), ...failed.all('mailing')].length === 0);
  t.equal(post.sendings.length, 4);
});

test`no e-mail that is being given up is sent meanwhile`(async (t, desk) => {
  const { support, post, server, outbox, http } = desk;
  await server({ is_default: true });
  const { id } = await support.send({ ...TEXT, to_logins: await desk.logins(20), email: true });
  await until('all that are made', async () => (await outbox()).pending === 0);
  await post.sending(4);
  const [begin, cancelling] = [http.harness.holdWrites(), support.post(`/mailings/${id}/cancel`)];
  await turn();
  begin();
  const giveUp = http.harness.holdWrites();
  await turn();
  for (const one of post.sendings.slice(0, 4)) one.end(ACCEPTED);
  await turn();
  t.equal(post.sendings.length, 4, 'none of the others begins');
  giveUp();
  t.same((await cancelling).data, { cancelled: 16 });
  await until('the results', async () => (await outbox('?status=sent')).total === 4);
  t.match(await outbox('?status=failed'), { total: 16 });
  t.equal(post.sendings.length, 4);
});

test`who maintains the mail servers cancels the e-mails of others, too`(async (t, desk) => {
  const { support, admin, post, server, outbox, trader } = desk;
  await server({ is_default: true });
  const boxes = [];
  for (let n = 0; n < 6; n += 1) boxes.push(await trader(`c${n}@one.example`));
  const to_logins = boxes.map(({ login }) => login);
  const { id } = await support.send({ ...TEXT, to_logins, email: true });
  await post.sending(4);
  t.same(await admin.made(`/mailings/${id}/cancel`), { cancelled: 2 });
  t.match(await outbox('?status=failed'), { items: [{ error: /cancelled/ }, {}] });
});

test`two messages that go out at the same time reach all of their recipients`(async (t, desk) => {
  const { support, admin, post, server, http, outbox } = desk;
  await server({ is_default: true });
  const without = await http.openAccount({ group: 'demo\\netting' });
  const logins = [...(await desk.logins(110)), without];
  const asked = { body: 'x', to_logins: logins, email: true };
  const sent = await Promise.all([
    support.post('', { ...asked, subject: 'One' }),
    admin.post('', { ...asked, subject: 'Two' }),
  ]);
  for (const one of sent) t.match(one.data, { delivered: 111, emailed: 110 });
  let ended = 0;
  await until('the outbox', async () => {
    for (const { end } of post.sendings.slice(ended)) end(ACCEPTED);
    ended = post.sendings.length;
    return (await outbox('?status=sent', admin)).total === 220;
  });
  const got = post.sendings.map(({ letter }) => `${letter.subject} ${letter.to}`);
  t.equal(new Set(got).size, 220);
  t.equal(got.length, 220);
  t.match(await outbox('', admin), { total: 220, pending: 0 });
});

test`a mail server that hangs delays no mailing through another one`(async (t, desk) => {
  const { support, post, server, http } = desk;
  const [bad, good] = [await server({ server: 'bad.example:25' }), await server({ name: 'Good' })];
  const logins = await desk.logins(60);
  const { mailings, records } = http.harness.desk;
  mailings.stop();
  const send = async (server_id: number, to_logins: readonly number[]) =>
    Math.floor((await support.send({ ...TEXT, to_logins, email: true, server_id })).id / 2);
  const two = logins.slice(0, 2);
  const first = await send(bad, two);
  const second = await send(bad, two);
  const third = await send(good, two);
  mailings.start();
  await until('their e-mails', () => Array.from(records.all('mailing')).length === 0);
  const made = Array.from(records.all('email'), ({ record }) => record.mail);
  t.same([...new Set(made)], [first, third, second], 'servers take turns');
  for (let n = 0; n < 3; n += 1) await send(bad, logins);
  await until('the e-mails that wait', () => Array.from(records.all('mailing')).length === 0);
  await send(good, two);
  const byGood = () => post.sendings.filter(({ route }) => route.host === 'localhost');
  await until('the e-mails through the good server', () => byGood().length === 4);
});

test`e-mails that wait for another try hold up no others of their server`(async (t, desk) => {
  const { support, post, server, logins, outbox } = desk;
  const id = await server({ is_default: true });
  const to_logins = await logins(60);
  const send = (server_id: number) => support.send({ ...TEXT, to_logins, email: true, server_id });
  let ended = 0;
  const tried = async (count: number) => {
    await until('so many tries', () => {
      for (const { end } of post.sendings.slice(ended)) end(refused('450 4.2.0 greylisted'));
      ended = post.sendings.length;
      return ended >= count;
    });
  };
  for (let n = 1; n <= 3; n += 1) {
    await send(id);
    await tried(60 * n);
  }
  t.match(await outbox('?status=queued'), { total: 180, pending: 0 }, 'none was given up');
  await send(0);
  await tried(240);
  t.equal(post.sendings.length, 240, 'and none was tried again yet');
});

test`the default server has one turn, whether mailings name it or not`(async (t, desk) => {
  const { support, server, logins, http } = desk;
  const id = await server({ is_default: true });
  const other = await server({ name: 'Other' });
  const to_logins = await logins(2);
  const { mailings, records } = http.harness.desk;
  mailings.stop();
  const sent: number[] = [];
  for (const server_id of [0, id, other]) {
    const mail = await support.send({ ...TEXT, to_logins, email: true, server_id });
    sent.push(Math.floor(mail.id / 2));
  }
  mailings.start();
  await until('their e-mails', () => Array.from(records.all('mailing')).length === 0);
  const made = new Set(Array.from(records.all('email'), ({ record }) => record.mail));
  t.same([...made], [sent[0], sent[2], sent[1]]);
});

test`a message to accounts without addresses makes no e-mails`(async (t, desk) => {
  const { support, post, server, outbox, trader } = desk;
  await server({ is_default: true });
  const box = await trader('');
  const sent = await support.post('', { ...TEXT, to_logins: [box.login], email: true });
  t.match(sent.data, { delivered: 1, emailed: 0 });
  t.match(await outbox(), { total: 0, pending: 0 });
  t.equal(post.sendings.length, 0);
  t.equal((await box.inbox()).length, 1);
});
