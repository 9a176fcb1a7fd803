// Each kind of thread fails once under load, each in another way.

import t from 'tap';
import { failServer, failThreads } from './thread-runs.js';

t.test('Threads that die or hang come back, nothing is lost, and the other shard trades on', (t) =>
  failThreads(t, { 'shard 0': 'loop', desk: 'exit', market: 'exit', shadow: 'throw' }),
);

t.test('When the log’s thread dies the process ends, and the next has all', (t) =>
  failServer(t, 'log', 'memory'),
);
