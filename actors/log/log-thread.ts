// The log thread: the only writer of the log. It drains all rings into one durable batch, and
// reports the commit.

import { writeSync } from 'node:fs';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import type { Batch } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { endProcess } from '../shared/c-library.js';
import { Cells } from '../shared/cells.js';
import { failpoint, killpoint } from '../shared/failpoint.js';
import { markAlive, startHeartbeat } from '../shared/heartbeat.js';
import { Bell, RingWriter } from '../shared/ring.js';
import { PROMPT, schedule } from '../shared/scheduling.js';
import { stampNow } from '../shared/steady-clock.js';
import { EndlessLoop, LOOK_MS, MAIN_LIMIT_MS, Watchdog } from '../shared/watchdog.js';
import {
  type Detach,
  type FromLog,
  type LogPath,
  type Pull,
  type PulledBatches,
  READER,
  type ToLog,
} from './log-messages.js';
import { Notices } from './notices.js';
import { Gathered, UnitReader } from './units.js';

/** The start data of the log thread. */
export interface LogThreadData {
  readonly folder: string;
  /** Size at which a new file of the log is begun; undefined = the default. */
  readonly fileBytes: number | undefined;
  readonly bell: SharedArrayBuffer;
  /** Incremented by every sender of a message: this thread blocks, and then reads its ports. */
  readonly mail: SharedArrayBuffer;
  readonly cells: SharedArrayBuffer;
  readonly notices: SharedArrayBuffer;
  readonly frontBell: SharedArrayBuffer;
  /** The main thread's heartbeat, which this thread watches. */
  readonly mainHeartbeat: SharedArrayBuffer;
}

/** It wakes in time to check the main thread's heartbeat. */
const IDLE_MS = LOOK_MS;
/** Interval at which it checks whether the front has read its notices. */
const FRONT_LOOK_MS = 5;

interface EventSource {
  readonly path: LogPath;
  readonly units: UnitReader;
  readonly port: MessagePort;
  count: number;
  taken: number;
  /** A pull at the log's end, which waits for a commit. */
  waiting: Pull | undefined;
}

const data = workerData as LogThreadData;
const main = parentPort as MessagePort;
const bell = new Bell(data.bell);
const mail = new Int32Array(data.mail);
const cells = new Cells(data.cells);
const log = Log.open(data.folder, {
  rotateBytes: data.fileBytes,
  atFileStep: killpoint('log.file'),
});
const failing = failpoint('log.batch', 1);
const committing = killpoint('log.commit.before');
const committed = killpoint('log.commit.after');
const announced = killpoint('log.announced');
const sources: EventSource[] = [];
const silence = new Int32Array(new SharedArrayBuffer(4));
let seenMail = 0;
const mainWatch = new Watchdog(data.mainHeartbeat, MAIN_LIMIT_MS);
let lookedAt = performance.now();
let stopping = false;

/** Takes events from the rings up to one batch, in order. */
const gather = (): Uint8Array[] => {
  const batch = new Gathered();
  for (const source of sources) source.taken = source.units.take(batch);
  return batch.events;
};

const STANDARD_OUTPUT = 1;
/** Exit code of a process that cannot go on. */
const FAILED = 1;

/**
 * Ends the process if the main thread is in an endless loop: that thread reads no messages, and no
 * other thread can end it.
 */
const lookAtMain = (): void => {
  const now = performance.now();
  if (now - lookedAt < LOOK_MS) return;
  lookedAt = now;
  if (!mainWatch.look()) return;
  const [time, error] = [new Date().toISOString(), new EndlessLoop('main').message];
  const record = { level: 'fatal', time, msg: 'the server cannot go on', error };
  try {
    writeSync(STANDARD_OUTPUT, `${JSON.stringify(record)}\n`);
  } finally {
    endProcess(FAILED);
  }
};

const notices = new Notices(new RingWriter(data.notices, new Bell(data.frontBell)), () => {
  markAlive();
  lookAtMain();
  Atomics.wait(silence, 0, 0, FRONT_LOOK_MS);
});

