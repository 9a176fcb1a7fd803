// The watch on a pulse: work without a beat is an endless loop, waiting is not.

import t from 'tap';
import { LOOK_MS, PulseWatch } from '../../actors/pulse-watch.js';
import { beat, pulseMemory, startPulse } from '../../actors/shared/pulse.js';

const LIMIT_MS = 3000;
const LOOKS = LIMIT_MS / LOOK_MS;

/** A watch on a thread of which the test says how much processor time it uses. */
const watched = (t: { teardown(end: () => void): void }) => {
  const memory = pulseMemory();
  startPulse(memory);
  // What beats from here on is another pulse: this one stands still unless the test beats.
  t.teardown(() => startPulse(pulseMemory()));
  const cells = new Int32Array(memory);
  const thread = { usedMs: 0 };
  const watch = new PulseWatch(memory, LIMIT_MS, () => thread.usedMs);
  return {
    watch,
    beat: () => Atomics.add(cells, 0, 1),
    /** Looks as often while the thread works so much from one look to the next. */
    look: (times: number, workMs: number): boolean[] =>
      Array.from({ length: times }, () => {
        thread.usedMs += workMs;
        return watch.look();
      }),
  };
};

t.test(
  'A thread that works for 3 s without a beat is in a loop, and it is said once',
  async (t) => {
    const { watch, look } = watched(t);
    t.same(look(LOOKS + 1, LOOK_MS), Array(LOOKS + 1).fill(false), 'not before');
    t.equal(watch.silent, true);
    t.same(look(3, LOOK_MS), [true, false, false]);
  },
);

t.test('A thread that beats may work as long as it likes', async (t) => {
  const { watch, beat, look } = watched(t);
  for (let n = 0; n < 10; n += 1) {
    t.notOk(look(LOOKS, LOOK_MS).includes(true));
    beat();
  }
  look(1, 0);
  t.equal(watch.silent, false);
});

t.test(
  'A thread that gets no processor, or waits for the disk, is silent and no more',
  async (t) => {
    const { watch, look } = watched(t);
    t.notOk(look(20 * LOOKS, LOOK_MS / 50).includes(true), 'the processor goes to others');
    t.equal(watch.silent, true);
    t.notOk(look(100 * LOOKS, 0).includes(true), 'it waits');
  },
);

t.test('What a machine counts as work while it slept is no loop', async (t) => {
  const { beat, look } = watched(t);
  look(2, 1);
  t.same(look(1, 600_000), [false]);
  beat();
  t.same(look(2, 1), [false, false]);
});

t.test('A thread that has not begun, as one that is loading, is not looked at', async (t) => {
  const watch = new PulseWatch(pulseMemory(), LIMIT_MS, () => {
    throw new Error('looked at');
  });
  for (let n = 0; n < 2 * LOOKS; n += 1) t.equal(watch.look(), false);
  t.equal(watch.silent, false);
});

t.test('A real thread’s work is counted', async (t) => {
  const memory = pulseMemory();
  startPulse(memory);
  t.teardown(() => startPulse(pulseMemory()));
  const watch = new PulseWatch(memory, 100);
  watch.look();
  const limit = performance.now() + 30_000;
  let looped = false;
  while (!looped && performance.now() < limit) looped = watch.look();
  t.ok(looped, 'it spins');
  beat();
  watch.look();
  t.equal(watch.silent, false, 'until it beats');
});
