// The audit of one account: compares its actor, its rows in the database and its deals.

import { isDeepStrictEqual } from 'node:util';
import type { AccountState } from '../../engine/account/types.js';
import {
  type AccountRecords,
  type BookedDeal,
  type EntryKey,
  FIRST_ENTRY,
} from '../../storage/read/account-records.js';
import {
  type Action,
  CREDIT_ACTIONS,
  type Ledger,
  type Position,
} from '../../wire/trading/records.js';

/** The parts of an account that are checked. */
type AccountCheck = 'balance' | 'credit' | 'volume' | 'netting' | 'rows';

/** A check that failed. */
export interface Finding {
  readonly check: AccountCheck;
  readonly login: number;
  /** The part of the account. */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** The newest event that an account contains. */
export type AccountProgress = Pick<Ledger, 'account_seq' | 'updated_at'>;

/** Is the progress beyond `mark`? */
const isPast = (one: AccountProgress, mark: AccountProgress): boolean =>
  one.account_seq > mark.account_seq || one.updated_at > mark.updated_at;

/** The name under which lost events of an actor are reported. */
export const NEWEST_EVENT = 'newest event in memory';

/** The running sums over an account's deals up to an event. */
export interface Walk {
  /** Later events are ignored: the checkpoint at the start of the walk. */
  readonly until: number;
  /** Did the database have the same events as the actor? Otherwise it had more. */
  readonly current: boolean;
  /** The ledger at that time. */
  readonly ledger: Pick<Ledger, 'balance' | 'credit'> & AccountProgress;
  /** The stage of the check: compare rows, add up deals, compare positions with the sums. */
  stage: 'rows' | 'deals' | 'positions';
  /** Number of rows, later of positions, that are done. */
  done: number;
  after: EntryKey;
  balance: bigint;
  credit: bigint;
  /** Signed volumes by position; positions whose sum is 0 are left out. */
  readonly volumes: Map<number, number>;
}

type Values = Readonly<Record<string, unknown>>;
/** A cancelled deal no longer has volume; its amounts were booked. */
const SIGNS: Partial<Record<Action, number>> = { buy: 1, sell: -1 };
const BEFORE_CANCEL: Partial<Record<Action, number>> = { buy_canceled: 1, sell_canceled: -1 };

/** Most fields are primitive values. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));

const show = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const signed = (position: Pick<Position, 'side' | 'volume'> | undefined): number => {
  if (position === undefined) return 0;
  return position.side === 'buy' ? position.volume : -position.volume;
};

/** Audits an account whose events up to the actor's newest one are in the database. */
export class AccountAudit {
  readonly findings: Finding[] = [];

  constructor(
    private readonly books: AccountRecords,
    private readonly state: AccountState,
    private readonly checkpoint: number,
  ) {}

  /**
   * Compares the actor with the database's progress before the actor was asked. An event reaches
   * memory before the log, and the database after it.
   */
  newest(reached: AccountProgress): void {
    const { ledger } = this.state;
    const text = ({ account_seq, updated_at }: AccountProgress) =>
      `${account_seq} of ${updated_at}`;
    if (isPast(reached, ledger))
      this.#addFinding('rows', NEWEST_EVENT, text(reached), text(ledger));
  }

  /**
   * Compares the switches that the actor holds with the desk's record of them. A change of the
   * desk may reach the database before the actor, and the other way round; an actor that stays
   * behind is found by the version that it still has.
   */
  switches(): void {
    const { books, state } = this;
    const { login, version } = state.switches;
    const stored = books.switches(login, login);
    const what = `switches of version ${version}`;
    if (stored === undefined) return this.#addFinding('rows', what, 'there', 'missing');
    if (stored.version < version) return;
    if (stored.version === version) return this.#row(what, state.switches, stored);
    this.#addFinding('rows', what, `version ${version}`, `version ${stored.version}`);
  }

  /** Starts the audit of the account; undefined = it has no event yet. */
  begin(): Walk | undefined {
    const { books, state, checkpoint } = this;
    const { ledger } = state;
    const row = books.ledger(state.login, state.login);
    const begun = ledger.account_seq > 0 || ledger.updated_at > 0;
    if (!begun && row === undefined) return undefined;
    const ahead = row !== undefined && isPast(row, ledger);
    return {
      until: checkpoint,
      current: !ahead,
      ledger: ahead ? row : ledger,
      stage: ahead ? 'deals' : 'rows',
      done: 0,
      after: FIRST_ENTRY,
      balance: 0n,
      credit: 0n,
      volumes: new Map(),
    };
  }

