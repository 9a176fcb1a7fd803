// The hash of all state at one moment: every writer is frozen while it is taken.

import { addHash, hashText } from '../../storage/read/state-hash.js';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import type { Frozen } from '../messages.js';
import type { Cells } from '../shared/cells.js';
import { patience } from '../shared/failpoint.js';
import type { Thread } from './thread.js';

const FREEZE_MS = patience(30_000);
const COMMITTED_STEP_MS = 2;

/** A thread that owns state and writes events; undefined while it is restarted. */
export type Freezable =
  | Pick<
      Thread<
        { readonly type: 'freeze'; readonly id: number } | { readonly type: 'thaw' },
        { readonly type: string }
      >,
      'ask' | 'post'
    >
  | undefined;

/** The hash, and the seq of the newest event in the state. */
interface FrozenHash {
  readonly seq: number;
  readonly state_hash: string;
}

const committed = async (cells: Cells, source: number, count: number): Promise<boolean> => {
  const giveUpAt = performance.now() + FREEZE_MS;
  while (cells.committed(source) < count) {
    if (performance.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, COMMITTED_STEP_MS));
  }
  return true;
};

/** Takes the hash; `writers` are indexed by their source number. Refuses while one is down. */
export const takeHash = async (
  writers: readonly Freezable[],
  cells: Cells,
): Promise<Outcome<FrozenHash>> => {
  try {
    const asked = writers.map((writer) =>
      writer?.ask<Frozen>((id) => ({ type: 'freeze', id }), FREEZE_MS),
    );
    let seq = 0;
    let sum = 0n;
    for (const [source, frozen] of (await Promise.all(asked)).entries()) {
      if (frozen === undefined) return refuse('internal', 'a thread is being restarted');
      if (!(await committed(cells, source, frozen.count))) {
        return refuse('trade.timeout', 'commits stall');
      }
      seq = Math.max(seq, cells.committedSeq(source));
      sum = addHash(sum, BigInt(frozen.hash));
    }
    return done({ seq, state_hash: hashText(sum) });
  } finally {
    for (const writer of writers) writer?.post({ type: 'thaw' });
  }
};
