// End of day on a shard: the days of all its accounts are ended when it is time, in small slices.

import { daysDue, execute, nextEndOfDay } from '../../engine/engine.js';
import type { Quote } from '../../engine/quotes.js';
import type { Context } from '../../engine/types.js';
import type { Shard } from './shard.js';

/** Accounts whose day one slice ends at most: requests wait no longer than for that. */
export const SLICE_ACCOUNTS = 16;
/** Events that may wait for their commit before a slice; requests would wait behind more. */
export const UNCOMMITTED_MAX = 256;

/** One planned end of day and the accounts that have it before them, in the order of logins. */
interface Run {
  readonly at: number;
  readonly logins: readonly number[];
  /** How many of them are done, and when the first was; ms. */
  done: number;
  begunAt: number;
}

/** Symbols that have not been quoted since the start have the quote that was the last before it. */
const withLastQuotes = (shard: Context, last: ReadonlyMap<number, Quote>): Context => ({
  get now() {
    return shard.now;
  },
  get settings() {
    return shard.settings;
  },
  quote: (id) => {
    const live = shard.quote(id);
    return live.time > 0 ? live : (last.get(id) ?? live);
  },
  inStream: (...tick) => shard.inStream(...tick),
  dealerOnline: (...dealer) => shard.dealerOnline(...dealer),
  anyDealerOnline: (group) => shard.anyDealerOnline(group),
  gatewayOnline: (id) => shard.gatewayOnline(id),
  nextOrderId: () => shard.nextOrderId(),
  nextDealId: () => shard.nextDealId(),
});

/**
 * Ends the trading days of a shard's accounts (trading-rules §5), planned and missed ones, day by
 * day. What was done stands in the accounts' ledgers: after a crash the rest is planned again.
 */
export class EndOfDay {
  #runs: Run[] = [];
  /** When the next end of day is planned; ms. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #context: Context;
  readonly #told = { runs: 0, accounts: 0, last_at: 0, last_ms: 0 };

  constructor(private readonly shard: Shard) {
    this.#context = shard;
  }

  /** Quotes of before the start, by symbol: of what is not quoted yet. */
  useLastQuotes(last: ReadonlyMap<number, Quote>): void {
    this.#context = withLastQuotes(this.shard, last);
  }

  /** New settings: other days may be due. */
  configured(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Is there anything to do, now or when the commits have caught up? */
  get due(): boolean {
    return this.#runs.length > 0 || this.shard.now >= this.#nextAt;
  }

  /** Does a slice of what is due unless commits lag; true when it did some and more is left. */
  slice(): boolean {
    if (this.shard.now >= this.#nextAt) this.#plan();
    const [run] = this.#runs;
    if (run === undefined || !this.#mayGoOn()) return false;
    const slice = run.logins.slice(run.done, run.done + SLICE_ACCOUNTS);
    for (const login of slice) this.#end(login, run.at);
    run.done += slice.length;
    if (run.done === run.logins.length) this.#finish(run);
    return this.#runs.length > 0;
  }

  /** Figures for the operator; times in ms. */
  metrics(): Record<string, number> {
    const left = this.#runs.reduce((sum, run) => sum + run.logins.length - run.done, 0);
    const { runs, accounts, last_at, last_ms } = this.#told;
    return {
      end_of_day_runs: runs,
      end_of_day_accounts: accounts,
      end_of_day_left: left,
      end_of_day_last_at: last_at,
      end_of_day_last_ms: last_ms,
    };
  }

  #mayGoOn(): boolean {
    const { outbox } = this.shard.deps;
    return outbox.open() && outbox.emitted - outbox.committedCount() < UNCOMMITTED_MAX;
  }

  /** Looks through all accounts for days that are due; what is under way is planned again. */
  #plan(): void {
    const { now, settings, accounts } = this.shard;
    const logins = new Map<number, number[]>();
    for (const [login, { state }] of accounts) {
      for (const at of daysDue(state, settings, now)) {
        const run = logins.get(at);
        if (run === undefined) logins.set(at, [login]);
        else run.push(login);
      }
    }
    this.#nextAt = nextEndOfDay(settings, now);
    this.#runs = [...logins]
      .sort(([a], [b]) => a - b)
      .map(([at, due]) => ({ at, logins: due.sort((a, b) => a - b), done: 0, begunAt: now }));
  }

  /** Ends an account's day, locked or not: a lock holds requests back, and nothing is half done. */
  #end(login: number, at: number): void {
    const state = this.shard.accounts.get(login)?.state;
    if (state === undefined) return;
    const execution = execute(state, { op: 'end_of_day', at }, this.#context);
    if (execution.ok) this.shard.record(state, execution.events);
    else this.shard.deps.warn('an end of day was refused', { login, at, ...execution });
  }

  #finish(run: Run): void {
    const { now, deps } = this.shard;
    const figures = { accounts: run.logins.length, ms: now - run.begunAt };
    this.#told.runs += 1;
    this.#told.accounts += figures.accounts;
    this.#told.last_at = run.at;
    this.#told.last_ms = figures.ms;
    this.#runs.shift();
    for (const next of this.#runs) if (next.done === 0) next.begunAt = now;
    deps.tell('end of day', { at: new Date(run.at).toISOString(), ...figures });
  }
}
