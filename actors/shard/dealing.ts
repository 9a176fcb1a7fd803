// The dealing desk of a shard: which dealers may decide, and the requests that wait for them.

import type { SeenAccount } from '../../engine/settings/routing.js';
import { type View, viewOf } from '../../wire/accounts/scope.js';
import { showRow } from '../../wire/base/field-table.js';
import type { DealerGoneCommand } from '../../wire/trading/commands.js';
import { isDealt, type Queued, WAITING_REQUEST } from '../../wire/trading/queued.js';
import type { DealerAtDesk } from '../client.js';
import type { Accounts } from './accounts/accounts.js';
import type { ShardOutput } from './shard-output.js';

/** The parts of its shard that the desk uses. */
interface DealingShard {
  readonly accounts: Pick<Accounts, 'glance'>;
  /** The waiting requests by id. */
  readonly rows: { readonly waiting: ReadonlyMap<number, Queued> };
  readonly deps: { readonly output: Pick<ShardOutput, 'waiting' | 'open'> };
  command(login: number, command: DealerGoneCommand): boolean;
}

/** The dealers at the desk, by what they see. */
class DealersAtDesk {
  #views: ReadonlyMap<number, View> = new Map();

  /** Replaces the dealers; returns those who left. */
  replace(dealers: readonly DealerAtDesk[]): readonly number[] {
    const before = this.#views;
    this.#views = new Map(dealers.map((dealer) => [dealer.login, viewOf(dealer)]));
    return [...before.keys()].filter((login) => !this.#views.has(login));
  }

  /** Is the dealer at the desk, and does the dealer see the account? */
  online(login: number, { group, hidden = false }: SeenAccount): boolean {
    return this.#views.get(login)?.(group, hidden) === true;
  }

  /** Is any dealer at the desk who sees the account, except those in `but`? */
  anyOnline({ group, hidden = false }: SeenAccount, but: readonly number[] = []): boolean {
    for (const [login, view] of this.#views) {
      if (!but.includes(login) && view(group, hidden)) return true;
    }
    return false;
  }
}

/** The waiting request as JSON for dealers. */
const textOf = (row: Queued): string => {
  const state = isDealt(row) ? (row.state as 'queued' | 'taken') : 'gone';
  return JSON.stringify(showRow(WAITING_REQUEST, { ...row, state }, row));
};

/** Returns of requests in one slice. */
const SLICE = 64;

/** Shows waiting requests to the front, and returns what absent dealers hold. */
export class ShardDealing {
  readonly dealers = new DealersAtDesk();
  /** Dealers who left, each with an account whose requests may be theirs. */
  readonly #returning = new Map<string, readonly [login: number, dealer: number]>();

  constructor(private readonly shard: DealingShard) {}

  /** Shows all requests that wait for dealers; called when the shard has started. */
  begin(): void {
    for (const row of this.#dealt()) this.#show(row);
  }

  /**
   * Replaces the dealers at the desk. Requests that absent dealers hold are returned, also requests
   * that they held before the shard started; and requests that others returned are rejected when
   * the last dealer for them leaves (trading-rules §4.4).
   */
  attend(dealers: readonly DealerAtDesk[]): void {
    const left = this.dealers.replace(dealers);
    for (const row of this.#dealt()) {
      const [leaver] = left;
      if (row.returned !== '' && leaver !== undefined) this.#return(row.login, leaver);
      this.#returnAbsent(row);
    }
    this.settle();
  }

  /** The account of these requests was changed: others may see it and decide. */
  moved(queue: Iterable<Queued>): void {
    for (const row of queue) {
      if (!isDealt(row)) continue;
      this.#show(row);
      this.#returnAbsent(row);
    }
  }

  /** Returns a slice of the requests of absent dealers, as far as there is room for the events. */
  settle(): void {
    let left = SLICE;
    for (const [key, [login, dealer]] of this.#returning) {
      if (left === 0 || !this.shard.deps.output.open()) return;
      left -= 1;
      const isBack = this.dealers.online(dealer, this.#switchesOf(login));
      if (isBack || this.shard.command(login, { op: 'dealer_gone', dealer })) {
        this.#returning.delete(key);
      }
    }
  }

  /** Shows the requests of an event that dealers have, had or get. */
  changed(queued: readonly Queued[]): void {
    const { waiting } = this.shard.rows;
    for (const row of queued) {
      const before = waiting.get(row.id);
      if (isDealt(row) || (before !== undefined && isDealt(before))) this.#show(row);
    }
  }

  *#dealt(): Iterable<Queued> {
    for (const row of this.shard.rows.waiting.values()) if (isDealt(row)) yield row;
  }

  /** The request is returned if its dealer is not at the desk. */
  #returnAbsent({ login, taken_by, offered_to }: Queued): void {
    const holder = taken_by || offered_to;
    if (holder === 0 || this.dealers.online(holder, this.#switchesOf(login))) return;
    this.#return(login, holder);
  }

  #return(login: number, dealer: number): void {
    this.#returning.set(`${login} ${dealer}`, [login, dealer]);
  }

  #show(row: Queued): void {
    const { group } = this.#switchesOf(row.login);
    this.shard.deps.output.waiting(row.login, group, textOf(row));
  }

  #switchesOf(login: number): Required<SeenAccount> {
    return this.shard.accounts.glance(login).switches;
  }
}
