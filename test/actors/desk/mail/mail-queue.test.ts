// The mail queue: what waits goes out, once its cause is on disk, and is tried again or given up.

import t from 'tap';
import { EMAILS_MAX, SERVER_CONNECTIONS } from '../../../../actors/desk/mail/mail-queue.js';
import { PUBLIC_EMAILS_MAX } from '../../../../actors/desk/mail/sign-up-shares.js';
import { MailTransport } from '../../../../actors/desk/mail/transport.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import type { DeskEvent } from '../../../../wire/trading/events.js';
import { codeOf, DeskHarness, openDesk } from '../../../support/desk-harness.js';
import { ACCEPTED, EMAIL, MailQueueHarness, openMailQueue, refused } from './post.js';
import { answer, openMailHost } from './servers.js';

const MINUTE = 60_000;
const never = new Promise<void>(() => {});

t.test('An e-mail and its cause are one event', async (t) => {
  const post = await openMailQueue();
  await post.write((tx, now) => {
    tx.note('system', 0, 'someone asked for a code');
    return post.mailQueue.add(tx, [EMAIL, { ...EMAIL, to: 'bob@client.example' }], now);
  });
  t.match(post.harness.log.at(-1), {
    journal: [{ text: 'someone asked for a code' }],
    changes: [
      { kind: 'sequence' },
      { kind: 'email', key: '1', record: { to: 'ann@client.example', attempts: 0 } },
      { kind: 'email', key: '2', record: { to: 'bob@client.example', attempts: 0 } },
    ],
  });
});

t.test('An e-mail goes out through the default server, and is written down as sent', async (t) => {
  const post = await openMailQueue({ sender_name: 'Example Broker' });
  await post.queue({ subject: 'Your code', text: '123456' });
  const { route, letter } = await post.post.sending(1);
  t.match(route, { host: '127.0.0.1', port: 25, sender_name: 'Example Broker' });
  t.match(letter, { to: 'ann@client.example', subject: 'Your code', text: '123456' });
  t.equal(post.mailQueue.waiting, 1, 'being sent, it still waits');
  post.harness.now += 1500;
  await post.end(1, ACCEPTED);
  t.equal(post.mailQueue.waiting, 0);
  const at = new Date(post.harness.now).toISOString();
  t.match(post.became(1), { server_id: 1, status: 'sent', attempts: 1, error: '', sent_at: at });
  t.notMatch(JSON.stringify(post.harness.log), '123456', 'its text is nowhere in clear');
  t.same(post.stats(), { server_id: 1, sent: 1, errors: 0, send_ms: 1500 });
});

t.test('An e-mail of a copy waits for the release, or is given up after a day', async (t) => {
  const post = await openMailQueue();
  post.harness.unreleased = true;
  await post.queue();
  post.mailQueue.look();
  t.same([post.post.sendings.length, post.mailQueue.waiting], [0, 1]);
  t.equal(codeOf(await post.harness.desk.handle('platform.release', { caller: null })), 'ok');
  await post.post.sending(1);
  await post.end(1, ACCEPTED);
  post.harness.unreleased = true;
  await post.queue();
  post.harness.now += 24 * 60 * MINUTE;
  post.mailQueue.look();
  await post.until(() => post.became(2) !== undefined);
  t.match(post.became(2), { status: 'failed', attempts: 0, error: /not released/ });
});

t.test('An e-mail whose text cannot be opened is given up', async (t) => {
  const post = await openMailQueue({ enabled: false });
  await post.queue({ text: 'for Ann' });
  await post.queue({ text: 'for Bob', to: 'bob@client.example' });
  const [ann, bob] = post.waiting();
  const record = { ...bob, text: ann?.text };
  const event = post.harness.log.at(-1) as DeskEvent;
  const changes = event.changes.map((one) => (one.kind === 'email' ? { ...one, record } : one));
  const swapped = new DeskHarness([...post.harness.log.slice(0, -1), { ...event, changes }]);
  const later = new MailQueueHarness(swapped);
  later.mailQueue.start();
  await later.write((tx) => tx.patch('mail_server', '1', { enabled: true }));
  await later.until(() => later.became(2) !== undefined);
  t.match(later.became(2), { status: 'failed', attempts: 0, error: 'its text cannot be opened' });
  const { letter } = await later.post.sending(1);
  t.match(letter, { to: 'ann@client.example', text: 'for Ann' }, 'the other is sent');
});

