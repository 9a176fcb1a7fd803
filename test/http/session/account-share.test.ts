// The shares of accounts: what is known of an account ends with its requests and sockets.

import t from 'tap';
import { AccountShares, SLOWED_MS_MAX } from '../../../http/session/account-share.js';

/** The logins from the one on, so many of them. */
const logins = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => from + n);

t.test('an account without requests and sockets is forgotten', async (t) => {
  let now = 0;
  const shares = new AccountShares(1, () => now);
  const open = shares.of(1);
  open.sockets = 1;
  shares.of(2).underWay = 1;
  for (const login of logins(1_000, 5_000)) shares.of(login).take();
  t.ok(shares.size > 5_000, 'all of them sent something');
  now += 10 * SLOWED_MS_MAX;
  for (const login of logins(10_000, 20_000)) shares.of(login);
  t.ok(shares.size < 20_000, `${shares.size} are known`);
  t.equal(shares.of(1), open);
  t.equal(shares.of(2).underWay, 1);
});

t.test('an account over its rate stays known, and so slowed', async (t) => {
  let now = 0;
  const shares = new AccountShares(1, () => now);
  const share = shares.of(1);
  t.same([share.take(), share.take()], [0, 0]);
  t.equal(share.take(), 500, 'the third waits for its turn');
  for (const login of logins(1_000, 5_000)) shares.of(login);
  t.equal(shares.of(1), share);
  t.ok(share.isOver);
  now += 500;
  t.notOk(share.isOver);
});

t.test('whoever repeats what was refused when told so is served at the rate', async (t) => {
  let now = 0;
  const share = new AccountShares(1, () => now).of(1);
  let served = 0;
  for (let sent = 0; sent < 100; sent += 1) {
    const waitMs = share.take();
    if (waitMs === 0) served += 1;
    now += waitMs;
  }
  t.equal(now, 24_500, 'two a second, and two at once');
  t.equal(served, 51);
});

t.test('refusals of requests that are sent together come one after the other', async (t) => {
  let now = 0;
  const share = new AccountShares(1, () => now).of(1);
  t.same(
    [1, 2, 3, 4].map(() => share.take()),
    [0, 0, 500, 1_000],
  );
  t.ok(share.take() > SLOWED_MS_MAX, 'the next one would wait too long');
  now += 600;
  t.equal(share.take(), 0, 'a slot that came free is given');
  t.equal(share.take(), 900, 'behind the refusals before');
  t.ok(share.isOver);
});

t.test('without a rate no request is refused', async (t) => {
  const share = new AccountShares(0).of(1);
  for (let n = 0; n < 10_000; n += 1) share.take();
  t.equal(share.take(), 0);
  t.ok(share.hasRoom);
  t.notOk(share.isOver);
});
