// The clock of events: it follows the machine's, but for falling with it.

import t from 'tap';
import { SteadyClock } from '../../actors/shared/steady-clock.js';

const HOUR = 3_600_000;

/** A clock over a machine whose time is set by hand. */
const machine = () => {
  const time = { wall: 1_000 * HOUR, elapsed: 50 };
  const clock = new SteadyClock(
    () => time.wall,
    () => time.elapsed,
  );
  const pass = (ms: number): number => {
    time.wall += ms;
    time.elapsed += ms;
    return clock.now();
  };
  return { time, clock, pass };
};

t.test('it tells the time of the machine, and is set forward with it', async (t) => {
  const { time, clock, pass } = machine();
  t.equal(clock.now(), time.wall);
  t.equal(pass(20), time.wall);
  time.wall += 24 * HOUR;
  t.equal(clock.now(), time.wall);
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
});
