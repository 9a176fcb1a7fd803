// Idle days: one event ends the day of many accounts, and everything that reads daily rows, ledgers
// and states finds what an event of each account would have left.

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { Fold } from '../../../actors/commands/fold.js';
import type { LogReader } from '../../../actors/log/log-reader.js';
import { accountsHash } from '../../../actors/shard/accounts/state-hash.js';
import { loadShard, ShardStore } from '../../../actors/shard/thread/shard-store.js';
import { Cells } from '../../../actors/shared/cells.js';
import { copyAccount } from '../../../engine/account/account.js';
import { compileSettings, execute } from '../../../engine/engine.js';
import type { Batch } from '../../../storage/log/batch.js';
import { slicedTable } from '../../../storage/read/lists/accounts.js';
import { queryTable } from '../../../storage/read/queries.js';
import { SOURCES } from '../../../storage/reports/sources.js';
import { isStaffGroup, isTechnicalGroup } from '../../../wire/accounts/group-kinds.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { showRow } from '../../../wire/base/field-table.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { formatExact } from '../../../wire/base/scale.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import { DAILY, type Daily, dailyId, dayOfDaily } from '../../../wire/trading/daily.js';
import type { Event } from '../../../wire/trading/events.js';
import type { Ledger } from '../../../wire/trading/records.js';
import { accountChange, buildBatch, buildDeskEvent } from '../../support/build.js';
import { group, NOON, symbol } from '../../support/engine-harness.js';
import { loginsOfIdle } from '../../support/idle-days.js';
import { SeededRandom } from '../../support/lives/random.js';
import { NO_EVENTS, projecting, readAccounts } from '../../support/opened.js';
import { countOf } from '../../support/run.js';
import {
  LOGIN,
  marketOrder,
  ShardHarness,
  settings,
  switches,
} from '../../support/shard-harness.js';
import { finished } from '../../support/stored-lists.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Wednesday, 12 March 2025, 23:59:59 UTC: the end of the day of NOON. */
const END = Date.UTC(2025, 2, 12, 23, 59, 59);

const PATHS = ['real\\std', 'real\\interest', 'real\\technical\\x', 'managers\\desk'];
/** Logins of several blocks, with one that lies alone. */
const LOGINS = [LOGIN, LOGIN + 1, 4095, 4096, 4097, 4098, 4100, 8200, 8201, 8202, 8203, 1_000_000];

interface GroupFields {
  readonly company: string;
  readonly leverage_default: number;
}

const settingsOf = (version: number, of: GroupFields): Settings => ({
  ...settings,
  version,
  symbol: [symbol('EURUSD', { id: 1, swap_mode: 'points', swap_long: '-7', swap_short: '3' })],
  group: PATHS.map((path) =>
    group({ path, ...of, interest_rate: path === 'real\\interest' ? '2.5' : '0' }),
  ),
});

/** What an event of each account would have left. */
interface Expected {
  readonly ledgers: ReadonlyMap<number, Ledger>;
  /** The rows, each with the planned end of its day. */
  readonly dailies: readonly { readonly row: Daily; readonly at: number }[];
}

