// Overload again and again: the same as in every test run, on one server.

import t from 'tap';
import { overload } from './overload-runs.js';

t.test('What is too much is refused, and nothing that was accepted is lost', (t) =>
  overload(t, 10, 400),
);
