// Whether a database has it all: totals, the state hash, and what was undone.

import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { databaseDamage } from '../../../actors/commands/database-check.js';
import { seededRandom } from '../../../actors/drill/seeded-random.js';
import { readTotals } from '../../../storage/database/checkpoint.js';
import type { Database } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import { Projection } from '../../../storage/projection/projection.js';
import { hasActivity, isAgent } from '../../../storage/projection/staff-activity.js';

import {
  accountHash,
  addHash,
  hashText,
  NO_HASH,
  owedHash,
  recordHash,
  switchesHash,
} from '../../../storage/read/state-hash.js';
import {
  emptyRow,
  type FieldTable,
  type FieldType,
  type Row,
} from '../../../wire/base/field-table.js';
import { SWITCHES } from '../../../wire/settings/config.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import {
  type Deal,
  LEDGER,
  ORDER,
  POSITION,
  type Position,
} from '../../../wire/trading/records.js';
import { eventsOf, fileNames } from '../../histories/history.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildOrder,
  buildPosition,
  MONDAY,
  packedBatch,
} from '../../support/build.js';
import { projected, projecting, readAccounts } from '../../support/opened.js';
import { runsOf } from '../../support/run.js';
import { rowOf, valuesOf } from '../../support/values.js';

/** Events that a transaction takes at most, and transactions from one look to the next. */
const EVENTS_MAX = 40;
const LOOK_EVERY = 20;

for (const name of fileNames()) {
  t.test(`The totals of the recorded history "${name}" follow its rows`, async (t) => {
    const { db, projection } = projecting(t);
    const random = seededRandom(name.length);
    const events = [...eventsOf(name)];
    for (let at = 0, n = 1; at < events.length; n += 1) {
      const part = events.slice(at, at + 1 + random(EVENTS_MAX));
      at = projection.project([packedBatch(at + 1, part)]);
      if (n % LOOK_EVERY === 0 || at === events.length) t.equal(databaseDamage(db.name), undefined);
    }
    const whole = openProjection(join(t.testdirName, 'whole.db'));
    t.teardown(() => whole.close());
    new Projection(whole).project([packedBatch(1, events)]);
    t.equal(readTotals(whole).write(), readTotals(db).write(), 'in one transaction, too');
  });
}

