// The address space of the process: each file of the log is mapped into it, including its room to
// grow.

import { existsSync, readFileSync } from 'node:fs';

const LIMITS = '/proc/self/limits';
const PAGE = 4096;
/** Address space that is left to the process for its memory and threads. */
const SPARE_BYTES = 512 * 1024 * 1024;
const MIB = 2 ** 20;

/** A limit of the process by its system name; infinite where there is none. */
const limitOf = (name: string): number => {
  if (!existsSync(LIMITS)) return Number.POSITIVE_INFINITY;
  const soft = new RegExp(`^${name} +(\\d+)`, 'm').exec(readFileSync(LIMITS, 'utf8'))?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
};

/** Is the memory limited by `ulimit -v` or `-d`? A process that reaches such a limit may crash. */
export const isLimited = (): boolean =>
  ['Max address space', 'Max data size'].some((name) => Number.isFinite(limitOf(name)));

/** Throws ENOMEM when a map of `bytes` bytes does not fit, because LMDB would crash. */
export const refuseMap = (bytes: number): void => {
  const limit = limitOf('Max address space');
  if (!Number.isFinite(limit)) return;
  const [pages = ''] = readFileSync('/proc/self/statm', 'utf8').split(' ');
  const needed = Number(pages) * PAGE + bytes + SPARE_BYTES;
  if (needed <= limit) return;
  const [has, needs] = [limit, needed].map((size) => Math.ceil(size / MIB));
  const message = `its map needs an address space of ${needs} MiB, the limit (ulimit -v) is ${has}`;
  throw Object.assign(new Error(message), { code: 'ENOMEM' });
};
