// The processes of a bench: what they took of the processors, and that none outlives it.

import { readFileSync } from 'node:fs';

/** Ticks of processor time of a process and of its children that ended. */
export const ticksOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name in brackets come the state and 10 other fields, then these four.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
};

/** The processes that this one started and that have not ended. */
export const childPids = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number);

/** Has what a bench started end with it, also when it fails or is told to end. */
export const endChildrenAtExit = (): void => {
  process.once('exit', () => {
    for (const pid of childPids()) process.kill(pid, 'SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(1));
  }
};
