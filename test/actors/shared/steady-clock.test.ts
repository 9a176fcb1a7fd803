// The time of events: it neither falls nor halts, and takes no leap that does not last.

import { mock } from 'node:test';
import fc from 'fast-check';
import t from 'tap';
import { SteadyClock } from '../../../actors/shared/steady-clock.js';
import { runsOf } from '../../support/run.js';

const HOUR = 3_600_000;

/** A clock over a machine whose time is set by hand. */
const machine = () => {
  const time = { wall: 1_000 * HOUR, elapsed: 50 };
  const source = { wall: () => time.wall, elapsed: () => time.elapsed };
  const clock = new SteadyClock(undefined, source);
  const pass = (ms: number): number => {
    time.wall += ms;
    time.elapsed += ms;
    return clock.now();
  };
  return { time, source, clock, pass };
};

t.test('it tells the time of the machine', async (t) => {
  const { time, clock, pass } = machine();
  t.equal(clock.now(), time.wall);
  t.equal(pass(20), time.wall);
  t.equal(pass(24 * HOUR), time.wall, 'also when nobody has asked for a day');
  time.wall += 50_000;
  t.equal(clock.now(), time.wall, 'set forward by less than a minute it follows at once');
});

t.test('set forward it follows when that has lasted', async (t) => {
  const { time, clock, pass } = machine();
  const before = clock.now();
  time.wall += 24 * HOUR;
  t.equal(clock.now(), before);
  t.equal(pass(9_999), before + 9_999, 'it goes on as before');
  t.equal(pass(1), time.wall);
  t.equal(pass(20), time.wall);
});

t.test('all threads follow a leap at once, and none that starts before it', async (t) => {
  const { time, source, clock, pass } = machine();
  const other = new SteadyClock(clock.start, source);
  const before = other.now();
  time.wall += 24 * HOUR;
  pass(1);
  const late = pass(6_000);
  t.equal(other.now(), late, 'it notices six seconds later');
  t.equal(new SteadyClock(clock.start, source).now(), late);
  pass(4_000);
  t.equal(clock.now(), before + 24 * HOUR + 10_001);
  t.equal(other.now(), clock.now());
});

t.test('a leap that does not last leaves no trace', async (t) => {
  const { time, clock, pass } = machine();
  const before = clock.now();
  for (let n = 1; n <= 10; n += 1) {
    time.wall += 24 * HOUR;
    pass(5_000);
    time.wall -= 24 * HOUR;
    t.equal(pass(1_000), before + n * 6_000);
  }
  t.equal(clock.ahead, 0);
});

t.test('set back it goes on at half pace until the machine has come up with it', async (t) => {
  const { time, clock, pass } = machine();
  const before = clock.now();
  time.wall -= HOUR;
  t.equal(clock.now(), before);
  t.equal(pass(10_000), before + 5_000);
  t.equal(pass(1), before + 5_000);
  t.equal(pass(1), before + 5_001);
  t.equal(pass(2 * HOUR), time.wall, 'after twice the time it has');
  t.equal(pass(7), time.wall);
});

t.test('while it is slewed a leap that does not last leaves no trace either', async (t) => {
  const { time, clock, pass } = machine();
  const before = clock.now();
  time.wall -= HOUR;
  t.equal(clock.now(), before);
  t.equal(pass(HOUR / 4), before + HOUR / 8);
  time.wall += 24 * HOUR;
  t.equal(clock.now(), before + HOUR / 8);
  t.equal(pass(1_000), before + HOUR / 8 + 500);
  time.wall -= 24 * HOUR;
  t.equal(pass(1_000), before + HOUR / 8 + 1_000);
  time.wall += HOUR;
  t.equal(clock.now(), time.wall, 'set right again it is followed at once');
});

t.test('behind events that are ahead of it a leap is not followed at once', async (t) => {
  const { time, clock } = machine();
  const event = time.wall + HOUR;
  clock.raise(event);
  t.equal(clock.now(), event);
  time.wall += 7 * 24 * HOUR;
  t.equal(clock.now(), event);
  time.wall += 10_000;
  time.elapsed += 10_000;
  t.equal(clock.now(), time.wall, 'but when it lasts');
});

t.test('jitter never makes it fall', async (t) => {
  const { time, clock } = machine();
  let last = clock.now();
  for (let n = 0; n < 1_000; n += 1) {
    time.elapsed += 1;
    time.wall += n % 3 === 0 ? -40 : 23;
    const now = clock.now();
    t.ok(now >= last && now - time.wall < 100, `${now} after ${last}`);
    last = now;
  }
});

t.test('it is not before an event that is there', async (t) => {
  const { time, clock, pass } = machine();
  clock.raise(time.wall - HOUR);
  t.equal(clock.now(), time.wall);
  const event = time.wall + HOUR;
  clock.raise(event);
  t.equal(clock.now(), event);
  t.equal(pass(1_000), event + 500);
  t.equal(clock.ahead, HOUR - 500);
});

