// How long the threads of a process stood in line for a processor: what a busy machine adds.

import { readdirSync, readFileSync } from 'node:fs';

const MS = 1e6;

/** Waits so far by thread, in ms; threads that end meanwhile are left out. */
const waitsOf = (pid: number): Map<string, number> => {
  const waits = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      waits.set(thread, Number(waited) / MS);
    } catch {
      // The thread ended after it was listed.
    }
  }
  return waits;
};

/** Starts counting; the answer tells the longest wait of any one thread since then, in ms. */
export const countWaits = (pid: number): (() => number) => {
  const before = waitsOf(pid);
  return () => {
    const waits = [...waitsOf(pid)].map(([thread, waited]) => waited - (before.get(thread) ?? 0));
    return Math.max(0, ...waits);
  };
};
