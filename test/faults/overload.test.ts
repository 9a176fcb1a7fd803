// Overload: orders that come many times faster than they can be executed.

import t from 'tap';
import { overload } from './overload-runs.js';

t.test('What is too much is refused, and nothing that was accepted is lost', (t) =>
  overload(t, 1, 1000),
);