t.test('What a refused decision would have sent is not sent', async (t) => {
  const post = await openMailQueue();
  const outcome = await post.harness.write((tx, now) => {
    post.mailQueue.add(tx, [EMAIL], now);
    return refuse('conflict');
  });
  t.equal(codeOf(outcome), 'conflict');
  t.same(post.waiting(), []);
  t.same(post.post.sendings, []);
});

t.test('Nothing is sent before its event is on disk', async (t) => {
  const post = await openMailQueue();
  const commit = post.harness.holdWrites();
  const queued = post.queue();
  post.mailQueue.look();
  t.same(post.post.sendings, []);
  commit();
  await queued;
  await post.post.sending(1);
});

t.test('An e-mail with a server of its own goes out there', async (t) => {
  const post = await openMailQueue();
  await post.server({ id: 2, server: 'mail.example:587', is_default: false });
  await post.queue({ server_id: 2 });
  t.match((await post.post.sending(1)).route, { host: 'mail.example', port: 587 });
  await post.end(1, ACCEPTED);
  t.match(post.stats(2), { sent: 1 });
  t.equal(post.stats(1), undefined);
});

t.test('A try that fails is made again after 1, 2, 4 and 8 minutes, then given up', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  for (const [index, minutes] of [1, 2, 4, 8].entries()) {
    await post.end(index + 1, refused(`451 try ${index + 1}`));
    const next_at = new Date(post.harness.now + minutes * MINUTE).toISOString();
    const attempts = index + 1;
    t.match(post.waiting(), [{ attempts, next_at, error: `451 try ${attempts}` }]);
    await post.pass(minutes * MINUTE - 1);
    t.equal(post.post.sendings.length, attempts, 'not before its time');
    await post.pass(1);
  }
  t.equal(post.stats(), undefined, 'no error as long as there are tries left');
  await post.end(5, refused('451 try 5'));
  t.same(post.waiting(), []);
  t.match(post.became(1), { status: 'failed', attempts: 5, error: '451 try 5' });
  t.same(post.stats(), { server_id: 1, sent: 0, errors: 1, send_ms: 0 });
  await post.pass(60 * MINUTE);
  t.equal(post.post.sendings.length, 5);
});

t.test('What is refused for good is given up at once', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  await post.end(1, { kind: 'failed', error: '550 no such user', final: true });
  t.match(post.became(1), { status: 'failed', attempts: 1, error: '550 no such user' });
  t.match(post.stats(), { errors: 1 });
});

t.test('Without a default server e-mails wait for one, a day long', async (t) => {
  const post = new MailQueueHarness();
  post.mailQueue.start();
  await post.queue();
  await post.pass(86_400_000 - 1);
  t.match(post.waiting(), [{ attempts: 0, error: '' }]);
  await post.server();
  await post.end(1, ACCEPTED);

  await post.write((tx) => tx.patch('mail_server', '1', { is_default: false }));
  await post.queue();
  await post.pass(86_400_000);
  await post.until(() => post.mailQueue.waiting === 0);
  const error = 'there is no default mail server';
  t.match(post.became(2), { server_id: null, status: 'failed', attempts: 0, error });
});

t.test('E-mails of a disabled server wait until it is enabled', async (t) => {
  const post = await openMailQueue({ enabled: false });
  await post.queue();
  await post.queue({ server_id: 1 });
  await post.pass(MINUTE);
  t.same(post.post.sendings, []);
  await post.write((tx) => tx.patch('mail_server', '1', { enabled: true }));
  await post.end(1, ACCEPTED);
  await post.end(2, ACCEPTED);
  t.same(post.waiting(), []);
});

t.test('E-mails of a deleted server are given up', async (t) => {
  const post = await openMailQueue({ is_default: false, enabled: false });
  await post.queue({ server_id: 1 });
  await post.write((tx) => tx.remove('mail_server', '1'));
  await post.until(() => post.mailQueue.waiting === 0);
  t.match(post.became(1), { status: 'failed', error: 'its mail server was deleted' });
});

t.test('A server that was deleted meanwhile has no more stats', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  await post.post.sending(1);
  await post.write((tx) => tx.remove('mail_server', '1'));
  await post.end(1, ACCEPTED);
  t.match(post.became(1), { status: 'sent' });
  t.equal(post.stats(), undefined);
});

t.test('A server deleted while its e-mail is written down has no stats after it', async (t) => {
  const post = await openMailQueue({}, await openDesk());
  await post.queue();
  const { end } = await post.post.sending(1);
  const commit = post.harness.holdWrites();
  const deleted = post.harness.ask('settings.remove', { kind: 'mail_server', id: 1 });
  await new Promise(setImmediate);
  end(ACCEPTED);
  await new Promise(setImmediate);
  commit();
  t.match(await deleted, { ok: true });
  await post.until(() => post.became(1) !== undefined);
  t.equal(post.stats(), undefined);
});

