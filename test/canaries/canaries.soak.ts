// Every mistake of the table against every test that has to notice it.

import t from 'tap';
import { catchAll } from './catch.js';
import { CANARIES } from './mistakes.js';

/** A test that is not done by then hangs. */
const HANG_MS = 600_000;

t.test('Every test that has to notice a mistake does', (t) =>
  catchAll(t, CANARIES, ({ runs, night = [] }) => [...runs, ...night], HANG_MS),
);
