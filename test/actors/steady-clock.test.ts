// The clock of events: it follows the machine's, but for falling with it.

import t from 'tap';
import { SteadyClock } from '../../actors/shared/steady-clock.js';

const HOUR = 3_600_000;

/** A clock over a machine whose time is set by hand. */
const machine = () => {
  const time = { wall: 1_000 * HOUR, elapsed: 50 };
  const source = { wall: () => time.wall, elapsed: () => time.elapsed };
  const clock = new SteadyClock({ believed: new SharedArrayBuffer(8), notBefore: 0 }, source);
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

t.test(
  'all threads follow a leap at once, and none that starts meanwhile does before',
  async (t) => {
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
  },
);

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
  const { time, source } = machine();
  const event = time.wall + HOUR;
  const clock = new SteadyClock({ believed: new SharedArrayBuffer(8), notBefore: event }, source);
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