/** A shard whose accounts deal, change and rest at random. */
class World {
  one = new ShardHarness();
  readonly random: SeededRandom;
  /** The log of shard and desk. */
  events: Event[] = [];
  dailies: Daily[] = [];
  readonly switches = new Map<number, AccountSwitches>();
  seen = { idle: 0, own: 0, restarts: 0 };
  #read = 0;
  #settings = settingsOf(2, { company: 'Acme', leverage_default: 100 });

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    this.configure();
    // The records of accounts that the harness has opened and paid to.
    for (const login of [LOGIN, LOGIN + 1]) this.#opened(switches(login));
    for (const login of LOGINS) this.change(login, { group: this.random.pick(PATHS) });
    this.drain();
  }

  configure(): void {
    this.one.shard.configure(compileSettings(this.#settings));
  }

  /** Takes what the shard has committed into the log. */
  drain(): void {
    this.one.commit();
    this.one.checkpoint = this.one.link.commits.seq;
    this.events.push(...this.one.log.slice(this.#read));
    this.#read = this.one.log.length;
  }

  change(login: number, more: Partial<AccountSwitches>): void {
    const before = this.switches.get(login) ?? switches(login);
    this.drain();
    const changed = { ...before, ...more, version: before.version + 1 };
    this.#opened(changed);
    this.one.shard.switched(changed);
  }

  /** The desk's event of an account's record. */
  #opened(account: AccountSwitches): void {
    this.switches.set(account.login, account);
    const record = {
      ...account,
      created_at: new Date(account.created_at).toISOString(),
      archived_at: account.archived ? new Date(NOON).toISOString() : null,
      last_access: null,
    };
    this.events.push(buildDeskEvent({ changes: [accountChange(account.login, record)] }));
  }

  #pay(login: number): void {
    const action = this.random.pick(['balance', 'balance', 'credit', 'charge'] as const);
    const cents = this.random.pick([0, 1, 5_000, 1_000_000]);
    const sign = action === 'charge' ? '-' : '';
    const amount = `${sign}${formatExact(cents, 2, 2)}`;
    const payment = { request_id: randomUUID(), login, action, amount, comment: '' };
    this.one.executor.derived(payment, () => {});
  }

  /** A correction moves money without a deal: so an end of day does not see it in its sums. */
  #correct(login: number): void {
    const { shard } = this.one;
    const state = this.one.state(login);
    const { balance, credit, account_seq } = state.ledger;
    const cents = this.random.pick([-100, 100]);
    const text = (amount: number) => formatExact(amount, 2, 2);
    const sums = { balance: text(balance + cents), credit: text(credit - cents) };
    const asked = { op: 'ledger_correct', request_id: randomUUID(), dealer: 1 } as const;
    const done = execute(state, { ...asked, ...sums, account_seq }, shard);
    if (done.ok) shard.record(state, done.events);
  }

  #trade(): void {
    const { positions } = this.one.state();
    const [first] = positions.values();
    if (first === undefined) this.one.trade(marketOrder({ volume: '0.01' }));
    else this.one.trade({ kind: 'close', position_id: first.id });
  }

  /** Something happens to an account. */
  step(): void {
    const login = this.random.pick(LOGINS);
    const act = this.random.below(10);
    if (act < 3) this.#pay(login);
    else if (act === 3) this.#correct(login);
    else if (act === 4) this.#trade();
    else if (act === 5) this.change(login, { name: `Name ${this.random.below(99)}` });
    else if (act === 6) this.change(login, { group: this.random.pick(PATHS) });
    else if (act === 7) this.change(login, { archived: !this.switches.get(login)?.archived });
    else if (act === 8) this.change(login, { leverage_own: this.random.pick([0, 50]) });
    else this.#change();
    this.drain();
  }

  /** Another company, or another default leverage. */
  #change(): void {
    const company = this.random.pick(['Acme', 'Beta']);
    const leverage_default = this.random.pick([100, 200]);
    this.#settings = settingsOf(this.#settings.version + 1, { company, leverage_default });
    this.configure();
  }

  /** What the ends of days up to now come to, when each account has an event for each. */
  expected(): Expected {
    const { shard } = this.one;
    const ends = shard.settings.calendar.between(NOON, this.one.now);
    const ledgers = new Map<number, Ledger>();
    const dailies: { row: Daily; at: number }[] = [];
    for (const state of shard.accounts.states()) {
      const copy = copyAccount(state);
      for (const at of ends) {
        const execution = execute(copy, { op: 'end_of_day', at }, shard);
        if (!execution.ok) throw new Error(execution.message);
        const rows = execution.events.flatMap(({ daily }) => daily ?? []);
        dailies.push(...rows.map((row) => ({ row, at })));
      }
      ledgers.set(state.login, copy.ledger);
    }
    return { ledgers, dailies };
  }

  /** Ends what is due; where a kill comes, the shard starts again from database and log. */
  async endDays(t: Test): Promise<void> {
    // Missed days of an account that is not archived any more end with the next day of all.
    if (!this.one.shard.endOfDay.due) return;
    const { ledgers, dailies } = this.expected();
    const cuts = [this.events.length];
    const { endOfDay } = this.one.shard;
    while (endOfDay.due) {
      endOfDay.slice();
      this.drain();
      cuts.push(this.events.length);
    }
    if (this.random.oneIn(5)) await this.#restart(t, this.random.pick(cuts));
    while (this.one.shard.endOfDay.due) {
      this.one.shard.endOfDay.slice();
      this.drain();
    }
    const idle = new Set(
      this.events
        .slice(cuts[0])
        .flatMap((event) =>
          event.type === 'idle'
            ? loginsOfIdle(event).map((login) => dailyId(event.day, login))
            : [],
        ),
    );
    for (const { row, at } of dailies) {
      this.dailies.push(idle.has(row.id) ? { ...row, created_at: at } : row);
    }
    for (const [login, ledger] of ledgers) {
      const found = this.one.shard.accounts.look(login).ledger;
      if (!isDeepStrictEqual(found, ledger)) t.same(found, ledger, `ledger of ${login}`);
    }
  }

  /** Starts again from a database of some of the events, and the first `cut` events of the log. */
  async #restart(t: Test, cut: number): Promise<void> {
    this.events = this.events.slice(0, cut);
    this.seen.restarts += 1;
    const packed = this.events.map(packEvent);
    const events = packed.map(unpackEvent);
    const known = this.random.below(cut + 1);
    const { db } = projecting(t, ...events.slice(0, known));
    const store = new ShardStore(db.name);
    const reader = {
      async *tail(after: number): AsyncIterable<Batch> {
        if (after < cut) yield buildBatch(after + 1, events.slice(after));
      },
    } as unknown as LogReader;
    const { now } = this.one;
    this.one = new ShardHarness();
    this.one.commit();
    this.#read = this.one.log.length;
    this.one.now = now;
    this.configure();
    const at = { index: 0, shards: 1, head: cut, cells: Cells.create(1) };
    await loadShard(this.one.shard, store, reader, at);
    store.close();
    this.configure();
    this.one.quote('EURUSD', '1.10000', '1.10010');
  }

  /** The state hash of a fold of the whole log. */
  folded(): string {
    const fold = new Fold();
    for (const event of this.events) fold.apply(unpackEvent(packEvent(event)));
    const hash = String(fold.accountsHash());
    fold.close();
    return hash;
  }

  count(): void {
    for (const event of this.events) {
      if (event.type === 'idle') this.seen.idle += loginsOfIdle(event).length;
      else if (event.type === 'account' && event.daily !== null) this.seen.own += 1;
    }
  }
}

