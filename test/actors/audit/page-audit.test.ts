// The audit of accounts: pages of them, silent over all that trading does, told of any wrong row.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import {
  AccountAudit,
  type AccountProgress,
  type Finding,
  NEWEST_EVENT,
} from '../../../actors/audit/account-audit.js';
import { auditPage, type PageResult, type PageTask } from '../../../actors/audit/page-audit.js';
import { readAccount, writeAccount } from '../../../actors/shard/accounts/account-bytes.js';
import { Accounts } from '../../../actors/shard/accounts/accounts.js';
import { answerPage } from '../../../actors/shard/io/account-pages.js';
import type { AccountPage, PageOf } from '../../../actors/shard/shard-messages.js';
import { Cells } from '../../../actors/shared/cells.js';
import type { AccountState } from '../../../engine/account/types.js';
import { apply, newAccount } from '../../../engine/engine.js';
import type { Database } from '../../../storage/database/database.js';
import { LEDGERS, openProjection, POSITIONS } from '../../../storage/database/schema.js';
import { Projection } from '../../../storage/projection/projection.js';
import { AccountRecords } from '../../../storage/read/account-records.js';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { type AccountSwitches, SWITCHES } from '../../../wire/settings/config.js';
import { switchesOf } from '../../../wire/settings/switches.js';
import type { Event } from '../../../wire/trading/events.js';
import { ledgerAfterIdle } from '../../../wire/trading/idle-day.js';
import type { Position } from '../../../wire/trading/records.js';
import { eventsOf, readList } from '../../histories/history.js';
import { buildLedger, buildPosition, packedBatch } from '../../support/build.js';
import { loginsOfIdle } from '../../support/idle-days.js';
import { switches } from '../../support/shard-harness.js';
import { stateRows } from '../../support/state-rows.js';
import { replaceRow, rowsIn } from '../../support/stored-rows.js';

/** Takes an event into the accounts. */
const fold = (accounts: Map<number, AccountState>, event: Event): void => {
  if (event.type === 'account') {
    const state = accounts.get(event.login);
    if (state !== undefined) apply(state, event);
    return;
  }
  if (event.type === 'idle') {
    for (const login of loginsOfIdle(event)) {
      const state = accounts.get(login);
      if (state !== undefined) state.ledger = ledgerAfterIdle(state.ledger, event);
    }
    return;
  }
  for (const { kind, record } of event.changes) {
    if (kind !== 'account' || record === null) continue;
    const switches = switchesOf(record as unknown as AccountRecord);
    const known = accounts.get(switches.login);
    if (known === undefined) accounts.set(switches.login, newAccount(switches));
    else known.switches = switches;
  }
};

/** Accounts in memory as their events left them, and a database of the same events. */
class Audited {
  readonly accounts = new Map<number, AccountState>();
  readonly db: Database;
  readonly books: AccountRecords;
  seq = 0;
  readonly #left: Buffer[];
  readonly #projection: Projection;

  /** With a history, or with this part of it for the time being. */
  constructor(t: Test, name: string, part = 1) {
    this.db = openProjection(join(t.testdir(), 'brokerd.db'));
    t.teardown(() => this.db.close());
    this.#projection = new Projection(this.db);
    this.#left = [...eventsOf(name)];
    this.books = new AccountRecords(this.db);
    const events = this.#left.slice(0, this.#left.length * part);
    for (const bytes of events) fold(this.accounts, unpackEvent(bytes));
    this.project(events.length);
  }

  /** Has the database follow some events, or all that are left; the accounts stay as they are. */
  project(count = this.#left.length): void {
    const events = this.#left.splice(0, count);
    this.#projection.project([packedBatch(this.seq + 1, events)]);
    this.seq += events.length;
  }

  /** A page of all accounts. */
  page(): AccountPage {
    const out = new Bytes().clear();
    const ends: number[] = [];
    for (const state of this.accounts.values()) {
      writeAccount(out, state);
      ends.push(out.length);
    }
    return { seq: this.seq, bytes: out.copy(), ends, next: 0 };
  }

  /** What all looks at a page come to, and how many there were. */
  audit(
    page = this.page(),
    reached: PageTask['reached'] = new Map(),
  ): { findings: Finding[]; moved: Map<number, AccountProgress>; looks: number } {
    const findings: Finding[] = [];
    const moved = new Map<number, AccountProgress>();
    let looks = 0;
    let task: PageTask | undefined = { page, done: 0, reached };
    for (; task !== undefined; looks += 1) {
      const result: PageResult = auditPage(this.books, task);
      findings.push(...result.findings);
      for (const [login, mark] of result.moved) moved.set(login, mark);
      task = result.left && { page, reached, ...result.left };
    }
    return { findings, moved, looks };
  }

