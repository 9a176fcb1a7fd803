// The alarm of a shard: it rings when something is due, once, and never in a busy loop.

import t from 'tap';
import { Alarm, timersBy } from '../../actors/shard/alarm.js';
import { NOON } from '../support/engine-harness.js';

/** An alarm that looks 50 ms ahead, on a clock by hand. */
const made = () => {
  let now = NOON;
  let waits: { readonly at: number; readonly run: () => void } | undefined;
  let rings = 0;
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      t.equal(waits, undefined, 'one timer at a time');
      waits = { at: now + ms, run };
      return () => {
        waits = undefined;
      };
    },
  };
  const alarm = new Alarm(50, () => rings++, clock);
  /** Time passes; how often it rang. */
  const pass = (ms: number): number => {
    const before = rings;
    now += ms;
    const due = waits;
    if (due !== undefined && due.at <= now) {
      waits = undefined;
      due.run();
    }
    return rings - before;
  };
  return { alarm, pass, set: (inMs: number) => alarm.set(now + inMs) };
};

t.test('it rings when the time has come, once', async (t) => {
  const { pass, set } = made();
  set(10);
  t.equal(pass(9), 0);
  t.equal(pass(1), 1);
  t.equal(pass(100), 0);
});

t.test('an earlier time comes first, a later one does not put it off', async (t) => {
  const { pass, set } = made();
  set(30);
  set(10);
  set(20);
  t.equal(pass(10), 1);
  set(10);
  t.equal(pass(10), 1, 'set anew');
});

t.test('a time far ahead is left to the regular look', async (t) => {
  const { pass, set } = made();
  set(50);
  set(Number.POSITIVE_INFINITY);
  t.equal(pass(60_000), 0);
});

t.test('a time that has passed rings soon, not at once', async (t) => {
  const { pass, set } = made();
  set(-5000);
  t.equal(pass(0), 0);
  t.equal(pass(1), 1);
});

t.test('it can be called off and set again', async (t) => {
  const { alarm, pass, set } = made();
  set(10);
  alarm.stop();
  t.equal(pass(10), 0);
  set(10);
  t.equal(pass(10), 1);
});

t.test('without a clock by hand it goes by the real one', async (t) => {
  const began = Date.now();
  await new Promise<void>((resolve) => new Alarm(50, resolve, timersBy(Date.now)).set(began + 5));
  t.ok(Date.now() - began >= 4);
});