const MASTER = { rights: RIGHTS, group_scope: ['*'] };

const shown = (row: Daily) =>
  showRow(DAILY, row, { digits: 0, currency_digits: row.currency_digits });

/** Newest day first, then by login. */
const listed = (a: Daily, b: Daily): number => dayOfDaily(b.id) - dayOfDaily(a.id) || a.id - b.id;

/** Reads the daily rows of a world in every way, at random. */
const readRows = (t: Test, world: World): void => {
  const { random, switches: now } = world;
  const { db, add } = projecting(t);
  for (let at = 0; at < world.events.length; ) {
    const some = 1 + random.below(200);
    add(...world.events.slice(at, at + some));
    at += some;
  }
  for (const { switches, ledger } of readAccounts(db)) {
    const { ledger: held } = world.one.shard.accounts.look(switches.login);
    if (held.updated_at > 0) t.same(ledger, held, 'the database has the ledger of memory');
  }
  const isListed = ({ login }: Daily): boolean => {
    const path = now.get(login)?.group ?? '';
    return !isStaffGroup(path) && !isTechnicalGroup(path);
  };
  const dates = world.dailies.map(({ date }) => date).sort();
  const queries = queryTable(db, { query: () => [] as never }, NO_EVENTS);
  const lists = slicedTable(db);
  for (let n = 0; n < 40; n += 1) {
    const login = random.pick(LOGINS);
    const [from = '', to = ''] = [random.pick(dates), random.pick(dates)].sort();
    const [page, limit] = [1 + random.below(3), random.pick([1, 7, 50, 1000])];
    const isIn = (row: Daily) => row.date >= from && row.date <= to;
    const cut = (rows: readonly Daily[]) =>
      [...rows]
        .sort(listed)
        .slice((page - 1) * limit, page * limit)
        .map(shown);

    const own = world.dailies.filter((row) => row.login === login && isIn(row));
    const found = queries['history.daily']({ session: '', login, from, to, page, limit });
    t.equal(found.total, own.length);
    t.same(found.items, cut(own));

    const mask = random.pick(['*', 'real\\std', 'real\\*,!real\\std']);
    const company = random.pick(['Acme', 'beta']);
    const days = { from: Date.parse(from) / DAY_MS, to: Date.parse(to) / DAY_MS };
    const more = { ...(random.oneIn(2) && { login }), ...(random.oneIn(2) && { company }) };
    const asked = { session: '', viewer: MASTER, ...days, ...more, group: mask, page, limit };
    const fit = world.dailies.filter(
      (row) =>
        isListed(row) &&
        isIn(row) &&
        maskListFits(mask, row.group) &&
        (!('login' in more) || row.login === login) &&
        (!('company' in more) || row.company.toLowerCase() === company.toLowerCase()),
    );
    const report = finished(lists['reports.daily'](asked));
    t.equal(report.total, fit.length);
    t.same(report.items, cut(fit));

    const logins = random.oneIn(2) ? [] : [...new Set([login, random.pick(LOGINS)])];
    const period = { from: 0, to: 0, first_day: days.from, last_day: days.to };
    const task = { id: 1, module: 'daily', title: '', viewer: MASTER, period, logins };
    const source = SOURCES.dailies(db, { ...task, groups: mask, company: '' }, 0);
    const rows = [...source].flat() as unknown as Daily[];
    const all = world.dailies.filter(
      (row) =>
        isListed(row) &&
        isIn(row) &&
        maskListFits(mask, row.group) &&
        (logins.length === 0 || logins.includes(row.login)),
    );
    const byId = (a: Daily, b: Daily) => a.id - b.id;
    t.same(rows.sort(byId), all.sort(byId));
  }
};

