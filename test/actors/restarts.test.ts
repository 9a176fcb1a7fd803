// Threads that failed are started again, however often that fails, until the server stops.

import t from 'tap';
import { Restarts } from '../../actors/restarts.js';

t.test('a start that fails is tried again', async (t) => {
  const told: string[] = [];
  const restarts = new Restarts((name, { message }) => told.push(`${name}: ${message}`));
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
  t.same(told, Array(2).fill('shard 0: the log does not answer'));
  t.equal(restarts.over(), false, 'it counts when it has lived for a while');
  t.equal(await restarts.stop(), true);
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
  let fail = (_error: Error): void => {};
  await new Promise<void>((resolve) => {
    restarts.plan('market', () => {
      starts += 1;
      resolve();
      return new Promise<void>((_, reject) => {
        fail = reject;
      });
    });
  });
  const stopped = restarts.stop();
  fail(new Error('the log ended'));
  t.equal(await stopped, true);
  restarts.plan('market', async () => {
    t.fail('nothing is started any more');
  });
  t.equal(starts, 1);
});
