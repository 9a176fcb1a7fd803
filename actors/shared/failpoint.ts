// Failpoints: places where a test may make a thread or the whole process fail; harmless unless
// the environment says so, and then a place costs the call of an empty function.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nothing = (): void => {};

/** Counts the passings of a place, if it is the one that the setting `name:n` names. */
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

/** How a thread may fail. */
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

/**
 * Waits while the file with the failpoint's name exists; the same name with `.held` shows that it
 * waits.
 */
const hold = (name: string): void => {
  const file = join(process.env.BROKERD_HOLDS ?? '', name);
  if (!existsSync(file)) return;
  writeFileSync(`${file}.held`, '');
  while (existsSync(file)) Atomics.wait(silence, 0, 0, HELD_LOOK_MS);
};

const settings = (process.env.BROKERD_FAILPOINT ?? '').split(',');

/**
 * A counter for a named place. `BROKERD_FAILPOINT=name:n` makes the n-th passing throw, and
 * `name:n:exit` or `name:n:memory` end its thread and `name:n:loop` never returns, in the first
 * generation of it only, so that a restarted thread lives on. `name:1:hold` has the thread wait at
 * every passing while the folder `BROKERD_HOLDS` has a file of that name. Several are separated by
 * commas.
 */
export const failpoint = (name: string, generation: number): (() => void) => {
  const setting = settings.find((one) => one.startsWith(`${name}:`));
  const [, , way = 'throw'] = setting?.split(':') ?? [];
  if (way === 'hold') return () => hold(name);
  if (generation > 1) return nothing;
  return atNth(setting, name, () => WAYS[way]?.(name));
};

const isSomeTo = (way: string): boolean => settings.some((one) => one.endsWith(`:${way}`));

const SMALL_HEAP_MIB = 128;

/** How much memory a thread may take: little where one is to run out of it. */
export const heapLimit = (mib: number): number => (isSomeTo('memory') ? SMALL_HEAP_MIB : mib);

const SHORT_LOOP_MS = 1000;

/** For how much work a thread may be silent: little where one is to loop. */
export const loopLimit = (ms: number): number => (isSomeTo('loop') ? SHORT_LOOP_MS : ms);

/**
 * After how many events a batch of the log ends: `BROKERD_BATCH_EVENTS=1` makes each command one of
 * its own, so that a kill may come between any two.
 */
export const batchLimit = (events: number): number =>
  Number(process.env.BROKERD_BATCH_EVENTS ?? events);

const patienceFactor = Number(process.env.BROKERD_PATIENCE ?? 1);

/**
 * How long an answer is waited for that may never come, in ms: `BROKERD_PATIENCE=20` makes each
 * such wait 20 times as long, for tests on a busy machine, where a late answer is no failure.
 */
export const patience = (ms: number): number => ms * patienceFactor;

/** As `failpoint`, but `BROKERD_KILLPOINT=name:n` kills the whole process, as a crash would. */
export const killpoint = (name: string): (() => void) =>
  atNth(process.env.BROKERD_KILLPOINT, name, () => process.kill(process.pid, 'SIGKILL'));
