// 10,000 idle sockets.

import t from 'tap';
import { idleSockets } from './idle-runs.js';

t.test('Nor do 10,000 take much, and they are cut when their client vanishes', (t) =>
  idleSockets(t, 10_000),
);
