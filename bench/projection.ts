// Bench `projection`: events a second into the database, alone and beside a server.
//
// Netting orders of one account that open and end a position in turn are executed and packed first;
// then their batches are projected in one transaction each, as by a desk that is behind. Each event
// has an order, a deal, a position, a ledger and an outcome; every second one also a closed
// position. Rounds of it and of the yardstick, which inserts the same events as blobs into a bare
// table, take turns: `share` is events per blob, `event_us` processor time of the process for an
// event.
//
// `saturated` (`measure/behind.ts`): `lag_events` is how far the database is behind when 10 s of
// saturated orders end, `settled_sec` the time to catch up. Then another connection locks the
// database during a flood of orders, until it is some 80,000 events behind (`held_events`; beyond
// 100,000 orders are refused). `behind` are orders at planned times from the end of the lock until
// the database lacks at most a second's orders (`held_settled_sec`), `calm` the orders of 3 seconds
// before the flood; figures are medians of five rounds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProjection } from '../storage/database/schema.js';
import { type Batch, eventsOf } from '../storage/log/batch.js';
import { Projection } from '../storage/projection/projection.js';
import { buildBatch } from '../test/support/build.js';
import { EngineHarness } from '../test/support/engine-harness.js';
import { fallBehind } from './measure/behind.js';
import { controlled } from './measure/controls.js';
import { median, rounded } from './measure/measures.js';
import { spent } from './measure/processor.js';

const ROUNDS = 6;
const BATCHES = 24;
const BATCH_EVENTS = 512;

/** Alternate buys and sells in a netting account: every second order closes a position. */
class Source {
  readonly #broker = new EngineHarness({ group: { margin_mode: 'netting' } });
  #first = 1;
  #orders = 0;

  constructor() {
    this.#broker.quote('EURUSD', '1.10000', '1.10002');
    this.#broker.deposit('100000000');
  }

  /** The next batches of the log. */
  batches(count: number): Batch[] {
    return Array.from({ length: count }, () => {
      const { events } = this.#broker;
      while (events.length < BATCH_EVENTS) {
        this.#orders += 1;
        const side = this.#orders % 2 === 0 ? 'sell' : 'buy';
        this.#broker.trade({ kind: 'open', symbol: 'EURUSD', side, volume: '0.01' });
      }
      const taken = events.splice(0);
      const first = this.#first;
      this.#first += taken.length;
      return buildBatch(first, taken);
    });
  }
}

const eventsIn = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { count }) => sum + count, 0);

/** Events a second of a round. */
const rate = (batches: readonly Batch[], store: (batch: Batch) => void): number => {
  const started = performance.now();
  for (const batch of batches) store(batch);
  return (1000 * eventsIn(batches)) / (performance.now() - started);
};

/** The projection and the yardstick in turn. */
const alone = () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-projection-'));
  const db = openProjection(join(folder, 'projected.db'));
  const bare = openProjection(join(folder, 'bare.db'));
  bare.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  const put = bare.prepare('INSERT INTO events VALUES (?, ?)');
  const putAll = bare.transaction((batch: Batch) => {
    for (const { seq, bytes } of eventsOf(batch, 0)) put.run(seq, bytes);
  });
  const projected = new Projection(db);
  const source = new Source();
  const rates: number[] = [];
  const puts: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const batches = source.batches(BATCHES);
    const since = process.cpuUsage();
    rates.push(rate(batches, (batch) => projected.project([batch])));
    costs.push((1000 * spent(since)) / eventsIn(batches));
    puts.push(rate(batches, (batch) => putAll(batch)));
  }
  db.close();
  bare.close();
  rmSync(folder, { recursive: true });
  // The first round is not counted.
  const eventsPerSec = median(rates.slice(1));
  const putsPerSec = median(puts.slice(1));
  return {
    rounds: ROUNDS,
    batch_events: BATCH_EVENTS,
    events_per_sec: Math.round(eventsPerSec),
    event_us: rounded(median(costs.slice(1)), 1),
    puts_per_sec: Math.round(putsPerSec),
    share: rounded(eventsPerSec / putsPerSec, 3),
  };
};

/** Runs the bench; returns its result line. */
export const projection = async (): Promise<Record<string, unknown>> => {
  const figures = alone();
  const { result, ...machine } = await controlled(fallBehind);
  return { ...figures, saturated: result, ...machine };
};
