// Messages of the log: ways to it, batches read from it.

import type { MessagePort } from 'node:worker_threads';

/** The source number of threads that only read the log. */
export const READER = -1;

/** A thread's way to the log: its ring, the log's bell, and a port for reading. */
export interface LogPath {
  readonly source: number;
  readonly generation: number;
  readonly ring: SharedArrayBuffer;
  readonly bell: SharedArrayBuffer;
  readonly mail: SharedArrayBuffer;
  readonly port: MessagePort;
  /** Does the source get a notice of each commit of its events? */
  readonly isNotified: boolean;
}

/** A way to the log that the log has accepted. */
export interface LogAccess extends LogPath {
  /** Seq of the newest event when the log accepted the source: its commits have higher seqs. */
  readonly begin: number;
  /** Seq of the newest event at the answer: the source must read up to it. */
  readonly head: number;
}

/** Notifies a thread that its path leads to the log now. */
export interface LogBegin {
  /** The seq up to which it must read. */
  readonly head: number;
  /** The time of the log's newest event when it was opened, ms since 1970. */
  readonly notBefore: number;
}

/** Stored batches sent from the log to a reader, one after the other. */
export interface PulledBatches {
  /** The seq of each one's first event, and where each ends. */
  readonly firsts: readonly number[];
  readonly ends: readonly number[];
  readonly bytes: Uint8Array;
}

/**
 * To the log through a reader's port: asks for batches after a seq; with `wait` the answer comes
 * when there are some.
 */
export interface Pull {
  readonly type: 'pull';
  readonly after: number;
  readonly maxBytes: number;
  readonly wait: boolean;
}

/** To the log through a reader's port: the reader has ended. */
export interface Detach {
  readonly type: 'detach';
}

/** From the log through a reader's port. */
export type FromLog =
  | { readonly type: 'batches'; readonly pulled: PulledBatches; readonly head: number }
  | { readonly type: 'committed'; readonly count: number; readonly seq: number };

/** From the main thread to the log thread. */
export type ToLog =
  | { readonly type: 'attach'; readonly id: number; readonly path: LogPath }
  | { readonly type: 'renew copy' }
  | { readonly type: 'stop'; readonly id: number };
