// Writes the README's table of promises anew: `npm run promises`, after `npm test` or a soak.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'tap-parser';
import {
  type Figure,
  figureName,
  filesOf,
  type Measured,
  README,
  RESULTS,
  type Result,
  type Results,
  readPromises,
  readResults,
  tableOf,
  withTable,
} from './promises.js';

const BENCH_RESULTS = join('bench', 'results.jsonl');

/** How a file came out in the run whose TAP lies here; undefined = it was not run. */
const newest = (file: string): Result | undefined => {
  const path = join('.tap', 'test-results', `${file}.tap`);
  if (!existsSync(path)) return undefined;
  let passed = 0;
  let failed = 0;
  let complete = false;
  const parser = new Parser((results) => {
    complete = results.ok;
  });
  parser.on('pass', () => {
    passed += 1;
  });
  parser.on('fail', () => {
    failed += 1;
  });
  parser.end(readFileSync(path, 'utf8'));
  // Cut off, or fewer checks than were planned: something did not run.
  if (!complete && failed === 0) failed = 1;
  return { date: statSync(path).mtime.toISOString().slice(0, 10), passed, failed };
};

/** The newest row of a bench that was measured over the same; undefined = there is none. */
const newestFigure = ({ bench, where, field }: Measured): Figure | undefined => {
  const row = readFileSync(BENCH_RESULTS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .findLast(
      (one) => one.bench === bench && Object.entries(where).every(([key, is]) => one[key] === is),
    );
  if (row === undefined) return undefined;
  return { date: String(row.date).slice(0, 10), value: Number(row[field]) };
};

const known = <T>(found: readonly (readonly [string, T | undefined])[]): Record<string, T> =>
  Object.fromEntries(found.filter((one): one is [string, T] => one[1] !== undefined));

const promises = readPromises();
const before = readResults();
const files = filesOf(promises).sort();
const results: Results = {
  tests: known(files.map((file) => [file, newest(file) ?? before.tests[file]])),
  figures: known(
    promises.flatMap(({ measured = [] }) =>
      measured.map((one) => [figureName(one), newestFigure(one)] as const),
    ),
  ),
};
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(README, withTable(readFileSync(README, 'utf8'), tableOf(promises, results)));