/** Reports the commit to the front, the sources' shared cells and the desk. */
const announce = (first: number, gathered: number): void => {
  const now = stampNow();
  let seq = first - 1;
  for (const source of sources) {
    if (source.taken === 0) continue;
    seq += source.taken;
    source.count += source.taken;
    const { path, count } = source;
    cells.commit(path.source, count, seq);
    notices.write({
      source: path.source,
      generation: path.generation,
      count,
      seq,
      gathered,
      committed: now,
    });
    if (path.isNotified)
      source.port.postMessage({ type: 'committed', count, seq } satisfies FromLog);
    source.taken = 0;
  }
  notices.flush();
};

/** Batches as they are sent, in memory of their own. */
const asPulled = (batches: readonly Batch[]): PulledBatches => {
  const ends: number[] = [];
  let end = 0;
  for (const { head, events } of batches) {
    end += head.length + events.length;
    ends.push(end);
  }
  const bytes = new Uint8Array(end);
  for (const [n, { head, events }] of batches.entries()) {
    const at = ends[n - 1] ?? 0;
    bytes.set(head, at);
    bytes.set(events, at + head.length);
  }
  return { firsts: batches.map(({ first }) => first), ends, bytes };
};

const answerPull = (source: EventSource, pull: Pull): void => {
  const { seq } = log.head();
  if (pull.wait && pull.after >= seq) {
    source.waiting = pull;
    return;
  }
  source.waiting = undefined;
  const pulled = asPulled(log.read(pull.after, pull.maxBytes));
  source.port.postMessage({ type: 'batches', pulled, head: seq } satisfies FromLog, [
    pulled.bytes.buffer as ArrayBuffer,
  ]);
};

const answerWaiting = (): void => {
  for (const source of sources) {
    if (source.waiting !== undefined) answerPull(source, source.waiting);
  }
};

const commit = (): boolean => {
  const events = gather();
  if (events.length === 0) return false;
  const gathered = stampNow();
  failing();
  committing();
  const first = log.append(events.length, events);
  committed();
  for (const { units } of sources) units.free();
  announce(first, gathered);
  announced();
  log.settle();
  answerWaiting();
  return true;
};

/** Commits the complete units that are still in the source's ring, and removes the source. */
const detach = (source: EventSource): void => {
  while (source.units.pending()) commit();
  sources.splice(sources.indexOf(source), 1);
  source.port.close();
};

const attach = (path: LogPath, id: number): void => {
  if (path.source !== READER) {
    const old = sources.find((source) => source.path.source === path.source);
    if (old !== undefined) detach(old);
    cells.commit(path.source, 0, log.head().seq);
  }
  sources.push({
    path,
    units: new UnitReader(path.ring),
    port: path.port,
    count: 0,
    taken: 0,
    waiting: undefined,
  });
  main.postMessage({ type: 'answer', id, value: log.head().seq });
};

const readMail = (): void => {
  const posted = Atomics.load(mail, 0);
  if (posted === seenMail) return;
  seenMail = posted;
  for (let got = receiveMessageOnPort(main); got; got = receiveMessageOnPort(main)) {
    const message = got.message as ToLog;
    if (message.type === 'attach') attach(message.path, message.id);
    if (message.type === 'renew copy') log.renewCopy();
    if (message.type === 'stop') stopping = true;
  }
  // A copy, because finished sources are removed meanwhile.
  for (const source of [...sources]) {
    for (
      let got = receiveMessageOnPort(source.port);
      got;
      got = receiveMessageOnPort(source.port)
    ) {
      const message = got.message as Pull | Detach;
      if (message.type === 'pull') answerPull(source, message);
      else detach(source);
    }
  }
};

const pending = (): boolean =>
  Atomics.load(mail, 0) !== seenMail || sources.some(({ units }) => units.pending());

const loop = (): void => {
  while (!stopping) {
    markAlive();
    readMail();
    const worked = commit();
    lookAtMain();
    if (!worked && !stopping) bell.wait(pending, IDLE_MS);
  }
  while (commit());
  log.close();
  for (const source of sources) source.port.close();
  main.postMessage({ type: 'stopped' });
  main.close();
};

main.postMessage({ type: 'ready' });
startHeartbeat();
schedule(PROMPT);
loop();
