// The dealing desk of a shard: which dealers may decide, and the requests that wait for them.

import { type View, viewOf } from '../../wire/accounts/view.js';
import { showRow } from '../../wire/base/field-table.js';
import type { DealerGoneCommand } from '../../wire/trading/commands.js';
import { isDealt, type Queued, WAITING_REQUEST } from '../../wire/trading/queued.js';
import type { DealerAtDesk } from '../client.js';
import type { Accounts } from './accounts/accounts.js';
import type { ShardOutput } from './shard-output.js';

/** What the desk needs of its shard. */
interface DealingShard {
  readonly accounts: Pick<Accounts, 'glance'>;
  /** The waiting requests by id. */
  readonly rows: { readonly waiting: ReadonlyMap<number, Queued> };
  readonly deps: { readonly output: Pick<ShardOutput, 'waiting' | 'open'> };
  command(login: number, command: DealerGoneCommand): boolean;
}

/** The dealers at the desk, by the groups that they may decide for. */
class DealersAtDesk {
  #views: ReadonlyMap<number, View> = new Map();

  /** Replaces the dealers; returns those who left. */
  replace(dealers: readonly DealerAtDesk[]): readonly number[] {
    const before = this.#views;
    this.#views = new Map(dealers.map((dealer) => [dealer.login, viewOf(dealer)]));
    return [...before.keys()].filter((login) => !this.#views.has(login));
  }

  /** Is the dealer at the desk, with the group in scope? */
  online(login: number, group: string): boolean {
    return this.#views.get(login)?.(group, false) === true;
  }

  /** Is any dealer at the desk for the group, except those in `but`? */
  anyOnline(group: string, but: readonly number[] = []): boolean {
    for (const [login, view] of this.#views) {
      if (!but.includes(login) && view(group, false)) return true;
    }
    return false;
  }
}

/** The waiting request as JSON for dealers. */
const textOf = (row: Queued): string => {
  const state = isDealt(row) ? (row.state as 'queued' | 'taken') : 'gone';
  return JSON.stringify(showRow(WAITING_REQUEST, { ...row, state }, row));
};

/** Shows waiting requests to the front, and returns what dealers held who left. */
export class ShardDealing {
  /** Dealers who left, and accounts with requests that may be theirs. */
  #returning: (readonly [login: number, dealer: number])[] = [];

  readonly dealers = new DealersAtDesk();

  constructor(private readonly shard: DealingShard) {}

  /** Shows all requests that wait for dealers; called when the shard has started. */
  begin(): void {
    for (const row of this.shard.rows.waiting.values()) if (isDealt(row)) this.#show(row);
  }

  /**
   * Replaces the dealers at the desk. What absent ones hold is returned, also what they held before
   * the shard started (trading-rules §4.4).
   */
  attend(dealers: readonly DealerAtDesk[]): void {
    const { shard } = this;
    const left = this.dealers.replace(dealers);
    for (const row of shard.rows.waiting.values()) {
      if (!isDealt(row)) continue;
      const holder = row.taken_by || row.offered_to;
      const isAbsent = holder !== 0 && !this.dealers.online(holder, this.#groupOf(row.login));
      const gone = new Set(isAbsent ? [...left, holder] : left);
      for (const dealer of gone) this.#returning.push([row.login, dealer]);
    }
    this.settle();
  }

  /** Returns the requests of dealers who left, as far as there is room for the events. */
  settle(): void {
    if (this.#returning.length === 0 || !this.shard.deps.output.open()) return;
    const returning = this.#returning;
    this.#returning = returning.filter(
      ([login, dealer]) => !this.shard.command(login, { op: 'dealer_gone', dealer }),
    );
  }

  /** Shows the requests of an event that dealers have, had or get. */
  changed(queued: readonly Queued[]): void {
    const { waiting } = this.shard.rows;
    for (const row of queued) {
      const before = waiting.get(row.id);
      if (isDealt(row) || (before !== undefined && isDealt(before))) this.#show(row);
    }
  }

  #show(row: Queued): void {
    this.shard.deps.output.waiting(row.login, this.#groupOf(row.login), textOf(row));
  }

  #groupOf(login: number): string {
    return this.shard.accounts.glance(login).switches.group;
  }
}
