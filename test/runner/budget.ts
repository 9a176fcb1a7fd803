// What each folder of the tests may cost in a run, in processor time, and what the last run cost.

import { readFileSync } from 'node:fs';
import type { RunName } from '../support/run.js';
import type { JobResult } from './job.js';
import { nameOf } from './plan.js';

/** Processors differ, and so does what runs beside the tests: over twice the budget fails. */
const ROOM = 2;
const MOST_EXPENSIVE = 10;

/** Seconds of processor time by run and folder; a folder that is not named may cost as much. */
type Budget = Readonly<Partial<Record<RunName, Readonly<Record<string, number>>>>>;
const UNNAMED_SEC = 5;

const sumBy = (results: readonly JobResult[], keyOf: (result: JobResult) => string) => {
  const sums = new Map<string, number>();
  for (const result of results) {
    const key = keyOf(result);
    sums.set(key, (sums.get(key) ?? 0) + result.cpuSec);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
};

const folderOf = ({ job }: JobResult): string =>
  job.file.includes('/') ? (job.file.split('/')[0] as string) : '.';

/** The most expensive files and all folders, a line each. */
export const costLines = (results: readonly JobResult[]): string[] => {
  const line = ([name, sec]: [string, number]) => `${sec.toFixed(1).padStart(7)} s  ${name}`;
  const files = sumBy(results, ({ job }) => nameOf(job)).slice(0, MOST_EXPENSIVE);
  const total = results.reduce((sum, { cpuSec }) => sum + cpuSec, 0);
  return [
    `processor time, the ${files.length} most expensive files:`,
    ...files.map(line),
    'processor time by folder:',
    ...sumBy(results, folderOf).map(line),
    line(['all', total]),
  ];
};

/** Which folders cost more than they may, in words; a run without a budget may cost anything. */
export const overBudget = (run: RunName, results: readonly JobResult[]): string[] => {
  const budget = (JSON.parse(readFileSync('test/budget.json', 'utf8')) as Budget)[run];
  if (budget === undefined) return [];
  return sumBy(results, folderOf).flatMap(([folder, sec]) => {
    const most = ROOM * (budget[folder] ?? UNNAMED_SEC);
    if (sec <= most) return [];
    return [`test/${folder} took ${sec.toFixed(1)} s of processor time, and may take ${most} s`];
  });
};
