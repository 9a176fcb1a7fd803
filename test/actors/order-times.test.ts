// Times of orders: every hop is counted once, in the bucket that it belongs to.

import t from 'tap';
import { HOPS, OrderTimes } from '../../actors/front/order-times.js';

/** The bounds of the only bucket that a hop has counted in, in seconds. */
const boundsOf = (times: OrderTimes, hop: (typeof HOPS)[number]): readonly number[] => {
  const found = times.histograms().find(({ label }) => label === `hop="${hop}"`);
  const { counts = [], bounds = [] } = found ?? {};
  const at = counts.findIndex((count) => count > 0);
  return [at === 0 ? 0 : (bounds[at - 1] ?? 0), bounds[at] ?? Number.POSITIVE_INFINITY];
};

t.test('each hop is counted from the stamp before it to its own', (t) => {
  const times = new OrderTimes();
  times.delivered(1000, 1000.01, 1000.11, 1001.11, 1011.11, 1111.11);
  for (const { counts } of times.histograms()) t.equal(counts.indexOf(1), -1, 'not yet sent');
  times.sent(2111.11);
  const took = { front: 10, queue: 100, shard: 1e3, log: 1e4, commit: 1e5, answer: 1e6 };
  for (const [hop, us] of Object.entries(took)) {
    const [above = 0, upTo = 0] = boundsOf(times, hop as keyof typeof took);
    t.ok(above * 1e6 < us * 1.001 && us * 0.999 <= upTo * 1e6, `${hop}: ${above} to ${upTo} s`);
  }
  const [, longest = 0] = boundsOf(times, 'total');
  t.ok(longest >= 1.111 && longest < 2.5);
  t.end();
});

t.test('every time falls between the bounds of its bucket', (t) => {
  for (let us = 0.1; us < 3e7; us *= 1.07) {
    const times = new OrderTimes();
    times.delivered(0, us / 1000, us / 1000, us / 1000, us / 1000, us / 1000);
    times.sent(us / 1000);
    const [above = 0, upTo = 0] = boundsOf(times, 'front');
    const floor = Math.floor(us);
    t.ok(above * 1e6 <= us * 1.000001 && (us <= upTo * 1.000001e6 || floor === upTo), `${us} us`);
  }
  t.end();
});

t.test('many orders of one run are all counted', (t) => {
  const times = new OrderTimes();
  for (let n = 0; n < 3000; n += 1) times.delivered(1, 2, 3, 4, 5, 6);
  times.sent(7);
  for (const { counts, sum } of times.histograms()) {
    t.equal(
      counts.reduce((all, count) => all + count, 0),
      3000,
    );
    t.ok(sum > 2.9);
  }
  t.same(times.histograms().length, HOPS.length);
  t.end();
});
