// Tick rings: delivery in order, and what a full ring keeps so that no trigger is lost.

import fc from 'fast-check';
import t from 'tap';
import { TickReader, TickWriter, tickRingMemory } from '../../../actors/shared/tick-ring.js';
import { runsOf } from '../../support/run.js';

interface Tick {
  readonly symbol: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  readonly last?: number;
}

const ringOf = (capacity: number) => {
  const memory = tickRingMemory(capacity);
  let rings = 0;
  const writer = new TickWriter(memory, { ring: () => (rings += 1) });
  const reader = new TickReader(memory);
  const drained: Tick[] = [];
  const drain = (max: number): number =>
    reader.drain((symbol, bid, ask, time, last) => {
      drained.push({ symbol, bid, ask, time, last });
    }, max);
  const push = ({ symbol, bid, ask, time, last }: Tick): void =>
    writer.push(symbol, bid, ask, time, last);
  return { writer, reader, drained, drain, push, rings: () => rings };
};

/** Levels that orders and stops wait for, each as the name of the trigger it fires. */
const triggersOf = (ticks: readonly Tick[], levels: readonly number[]): string[] => {
  const fired = new Set<string>();
  for (const { symbol, bid, ask, last = 0 } of ticks) {
    for (const level of levels) {
      if (last <= level) fired.add(`${symbol} last down to ${level}`);
      if (last >= level) fired.add(`${symbol} last up to ${level}`);
      if (bid <= level) fired.add(`${symbol} bid down to ${level}`);
      if (bid >= level) fired.add(`${symbol} bid up to ${level}`);
      if (ask <= level) fired.add(`${symbol} ask down to ${level}`);
      if (ask >= level) fired.add(`${symbol} ask up to ${level}`);
    }
  }
  return [...fired].sort();
};

const isSubsequence = (part: readonly Tick[], whole: readonly Tick[]): boolean => {
  let at = 0;
  for (const tick of whole) if (at < part.length && part[at]?.time === tick.time) at += 1;
  return at === part.length;
};

t.test('ticks arrive in order, become visible by the flush, and ring the bell once', async (t) => {
  const ring = ringOf(8);
  const ticks = [1, 2, 3].map((n) => ({ symbol: n, bid: n * 10, ask: n * 10 + 1, time: n }));
  for (const tick of ticks) ring.push(tick);
  t.equal(ring.reader.pending(), false);
  t.equal(ring.writer.flush(), true);
  t.equal(ring.rings(), 1);
  t.equal(ring.drain(2), 2);
  t.equal(ring.reader.pending(), true);
  t.equal(ring.drain(10), 1);
  t.same(
    ring.drained,
    ticks.map((tick) => ({ ...tick, last: 0 })),
  );
  ring.writer.flush();
  t.equal(ring.rings(), 1, 'a flush without news rings nobody');
});

t.test('a ring that is more than half full asks its producer to hold back', async (t) => {
  const ring = ringOf(8);
  for (let n = 0; n < 5; n += 1) ring.push({ symbol: 1, bid: n, ask: n, time: n });
  t.equal(ring.writer.flush(), false);
  ring.drain(1);
  t.equal(ring.writer.flush(), true);
});

t.test('a taker that throws has taken its tick; the next drain goes on behind it', async (t) => {
  const ring = ringOf(8);
  for (let n = 1; n <= 3; n += 1) ring.push({ symbol: n, bid: n, ask: n, time: n });
  ring.writer.flush();
  t.throws(() =>
    ring.reader.drain(() => {
      throw new Error('broken');
    }, 10),
  );
  ring.drain(10);
  const symbols = ring.drained.map((tick) => tick.symbol);
  t.same(symbols, [2, 3]);
});

t.test('a full ring keeps and delivers the extremes and the newest of a symbol', async (t) => {
  const ring = ringOf(8);
  for (let n = 0; n < 8; n += 1) ring.push({ symbol: 9, bid: 50, ask: 51, time: n });
  const bids = [50, 40, 45, 60, 55, 54];
  bids.forEach((bid, n) => {
    ring.push({ symbol: 1, bid, ask: bid + 2, time: 100 + n });
  });
  t.equal(ring.writer.waiting, 1);
  t.equal(ring.writer.flush(), false);
  ring.drain(100);
  t.equal(ring.writer.flush(), true);
  ring.drain(100);
  const found = ring.drained.slice(8).map((tick) => tick.bid);
  t.same(found, [40, 60, 54]);
});

t.test('whatever overflows, the same triggers fire as by full delivery', async (t) => {
  const price = fc.integer({ min: 1, max: 40 });
  const symbol = fc.integer({ min: 1, max: 4 });
  const tick = fc.record({ symbol, bid: price, width: price, last: price });
  const step = fc.oneof(
    { weight: 8, arbitrary: tick.map((value) => ({ tick: value, drain: -1 })) },
    { weight: 1, arbitrary: fc.nat({ max: 12 }).map((drain) => ({ tick: null, drain })) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = ringOf(8);
      const sent: Tick[] = [];
      for (const { tick, drain } of steps) {
        if (tick === null) {
          ring.writer.flush();
          ring.drain(drain);
          continue;
        }
        const { symbol, bid, width, last } = tick;
        const full = { symbol, bid, ask: bid + width, time: sent.length, last };
        sent.push(full);
        ring.push(full);
      }
      while (!ring.writer.flush() || ring.reader.pending()) ring.drain(3);
      const levels = Array.from({ length: 82 }, (_, level) => level);
      t.same(triggersOf(ring.drained, levels), triggersOf(sent, levels));
      for (const symbol of [1, 2, 3, 4]) {
        const got = ring.drained.filter((one) => one.symbol === symbol);
        const all = sent.filter((one) => one.symbol === symbol);
        if (!isSubsequence(got, all)) throw new Error('a tick that never was, or out of order');
        if (got.at(-1)?.time !== all.at(-1)?.time) throw new Error('the newest quote is lost');
      }
    }),
    { numRuns: runsOf(150) },
  );
});

t.test('the size of a ring is a power of two', async (t) => {
  t.throws(() => tickRingMemory(1000), RangeError);
  t.throws(() => tickRingMemory(4), RangeError);
});

t.test('a consumer that wants ticks later is woken at a quarter of the ring', async (t) => {
  const ring = ringOf(16);
  ring.reader.want('later');
  const tick = { symbol: 1, bid: 10, ask: 11, time: 1 };
  for (let n = 0; n < 4; n += 1) {
    ring.push(tick);
    ring.writer.flush();
  }
  t.equal(ring.rings(), 0);
  t.equal(ring.reader.isFilling(), false);
  ring.push(tick);
  ring.writer.flush();
  t.equal(ring.rings(), 1);
  t.equal(ring.reader.isFilling(), true);
  t.equal(ring.drain(16), 5, 'none was lost');
  ring.reader.want('now');
  ring.push(tick);
  ring.writer.flush();
  t.equal(ring.rings(), 2);
});

t.test('a consumer that wants no ticks gets those that come after it wants them', async (t) => {
  const ring = ringOf(8);
  ring.reader.want('never');
  for (let time = 1; time <= 20; time += 1) ring.push({ symbol: 1, bid: 10, ask: 11, time });
  t.equal(ring.writer.flush(), true, 'they fill no ring');
  ring.reader.want('now');
  ring.push({ symbol: 1, bid: 10, ask: 11, time: 21 });
  ring.writer.flush();
  t.equal(ring.drain(8), 1);
  t.match(ring.drained, [{ time: 21 }]);
  t.equal(ring.rings(), 1);
});
