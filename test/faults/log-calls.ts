// The n-th call that the log makes of its disk fails: nothing is told to be written after that, and
// who opens it next has all that was told before.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameEvents } from '../../storage/batch.js';
import { Log, nameOf } from '../../storage/log.js';
import { scan } from '../../storage/scan.js';
import type { Assert } from '../support/trader.js';
import { befell, under } from './disk-fault.js';

const CHILD = fileURLToPath(new URL('./log-calls-child.js', import.meta.url));
/** So many batches are written for each call that is to be made, which is enough. */
const BATCHES_A_CALL = 5;

/** A way in which a call fails, as strace says it. */
export interface CallFault {
  readonly call: 'fdatasync' | 'pwrite64' | 'writev';
  readonly what: string;
}

/** Numbers from 1 on. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

/** What a child that wrote the log told before it ended. */
interface Told {
  /** The events that it wrote, and when it had, as `Date.now()` tells time. */
  readonly written: readonly { readonly seq: number; readonly at: number }[];
  readonly isClean: boolean;
  readonly noise: string;
}

/** Writes a log in a child process until so many calls must have been made, or one fails. */
const write = (folder: string, calls: number, tracer: readonly string[]): Promise<Told> =>
  new Promise((resolve) => {
    const own = [process.execPath, CHILD, folder, String(BATCHES_A_CALL * calls)];
    const [command = '', ...args] = [...tracer, ...own];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    let noise = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      noise += text;
    });
    child.once('close', (code) => {
      const lines = told.split('\n').filter((line) => line !== '');
      const written = lines.map((line) => {
        const [seq = 0, at = 0] = line.split(' ').map(Number);
        return { seq, at };
      });
      resolve({ written, isClean: code === 0, noise });
    });
  });

/** Opens a log after the failure and goes on writing it; answers the last event that it had. */
const goOn = (folder: string): number => {
  const log = Log.open(folder);
  const { seq } = log.head();
  log.append(1, frameEvents([Buffer.from('the next one')]));
  log.close();
  return seq;
};

/** Lets the n-th call fail, for each n on a log of its own. */
export const failCalls = async (
  t: Assert,
  { call, what }: CallFault,
  numbers: readonly number[],
): Promise<void> => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-calls-')));
  try {
    for (const n of numbers) {
      const name = `${call} ${what} at ${n}`;
      const folder = join(data, String(n));
      mkdirSync(folder);
      const trace = join(folder, 'trace');
      const fault = { call, what: `${what}:when=${n}`, path: join(folder, nameOf(1)) };
      const { written, isClean, noise } = await write(folder, n, under(fault, trace));
      const [failedAt = 0] = befell(trace);
      t.not(failedAt, 0, `${name}: the call was made; ${noise}`);
      t.not(isClean, true, `${name}: the writer ends with an error`);
      const late = written.filter(({ at }) => at > failedAt);
      t.same(late, [], `${name}: nothing is told to be written after that`);
      const last = written.at(-1)?.seq ?? 0;
      const had = goOn(folder);
      t.ok(had === last || had === last + 1, `${name}: ${had} events where ${last} were told`);
      t.hasStrict(scan(folder, 1), { ok: true, last: had + 1 }, `${name}: and it goes on`);
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};
