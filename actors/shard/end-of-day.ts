// End of day on a shard: ends the day of all its accounts at the planned time, in small slices.

import type { AccountState, Context } from '../../engine/account/types.js';
import { execute, isRunOpen, nextEndOfDay } from '../../engine/engine.js';
import type { EngineSettings } from '../../engine/settings/settings.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { PROJECTION_LAG_MAX } from '../shared/cells.js';
import type { Accounts } from './accounts/accounts.js';
import { IdleDays } from './idle-days.js';
import type { ShardOutput } from './shard-output.js';

/** Most accounts whose day is ended in one slice, after which waiting requests are processed. */
export const SLICE_ACCOUNTS = 16;
/** Positions of the ended accounts after which a slice ends: one account may have thousands. */
export const SLICE_POSITIONS = 500;
/** Most accounts examined in one slice, most of which may have ended their day already. */
const SLICE_LOOKS = 512;
/** Most uncommitted events before a slice; with more, requests would wait longer. */
export const UNCOMMITTED_MAX = 256;
/**
 * Most committed events that the database may lack before a slice: at half of the largest lag the
 * projection gets normal priority, at the largest requests are refused.
 */
export const UNPROJECTED_MAX = 0.75 * PROJECTION_LAG_MAX;

type WriteLine = (msg: string, details: Readonly<Record<string, unknown>>) => void;

/** The parts of its shard that the end of day needs. */
interface DayShard extends Context {
  readonly accounts: Accounts;
  readonly deps: {
    readonly output: Pick<ShardOutput, 'open' | 'emitted' | 'committedCount' | 'idleDay'>;
    projectionLag(): number;
    committedSeq(): number;
    checkpoint(): number;
    readonly log: WriteLine;
    readonly warn: WriteLine;
  };
  record(state: AccountState, events: readonly AccountEvent[]): void;
}

/** A planned end of day in progress. */
interface Run {
  readonly at: number;
  /** The accounts that are left, and their number. */
  readonly ahead: Iterator<number>;
  left: number;
  /** Accounts that something happened to while they were gathered as idle ones. */
  readonly again: number[];
  /** Number of ended days, and start time in ms. */
  ended: number;
  readonly begunAt: number;
}

/**
 * A context in which symbols without a quote since the start have their last earlier quote, for
 * valuation.
 */
const atLastQuotes = (shard: Context): Context => ({
  get now() {
    return shard.now;
  },
  get settings() {
    return shard.settings;
  },
  quote: (id) => shard.lastQuote(id),
  lastQuote: (id) => shard.lastQuote(id),
  isOld: (id) => shard.quote(id).time === 0,
  inStream: (...tick) => shard.inStream(...tick),
  known: (...row) => shard.known(...row),
  dealerOnline: (...dealer) => shard.dealerOnline(...dealer),
  anyDealerOnline: (...asked) => shard.anyDealerOnline(...asked),
  gatewayOnline: (id) => shard.gatewayOnline(id),
  nextOrderId: () => shard.nextOrderId(),
  nextDealId: () => shard.nextDealId(),
});

/**
 * Ends the trading days of a shard's accounts (trading-rules §5.4), planned and missed ones, day by
 * day. Finished accounts are recorded in their ledgers: after a crash the rest is planned again.
 */
export class EndOfDay {
  /** Planned times that are due, in order; the first is that of the current run. */
  #due: number[] = [];
  #run: Run | undefined;
  /** The accounts that are left to be looked at for a plan, and the earliest of their last days. */
  #planning: { readonly ahead: Iterator<number>; endedDay: number } | undefined;
  /** Time of the next planned end of day, ms. */
  #nextAt = Number.NEGATIVE_INFINITY;
  readonly #context: Context;
  readonly #idle: IdleDays;
  readonly #reported = { runs: 0, accounts: 0, last_at: 0, last_ms: 0 };

  constructor(private readonly shard: DayShard) {
    this.#context = atLastQuotes(shard);
    this.#idle = new IdleDays(shard);
  }

