// The projection: events become the rows that lists, reports and memory are read from.

import { join } from 'node:path';
import t from 'tap';
import { readCheckpoint, readTotals } from '../../../storage/database/checkpoint.js';
import { type Database, inSnapshot, openReader } from '../../../storage/database/database.js';
import { CLOSED_POSITIONS, openProjection, POSITIONS } from '../../../storage/database/schema.js';
import { BATCH_HEAD } from '../../../storage/log/batch.js';
import { Projection } from '../../../storage/projection/projection.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { hasHistory } from '../../../storage/projection/staff-activity.js';
import { AccountRecords } from '../../../storage/read/account-records.js';
import { dealEvents, storedRequest } from '../../../storage/read/queries.js';
import { derivedPending, recordsOf, requestKeys } from '../../../storage/read/snapshot.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { pack } from '../../../wire/codec/pack.js';
import { CORRECTION, POSITION } from '../../../wire/trading/records.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildOrder,
  buildPosition,
  buildResult,
  MONDAY,
} from '../../support/build.js';
import { projected, projecting, readAccounts } from '../../support/opened.js';
import { rowToArray } from '../../support/state-rows.js';
import { dealsIn, ordersIn, recordOf, rowsIn, tablesIn } from '../../support/stored-rows.js';

const everyone = () => true;
const REQUEST = '0b3c1f2e-7a55-4c1d-9d52-f9a1f1c2d3e4';

t.test('An open position is loaded as it was stored, with its rates exact', async (t) => {
  const position = buildPosition({
    id: 7,
    volume: 1.5e8,
    price_open: 108_950_125,
    rate_margin: 16_543_210_123_456_789_012_345n,
    origin: { terminal: 'web', ip: '192.0.2.1' },
  });
  const order = buildOrder({ id: 8, state: 'placed', kind: 'limit', rate_margin: 1n });
  const ledger = buildLedger({ balance: -1_050, account_seq: 1 });
  const db = projected(
    t,
    buildDeskEvent({ changes: [accountChange(1001), accountChange(1002)] }),
    buildAccountEvent({ positions: [position], orders: [order], ledger }),
  );
  const accounts = inSnapshot(db, () => readAccounts(db));
  const logins = accounts.map(({ switches }) => switches.login);
  t.same(logins, [1001, 1002]);
  t.same(accounts[0]?.positions, [position]);
  t.same(accounts[0]?.orders, [order]);
  t.same(accounts[0]?.ledger, ledger);
  t.same(accounts[1]?.ledger, null, 'an account that has not traded has no ledger');
  t.same(readAccounts(db, (login) => login === 1002).length, 1, 'a shard loads only its own');
});

t.test('Each correction of an event reduces its position, and takes an id of deals', async (t) => {
  const correction = { ...emptyRow(CORRECTION), side: 'sell', volume: 3e7 } as const;
  const corrections = [1, 2].map((n) => ({ ...correction, id: 40 + n, position_id: n }));
  const db = projected(t, buildAccountEvent({ kind: 'correction', corrections }));
  const books = new AccountRecords(db);
  t.same(
    [1, 2, 3].map((id) => books.corrected(id)),
    [-3e7, -3e7, 0],
  );
  t.equal(readTotals(db).deal, 42);
});

t.test('A final order leaves the working ones, a closed position the open ones', async (t) => {
  const db = projected(
    t,
    buildDeskEvent({ changes: [accountChange(1001)] }),
    buildAccountEvent({
      orders: [buildOrder({ state: 'placed' })],
      positions: [buildPosition({ volume: 1e8 })],
    }),
    buildAccountEvent({
      account_seq: 2,
      orders: [buildOrder({ state: 'canceled', done_at: MONDAY + 5 })],
      positions: [buildPosition({ volume: 0, closed: true })],
    }),
  );
  const [account] = readAccounts(db);
  t.same([account?.orders, account?.positions], [[], []]);
  const states = ordersIn(db).map(({ state }) => state);
  t.same(states, ['canceled']);
});

t.test('The checkpoint moves with the rows, and survives opening again', async (t) => {
  const path = join(t.testdir(), 'brokerd.db');
  const db = openProjection(path);
  const projection = new Projection(db);
  const deals = [1, 2, 3].map((id) => buildAccountEvent({ deals: [buildDeal({ id })] }));
  t.equal(projection.project([buildBatch(1, deals)], 2), 2, 'up to the second event');
  t.same(dealsIn(db).length, 2);
  t.equal(projection.project([buildBatch(1, deals)]), 3, 'goes on within the batch');
  t.throws(() => projection.project([buildBatch(5, deals)]), /came after 3/, 'a gap is refused');
  t.equal(projection.checkpoint(), 3);
  db.close();
  const again = openProjection(path);
  t.same(readCheckpoint(again), { seq: 3, batch: '00'.repeat(BATCH_HEAD), config_version: 0 });
  again.close();
});

