// The runner: allowances of a run, and the share of work of each process.

import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import t, { type Test } from 'tap';
import { RUNS, sliceOf } from '../../support/run.js';
import { type Budget, budgetOf, overBudget } from './budget.js';
import { type JobResult, runJobs } from './job.js';
import { groupsOf, type Job, jobsOf, shardsOf, sliceOfJobs, testFiles } from './plan.js';
import { keepTap, RESULTS, readTap } from './tap.js';
import { Yardstick } from './yardstick.js';

const cost = (file: string, cpuSec: number): JobResult => ({
  job: { file, shard: 1, shards: 1 },
  passed: 1,
  failures: [],
  skipped: [],
  cpuSec,
  stderr: '',
});

t.test(
  'A folder may cost twice of its budget, and all together a tenth more than the total',
  async (t) => {
    const budget: Budget = { total: 30, folders: { engine: 8, http: 6 } };
    t.same(overBudget(budget, [cost('engine/a.test', 8), cost('engine/b.test', 8)], 1), []);
    t.same(overBudget(budget, [cost('engine/a.test', 8), cost('engine/b.test', 8.1)], 1), [
      'test/engine took 16.1 s of processor time, and may take 16 s',
    ]);
    t.same(overBudget(budget, [cost('meta/tidy.test', 10.1)], 1), [
      'test/meta took 10.1 s of processor time, and may take 10 s',
    ]);
    const all = [cost('engine/a.test', 16), cost('http/a.test', 12)];
    t.same(overBudget(budget, [...all, cost('meta/tidy.test', 5)], 1), []);
    t.same(overBudget(budget, [...all, cost('meta/tidy.test', 5.1)], 1), [
      'the run took 33.1 s of processor time, and may take 33 s',
    ]);
    t.same(overBudget(budget, [...all, cost('meta/tidy.test', 12)], 1.5), [], 'of a slow machine');
  },
);

