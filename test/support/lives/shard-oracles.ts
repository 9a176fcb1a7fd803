// What holds of many accounts together: derived commands are done once, ticks miss nobody, and no
// execution, deal or request counts twice.

import { newAccount, type Quote, settle } from '../../../engine/engine.js';
import type { AccountState, Context } from '../../../engine/types.js';
import type { AccountEvent, DerivedCommand } from '../../../wire/events.js';
import type { GroupRecord } from '../../../wire/groups.js';
import type { Faults } from './oracle.js';
import type { Tick } from './shards.js';

/** Commands that events derive for other accounts: each is done once, in the other's currency. */
export class DerivedOnce {
  /** Those that were given and not done yet, by request id. */
  readonly #owed = new Map<string, DerivedCommand>();

  constructor(private readonly groupOf: (path: string) => GroupRecord) {}

  /** How many are not done. */
  get owed(): number {
    return this.#owed.size;
  }

  emitted(event: AccountEvent): Faults {
    const faults: string[] = [];
    for (const command of event.derived) {
      const { request_id: id } = command;
      if (this.#owed.has(id)) faults.push(`11: derived command ${id} is given twice`);
      this.#owed.set(id, command);
    }
    if (event.cause.kind !== 'balance' || event.cause.source !== 'server') return faults;
    const id = event.cause.request_id;
    const command = this.#owed.get(id);
    this.#owed.delete(id);
    if (command === undefined) return [...faults, `11: derived command ${id} was not owed`];
    return this.#isPaid(command, event) ? faults : [...faults, `1: ${id} is paid wrongly`];
  }

  /** What is paid is what was owed, in the account's own currency at the rate of its deal. */
  #isPaid({ amount, currency }: DerivedCommand, { group, deals: [deal] }: AccountEvent): boolean {
    const own = this.groupOf(group);
    const rate = currency === own.currency ? 1 : Number(deal?.rate_profit ?? 0n) / 1e12;
    const exact = Number(amount) * rate * 10 ** own.currency_digits;
    const paid = deal?.profit ?? 0;
    return (deal === undefined || rate > 0) && Math.abs(exact - paid) < 0.5001;
  }
}

/** Follows all events: ids of deals rise over all accounts, and nothing counts twice. */
export class CountsOnce {
  readonly #executions = new Set<string>();
  #lastDeal = 0;

  emitted({ deals, orders }: AccountEvent): Faults {
    const faults: string[] = [];
    for (const { id, action, order_id, gateway_id, external_id } of deals) {
      if (action.endsWith('_canceled')) continue;
      if (id <= this.#lastDeal) faults.push(`10: deal ${id} after ${this.#lastDeal}`);
      this.#lastDeal = id;
      if (action !== 'buy' && action !== 'sell') continue;
      const ordered = orders.some((order) => order.id === order_id);
      if (!ordered) faults.push(`13: deal ${id} without its order ${order_id}`);
      if (gateway_id === 0 || external_id === '') continue;
      const execution = `${gateway_id}:${external_id}`;
      if (this.#executions.has(execution)) faults.push(`13: execution ${execution} again`);
      this.#executions.add(execution);
    }
    return faults;
  }
}

/** Ids that copies of accounts give to what they only try. */
const TRIED_IDS = 1e12;

/** What a shard's account would do at a tick, tried with a copy of it: kinds of causes. */
const tried = (state: AccountState, shard: Context, { id }: Tick, fresh: Quote): string => {
  let ids = TRIED_IDS;
  const ctx: Context = {
    now: shard.now,
    settings: shard.settings,
    quote: (symbol) => (symbol === id ? fresh : shard.quote(symbol)),
    lastQuote: (symbol) => (symbol === id ? fresh : shard.lastQuote(symbol)),
    inStream: (...asked) => shard.inStream(...asked),
    known: (...asked) => shard.known(...asked),
    dealerOnline: (...asked) => shard.dealerOnline(...asked),
    anyDealerOnline: (...asked) => shard.anyDealerOnline(...asked),
    gatewayOnline: (gateway) => shard.gatewayOnline(gateway),
    nextOrderId: () => ++ids,
    nextDealId: () => ++ids,
  };
  const { switches, ledger, positions, orders, queue } = state;
  const rows = [[...positions.values()], [...orders.values()], [...queue.values()]] as const;
  const events = settle(newAccount(switches, ledger, ...rows), ctx, id);
  return events.map(({ cause }) => cause.kind).join(', ');
};

/**
 * Logins of the accounts with whom a tick would do something, by trying it with a copy of each: the
 * shards have to find the same ones. An account whose stop-out waits is let be where it has
 * recovered by changed settings: it is told so when it is looked at next.
 */
export const concernedBy = (
  tick: Tick,
  states: Iterable<AccountState>,
  shardOf: (login: number) => Context,
): ReadonlyMap<number, string> => {
  const { id, bid, ask, last } = tick;
  const concerned = new Map<number, string>();
  for (const state of states) {
    const { login, ledger, positions, orders } = state;
    if (positions.size === 0 && orders.size === 0) continue;
    const shard = shardOf(login);
    const causes = tried(state, shard, tick, { bid, ask, time: shard.now, last });
    const waits = ledger.so_state === 'stop_out';
    if (causes === '' || (waits && tried(state, shard, tick, shard.quote(id)) !== '')) continue;
    concerned.set(login, causes);
  }
  return concerned;
};
