// The oracles of accounts on shards: derived commands are done once, ticks miss nobody, switches
// are those of the desk, and no execution or deal counts twice.

import type { AccountState, Context } from '../../../engine/account/types.js';
import { newAccount, onTick } from '../../../engine/engine.js';
import type { Quote } from '../../../engine/settings/quotes.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { AccountEvent, DerivedCommand } from '../../../wire/trading/events.js';
import type { Faults, GroupOf, Oracle } from './oracle.js';
import type { Shards, Tick } from './shards.js';

/** Commands that events derive for other accounts: each is done once, in the other's currency. */
export class DerivedOnce implements Oracle {
  /** Those that were given and not done yet, by request id. */
  readonly #owed = new Map<string, DerivedCommand>();

  constructor(private readonly groupOf: GroupOf) {}

  /** None is left. */
  ended(): Faults {
    const { size } = this.#owed;
    return size === 0 ? [] : [`11: ${size} derived commands were never executed`];
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
export class CountsOnce implements Oracle {
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
  const events = onTick(newAccount(switches, ledger, ...rows), ctx, id);
  return events.map(({ cause }) => cause.kind).join(', ');
};

/** Ticks miss nobody: a shard finds every account with whom a copy of it does something. */
export class Triggers implements Oracle {
  /** What the tick asks of the account that it has not done yet; empty = nothing. */
  #due = '';

  /**
   * An account whose stop-out waits is let be where it has recovered by changed settings: it is
   * told so when it is looked at next.
   */
  ticking(tick: Tick, state: AccountState, ctx: Context): boolean {
    this.#due = '';
    const { ledger, positions, orders } = state;
    if (positions.size === 0 && orders.size === 0) return false;
    const { id, bid, ask, last } = tick;
    const causes = tried(state, ctx, tick, { bid, ask, time: ctx.now, last });
    const waits = ledger.so_state === 'stop_out';
    if (causes === '' || (waits && tried(state, ctx, tick, ctx.quote(id)) !== '')) return false;
    this.#due = `a tick of symbol ${id} missed it: ${causes}`;
    return true;
  }

  emitted(): Faults {
    this.#due = '';
    return [];
  }

  settled(): Faults {
    return this.#due === '' ? [] : [this.#due];
  }
}

/** The account's switches are those that the desk told last. */
export class Switches implements Oracle {
  #version: number;

  constructor({ version }: AccountSwitches) {
    this.#version = version;
  }

  configured(_: Settings, { version }: AccountSwitches): void {
    this.#version = version;
  }

  looked({ switches }: AccountState): Faults {
    return switches.version === this.#version ? [] : ['20: other switches'];
  }
}

/** Shards know how many open orders and positions name a gateway: a walk over all counts them. */
export const gatewayFaults = (shards: Shards, id: number): Faults => {
  const counted = { orders: 0, positions: 0 };
  const found = { orders: 0, positions: 0 };
  const kinds = ['orders', 'positions'] as const;
  for (const kind of kinds) {
    for (const { rows } of shards.shards) counted[kind] += rows.useOfGateway(id)[kind];
    for (const state of shards.states()) {
      for (const { gateway_id } of state[kind].values()) if (gateway_id === id) found[kind] += 1;
    }
  }
  const wrong = kinds.filter((kind) => counted[kind] !== found[kind]);
  return wrong.map((kind) => `gateway ${id}: ${counted[kind]} ${kind} told, ${found[kind]} found`);
};
