// Rates of accounts: one that sends without end is refused, slowed and closed; others go on.

import t from 'tap';
import { SLOWED_MS_MAX } from '../../../http/session/account-share.js';
import { sessionOf } from '../../support/memory-actors.js';
import { type Refused, SocketHarness, TOKEN, turnUntil } from '../../support/socket-harness.js';
import { test } from '../routes/tags.js';

/** Two trade requests a second are four of every kind. */
const RATE = { tradeRate: 2 };
const OTHER = 'session-of-another';

const openTwo = async (test: Pick<typeof t, 'teardown'>) => {
  const { harness, actors } = await SocketHarness.open(test, RATE);
  actors.setSession(sessionOf(OTHER, { login: 1002 }));
  actors.onFrame = (frame) => setImmediate(() => actors.answer(frame, '{}'));
  return { harness, actors, clock: harness.clock };
};

t.test('the sockets of an account share its rate; what is beyond reaches no shard', async (t) => {
  const { harness, actors, clock } = await openTwo(t);
  const [one, two] = [await harness.trader(), await harness.trader()];
  const other = await harness.trader(OTHER);
  t.match((await one.request('hello')).data, {
    limits: { trades_per_sec: 2, requests_per_sec: 4 },
  });
  for (const peer of [two, one, two]) t.match(await peer.request('account'), { code: 'ok' });
  const refused = one.send('trade');
  await one.pong();
  t.equal(actors.sent.length, 3);
  t.match(await other.request('trade'), { code: 'ok' }, 'another account is not concerned');
  t.notMatch(one.frames, [{ id: refused }], 'it is answered when the rate has come to it');
  clock.advance(250);
  t.match(await one.next(({ id }) => id === refused), {
    code: 'trade.too_many_requests',
    message: /rate allows; try again\.$/,
  });
  clock.advance(1_000);
  t.match(await two.request('trade'), { code: 'ok' }, 'and it goes on');
});

t.test('every operation counts, also what is malformed or answered by the front', async (t) => {
  const { harness, actors, clock } = await openTwo(t);
  const peer = await harness.trader();
  t.match(await peer.request('ping'), { code: 'ok' });
  t.match(await peer.request('unheard_of'), { code: 'invalid_input' });
  peer.raw('{');
  t.match(await peer.next(({ id }) => id === null), { code: 'invalid_input' });
  t.match(await peer.request('ping'), { code: 'ok' });
  const refused = peer.send('trade');
  await peer.pong();
  clock.advance(250);
  t.match(await peer.next(({ id }) => id === refused), { code: 'trade.too_many_requests' });
  t.equal(actors.sent.length, 0);
});

test`an account that goes on is closed, and stays out until its rate has come to it`(async (t) => {
  const { harness, clock } = await openTwo(t);
  const peer = await harness.trader();
  for (let n = 0; n < 9; n += 1) peer.send('trade');
  t.match(await peer.closed, { code: 1008, reason: /more requests than its rate allows/ });
  const again = (await harness.upgrade('/trader/v1/socket', { token: TOKEN })) as Refused;
  t.match(again, { status: 429, body: { code: 'trade.too_many_requests' } });
  t.match(again.headers, {
    'retry-after': '1',
    'ratelimit-limit': '4',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '1',
  });
  t.match(await (await harness.trader(OTHER)).request('trade'), { code: 'ok' });
  clock.advance(2 * SLOWED_MS_MAX);
  t.match(await (await harness.trader()).request('ping'), { code: 'ok' });
});

t.test('requests that a shard does not answer are bounded for each account', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t, RATE);
  actors.setSession(sessionOf(OTHER, { login: 1002 }));
  const [one, two] = [await harness.trader(), await harness.trader()];
  for (const peer of [one, two, one, two]) peer.send('trade');
  await turnUntil('all are under way', () => actors.sent.length === 4);
  clock.advance(1_000);
  const beyond = one.send('trade');
  const other = await harness.trader(OTHER);
  other.send('trade');
  await turnUntil("another account's goes on", () => actors.sent.length === 5);
  two.ws.terminate();
  await turnUntil('what the closed socket owed is forgotten', () => actors.callers.size === 2);
  one.send('trade');
  await turnUntil('there is room again', () => actors.sent.length === 6);
  for (const frame of [...actors.sent]) actors.answer(frame);
  t.match(await one.next(({ id }) => id === beyond), { code: 'trade.too_many_requests' });
});
