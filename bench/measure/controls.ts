// Controls of absolute times: was the machine fit for measuring?
//
// Before and after a run, without our load: the lateness of a timer in an idle event loop, and the
// time of a bare durable write. During the run: the time that the host gave to others, and that
// other programs of this machine used.

import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Histogram, rounded } from './measures.js';
import { childPids, ticksOf } from './processes.js';

const IDLE_MS = 1_000;
const TIMER_MS = 1;
const COMMITS = 200;
const COMMIT_BYTES = 4_096;

/** An order wakes five threads in turn; if each is late by this, that is half of 10 ms. */
const IDLE_P99_MS_MAX = 1;
/** A single pause of the host of this length is visible in the p99.9 of a run. */
const IDLE_MAX_MS_MAX = 20;
/**
 * An order waits for its commit and perhaps for the one before, so a longer commit spoils its p99.
 */
const COMMIT_P99_MS_MAX = 3;
/** Above this share the host's other guests are measured, too. */
const STEAL_PERCENT_MAX = 2;
/** The kernel's own threads use a few percent for us; more is another program's work. */
const OTHERS_PERCENT_MAX = 10;
/** Most runs until the machine is calm. */
export const RUNS_MAX = 3;

/** The noise of the machine; the worse of before and after. */
export interface Controls {
  readonly idle_late_p99_ms: number;
  readonly idle_late_max_ms: number;
  readonly commit_p99_ms: number;
  /** Share of all processors' time that the host gave to others during the run. */
  readonly steal_percent: number;
  /** Share of all processors' time that programs other than the bench and its children used. */
  readonly others_percent: number;
}

/** The noise of the idle machine. */
type Rest = Omit<Controls, 'steal_percent' | 'others_percent'>;

const idleLateness = async (): Promise<Histogram> => {
  const late = new Histogram();
  for (const end = performance.now() + IDLE_MS; performance.now() < end; ) {
    const asked = performance.now();
    await wait(TIMER_MS);
    late.add(Math.max(performance.now() - asked - TIMER_MS, 0));
  }
  return late;
};

/** Times of a durable append of a block, in the file system of the servers' data. */
const commitTimes = (): Histogram => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-control-'));
  const file = openSync(join(folder, 'control'), 'w');
  const block = Buffer.alloc(COMMIT_BYTES);
  const times = new Histogram();
  for (let n = 0; n < COMMITS; n += 1) {
    const started = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    times.add(performance.now() - started);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times;
};

const atRest = async (): Promise<Rest> => {
  const idle = (await idleLateness()).percentiles();
  const commits = commitTimes().percentiles();
  return {
    idle_late_p99_ms: idle.p99,
    idle_late_max_ms: idle.max,
    commit_p99_ms: commits.p99,
  };
};

/** Ticks of the bench and of all processes that it started. */
const ownTicks = (): number =>
  childPids().reduce((sum, pid) => sum + ticksOf(pid), ticksOf(process.pid));

/** Processor time since the machine's start, in ticks of all processors together. */
const processorTicks = () => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, stolen = 0] =
    line.split(/\s+/).slice(1).map(Number);
  const busy = user + nice + system + irq + soft;
  return { stolen, others: busy - ownTicks(), all: busy + idle + waiting + stolen };
};

const worse = (a: Rest, b: Rest): Rest => ({
  idle_late_p99_ms: Math.max(a.idle_late_p99_ms, b.idle_late_p99_ms),
  idle_late_max_ms: Math.max(a.idle_late_max_ms, b.idle_late_max_ms),
  commit_p99_ms: Math.max(a.commit_p99_ms, b.commit_p99_ms),
});

const isCalm = (controls: Controls): boolean =>
  controls.idle_late_p99_ms <= IDLE_P99_MS_MAX &&
  controls.idle_late_max_ms <= IDLE_MAX_MS_MAX &&
  controls.commit_p99_ms <= COMMIT_P99_MS_MAX &&
  controls.steal_percent <= STEAL_PERCENT_MAX &&
  controls.others_percent <= OTHERS_PERCENT_MAX;

/** A run with the controls; `void` when they do not allow to use its times. */
export interface Controlled<T> {
  readonly result: T;
  readonly controls: Controls;
  readonly void: boolean;
}

/** Runs something with controls, whatever they say. It must leave nothing running. */
export const withControls = async <T>(run: () => Promise<T>): Promise<Controlled<T>> => {
  const before = await atRest();
  const ticks = processorTicks();
  const result = await run();
  const after = processorTicks();
  const percent = (of: 'stolen' | 'others'): number =>
    rounded((100 * (after[of] - ticks[of])) / Math.max(after.all - ticks.all, 1), 2);
  const controls = {
    ...worse(before, await atRest()),
    steal_percent: percent('stolen'),
    others_percent: percent('others'),
  };
  return { result, controls, void: !isCalm(controls) };
};

/** Runs something whose times matter, and repeats it when the machine was not calm. */
export const controlled = async <T>(run: () => Promise<T>): Promise<Controlled<T>> => {
  let last = await withControls(run);
  for (let runs = 1; last.void && runs < RUNS_MAX; runs += 1) last = await withControls(run);
  return last;
};
