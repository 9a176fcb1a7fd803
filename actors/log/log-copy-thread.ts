// The thread of the log's copy: brings the copy to disk each second, off the log's own path.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { syncCopy } from '../../storage/log/log-copy.js';
import type { FromThread } from '../messages.js';
import { failpoint } from '../shared/failpoint.js';
import { startHeartbeat } from '../shared/heartbeat.js';

/** The start data of the thread. */
export interface LogCopyThreadData {
  /** The log's folder. */
  readonly folder: string;
  readonly generation: number;
}

/** Interval of syncs: by this time the copy may be behind the log after a power cut. */
const SYNC_MS = 1000;

const { folder, generation } = workerData as LogCopyThreadData;
const main = parentPort as MessagePort;
const say = (message: FromThread): void => main.postMessage(message);

const syncing = failpoint('log-copy.sync', generation);
/** The file whose name is on disk. */
let named: string | undefined;
const timer = setInterval(() => {
  syncing();
  named = syncCopy(folder, named);
}, SYNC_MS);
main.once('message', () => {
  clearInterval(timer);
  say({ type: 'stopped' });
  main.close();
});
say({ type: 'ready' });
startHeartbeat();
