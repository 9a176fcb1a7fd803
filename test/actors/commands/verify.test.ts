// Verify: what is good of a log and its database, and what is not.

import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import t from 'tap';
import { LedgerCheck } from '../../../actors/commands/ledger-check.js';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { foldLog, verify } from '../../../actors/commands/verify.js';
import { firstIdOf, markCopied } from '../../../actors/folder/first-ids.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { fitKeys, newKey } from '../../../actors/secrets/keyfile.js';
import { inSnapshot, openReader } from '../../../storage/database/database.js';
import { derivedPending, recordsOf } from '../../../storage/read/snapshot.js';
import {
  accountHash,
  addHash,
  hashText,
  NO_HASH,
  owedHash,
  recordHash,
  switchesHash,
} from '../../../storage/read/state-hash.js';
import { loginSetOf } from '../../../wire/base/login-set.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Position } from '../../../wire/trading/records.js';
import {
  accountChange,
  buildAccountEvent,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildMoney,
  buildOrder,
  buildPosition,
  MONDAY,
} from '../../support/build.js';
import { runCommand } from '../../support/command.js';
import { readAccounts } from '../../support/opened.js';
import { recordKinds } from '../../support/stored-rows.js';
import { filledFolder, fillFolder, history, logFile, spoil, writeLog } from './data-folder.js';

t.test('The fold of the log has the hash of what the database shows', async (t) => {
  const data = filledFolder(t);
  const db = openReader(pathsOf(data).database);
  let sum = NO_HASH;
  inSnapshot(db, () => {
    for (const account of readAccounts(db)) {
      sum = addHash(sum, accountHash(account));
      sum = addHash(sum, switchesHash(account.switches));
    }
    for (const command of derivedPending(db)) sum = addHash(sum, owedHash(command));
    for (const kind of recordKinds(db)) {
      for (const { key, version, record } of recordsOf(db, kind)) {
        sum = addHash(sum, recordHash(kind, key, version, record));
      }
    }
  });
  db.close();
  const verified = verify(data);
  const amounts = { 'USD balance': '10000.00', 'USD sell': '5.72' };
  const state = { seq: 11, state_hash: hashText(sum), amounts, broken: 0 };
  t.match(verified, { ok: true, data: state });
});

t.test('What was deleted leaves no trace in the hash and in the database', async (t) => {
  const [short, long] = [join(t.testdir(), 'a'), join(t.testdir(), 'b')];
  const events = history(0);
  const extra = { kind: 'symbol', key: '7', version: 1, record: { id: 7 } };
  const ended = buildAccountEvent({
    login: 1003,
    ledger: buildLedger({ login: 1003, account_seq: 1, day_ended_at: MONDAY }),
  });
  const all = [
    ...events,
    buildDeskEvent({ changes: [accountChange(1003)] }),
    ended,
    buildDeskEvent({ changes: [{ ...accountChange(1003), version: 2, record: null }] }),
    buildDeskEvent({ changes: [extra] }),
    buildDeskEvent({ changes: [{ ...extra, version: 2, record: null }] }),
  ];
  fillFolder(short, events);
  fillFolder(long, all);
  const [a, b] = [verify(short), verify(long)];
  t.equal(a.ok && a.data.state_hash, b.ok && b.data.state_hash);
  const db = openReader(pathsOf(long).database);
  t.same(
    readAccounts(db).map(({ switches }) => switches.login),
    [1001, 1002],
    'a start finds all rows',
  );
  t.same(db.prepare('SELECT DISTINCT login FROM account_rows').pluck().all(), [1001, 1002]);
  db.close();
});

t.test('Days of idle accounts are compared with all events after them', async (t) => {
  const data = t.testdir();
  const accounts = [{ row: null, logins: loginSetOf([1001, 1002]) }];
  const idle = { type: 'idle', time: MONDAY, at: MONDAY, month_end: false, accounts } as const;
  const extra = { kind: 'symbol', key: '7', version: 1, record: { id: 7 } };
  fillFolder(data, [
    ...history(3),
    { ...idle, day: 20_000 },
    { ...idle, day: 20_001 },
    buildDeskEvent({ changes: [extra] }),
  ]);
  t.match(verify(data), { ok: true, data: { seq: 8, violations: [] } });
});

