// Two thousand idle sockets.

import t from 'tap';
import { idleSockets } from './idle-runs.js';

t.test('2,000 idle sockets take little, and are cut when their client vanishes', (t) =>
  idleSockets(t, 2_000),
);
