// The log of many accounts' lives: packed, projected into a database, and read back.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fold } from '../../../actors/commands/fold.js';
import type { LogReader } from '../../../actors/log/log-reader.js';
import { loadShard, ShardStore } from '../../../actors/shard/thread/shard-store.js';
import { openProjection } from '../../../storage/database/schema.js';
import type { Batch } from '../../../storage/log/batch.js';
import { Projection } from '../../../storage/projection/projection.js';
import { hashText } from '../../../storage/read/state-hash.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import { accountChange, buildDeskEvent, packedBatch } from '../build.js';
import type { Shards } from './shards.js';

const EVENTS_A_BATCH = 500;

/** The desk's event that says who an account is now. */
const opened = (switches: AccountSwitches): Buffer =>
  packEvent(
    buildDeskEvent({
      changes: [
        accountChange(switches.login, {
          ...switches,
          created_at: new Date(switches.created_at).toISOString(),
          archived_at: null,
          last_access: null,
        }),
      ],
    }),
  );

/** A database of the first events, as a shard reads it. */
export interface Snapshot {
  readonly store: ShardStore;
  close(): void;
}

/** Events in the order of the log; seqs count from 1. */
export class Tape {
  readonly #packed: Buffer[] = [];

  /** Notes who an account is now. */
  account(switches: AccountSwitches): void {
    this.#packed.push(opened(switches));
  }

  /** Keeps an event of an account. */
  add(_login: number, bytes: Buffer): void {
    this.#packed.push(Buffer.from(bytes));
  }

  /** The packed events. */
  get events(): readonly Buffer[] {
    return this.#packed;
  }

  /** How many events there are. */
  get length(): number {
    return this.#packed.length;
  }

  /** The state hash of the accounts when all events are folded one by one. */
  foldedHash(): string {
    const fold = new Fold();
    for (const bytes of this.#packed) fold.apply(unpackEvent(bytes));
    const text = hashText(fold.accountsHash());
    fold.close();
    return text;
  }

  /** Projects the first events into a new database. */
  project(events: number): Snapshot {
    const folder = mkdtempSync(join(tmpdir(), 'lives-'));
    const path = join(folder, 'brokerd.db');
    const db = openProjection(path);
    const projection = new Projection(db);
    for (const batch of this.#batches(0, events)) projection.project([batch]);
    db.close();
    const store = new ShardStore(path);
    const close = (): void => {
      store.close();
      rmSync(folder, { recursive: true });
    };
    return { store, close };
  }

  /** Loads one shard: the snapshot, then the tail, as a shard's thread does it. */
  async load(shards: Shards, { store }: Snapshot): Promise<void> {
    const batches = (after: number, until: number) => this.#batches(after, until);
    const reader = {
      async *tail(after: number, until: number): AsyncIterable<Batch> {
        yield* batches(after, until);
      },
    } as unknown as LogReader;
    const { cells } = shards;
    const [shard] = shards.shards;
    if (shard === undefined) throw new Error('no shards');
    await loadShard(shard, store, reader, { index: 0, shards: 1, head: this.length, cells });
    shards.seq = this.length;
  }

  *#batches(after: number, until: number): Generator<Batch> {
    for (let at = after; at < until; at += EVENTS_A_BATCH) {
      const some = this.#packed.slice(at, Math.min(until, at + EVENTS_A_BATCH));
      yield packedBatch(at + 1, some);
    }
  }
}