t.test('random days read as if each account had an event and a row for each', async (t) => {
  const seen = { idle: 0, own: 0, restarts: 0 };
  for (let seed = 1; seed <= countOf({ test: 1, deep: 15, soak: 15 }); seed += 1) {
    const world = new World(seed);
    for (let day = 0; day < 55; day += 1) {
      world.one.now = Math.max(world.one.now, NOON + day * DAY_MS);
      for (let n = world.random.below(4); n > 0; n -= 1) world.step();
      if (world.random.oneIn(3)) world.one.rest();
      if (world.random.oneIn(6)) continue;
      world.one.now = END + day * DAY_MS + world.random.below(2) * HOUR_MS;
      await world.endDays(t);
    }
    t.equal(accountsHash(world.one.shard.accounts.states()), world.folded(), `seed ${seed}`);
    readRows(t, world);
    world.count();
    for (const name of ['idle', 'own', 'restarts'] as const) seen[name] += world.seen[name];
  }
  t.comment(seen);
  t.ok(seen.idle > 100 && seen.own > 20 && seen.restarts > 2, 'both kinds of days, and restarts');
});

/** A shard with so many more accounts, after the first end of a day. */
const shardAfterADay = (accounts: number): ShardHarness => {
  const one = new ShardHarness();
  for (let n = 0; n < accounts; n += 1) one.openAccount(2000 + n);
  one.now = END;
  endDay(one);
  one.now += DAY_MS;
  return one;
};

/** Takes slices until nothing is left. */
const endDay = (one: ShardHarness): void => {
  while (one.shard.endOfDay.due) {
    one.shard.endOfDay.slice();
    one.commit();
  }
};

const bytesOf = (events: readonly Event[]): number =>
  events.reduce((sum, event) => sum + packEvent(event).length, 0);

t.test('a thousand idle accounts are a bit each in one event of the log', async (t) => {
  const one = shardAfterADay(1_000);
  const first = one.log.length;
  one.deposit('5');
  const [deposit] = one.log.slice(first);
  endDay(one);
  const [idle, ...own] = one.log.slice(first + 1).toReversed();
  t.equal(deposit?.type === 'account' && deposit.deals.length, 1);
  t.match(own, [{ type: 'account', login: LOGIN, daily: { daily_deposits: 500 } }]);
  t.same(idle?.type === 'idle' && loginsOfIdle(idle).sort(), [
    LOGIN + 1,
    ...Array.from({ length: 1_000 }, (_, n) => 2000 + n),
  ]);
  t.ok(bytesOf(idle === undefined ? [] : [idle]) < 1_000, 'less than a byte each');
  t.match(one.logged.at(-1), { msg: 'end of day', accounts: 1_002 });
});