t.test('A refused damaged log names lost events, accounts and the repair', async (t) => {
  const data = filledFolder(t, 40);
  spoil(logFile(data), 'digest 20');
  t.match(verify(data), {
    ok: false,
    message: /bad at event 22: the checksum/,
    data: {
      damage: { seq: 22, what: /checksum/ },
      ...{ first: 22, last: 42, events: 21, from_copy: 21, from_log: 0 },
      ...{ accounts: [1001], lost: null, next: 'brokerd salvage' },
    },
  });
});

t.test('A log that is shorter than its database is no whole one', async (t) => {
  const [data, old] = [join(t.testdir(), 'a'), join(t.testdirName, 'b')];
  fillFolder(data, 9);
  fillFolder(old, 4);
  rmSync(pathsOf(data).log, { recursive: true });
  renameSync(pathsOf(old).log, pathsOf(data).log);
  t.match(verify(data), {
    ok: false,
    message: /bad at event 7: it is gone; the database ends at 11.*7 to 11 are lost.*rebuild/,
    data: { lost: { first: 7, last: 11, events: 5, in_copy: 0, seconds: null } },
  });
});

const USD = { currency: 'USD', margin_mode: 'hedging' } as const;

const broken = (change: (event: AccountEvent) => AccountEvent): readonly string[] => {
  const check = new LedgerCheck();
  const events = history(4).filter((event) => event.type === 'account');
  for (const [index, event] of events.entries()) {
    check.follow(index + 2, index === 2 ? change(event) : event, USD);
  }
  return check.violations.filter(({ seq }) => seq === 4).map(({ what }) => what);
};

t.test('A log that is folded in parts of the accounts comes to the same', async (t) => {
  const data = join(t.testdir(), 'parts');
  const logins = Array.from({ length: 24 }, (_, n) => 2000 + 100 * n);
  const owed = { login: 2100, request_id: 'commission 1' } as AccountEvent['derived'][number];
  const paid = (login: number, n: number): AccountEvent =>
    buildAccountEvent({
      login,
      account_seq: 1,
      deals: [buildDeal({ id: 100 + n, login, action: 'balance', profit: n })],
      // The balance of every fourth account is wrong.
      ledger: buildLedger({ login, account_seq: 1, balance: n % 4 === 0 ? 7 : n }),
      derived: n === 5 ? [owed] : [],
    });
  const events = [
    ...history(9),
    buildDeskEvent({ changes: logins.map((login) => accountChange(login)) }),
    ...logins.map(paid),
    buildDeskEvent({ changes: [{ ...accountChange(2300), version: 2, record: null }] }),
  ];
  writeLog(data, events);
  const { log } = pathsOf(data);
  const facts = ({ state_hash, check, digits }: ReturnType<typeof foldLog>) => ({
    ...{ state_hash, digits, amounts: check.amounts },
    ...{ violations: check.violations, broken: check.broken },
  });
  const whole = facts(foldLog(log, events.length));
  t.equal(whole.broken, 6);
  t.ok(whole.amounts.get('USD balance'));
  for (const most of [25, 10, 1]) {
    t.same(facts(foldLog(log, events.length, most)), whole, `${most} accounts at a time`);
  }
});

t.test('A cent that a sum of doubles loses is missed', async (t) => {
  const check = new LedgerCheck();
  const paid = (account_seq: number, profit: number, balance: number): AccountEvent => ({
    ...buildAccountEvent({ account_seq, deals: [buildDeal({ action: 'balance', profit })] }),
    ledger: buildLedger({ balance }),
  });
  check.follow(1, paid(1, 2 ** 53, 2 ** 53), USD);
  check.follow(2, paid(2, 1, 2 ** 53 + 1), USD);
  t.match(check.violations, [
    { seq: 2, what: 'balance 9007199254740992, its deals 9007199254740993' },
  ]);
});

t.test('Two positions of a symbol are told in netting alone', async (t) => {
  const opening = (account_seq: number, id: number, symbol: string): AccountEvent => ({
    ...buildAccountEvent({
      account_seq,
      deals: [buildDeal({ position_id: id, action: 'sell', volume: 5, profit: 0, symbol })],
      positions: [buildPosition({ id, symbol, side: 'sell', volume: 5, closed: false })],
    }),
    ledger: buildLedger({ balance: 0 }),
  });
  const events = [opening(1, 7, 'EURUSD'), opening(2, 8, 'GBPUSD'), opening(3, 9, 'EURUSD')];
  for (const margin_mode of ['netting', 'hedging'] as const) {
    const check = new LedgerCheck();
    for (const [at, event] of events.entries()) {
      check.follow(at + 1, event, { currency: 'USD', margin_mode });
    }
    const found = margin_mode === 'hedging' ? [] : ['positions 7 and 9 of EURUSD in netting'];
    t.same(
      check.violations.map(({ what }) => what),
      found,
    );
  }
});