  /** Processes at most `limit` rows, history entries or positions; true = the account is done. */
  step(walk: Walk, limit: number): boolean {
    if (walk.stage === 'rows') {
      if (this.#rows(walk, limit) === limit) return false;
      walk.stage = 'deals';
      walk.done = 0;
    } else if (walk.stage === 'deals') {
      if (this.#deals(walk, limit) === limit) return false;
      this.#equal('balance', 'balance', walk.balance, walk.ledger.balance);
      this.#equal('credit', 'credit', walk.credit, walk.ledger.credit);
      if (walk.current) this.#netting();
      walk.stage = 'positions';
    } else return this.#positions(walk, limit) < limit;
    return false;
  }

  #deals(walk: Walk, limit: number): number {
    const { books, state } = this;
    const entries = books.entries(state.login, walk.after, limit);
    for (const [, , dealId] of entries) {
      const deal = dealId === 0 ? undefined : books.deal(dealId);
      if (deal !== undefined && deal.seq <= walk.until) this.#deal(walk, dealId, deal);
    }
    walk.after = entries.at(-1) ?? walk.after;
    return entries.length;
  }

  #positions(walk: Walk, limit: number): number {
    const { until, current, volumes } = walk;
    // Rows of a database that is ahead include deals that were not added up.
    if (!current && until !== this.checkpoint) return 0;
    const open = current ? this.state.positions.keys() : [];
    const ids = [...new Set([...volumes.keys(), ...open])].slice(walk.done, walk.done + limit);
    for (const id of ids) this.#position(id, volumes.get(id) ?? 0, current);
    walk.done += ids.length;
    return ids.length;
  }

  #deal(walk: Walk, dealId: number, deal: BookedDeal): void {
    const { position_id, action, volume, profit, swap, commission, fee } = deal;
    const amount = BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee);
    if (CREDIT_ACTIONS.includes(action)) walk.credit += amount;
    else walk.balance += amount;
    const sign = SIGNS[action] ?? this.#signBefore(walk, dealId, action);
    if (sign === 0) return;
    const sum = (walk.volumes.get(position_id) ?? 0) + sign * volume;
    if (sum === 0 && this.books.position(this.state.login, position_id) === undefined) {
      walk.volumes.delete(position_id);
    } else walk.volumes.set(position_id, sum);
  }

  /** The sign of a deal that is cancelled now but may not have been at the time of the walk. */
  #signBefore({ until }: Walk, dealId: number, action: Action): number {
    const sign = BEFORE_CANCEL[action] ?? 0;
    return sign !== 0 && this.books.changedAt(dealId) > until ? sign : 0;
  }

  #position(id: number, dealt: number, current: boolean): void {
    const { books, state } = this;
    const stored = books.position(state.login, id);
    const held = state.positions.get(id);
    if (current && held === undefined && stored !== undefined) {
      this.#addFinding('rows', `position ${id}`, 'none', `${stored.side} ${stored.volume}`);
    }
    const shown = signed(current ? held : stored);
    if (shown === dealt) return;
    this.#equal('volume', `position ${id}`, dealt - books.corrected(id), shown);
  }

  /** In netting there is one position of a symbol at most. */
  #netting(): void {
    const { books, state } = this;
    const rows = [...state.positions.values()];
    const symbols = new Set(rows.map(({ symbol }) => symbol));
    if (symbols.size === rows.length || !books.isNetting(state.switches.group)) return;
    for (const name of symbols) {
      const ids = rows.filter(({ symbol }) => symbol === name).map(({ id }) => id);
      if (ids.length > 1) this.#addFinding('netting', `positions of ${name}`, 'one', ids.join(' '));
    }
  }

  #rows(walk: Walk, limit: number): number {
    const { books, state } = this;
    const { login } = state;
    const ledger = books.ledger(login, login);
    // The database has advanced meanwhile: the rest is compared in another round.
    if (ledger !== undefined && isPast(ledger, state.ledger)) return 0;
    if (walk.done === 0) this.#row('ledger', state.ledger, ledger);
    const { positions, orders, queue } = state;
    const rows = [...positions.values(), ...orders.values(), ...queue.values()];
    const end = Math.min(walk.done + limit, rows.length);
    for (let at = walk.done; at < end; at += 1) {
      const row = rows[at] as (typeof rows)[number];
      if (at < positions.size) this.#row(`position ${row.id}`, row, books.position(login, row.id));
      else if (at < positions.size + orders.size) {
        this.#row(`order ${row.id}`, row, books.order(login, row.id));
      } else this.#row(`waiting request ${row.id}`, row, books.queued(login, row.id));
    }
    const done = end - walk.done;
    walk.done = end;
    return done;
  }

  #row(what: string, held: Values, stored: Values | undefined): void {
    if (stored === undefined) return this.#addFinding('rows', what, 'there', 'missing');
    for (const [name, value] of Object.entries(stored)) {
      if (isEqual(held[name], value)) continue;
      return this.#addFinding('rows', `${name} of the ${what}`, show(held[name]), show(value));
    }
  }

  #equal(check: AccountCheck, what: string, sum: bigint | number, shown: number): void {
    if (String(sum) !== String(shown)) this.#addFinding(check, what, String(sum), String(shown));
  }

  #addFinding(check: AccountCheck, what: string, expected: string, found: string): void {
    this.findings.push({ check, login: this.state.login, what, expected, found });
  }
}
