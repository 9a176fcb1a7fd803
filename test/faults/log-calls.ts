// The n-th call that the log makes of its disk fails: nothing is told to be written after that, and
// who opens it next has all that was told before.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { frameEvents } from '../../storage/log/batch.js';
import { Log, nameOf } from '../../storage/log/log.js';
import { scan } from '../../storage/log/scan.js';
import { callsAfterFault, under } from './disk-fault.js';
import { callsIn, strace, stringsOf } from './strace.js';

const CHILD = fileURLToPath(new URL('./log-calls-child.js', import.meta.url));
/** So many batches are written for each call that is to be made, which is enough. */
const BATCHES_A_CALL = 5;

/** A way in which a call fails, as strace says it. */
interface CallFault {
  readonly call: 'fdatasync' | 'pwrite64' | 'writev';
  readonly what: string;
}

/** Syncs and writes, of one page and of several, that fail, have no room or are cut short. */
const CALL_FAULTS: readonly CallFault[] = [
  { call: 'fdatasync', what: 'error=EIO' },
  ...(['pwrite64', 'writev'] as const).flatMap((call) =>
    ['error=EIO', 'error=ENOSPC', 'retval=512'].map((what) => ({ call, what })),
  ),
];

/** Opens a log after the failure and goes on writing it; answers the last event that it had. */
const goOn = (folder: string): number => {
  const log = Log.open(folder);
  const { seq } = log.head();
  log.append(1, frameEvents([Buffer.from('the next one')]));
  log.close();
  return seq;
};

/** Lets a call fail in a child process that writes a log; what does not hold, in words. */
const failCall = (folder: string, { call, what }: CallFault, n: number): string[] => {
  mkdirSync(folder);
  const [trace, report] = [join(folder, 'trace'), join(folder, 'report')];
  const fault = { call, what: `${what}:when=${n}`, path: join(folder, nameOf(1)) };
  const [command = '', ...tracer] = under(fault, trace, { call: 'write', path: report });
  const child = [process.execPath, CHILD, folder, String(BATCHES_A_CALL * n), report];
  const { status, stderr } = spawnSync(command, [...tracer, ...child], { encoding: 'utf8' });
  const after = callsAfterFault(trace);
  if (after === undefined) return [`the call was not made: ${stderr}`];
  const wrong = after
    .filter((line) => / write\(/.test(line))
    .map((line) => `told after it: ${line}`);
  if (status === 0) wrong.push('the writer ends without an error');
  const last = Number(readFileSync(report, 'utf8').trimEnd().split('\n').at(-1));
  const had = goOn(folder);
  // A commit whose sync failed is undone: the system may take it for written.
  const most = call === 'fdatasync' ? last : last + 1;
  if (had < last || had > most) wrong.push(`${had} events where ${last} were told`);
  const scanned = scan(folder, 1);
  if (!scanned.ok || scanned.last !== had + 1)
    wrong.push(`it goes on to ${JSON.stringify(scanned)}`);
  return wrong;
};

/** A start has the file that it goes on from on disk before it makes its own: in words if not. */
const syncFirst = (folder: string): string[] => {
  mkdirSync(folder);
  const trace = join(folder, 'trace');
  const child = [process.execPath, CHILD, folder, '1', join(folder, 'report')];
  for (const [command = '', ...args] of [child, [...strace(trace), ...child]]) {
    spawnSync(command, args);
  }
  const calls = [...callsIn(trace)];
  const synced = calls.findIndex(
    ({ name, path }) => name === 'fsync' && path === join(folder, nameOf(1)),
  );
  const made = calls.findIndex(
    (call) => call.name.startsWith('rename') && stringsOf(call).join().includes(nameOf(2)),
  );
  if (synced >= 0 && synced < made) return [];
  return [`a start: call ${synced} is the sync of what was, call ${made} names the new file`];
};

/** Lets so many of the first calls of each kind fail, in each way, each on a log of its own. */
export const failCalls = async (t: Test, calls: number): Promise<void> => {
  const data = t.testdir({});
  const wrong = syncFirst(join(data, 'start'));
  for (const fault of CALL_FAULTS) {
    for (let n = 1; n <= calls; n += 1) {
      const folder = join(data, String(n));
      const name = `${fault.call} ${fault.what} at ${n}`;
      wrong.push(...failCall(folder, fault, n).map((what) => `${name}: ${what}`));
      rmSync(folder, { recursive: true });
    }
  }
  t.same(wrong, []);
};
