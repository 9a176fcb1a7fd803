// The log thread's host: starts it, connects other threads to it, ends it.

import { MessageChannel } from 'node:worker_threads';
import { pathsOf } from '../folder/folder.js';
import type { LogThreadData } from '../log/log-thread.js';
import { type FromThread, type LogAccess, READER, type ToLog } from '../messages.js';
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

/** The log thread. */
export class LogHost {
  readonly thread: Thread<ToLog, FromThread>;
  readonly #bell = Bell.create();
  readonly #mail = new SharedArrayBuffer(4);
  readonly #generations = new Map<number, number>();
  readonly #cells: Cells;

  constructor(shares: LogShares, owner: ThreadOwner<FromThread>) {
    const { options, ...shared } = shares;
    this.#cells = new Cells(shares.cells);
    const start: LogThreadData = {
      ...shared,
      folder: pathsOf(options.data).log,
      fileBytes: options.logFileBytes,
      bell: this.#bell.shared,
      mail: this.#mail,
    };
    const entry = new URL('../log/log-thread.js', import.meta.url);
    this.thread = new Thread('log', entry, start, [], owner);
  }

  /** Resolves when the log is open. */
  get ready(): Promise<void> {
    return this.thread.ready;
  }

  /**
   * Opens a port to the log for a source of events, or for `READER`. Events that an earlier
   * generation of the source has written are committed first. Sources with `told` get a notice of
   * each of their commits. The returned head is the head when the promise resolves, not when the
   * log answered: the source must read from the log the commits whose notices had no receiver.
   */
  async attach(source: number, told = false): Promise<LogAccess> {
    const generation = (this.#generations.get(source) ?? 0) + 1;
    this.#generations.set(source, generation);
    const { port1, port2 } = new MessageChannel();
    const access = {
      source,
      generation,
      ring: ringMemory(source === READER ? NO_RING_BYTES : LOG_RING_BYTES),
      bell: this.#bell.shared,
      mail: this.#mail,
      told,
    };
    const answer = this.thread.ask<number>(
      (id) => ({ type: 'attach', id, access: { ...access, port: port2, begin: 0, head: 0 } }),
      ATTACH_MS,
      [port2],
    );
    this.#poke();
    const head = await answer;
    if (head === undefined) throw new Error('the log does not answer');
    const newest = Math.max(head, this.#cells.newestSeq());
    return { ...access, port: port1, begin: head, head: newest };
  }

  /** Commits what is left and ends the thread; false when it does not end in time. */
  stop(): Promise<boolean> {
    const stopped = this.thread.stop({ type: 'stop', id: 0 });
    this.#poke();
    return stopped;
  }

  /** Wakes the log thread, which reads its ports when its mail count changes. */
  #poke(): void {
    Atomics.add(new Int32Array(this.#mail), 0, 1);
    this.#bell.ring();
  }
}
