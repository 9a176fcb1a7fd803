// Runs a command of the server's binary in a process of its own: `verify`, `rebuild`, `serve` …

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUARD_MS, guardError } from './guard.js';

/** The built program, from the project's folder. */
export const MAIN = join('dist', 'bin', 'main.js');
/**
 * What its first line starts Node with. Under the runner no source maps are read, which takes a
 * tenth of a start; benches and tests that run by hand have them.
 */
export const NODE_FLAGS = (readFileSync(MAIN, 'utf8').split('\n', 1)[0] ?? '')
  .split(' ')
  .filter((word) => word.startsWith('--'))
  .filter((word) => word !== '--enable-source-maps' || process.env.TAP !== '1');

/** How a command ended and what it printed. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of its standard output that is JSON; empty without one. */
  readonly record: Readonly<Record<string, unknown>>;
}

const lastRecord = (stdout: string): Record<string, unknown> => {
  const line = stdout.split('\n').findLast((text) => text.startsWith('{'));
  return line === undefined ? {} : (JSON.parse(line) as Record<string, unknown>);
};

/** Runs `brokerd …args`; never throws for an exit code. */
export const runCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...NODE_FLAGS, MAIN, ...args],
      { env: { ...process.env, ...env }, timeout: GUARD_MS },
      (error, stdout, stderr) => {
        if (error?.killed && error.code === null)
          return reject(guardError(`the end of ${args[0]}`, stderr));
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr, record: lastRecord(stdout) });
      },
    );
  });
