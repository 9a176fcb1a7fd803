// The test runner: runs compiled test files side by side, keeps their TAP, and counts.
//
//   node dist/test/run.js                      `npm test`: everything once
//   node dist/test/run.js --run deep           `npm run test:deep`: large counts
//   node dist/test/run.js --run soak           `npm run soak`: the night
//   node dist/test/run.js --shard 1/4          a quarter of what each file does
//   node dist/test/run.js --slice 1/6          a sixth of the jobs; `auto`: another one each day
//   node dist/test/run.js engine e2e/main-job  only files whose name contains one of the words

import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { budgetOf, costLines, overBudget } from './meta/runner/budget.js';
import { type JobResult, killAll, runJobs } from './meta/runner/job.js';
import { groupsOf, type Job, jobsOf, nameOf, sliceOfJobs } from './meta/runner/plan.js';
import { RESULTS } from './meta/runner/tap.js';
import { Yardstick } from './meta/runner/yardstick.js';
import { IS_SHARD, RUN, SHARD, SLICE, WORDS } from './support/run.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const report = ({ job, failures, stderr }: JobResult): void => {
  if (failures.length === 0) return;
  say(`not ok ${nameOf(job)}`);
  for (const failure of failures) say(failure.replace(/^/gm, '  '));
  if (stderr !== '') say(stderr.replace(/^/gm, '  | '));
};

/**
 * Runs the jobs' processes, one more at a time than there are processors: many wait. Reports as
 * they end, and measures the machine each time.
 */
const runAll = async (jobs: readonly Job[], yardstick: Yardstick): Promise<JobResult[]> => {
  const results: JobResult[] = [];
  const queue = groupsOf(jobs).values();
  const worker = async (): Promise<void> => {
    for (const group of queue) {
      const ended = await runJobs(RUN, group);
      for (const result of ended) {
        report(result);
        yardstick.measure();
      }
      results.push(...ended);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  return results;
};

const stopEarly = (signal: NodeJS.Signals): void => {
  killAll();
  process.kill(process.pid, signal);
};

const main = async (): Promise<void> => {
  const isWhole = WORDS.length === 0 && !IS_SHARD && SLICE === undefined;
  const asked = jobsOf(RUN, WORDS, IS_SHARD ? SHARD : undefined);
  const jobs = SLICE === undefined ? asked : sliceOfJobs(asked, SLICE);
  if (SLICE !== undefined) {
    say(`slice ${SLICE.part} of ${SLICE.parts}: ${jobs.length} of ${asked.length} jobs`);
  }
  if (isWhole) rmSync(join(RESULTS, RUN), { recursive: true, force: true });
  process.once('SIGINT', stopEarly);
  process.once('SIGTERM', stopEarly);
  const yardstick = new Yardstick();
  const results = await runAll(jobs, yardstick);
  const { slowness } = yardstick;
  for (const line of costLines(results)) say(line);
  say(`on a calm machine it would have taken ${slowness.toFixed(2)} times less`);
  const budget = isWhole ? budgetOf(RUN) : undefined;
  const over = budget === undefined ? [] : overBudget(budget, results, slowness);
  for (const line of over) say(`not ok ${line}`);
  for (const { job, skipped } of results) {
    for (const one of skipped) say(`SKIPPED: ${nameOf(job)}: ${one}`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failures.length, over.length);
  if (jobs.length === 0) say(`no test file fits ${WORDS.join(' ')}`);
  const skipped = results.reduce((sum, result) => sum + result.skipped.length, 0);
  if (skipped > 0) say(`${skipped} SKIPPED`);
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || jobs.length === 0 ? 1 : 0;
};

await main();
