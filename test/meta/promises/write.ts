// Writes the tables of docs/promises.md: `npm run promises`, after any of the runs.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNS, type RunName } from '../../support/run.js';
import { keptOf, readTap } from '../runner/tap.js';
import {
  type Figure,
  figureName,
  type Measured,
  PAGE,
  type Proof,
  proofsOf,
  RESULTS,
  type Result,
  type Results,
  readPromises,
  readResults,
  tableOf,
  withTable,
} from './promises.js';

const BENCH_RESULTS = join('bench', 'results.jsonl');

/** How something came out in the run whose TAP lies here; undefined = it was not run. */
const newest = ({ name, file, isFault }: Proof, run: RunName): Result | undefined => {
  const kept = keptOf(file).filter((one) => one.run === run);
  const read = kept.map(({ text, at }) => ({ at, ...readTap(text, isFault ? name : undefined) }));
  const own = read.filter(({ passed, failures }) => passed + failures.length > 0);
  const [first] = own.map(({ at }) => at).sort((a, b) => a - b);
  if (first === undefined) return undefined;
  return {
    date: new Date(first).toISOString().slice(0, 10),
    passed: own.reduce((sum, { passed }) => sum + passed, 0),
    failed: own.reduce(
      (sum, { failures, isWhole }) => sum + (failures.length || Number(!isWhole)),
      0,
    ),
  };
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
const tests = new Map(promises.flatMap(proofsOf).map((proof) => [proof.name, proof]));
const results: Results = {
  tests: known(
    [...tests.values()]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((proof) => [
        proof.name,
        known(RUNS.map((run) => [run, newest(proof, run) ?? before.tests[proof.name]?.[run]])),
      ]),
  ),
  figures: known(
    promises.flatMap(({ measured = [] }) =>
      measured.map((one) => [figureName(one), newestFigure(one)] as const),
    ),
  ),
};
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), tableOf(promises, results)));