t.test('No machine counts as faster than a calm one, nor as slower without end', async (t) => {
  const yardstick = new Yardstick();
  t.equal(yardstick.slowness, 1);
  yardstick.measure();
  t.ok(yardstick.slowness >= 1 && yardstick.slowness <= 6);
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
        const found = jobs.filter((job) => job.file === file);
        t.same(
          found,
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

t.test('The slices of six days in turn are the whole run, each job once', async (t) => {
  const DAY_MS = 86_400_000;
  const jobs = jobsOf('deep', []);
  const days = [0, 1, 2, 3, 4, 5].map((day) => sliceOf('auto', (20_000 + day) * DAY_MS));
  t.equal(new Set(days.map(({ part }) => part)).size, 6, 'each day has another slice');
  const slices = days.map((slice) => sliceOfJobs(jobs, slice));
  const names = ({ file, shard }: Job) => `${file} ${shard}`;
  t.same(slices.flat().map(names).sort(), jobs.map(names).sort());
  t.same(sliceOf('2/4', 0), { part: 2, parts: 4 });
  t.throws(() => sliceOf('7/6', 0), /--slice is one of so many/);
});

/** What a test file imports from `support/run.ts`. */
const RUN_IMPORTS = /import \{([^}]*)\} from '[^']*\/support\/run\.js'/;

t.test('A file whose counts depend on the run is part of the deep run', async (t) => {
  for (const file of testFiles()) {
    const [, names = ''] = RUN_IMPORTS.exec(readFileSync(`test/${file}.ts`, 'utf8')) ?? [];
    if (!/\b(RUN|countOf|runsOf|shareOf|mine)\b/.test(names)) continue;
    t.ok((shardsOf(file).deep ?? 0) > 0, `${file} is in no list of plan.ts`);
  }
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

t.test('Processes run all jobs once, each those of one folder', async (t) => {
  for (const run of RUNS) {
    const jobs = jobsOf(run, []);
    const groups = groupsOf(jobs);
    const names = ({ file, shard }: Job) => `${file} ${shard}`;
    t.same(groups.flat().map(names).sort(), jobs.map(names).sort());
    for (const group of groups) {
      t.equal(new Set(group.map(({ file }) => file.split('/')[0])).size, 1, group[0]?.file);
      const isShard = group.some(({ shards }) => shards > 1);
      t.ok(!isShard || group.length === 1, 'a shard has a process of its own');
    }
  }
});

const HOLDS = `t.test('it holds', async (t) => {
  t.ok(true);
  await t.test('and what is within, too [POST /a #1]', async (t) => t.ok(true));
});`;
/** Test files by name; each says what it does. */
const FILES: Readonly<Record<string, string>> = {
  'a-holds': HOLDS,
  'b-killed': `t.test('it is killed', async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });`,
  'c-fails': `console.log('a line'); t.test('it does not hold', async (t) => t.equal(1, 2));`,
  'd-throws': "throw new Error('it cannot be loaded');",
  'e-late': `t.test('it holds first', async (t) => {
    t.ok(true);
    setImmediate(() => { throw new Error('and fails behind'); });
  });
  t.test('it waits', (t) => new Promise((resolve) => setTimeout(resolve, 100)));`,
  'f-opens': `t.teardown(() => { globalThis.closed = true; });
  let before;
  t.beforeEach(() => { before = 'f'; globalThis.count = 1; });
  t.test('it is open', async (t) => t.same([globalThis.closed, before], [undefined, 'f']));`,
  'g-follows': `delete globalThis.count;
  t.test('it is closed', async (t) => t.same([closed, globalThis.count], [true, undefined]));`,
  'h-lacks': `t.test('it needs more', { skip: 'apt-get install more' }, async () => {});
  t.test('it runs', async (t) => t.ok(true));`,
  'i-folder': `import { existsSync } from 'node:fs';
  t.test('it has a folder', async (t) => {
    const folder = t.testdir();
    t.teardown(() => { globalThis.had = existsSync(folder); });
  });
  t.test('the folder was there in the teardown', async (t) => t.equal(globalThis.had, true));`,
};

/** Runs such files in a process in turn; what came of them, with the TAP that was kept. */
const runFiles = async (t: Test, names: readonly string[]) => {
  const folder = t.testdir(
    Object.fromEntries(names.map((name) => [`${name}.js`, `import t from 'tap';\n${FILES[name]}`])),
  );
  const taps: string[] = [];
  const jobs = names.map((name) => ({
    file: relative(join('dist', 'test'), join(folder, name)),
    shard: 1,
    shards: 1,
  }));
  const results = await runJobs('test', jobs, (_run, _job, tap) => taps.push(tap));
  return results.map((result, at) => ({
    ...result,
    name: names[at],
    tap: taps[at] ?? '',
    isOfJob: result.job === jobs[at],
  }));
};

t.test('Of files that share a process each fails, holds and is kept by itself', async (t) => {
  const names = Object.keys(FILES);
  const results = await runFiles(t, names);
  t.ok(results.every(({ isOfJob }) => isOfJob));
  t.same(
    results.map(({ name, passed, failures }) => [name, passed, failures.length > 0]),
    [
      ['a-holds', 2, false],
      ['b-killed', 0, true],
      ['c-fails', 0, true],
      ['d-throws', 0, true],
      ['e-late', 2, true],
      ['f-opens', 1, false],
      ['g-follows', 1, false],
      ['h-lacks', 1, false],
      ['i-folder', 2, false],
    ],
  );
  t.same(
    results.flatMap(({ skipped }) => skipped),
    ['it needs more: apt-get install more'],
    'a test that is left out is told with its reason',
  );
  const failed = results.flatMap(({ failures }) => failures).join('\n');
  t.match(failed, /it does not hold.*c-fails\.js/);
  t.match(failed, /it cannot be loaded/);
  t.match(failed, /and fails behind/);
  t.match(failed, /ended with code 137/);
  for (const { name, tap, passed, failures, cpuSec } of results) {
    const read = readTap(tap);
    t.equal(read.passed, passed, name);
    t.ok(read.isWhole || failures.length > 0, name);
    t.ok(cpuSec > 0 && cpuSec < 60, name);
  }
  t.match(
    results[0]?.tap,
    /^TAP version 14\n# Subtest: it holds\n {4}ok 1 - .*\n {4}# Subtest: and/,
  );
});

t.test(
  'Who reads the TAP of a file while it is kept again reads what was kept before',
  async (t) => {
    const folder = join('meta', `kept-${process.pid}`);
    const place = join(RESULTS, 'soak', folder);
    t.teardown(() => rmSync(place, { recursive: true }));
    const job = { file: join(folder, 'a.test'), shard: 1, shards: 1 };
    keepTap('soak', job, 'before');
    const reader = openSync(join(place, 'a.test.tap'), 'r');
    keepTap('soak', job, 'ok 1 - \\#1 and \\#a');
    t.equal(readFileSync(reader, 'utf8'), 'before');
    closeSync(reader);
    t.same(readdirSync(place), ['a.test.tap']);
    t.equal(readFileSync(join(place, 'a.test.tap'), 'utf8'), 'ok 1 - #1 and \\#a');
  },
);
