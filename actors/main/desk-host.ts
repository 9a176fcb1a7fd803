// Starts the desk's thread, and sends operations to it.

import { messageOf, refuse } from '../../wire/base/codes.js';
import type { DeskAnswer, DeskOp, DeskOps } from '../../wire/desk/operations.js';
import type { DeskThreadData } from '../desk/desk-thread.js';
import {
  DESK_REQUESTS_MAX,
  type DeskState,
  deskBusy,
  type FromDesk,
  LONG_OPS,
  type ToDesk,
} from '../desk/state/desk-messages.js';
import { patience } from '../shared/failpoint.js';
import type { DeskRequest } from './desk-requests.js';
import { Thread, type ThreadOwner, threadDown } from './thread.js';

const ANSWER_MS = patience(10_000);

const deskLate = refuse('timeout', `The desk did not answer in time. ${messageOf('timeout')}`);

/** Sends an operation to the desk. Refused when the desk has too many, or is down. */
export const askDesk = async <K extends DeskOp>(
  desk: Pick<DeskHost['thread'], 'ask' | 'asked' | 'alive'> | undefined,
  op: K,
  input: DeskOps[K]['input'],
): Promise<DeskAnswer<K>> => {
  if (desk !== undefined && desk.asked >= DESK_REQUESTS_MAX) return deskBusy;
  const message = (id: number) => ({ type: 'op', id, op, input }) as const;
  const answer = await desk?.ask<DeskAnswer<K>>(message, LONG_OPS[op] ?? ANSWER_MS);
  if (answer !== undefined) return answer;
  return desk?.alive ? deskLate : threadDown('desk');
};

/** One generation of the desk. */
interface DeskHost {
  readonly thread: Thread<ToDesk, FromDesk>;
  /** Its message when it is ready. */
  readonly state: Promise<DeskState>;
}

/**
 * Starts the desk's thread; its requests go to its owner. `began` gets the desk's state before
 * `state` resolves. `projected` gets the checkpoint while the front waits for a later one.
 */
export const hostDesk = (
  start: DeskThreadData,
  owner: ThreadOwner<DeskRequest>,
  began: (state: DeskState) => void,
  projected: (seq: number) => void,
): DeskHost => {
  let resolveState = (_state: DeskState): void => {};
  const state = new Promise<DeskState>((resolve) => {
    resolveState = resolve;
  });
  const entry = new URL('../desk/desk-thread.js', import.meta.url);
  const thread = new Thread<ToDesk, FromDesk>('desk', entry, start, [start.log.port], {
    ...owner,
    message: (message) => {
      if (message.type === 'projected') return projected(message.seq);
      if (message.type !== 'state') return owner.message(message as DeskRequest);
      began(message.state);
      resolveState(message.state);
    },
  });
  return { thread, state };
};
