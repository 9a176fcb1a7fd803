// The oracle of trade checks: what is told before a trade is what comes of it, and nothing changes.

import type { AccountState, Context } from '../../../engine/account/types.js';
import { checkTrade, type TradeCheck } from '../../../engine/engine.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Deal, Money } from '../../../wire/trading/records.js';
import { stateRows } from '../state-rows.js';
import type { Faults, Oracle } from './oracle.js';

/** What is compared of a trade: what it did to the money, and at which price. */
interface Outcome {
  readonly price: number;
  readonly money: Money;
  readonly commission: number;
  readonly profit: number;
}

const sumOf = (deals: readonly Deal[], name: 'commission' | 'profit'): number =>
  deals.reduce((sum, deal) => sum + deal[name], 0);

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one));

/** Checks each trade of an account before it is made. */
export class TradeChecks implements Oracle {
  #check: TradeCheck | undefined;
  #isDue = false;

  asked(command: Command, state: AccountState, ctx: Context): Faults {
    this.#check = undefined;
    if (command.op !== 'trade') return [];
    const before = textOf([stateRows(state), state.gone]);
    this.#check = checkTrade(state, command, ctx);
    const after = textOf([stateRows(state), state.gone]);
    return before === after ? [] : [`trade check: it changed ${before} to ${after}`];
  }

  commanded(_command: Command, _now: number, code: string): Faults {
    const checkedCode = this.#check?.result.code;
    this.#isDue = this.#check?.effect != null;
    return checkedCode === undefined || checkedCode === code
      ? []
      : [`trade check: ${checkedCode}, and it is ${code}`];
  }

  /** The first event of a trade is its own. */
  emitted({ deals, orders, money }: AccountEvent): Faults {
    const effect = this.#isDue ? this.#check?.effect : null;
    this.#isDue = false;
    if (effect == null) return [];
    const checked: Outcome = {
      price: effect.price,
      money: effect.money,
      commission: effect.commission,
      profit: effect.profit,
    };
    const is: Outcome = {
      price: deals[0]?.price ?? orders[0]?.price_order ?? 0,
      money,
      commission: sumOf(deals, 'commission'),
      profit: sumOf(deals, 'profit'),
    };
    return textOf(checked) === textOf(is)
      ? []
      : [`trade check: ${textOf(checked)}, is ${textOf(is)}`];
  }
}
