// A platform with many accounts: written into the log and the database of a data folder.
//
// A real server makes the demo platform and one account; its events are then written again for
// other logins, with names, places, groups and money that differ.

import { closeSync, fsyncSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { DATABASE_FILE, type Database, LOG_FOLDER } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { type Batch, eventsOf, frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { Projection } from '../../storage/projection/projection.js';
import { copyEvent, Ids } from '../../test/support/copied-events.js';
import { batchesOf, makeTemplate, type Template } from '../../test/support/seed-template.js';
import { emptyRow } from '../../wire/base/field-table.js';
import { dateText } from '../../wire/base/time.js';
import { packEvent } from '../../wire/codec/pack.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { DAILY, type Daily, dailyId } from '../../wire/trading/daily.js';
import type { AccountEvent, DeskEvent, Event, RecordChange } from '../../wire/trading/events.js';

/** Far above the logins that a server gives out by itself. */
const FIRST_LOGIN = 500_000;
const FIRST_DEAL = 1_000_000;
const EVENTS_A_BATCH = 1_000;
const BATCHES_A_TRANSACTION = 200;
/** Bytes of a file that are read at a time. */
const READ_BYTES = 16 << 20;
/** Page cache of the connection that fills the database, in KiB: all of it, as far as it goes. */
const FILL_CACHE_KIB = 4 << 20;
/** Accounts are opened so shortly before, because a start makes up for every day of an account. */
const OPENED_WITHIN_MS = 60_000;
const GROUP = 'demo\\standard';
const FIRST_GROUP_ID = 1_000;
/** Trades that each account has closed, and over how many days they are spread. */
const CLOSED_TRADES = 2;
const CLOSED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Every second account has an open position. */
const HOLDING = 2;
/** Far above the ids of what the server did itself. */
const FIRST_ID = 10_000_000;

/** The written platform. */
export interface Platform {
  readonly firstLogin: number;
  readonly groups: readonly string[];
  /** The place of each account's group among the groups. */
  readonly groupOf: Uint16Array;
  readonly password: string;
  /** Numbers of deals, of open positions and of daily rows. */
  readonly deals: number;
  readonly positions: number;
  readonly dailies: number;
  readonly databaseBytes: number;
  readonly fillSec: number;
}

const SYLLABLES = 'an be cor da el fi gor ha is jo ka lu mar no ol pe qui ros sa ti'.split(' ');

/** Makes words and numbers that repeat as names and places do. */
class Words {
  readonly #random = seededRandom(26);

  below(limit: number): number {
    return this.#random(limit);
  }

  /** One of `count` words; the first ones come more often. */
  word(count: number): string {
    let left = Math.floor((this.below(count) * (this.below(count) + 1)) / count);
    let word = '';
    do {
      word += SYLLABLES[left % SYLLABLES.length];
      left = Math.floor(left / SYLLABLES.length);
    } while (left > 0 || word.length < 4);
    return word[0]?.toUpperCase() + word.slice(1);
  }
}

/** Appends events to a log, and projects them in large transactions. */
export class Filler {
  readonly #log: Log;
  readonly #projection: Projection;
  #packed: Buffer[] = [];
  #batches = 0;
  #taken: number;

  constructor(log: Log, projection: Projection) {
    this.#log = log;
    this.#projection = projection;
    this.#taken = projection.checkpoint();
  }

  add(event: Event): void {
    this.#packed.push(packEvent(event));
    if (this.#packed.length === EVENTS_A_BATCH) this.#append();
  }

  end(): void {
    if (this.#packed.length > 0) this.#append();
    this.#project();
    this.#projection.commit();
  }

  #append(): void {
    this.#log.append(this.#packed.length, frameEvents(this.#packed));
    this.#packed = [];
    this.#batches += 1;
    this.#project();
    if (this.#batches % BATCHES_A_TRANSACTION === 0) this.#projection.commit();
  }

  #project(): void {
    // Copies: batches of the log are valid until its next append, and rows wait for a commit.
    const batches: Batch[] = [...batchesOf(this.#log, this.#taken)].map((batch) => ({
      ...batch,
      head: Buffer.from(batch.head),
      events: Buffer.from(batch.events),
    }));
    if (batches.length > 0) this.#taken = this.#projection.take(batches);
  }
}

/** The change of the log that made a record. */
const changeOf = (log: Log, kind: string, key: string): RecordChange => {
  for (const batch of batchesOf(log, 0)) {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      const changes = event.type === 'desk' ? event.changes : [];
      const found = changes.find((change) => change.kind === kind && change.key === key);
      if (found !== undefined) return found;
    }
  }
  throw new Error(`there is no ${kind} ${key}`);
};

/** The event that makes changes. */
export const changing = (template: Template, ...changes: readonly RecordChange[]): DeskEvent => ({
  ...template.opened,
  config_version: template.configVersion + 1,
  changes,
});

/** The nth account in a group: its profile, and its events. */
const accountOf = (template: Template, words: Words, group: string | undefined, n: number) => {
  const login = FIRST_LOGIN + n;
  const [opened] = template.opened.changes;
  const [name, last_name] = [words.word(3_000), words.word(30_000)];
  const at = Date.parse(String(opened?.record?.created_at)) - words.below(OPENED_WITHIN_MS);
  const record = {
    ...opened?.record,
    login,
    group,
    name: `${name} ${last_name}`,
    last_name,
    email: `${name}.${last_name}${n % 1_000}@${words.word(500)}.example`.toLowerCase(),
    phone: `+${words.below(1e11)}`,
    country: words.word(180),
    city: words.word(2_000),
    client_id: n % 3 === 0 ? words.below(300_000) + 1 : null,
    leverage_own: [0, 0, 100, 500][n % 4],
    enabled: n % 50 !== 1,
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at + words.below(OPENED_WITHIN_MS)).toISOString(),
  };
  return { login, change: { ...opened, key: String(login), record } as RecordChange };
};

