// What holds of accounts as they stand between operations (invariants 8, 9, 15, 19, 20, 21).

import { moneyOf, newAccount } from '../../engine/engine.js';
import type { AccountState, Context } from '../../engine/types.js';
import type { Money, Order } from '../../wire/records.js';
import type { AccountBook } from './account-book.js';
import type { Ground } from './ground.js';
import type { House } from './house.js';
import { hold } from './invariants.js';
import type { World } from './world.js';

/** Decimals of a setting as a whole number ×10^digits. */
const scaled = (text: string, digits: number): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.slice(0, digits).padEnd(digits, '0'));
};

const rowText = (order: Order): string =>
  JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? `${value}` : value));

/** The same row, or one that says the same. */
const isSame = (one: Order | undefined, other: Order): boolean =>
  one === other || (one !== undefined && rowText(one) === rowText(other));

/** Looks at accounts as they stand. */
export class Standing {
  constructor(
    private readonly world: World,
    private readonly house: House,
    private readonly ground: Ground,
    private readonly books: ReadonlyMap<number, AccountBook>,
  ) {}

  /** One account: its records are those of its events, its margin that of its rows. */
  account(login: number): void {
    const { house, world } = this;
    const state = house.state(login);
    const ctx = house.shardOf(login);
    const book = this.books.get(login) as AccountBook;
    this.#rebuilt(state, book);
    const rows = [[...state.positions.values()], [...state.orders.values()]] as const;
    const money = moneyOf(state, ctx);
    const fresh = moneyOf(newAccount(state.switches, state.ledger, ...rows), ctx);
    const same = money.margin === fresh.margin && money.profit === fresh.profit;
    hold(same, 8, login, () => `margin ${money.margin} instead of ${fresh.margin}`);
    hold(money.swap === book.swapHeld, 16, login, () => `swap ${money.swap}`);
    book.holdFree(state.switches.group, money);
    const { version } = state.switches;
    hold(world.accounts.get(login)?.version === version, 20, login, () => 'other switches');
  }

  /** All accounts, and what they come to together. */
  everything(): void {
    const exposure = new Map<string, number>();
    for (const state of this.house.states()) {
      this.account(state.login);
      for (const { symbol, side, volume } of state.positions.values()) {
        const more = side === 'buy' ? volume : -volume;
        exposure.set(symbol, (exposure.get(symbol) ?? 0) + more);
      }
    }
    for (const [symbol, volume] of this.ground.exposure) {
      const held = exposure.get(symbol) ?? 0;
      hold(held === volume, 19, 0, () => `${symbol}: positions ${held}, deals ${volume}`);
    }
    const { owed } = this.ground;
    hold(owed === 0, 11, 0, () => `${owed} derived commands were never executed`);
  }

  /** Every price was told a moment ago: nobody is left who had to give something up. */
  settled(): void {
    for (const state of this.house.states()) this.#settled(state, this.house.shardOf(state.login));
  }

  #rebuilt(state: AccountState, book: AccountBook): void {
    const { login, ledger, positions, orders } = state;
    const { balance, credit, held } = book;
    const sums = ledger.balance === balance && ledger.credit === credit;
    hold(sums, 21, login, () => `balance ${ledger.balance}, rebuilt ${balance}`);
    hold(positions.size === held.size, 21, login, () => `${positions.size} of ${held.size}`);
    for (const { id, side, volume, symbol, price_open } of positions.values()) {
      const one = held.get(id);
      const same =
        one?.leg.volume === (side === 'buy' ? volume : -volume) &&
        one.symbol === symbol &&
        one.leg.price === price_open;
      hold(same, 21, login, () => `position ${id} is not that of its deals`);
    }
    const { working } = book.orders;
    hold(orders.size === working.size, 21, login, () => `${orders.size} of ${working.size} orders`);
    for (const order of orders.values()) {
      const same = isSame(working.get(order.id)?.row, order);
      hold(same, 21, login, () => `order ${order.id} is not that of its events`);
    }
  }

  #settled(state: AccountState, ctx: Context): void {
    if (state.positions.size === 0 && state.orders.size === 0) return;
    const money = moneyOf(state, ctx);
    hold(!state.switches.archived, 20, state.login, () => 'archived with open rows');
    if (!this.#mustStop(state, money)) return;
    const { login } = state;
    const rows = [...state.queue.values()];
    if (rows.some(({ kind }) => kind === 'stopout_position')) return;
    const underWay = new Set(rows.flatMap((row) => [row.order_id, row.position_id]));
    for (const order of state.orders.values()) {
      const stays = underWay.has(order.id) || !this.#reserves(order);
      hold(stays, 15, login, () => `order ${order.id} could be deleted`);
    }
    for (const { id, symbol, gateway_id } of state.positions.values()) {
      const away = gateway_id !== 0 && !this.house.gateways.has(gateway_id);
      const stays = away || underWay.has(id) || !this.#trades(symbol);
      hold(stays, 15, login, () => `position ${id} in ${symbol} could be closed`);
    }
  }

  /** The stop-out test (trading-rules §3.11, §3.12). */
  #mustStop(state: AccountState, { equity, margin }: Money): boolean {
    const group = this.ground.group(state.switches.group);
    if (group.stopout_mode === 'money') {
      const level = scaled(group.stop_out, group.currency_digits);
      return state.positions.size > 0 && BigInt(equity) <= level;
    }
    if (margin > 0) return BigInt(equity) * 10_000n <= scaled(group.stop_out, 2) * BigInt(margin);
    return group.so_hedged && state.positions.size > 0 && equity < 0;
  }

  #reserves({ symbol, side, kind, state }: Order): boolean {
    if (state !== 'placed' && state !== 'partial') return false;
    const rates = this.world.symbol(symbol).margin_rates;
    const rate = rates.find((one) => one.side === side && one.order_kind === kind);
    return rate !== undefined && rate.initial !== '0';
  }

  #trades(name: string): boolean {
    const { now } = this.house;
    const symbol = this.world.symbol(name);
    if (symbol.trade_access === 'disabled' || !this.ground.isOpen(name, now)) return false;
    const stale = symbol.quote_max_delay_sec * 1000;
    const { time } = (this.house.shards[0] as Context).quote(symbol.id);
    return stale === 0 || now - time <= stale;
  }
}
