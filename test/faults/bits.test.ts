// A bit or a page of the database that has changed is told at the start: no wrong state is loaded.

import t from 'tap';
import { harmDatabase } from './bit-runs.js';

const CASES = Number(process.argv[2] ?? 60);
const SEED = 1;

t.test('A changed bit or page of the database is told at the start, or does no harm', (t) =>
  harmDatabase(t, CASES, SEED),
);