/**
 * The last trading day that has ended for an account: today's, so that a start makes up for none,
 * or the day before where today's end is measured.
 */
const endedDay = (time: number, { hasDailies }: PlatformParts) => ({
  day_ended_at: time,
  day_ended: Math.floor(time / DAY_MS) - (hasDailies ? 1 : 0),
});

/** Its deposit: the template's, of another amount. */
const depositOf = (
  { template, parts }: { readonly template: Template; readonly parts: PlatformParts },
  login: number,
  n: number,
  balance: number,
): Event => {
  const [deposit] = template.begin;
  if (deposit === undefined) throw new Error('the template has no deposit');
  return {
    ...deposit,
    login,
    ledger: { ...deposit.ledger, login, balance, ...endedDay(deposit.time, parts) },
    deals: deposit.deals.map((deal) => ({ ...deal, login, id: FIRST_DEAL + n, profit: balance })),
    remembered: null,
  };
};

/** The daily row of an account at the end of a day on which it traded. */
const dailyOf = (event: AccountEvent, group: string, day: number): Daily => {
  const { login, ledger, money } = event;
  const { balance, credit } = ledger;
  return {
    ...emptyRow(DAILY),
    ...{ id: dailyId(day, login), date: dateText(day * DAY_MS), login, group },
    ...{ currency: 'USD', currency_digits: 2, balance, credit, balance_prev_day: balance },
    ...{ equity: balance, equity_prev_day: balance, margin_free: money.margin_free },
    created_at: (day + 1) * DAY_MS,
  };
};

/** Writes the trades of accounts, as the template's account made them. */
class Trader {
  deals = 0;
  positions = 0;
  dailies = 0;
  readonly #ids = new Ids({ order: FIRST_ID, deal: FIRST_ID });
  #lastDay = { login: 0, day: 0 };

  constructor(
    private readonly template: Template,
    private readonly filler: Filler,
    private readonly words: Words,
    private readonly parts: PlatformParts,
  ) {}

  /** Trades of the nth account after its deposit, which left it a balance. */
  trade(login: number, n: number, balance: number, group: string): void {
    const { begin, cycle } = this.template;
    const { days = CLOSED_DAYS, hasDailies } = this.parts;
    const ago = Array.from({ length: CLOSED_TRADES }, () => 1 + this.words.below(days - 1));
    let number = 1;
    for (const day of ago.sort((a, b) => b - a)) {
      number = this.#write(cycle, { login, balance }, number, -day);
      if (hasDailies) number = this.#endDay({ login, balance, group }, number, day);
    }
    if (n % HOLDING !== 0) return;
    this.#write(begin.slice(1, 2), { login, balance }, number, 0);
    this.positions += 1;
  }

  /** Ends the day so many days ago of an account that traded on it; returns the event's number. */
  #endDay(
    { login, balance, group }: { login: number; balance: number; group: string },
    after: number,
    ago: number,
  ): number {
    const last = this.template.cycle.at(-1) as AccountEvent;
    const day = Math.floor(last.time / DAY_MS) - ago;
    if (this.#lastDay.login === login && this.#lastDay.day === day) return after;
    this.#lastDay = { login, day };
    const ledger = { ...last.ledger, login, balance, ...endedDay(last.time, this.parts) };
    const event: AccountEvent = {
      ...{ ...last, kind: 'setting', login, group, account_seq: after, ledger },
      ...{ cause: { ...last.cause, kind: 'end_of_day', source: 'server', request_id: '' } },
      ...{ time: (day + 1) * DAY_MS, orders: [], deals: [], positions: [], journal: [] },
      ...{ remembered: null, explain: null },
    };
    this.filler.add({ ...event, daily: dailyOf(event, group, day) });
    this.dailies += 1;
    return after;
  }

  /** Writes events that were so many days later; returns the number of the last. */
  #write(
    events: readonly AccountEvent[],
    { login, balance }: { readonly login: number; readonly balance: number },
    after: number,
    days: number,
  ): number {
    const target = { login, symbol: (name: string) => name, later: days * DAY_MS };
    const shift = this.#ids.take(events);
    for (const [at, event] of events.entries()) {
      const copied = copyEvent(event, target, after + at + 1, shift);
      const ended = endedDay(event.time, this.parts);
      this.filler.add({ ...copied, ledger: { ...copied.ledger, balance, ...ended } });
      this.deals += copied.deals.length;
    }
    return after + events.length;
  }
}

