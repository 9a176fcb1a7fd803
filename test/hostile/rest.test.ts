// Generated requests to every route: no failure of the server, no effect of what is refused.

import t from 'tap';
import { askEveryRoute } from './rest-runs.js';

t.test('Every route bears whatever it is sent, and what it refuses changes nothing', (t) =>
  askEveryRoute(t, { fitting: 20, broken: 20, swapped: 5 }, 1),
);
