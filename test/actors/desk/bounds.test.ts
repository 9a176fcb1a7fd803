// What the desk holds of what users do has an end: collections are filled, and their size is
// looked at.

import t from 'tap';
import { CONFIRM_MS, Confirmations } from '../../../actors/desk/identity/confirmations.js';
import { Online } from '../../../actors/desk/identity/online.js';
import { CatchUp } from '../../../actors/desk/projection/catch-up.js';
import { ADDRESSES_MAX, Attempts, UNWRITTEN_MAX } from '../../../actors/desk/state/attempts.js';
import type { DeskContext } from '../../../actors/desk/state/desk-context.js';
import { Sessions } from '../../../actors/desk/state/sessions.js';
import { type Decide, SERVER } from '../../../actors/desk/state/writer.js';
import { Locks } from '../../../actors/desk/store/locks.js';
import { ATTEMPTS_LOCK } from '../../../actors/desk/store/record-locks.js';
import { ok } from '../../../wire/base/codes.js';
import { EVERYONE } from '../../../wire/settings/servers.js';
import { dataOf, openDesk, staffCaller } from '../../support/desk-harness.js';
import { privateSize } from '../../support/private-size.js';

t.test('ended sessions leave no memory behind, also when they are not listed', async (t) => {
  const harness = await openDesk();
  const deps = { now: () => harness.now, keys: harness.keys } as DeskContext['deps'];
  const { records } = harness.desk;
  const sessions = new Sessions(records, deps);
  const online = new Online({ deps, records, sessions } as DeskContext);
  for (let n = 0; n < 20; n += 1) {
    const { session } = dataOf(await harness.signIn());
    if (n === 0) dataOf(await online.list({ caller: staffCaller() }));
    const { audience, id } = session;
    dataOf(await harness.desk.handle('auth.logout', { audience, session: id, ip: '' }));
  }
  t.equal(privateSize(online, '#faces'), 0);
  t.equal(privateSize(online, '#byId'), 0);
  t.equal(privateSize(online, '#inOrder'), 0);
  t.equal(privateSize(sessions, '#byAccess'), 0);
  t.equal(privateSize(sessions, '#byLogin'), 0);
});

t.test('attempts of so many addresses are counted, the oldest are forgotten', async (t) => {
  const { desk, now } = await openDesk();
  const attempts = new Attempts(desk.records);
  const access = { ...EVERYONE, antiflood_enabled: true };
  for (let n = 0; n < ADDRESSES_MAX + 10; n += 1) {
    attempts.floods(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, now, access);
  }
  t.equal(privateSize(attempts, '#floods'), ADDRESSES_MAX);
});

t.test('the number of failures that wait to be written is limited', async (t) => {
  const harness = await openDesk();
  const attempts = new Attempts(harness.desk.records);
  let most = 0;
  for (let n = 0; n < 3 * UNWRITTEN_MAX; n += 1) {
    const fail: Decide<null> = (tx) => {
      attempts.failSignIn(tx, 5_000 + n, '203.0.113.9', harness.now, EVERYONE);
      return ok(null);
    };
    await harness.write(fail, SERVER, [ATTEMPTS_LOCK]);
    if (n % 100 === 0) most = Math.max(most, privateSize(attempts, '#unwritten'));
  }
  t.ok(most > UNWRITTEN_MAX / 2 && most <= UNWRITTEN_MAX, `${most}`);
});

t.test('expired confirmations are forgotten with the next confirmation', async (t) => {
  const { desk } = await openDesk();
  const deps = { now: () => now, random: (bytes: number) => Buffer.alloc(bytes, now) };
  let now = 1;
  const confirmations = new Confirmations({ deps, records: desk.records } as never);
  const issue = (session: string) =>
    confirmations.issue({
      caller: staffCaller({ session }),
      action: 'positions.bulk_close',
      digest: '',
    } as never);
  for (let n = 0; n < 50; n += 1) issue(`session ${n}`);
  now += CONFIRM_MS + 1;
  issue('another');
  t.equal(privateSize(confirmations, '#open'), 1);
});

t.test('answers of bulk closes are dropped after a day, several with each new one', async (t) => {
  const harness = await openDesk();
  const begin = async (key: string): Promise<void> => {
    const act = { trades: [], total: 0 };
    dataOf(await harness.ask('trades.bulk_begin', { once: { key, digest: '' }, act }));
  };
  for (let n = 0; n < 10; n += 1) await begin(`${n}`);
  harness.now += 86_400_000;
  await begin('first');
  await begin('second');
  t.equal(harness.desk.records.count('kept_answer'), 2);
});

t.test('free locks and ended waits leave no memory behind', async (t) => {
  const locks = new Locks();
  const catchUp = new CatchUp();
  const names = Array.from({ length: 50 }, (_, n) => `login/${n}`);
  const held = names.map((name) => locks.hold([name, 'settings'], async () => {}, ['shared']));
  const waits = names.map((_, seq) => catchUp.until(seq + 1));
  t.ok(privateSize(locks, '#queues') >= 50);
  t.equal(privateSize(catchUp, '#waiting'), 50);
  catchUp.reached(50);
  await Promise.all([...held, ...waits]);
  t.equal(privateSize(locks, '#queues'), 0);
  t.equal(privateSize(catchUp, '#waiting'), 0);
});