  /** The account with the most deals. */
  busiest(): AccountState {
    const login = this.db
      .prepare(
        'SELECT login FROM entries WHERE deal_id > 0 GROUP BY login ORDER BY COUNT(*) DESC LIMIT 1',
      )
      .pluck()
      .get() as number;
    return this.accounts.get(login) as AccountState;
  }

  /** Undoes what `act` does when it is looked at. */
  damaged(act: (db: Database) => void): Finding[] {
    this.db.exec('BEGIN');
    act(this.db);
    const { findings } = this.audit();
    this.db.exec('ROLLBACK');
    return findings;
  }
}

for (const { name } of readList()) {
  t.test(`All accounts of the recorded history "${name}" agree with their deals`, async (t) => {
    const audited = new Audited(t, name);
    const { findings, moved, looks } = audited.audit();
    t.same(findings, []);
    t.equal(moved.size, 0);
    t.ok(audited.accounts.size > 0, `${audited.accounts.size} accounts in ${looks} looks`);
  });
}

t.test('Damage is found, with what is expected and what is there', async (t) => {
  const audited = new Audited(t, 'hedging');
  const { login, ledger } = audited.busiest();
  const held = [...audited.accounts.values()].find(({ positions }) => positions.size > 0);
  const position = [...(held?.positions.values() ?? [])][0];
  if (held === undefined || position === undefined) throw new Error('nobody holds a position');
  const paid = audited.db
    .prepare('SELECT MIN(deal_id) FROM entries WHERE login = ? AND deal_id > 0 AND position_id = 0')
    .pluck()
    .get(login) as number;
  const find = (sql: string, ...values: readonly unknown[]): Finding[] =>
    audited.damaged((db) => db.prepare(sql).run(...values));

  const more = { ...ledger, balance: ledger.balance + 1 };
  const [wrong] = audited.damaged((db) => replaceRow(db, LEDGERS, login, login, more));
  t.same(wrong, {
    check: 'rows',
    login,
    what: 'balance of the ledger',
    expected: String(ledger.balance),
    found: String(ledger.balance + 1),
  });
  const [gone] = find('DELETE FROM account_rows WHERE kind = 1 AND login = ?', login);
  t.match(gone, { check: 'rows', login, what: 'ledger', found: 'missing' });
  const [unpaid] = find('UPDATE entries SET deal_id = 0 WHERE deal_id = ?', paid);
  t.match(unpaid, { check: 'balance', login, found: String(ledger.balance) });
  t.not(unpaid?.expected, unpaid?.found);
  const [closed] = find('DELETE FROM account_rows WHERE kind = 2 AND id = ?', position.id);
  t.match(closed, { check: 'rows', login: held.login, what: `position ${position.id}` });
  const undealt = find('UPDATE entries SET deal_id = 0 WHERE position_id = ?', position.id);
  t.ok(undealt.some(({ check, what }) => check === 'volume' && what === `position ${position.id}`));
  const [unreadable] = find(`UPDATE account_rows SET row = x'93' WHERE login = ?`, login);
  t.match(unreadable, { check: 'rows', login });
});

t.test('A position that was closed and is still in the database is found', async (t) => {
  const audited = new Audited(t, 'hedging');
  const findings = audited.damaged((db) => {
    const [open] = rowsIn(db, POSITIONS);
    if (open === undefined) throw new Error('nobody holds a position');
    const closed = db
      .prepare(
        `SELECT position_id FROM entries
         WHERE login = ? AND position_id > 0
           AND position_id NOT IN (SELECT id FROM account_rows WHERE kind = 2) LIMIT 1`,
      )
      .pluck()
      .get(open.login) as number;
    replaceRow(db, POSITIONS, open.login, closed, { ...open, id: closed });
  });
  t.match(findings, [{ check: 'rows', expected: 'none' }]);
});

t.test('A mistake in memory is found as such', async (t) => {
  const audited = new Audited(t, 'netting');
  const state = audited.busiest();
  const { login, ledger } = state;
  for (const amount of ['balance', 'credit'] as const) {
    state.ledger = { ...ledger, [amount]: ledger[amount] + 100 };
    const { findings } = audited.audit();
    const found = findings.map((finding) => `${finding.check} of ${finding.login}`);
    t.same(found, [`rows of ${login}`, `${amount} of ${login}`]);
  }
});

