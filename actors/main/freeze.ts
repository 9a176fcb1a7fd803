// The hash of all state at one moment: every writer is frozen while it is taken.

import { addHash, hashText, NO_HASH, owedHash } from '../../storage/read/state-hash.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import type { Frozen } from '../messages.js';
import type { ToShard } from '../shard/shard-messages.js';
import type { Cells } from '../shared/cells.js';
import { patience } from '../shared/failpoint.js';
import { shardOf } from '../shared/shard-of.js';
import type { Thread } from './thread.js';

const FREEZE_MS = patience(30_000);
const COMMITTED_STEP_MS = 2;

interface FreezeMessage {
  readonly type: 'freeze';
  readonly id: number;
}
type ThreadOf<M> = Pick<
  Thread<M | { readonly type: 'thaw' }, { readonly type: string }>,
  'ask' | 'post'
>;

/** A thread that owns state and writes events; undefined while it is restarted. */
export type Freezable = ThreadOf<FreezeMessage> | undefined;
/** A shard's thread. */
export type FreezableShard =
  | ThreadOf<FreezeMessage | Extract<ToShard, { readonly type: 'unpaid' }>>
  | undefined;

/** The parts of the state that the main thread knows. */
interface FrozenMain {
  readonly cells: Cells;
  /** Payments whose outcome is not known yet. */
  owed(): readonly DerivedCommand[];
}

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

const isDown = refuse('internal', 'a thread is being restarted');

/** Payments of the log without an outcome: some of those that threads still know have one. */
const unpaidOf = async (
  shards: readonly FreezableShard[],
  known: readonly DerivedCommand[],
): Promise<readonly DerivedCommand[] | undefined> => {
  const commands = [
    ...new Map(known.map((one) => [`${one.login} ${one.request_id}`, one])).values(),
  ];
  if (commands.length === 0) return [];
  const unpaid: DerivedCommand[] = [];
  for (const [at, shard] of shards.entries()) {
    const mine = commands.filter(({ login }) => shardOf(login, shards.length) === at);
    const left = await shard?.ask<DerivedCommand[]>(
      (id) => ({ type: 'unpaid', id, commands: mine }),
      FREEZE_MS,
    );
    if (left === undefined) return undefined;
    unpaid.push(...left);
  }
  return unpaid;
};

/**
 * Takes the hash; shards are in the order of their source numbers, the desk's is the next one. The
 * desk is frozen first, when every shard has been told what it decided. Refuses while a thread is
 * down.
 */
export const takeHash = async (
  shards: readonly FreezableShard[],
  desk: Freezable,
  { cells, owed }: FrozenMain,
): Promise<Outcome<FrozenHash>> => {
  const freeze = (writer: Freezable) =>
    writer?.ask<Frozen>((id) => ({ type: 'freeze', id }), FREEZE_MS);
  try {
    const decided = await freeze(desk);
    const all = [...(await Promise.all(shards.map(freeze))), decided];
    let seq = 0;
    let sum = NO_HASH;
    const known: DerivedCommand[] = [];
    for (const [source, frozen] of all.entries()) {
      if (frozen === undefined) return isDown;
      if (!(await committed(cells, source, frozen.count))) {
        return refuse('trade.timeout', 'commits stall');
      }
      seq = Math.max(seq, cells.committedSeq(source));
      sum = addHash(sum, BigInt(frozen.hash));
      known.push(...(frozen.owed ?? []));
    }
    const unpaid = await unpaidOf(shards, [...owed(), ...known]);
    if (unpaid === undefined) return isDown;
    for (const command of unpaid) sum = addHash(sum, owedHash(command));
    return ok({ seq, state_hash: hashText(sum) });
  } finally {
    for (const writer of [...shards, desk]) writer?.post({ type: 'thaw' });
  }
};
