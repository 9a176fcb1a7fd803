// Generated operations of the sockets: no failure, alike in every spelling, none that is refused
// has an effect.

import t from 'tap';
import { askEveryOp } from './op-runs.js';

t.test('Every operation bears whatever it is sent, in either encoding', (t) =>
  askEveryOp(t, { fitting: 20, broken: 20, swapped: 5 }, 1),
);
