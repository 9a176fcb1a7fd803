// Failpoints: places where tests can make a thread or the process fail or wait. Unless the
// environment names one, a failpoint only costs the call of an empty function.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nothing = (): void => {};

/** Counts the passings of a failpoint, if the setting `name:n` names it. */
const atNth = (setting: string | undefined, name: string, act: () => void): (() => void) => {
  const [named, count] = (setting ?? '').split(':');
  if (named !== name) return nothing;
  let left = Number(count);
  return () => {
    left -= 1;
    if (left === 0) act();
  };
};

const EXIT_CODE = 7;
const HOARD = 1e5;

/** The ways in which a thread can fail. */
const WAYS: Readonly<Record<string, (name: string) => void>> = {
  throw: (name) => {
    throw new Error(`failpoint ${name}`);
  },
  exit: () => process.exit(EXIT_CODE),
  memory: () => {
    for (const hoard: number[][] = []; ; ) hoard.push(new Array(HOARD).fill(hoard.length));
  },
  loop: () => {
    for (;;);
  },
};

const HELD_LOOK_MS = 5;
const silence = new Int32Array(new SharedArrayBuffer(4));

const fileOf = (name: string): string => join(process.env.BROKERD_HOLDS ?? '', name);

/**
 * Waits while the file with the failpoint's name exists; a file with the suffix `.held` shows that
 * it waits.
 */
const hold = (name: string): void => {
  const file = fileOf(name);
  if (!existsSync(file)) return;
  writeFileSync(`${file}.held`, '');
  while (existsSync(file)) Atomics.wait(silence, 0, 0, HELD_LOOK_MS);
};

const settings = (process.env.BROKERD_FAILPOINT ?? '').split(',');

/**
 * A counter for a named place. `BROKERD_FAILPOINT=name:n` makes the n-th passing throw;
 * `name:n:exit` and `name:n:memory` end its thread, and `name:n:loop` never returns. They apply
 * only to the first generation of the thread, so that a restarted one survives. `name:1:hold` makes
 * the thread wait at every passing while the folder `BROKERD_HOLDS` has a file of that name;
 * `name:n:armed` throws, and counts only the passings while there is that file. Several settings
 * are separated by commas.
 */
export const failpoint = (name: string, generation: number): (() => void) => {
  const setting = settings.find((one) => one.startsWith(`${name}:`));
  const [, , way = 'throw'] = setting?.split(':') ?? [];
  if (way === 'hold') return () => hold(name);
  if (generation > 1) return nothing;
  const counted = atNth(setting, name, () => WAYS[way === 'armed' ? 'throw' : way]?.(name));
  if (way !== 'armed') return counted;
  return () => {
    if (existsSync(fileOf(name))) counted();
  };
};

const isSomeTo = (way: string): boolean => settings.some((one) => one.endsWith(`:${way}`));

const SMALL_HEAP_MIB = 128;

/** Heap limit of a thread: small where a test makes one run out of memory. */
export const heapLimit = (mib: number): number => (isSomeTo('memory') ? SMALL_HEAP_MIB : mib);

const SHORT_LOOP_MS = 1000;

/** Processor time without a heartbeat: short where a test makes a thread loop. */
export const loopLimit = (ms: number): number => (isSomeTo('loop') ? SHORT_LOOP_MS : ms);

/**
 * Number of events in a batch of the log: `BROKERD_BATCH_EVENTS=1` makes each command a batch of
 * its own, so that a kill can happen between any two.
 */
export const batchLimit = (events: number): number =>
  Number(process.env.BROKERD_BATCH_EVENTS ?? events);

const patienceFactor = Number(process.env.BROKERD_PATIENCE ?? 1);

/**
 * Time to wait for an answer that may never come, in ms: `BROKERD_PATIENCE=20` makes it 20 times as
 * long, for tests on a busy machine, where a late answer is no failure.
 */
export const patience = (ms: number): number => ms * patienceFactor;

/** As `failpoint`, but `BROKERD_KILLPOINT=name:n` kills the whole process, like a crash. */
export const killpoint = (name: string): (() => void) =>
  atNth(process.env.BROKERD_KILLPOINT, name, () => process.kill(process.pid, 'SIGKILL'));
