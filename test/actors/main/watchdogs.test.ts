// Watches of threads: pulses, restarts.

import { mock } from 'node:test';
import t from 'tap';
import { Restarts } from '../../../actors/main/restarts.js';
import { ThreadWatchdog, type WatchedThread } from '../../../actors/main/thread-watchdog.js';
import { heartbeatMemory, markAlive, startHeartbeat } from '../../../actors/shared/heartbeat.js';
import { LOOK_MS, Watchdog } from '../../../actors/shared/watchdog.js';
import { deferred } from '../../support/deferred.js';

const thread = (
  name: string,
  is: { alive?: boolean; silent?: boolean; loops?: boolean[] } = {},
) => {
  const { alive = true, silent = false, loops = [] } = is;
  const watchdog = { silent, look: () => loops.shift() ?? false } as unknown as Watchdog;
  return { name, alive, watchdog: watchdog };
};

const host = (threads: (WatchedThread | undefined)[]) => ({
  threads: () => threads,
  end: () => {},
  note: async () => true,
});

t.test('Threads are whole when all are there and none is silent', async (t) => {
  const whole = (...threads: (WatchedThread | undefined)[]) =>
    new ThreadWatchdog(host(threads)).whole();
  t.equal(whole(thread('desk'), thread('market')), true);
  t.equal(whole(thread('desk'), undefined), false);
  t.equal(whole(thread('desk'), thread('market', { alive: false })), false);
  t.equal(whole(thread('desk'), thread('market', { silent: true })), false);
  const { threads_silent } = new ThreadWatchdog(host([thread('desk', { silent: true })])).metrics();
  t.equal(threads_silent, 1);
});

t.test('A thread in a loop is ended, and the journal told once it can be', async (t) => {
  const ended: string[] = [];
  const asked: string[] = [];
  await new Promise<void>((resolve) => {
    const watchdog = new ThreadWatchdog({
      threads: () => [thread('desk'), looping],
      end: ({ name }, { message }) => ended.push(`${name}: ${message}`),
      note: async (text) => {
        asked.push(text);
        if (asked.length < 3) return false;
        setImmediate(resolve);
        return true;
      },
    });
    const looping = thread('market', { loops: [false, true] });
    watchdog.start();
    t.teardown(() => watchdog.stop());
    t.equal(watchdog.metrics().endless_loops_total, 0);
  });
  t.same(ended, ['market: the market thread is in an endless loop']);
  t.same(asked, Array(3).fill('the market thread was in an endless loop and has been ended'));
});

const LIMIT_MS = 3000;
const LOOKS = LIMIT_MS / LOOK_MS;
/** So many looks of a thread at itself are more work than any limit. */
const SPINS = 200_000;