t.test('Events that fail half-way leave neither rows nor a moved checkpoint', async (t) => {
  const { db, projection } = projecting(t, buildAccountEvent());
  const good = buildBatch(2, [buildAccountEvent({ positions: [buildPosition()] })]);
  t.throws(() => projection.project([good, buildBatch(9, [buildAccountEvent()])]), /event 9/);
  t.same(rowsIn(db, POSITIONS), []);
  t.equal(readCheckpoint(db).seq, 1);
  t.equal(projection.project([good]), 2);
  t.equal(rowsIn(db, POSITIONS).length, 1);
});

/** The symbols of open rows by their numbers, and of each open position. */
const symbolsIn = (db: Database) => ({
  names: db.prepare('SELECT name FROM symbol_names ORDER BY id').pluck().all(),
  held: db
    .prepare('SELECT name FROM positions JOIN symbol_names ON symbol_names.id = symbol')
    .pluck()
    .all(),
});

t.test('Symbols have the same numbers in every database of a log', async (t) => {
  const order = { symbol: 'GBPUSD', kind: 'limit' } as const;
  const events = [
    buildAccountEvent({ orders: [buildOrder({ ...order, state: 'placed' })] }),
    buildAccountEvent({
      account_seq: 2,
      orders: [buildOrder({ ...order, state: 'canceled', done_at: MONDAY + 5 })],
    }),
    buildAccountEvent({
      account_seq: 3,
      deals: [buildDeal({ symbol: 'EURUSD' })],
      positions: [buildPosition({ symbol: 'EURUSD' })],
    }),
  ];
  const { db, add } = projecting(t);
  for (const event of events) add(event);
  const all = { names: ['GBPUSD', 'EURUSD'], held: ['EURUSD'] };
  t.same(symbolsIn(db), all, 'in a transaction each');
  t.same(symbolsIn(projected(t, ...events)), all, 'in one');
});

t.test('Symbols of events that were undone have no number', async (t) => {
  const { db, projection } = projecting(t, buildAccountEvent());
  const positionIn = (seq: number, symbol: string) =>
    buildBatch(seq, [buildAccountEvent({ positions: [buildPosition({ id: seq, symbol })] })]);
  const order = buildOrder({ symbol: 'GBPUSD', state: 'placed', kind: 'limit' });
  projection.take([buildBatch(2, [buildAccountEvent({ orders: [order] })])]);
  t.throws(() => projection.take([positionIn(9, 'GBPUSD')]), /event 9/);
  projection.project([positionIn(2, 'EURUSD'), positionIn(3, 'GBPUSD')]);
  t.same(symbolsIn(db), { names: ['EURUSD', 'GBPUSD'], held: ['EURUSD', 'GBPUSD'] });
});

t.test('An event that the database refuses is named, with what it says', async (t) => {
  const { db, projection } = projecting(t, buildAccountEvent());
  db.exec(`
    CREATE TEMP TRIGGER no_deal BEFORE INSERT ON entries WHEN NEW.deal_id = 9
    BEGIN SELECT RAISE(ABORT, 'no deal 9'); END;
    CREATE TEMP TRIGGER no_position BEFORE INSERT ON account_rows WHEN NEW.id = 9
    BEGIN SELECT RAISE(ABORT, 'no position 9'); END;
  `);
  const good = (id: number) => buildAccountEvent({ deals: [buildDeal({ id })] });
  // Rows are stored by many, and some at the end of a transaction, when others have followed.
  const few = [buildBatch(2, [good(1), good(9), good(2)])];
  t.throws(() => projection.project(few), /event 3 cannot be projected: no deal 9/);
  const many = [
    buildBatch(2, [good(1), good(9), ...Array.from({ length: 40 }, (_, n) => good(20 + n))]),
  ];
  t.throws(() => projection.project(many), /event 3 cannot be projected: no deal 9/);
  const open = buildAccountEvent({ positions: [buildPosition({ id: 9 })] });
  const opened = [buildBatch(2, [good(1)]), buildBatch(3, [good(2), open, good(3)])];
  t.throws(() => projection.project(opened), /event 4 cannot be projected: no position 9/);
  t.equal(readCheckpoint(db).seq, 1, 'nothing has changed');
  t.same(dealsIn(db), []);
  t.equal(projection.project([buildBatch(2, [good(1)])]), 2, 'and it goes on');
});

