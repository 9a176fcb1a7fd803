// The log thread's host: starts it, connects other threads to it, ends it.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { pathsOf } from '../folder/folder.js';
import { type LogAccess, type LogPath, READER, type ToLog } from '../log/log-messages.js';
import type { LogThreadData } from '../log/log-thread.js';
import type { FromThread } from '../messages.js';
import { Cells } from '../shared/cells.js';
import { patience } from '../shared/failpoint.js';
import { Bell, ringMemory } from '../shared/ring.js';
import { LOG_RING_BYTES } from '../shared/ring-records.js';
import type { RuntimeOptions } from './runtime-options.js';
import { Thread, type ThreadOwner } from './thread.js';

const ATTACH_MS = patience(30_000);
/** A reader writes no events. */
const NO_RING_BYTES = 64;

/** The memory that the log thread shares with others. */
interface LogShares {
  readonly options: Pick<RuntimeOptions, 'data' | 'logFileBytes'>;
  readonly cells: SharedArrayBuffer;
  readonly notices: SharedArrayBuffer;
  readonly frontBell: SharedArrayBuffer;
  /** The main thread's heartbeat. */
  readonly mainHeartbeat: SharedArrayBuffer;
}

/** A path, and the log's end of its port. */
interface PreparedPath {
  readonly path: LogPath;
  readonly port: MessagePort;
}

/** The log thread, which runs from `start` on. */
export class LogHost {
  #thread: Thread<ToLog, FromThread> | undefined;
  readonly #bell = Bell.create();
  readonly #mail = new SharedArrayBuffer(4);
  readonly #generations = new Map<number, number>();
  readonly #cells: Cells;

  constructor(
    private readonly shares: LogShares,
    private readonly owner: ThreadOwner<FromThread>,
  ) {
    this.#cells = new Cells(shares.cells);
  }

  /** The thread of the log; undefined before its start. */
  get thread(): Thread<ToLog, FromThread> | undefined {
    return this.#thread;
  }

  /** Opens the log, which may write to it; resolves when it is open. */
  start(): Promise<void> {
    const { options, ...shared } = this.shares;
    const start: LogThreadData = {
      ...shared,
      folder: pathsOf(options.data).log,
      fileBytes: options.logFileBytes,
      bell: this.#bell.shared,
      mail: this.#mail,
    };
    const entry = new URL('../log/log-thread.js', import.meta.url);
    this.#thread = new Thread('log', entry, start, [], this.owner);
    return this.#thread.ready;
  }

  /**
   * Prepares a path to the log, also before the start: a thread can begin with it and load what
   * does not need the log.
   */
  prepare(source: number, isNotified = false): PreparedPath {
    const generation = (this.#generations.get(source) ?? 0) + 1;
    this.#generations.set(source, generation);
    const { port1, port2 } = new MessageChannel();
    const path = {
      source,
      generation,
      ring: ringMemory(source === READER ? NO_RING_BYTES : LOG_RING_BYTES),
      bell: this.#bell.shared,
      mail: this.#mail,
      port: port1,
      isNotified,
    };
    return { path, port: port2 };
  }

  /**
   * Opens a port to the log for a source of events, or for `READER`. Events that an earlier
   * generation of the source has written are committed first. Sources with `isNotified` get a
   * notice of each of their commits. The returned head is the head when the promise resolves, not
   * when the log answered: the source must read from the log the commits whose notices had no
   * receiver.
   */
  async attach(source: number, isNotified = false): Promise<LogAccess> {
    const prepared = this.prepare(source, isNotified);
    return { ...prepared.path, ...(await this.connect(prepared)) };
  }

  /** The second half of `attach`: connects a prepared path. */
  async connect({ path, port }: PreparedPath): Promise<Pick<LogAccess, 'begin' | 'head'>> {
    const answer = this.#thread?.ask<number>(
      (id) => ({ type: 'attach', id, path: { ...path, port } }),
      ATTACH_MS,
      [port],
    );
    this.#poke();
    const begin = await answer;
    if (begin === undefined) throw new Error('the log does not answer');
    return { begin, head: Math.max(begin, this.#cells.newestSeq()) };
  }

  /** Has the log thread begin another file of the log's copy. */
  renewCopy(): void {
    this.#thread?.post({ type: 'renew copy' });
    this.#poke();
  }

  /** Commits what is left and ends the thread; false when it does not end in time. */
  stop(): Promise<boolean> {
    const stopped = this.#thread?.stop({ type: 'stop', id: 0 });
    this.#poke();
    return stopped ?? Promise.resolve(true);
  }

  /** Wakes the log thread, which reads its ports when its mail count changes. */
  #poke(): void {
    Atomics.add(new Int32Array(this.#mail), 0, 1);
    this.#bell.ring();
  }
}
