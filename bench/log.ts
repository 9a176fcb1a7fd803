// Bench `log`: durable batches a second through the log's thread, as a share of bare commits.
//
// A source writes the events of a batch (real events of 0.9 KB) to its ring, waits until the thread
// reports that they are on disk, and writes the next. So a batch's time has writing into the ring,
// two wake-ups, checksum, hash, and the log's second copy, which is not synced. On a server the
// hash and the second copy are made while the shard works on the next batch. Rounds alternate with
// rounds of bare commits of the same bytes; a disk is slow at times for both, so `share` is the
// median of 25 pairs of short rounds, not the quotient of the two rates.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogAccess } from '../actors/log/log-messages.js';
import { LogHost } from '../actors/main/log-host.js';
import { Cells } from '../actors/shared/cells.js';
import { heartbeatMemory } from '../actors/shared/heartbeat.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../actors/shared/ring.js';
import { NOTICE_RING_BYTES } from '../actors/shared/ring-records.js';
import { BATCH_HEAD } from '../storage/log/batch.js';
import { LogFile } from '../storage/log/log.js';
import { EngineHarness } from '../test/support/engine-harness.js';
import { packEvent } from '../wire/codec/pack.js';
import { median, rounded } from './measure/measures.js';

/** Events of a batch. */
const SIZES = [1, 16, 256] as const;
/**
 * Many short rounds: a disk has slow phases, and both turns of a pair should be in the same phase.
 */
const ROUNDS = 25;
const ROUND_MS = 80;
/** Size of the head that the log's thread writes before each event. */
const FRAME_HEAD = 4;
const MAP_BYTES = 8 * 1024 ** 3;
const SILENCE_MS = 5_000;

/** An order that opens a position and one that closes it, packed. */
const packedOrders = (): readonly Buffer[] => {
  const broker = new EngineHarness({ group: { margin_mode: 'netting' } });
  broker.quote('EURUSD', '1.10000', '1.10002');
  broker.deposit('1000000');
  for (const side of ['buy', 'sell'] as const) {
    broker.trade({ kind: 'open', symbol: 'EURUSD', side, volume: '0.01' });
  }
  return broker.events.slice(-2).map(packEvent);
};

const ORDERS = packedOrders();

const OWNER = {
  message: () => {},
  log: () => {},
  failed: (error: Error) => {
    throw error;
  },
};

/** The newest key of the bare file. */
let key = 0;

/** The log's thread with one source, whose notices this thread awaits. */
class Source {
  readonly #cells = Cells.create(1);
  readonly #notices = ringMemory(NOTICE_RING_BYTES);
  readonly #bell = Bell.create();
  readonly #reader = new RingReader(this.#notices);
  readonly #host: LogHost;
  #ring: RingWriter | undefined;
  #written = 0;

  constructor(data: string) {
    const shares = {
      cells: this.#cells.shared,
      notices: this.#notices,
      frontBell: this.#bell.shared,
      mainHeartbeat: heartbeatMemory(),
    };
    this.#host = new LogHost({ options: { data }, ...shares }, OWNER);
  }

  async open(): Promise<void> {
    await this.#host.start();
    const { ring, bell }: LogAccess = await this.#host.attach(0);
    this.#ring = new RingWriter(ring, new Bell(bell));
  }

  /** Writes a batch and waits until it is on disk. */
  commit(events: readonly Buffer[]): void {
    const ring = this.#ring as RingWriter;
    for (const event of events) if (!ring.write(event)) throw new Error('the ring is full');
    ring.flush();
    this.#written += events.length;
    while (this.#cells.committed(0) < this.#written) {
      this.#bell.wait(() => this.#reader.pending(), SILENCE_MS);
      if (this.#reader.take(() => true, 1) === 0) throw new Error('the log is silent');
      this.#reader.free();
    }
  }

  async close(): Promise<void> {
    await this.#host.stop();
  }
}

/** Batches a second of a round. */
const rate = (commit: () => void): number => {
  const started = performance.now();
  let batches = 0;
  let elapsed = 0;
  while (elapsed < ROUND_MS) {
    commit();
    batches += 1;
    elapsed = performance.now() - started;
  }
  return (1000 * batches) / elapsed;
};

/** Measures one size of batches: rounds of the thread and of bare commits. */
const measure = (size: number, source: Source, bare: LogFile) => {
  const events = Array.from({ length: size }, (_, at) => ORDERS[at % 2] as Buffer);
  const bytes = events.reduce((sum, { length }) => sum + FRAME_HEAD + length, BATCH_HEAD);
  const value = Buffer.alloc(bytes, 'x');
  const round = () => {
    const batches = rate(() => source.commit(events));
    const commits = rate(() => {
      key += 1;
      bare.put({ first: key, value });
    });
    return { batches, commits, share: batches / commits };
  };
  round();
  const rounds = Array.from({ length: ROUNDS }, round);
  const middle = (of: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[of]));
  return {
    events: size,
    bytes,
    batches_per_sec: Math.round(middle('batches')),
    commits_per_sec: Math.round(middle('commits')),
    share: rounded(middle('share'), 3),
  };
};

/** Runs the bench; returns its result line. */
export const log = async (): Promise<Record<string, unknown>> => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-log-bench-'));
  mkdirSync(join(data, 'log'));
  const source = new Source(data);
  await source.open();
  const bare = new LogFile(join(data, 'bare.mdb'), MAP_BYTES);
  try {
    return { rounds: ROUNDS, results: SIZES.map((size) => measure(size, source, bare)) };
  } finally {
    bare.close();
    await source.close();
    rmSync(data, { recursive: true });
  }
};
