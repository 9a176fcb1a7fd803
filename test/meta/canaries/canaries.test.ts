// Mutations: each is applied to a copy of the built server, and the named tests must fail.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FILE_GUARD_MS, isGuards, SHORT_GUARD } from '../../support/guard.js';
import { mine, RUN } from '../../support/run.js';
import { readTap } from '../runner/tap.js';
import type { Canary, Run } from './canary.js';
import { copyBuild, putMistake } from './copy.js';
import { CANARIES } from './mistakes.js';

/** What a test file said. */
interface Said {
  readonly code: number | null;
  readonly tap: string;
}

/** Runs a test in a copy, and kills what it leaves. */
const runTest = (folder: string, { test, only }: Run, env: NodeJS.ProcessEnv): Promise<Said> =>
  new Promise((resolve) => {
    const flags = ['--import', `./${join('dist', 'test', 'support', 'exact-lists.js')}`];
    const child = spawn(process.execPath, [...flags, join('dist', 'test', `${test}.js`)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        ...env,
        TAP: '1',
        // Half a minute otherwise, which long tests take without a mistake.
        TAP_TIMEOUT: String(FILE_GUARD_MS.deep / 1000),
        ...(only === undefined ? {} : { TAP_GREP: only }),
      },
      detached: true,
    });
    let tap = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      tap += text;
    });
    child.on('exit', () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    });
    child.on('close', (code) => resolve({ code, tap }));
  });

/** A copy of the built server that is there while it is used. */
const inCopy = async (t: Test, use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = join(t.testdir({}), 'copy');
  mkdirSync(folder);
  copyBuild(folder);
  await use(folder);
  rmSync(folder, { recursive: true });
};

/** Asserts that tests pass in a copy without a mistake. */
const passWithout = (t: Test, runs: readonly Run[]): Promise<void> =>
  inCopy(t, async (folder) => {
    for (const run of runs) {
      const { code, tap } = await runTest(folder, run, {});
      t.equal(code, 0, `${run.test}: ${tap.match(/^ *not ok .*$/gm)?.join('; ') ?? ''}`);
      t.match(tap, /^ {4}ok /m, `${run.test}: ${run.only ?? 'all'} is there`);
    }
  });

/**
 * Asserts that each of the tests notices a mistake: not only by a wait that the guard ended, which
 * a busy host makes as long, unless nothing else comes of the mistake.
 */
const notice = (t: Test, canary: Canary, runs: readonly Run[]): Promise<void> =>
  inCopy(t, async (folder) => {
    const isPut = putMistake(folder, canary);
    t.ok(isPut, `what it replaces stands in ${canary.file} once`);
    for (const run of isPut ? runs : []) {
      const { code, tap } = await runTest(folder, run, SHORT_GUARD);
      t.not(code, 0, run.test);
      t.match(tap, /^ *ok /m, `the server still runs in ${run.test}`);
      const { failures } = readTap(tap);
      const noticed = run.onlyHangs ? failures : failures.filter((one) => !isGuards(one));
      t.ok(noticed.length > 0, `an assertion of ${run.test} says so`, { failures });
    }
  });

/** By each change a mistake has to be noticed by one test, at night by all that are named. */
const runsOf = ({ by }: Canary): readonly Run[] => (RUN === 'soak' ? by : by.slice(0, 1));

// Several mistakes are noticed by the same tests: over all shards each of those runs once.
const runs = [
  ...new Map(CANARIES.flatMap(runsOf).map((run) => [JSON.stringify(run), run])).values(),
];

t.test('Without a mistake the tests pass', (t) => passWithout(t, mine(runs)));

for (const canary of mine(CANARIES)) {
  t.test(`It is noticed when ${canary.name}`, (t) => notice(t, canary, runsOf(canary)));
}
