// How long the threads of a process worked, how long they stood in line for a processor, and how
// slow that is at the moment: what a busy machine adds.

import { readdirSync, readFileSync } from 'node:fs';

const MS = 1e6;
/** Work of a known length: on a processor of 2.5 GHz at its best this text is parsed in so long. */
const TEXT = JSON.stringify(Array.from({ length: 4000 }, (_, at) => ({ at, text: `line ${at}` })));
const PARSED_MS = 1.1;
/** So often; the quickest counts. */
const TRIES = 5;
/** More is not allowed for: what works on for twice its limit is told whatever slows it. */
const SLOW_MAX = 2;

/** How long a thread has waited so far, in ms, by its folder. Throws when it is no more. */
const waitIn = (folder: string): number => {
  const [, waited] = readFileSync(`/proc/${folder}/schedstat`, 'utf8').split(' ');
  return Number(waited) / MS;
};

/** How long a process' main thread has worked so far, in ms. Throws when it is no more. */
const workOf = (pid: number): number => {
  const [worked] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(worked) / MS;
};

/** Waits so far by thread, in ms; threads that end meanwhile are left out. */
const waitsOf = (pid: number): Map<string, number> => {
  const waits = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      waits.set(thread, waitIn(`${pid}/task/${thread}`));
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

/** Starts counting for a process' main thread alone; the answer tells its wait since, in ms. */
export const countMainWait = (pid: number): (() => number) => {
  const folder = `${pid}/task/${pid}`;
  const before = waitIn(folder);
  return () => waitIn(folder) - before;
};

/** Starts counting for a process' main thread; the answer tells how long it worked since, in ms. */
export const countMainWork = (pid: number): (() => number) => {
  const before = workOf(pid);
  return () => workOf(pid) - before;
};

/** Starts counting for the thread that asks; the answer tells its wait since, in ms. */
export const countOwnWait = (): (() => number) => {
  const before = waitIn('thread-self');
  return () => waitIn('thread-self') - before;
};

/**
 * How many times as long as on a processor of 2.5 GHz at its best work takes here at this moment,
 * from 1 to 2: who shares the processor's core or its memory slows it. Waits for it do not count.
 */
export const slowness = (): number => {
  const tries = Array.from({ length: TRIES }, () => {
    const waited = countOwnWait();
    const began = performance.now();
    JSON.parse(TEXT);
    return performance.now() - began - waited();
  });
  return Math.min(SLOW_MAX, Math.max(1, Math.min(...tries) / PARSED_MS));
};