t.test('An order that waits and is filled at the same time is counted no more', async (t) => {
  const { db, add } = projecting(t);
  const changes = [accountChange(1001)];
  const placed = buildOrder({ id: 5, state: 'placed', kind: 'limit' });
  const filled = { ...placed, state: 'filled', done_at: MONDAY } as const;
  const one = buildAccountEvent({ orders: [placed] });
  const other = buildAccountEvent({ account_seq: 2, orders: [filled] });
  add(buildDeskEvent({ changes }), one);
  t.match(readTotals(db).write(), /"orders":\[1,/);
  add(other);
  t.notMatch(readTotals(db).write(), /"orders"/);
  t.equal(databaseDamage(db.name), undefined);
});

t.test('A position whose row is written as if it had been opened again counts once', async (t) => {
  const { db, add } = projecting(t);
  const opening = (account_seq: number, deal: number): AccountEvent =>
    buildAccountEvent({
      account_seq,
      orders: [buildOrder({ id: 5, state: 'partial' })],
      deals: [buildDeal({ id: deal, position_id: 5, entry: 'in', volume: 4 })],
      positions: [buildPosition({ id: 5, volume: 4 })],
    });
  add(buildDeskEvent({ changes: [accountChange(1001)] }), opening(1, 1));
  add(opening(2, 2));
  t.match(readTotals(db).write(), /"positions":\[1,/);
  t.equal(databaseDamage(db.name), undefined);
});

t.test('What was undone does not count', async (t) => {
  const opened = buildDeskEvent({ changes: [accountChange(1001)] });
  const { db, projection } = projecting(t, opened);
  const good = buildBatch(2, [buildAccountEvent({ deals: [buildDeal({ id: 7 })] })]);
  const before = readTotals(db).write();
  t.throws(() => projection.project([good, buildBatch(9, [buildAccountEvent()])]), /event 9/);
  t.equal(readTotals(db).write(), before);
  projection.project([good]);
  t.equal(readTotals(db).deal, 7);
  t.equal(databaseDamage(db.name), undefined);
});

t.test('A row that is missing, there twice or not the one that it was is named', async (t) => {
  const db = projected(
    t,
    buildDeskEvent({ changes: [accountChange(1001), accountChange(1002)] }),
    buildAccountEvent(),
    buildAccountEvent({ login: 1002, orders: [buildOrder({ id: 5, state: 'placed' })] }),
  );
  const of = 'WHERE kind = 1 AND login = 1002';
  const harms = {
    [`CREATE TEMP TABLE kept AS SELECT row FROM account_rows ${of}`]: undefined,
    [`UPDATE account_rows SET row = CAST(substr(row, 1, length(row) - 1) || x'07' AS BLOB) ${of}`]:
      'row 1002 of ledgers is not what was written',
    [`UPDATE account_rows SET row = (SELECT row FROM kept) ${of}`]: undefined,
    'UPDATE account_rows SET login = 1003 WHERE kind = 1 AND login = 1002':
      'rows of accounts are out of order',
    'UPDATE account_rows SET login = 1002 WHERE kind = 1 AND login = 1003': undefined,
    'UPDATE account_rows SET kind = 9 WHERE kind = 3':
      'a head of account_rows is not what was written',
    'UPDATE account_rows SET kind = 3 WHERE kind = 9': undefined,
    'DELETE FROM records WHERE number = 1002':
      'records of kind account: 1 rows where 2 were written',
    'DELETE FROM account_rows WHERE kind = 3 AND id = 5': 'orders: 0 rows where 1 were written',
    'DELETE FROM account_rows WHERE kind = 0 AND login = 1001':
      'switches: 1 rows where 2 were written',
    'UPDATE checkpoint SET seq = seq - 1': 'the checkpoint is not what was written',
  };
  for (const [sql, why] of Object.entries(harms)) {
    db.exec(sql);
    const said = `${db.name} cannot be used: ${why}; brokerd rebuild makes it again from the log`;
    t.equal(databaseDamage(db.name), why && said);
  }
});

const LOT = 1e8;
const EVENTS = 2_000;
const STEP = 100;

const one = (db: Database, sql: string): unknown => db.prepare(sql).pluck().get();

t.test('a full disk in the midst of a transaction loses none of its events', async (t) => {
  const { db, projection } = projecting(t);
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const deal = buildDeal({ id: n + 1, position_id: 0, created_at: MONDAY + n });
    return buildAccountEvent({ deals: [deal] });
  });
  const batchAt = (seq: number) => buildBatch(seq + 1, events.slice(seq, seq + STEP));
  projection.project([batchAt(0)]);
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 20}`);
  t.throws(
    () => {
      for (let seq = STEP; seq < EVENTS; seq += STEP) projection.take([batchAt(seq)]);
      projection.commit();
    },
    { message: /cannot be projected: database or disk is full/ },
  );
  t.same(
    [
      one(db, 'SELECT seq FROM checkpoint'),
      one(db, 'SELECT COUNT(*) FROM entries WHERE deal_id > 0'),
    ],
    [100, 100],
  );
  db.pragma('max_page_count = 1000000');
  for (let seq = projection.checkpoint(); seq < EVENTS; seq += STEP)
    projection.take([batchAt(seq)]);
  t.equal(projection.commit(), EVENTS);
  t.equal(one(db, 'SELECT COUNT(*) FROM entries WHERE deal_id > 0'), EVENTS, 'there is room again');
});

/** Events of positions: their deals, and what they leave. */
const dealt = (deal: Partial<Deal>, position: Partial<Position>): AccountEvent =>
  buildAccountEvent({
    deals: [buildDeal({ volume: LOT, price: 100, ...deal })],
    positions: [buildPosition({ id: deal.position_id ?? 0, side: 'buy', ...position })],
  });

t.test('a deal that was taken back has opened nothing', async (t) => {
  const events = [
    buildDeskEvent({ changes: [accountChange(1001)] }),
    dealt({ id: 1, position_id: 7, action: 'buy', entry: 'in' }, { volume: LOT }),
    dealt({ id: 2, position_id: 7, action: 'buy', entry: 'in' }, { volume: 2 * LOT }),
    dealt({ id: 2, position_id: 7, action: 'buy_canceled', entry: 'in' }, { volume: LOT }),
    dealt({ id: 3, position_id: 7, action: 'sell', entry: 'out' }, { volume: 0, closed: true }),
  ];
  for (const cut of [events.length, 3, 1]) {
    const db = openProjection(join(t.testdir(), `cut-${cut}.db`));
    const projection = new Projection(db);
    for (let at = 0; at < events.length; at += cut) {
      projection.project([buildBatch(at + 1, events.slice(at, at + cut))]);
    }
    const [account] = readAccounts(db);
    t.same(account?.positions, [], `closed, in transactions of ${cut}`);
    t.equal(one(db, 'SELECT volume FROM closed_positions'), LOT);
    db.close();
  }
});

t.test('busts in one millisecond leave no empty entries of history', async (t) => {
  const { db, add } = projecting(t);
  const positions = [
    { position_id: 7, id: 10 },
    { position_id: 8, id: 20 },
  ];
  const at = (ms: number) => ({ created_at: MONDAY + ms });
  for (const { position_id, id } of positions) {
    const buy = { position_id, action: 'buy', entry: 'in' } as const;
    add(dealt({ ...buy, ...at(1), id }, { volume: LOT }));
    add(dealt({ ...buy, ...at(2), id: id + 1 }, { volume: 2 * LOT }));
    const sell = { position_id, action: 'sell', entry: 'out' } as const;
    add(dealt({ ...sell, ...at(3), id: id + 2 }, { volume: LOT }));
  }
  for (const { position_id, id } of positions) {
    const bust = { position_id, action: 'buy_canceled', entry: 'in' } as const;
    add(dealt({ ...bust, ...at(2), id: id + 1 }, { volume: 0, closed: true }));
    add(dealt({ ...bust, ...at(1), id }, { side: 'sell', volume: LOT }));
  }
  const empty =
    'SELECT COUNT(*) FROM entries WHERE time > 0 AND order_id + deal_id + closed_id = 0';
  t.equal(one(db, empty), 0);
});

const cause = (dealer: number) =>
  ({ kind: 'dealer_open', source: 'dealer', dealer, request_id: '' }) as const;
const line = (kind: 'auth' | 'config', login = 0) => ({ kind, login, text: 'it was done' });

t.test('who dealt or changed something is known; coming and going is none', async (t) => {
  const { db, add } = projecting(t);
  const acted = hasActivity(db);
  add(
    buildAccountEvent({}),
    buildAccountEvent({ account_seq: 2, cause: cause(7) }),
    buildDeskEvent({ by: 8, journal: [line('auth', 8)] }),
    buildDeskEvent({ by: 9, journal: [line('auth', 9), line('config', 10)] }),
    buildDeskEvent({ by: 11 }),
  );
  t.same([0, 7, 8, 9, 10, 11, 1001].filter(acted), [7, 9]);
  add(buildDeskEvent({ by: 8, journal: [line('config')] }));
  t.same([7, 8, 9].filter(acted), [7, 8, 9]);
});

t.test('agents are found in every group, as long as an account names them', async (t) => {
  const { db, add } = projecting(t);
  const named = (login: number, agent: number, group: string) =>
    buildDeskEvent({ changes: [accountChange(login, { agent, group, hidden: false })] });
  add(named(1001, 7, 'demo\\a'), named(1002, 8, 'demo\\b'), named(1003, 0, 'demo\\a'));
  t.same([7, 8, 9].filter(isAgent(db)), [7, 8]);
  add(named(1002, 0, 'demo\\b'));
  t.same([7, 8].filter(isAgent(db)), [7]);
});

t.test('what was undone is noted when it comes again', async (t) => {
  const { db, projection } = projecting(t);
  const batch = buildBatch(1, [buildDeskEvent({ by: 8, journal: [line('config')] })]);
  projection.take([batch]);
  t.throws(() => projection.take([buildBatch(9, [buildDeskEvent()])]), 'a gap');
  t.notOk(hasActivity(db)(8));
  projection.project([batch]);
  t.ok(hasActivity(db)(8));
});

/** A row, and the same with one field changed. */
const changedRow = <T extends FieldTable>(table: T) =>
  rowOf(table).chain((row) =>
    fc.constantFrom(...Object.keys(table)).chain((name) =>
      valuesOf(table[name] as FieldType)
        .filter((value) => fc.stringify(value) !== fc.stringify(row[name]))
        .map((value) => [row, { ...row, [name]: value } as Row<T>] as const),
    ),
  );

const begun = (ledger = buildLedger({ account_seq: 1 })) => ({
  ledger,
  positions: [buildPosition()],
  orders: [buildOrder()],
  queue: [{ ...emptyRow(QUEUED), id: 9 }],
});

t.test('Any one changed field of a ledger, a position or an order changes the hash', async (t) => {
  const base = begun();
  const differs = <T extends FieldTable>(table: T, hash: (row: Row<T>) => bigint): void =>
    fc.assert(
      fc.property(changedRow(table), ([a, b]) => hash(a) !== hash(b)),
      { numRuns: runsOf(100) },
    );
  t.doesNotThrow(() =>
    differs(LEDGER, (ledger) => {
      fc.pre(ledger.account_seq > 0);
      return accountHash({ ...base, ledger });
    }),
  );
  t.doesNotThrow(() => differs(SWITCHES, switchesHash));
  t.doesNotThrow(() => differs(POSITION, (row) => accountHash({ ...base, positions: [row] })));
  t.doesNotThrow(() => differs(ORDER, (row) => accountHash({ ...base, orders: [row] })));
  t.doesNotThrow(() => differs(QUEUED, (row) => accountHash({ ...base, queue: [row] })));
});

t.test('Any changed record, key, kind or version changes the hash', async (t) => {
  const hashes = [
    recordHash('group', 'a', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'a', 2, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'b', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('symbol', 'a', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'a', 1, { x: '1', y: [1, { z: null }] }),
    recordHash('group', 'a', 1, { x: 1, y: [1, { z: 0 }] }),
    recordHash('group', 'a', 1, { x: 1, y: [{ z: null }, 1] }),
  ];
  t.equal(new Set(hashes).size, hashes.length);
});

t.test('Any changed field of a payment that is owed changes the hash', async (t) => {
  const owed = { request_id: 'r', login: 1, action: 'agent', amount: '1', comment: '' } as const;
  const nothing = { currency: '', from_login: 0, from_deal: 0, demo: false };
  const hashes = [
    owed,
    { ...owed, request_id: 's' },
    { ...owed, login: 2 },
    { ...owed, action: 'balance' as const },
    { ...owed, amount: '1.0' },
    { ...owed, comment: 'c' },
    { ...owed, currency: 'EUR' },
    { ...owed, from_login: 3 },
    { ...owed, from_deal: 3 },
    { ...owed, demo: true },
  ].map(owedHash);
  t.equal(new Set(hashes).size, hashes.length);
  t.equal(owedHash({ ...owed, ...nothing }), owedHash(owed));
});

t.test('The order of members, rows and accounts does not matter', async (t) => {
  t.equal(recordHash('g', 'k', 1, { a: 1, b: 2 }), recordHash('g', 'k', 1, { b: 2, a: 1 }));
  const [one, two] = [buildPosition({ id: 1 }), buildPosition({ id: 2 })];
  const ledger = buildLedger({ account_seq: 1 });
  t.equal(
    accountHash({ ledger, positions: [one, two], orders: [], queue: [] }),
    accountHash({ ledger, positions: [two, one], orders: [], queue: [] }),
  );
  const [a, b] = [accountHash(begun()), recordHash('g', 'k', 1, {})];
  t.equal(addHash(a, b), addHash(b, a));
});

t.test('An account without events adds nothing, with a ledger or without', async (t) => {
  const none = { positions: [], orders: [], queue: [] };
  t.equal(accountHash({ ledger: null, ...none }), NO_HASH);
  t.equal(accountHash({ ledger: { ...emptyRow(LEDGER), login: 5 }, ...none }), NO_HASH);
});

t.test('A hash is written as 64 hex digits and never leaves them', async (t) => {
  t.equal(hashText(NO_HASH), '0'.repeat(64));
  const most = (1n << 256n) - 1n;
  t.equal(hashText(addHash(most, 1n)), '0'.repeat(64));
  t.match(hashText(accountHash(begun())), /^[0-9a-f]{64}$/);
});