t.test('Each broken invariant of the ledger is named at its event', async (t) => {
  const ledger = (of: object) => (event: AccountEvent) => ({
    ...event,
    ledger: { ...event.ledger, ...of },
  });
  const position = (of: Partial<Position>) => (event: AccountEvent) => ({
    ...event,
    positions: [buildPosition(of)],
  });
  const cases: [(event: AccountEvent) => AccountEvent, RegExp][] = [
    [ledger({ balance: 1 }), /^balance 1, its deals 1000136$/],
    [ledger({ credit: 5 }), /^credit 5, its deals 0$/],
    [(event) => ({ ...event, account_seq: 9 }), /event 9 where 3/],
    [(event) => ({ ...event, money: buildMoney({ margin: -1 }) }), /margin -1/],
    [position({ id: 2, volume: 5, closed: false }), /position 2 holds 5, its deals 0/],
    [position({ id: 77, volume: 5 }), /position 77 holds 5, its deals 0/],
    [(event) => ({ ...event, orders: [buildOrder({ volume_initial: 3 })] }), /do not add up/],
    [(event) => ({ ...event, orders: [buildOrder({ state: 'filled' })] }), /done_at 0/],
  ];
  t.same(
    broken((event) => event),
    [],
    'nothing is broken in the history itself',
  );
  for (const [change, what] of cases) t.match(broken(change), [what], String(what));
});

t.test('What keeps a start from beginning is told by verify', async (t) => {
  const data = filledFolder(t);
  const { firstIds, key, keyCheck } = pathsOf(data);
  markCopied(data);
  t.match(verify(data), { ok: true });
  firstIdOf(data, MONDAY);
  t.match(verify(data), { ok: true });
  writeFileSync(firstIds, `1${readFileSync(firstIds, 'utf8')}`);
  const wrong = { ok: false, code: 'internal', message: `the log is good, but ${firstIds} has no` };
  t.match(verify(data), { ...wrong, data: { next: /make it an empty one/ } });
  rmSync(firstIds);
  fitKeys(keyCheck, [newKey()]);
  const check = readFileSync(keyCheck);
  t.match(verify(data), {
    message: /the key is not that of the data folder \(see .*key.check\)/,
  });
  t.same(readFileSync(keyCheck), check, 'nothing is written');
  rmSync(key);
  t.match(verify(data), { ok: true }, 'without a key nothing is known of it');
});

/** Changes of rows that no start loads, by their table. */
const HARM = {
  entries: 'UPDATE entries SET time = time + 1 WHERE deal_id = 4',
  closed_positions: 'DELETE FROM closed_positions WHERE id = 4',
  journal: "UPDATE journal SET text = 'closed'",
  accounts: 'UPDATE accounts SET balance = balance + 1',
  clients: "UPDATE clients SET name = 'x'",
  client_buckets: 'UPDATE client_buckets SET count = count + 1',
  account_buckets: 'UPDATE account_buckets SET count = count + 1',
  positions: 'UPDATE positions SET login = login + 1',
  exposure: 'UPDATE exposure SET positions = positions + 1',
  daily_groups: "INSERT INTO daily_groups VALUES (9, 'x', 'y', 'USD', 2, 100, 1)",
  daily_logins: "INSERT INTO daily_logins VALUES (1, 1, 1, 0, x'01')",
  positions_blocks: 'UPDATE positions_blocks SET count = count + 1',
  symbol_names: 'UPDATE symbol_names SET positions = positions + 1',
  accounts_parts: 'DELETE FROM accounts_parts WHERE rowid = (SELECT MIN(login) FROM accounts)',
  accounts_parts_docsize: 'DELETE FROM accounts_parts_docsize WHERE id = 1001',
  clients_parts_docsize: "UPDATE clients_parts_docsize SET sz = x'63'",
  accounts_parts_config: "INSERT INTO accounts_parts_config VALUES ('pgsz', 100)",
  accounts_parts_data: 'DELETE FROM accounts_parts_data WHERE id > 10',
} as const;

