// Every kind of thread dies in every way, fifty times and more.

import t from 'tap';
import { failLogThread, failThreads, type Way } from './thread-runs.js';

const ROUNDS = 17;

for (const way of ['throw', 'exit', 'memory'] as const satisfies readonly Way[]) {
  t.test(`Threads that die by ${way} come back, and the log's end is the server's`, async (t) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await failThreads(t, { 'shard 0': way, desk: way, market: way, shadow: way });
      await failLogThread(t, way);
    }
  });
}
