// Starts a shard's thread with the rings that lead to it.

import { type AnswerTaker, ShardLink } from '../front/shard-link.js';
import type { FromShard, ToShard } from '../shard/shard-messages.js';
import type { ShardThreadData } from '../shard/thread/shard-thread.js';
import { Bell } from '../shared/ring.js';
import { tickRingMemory } from '../shared/tick-ring.js';
import { Thread, type ThreadOwner } from './thread.js';

/** One generation of a shard. */
export interface ShardHost {
  readonly thread: Thread<ToShard, FromShard>;
  readonly link: ShardLink;
  /** Where the market writes ticks. */
  readonly ticks: { readonly ring: SharedArrayBuffer; readonly bell: SharedArrayBuffer };
}

/**
 * Starts a shard's thread with new rings; its answers go to `taker`. It loads its snapshot, then
 * waits for the message `log`; until then the link's commits do not know their first seq.
 */
export const hostShard = (
  start: Omit<ShardThreadData, 'bell' | 'requests' | 'ticks' | 'answers'>,
  taker: AnswerTaker,
  owner: ThreadOwner<FromShard>,
): ShardHost => {
  const bell = Bell.create();
  const link = new ShardLink(bell, start.log.generation, 0, taker);
  const ring = tickRingMemory();
  const data: ShardThreadData = {
    ...start,
    bell: bell.shared,
    requests: link.requestMemory,
    ticks: ring,
    answers: link.answerMemory,
  };
  const entry = new URL('../shard/thread/shard-thread.js', import.meta.url);
  const thread = new Thread<ToShard, FromShard>(
    `shard ${start.index}`,
    entry,
    data,
    [start.log.port],
    owner,
  );
  return { thread, link, ticks: { ring, bell: bell.shared } };
};
