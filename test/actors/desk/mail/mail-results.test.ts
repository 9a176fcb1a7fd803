// Results of the e-mails of a message: they are written together, and none is lost by that.

import t, { type Test } from 'tap';
import { RESULTS_MAX, RESULTS_MS } from '../../../../actors/desk/mail/mail-queue.js';
import type { MailStatsRecord } from '../../../../wire/accounts/mail.js';
import type { DeskEvent } from '../../../../wire/trading/events.js';
import { until } from '../../../support/guard.js';
import { ACCEPTED, type MailQueueHarness, openMailQueue, refused } from './post.js';

/** Connections to a server that e-mails of messages use. */
const CONNECTIONS = 4;
const MAIL = 7;
const never = new Promise<void>(() => {});
/** Turns of the event loop in which what can go on without a further result does so. */
const QUIET_TURNS = 50;
const quiet = async (): Promise<void> => {
  for (let n = 0; n < QUIET_TURNS; n += 1) await new Promise(setImmediate);
};

/** Adds e-mails of a message through a server, to so many logins from 1001 on. */
const addEmails = (
  post: MailQueueHarness,
  count: number,
  server_id: number | null = null,
  mail = MAIL,
) =>
  post.write((tx, now) => {
    for (let login = 1001; login <= 1000 + count; login += 1) {
      const to = `c${login}@client.example`;
      const created_at = new Date(now).toISOString();
      const of = { mail, login, sender: 1, server_id, subject: 'News', to, created_at };
      post.mailQueue.addOfMailing(tx, of, now);
    }
    return { ok: true, data: null };
  });

/** A mail queue with e-mails of a message to so many logins from 1001 on. */
const openMailing = async (count: number): Promise<MailQueueHarness> => {
  const post = await openMailQueue();
  post.mailQueue.textsOf(({ login }) => `for ${login}`);
  await addEmails(post, count);
  return post;
};

/** Ends tries, from one number to another. */
const endAll = async (post: MailQueueHarness, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n += 1) (await post.post.sending(n)).end(ACCEPTED);
};

/** How many results each event of the log has, that has some. */
const resultsOf = ({ harness }: MailQueueHarness): number[] =>
  harness.log
    .map((event) => (event as DeskEvent).changes.filter(({ kind }) => kind === 'sent_email').length)
    .filter((count) => count > 0);

/** Asserts how many results the events have, when so many are written, which are all good. */
const assertResults = async (t: Test, post: MailQueueHarness, expected: readonly number[]) => {
  const all = expected.reduce((sum, count) => sum + count, 0);
  await until('the results', () => ((post.stats() as MailStatsRecord)?.sent ?? 0) >= all);
  t.same(resultsOf(post), expected);
};

t.test('One event has a hundred results, and connections do not wait for it', async (t) => {
  const post = await openMailing(RESULTS_MAX + 20);
  await endAll(post, 1, RESULTS_MAX - 1);
  await post.post.sending(RESULTS_MAX - 1 + CONNECTIONS);
  await quiet();
  t.same(resultsOf(post), [], 'further ones are being sent');
  t.equal(post.mailQueue.waiting, RESULTS_MAX + 20);
  await endAll(post, RESULTS_MAX, RESULTS_MAX);
  await assertResults(t, post, [RESULTS_MAX]);
  t.equal(post.mailQueue.waiting, 20);
  t.match(post.stats(), { sent: RESULTS_MAX, errors: 0 });
  await endAll(post, RESULTS_MAX + 1, RESULTS_MAX + 20);
  await assertResults(t, post, [RESULTS_MAX, 20]);
  const ids = post.post.sendings.map(({ letter }) => letter.messageId);
  t.equal(new Set(ids).size, RESULTS_MAX + 20, 'each goes out once');
});

t.test('Results wait a second for others, and keep the time of their tries', async (t) => {
  const post = await openMailing(10);
  const began = post.harness.now;
  await endAll(post, 1, 3);
  await post.pass(RESULTS_MS - 1);
  await quiet();
  t.same(resultsOf(post), []);
  await post.pass(1);
  await assertResults(t, post, [3]);
  t.match(post.became(1), { status: 'sent', sent_at: new Date(began).toISOString() });
});

t.test('The result of a code is written at once, with those that wait', async (t) => {
  const post = await openMailing(10);
  await endAll(post, 1, 2);
  await post.queue();
  await endAll(post, 7, 7);
  t.match((await post.post.sending(7)).letter, { text: '123456' });
  await assertResults(t, post, [3]);
});

