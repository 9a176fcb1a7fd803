// Fills a data folder with many accounts quickly: one account trades, and its events are copied.
//
// A real server opens one account and trades with it; its events are then written again and again
// for other logins with ids of their own. What the copies say was therefore said by the server.

import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readTotals } from '../../storage/database/checkpoint.js';
import { DATABASE_FILE, LOG_FOLDER } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { Projection } from '../../storage/projection/projection.js';
import { packEvent } from '../../wire/codec/pack.js';
import type { DeskEvent, Event } from '../../wire/trading/events.js';
import { type CopyTarget, copyEvent, Ids } from './copied-events.js';
import { batchesOf, makeTemplate, type Template, type Trade } from './seed-template.js';

/** Far above the logins that a server gives out by itself. */
const FIRST_LOGIN = 500_000;
/** Far above the ids of the demo platform's symbols. */
const FIRST_SYMBOL = 1_001;
const EVENTS_A_BATCH = 1_000;

/** What to write. */
export interface Plan {
  /** Accounts with a deposit and two positions each, in the database and the log. */
  readonly accounts: number;
  /** Further events, in the log alone: orders that open and close a third position. */
  readonly eventsAfter: number;
  /** Their group; `demo\standard` when not given. */
  readonly group?: string;
  /** Symbols over which the positions are spread: EURUSD and copies of it. Default: EURUSD. */
  readonly symbols?: number;
  /** So many accounts, from the first on, have a trader who is signed in. */
  readonly sessions?: number;
  /** The e-mail address of each; none when not given. */
  readonly email?: (login: number) => string;
}

/** What was written. Every account has the password of the one that was copied. */
export interface Seeded {
  readonly firstLogin: number;
  readonly password: string;
  readonly symbols: readonly string[];
  /** Access tokens of the traders who are signed in, in the order of their logins. */
  readonly tokens: readonly string[];
  readonly seq: number;
}

/** The one account holds its positions in one symbol, or in as many as it has positions. */
const ONE: Trade['symbols'] = ['EURUSD', 'EURUSD', 'EURUSD'];
const MANY: Trade['symbols'] = ['EURUSD', 'GBPUSD', 'AUDUSD'];

/** Writes events in batches. */
class Writer {
  readonly #log: Log;
  #waiting: Buffer[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  add(event: Event): void {
    this.#waiting.push(packEvent(event));
    if (this.#waiting.length === EVENTS_A_BATCH) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#log.append(this.#waiting.length, frameEvents(this.#waiting));
    this.#waiting = [];
  }
}

/** Writes what a plan asks for, copied from a template. */
class Seeder {
  readonly tokens: string[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly template: Template,
    private readonly ids: Ids,
    private readonly symbols: readonly string[],
  ) {}

  /** The symbols that the demo platform does not have. */
  writeSymbols(): void {
    const { opened, symbol, configVersion } = this.template;
    const changes = this.symbols.slice(1).map((name, n) => {
      const id = FIRST_SYMBOL + n;
      const record = { ...symbol.record, id, name, path: `Forex\\${name}` };
      return { ...symbol, key: String(id), record };
    });
    if (changes.length === 0) return;
    this.writer.add({ ...opened, config_version: configVersion + 1, changes });
    this.writer.flush();
  }

  writeAccounts({ accounts, sessions = 0, email = () => '' }: Plan): void {
    const { opened, begin } = this.template;
    for (let n = 0; n < accounts; n += 1) {
      const { login } = this.#target(n);
      this.#desk(opened, { key: String(login), record: { login, email: email(login) } });
      if (n < sessions) this.#signIn(login);
      const shift = this.ids.take(begin);
      for (const [at, event] of begin.entries()) {
        this.writer.add(copyEvent(event, this.#target(n), at + 1, shift));
      }
    }
    this.writer.flush();
  }

  writeOrders({ accounts, eventsAfter }: Plan): void {
    const { begin, cycle } = this.template;
    for (let n = 0; n * cycle.length < eventsAfter; n += 1) {
      const first = begin.length + Math.floor(n / accounts) * cycle.length + 1;
      const shift = this.ids.take(cycle);
      for (const [at, event] of cycle.entries()) {
        this.writer.add(copyEvent(event, this.#target(n % accounts), first + at, shift));
      }
    }
    this.writer.flush();
  }

  /** The nth account; each begins with another symbol. */
  #target(n: number): CopyTarget {
    const symbol = (name: string): string => {
      const at = MANY.indexOf(name);
      if (this.symbols.length === 1 || at < 0) return name;
      return this.symbols[(2 * n + at) % this.symbols.length] ?? name;
    };
    return { login: FIRST_LOGIN + n, symbol };
  }

  #signIn(login: number): void {
    const id = randomBytes(16).toString('hex');
    const token = randomBytes(24).toString('base64url');
    const access_hash = createHash('sha256').update(token).digest('hex');
    const access_expires_at = this.template.signedIn.changes[0]?.record?.expires_at;
    const record = { id, login, access_hash, access_expires_at, refresh_hash: '' };
    this.#desk(this.template.signedIn, { key: id, record });
    this.tokens.push(token);
  }

  /** The desk's event of one record, with another key and other fields. */
  #desk(event: DeskEvent, { key, record }: { key: string; record: object }): void {
    const config_version = this.template.configVersion + (this.symbols.length > 1 ? 1 : 0);
    const changes = event.changes.map((change) => ({
      ...change,
      key,
      record: { ...change.record, ...record },
    }));
    this.writer.add({ ...event, config_version, changes });
  }
}

/** Makes a data folder with the demo platform and the planned accounts and events. */
export const seed = async (data: string, plan: Plan): Promise<Seeded> => {
  const { group = 'demo\\standard', symbols: count = 1 } = plan;
  const template = await makeTemplate(data, { group, symbols: count === 1 ? ONE : MANY });
  const symbols = Array.from({ length: count }, (_, n) => (n === 0 ? 'EURUSD' : `SYM${n}`));
  const log = Log.open(join(data, LOG_FOLDER));
  const db = openProjection(join(data, DATABASE_FILE));
  try {
    const maxima = readTotals(db);
    const ids = new Ids({ order: maxima.order + 1, deal: maxima.deal + 1 });
    const seeder = new Seeder(new Writer(log), template, ids, symbols);
    seeder.writeSymbols();
    seeder.writeAccounts(plan);
    const projection = new Projection(db);
    for (const batch of batchesOf(log, projection.checkpoint())) projection.project([batch]);
    seeder.writeOrders(plan);
    const { tokens } = seeder;
    const { password } = template;
    return { firstLogin: FIRST_LOGIN, password, symbols, tokens, seq: log.head().seq };
  } finally {
    db.close();
    log.close();
  }
};
