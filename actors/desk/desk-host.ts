// The main thread's hold on the desk: its thread.

import type { FromDesk, ToDesk } from '../messages.js';
import { Thread, type ThreadOwner } from '../thread.js';
import type { DeskThreadData } from './desk-thread.js';

/** Starts the desk's thread. */
export const hostDesk = (
  data: DeskThreadData,
  owner: ThreadOwner<FromDesk>,
): Thread<ToDesk, FromDesk> => {
  const entry = new URL('./desk-thread.js', import.meta.url);
  return new Thread('desk', entry, data, [data.log.port], owner);
};
