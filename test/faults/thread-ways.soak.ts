// Every kind of thread dies in every way, fifty times each.

import t from 'tap';
import { failServer, failThreads, type Way } from './thread-runs.js';

const ROUNDS = 50;

for (const way of ['throw', 'exit', 'memory', 'loop'] as const satisfies readonly Way[]) {
  t.test(`Threads that fail by ${way} come back, and the log's end is the server's`, async (t) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await failThreads(t, { 'shard 0': way, desk: way, market: way, shadow: way });
      await failServer(t, 'log', way);
    }
  });
}

t.test('A main thread in an endless loop ends with the process', async (t) => {
  for (let round = 0; round < ROUNDS; round += 1) await failServer(t, 'main', 'loop');
});
