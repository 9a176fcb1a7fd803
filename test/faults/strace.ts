// System calls of a server, as strace writes them down: in order, with all bytes written.

import { readFileSync } from 'node:fs';

/** Longer strings would be cut off: no write of the server comes near. */
const STRING_MAX = 8 << 20;
/** Calls that change files or bring them to disk, and what is sent; `?` = not everywhere known. */
const CALLS = [
  ...['openat', 'lseek', 'pwrite64', 'pwritev', 'write', 'writev', 'ftruncate', 'fallocate'],
  ...['fdatasync', 'fsync', '?rename', '?renameat', 'renameat2', '?unlink', 'unlinkat'],
  ...['?mkdir', 'mkdirat', 'sendto', 'sendmsg'],
];

/** One finished call. */
export interface Call {
  /** When it began and ended: two moments for each line of the trace, of whatever thread. */
  readonly start: number;
  readonly end: number;
  /** Seconds since 1970 at its end. */
  readonly time: number;
  readonly name: string;
  readonly result: number;
  /** The descriptor that it works on, with its file; -1 and empty for calls that take a path. */
  readonly fd: number;
  readonly path: string;
  /** Its arguments as strace wrote them. */
  readonly args: string;
}

/**
 * A command before a command that writes its calls to a file. With `-D` the tracer is nobody's
 * parent: signals reach what is traced, and its pipes close when the tracer has written all.
 */
export const strace = (file: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-y', '-ttt', '-xx'],
  ...['-s', String(STRING_MAX), '-e', `trace=${CALLS.join()}`, '-e', 'signal=none', '-o', file],
];

const HEX = /(?:\\x[0-9a-f]{2})+/g;
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const textOf = (hex: string): string => hex.replace(HEX, (some) => bytesOf(some).toString());

/** The strings among the arguments of a call, in order: paths, or what it was to write. */
export const stringsOf = ({ args }: Call): Buffer[] => {
  if (args.includes('"...')) throw new Error(`strace cut a string of ${args.length} characters`);
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => bytesOf(hex as string));
};

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/;
const UNFINISHED = / <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. \w+ resumed>/;
const CALL = /^(\w+)\((?:(\d+)<([^>]*)>)?(.*)\) += (-?\d+)/;

interface Begun {
  readonly start: number;
  readonly text: string;
}

/** The calls of a trace in the order in which they ended; what never ended is left out. */
export function* callsIn(file: string): Generator<Call> {
  const begun = new Map<string, Begun>();
  for (const [at, line] of readFileSync(file, 'latin1').split('\n').entries()) {
    const [, thread = '', time, said = ''] = LINE.exec(line) ?? [];
    if (UNFINISHED.test(said)) {
      begun.set(thread, { start: 2 * at, text: said.replace(UNFINISHED, '') });
      continue;
    }
    const resumed = RESUMED.exec(said);
    const { start, text } = (resumed && begun.get(thread)) ?? { start: 2 * at, text: '' };
    const [, name, fd, path, args, result] =
      CALL.exec(text + said.slice(resumed?.[0].length ?? 0)) ?? [];
    if (name === undefined) continue;
    yield {
      ...{ start, end: 2 * at + 1, time: Number(time), name, result: Number(result) },
      ...{ fd: Number(fd ?? -1), path: textOf(path ?? ''), args: args as string },
    };
  }
}
