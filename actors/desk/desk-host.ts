// The main thread's hold on the desk's thread.

import type { DeskOp } from '../../wire/desk.js';
import { patience } from '../failpoint.js';
import { type DeskState, type FromDesk, LONG_OPS, type ToDesk } from '../messages.js';
import { Thread, type ThreadOwner } from '../thread.js';
import type { DeskThreadData } from './desk-thread.js';
import type { Errand } from './errands.js';

const ANSWER_MS = patience(10_000);

/** How long the desk may take to answer an operation. */
export const answerMs = (op: DeskOp): number => LONG_OPS[op] ?? ANSWER_MS;

/** One generation of the desk. */
export interface DeskHost {
  readonly thread: Thread<ToDesk, FromDesk>;
  /** What it tells once it is ready. */
  readonly state: Promise<DeskState>;
}

/**
 * Starts the desk's thread; what it wants done goes to its owner. `began` is told before anything
 * else that comes of it.
 */
export const hostDesk = (
  start: DeskThreadData,
  owner: ThreadOwner<Errand>,
  began: (state: DeskState) => void,
): DeskHost => {
  let told = (_state: DeskState): void => {};
  const state = new Promise<DeskState>((resolve) => {
    told = resolve;
  });
  const entry = new URL('./desk-thread.js', import.meta.url);
  const thread = new Thread<ToDesk, FromDesk>('desk', entry, start, [start.log.port], {
    ...owner,
    message: (message) => {
      if (message.type !== 'state') return owner.message(message as Errand);
      began(message.state);
      told(message.state);
    },
  });
  return { thread, state };
};
