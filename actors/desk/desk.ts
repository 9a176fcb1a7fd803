// Desk: the desk's actors put together: one memory, one writer, an answer for every operation.

import { done, type Outcome, refuse } from '../../wire/codes.js';
import type { Settings } from '../../wire/config.js';
import type { DeskAnswer, DeskOp, DeskOps, MaintenanceRecord } from '../../wire/desk.js';
import type { DeskEvent } from '../../wire/events.js';
import type { SessionCopy } from '../../wire/identity.js';
import { Accounts } from './accounts.js';
import { createAdministrator } from './administrators.js';
import { createDemoPlatform, type DemoOptions, type DemoPlatform } from './demo-platform.js';
import type { DeskDeps } from './deps.js';
import { Identity } from './identity.js';
import type { DepositRecord } from './kinds.js';
import { Maintenance } from './maintenance.js';
import type { Parts } from './parts.js';
import { drawSource, type PriceSource } from './price-source.js';
import { throwQuote } from './quotes.js';
import { Records } from './records.js';
import { isLive, Sessions } from './sessions.js';
import { SettingsBook } from './settings.js';
import { SignIn } from './sign-in.js';
import { SERVER, SETTINGS_LOCK, Writer } from './writer.js';

/** A session is in use this long after its last request or socket activity. */
export const SESSION_IN_USE_MS = 90_000;

/** Operations that may be under way at a time; past it the desk refuses. */
export const DESK_REQUESTS_MAX = 1024;

const busy = refuse('auth.too_many_attempts', 'The server is busy; try again. retry_after=1');

type Handlers = {
  readonly [K in DeskOp]: (input: DeskOps[K]['input']) => DeskAnswer<K> | Promise<DeskAnswer<K>>;
};

/** The desk. Its thread gives it what it needs, loads it, folds the log's tail, and asks. */
export class Desk {
  readonly #parts: Parts;
  readonly #handlers: Handlers;
  readonly #maintenance: Maintenance;
  readonly #activity = new Map<string, number>();
  #underWay = 0;

  constructor(deps: DeskDeps) {
    const records = new Records(deps.stored);
    const sessions = new Sessions(records, deps);
    const settings = new SettingsBook(records);
    const writer = new Writer(deps, records, sessions, settings);
    this.#parts = { deps, records, sessions, settings, writer };
    this.#maintenance = new Maintenance(this.#parts);
    const signIn = new SignIn(this.#parts);
    const identity = new Identity(this.#parts);
    const accounts = new Accounts(this.#parts);
    this.#handlers = {
      'auth.login': (input) => signIn.login(input),
      'auth.knock': (input) => signIn.knock(input),
      'auth.refresh': (input) => identity.refresh(input),
      'auth.logout': (input) => identity.logout(input),
      'auth.verify': (input) => identity.verify(input),
      'auth.activity': (input) => this.#active(input),
      'accounts.create': (input) => accounts.create(input),
      'accounts.read': (input) => accounts.read(input),
      'accounts.reach': (input) => accounts.reach(input),
      'staff.administrator': (input) => createAdministrator(this.#parts, input),
      'quotes.throw': (input) => throwQuote(this.#parts, input),
      'server.note': (input) => this.#note(input),
    };
    records.watch('session', (after, before) => {
      if (after === null && before !== null) this.#activity.delete(before.key);
    });
  }

  /** The desk's records, as far as they are committed. */
  get records(): Records {
    return this.#parts.records;
  }

  /** The way of every change. */
  get writer(): Writer {
    return this.#parts.writer;
  }

  /** Takes the records as the database held them at its checkpoint. */
  load(): void {
    this.records.load();
  }

  /** Takes over a committed event of the log that the desk did not write itself. */
  fold(event: DeskEvent, seq: number): void {
    this.records.fold(event, seq);
  }

  /** The database shows every event up to this one. */
  projected(seq: number): void {
    this.records.passed(seq);
  }

  /** Does one operation. Throws only where the server itself is at fault. */
  async handle<K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>> {
    if (this.#underWay >= DESK_REQUESTS_MAX) return busy;
    this.#underWay += 1;
    try {
      return await this.#handlers[op](input);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** All settings at their present version. */
  settings(): Settings {
    return this.#parts.settings.current();
  }

  /** Every session in force, for a front that starts. */
  *sessions(): Iterable<SessionCopy> {
    const now = this.#parts.deps.now();
    for (const { record } of this.records.all('session')) {
      const copy = isLive(record, now) ? this.#parts.sessions.copy(record) : null;
      if (copy !== null) yield copy;
    }
  }

  /** Sessions that had a request or a socket in the last 90 seconds. */
  sessionsInUse(): number {
    const since = this.#parts.deps.now() - SESSION_IN_USE_MS;
    return [...this.#activity.values()].filter((at) => at >= since).length;
  }

  /** Does the folder hold nothing yet: no settings, no accounts? */
  isEmpty(): boolean {
    return this.records.configVersion === 0;
  }

  /** Makes the demo platform. Ask `isEmpty` first. */
  createDemoPlatform(options: DemoOptions): Promise<Outcome<DemoPlatform>> {
    return createDemoPlatform(this.#parts, options);
  }

  /** Brings the local price source in line with the start flags. */
  usePrices(source: PriceSource): Promise<Outcome<null>> {
    return this.writer.change([SETTINGS_LOCK], SERVER, (draft) => {
      drawSource(draft, source);
      return done(null);
    });
  }

  /** The weekly maintenance, as it stands. */
  get maintenance(): MaintenanceRecord {
    return this.#maintenance.state();
  }

  /** Takes the next step of the weekly maintenance; false when there is nothing to do now. */
  maintain(): Promise<boolean> {
    return this.#maintenance.step();
  }

  /** Deposits that were promised and are not known to be made. */
  deposits(): DepositRecord[] {
    return Array.from(this.records.all('deposit'), (held) => held.record);
  }

  /** A deposit was made; its request id keeps it from being made twice until this is on disk. */
  settle(requestId: string): Promise<Outcome<null>> {
    return this.writer.change([`deposit/${requestId}`], SERVER, (draft) =>
      draft.get('deposit', requestId) === undefined
        ? done(null)
        : draft.remove('deposit', requestId),
    );
  }

  #note({ text }: DeskOps['server.note']['input']): Promise<DeskAnswer<'server.note'>> {
    return this.writer.change([], SERVER, (draft) => {
      draft.note('system', 0, text);
      return done(null);
    });
  }

  #active(input: DeskOps['auth.activity']['input']): DeskAnswer<'auth.activity'> {
    for (const id of input.sessions) {
      if (this.#parts.sessions.get(id) !== undefined) this.#activity.set(id, input.at);
    }
    return done(null);
  }
}
