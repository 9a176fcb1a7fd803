// The same as in every test run, two thousand times, at places that differ each night.

import t from 'tap';
import { harmDatabase } from './bit-runs.js';

const CASES = 2000;

t.test('A changed bit or page of the database is told, or does no harm, 2,000 times', (t) =>
  harmDatabase(t, CASES, Math.floor(Math.random() * 2 ** 31)),
);