/** A watch on a thread of which the test says how much processor time it uses. */
const watched = (t: { teardown(end: () => void): void }) => {
  const memory = heartbeatMemory();
  startHeartbeat(memory);
  // What beats from here on is another watchdog: this one stands still unless the test beats.
  t.teardown(() => startHeartbeat(heartbeatMemory()));
  const cells = new Int32Array(memory);
  const thread = { usedMs: 0 };
  const watch = new Watchdog(memory, LIMIT_MS, () => thread.usedMs);
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

t.test('A thread that works for 3 s without a beat is in a loop, said once', async (t) => {
  const { watch, look } = watched(t);
  t.same(look(LOOKS + 1, LOOK_MS), Array(LOOKS + 1).fill(false), 'not before');
  t.equal(watch.silent, true);
  t.same(look(3, LOOK_MS), [true, false, false]);
});

t.test('A thread that beats may work as long as it likes', async (t) => {
  const { watch, beat, look } = watched(t);
  for (let n = 0; n < 10; n += 1) {
    t.notOk(look(LOOKS, LOOK_MS).includes(true));
    beat();
  }
  look(1, 0);
  t.equal(watch.silent, false);
});

t.test('A thread without a processor, or waiting for the disk, is only silent', async (t) => {
  const { watch, look } = watched(t);
  t.notOk(look(20 * LOOKS, LOOK_MS / 50).includes(true), 'the processor goes to others');
  t.equal(watch.silent, true);
  t.notOk(look(100 * LOOKS, 0).includes(true), 'it waits');
});

t.test('What a machine counts as work while it slept is no loop', async (t) => {
  const { beat, look } = watched(t);
  look(2, 1);
  t.same(look(1, 600_000), [false]);
  beat();
  t.same(look(2, 1), [false, false]);
});

t.test('A thread that has not begun, as one that is loading, is not looked at', async (t) => {
  const watch = new Watchdog(heartbeatMemory(), LIMIT_MS, () => {
    throw new Error('looked at');
  });
  for (let n = 0; n < 2 * LOOKS; n += 1) t.equal(watch.look(), false);
  t.equal(watch.silent, false);
});

t.test('A real thread’s work is counted', async (t) => {
  const memory = heartbeatMemory();
  startHeartbeat(memory);
  t.teardown(() => startHeartbeat(heartbeatMemory()));
  const watch = new Watchdog(memory, 20);
  // All in one turn of the loop, for the watchdog beats between turns.
  let looks = 0;
  while (looks < SPINS && !watch.look()) looks += 1;
  t.ok(looks < SPINS, 'it spins');
  markAlive();
  watch.look();
  t.equal(watch.silent, false, 'until it beats');
});

t.test('a start that fails is tried again', async (t) => {
  const messages: string[] = [];
  let time = 0;
  const report = (name: string, { message }: Error) => messages.push(`${name}: ${message}`);
  const restarts = new Restarts(report, () => time);
  let starts = 0;
  await new Promise<void>((resolve) => {
    restarts.plan('shard 0', async () => {
      starts += 1;
      if (starts < 3) throw new Error('the log does not answer');
      restarts.back('shard 0');
      resolve();
    });
  });
  t.equal(starts, 3);
  t.same(messages, Array(2).fill('shard 0: the log does not answer'));
  t.equal(restarts.over(), false, 'it counts when it has lived for a while');
  time += 1_999;
  t.equal(restarts.over(), false);
  time += 1;
  t.equal(restarts.over(), true);
  t.equal(await restarts.stop(), true);
});

/** After so many failures in a row a start is waited for as long as it ever is. */
const FAILURES = 8;
const LONGEST_WAIT_MS = 5_000;

t.test('a thread that is back counts after 2 s, or what was waited for its start', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  let elapsed = 0;
  const restarts = new Restarts(t.fail, () => elapsed);
  const pass = (ms: number): boolean => {
    elapsed += ms;
    return restarts.over();
  };
  const fail = (): void => {
    restarts.plan('desk', async () => {});
    mock.timers.tick(LONGEST_WAIT_MS);
    t.equal(restarts.over(), false, 'it is away');
    restarts.back('desk');
  };
  t.equal(restarts.over(), true, 'none has failed');
  fail();
  t.same([pass(1_999), pass(1)], [false, true]);
  for (let failures = 1; failures < FAILURES; failures += 1) fail();
  t.same([pass(LONGEST_WAIT_MS - 1), pass(1)], [false, true], 'after failures in a row');
});

t.test('a thread that says itself that it failed is started once for that', async (t) => {
  const restarts = new Restarts(() => {});
  let starts = 0;
  await new Promise<void>((resolve) => {
    const start = async (): Promise<void> => {
      starts += 1;
      if (starts > 1) return resolve();
      restarts.plan('desk', start);
      throw new Error('it failed while it was started');
    };
    restarts.plan('desk', start);
  });
  await new Promise(setImmediate);
  t.equal(starts, 2);
  t.equal(await restarts.stop(), true);
});

t.test('after a stop none is started, also none whose start failed just then', async (t) => {
  const restarts = new Restarts(() => {});
  let starts = 0;
  const [begun, start] = [deferred(), deferred()];
  restarts.plan('market', () => {
    starts += 1;
    begun.resolve();
    return start.promise;
  });
  await begun.promise;
  const stopped = restarts.stop();
  start.reject(new Error('the log ended'));
  t.equal(await stopped, true);
  restarts.plan('market', async () => {
    t.fail('nothing is started any more');
  });
  t.equal(starts, 1);
});
