// Faults of the disk under a server: strace lets its calls fail or last long.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf } from '../../actors/folder/folder.js';
import { nameOf } from '../../storage/log/log.js';
import { scan } from '../../storage/log/scan.js';
import type { ServerProcess } from '../support/server-process.js';

/** Why no fault can be made here; undefined where it can. */
export const missingStrace = (): string | undefined => {
  const { status } = spawnSync('strace', [
    '-qq',
    '--seccomp-bpf',
    '-f',
    '-e',
    'trace=none',
    'true',
  ]);
  return status === 0 ? undefined : 'strace is not there, or may not trace';
};

/** What is to go wrong. */
export interface DiskFault {
  /** The call that it befalls, as strace names it. */
  readonly call: string;
  /** What befalls it and when, as strace says it: `error=EIO:when=3`, counted by thread. */
  readonly what: string;
  /** The only file that it befalls. */
  readonly path: string;
}

/**
 * The command to start a server under, so that the fault befalls it; what it befell is written to
 * `trace`, and with it the calls of another kind on another file, if any. The tracer is no parent
 * of the server: signals and the exit code are the server's own.
 */
export const under = (
  { call, what, path }: DiskFault,
  trace: string,
  also?: { readonly call: string; readonly path: string },
): string[] => [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', trace, '-P', path],
  ...(also === undefined ? [] : ['-P', also.path]),
  ...['-e', `trace=${[call, also?.call ?? call].join()}`, '-e', `inject=${call}:${what}`],
];

/** The file that the next start of a server makes in the log of its data folder. */
export const nextLogFile = (data: string): string => {
  const { log } = pathsOf(data);
  const end = existsSync(log) ? scan(log, 1) : ({ ok: true, last: 0 } as const);
  if (!end.ok) throw new Error(`the log is bad at event ${end.seq}: ${end.what}`);
  return join(log, nameOf(end.last + 1));
};

/**
 * What strace tells beside calls that were made, its ids padded to 5 columns: signals, the ends of
 * threads, and `???(`: a call of a thread that was killed before the kernel began it, so that not
 * even its name could be read; strace waits on, or lets the thread go.
 */
const NO_CALL = /^\d+ +(---|\+\+\+|\?\?\?\( <(unfinished|detached) \.\.\.>$)/;

/** The calls that were traced after the first that the fault befell; undefined = it befell none. */
export const callsAfterFault = (trace: string): string[] | undefined => {
  const text = existsSync(trace) ? readFileSync(trace, 'utf8') : '';
  const lines = text.split('\n').filter((line) => line !== '');
  const at = lines.findIndex((line) => line.endsWith('(INJECTED)'));
  return at < 0 ? undefined : lines.slice(at + 1).filter((line) => !NO_CALL.test(line));
};

/** What lmdb prints of its own of a write that fails, without an end of line. */
export const LMDB_SAYS = /^Write error: .* position \d+, size \d+/;

/** What ends a process that has written where it may not. */
const CRASHES: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGBUS', 'SIGSEGV'];

/** Where a write fails lmdb 3.5.6 writes past the end of the message that it makes of it. */
export const crashedInLmdb = (
  { noise }: Pick<ServerProcess, 'noise'>,
  signal: NodeJS.Signals | null,
): boolean => CRASHES.includes(signal) && noise.some((line) => LMDB_SAYS.test(line));
