// Canaries: mistakes put into a copy of the built server, each of which the tests must notice.

import t from 'tap';
import { catchAll } from './catch.js';
import { CANARIES } from './mistakes.js';

/** A test that is not done by then hangs. */
const HANG_MS = 180_000;

const quick = CANARIES.filter(({ runs }) => runs.length > 0);

t.test(`The quick tests notice ${quick.length} of ${CANARIES.length} mistakes`, (t) =>
  catchAll(t, quick, ({ runs }) => runs, HANG_MS),
);