t.test('the events of a day add to one set of a block, and their rows have its end', async (t) => {
  const one = shardAfterADay(3_000);
  const at = one.now;
  while (one.shard.endOfDay.due) {
    one.shard.endOfDay.slice();
    one.commit();
    one.now += 1;
  }
  t.equal(new Set(one.idle.map(({ time }) => time)).size, 3, 'events of three times');
  const { db } = projecting(t, ...one.log);
  const day = Math.floor(at / DAY_MS);
  const sets = db.prepare('SELECT block FROM daily_logins WHERE day = ? ORDER BY block').pluck();
  t.same(sets.all(day), [0, 0, 1], 'accounts with and without money, and the second block');
  const asked = { session: '', viewer: MASTER, from: day, to: day, page: 1, limit: 4_000 };
  const { total, items } = finished(slicedTable(db)['reports.daily'](asked));
  t.equal(total, 3_002);
  t.same([...new Set(items.map(({ created_at }) => created_at))], ['2025-03-13T23:59:59.000Z']);
});

t.test('a day costs an idle account in memory its ledger alone: it stays packed', async (t) => {
  const one = shardAfterADay(300);
  one.rest();
  const { inUse } = one.shard.accounts;
  one.now += DAY_MS;
  endDay(one);
  t.equal(one.shard.accounts.inUse, inUse);
  const { ledger } = one.shard.accounts.look(2299);
  t.match(ledger, { login: 2299, day_ended: Math.floor(END / DAY_MS) + 2 });
});

t.test('what happens to an account while it is gathered is in the row of that day', async (t) => {
  const one = shardAfterADay(600);
  const known = one.log.length;
  t.ok(one.shard.endOfDay.slice(), 'it is planned');
  t.ok(one.shard.endOfDay.slice(), 'some are gathered, and more are left');
  t.same(one.log.length, known, 'nothing is written yet');
  t.match(one.shard.endOfDay.metrics(), { end_of_day_left: 602 });
  one.deposit('7', 2001);
  one.shard.switched(switches(2002, { version: 2, name: 'Bob' }));
  one.shard.takeAccount({ login: 2003, version: 2, deleted: true });
  endDay(one);
  const ended = one.log.slice(known).filter(({ type }) => type === 'account');
  const rows = ended.flatMap((event) => (event.type === 'account' ? (event.daily ?? []) : []));
  t.match(
    [...rows].sort((a, b) => a.login - b.login),
    [
      { login: 2001, daily_deposits: 700 },
      { login: 2002, name: 'Bob', daily_deposits: 0 },
    ],
  );
  const idle = one.idle.flatMap(loginsOfIdle);
  t.equal(idle.length, 602 - 3);
  t.equal(new Set(idle).size, idle.length, 'each once');
  t.match(one.shard.endOfDay.metrics(), { end_of_day_left: 0 });
});

t.test('an idle day takes no number of the account, and no socket is told', async (t) => {
  const one = shardAfterADay(1);
  const { account_seq } = one.state().ledger;
  const eventCount = one.events.length;
  endDay(one);
  t.equal(one.idle.length, 1);
  t.equal(one.state().ledger.account_seq, account_seq);
  t.equal(one.events.length, eventCount);
  const [deposit] = one.deposit('1');
  t.equal(deposit?.account_seq, account_seq + 1);
});

t.test('a run waits for the database to show what it has ended', async (t) => {
  const one = shardAfterADay(17 * 1024);
  const ended = () => one.idle.flatMap(loginsOfIdle).length;
  const run = () => {
    for (let n = 0; n < 1_000; n += 1) {
      one.shard.endOfDay.slice();
      one.commit();
    }
  };
  run();
  t.equal(ended(), 16 * 1024);
  one.checkpoint = one.link.commits.seq;
  run();
  t.equal(ended(), 17 * 1024 + 2, 'the rest');
  t.notOk(one.shard.endOfDay.due);
});
