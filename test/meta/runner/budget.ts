// The allowance of processor time of each test folder in a run, and the cost of the last run.

import { readFileSync } from 'node:fs';
import type { RunName } from '../../support/run.js';
import type { JobResult } from './job.js';
import { folderOf, nameOf } from './plan.js';

/** What a folder takes differs from run to run: over twice its budget fails. */
const ROOM = 2;
/** The same commit measured 426 and 456 s in two runs: a total fails above that much more. */
const TOTAL_ROOM = 1.1;
const MOST_EXPENSIVE = 10;

/** What a run may cost, in seconds of a calm processor (runner/yardstick.ts). */
export interface Budget {
  /**
   * All of the run together, which fails above a tenth more: what the README promises, less the
   * build and the linter, which `npm test` begins with.
   */
  readonly total: number;
  /** Each folder by itself; it fails above twice of that. */
  readonly folders: Readonly<Record<string, number>>;
}
/** A folder that is not named. */
const UNNAMED_SEC = 5;

/** The budget of a run; one without may cost anything. */
export const budgetOf = (run: RunName): Budget | undefined =>
  (JSON.parse(readFileSync('test/budget.json', 'utf8')) as Partial<Record<RunName, Budget>>)[run];

const sumBy = (results: readonly JobResult[], keyOf: (result: JobResult) => string) => {
  const sums = new Map<string, number>();
  for (const result of results) {
    const key = keyOf(result);
    sums.set(key, (sums.get(key) ?? 0) + result.cpuSec);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
};

const totalOf = (results: readonly JobResult[]): number =>
  results.reduce((sum, { cpuSec }) => sum + cpuSec, 0);

const folder = ({ job }: JobResult): string => folderOf(job);

/** The most expensive files and all folders, a line each. */
export const costLines = (results: readonly JobResult[]): string[] => {
  const line = ([name, sec]: [string, number]) => `${sec.toFixed(1).padStart(7)} s  ${name}`;
  const files = sumBy(results, ({ job }) => nameOf(job)).slice(0, MOST_EXPENSIVE);
  return [
    `processor time, the ${files.length} most expensive files:`,
    ...files.map(line),
    'processor time by folder:',
    ...sumBy(results, folder).map(line),
    line(['all', totalOf(results)]),
  ];
};

/** What of a whole run cost more than it may, in words; `slowness` is the machine's. */
export const overBudget = (
  { total, folders }: Budget,
  results: readonly JobResult[],
  slowness: number,
): string[] => {
  const costs: [what: string, sec: number, most: number][] = [
    ...sumBy(results, folder).map(([name, sec]): [string, number, number] => [
      `test/${name}`,
      sec,
      ROOM * (folders[name] ?? UNNAMED_SEC),
    ]),
    ['the run', totalOf(results), TOTAL_ROOM * total],
  ];
  return costs
    .map(([what, sec, most]) => [what, sec, Number((most * slowness).toFixed(1))] as const)
    .filter(([, sec, most]) => sec > most)
    .map(([what, sec, most]) => {
      return `${what} took ${sec.toFixed(1)} s of processor time, and may take ${most} s`;
    });
};