const LEAP_MS = 60_000;
const HOLD_MS = 10_000;
const LOOK_MS = 1_000;
const FORWARD = 'the clock was set forward: it is followed when that lasts';
const FOLLOWED = 'time follows the clock that was set forward';
const BACK = 'the clock was set back: time goes on slowly';

/** Clocks of several threads over one machine, and the lines of the first; that looks by itself. */
const threads = (count: number) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { time, source, clock } = machine();
  const lines: string[] = [];
  clock.watch((what) => lines.push(what));
  const others = Array.from({ length: count - 1 }, () => new SteadyClock(clock.start, source));
  const clocks = [clock, ...others];
  return {
    time,
    lines,
    clocks,
    now: () => clocks.map((one) => one.now()),
    /** Every thread has the time. */
    all: (is: number) => clocks.map(() => is),
    pass: (ms: number) => {
      for (let left = ms; left > 0; left -= LOOK_MS) {
        time.wall += Math.min(left, LOOK_MS);
        time.elapsed += Math.min(left, LOOK_MS);
        mock.timers.tick(Math.min(left, LOOK_MS));
      }
    },
    /** The machine's clock is set, and one thread looks. */
    set: (ms: number, looks = 0) => {
      time.wall += ms;
      clocks[looks]?.now();
    },
    end: () => mock.timers.reset(),
  };
};

t.test('once the machine has come up again the next leap waits as the first did', async (t) => {
  const { time, lines, now, all, pass, set, end } = threads(2);
  t.teardown(end);
  set(HOUR);
  pass(HOLD_MS);
  set(-HOUR);
  pass(2 * HOUR);
  t.same(now(), all(time.wall));
  pass(LOOK_MS);
  set(HOUR);
  pass(HOLD_MS - 1);
  t.same(now(), all(time.wall - HOUR));
  pass(1);
  t.same(now(), all(time.wall));
  t.same(lines, [FORWARD, FOLLOWED, BACK, FORWARD, FOLLOWED]);
});

/** Where the machine's clock is set, which threads look then, and how much time passes. */
const step = fc.record({
  hours: fc.constantFrom(0, 0, 1, 1, 2, 24, -1),
  jitter: fc.integer({ min: -2_000, max: 2_000 }),
  looks: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 6 }),
  ms: fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 9_000, max: 12_000 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Threads of which every look is held to the law. */
const heldToLaw = () => {
  const { time, lines, clocks, now, pass, end } = threads(4);
  const start = time.wall - time.elapsed;
  /** Where the clock was set, from when on. */
  const set = [{ at: 0, to: start }];
  const last = now();
  /** The furthest that any thread was ahead of what had elapsed. */
  let furthest = start;
  let followed = 0;
  const look = (thread: number): void => {
    const reading = clocks[thread]?.now() ?? 0;
    check(reading >= (last[thread] ?? 0), 'time fell');
    last[thread] = reading;
    const there = reading - time.elapsed;
    if (there - furthest >= LEAP_MS) {
      const since = set.findLastIndex(({ at }) => at <= time.elapsed - HOLD_MS);
      const stood = set.slice(since).every(({ to }) => Math.abs(to - there) < LEAP_MS);
      check(since >= 0 && stood, 'a leap was followed before its ten seconds');
      check(thread === 0, 'a thread followed a leap by itself');
      followed += 1;
    }
    furthest = Math.max(furthest, there);
    const forward = lines.filter((line) => line !== BACK);
    const ends = forward.filter((line) => line === FOLLOWED).length;
    check(ends >= followed, 'a leap was followed without a line');
    check(
      forward.every((line, at) => line === FORWARD || forward[at - 1] === FORWARD),
      'a leap was followed that was not told',
    );
  };
  return {
    step: ({ hours, jitter, looks, ms }: Step) => {
      const to = start + hours * HOUR + jitter;
      set.push({ at: time.elapsed, to });
      time.wall = to + time.elapsed;
      for (const thread of looks) look(thread);
      for (let left = ms; left > 0; left -= LOOK_MS) {
        pass(Math.min(left, LOOK_MS));
        look(0);
      }
    },
    /** Set far ahead, for good. */
    settle: () => {
      time.wall = furthest + time.elapsed + HOUR;
      pass(HOLD_MS + LOOK_MS);
      check(new Set([...now(), time.wall]).size === 1, 'the threads do not agree');
    },
    end,
  };
};

t.test('however clocks are set, each leap waits, is told, and all threads agree', async (t) => {
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const law = heldToLaw();
    try {
      for (const one of steps) law.step(one);
      law.settle();
    } finally {
      law.end();
    }
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: runsOf(600), seed: 1 }));
});