  /** Takes in new settings: other days may be due. */
  configured(): void {
    this.#planning = undefined;
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Is there anything to do, now or after further commits? */
  get due(): boolean {
    return this.#due.length > 0 || this.shard.now >= this.#nextAt;
  }

  /** Does a slice of due work, unless it has to wait; true when it did some and more is left. */
  slice(): boolean {
    if (this.shard.now >= this.#nextAt && !this.#hasPlanned()) return true;
    const run = this.#mayGoOn() ? this.#running() : undefined;
    if (run === undefined) return false;
    const { accounts, settings } = this.shard;
    const until = run.ended + SLICE_ACCOUNTS;
    let positions = 0;
    for (let looks = SLICE_LOOKS; looks > 0 && run.ended < until; looks -= 1) {
      if (positions >= SLICE_POSITIONS) break;
      const next = this.#next(run);
      if (next === undefined) {
        if (this.#idle.size > 0) {
          this.#endIdle(run);
          continue;
        }
        this.#finish(run);
        break;
      }
      const { login, isAgain } = next;
      if (!isAgain) run.left -= 1;
      const glance = accounts.glance(login);
      if (!isRunOpen(glance, settings.calendar, run.at)) continue;
      if (!isAgain && this.#idle.add(login)) {
        if (!this.#idle.isFull) continue;
        this.#endIdle(run);
        break;
      }
      positions += glance.positions.size;
      accounts.visit(login, (state) => this.#end(state, run.at));
      run.ended += 1;
    }
    return this.#due.length > 0;
  }

  /** The next account of a run; undefined = none is left but those that are gathered. */
  #next({ ahead, again }: Run): { readonly login: number; readonly isAgain: boolean } | undefined {
    const { done, value } = ahead.next();
    if (!done) return { login: value, isAgain: false };
    while (this.#idle.size === 0) {
      const login = again.pop();
      if (login === undefined) break;
      // It may have been deleted meanwhile.
      if (this.shard.accounts.has(login)) return { login, isAgain: true };
    }
    return undefined;
  }

  /** Ends the day of the gathered accounts. */
  #endIdle(run: Run): void {
    const { ended, left } = this.#idle.end(run.at);
    run.ended += ended;
    run.again.push(...left);
  }

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    const { runs, accounts, last_at, last_ms } = this.#reported;
    return {
      end_of_day_runs_total: runs,
      end_of_day_accounts_total: accounts,
      end_of_day_left: this.#left(),
      end_of_day_ended_seconds: last_at / 1000,
      end_of_day_seconds: last_ms / 1000,
    };
  }

  /** The number of accounts whose day the current run has not ended yet, approximately. */
  #left(): number {
    const run = this.#run;
    return run === undefined ? 0 : run.left + run.again.length + this.#idle.size;
  }

  /**
   * Do log and database follow? A database that is too far behind has requests refused, and it
   * shows their events late while it writes idle days.
   */
  #mayGoOn(): boolean {
    const { deps } = this.shard;
    const { output } = deps;
    if (!output.open() || output.emitted - output.committedCount() >= UNCOMMITTED_MAX) return false;
    return deps.projectionLag() < UNPROJECTED_MAX && this.#idle.areShown();
  }

  /** Looks at the next accounts; true when the due ends of days of any account are planned. */
  #hasPlanned(): boolean {
    const { now, settings, accounts } = this.shard;
    const { calendar } = settings;
    const today = calendar.dayOf(now).day;
    this.#planning ??= { ahead: accounts.logins(), endedDay: today };
    const planning = this.#planning;
    for (let looks = SLICE_LOOKS; looks > 0; looks -= 1) {
      const { done, value: login } = planning.ahead.next();
      if (done) {
        this.#plan(settings, planning.endedDay, now);
        return true;
      }
      const glance = accounts.glance(login);
      if (glance.switches.archived) continue;
      planning.endedDay = Math.min(planning.endedDay, calendar.endedDay(glance));
    }
    return false;
  }

  /** Plans the ends of days after one up to now; a current run starts again. */
  #plan(settings: EngineSettings, endedDay: number, now: number): void {
    this.#due = [...settings.calendar.after(endedDay, now)];
    this.#run = undefined;
    this.#planning = undefined;
    this.#nextAt = nextEndOfDay(settings, now);
  }

  /** The current run, or the next one. */
  #running(): Run | undefined {
    const [at] = this.#due;
    if (at === undefined) return undefined;
    const { accounts, now } = this.shard;
    if (this.#run === undefined) {
      this.#idle.clear();
      const [ahead, left] = [accounts.logins(), accounts.size];
      this.#run = { at, ahead, left, again: [], ended: 0, begunAt: now };
    }
    return this.#run;
  }

  /**
   * Ends an account's day, whether or not it is locked: a lock only holds requests, which do not
   * leave half-done work.
   */
  #end(state: AccountState, at: number): void {
    const execution = execute(state, { op: 'end_of_day', at }, this.#context);
    if (execution.ok) this.shard.record(state, execution.events);
    else
      this.shard.deps.warn('an end of day was refused', { ...execution, login: state.login, at });
  }

  #finish({ at, ended, begunAt }: Run): void {
    this.#due.shift();
    this.#run = undefined;
    if (ended === 0) return;
    const ms = this.shard.now - begunAt;
    this.#reported.runs += 1;
    this.#reported.accounts += ended;
    this.#reported.last_at = at;
    this.#reported.last_ms = ms;
    this.shard.deps.log('end of day', { at: new Date(at).toISOString(), accounts: ended, ms });
  }
}