t.test('Switches that are not those of the desk are found, also of idle accounts', async (t) => {
  for (const part of [1, 0.01]) {
    const audited = new Audited(t, 'netting', part);
    const [any] = audited.accounts.values();
    const state = part === 1 ? audited.busiest() : (any as AccountState);
    t.equal(state.ledger.account_seq > 0, part === 1);
    const { login, switches } = state;
    const { version } = switches;
    const found = (changed: Partial<AccountSwitches>): Finding[] => {
      state.switches = { ...switches, ...changed };
      return audited.audit().findings;
    };
    t.same(found({}), []);
    for (const name of Object.keys(SWITCHES) as (keyof AccountSwitches)[]) {
      if (name === 'login' || name === 'version') continue;
      const value = switches[name];
      const other = typeof value === 'boolean' ? !value : typeof value === 'number' ? 7 : 'x';
      const what = `${name} of the switches of version ${version}`;
      t.match(found({ [name]: other }), [{ check: 'rows', login, what }]);
    }
    const older = version - 1;
    const what = `switches of version ${older}`;
    const facts = { expected: `version ${older}`, found: `version ${version}` };
    t.match(found({ version: older }), [{ check: 'rows', login, what, ...facts }]);
    t.same(found({ version: version + 1 }), [], 'the database does not have it yet');
  }
});

t.test('Two positions of a symbol are found in netting alone', async (t) => {
  for (const mode of ['netting', 'hedging']) {
    const audited = new Audited(t, mode);
    const state = [...audited.accounts.values()].find(({ positions }) => positions.size > 0);
    const [held] = state?.positions.values() ?? [];
    if (state === undefined || held === undefined) throw new Error('nobody holds a position');
    const second = held.id + 1_000_000;
    apply(state, { ...state, orders: [], positions: [{ ...held, id: second }], queued: [] });
    // The histories have no settings.
    audited.db
      .prepare(`INSERT INTO records VALUES ('group', ?, NULL, 1, ?, 1, 0)`)
      .run(state.switches.group, JSON.stringify({ margin_mode: mode }));
    const found = audited.audit().findings.filter(({ check }) => check === 'netting');
    const what = `positions of ${held.symbol}`;
    const finding = { login: state.login, what, expected: 'one', found: `${held.id} ${second}` };
    t.match(found, mode === 'netting' ? [finding] : []);
    t.equal(found.length, mode === 'netting' ? 1 : 0);
  }
});

t.test('Rows are compared only where the database is as far as the account was', async (t) => {
  const audited = new Audited(t, 'everything');
  const page = audited.page();
  const later = { page: { ...page, seq: audited.seq + 1 }, done: 0, reached: new Map() };
  const looked = { checkpoint: audited.seq, findings: [], left: { done: 0 } };
  const { workedMs, ...result } = auditPage(audited.books, later);
  t.match(result, looked);
  t.ok(workedMs > 0, 'it tells how long it took');
  const state = audited.busiest();
  state.ledger = { ...state.ledger, balance: 1, account_seq: state.ledger.account_seq - 1 };
  const { findings, moved } = audited.audit();
  t.same(findings, [], 'where it is further its own rows must agree with the deals');
  t.same([...moved.keys()], [state.login]);
  const sums = audited.damaged((db) =>
    db
      .prepare(`UPDATE entries SET deal_id = 0
           WHERE deal_id = (SELECT MIN(deal_id) FROM entries WHERE login = ? AND deal_id > 0)`)
      .run(state.login),
  );
  t.match(sums, [{ check: 'balance', login: state.login }]);
});

t.test('An actor that is not as far as the database was before has lost events', async (t) => {
  const audited = new Audited(t, 'everything');
  const { ledger, ...state } = audited.busiest();
  const { login } = state;
  const { account_seq, updated_at } = ledger;
  const older = { ...ledger, account_seq: account_seq - 1 };
  for (const kept of [older, newAccount(state.switches).ledger]) {
    audited.accounts.set(login, { ...state, ledger: kept });
    const { findings, moved } = audited.audit();
    t.same(findings, [], 'it may have come further since it was looked at');
    t.match(moved.get(login), { account_seq, updated_at });
    t.match(audited.audit(audited.page(), moved).findings, [
      {
        check: 'rows',
        login,
        what: NEWEST_EVENT,
        expected: `${account_seq} of ${updated_at}`,
        found: `${kept.account_seq} of ${kept.updated_at}`,
      },
    ]);
    audited.accounts.set(login, { ...state, ledger });
    t.same(audited.audit(audited.page(), moved).findings, []);
  }
});