t.test('A failed try is made again, also if its result was written with others', async (t) => {
  const post = await openMailing(3);
  (await post.post.sending(1)).end(refused('451 busy'));
  await endAll(post, 2, 3);
  await assertResults(t, post, [2]);
  t.match(post.waiting(), [{ login: 1001, attempts: 1, error: '451 busy' }]);
  await post.pass(60_000);
  const again = (await post.post.sending(4)).letter;
  t.equal(again.messageId, '<mail.7.1001@broker.example>', 'of message and login');
  t.equal(again.messageId, post.post.sendings[0]?.letter.messageId);
  await endAll(post, 4, 4);
  await assertResults(t, post, [2, 1]);
  t.match(post.became(1), { status: 'sent', attempts: 2 });
});

t.test('Codes go out before e-mails of messages that wait as long', async (t) => {
  const post = await openMailing(CONNECTIONS);
  for (const to of ['ann', 'bob']) await post.queue({ to: `${to}@client.example` });
  const tried = CONNECTIONS + 2;
  for (let n = 1; n <= tried; n += 1) (await post.post.sending(n)).end(refused('451 busy'));
  await until('the results', () => post.waiting().every(({ attempts }) => attempts === 1));
  const { sendings } = post.post;
  await post.pass(60_000);
  await post.post.sending(tried + CONNECTIONS);
  const again = sendings.slice(tried).map(({ letter }) => letter.text);
  t.same(again, ['123456', '123456', 'for 1001', 'for 1002']);
});

t.test('A stop writes the results that wait', async (t) => {
  const post = await openMailing(10);
  await endAll(post, 1, 3);
  const stopped = post.mailQueue.stop(never);
  await assertResults(t, post, [3]);
  await endAll(post, 4, 7);
  await stopped;
  t.equal(post.became(7)?.status, 'sent');
  t.equal(post.post.sendings.length, 7, 'nothing new begins');
});

t.test('A cancelled mailing keeps what was sent, also without its result', async (t) => {
  const post = await openMailing(10);
  await endAll(post, 1, 2);
  await post.post.sending(6);
  const idle = await post.mailQueue.whileIdle(MAIL, async (emails) => emails);
  t.same(
    idle.map(({ login }) => login),
    [1007, 1008, 1009, 1010],
    'four are being sent, two were sent',
  );
});

t.test('A log that takes no results has few sent without one', async (t) => {
  const post = await openMailing(3 * RESULTS_MAX);
  const full = Promise.reject(new Error('the log is behind'));
  full.catch(() => {});
  post.harness.hold = full;
  post.harness.onFailure = () => {};
  await endAll(post, 1, RESULTS_MAX);
  await quiet();
  await endAll(post, RESULTS_MAX + 1, post.post.sendings.length);
  await quiet();
  const sent = post.post.sendings.length;
  t.ok(sent < RESULTS_MAX + CONNECTIONS, `${sent} were sent`);
  post.harness.hold = undefined;
  await post.pass(RESULTS_MS);
  await assertResults(t, post, [RESULTS_MAX, sent - RESULTS_MAX]);
});

t.test('Many servers that hang delay neither a code nor a message by another server', async (t) => {
  const post = await openMailing(0);
  const ids = Array.from({ length: 24 }, (_, at) => at + 2);
  for (const id of ids) {
    await post.server({ id, server: `s${id}.example:25`, is_default: false });
    await addEmails(post, 4, id);
  }
  await quiet();
  const hosts = () => post.post.sendings.map(({ route }) => route.host);
  t.same(
    [...new Set(hosts())],
    ids.map((id) => `s${id}.example`),
    'each has a connection',
  );
  t.ok(hosts().length < 60, `${hosts().length} connections`);
  await addEmails(post, 1);
  await post.queue();
  await quiet();
  const byDefault = post.post.sendings.filter(({ route }) => route.host === '127.0.0.1');
  t.same(byDefault.map(({ letter }) => letter.subject).sort(), ['Code', 'News']);
  for (let id = 30; id < 60; id += 1) {
    await post.server({ id, server: `s${id}.example:25`, is_default: false });
    await addEmails(post, 1, id);
  }
  await quiet();
  t.equal(post.post.sendings.length, 60, 'e-mails of messages leave 4 of 64');
  await post.queue();
  await quiet();
  t.equal(post.post.sendings.length, 61);
});

t.test('A message whose recipients hang leaves every further connection to others', async (t) => {
  const post = await openMailing(20);
  await quiet();
  t.equal(post.post.sendings.length, CONNECTIONS, 'it has all of them while it is alone');
  await addEmails(post, 20, null, MAIL + 1);
  const { sendings } = post.post;
  const hang = sendings[0];
  hang?.end(refused('451 timeout'));
  for (let n = CONNECTIONS + 1; n <= CONNECTIONS + 20; n += 1) {
    const { letter, end } = await post.post.sending(n);
    t.match(letter.messageId, `<mail.${MAIL + 1}.`, 'one after the other through that connection');
    end(ACCEPTED);
  }
  await quiet();
  const last = sendings.at(-1)?.letter.messageId;
  t.match(last, `<mail.${MAIL}.`, 'which goes back to it then');
});
