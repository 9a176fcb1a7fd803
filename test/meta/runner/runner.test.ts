// The runner: allowances of a run, and the share of work of each process.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { RUNS } from '../../support/run.js';
import { type Budget, budgetOf, overBudget } from './budget.js';
import type { JobResult } from './job.js';
import { jobsOf, shardsOf, testFiles } from './plan.js';
import { Yardstick } from './yardstick.js';

const cost = (file: string, cpuSec: number): JobResult => ({
  job: { file, shard: 1, shards: 1 },
  passed: 1,
  failures: [],
  cpuSec,
  stderr: '',
});

t.test('A folder may cost twice of its budget, and all together the total', async (t) => {
  const budget: Budget = { total: 30, folders: { engine: 8, http: 6 } };
  t.same(overBudget(budget, [cost('engine/a.test', 8), cost('engine/b.test', 8)], 1), []);
  t.same(overBudget(budget, [cost('engine/a.test', 8), cost('engine/b.test', 8.1)], 1), [
    'test/engine took 16.1 s of processor time, and may take 16 s',
  ]);
  t.same(overBudget(budget, [cost('meta/tidy.test', 10.1)], 1), [
    'test/meta took 10.1 s of processor time, and may take 10 s',
  ]);
  const all = [cost('engine/a.test', 16), cost('http/a.test', 12)];
  t.same(overBudget(budget, [...all, cost('meta/tidy.test', 2)], 1), []);
  t.same(overBudget(budget, [...all, cost('meta/tidy.test', 2.1)], 1), [
    'the run took 30.1 s of processor time, and may take 30 s',
  ]);
  t.same(overBudget(budget, [...all, cost('meta/tidy.test', 12)], 1.5), [], 'of a slow machine');
});

t.test('No machine counts as faster than a calm one, nor as slower without end', async (t) => {
  const yardstick = new Yardstick();
  t.equal(yardstick.slowness, 1);
  yardstick.measure();
  t.ok(yardstick.slowness >= 1 && yardstick.slowness <= 3);
});

t.test('What is promised of a run has room for the folders that it has', async (t) => {
  for (const run of ['test', 'deep'] as const) {
    const { total = 0, folders = {} } = budgetOf(run) ?? {};
    const sum = Object.values(folders).reduce((all, sec) => all + sec, 0);
    t.ok(sum <= total, `${sum} s of ${total} s`);
  }
});

t.test(
  'The shards of each file add up to it, and a share that was asked for is alone',
  async (t) => {
    for (const run of RUNS) {
      const jobs = jobsOf(run, []);
      for (const file of testFiles()) {
        const shards = shardsOf(file)[run] ?? 0;
        const told = jobs.filter((job) => job.file === file);
        t.same(
          told,
          Array.from({ length: shards }, (_, at) => ({ file, shard: at + 1, shards })),
        );
      }
    }
    t.same(jobsOf('deep', ['engine/model'], { shard: 1, shards: 2 }), [
      { file: 'engine/model.test', shard: 1, shards: 2 },
    ]);
  },
);

/** Runs code that sees `mine` and `shareOf` as a part of a run does. */
const asShard = (...args: readonly string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const url = JSON.stringify(new URL('../../support/run.js', import.meta.url).href);
    const code = `import { mine, shareOf } from ${url};
      console.log(JSON.stringify({ mine: mine([1, 2, 3, 4, 5]), share: shareOf(5) }));`;
    const node = ['--input-type=module', '--eval', code, '--', ...args];
    execFile(process.execPath, node, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

t.test('A share does its part of the items and counts, and no part twice', async (t) => {
  const parts = await Promise.all([asShard('--shard', '1/2'), asShard('--shard', '2/2')]);
  t.same(
    parts.map(({ stdout }) => JSON.parse(stdout)),
    [
      { mine: [1, 3, 5], share: 2 },
      { mine: [2, 4], share: 3 },
    ],
  );
  t.same(JSON.parse((await asShard()).stdout), { mine: [1, 2, 3, 4, 5], share: 5 });
});

t.test('A share that is none is told, and nothing is run', async (t) => {
  for (const share of ['5/4', '0/4', '1/0', '1', '1/2/3', 'a/b', '']) {
    const run = [join('dist', 'test', 'run.js'), '--shard', share, 'no such test'];
    const ran = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, run, (error, stdout, stderr) =>
        resolve({ code: error?.code, stdout, stderr }),
      );
    });
    t.not(ran.code ?? 0, 0, share);
    t.match(ran.stderr, '--shard is one of so many: 2/4', share);
    t.equal(ran.stdout, '', share);
  }
});