t.test('Deals are added up in parts while trading goes on', async (t) => {
  const audited = new Audited(t, 'hedging', 0.5);
  const STEP = 3;
  const begun = [...audited.accounts.values()].map((state) => {
    const audit = new AccountAudit(audited.books, state, audited.seq);
    const walk = audit.begin();
    while (walk?.stage === 'rows') audit.step(walk, STEP);
    t.same(audit.findings, []);
    const more = walk !== undefined && !audit.step(walk, STEP) && walk.stage === 'deals';
    return { state, walk, more };
  });
  const longer = begun.filter(({ more }) => more);
  t.ok(longer.length > 0, `${longer.length} accounts have more than one part`);
  audited.project();
  for (const { state, walk } of longer) {
    if (walk === undefined) throw new Error('there is no walk');
    const audit = new AccountAudit(audited.books, state, audited.seq);
    while (!audit.step(walk, STEP));
    t.same(audit.findings, [], `account ${state.login} as it was then`);
  }
});

t.test('Rows are compared in parts, and no more once the database is further', async (t) => {
  const audited = new Audited(t, 'hedging');
  const state = [...audited.accounts.values()].find(({ positions }) => positions.size > 2);
  if (state === undefined) throw new Error('nobody holds three positions');
  const last = [...state.positions.keys()].at(-1) as number;
  const { login, positions } = state;
  const wrong = (id: number): void => {
    const held = positions.get(id) as Position;
    const row = { ...held, volume: held.volume + 1 };
    replaceRow(audited.db, POSITIONS, login, id, row);
  };
  const look = (isFurther: boolean): Finding[] => {
    audited.db.exec('BEGIN');
    wrong(last);
    const audit = new AccountAudit(audited.books, state, audited.seq);
    const walk = audit.begin();
    if (walk === undefined) throw new Error('there is no walk');
    audit.step(walk, 1);
    t.equal(walk.stage, 'rows');
    if (isFurther) {
      for (const id of positions.keys()) wrong(id);
      state.ledger = { ...state.ledger, updated_at: 0, account_seq: 0 };
    }
    while (walk.stage === 'rows') audit.step(walk, 1);
    audited.db.exec('ROLLBACK');
    return audit.findings;
  };
  t.match(look(false), [{ check: 'rows', what: `volume of the position ${last}` }]);
  t.same(look(true), []);
});

const ACCOUNTS = 200;
const FIRST = 1001;

const stateOf = (login: number): AccountState =>
  newAccount(switches(login), buildLedger({ login, balance: login, account_seq: 3 }), [
    buildPosition({ id: login, login }),
  ]);

const made = (): Accounts => {
  const accounts = new Accounts();
  for (let n = 0; n < ACCOUNTS; n += 1) accounts.add(stateOf(FIRST + n));
  return accounts;
};

/** A page of a shard and the desk; `commit` runs before the page's events are committed. */
const takePage = (accounts: Accounts, of: PageOf, commit = (_: Cells): void => {}) => {
  const cells = Cells.create(2);
  const whenCommitted = (run: () => void): void => {
    commit(cells);
    run();
  };
  let page: AccountPage | undefined;
  answerPage({ accounts, whenCommitted }, cells, of, (one) => {
    page = one;
  });
  return page as unknown as AccountPage;
};

/** The accounts of a page. */
const statesOf = ({ bytes, ends }: AccountPage): AccountState[] =>
  ends.map((end, at) =>
    readAccount(new MsgpackReader(Buffer.from(bytes).subarray(ends[at - 1] ?? 0, end))),
  );

t.test('All accounts come by once, each as it is, and few at a time', async (t) => {
  const accounts = made();
  for (let n = 0; n < ACCOUNTS; n += 3) accounts.get(FIRST + n);
  t.equal(accounts.inUse, Math.ceil(ACCOUNTS / 3), 'some are in use');
  const logins: number[] = [];
  let from = 0;
  do {
    const page = takePage(accounts, { from });
    t.ok(page.ends.length > 0 && page.ends.length <= 64, `${page.ends.length} at a time`);
    for (const state of statesOf(page)) {
      logins.push(state.login);
      t.same(stateRows(state), stateRows(stateOf(state.login)));
    }
    from = page.next;
  } while (from > 0);
  const all = Array.from({ length: ACCOUNTS }, (_, n) => FIRST + n);
  t.same(logins, all);
  t.equal(accounts.inUse, Math.ceil(ACCOUNTS / 3), 'to look at one does not use it');
});

t.test('One account is had by its login, and none that is not there', async (t) => {
  const accounts = made();
  const [one, ...more] = statesOf(takePage(accounts, { logins: [FIRST + 7] }));
  t.equal(one?.login, FIRST + 7);
  t.same(more, []);
  const none = takePage(accounts, { logins: [1] }, (cells) => {
    cells.commit(0, 1, 5);
    cells.commit(1, 1, 7);
  });
  t.match(none, { ends: [], seq: 7 }, 'with the newest event, which is of the desk');
});
