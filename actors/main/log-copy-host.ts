// The main thread's hold on the thread of the log's copy.

import { pathsOf } from '../folder/folder.js';
import type { LogCopyThreadData } from '../log/log-copy-thread.js';
import type { FromThread } from '../messages.js';
import { Thread, type ThreadOwner } from './thread.js';

/** The only message to the thread: to end. */
export type ToLogCopy = { readonly type: 'stop'; readonly id: number };

/** Number of starts in this process. */
let starts = 0;

/** Starts the thread that syncs the copy of a data folder's log; resolves when it runs. */
export const startLogCopy = async (
  data: string,
  owner: ThreadOwner<FromThread>,
): Promise<Thread<ToLogCopy, FromThread>> => {
  starts += 1;
  const entry = new URL('../log/log-copy-thread.js', import.meta.url);
  const start: LogCopyThreadData = { folder: pathsOf(data).log, generation: starts };
  const thread = new Thread<ToLogCopy, FromThread>('log copy', entry, start, [], owner);
  await thread.ready;
  return thread;
};
