// Many rows at one tick or one time: they are processed in slices, with requests between them.

import t from 'tap';
import { SLICE_WORK } from '../../../actors/shard/settling.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Position } from '../../../wire/trading/records.js';
import { LOGIN, marketOrder, ShardHarness } from '../../support/shard-harness.js';

const STOPS = 3 * SLICE_WORK;

/** A shard whose account 1001 has positions of 0.01 EURUSD with these stops. */
const withPositions = (count: number, more: object = {}): ShardHarness => {
  const one = new ShardHarness();
  for (let n = 0; n < count; n += 1) {
    const { answer } = one.trade(marketOrder({ volume: '0.01', ...more }));
    if (answer.code !== 'ok') throw new Error(`${answer.code} ${answer.message}`);
  }
  return one;
};

const closes = (events: readonly AccountEvent[]) =>
  events.flatMap(({ deals }) => deals).filter(({ entry }) => entry === 'out');

/** Takes slices until all accounts have settled; answers what was committed. */
const settle = (one: ShardHarness): AccountEvent[] => {
  while (!one.shard.settling.isDone) one.shard.settling.slice();
  return one.commit();
};

t.test('many stops at one tick leave turns to others, and all have its price', async (t) => {
  const one = withPositions(STOPS, { sl: '1.09000' });
  one.quote('EURUSD', '1.08900', '1.08910');
  const first = closes(one.commit());
  t.ok(first.length > 0 && first.length <= SLICE_WORK, `${first.length} of ${STOPS}`);
  one.deposit('10000', LOGIN + 1);
  one.shard.timers();
  one.quote('EURUSD', '1.08000', '1.08010');
  const others = closes(settle(one));
  t.equal(first.length + others.length, STOPS);
  t.same(new Set([...first, ...others].map(({ price }) => price)), new Set([108_900_000]));
  t.equal(one.state().positions.size, 0);
});

t.test('many orders that expire at one time leave turns to others', async (t) => {
  const one = new ShardHarness();
  const expires_at = new Date(one.now + 1_000).toISOString();
  for (let n = 0; n < STOPS; n += 1) {
    const pending = { kind: 'pending', order_kind: 'limit', side: 'buy', symbol: 'EURUSD' };
    const { answer } = one.trade({
      ...{ ...pending, volume: '0.01', price: '1.00000' },
      ...{ expiration: 'specified', expires_at },
    });
    t.equal(answer.code, 'ok', answer.message) || t.end();
  }
  one.now += 1_000;
  one.shard.timers();
  const first = one.commit();
  t.ok(first.length > 0 && first.length <= SLICE_WORK, `${first.length} of ${STOPS}`);
  t.ok(one.shard.nextDue <= one.now, 'the next slice is due at once, without a request or tick');
  const events = [...first, ...settle(one)];
  t.equal(one.shard.nextDue, Number.POSITIVE_INFINITY);
  t.equal(events.flatMap(({ orders }) => orders).length, STOPS);
  t.equal(one.state().orders.size, 0);
});

t.test('a stop-out of many positions leaves turns to others, and ends as one does', async (t) => {
  const one = withPositions(STOPS);
  one.quote('EURUSD', '0.80000', '0.80010');
  const first = closes(one.commit());
  t.ok(first.length > 0 && first.length <= SLICE_WORK, `${first.length} of ${STOPS}`);
  const others = closes(settle(one));
  const left: readonly Position[] = [...one.state().positions.values()];
  t.equal(first.length + others.length + left.length, STOPS);
  t.ok(others.length > 0);
  t.match(one.state().ledger.so_state, /^(none|margin_call)$/);
});
