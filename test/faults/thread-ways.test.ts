// Each kind of thread dies once under load, each in another way; some hang.

import t from 'tap';
import { failServer, failThreads } from './thread-runs.js';

t.test('Threads that die come back, nothing is lost, and the other shard trades on', (t) =>
  failThreads(t, { 'shard 0': 'memory', desk: 'exit', market: 'exit', shadow: 'throw' }),
);

t.test('Threads in an endless loop are ended and come back, and the other shard trades on', (t) =>
  failThreads(t, { 'shard 0': 'loop', desk: 'loop' }),
);

t.test('When the log’s thread dies the process ends, and the next has all', (t) =>
  failServer(t, 'log', 'exit'),
);
