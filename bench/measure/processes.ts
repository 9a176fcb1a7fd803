// The processes of a bench: their processor time, and their end.

import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in ticks of a process and its ended children. */
export const ticksOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets there are the state and 10 other fields, then these four.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
};

/** Processor time so far of the threads of a process that have a name, in ms. */
export const threadMs = (pid: number, name: string): number => {
  const tasks = `/proc/${pid}/task`;
  let ns = 0;
  for (const task of readdirSync(tasks)) {
    if (readFileSync(`${tasks}/${task}/comm`, 'utf8').trim() !== name) continue;
    ns += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return ns / 1e6;
};

/** Processor time so far of the main thread of a process, in ms. */
export const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** The MiB that a process has read from the disk so far, without reads from the page cache. */
export const diskReadMib = (pid: number): number => {
  const [, bytes = '0'] = /^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? [];
  return Number(bytes) / 2 ** 20;
};

/** Child processes that have not ended. */
export const childPids = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number);

/** Ends all children with this process, also when it fails or is told to end. */
export const endChildrenAtExit = (): void => {
  process.once('exit', () => {
    for (const pid of childPids()) process.kill(pid, 'SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(1));
  }
};
