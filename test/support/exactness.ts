// Finds inexact numbers in an event, at any depth, and wrong sums of deals.

import { MONEY_MAX } from '../../wire/base/amounts.js';
import { packEvent } from '../../wire/codec/pack.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { CREDIT_ACTIONS } from '../../wire/trading/records.js';

const within = (path: string, value: unknown): readonly string[] => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [`${path} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => within(`${path}.${name}`, one));
};

/** The numbers of an event that are no safe integers, each with where it stands. */
export const unsafeOf = (event: AccountEvent): string[] => [...within(event.kind, event)];

/** Follows the sums of an account's deals, exactly. */
export class Sums {
  private balance = 0n;
  private credit = 0n;

  /** What an event breaks. */
  follow(event: AccountEvent): readonly string[] {
    const faults = unsafeOf(event);
    if (faults.length > 0) return faults;
    for (const { action, profit, swap, commission: charge, fee } of event.deals) {
      if (action.endsWith('_canceled')) continue;
      const moved = BigInt(profit) + BigInt(swap) + BigInt(charge) + BigInt(fee);
      if (CREDIT_ACTIONS.includes(action)) this.credit += moved;
      else this.balance += moved;
    }
    const { ledger, money } = event;
    if (BigInt(ledger.balance) !== this.balance) faults.push('balance is not that of the deals');
    if (BigInt(ledger.credit) !== this.credit) faults.push('credit is not that of the deals');
    for (const [name, amount] of Object.entries({ ...money, calculated_at: 0 })) {
      if (Math.abs(amount) > MONEY_MAX) faults.push(`${name} leaves its room`);
    }
    const again = unpackEvent(packEvent(event)) as AccountEvent;
    if (again.ledger.balance !== ledger.balance) faults.push('the log loses money');
    return faults;
  }
}
