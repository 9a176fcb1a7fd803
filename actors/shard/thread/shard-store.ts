// Loads a shard's memory: the database at its checkpoint, then the log's tail.

import { readCheckpoint, readTotals } from '../../../storage/database/checkpoint.js';
import {
  type Database,
  inSnapshot,
  openReader,
  usable,
} from '../../../storage/database/database.js';
import { walkEvents } from '../../../storage/log/batch.js';
import {
  knownRows,
  type SeqSpan,
  type StoredRequest,
  storedRequest,
} from '../../../storage/read/queries.js';
import {
  accountsOf,
  derivedPending,
  type OwnsLogin,
  requestKeys,
} from '../../../storage/read/snapshot.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { NO_ACCOUNT } from '../../../wire/codec/pack.js';
import { rowReader } from '../../../wire/codec/row-reader.js';
import { enterEvent, readDesk, readIdle } from '../../../wire/codec/unpack.js';
import { SWITCHES } from '../../../wire/settings/config.js';
import { accountNews, isDeleted } from '../../../wire/settings/switches.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import { LEDGER } from '../../../wire/trading/records.js';
import type { LogReader } from '../../log/log-reader.js';
import type { Cells } from '../../shared/cells.js';
import { killpoint } from '../../shared/failpoint.js';
import { shardOf } from '../../shared/shard-of.js';
import type { Shard } from '../shard.js';
import type { ReadAgain } from '../shard-messages.js';
import { ShardTail } from './tail.js';

const readShown = rowReader(SWITCHES, ['group', 'hidden']);
const readUpdated = rowReader(LEDGER, ['updated_at']);

/** The state of the database at its checkpoint. */
interface Loaded {
  readonly checkpoint: number;
  readonly highest: number;
  readonly hidden: Set<number>;
}

/** A shard's read-only connection to the database. */
export class ShardStore {
  readonly #db: Database;
  /**
   * Does an account have, or did it have, a position or order of an id, as far as events are
   * projected?
   */
  readonly known: ReturnType<typeof knownRows>;

  constructor(path: string) {
    this.#db = openReader(path);
    this.known = usable(path, () => knownRows(this.#db));
  }

  /** A stored request result, once its event is projected; searched in these spans of seqs. */
  stored(login: number, requestId: string, spans: readonly SeqSpan[]): StoredRequest | null {
    return storedRequest(this.#db, login, requestId, spans);
  }

  /** Seq of the newest event in the tables. */
  checkpoint(): number {
    return readCheckpoint(this.#db).seq;
  }

  /**
   * Loads the shard's accounts at the checkpoint; returns the checkpoint, the highest order id, and
   * the hidden accounts. Throws when a row was changed.
   */
  load(shard: Shard, cells: Cells, mine: OwnsLogin): Loaded {
    return usable(this.#db.name, () => inSnapshot(this.#db, () => this.#load(shard, cells, mine)));
  }

  #load(shard: Shard, cells: Cells, mine: OwnsLogin): Loaded {
    let newest = 0;
    const hidden = new Set<number>();
    for (const stored of accountsOf(this.#db, mine)) {
      const { login, switches, ledger } = stored;
      const { group, hidden: isHidden } = readShown(new MsgpackReader(switches));
      shard.accounts.addStored(group, stored);
      if (isHidden) hidden.add(login);
      if (ledger === null) continue;
      newest = Math.max(newest, readUpdated(new MsgpackReader(ledger)).updated_at);
    }
    shard.deps.notBefore(newest);
    shard.index.load(requestKeys(this.#db, mine));
    for (const command of derivedPending(this.#db)) if (mine(command.login)) shard.owe(command);
    const { order, deal } = readTotals(this.#db);
    cells.raise(order, deal);
    return { checkpoint: this.checkpoint(), highest: order, hidden };
  }

  close(): void {
    this.#db.close();
  }
}

/** Takes in the accounts that a desk event changed. */
const foldDesk = (
  shard: Shard,
  event: DeskEvent,
  tail: ShardTail,
  mine: OwnsLogin,
  hidden: Set<number>,
): void => {
  for (const news of accountNews(event)) {
    if (!mine(news.login)) continue;
    shard.takeAccount(news);
    if (!isDeleted(news) && news.hidden) hidden.add(news.login);
    else hidden.delete(news.login);
    if (isDeleted(news)) tail.forget(news.login);
  }
};

const replaying = killpoint('shard.replay');

/**
 * Loads a shard: the snapshot, then every later event of its accounts, up to the log's head when
 * the log accepted the shard. The snapshot does not wait for the log. Returns the hidden accounts,
 * and what was read from the log.
 */
export const loadShard = async (
  shard: Shard,
  store: ShardStore,
  reader: LogReader,
  at: { index: number; shards: number; head: number | Promise<number>; cells: Cells },
): Promise<ReadAgain & { readonly hidden: ReadonlySet<number> }> => {
  const mine = (login: number): boolean => shardOf(login, at.shards) === at.index;
  const { checkpoint, highest, hidden } = store.load(shard, at.cells, mine);
  const head = await at.head;
  const tail = new ShardTail(shard, at.cells, { ...at, head, highest });
  for await (const batch of reader.tail(checkpoint, head)) {
    walkEvents(batch, checkpoint, (seq, from, end) => {
      replaying();
      const packed = from.bytes.subarray(from.at, end);
      const login = enterEvent(from);
      if (login === NO_ACCOUNT.desk) foldDesk(shard, readDesk(from), tail, mine, hidden);
      else if (login === NO_ACCOUNT.idle) tail.idleDay(readIdle(from), mine);
      else if (mine(login)) tail.take(seq, login, from, packed);
      from.at = end;
      return true;
    });
  }
  return { hidden, ...tail.store() };
};
