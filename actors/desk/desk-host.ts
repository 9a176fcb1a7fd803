// The main thread's hold on the desk's thread.

import type { DeskState, FromDesk, ToDesk } from '../messages.js';
import { Thread, type ThreadOwner } from '../thread.js';
import type { DeskThreadData } from './desk-thread.js';
import type { Errand } from './errands.js';

/** One generation of the desk. */
export interface DeskHost {
  readonly thread: Thread<ToDesk, FromDesk>;
  /** What it tells once it is ready. */
  readonly state: Promise<DeskState>;
}

/** Starts the desk's thread; what it wants done goes to its owner. */
export const hostDesk = (start: DeskThreadData, owner: ThreadOwner<Errand>): DeskHost => {
  let told = (_state: DeskState): void => {};
  const state = new Promise<DeskState>((resolve) => {
    told = resolve;
  });
  const entry = new URL('./desk-thread.js', import.meta.url);
  const thread = new Thread<ToDesk, FromDesk>('desk', entry, start, [start.log.port], {
    ...owner,
    message: (message) => {
      if (message.type === 'state') told(message.state);
      else owner.message(message as Errand);
    },
  });
  return { thread, state };
};