/** Changes of the schema that leave all rows as they are, by what is named. */
const OTHER_SCHEMA = {
  'lacks the index dailies_login': 'DROP INDEX dailies_login',
  'has another index journal_by':
    'DROP INDEX journal_by; CREATE INDEX journal_by ON journal (by, id)',
  'has the index more, which does not belong there': 'CREATE INDEX more ON journal (text)',
  'has the trigger more':
    'CREATE TRIGGER more AFTER INSERT ON journal BEGIN DELETE FROM acted; END',
  'has the view more': 'CREATE VIEW more AS SELECT * FROM acted',
  'has the table more': 'CREATE TABLE more (a)',
} as const;

/** Opens a database to change even the tables of an index of texts. */
const openUnsafe = (path: string) => {
  const db = new BetterSqlite(path);
  db.unsafeMode();
  return db;
};

/** Brings the database of a folder back as it is now, whatever is done to it meanwhile. */
const keeper = (data: string): (() => void) => {
  const { database } = pathsOf(data);
  const kept = `${database}.kept`;
  copyFileSync(database, kept);
  return () => {
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
    copyFileSync(kept, database);
  };
};

t.test('A schema that is not that of the server is found', async (t) => {
  const data = filledFolder(t);
  const bringBack = keeper(data);
  for (const [what, sql] of Object.entries(OTHER_SCHEMA)) {
    bringBack();
    const db = openUnsafe(pathsOf(data).database);
    db.exec(sql);
    db.close();
    const message = new RegExp(`the log is good, but the database ${what}`);
    t.match(verify(data), { message, data: { next: 'brokerd rebuild' } });
  }
  t.match(await rebuild(data), { ok: true });
  t.match(verify(data), { ok: true });
  const db = openUnsafe(pathsOf(data).database);
  db.pragma('user_version = 999');
  db.close();
  t.match(verify(data), { message: /newer version \(999\)/, data: { next: 'brokerd rebuild' } });
  t.match(await rebuild(data), { ok: true });
});

const RECORDS = 48;
const RECORD_CHARS = 1 << 20;
/** The heap in MiB: less than the records have. */
const SMALL_HEAP = 32;

t.test('Records are not kept in memory: a small heap verifies many large ones', async (t) => {
  const data = t.testdir();
  const large = (id: number) => {
    const record = { id, text: String(id).repeat(RECORD_CHARS).slice(0, RECORD_CHARS) };
    return buildDeskEvent({ changes: [{ kind: 'file', key: String(id), version: 1, record }] });
  };
  fillFolder(data, [...history(0), ...Array.from({ length: RECORDS }, (_, n) => large(n + 1))]);
  const { code, record, stderr } = await runCommand(['verify', '--data', data], {
    NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP}`,
  });
  t.equal(code, 0, stderr);
  t.match(record, { seq: RECORDS + 2, broken: 0 });
});

t.test('Changed rows are found that only queries read, and a rebuild mends them', async (t) => {
  const data = filledFolder(t);
  const path = pathsOf(data).database;
  const bringBack = keeper(data);
  for (const [table, sql] of Object.entries(HARM)) {
    bringBack();
    const db = openUnsafe(path);
    const { changes } = db.prepare(sql).run();
    db.close();
    t.ok(changes > 0, table);
    const found = verify(data);
    t.match(found, { ok: false, code: 'internal', data: { next: 'brokerd rebuild' } }, table);
    const named = table === 'accounts_parts_data' ? 'accounts_parts' : table;
    t.match(found.ok ? '' : found.message, new RegExp(`\\b${named}\\b|malformed`));
  }
  t.match(await rebuild(data), { ok: true });
  t.match(verify(data), { ok: true });
});

t.test('Indexes without a row are found: of request ids, and of queries alone', async (t) => {
  const data = filledFolder(t);
  const path = pathsOf(data).database;
  const schema = 'UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?';
  const changed = (index: string, from: string, to: string): void => {
    const db = new BetterSqlite(path);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.prepare(schema).run(from, to, index);
    db.close();
  };
  const indexes = [
    ['entries_key', 'WHERE key IS NOT NULL', /requests: 8 rows where 9/],
    ['entries_time', 'WHERE time > 0', /entries_time/],
  ] as const;
  for (const [index, whole, says] of indexes) {
    const narrow = `${whole} AND id <> 5`;
    changed(index, whole, narrow);
    const db = new BetterSqlite(path);
    db.exec(`REINDEX ${index}`);
    db.close();
    changed(index, narrow, whole);
    const found = verify(data);
    t.match(found, { ok: false, code: 'internal', data: { next: 'brokerd rebuild' } });
    t.match(found.ok ? '' : found.message, says);
    t.match(await rebuild(data), { ok: true });
  }
});