t.test('E-mails wait for a password that cannot be opened', async (t) => {
  const post = await openMailQueue({ login: 'office', password: 'sealed-by-another' });
  await post.queue();
  await post.pass(MINUTE);
  t.same(post.post.sendings, []);
  await post.write((tx) => tx.patch('mail_server', '1', { password: '' }));
  await post.post.sending(1);
});

t.test('What waits survives a restart, with the tries that it had', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  await post.end(1, refused());
  const again = post.restarted();
  again.mailQueue.start();
  t.match(again.waiting(), [{ attempts: 1, error: '451 later' }]);
  t.same(again.post.sendings, [], 'its pause goes on');
  await again.pass(MINUTE);
  await again.end(1, ACCEPTED);
  t.match(again.became(1), { status: 'sent', attempts: 2, error: '' });
  t.match(again.stats(), { sent: 1, errors: 0 }, 'tries are no errors');
  await again.queue();
  t.match(again.waiting(), [{ id: 2 }], 'numbers are not given twice');
});

t.test("What was being sent at the process's death is sent again as the same", async (t) => {
  const post = await openMailQueue();
  await post.queue();
  const first = await post.post.sending(1);
  const again = post.restarted();
  again.mailQueue.start();
  const second = await again.post.sending(1);
  t.match(first.letter.messageId, /^<1\.\d+@broker\.example>$/);
  t.equal(second.letter.messageId, first.letter.messageId);
  t.equal(second.letter.at, first.letter.at);
});

t.test('A server that hangs holds up its own e-mails alone', async (t) => {
  const post = await openMailQueue();
  await post.server({ id: 2, server: 'other.example:25', is_default: false });
  for (let count = 0; count < 8; count += 1) await post.queue();
  await post.queue({ server_id: 2 });
  const other = await post.post.sending(SERVER_CONNECTIONS + 1);
  t.equal(other.route.host, 'other.example');
  await post.end(SERVER_CONNECTIONS + 1, ACCEPTED);
  t.equal(post.post.sendings.length, SERVER_CONNECTIONS + 1, 'and has so many connections');
  await post.end(1, ACCEPTED);
  await post.post.sending(SERVER_CONNECTIONS + 2);
});

t.test('At a stop what is being sent may finish', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  const { end } = await post.post.sending(1);
  const stopped = post.mailQueue.stop(never);
  await post.queue();
  end(ACCEPTED);
  await stopped;
  t.match(post.became(1), { status: 'sent' });
  t.equal(post.post.sendings.length, 1, 'and nothing new begins');
});

t.test('What outlasts the patience of a stop is tried after the next start', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  await post.post.sending(1);
  await post.mailQueue.stop(Promise.resolve());
  t.equal(post.post.closed, true, 'it is broken off');
  t.match(post.waiting(), [{ attempts: 0 }]);
  const again = post.restarted();
  again.mailQueue.start();
  await again.end(1, ACCEPTED);
});

t.test('What was sent and could not be written is not sent again', async (t) => {
  const post = await openMailQueue();
  await post.queue();
  const { end } = await post.post.sending(1);
  const full = Promise.reject(new Error('the log is behind'));
  full.catch(() => {});
  post.harness.hold = full;
  const failed = new Promise<void>((resolve) => {
    post.harness.onFailure = () => setImmediate(resolve);
  });
  end(ACCEPTED);
  await failed;
  t.equal(post.mailQueue.waiting, 1);
  post.harness.hold = undefined;
  await post.pass(0);
  await post.until(() => post.mailQueue.waiting === 0);
  t.match(post.became(1), { status: 'sent' });
  t.equal(post.post.sendings.length, 1);
});

t.test('What is no e-mail is refused, and nothing of it stays', async (t) => {
  const post = await openMailQueue();
  const wrong = [
    { to: 'ann@client.example, eve@evil.example' },
    { to: 'Ann <ann@client.example>' },
    { to: 'nobody' },
    { subject: 'Hello\r\nBcc: eve@evil.example' },
    { subject: '' },
    { subject: 'x'.repeat(257) },
    { text: 'x'.repeat(65_537) },
    { text: 'half \ud800' },
  ];
  for (const given of wrong) {
    const email = { ...EMAIL, ...given };
    const outcome = await post.harness.write((tx, now) => post.mailQueue.add(tx, [email], now));
    t.match(outcome, { code: 'invalid_input', message: new RegExp(`^${Object.keys(given)[0]}:`) });
  }
  t.same(post.waiting(), []);
});

