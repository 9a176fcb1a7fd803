// The trading days of one account reckoned from its deals (invariants 16, 17, 18).

import { DAY_SUMS, type Daily, type DaySum } from '../../wire/daily.js';
import type { AccountEvent } from '../../wire/events.js';
import type { Action, Deal } from '../../wire/records.js';
import type { Ground } from './ground.js';
import { FREE, TURNOVER, type TurnoverRule } from './groups.js';
import { hold } from './invariants.js';

/** The column of a money operation; a payment goes by its sign. */
const COLUMN: Readonly<Record<Action, DaySum | null>> = {
  buy: 'daily_profit',
  sell: 'daily_profit',
  balance: null,
  transfer: null,
  charge: 'daily_charges',
  correction: 'daily_corrections',
  commission: 'daily_commission_instant',
  commission_daily: 'daily_commission_turnover',
  commission_monthly: 'daily_commission_turnover',
  agent: 'daily_agent',
  agent_daily: 'daily_agent',
  agent_monthly: 'daily_agent',
  interest: 'daily_interest',
  swap: 'daily_swap',
  dividend: 'daily_dividends',
  dividend_franked: 'daily_dividends',
  tax: 'daily_taxes',
  so_compensation: 'daily_compensation',
  credit: 'daily_credit',
  bonus: 'daily_bonuses',
  so_compensation_credit: 'daily_credit',
  buy_canceled: null,
  sell_canceled: null,
};

/** Rows of deals that were counted before. */
const CANCELED: ReadonlySet<string> = new Set(['buy_canceled', 'sell_canceled']);

/** Columns whose amounts are not on the balance. */
const ON_CREDIT: ReadonlySet<DaySum> = new Set(['daily_credit', 'daily_bonuses']);

const zeros = (): Record<DaySum, number> =>
  Object.fromEntries(DAY_SUMS.map((name) => [name, 0])) as Record<DaySum, number>;

/** Lots and charges by tier of a turnover rule in its running period. */
class Turnover {
  #volume = 0;
  #sums: number[];

  constructor(private readonly rule: TurnoverRule) {
    this.#sums = rule.tiers.map(() => 0);
  }

  /** Adds a deal's volume, or takes it out again. */
  add(volume: number, sign: 1 | -1): void {
    this.#volume += sign * volume;
    this.rule.tiers.forEach(({ cents }, at) => {
      const amount = Math.floor((volume * cents) / 1e8 + 0.5);
      this.#sums[at] = (this.#sums[at] as number) + sign * amount;
    });
  }

  /** What the period comes to: the tier of all of it prices all of it. */
  get owed(): number {
    const at = this.rule.tiers.findIndex(({ to }) => to === 0 || this.#volume <= to);
    return this.#sums[at] as number;
  }

  clear(): void {
    this.#volume = 0;
    this.#sums = this.#sums.map(() => 0);
  }
}

/** Follows one account's days. */
export class DayBook {
  #sums = zeros();
  #begun = { balance: 0, credit: 0 };
  readonly #daily = new Turnover(TURNOVER.daily);
  readonly #monthly = new Turnover(TURNOVER.monthly);
  #dayEndedAt = 0;
  #monthEndedAt = 0;

  constructor(
    private readonly login: number,
    private readonly ground: Ground,
  ) {}

  /** Takes in an event. */
  follow(event: AccountEvent): void {
    const { deals, group, ledger, daily, cause } = event;
    const turnover = this.ground.hasTurnover(group);
    for (const deal of deals) {
      const canceled = CANCELED.has(deal.action);
      if (!canceled) this.#column(deal);
      if (turnover) this.#turn(deal, canceled ? -1 : 1);
    }
    if (cause.kind === 'end_of_day') this.#charged(deals, ledger.day_ended_at);
    if (daily !== null) this.#row(daily);
    const owed = this.#daily.owed + this.#monthly.owed;
    this.#hold(
      ledger.commission_blocked === owed,
      18,
      () => `${ledger.commission_blocked}, ${owed}`,
    );
    if (ledger.day_ended_at === this.#dayEndedAt) return;
    this.#hold(ledger.day_ended_at > this.#dayEndedAt, 17, () => 'days end in order');
    this.#dayEndedAt = ledger.day_ended_at;
    this.#sums = zeros();
    this.#begun = { balance: ledger.balance, credit: ledger.credit };
  }

  #hold(holds: boolean, invariant: Parameters<typeof hold>[1], detail: () => string): void {
    hold(holds, invariant, this.login, detail);
  }

  #column({ action, profit, swap, commission, fee }: Deal): void {
    const sums = this.#sums;
    const payment = profit < 0 ? 'daily_withdrawals' : 'daily_deposits';
    sums[COLUMN[action] ?? payment] += profit;
    sums.daily_swap += swap;
    sums.daily_commission_instant += commission;
    sums.daily_fee += fee;
  }

  /** What a deal turned over; a cancelled one is taken out of the periods that still run. */
  #turn({ action, reason, entry, volume, created_at }: Deal, sign: 1 | -1): void {
    const traded = action === 'buy' || action === 'sell' || sign < 0;
    if (!traded || entry === 'out_by' || FREE.has(reason)) return;
    if (created_at >= this.#dayEndedAt) this.#daily.add(volume, sign);
    if (created_at >= this.#monthEndedAt) this.#monthly.add(volume, sign);
  }

  /** The end of a day charges what the day came to; that of a month the month too. */
  #charged(deals: readonly Deal[], at: number): void {
    const paid = (action: Action): number =>
      deals.reduce((sum, deal) => (deal.action === action ? sum - deal.profit : sum), 0);
    const day = paid('commission_daily');
    this.#hold(day === this.#daily.owed, 18, () => `charged ${day}, came to ${this.#daily.owed}`);
    this.#daily.clear();
    const month = paid('commission_monthly');
    const due = this.ground.endsMonth(at) ? this.#monthly.owed : 0;
    this.#hold(month === due, 18, () => `charged ${month} of a month, came to ${due}`);
    if (!this.ground.endsMonth(at)) return;
    this.#monthly.clear();
    this.#monthEndedAt = at;
  }

  #row(row: Daily): void {
    let onBalance = 0;
    let onCredit = 0;
    for (const name of DAY_SUMS) {
      this.#hold(row[name] === this.#sums[name], 17, () => `${name} ${row[name]}`);
      if (ON_CREDIT.has(name)) onCredit += row[name];
      else onBalance += row[name];
    }
    const { balance, credit } = this.#begun;
    this.#hold(row.balance_prev_day === balance, 17, () => `the row does not follow ${balance}`);
    this.#hold(row.balance - balance === onBalance, 17, () => `columns come to ${onBalance}`);
    this.#hold(row.credit - credit === onCredit, 17, () => `on credit ${onCredit}`);
  }
}
