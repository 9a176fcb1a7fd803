// Puts mistakes into copies of the built server, and runs the tests that must notice them.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { copyBuild, putMistake } from './copy.js';
import type { Canary, Run } from './mistakes.js';

const AT_ONCE = 2;

/** What a test file said. */
interface Said {
  readonly code: number | null;
  readonly tap: string;
}

/** Runs a test in a copy; one that is not done in time hangs, and is killed with its servers. */
const runTest = (folder: string, run: Run, withinMs: number): Promise<Said> =>
  new Promise((resolve) => {
    const { test, only, count } = run;
    const args = [join('dist', 'test', `${test}.js`), ...(count === undefined ? [] : [`${count}`])];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        TAP: '1',
        // Half a minute otherwise, which long tests take without a mistake.
        TAP_TIMEOUT: String(withinMs / 1000),
        ...(only === undefined ? {} : { TAP_GREP: only }),
      },
      detached: true,
    });
    const endGroup = (): void => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    const timer = setTimeout(endGroup, withinMs);
    let tap = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      tap += text;
    });
    child.on('exit', endGroup);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, tap });
    });
  });

/** Runs jobs, some at a time. */
const runAll = async <T>(jobs: Iterable<T>, run: (job: T) => Promise<void>): Promise<void> => {
  const queue = [...jobs].values();
  const worker = async (): Promise<void> => {
    for (const job of queue) await run(job);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

/** Which tests are to notice which mistake. */
export type Wanted = (canary: Canary) => readonly Run[];

/** Asserts that the tests pass in a copy without a mistake, and that each mistake is noticed. */
export const catchAll = async (
  t: Test,
  canaries: readonly Canary[],
  wanted: Wanted,
  withinMs: number,
): Promise<void> => {
  const root = t.testdir({});
  const folderOf = (name: string): string => {
    const folder = join(root, name);
    mkdirSync(folder);
    copyBuild(folder);
    return folder;
  };

  await t.test('Without a mistake the copy passes', async (t) => {
    const folder = folderOf('right');
    const runs = canaries.flatMap(wanted);
    const distinct = new Map(runs.map((run) => [JSON.stringify(run), run]));
    await runAll(distinct, async ([name, run]) => {
      const { code, tap } = await runTest(folder, run, withinMs);
      t.equal(code, 0, `${name}: ${tap.match(/^ *not ok .*$/gm)?.join('; ') ?? ''}`);
    });
  });

  await t.test('Every mistake is noticed', async (t) => {
    await runAll(canaries.entries(), async ([at, canary]) => {
      const { name, file } = canary;
      const folder = folderOf(String(at));
      const isPut = putMistake(folder, canary);
      t.ok(isPut, `${name}: what it replaces stands in ${file} once`);
      if (!isPut) return;
      for (const run of wanted(canary)) {
        const { code, tap } = await runTest(folder, run, withinMs);
        t.not(code, 0, `${name}: ${run.test}`);
        t.match(tap, /^ *ok /m, `${name}: the server still runs in ${run.test}`);
        t.match(tap, /^ *not ok /m, `${name}: an assertion of ${run.test} says so`);
      }
    });
  });
};