t.test('A full queue takes no more', async (t) => {
  const post = await openMailQueue({ enabled: false });
  const add = (count: number, text = '') =>
    post.harness.write((tx, now) => {
      const added = post.mailQueue.add(tx, Array(count).fill({ ...EMAIL, text }), now);
      return added.ok ? ok(null) : added;
    });
  t.equal(codeOf(await add(600, 'x'.repeat(65_536))), 'auth.too_many_attempts', 'too much text');
  t.equal(codeOf(await add(EMAILS_MAX + 1)), 'auth.too_many_attempts');
  t.equal(codeOf(await add(2)), 'ok');
  t.equal(codeOf(await add(EMAILS_MAX - 1)), 'auth.too_many_attempts');
  t.equal(post.mailQueue.waiting, 2);
});

t.test('A network that fills its share of forms keeps out nobody else', async (t) => {
  const post = await openMailQueue({ enabled: false });
  const ask = async (
    cause: 'form' | 'code',
    ip: string,
    count = 1,
    { harness, mailQueue } = post,
  ) =>
    codeOf(
      await harness.write((tx, now) => {
        for (let n = 0; n < count; n += 1) {
          const added = mailQueue.add(tx, [{ ...EMAIL, by: { cause, ip } }], now);
          if (!added.ok) return added;
        }
        return ok(null);
      }),
    );
  const own = Math.ceil(PUBLIC_EMAILS_MAX / 16);
  t.equal(await ask('form', '2001:db8:1::1', own), 'ok');
  t.equal(await ask('form', '2001:db8:1:2::1'), 'auth.too_many_attempts');
  t.equal(await ask('form', '203.0.113.9'), 'ok', 'another network has room');
  t.equal(await ask('code', '2001:db8:1::1'), 'ok', 'and so have its codes');
  await post.queue();
  const again = post.restarted();
  t.equal(await ask('form', '2001:db8:1::1', 1, again), 'auth.too_many_attempts', 'restarted');
});

t.test('Codes and what staff send go first; networks take turns', async (t) => {
  const post = await openMailQueue({ enabled: false });
  const form = (n: number) => ({ cause: 'form', ip: `2001:db8:${n}::1` }) as const;
  for (let n = 1; n <= 4; n += 1) await post.queue({ to: `form${n}@x.example`, by: form(n) });
  await post.queue({ to: 'form@y.example', by: { cause: 'form', ip: '2001:db9::1' } });
  for (let n = 1; n <= 2; n += 1) {
    const by = { cause: 'code', ip: `2001:db8:${n}::1` } as const;
    await post.queue({ to: `code${n}@x.example`, by });
  }
  await post.queue({ to: 'code@y.example', by: { cause: 'code', ip: '203.0.113.9' } });
  await post.queue({ to: 'approved@x.example' });
  await post.write((tx) => tx.patch('mail_server', '1', { enabled: true }));
  const order: string[] = [];
  for (let n = 1; n <= 9; n += 1) {
    const sending = await post.post.sending(n);
    order.push(sending.letter.to);
    sending.end(ACCEPTED);
  }
  t.same(order, [
    ...['code1@x.example', 'code@y.example', 'approved@x.example', 'code2@x.example'],
    ...['form1@x.example', 'form@y.example'],
    ...['form2@x.example', 'form3@x.example', 'form4@x.example'],
  ]);
});

t.test('A real server takes what waits, and its refusal is kept', async (t) => {
  const host = await openMailHost({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === 'ann@client.example' ? null : answer(450, '4.2.0 mailbox is busy')),
  });
  t.teardown(() => host.close());
  const post = new MailQueueHarness();
  post.harness.mail = new MailTransport();
  await post.server({ server: `127.0.0.1:${host.port}`, security: 'none' });
  post.mailQueue.start();
  await post.queue();
  await post.queue({ to: 'bob@client.example' });
  await post.until(() => post.waiting()[0]?.attempts === 1 && post.mailQueue.waiting === 1);
  t.match(post.waiting(), [{ to: 'bob@client.example', error: '450 4.2.0 mailbox is busy' }]);
  const recipients = host.received.map(({ to }) => to.join());
  t.same(recipients, ['ann@client.example']);
  t.match(post.became(1), { status: 'sent' });
});
