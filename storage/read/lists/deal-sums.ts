// Deal sums: the sums of an account's deals, beside its ledger.

import { formatExact } from '../../../wire/base/scale.js';
import type { AccountSums } from '../../../wire/queries/account-queries.js';
import { CREDIT_ACTIONS } from '../../../wire/trading/records.js';
import type { Database } from '../../database/database.js';
import { AccountRecords, type EntryKey, FIRST_ENTRY } from '../account-records.js';
import { inOneSnapshot, type SlicedRead } from './sliced-read.js';

/** Entries that are read in a step. */
const STEP_ENTRIES = 256;

/** Sums up the deals of accounts. */
export class AccountDealSums {
  readonly #records: AccountRecords;

  constructor(private readonly db: Database) {
    this.#records = new AccountRecords(db);
  }

  /** The sums of an account's deals and its ledger; null = it had no event. */
  of(login: number): SlicedRead<AccountSums | null> {
    return inOneSnapshot(this.db, () => this.#read(login));
  }

  *#read(login: number): SlicedRead<AccountSums | null> {
    const ledger = this.#records.ledger(login, login);
    if (ledger === undefined) return null;
    const sums = { deals: 0, balance: 0n, credit: 0n };
    let after: EntryKey = FIRST_ENTRY;
    for (;;) {
      const entries = this.#records.entries(login, after, STEP_ENTRIES);
      for (const [, , dealId] of entries) if (dealId > 0) this.#add(sums, dealId);
      after = entries.at(-1) ?? after;
      if (entries.length < STEP_ENTRIES) break;
      yield;
    }
    const { account_seq, currency_digits: digits } = ledger;
    const text = (amount: bigint | number): string => formatExact(amount, digits, digits);
    const [balance, credit] = [BigInt(ledger.balance), BigInt(ledger.credit)];
    return {
      account_seq,
      deals: sums.deals,
      balance: text(balance),
      balance_deals: text(sums.balance),
      balance_difference: text(balance - sums.balance),
      credit: text(credit),
      credit_deals: text(sums.credit),
      credit_difference: text(credit - sums.credit),
    };
  }

  /** A deal that was taken back counts, and so does the payment that returned its money. */
  #add(sums: { deals: number; balance: bigint; credit: bigint }, dealId: number): void {
    const deal = this.#records.deal(dealId);
    if (deal === undefined) return;
    const { action, profit, swap, commission, fee } = deal;
    const amount = BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee);
    sums.deals += 1;
    if (CREDIT_ACTIONS.includes(action)) sums.credit += amount;
    else sums.balance += amount;
  }
}