t.test('What is taken is seen by others when it is committed', async (t) => {
  const path = join(t.testdir(), 'brokerd.db');
  const db = openProjection(path);
  const other = openReader(path);
  t.teardown(() => {
    other.close();
    db.close();
  });
  const projection = new Projection(db);
  const deals = [1, 2, 3].map((id) => buildAccountEvent({ deals: [buildDeal({ id })] }));
  t.equal(projection.take([buildBatch(1, deals)], 2), 2);
  t.equal(projection.take([buildBatch(1, deals)]), 3);
  t.equal(projection.checkpoint(), 0);
  t.same([readCheckpoint(other).seq, dealsIn(other)], [0, []]);
  t.equal(projection.commit(), 3);
  t.equal(projection.checkpoint(), 3);
  t.same([readCheckpoint(other).seq, dealsIn(other).length], [3, 3]);
});

t.test('Desk records are put, replaced and deleted, with their journal lines', async (t) => {
  const group = (version: number) => ({
    kind: 'group',
    key: 'demo\\standard',
    version,
    record: { path: 'demo\\standard', version },
  });
  const line = { kind: 'config', login: 0, text: 'group changed' } as const;
  const db = projected(
    t,
    buildDeskEvent({ changes: [group(1), accountChange(3), accountChange(1001)] }),
    buildDeskEvent({ changes: [group(2)], journal: [line], config_version: 7 }),
    buildDeskEvent({
      changes: [{ kind: 'account', key: '1001', version: 2, record: null }],
      config_version: 6,
    }),
  );
  t.match(recordOf(db, 'group', 'demo\\standard'), { version: 2, seq: 2, record: { version: 2 } });
  const keies = [...recordsOf(db, 'account')].map(({ key }) => key);
  t.same(keies, ['3']);
  t.equal(readCheckpoint(db).config_version, 7);
  t.match(db.prepare('SELECT * FROM journal').get(), { ...line, seq: 2, by: 1, ip: '127.0.0.1' });
});

t.test('What an account event tells staff stands in the journal under its time', async (t) => {
  const line = { kind: 'trade', login: 1001, text: 'warning: filled in part' } as const;
  const event = buildAccountEvent({ journal: [line] });
  const db = projected(t, buildAccountEvent({}), event);
  const rows = db.prepare('SELECT * FROM journal').all();
  t.match(rows, [{ ...line, seq: 2, time: event.time, by: event.cause.dealer, ip: '' }]);
  t.equal(rows.length, 1);
});

t.test('A request id is found with its newest result', async (t) => {
  const remembered = (status: 'queued' | 'done', request_id = REQUEST) => ({
    remembered: { request_id, digest: 'd', result: buildResult({ request_id: REQUEST, status }) },
  });
  const others = Array.from({ length: 40 }, (_, n) => `${REQUEST.slice(0, -2)}${n + 10}`);
  const db = projected(
    t,
    buildAccountEvent(remembered('queued')),
    ...others.map((other) => buildAccountEvent(remembered('done', other))),
    buildAccountEvent(remembered('done')),
    buildAccountEvent({ login: 1002, ...remembered('done') }),
  );
  t.match(storedRequest(db, 1001, REQUEST), { digest: 'd', seq: 42, result: { status: 'done' } });
  t.match(storedRequest(db, 1002, REQUEST), { seq: 43 });
  t.equal(storedRequest(db, 1003, REQUEST), null);
  const within = (from: number, to: number) => storedRequest(db, 1001, REQUEST, [{ from, to }]);
  t.match(within(40, Number.POSITIVE_INFINITY), { seq: 42 });
  t.equal(within(70_000, 80_000), null, 'only there');
  const newestFirst = [...requestKeys(db, everyone)].sort(([, one], [, other]) => other - one);
  t.same(newestFirst.slice(0, 3), [
    [requestKeyOf(1002, REQUEST), 43],
    [requestKeyOf(1001, REQUEST), 42],
    [requestKeyOf(1001, others.at(-1) ?? ''), 41],
  ]);
});

t.test('A derived command is pending, with its deal, until its result is stored', async (t) => {
  const command = { request_id: REQUEST, login: 1002, action: 'agent', amount: '1.25' } as const;
  const bare = { ...command, comment: 'deal 5' };
  const whole = { ...bare, from_login: 1001, from_deal: 5, currency: 'EUR', demo: true };
  t.same(derivedPending(projected(t, buildAccountEvent({ derived: [whole] }))), [whole]);
  const dealt = buildAccountEvent({ deals: [buildDeal({ id: 5 })], derived: [bare] });
  const { db, add } = projecting(t, dealt);
  const nothing = { from_login: 0, from_deal: 0, currency: '', demo: false };
  t.same(derivedPending(db), [{ ...bare, ...nothing }]);
  t.ok(hasHistory(db)(1002), 'an account that is owed a payment is not deleted');
  const result = buildResult({ request_id: REQUEST });
  const remembered = { request_id: REQUEST, digest: 'd', result };
  add(buildAccountEvent({ login: 1001, remembered }));
  t.equal(derivedPending(db).length, 1, 'a request of somebody else pays nothing that is owed');
  add(buildAccountEvent({ login: 1002, remembered }));
  t.same(derivedPending(db), []);
});

