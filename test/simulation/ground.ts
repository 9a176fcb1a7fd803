// What the books of all accounts stand on: settings, ids, exposure and what was executed.

import type { AccountEvent, DerivedCommand } from '../../wire/events.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { Deal } from '../../wire/records.js';
import { Bits } from './bits.js';
import { Calendar, endsMonth, localOf } from './calendar.js';
import { TURNOVER } from './groups.js';
import { hold } from './invariants.js';
import type { World } from './world.js';

/** Facts that accounts share. */
export class Ground {
  /** Signed volume by symbol, as the deals of all accounts come to. */
  readonly exposure = new Map<string, number>();
  readonly #ended = new Bits();
  readonly #executions = new Set<string>();
  /** Derived commands that were given and not done yet, by request id. */
  readonly #owed = new Map<string, DerivedCommand>();
  #lastDeal = 0;
  #calendar: Calendar;
  #version: number;

  constructor(private readonly world: World) {
    this.#calendar = new Calendar(world.settings);
    this.#version = world.settings.version;
  }

  group(path: string): GroupRecord {
    return this.world.group(path);
  }

  isOpen(symbol: string, time: number): boolean {
    if (this.#version !== this.world.settings.version) {
      this.#calendar = new Calendar(this.world.settings);
      this.#version = this.world.settings.version;
    }
    return this.#calendar.isOpen(this.world.symbol(symbol), time);
  }

  /** Does the group charge by turnover? */
  hasTurnover(path: string): boolean {
    return this.group(path).commissions.some(({ name }) => name === TURNOVER.daily.name);
  }

  /** Is it the last day of a month on the server clock? */
  endsMonth(time: number): boolean {
    return endsMonth(localOf(this.world.settings, time));
  }

  /** Is this order not one that ended? */
  freshOrder(id: number): boolean {
    return !this.#ended.has(id);
  }

  endedOrder(id: number): void {
    this.#ended.add(id);
  }

  /** A deal: its id rises over all accounts, its execution is the first of its name. */
  dealt(deal: Deal): void {
    const { id, login, action, volume, symbol, gateway_id, external_id } = deal;
    hold(id > this.#lastDeal, 10, login, () => `deal ${id} after ${this.#lastDeal}`);
    this.#lastDeal = id;
    if (action !== 'buy' && action !== 'sell') return;
    this.#expose(symbol, action === 'buy' ? volume : -volume);
    if (gateway_id === 0 || external_id === '') return;
    const execution = `${gateway_id}:${external_id}`;
    hold(!this.#executions.has(execution), 13, login, () => `execution ${execution} again`);
    this.#executions.add(execution);
  }

  /** A deal that was taken back. */
  canceled({ symbol }: Deal, volume: number): void {
    this.#expose(symbol, -volume);
  }

  /** A position that was deleted without a deal. */
  corrected(symbol: string, volume: number): void {
    this.#expose(symbol, -volume);
  }

  /** What an event owes to other accounts, or does of it: each once. */
  derived(event: AccountEvent): void {
    const { login, cause, derived } = event;
    for (const command of derived) {
      const { request_id: id } = command;
      hold(!this.#owed.has(id), 11, login, () => `derived command ${id} is given twice`);
      this.#owed.set(id, command);
    }
    if (cause.kind !== 'balance' || cause.source !== 'server') return;
    const owed = this.#owed.get(cause.request_id);
    hold(owed !== undefined, 11, login, () => `derived command ${cause.request_id} was not owed`);
    this.#owed.delete(cause.request_id);
    if (owed !== undefined) this.#paid(owed, event);
  }

  /** What another account is paid is what was owed, in its own currency at the rate it names. */
  #paid({ amount, currency }: DerivedCommand, { login, group, deals }: AccountEvent): void {
    const own = this.group(group);
    const scale = 10 ** own.currency_digits;
    const [{ profit, rate_profit } = { profit: 0, rate_profit: 0n }] = deals;
    const rate = currency === own.currency ? 1 : Number(rate_profit) / 1e12;
    const off = Math.abs(Number(amount) * rate * scale - profit);
    const converted = deals.length === 0 || rate > 0;
    hold(converted && off < 0.5001, 1, login, () => `${profit} is paid of ${amount} ${currency}`);
  }

  /** Derived commands that are owed. */
  get owed(): number {
    return this.#owed.size;
  }

  #expose(symbol: string, volume: number): void {
    this.exposure.set(symbol, (this.exposure.get(symbol) ?? 0) + volume);
  }
}