/** The indexes of accounts that the projection itself reads. */
const READ_INDEXES = ['accounts_bucket', 'accounts_agent', 'accounts_linked'];

/**
 * Drops the indexes of accounts that only lists read; returns what makes them again: at once at the
 * end in a third of the time.
 */
const withoutIndexes = (db: Database): (() => void) => {
  const all = db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'accounts'`)
    .all() as { readonly name: string; readonly sql: string }[];
  const dropped = all.filter(({ name }) => !READ_INDEXES.includes(name));
  for (const { name } of dropped) db.exec(`DROP INDEX ${name}`);
  return () => {
    for (const { sql } of dropped) db.exec(sql);
  };
};

/** Writes a file to the disk and reads it into memory: a server that runs for long has it there. */
const keepInMemory = (path: string): void => {
  const file = openSync(path, 'r');
  fsyncSync(file);
  const part = Buffer.alloc(READ_BYTES);
  while (readSync(file, part) > 0);
  closeSync(file);
};

/** The parts of a platform beside its accounts. */
export interface PlatformParts {
  /** Do the accounts trade? Otherwise each has its deposit alone. */
  readonly hasTrades: boolean;
  /** Over how many days before today their closed trades are spread; default 30. */
  readonly days?: number;
  /** Has each account a daily row for each day on which it closed a trade? */
  readonly hasDailies?: true;
  /** Writes further events; the database has all accounts. */
  more?(filling: Filling, platform: Pick<Platform, 'groups' | 'groupOf' | 'firstLogin'>): void;
}

/** Where further events are written. */
export interface Filling {
  readonly template: Template;
  readonly filler: Filler;
  readonly db: Database;
}

/** Makes a data folder with the demo platform and so many accounts in so many groups. */
export const makePlatform = async (
  data: string,
  accounts: number,
  groupCount: number,
  parts: PlatformParts = { hasTrades: true },
): Promise<Platform> => {
  const template = await makeTemplate(data, {
    group: GROUP,
    symbols: ['EURUSD', 'EURUSD', 'EURUSD'],
  });
  const log = Log.open(join(data, LOG_FOLDER));
  const path = join(data, DATABASE_FILE);
  const db = openProjection(path);
  const started = performance.now();
  try {
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${FILL_CACHE_KIB}`);
    const filler = new Filler(log, new Projection(db));
    const makeIndexes = withoutIndexes(db);
    const group = changeOf(log, 'group', GROUP);
    const groups = Array.from({ length: groupCount }, (_, n) => `desk\\g${n}`);
    const changes = groups.map((key, n) => ({
      ...group,
      key,
      record: { ...group.record, id: FIRST_GROUP_ID + n, path: key },
    }));
    filler.add(changing(template, ...changes));
    const words = new Words();
    const trader = new Trader(template, filler, words, parts);
    const groupOf = new Uint16Array(accounts);
    for (let n = 0; n < accounts; n += 1) {
      const group = words.below(words.below(groups.length) + 1);
      groupOf[n] = group;
      const { login, change } = accountOf(template, words, groups[group], n);
      const balance = words.below(10_000_000);
      filler.add(changing(template, change));
      filler.add(depositOf({ template, parts }, login, n, balance));
      if (parts.hasTrades) trader.trade(login, n, balance, groups[group] as string);
    }
    filler.end();
    const about = { firstLogin: FIRST_LOGIN, groups, groupOf };
    parts.more?.({ template, filler, db }, about);
    filler.end();
    makeIndexes();
    db.pragma('wal_checkpoint(TRUNCATE)');
    keepInMemory(path);
    const fillSec = (performance.now() - started) / 1_000;
    const { deals, positions, dailies } = trader;
    const databaseBytes = statSync(path).size;
    const written = { deals: deals + accounts, positions, dailies, databaseBytes, fillSec };
    return { ...about, password: template.password, ...written };
  } finally {
    db.close();
    log.close();
  }
};