t.test('A deal leads to its event, and to those that changed it later', async (t) => {
  const db = projected(
    t,
    buildAccountEvent({ deals: [buildDeal({ id: 4 }), buildDeal({ id: 5 })] }),
    buildAccountEvent(),
    buildAccountEvent({ deals: [buildDeal({ id: 4, action: 'buy_canceled' })] }),
  );
  t.same(dealEvents(db, 4), { seqs: [1, 3], projection_seq: 3 });
  t.same(dealEvents(db, 5).seqs, [1]);
  t.same(dealEvents(db, 6), { seqs: [], projection_seq: 3 });
});

t.test('A database with tables of an older version is projected again', async (t) => {
  const path = join(t.testdir(), 'brokerd.db');
  const batch = buildBatch(1, [
    buildDeskEvent({ changes: [accountChange(1001)] }),
    buildAccountEvent({ deals: [buildDeal({ id: 4 })], positions: [buildPosition()] }),
  ]);
  const first = openProjection(path);
  new Projection(first).project([batch]);
  first.exec('ALTER TABLE closed_positions DROP COLUMN fee');
  first.pragma('user_version = 0');
  first.close();
  const db = openProjection(path);
  t.teardown(() => db.close());
  t.same(readCheckpoint(db), { seq: 0, batch: '', config_version: 0 });
  for (const [table, rows] of Object.entries(tablesIn(db))) {
    const isSetting = table === 'checkpoint' || table.endsWith('_config');
    t.equal(rows.length, isSetting ? 1 : 0, table);
  }
  new Projection(db).project([batch]);
  t.same(dealEvents(db, 4).seqs, [2]);
  t.equal(readAccounts(db)[0]?.positions.length, 1);
});

t.test('The highest ids are known for the counters to go on from', async (t) => {
  const db = projected(
    t,
    buildAccountEvent({ orders: [buildOrder({ id: 2 ** 40 })], deals: [buildDeal({ id: 12 })] }),
  );
  const { order, deal } = readTotals(db);
  t.same([order, deal], [2 ** 40, 12]);
});

t.test('A row of before a field was appended reads with its empty value', async (t) => {
  const position = buildPosition({ id: 7, request_id: 'r-1' });
  const db = projected(t, buildAccountEvent({ positions: [position] }));
  const short = pack(rowToArray(POSITION, position).slice(0, -1));
  db.prepare('UPDATE account_rows SET row = ? WHERE kind = ?').run(short, POSITIONS.kind);
  t.same(rowsIn(db, POSITIONS), [{ ...position, request_id: '' }]);
});

t.test('An order that is placed, changed and filled is one row, in any transactions', async (t) => {
  const states = [
    buildOrder({ id: 5, state: 'placed', kind: 'limit' }),
    buildOrder({ id: 5, state: 'placed', kind: 'limit', sl: 7 }),
    buildOrder({ id: 5, state: 'filled', kind: 'limit', sl: 7, done_at: MONDAY }),
  ];
  const events = states.map((order) => buildAccountEvent({ orders: [order] }));
  t.match(ordersIn(projected(t, ...events)), [{ id: 5, state: 'filled', sl: 7 }]);
  const { db, add } = projecting(t, ...events.slice(0, 2));
  add(...events.slice(2));
  t.match(ordersIn(db), [{ id: 5, state: 'filled', sl: 7 }]);
});

t.test('Positions that come and go leave nothing, in one transaction or in several', async (t) => {
  const opened = buildAccountEvent({
    deals: [buildDeal({ id: 1, position_id: 7, volume: 1e8, entry: 'in' })],
    positions: [buildPosition({ id: 7, volume: 1e8 })],
  });
  const closed = buildAccountEvent({
    deals: [buildDeal({ id: 2, position_id: 7, volume: 1e8, entry: 'out', action: 'sell' })],
    positions: [buildPosition({ id: 7, volume: 0, closed: true })],
  });
  const once = projected(t, opened, closed);
  t.same(rowsIn(once, POSITIONS), []);
  const { db: twice, add } = projecting(t, opened);
  t.equal(rowsIn(twice, POSITIONS).length, 1);
  add(closed);
  t.same(rowsIn(twice, POSITIONS), []);
  t.same(rowsIn(twice, CLOSED_POSITIONS), rowsIn(once, CLOSED_POSITIONS));
  t.equal(rowsIn(once, CLOSED_POSITIONS).length, 1);
});
