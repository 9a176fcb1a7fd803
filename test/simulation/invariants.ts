// The invariants of the ledger (trading-rules §6), by number and sentence, and how one breaks.

/** What always holds. */
export const SENTENCES = {
  1: 'balance = Σ (profit + swap + commission + fee) of deals with a balance action',
  2: 'credit = Σ profit of credit actions, and credit ≥ 0',
  3: 'every amount is a whole number of the smallest unit',
  4: 'Σ signed volume of a position’s deals + corrections = its signed volume',
  5: 'a position has volume; an order’s volumes add up, and its deals are what was filled',
  6: 'netting: one position a symbol; hedging: no inout, one order opens, out_by deals are pairs',
  7: 'price_open rebuilt from the deals in id order = stored',
  8: 'margin = margin recomputed from the rows',
  9: 'equity, margin_free and margin_level satisfy §3.11',
  10: 'ids and seq strictly rise; time never falls',
  11: 'a request id has one effect; repeats answer the same; a refusal changes nothing',
  12: 'order states move by §4.8, final ones never; done_at is set in final states alone',
  13: 'no deal without an order, no fill without a decision or a provider’s execution',
  14: 'no limit order filled worse than its price; no deal outside sessions',
  15: 'after settling no account fulfils the stop-out test while something can be given up',
  16: 'Σ swap accrued = Σ position.swap + Σ deal.swap',
  17: 'a daily row’s columns add up to the change of the balance, and rows follow on',
  18: 'commission_blocked = Σ uncharged commission of the running period',
  19: 'exposure = Σ positions = Σ signed deals (+ corrections) over all accounts',
  20: 'no request of a disabled account is accepted; nothing is open on an archived one',
  21: 'rebuilding the account from its deals, orders and corrections gives the same records',
} as const;

/** The number of an invariant. */
export type Invariant = keyof typeof SENTENCES;

/** An invariant does not hold. */
export class Broken extends Error {
  constructor(
    readonly invariant: Invariant,
    login: number,
    detail: string,
  ) {
    super(`invariant ${invariant} (${SENTENCES[invariant]}), account ${login}: ${detail}`);
  }
}

/** Ends the simulation when an invariant does not hold. Say the detail only when it is needed. */
export const hold = (
  holds: boolean,
  invariant: Invariant,
  login: number,
  detail: () => string,
): void => {
  if (!holds) throw new Broken(invariant, login, detail());
};
