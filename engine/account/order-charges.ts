// The charges so far of an order that is filled in parts: the minimum and maximum of a
// commission rule bound the whole order (§3.9.11).

import { plus } from '../../wire/base/amounts.js';
import type { Ledger } from '../../wire/trading/records.js';

/**
 * The charge of a deal by a rule whose bounds count by order, in units of the deposit currency:
 * `raw` before the bounds, and `paid` after them.
 */
export interface BoundedCharge {
  /** Key of the rule. */
  readonly key: string;
  readonly raw: number;
  readonly paid: number;
}

/** The sums of an order's charges by the key of their rule. */
export type OrderCharges = ReadonlyMap<string, Pick<BoundedCharge, 'raw' | 'paid'>>;

/** An order that was charged nothing yet. */
export const UNCHARGED: OrderCharges = new Map();

/** The sums after more charges. */
export const chargesAfter = (
  before: OrderCharges,
  charges: readonly BoundedCharge[],
): OrderCharges => {
  if (charges.length === 0) return before;
  const after = new Map(before);
  for (const { key, raw, paid } of charges) {
    const sums = after.get(key);
    after.set(key, { raw: plus(sums?.raw ?? 0, raw), paid: plus(sums?.paid ?? 0, paid) });
  }
  return after;
};

/** Charges of the newest deals of an order that are kept one by one, so that a bust finds them. */
const CHARGES_APART = 20;

/** Deal id 0 = the sum of older deals. */
type Part = readonly [dealId: number, key: string, raw: number, paid: number];
/** Order id → the charges of its deals. */
type PartsByOrder = Record<string, readonly Part[]>;

/** The ledger's field. */
type ChargedLedger = Pick<Ledger, 'order_charges'>;

const read = ({ order_charges }: ChargedLedger): PartsByOrder =>
  order_charges === '' ? {} : JSON.parse(order_charges);

const write = (stored: PartsByOrder): string =>
  Object.keys(stored).length === 0 ? '' : JSON.stringify(stored);

const sumsOf = (parts: readonly Part[]): OrderCharges =>
  chargesAfter(
    UNCHARGED,
    parts.map(([, key, raw, paid]) => ({ key, raw, paid })),
  );

/** The parts with the older ones as one sum for each rule: the field does not grow by the fill. */
const shortened = (parts: readonly Part[]): readonly Part[] => {
  if (parts.length <= CHARGES_APART) return parts;
  const older = [...sumsOf(parts.slice(0, -CHARGES_APART))];
  const sums = older.map(([key, { raw, paid }]): Part => [0, key, raw, paid]);
  return [...sums, ...parts.slice(-CHARGES_APART)];
};

/** The sums of the charges of an order. */
export const chargesOfOrder = (ledger: ChargedLedger, orderId: number): OrderCharges =>
  ledger.order_charges === '' ? UNCHARGED : sumsOf(read(ledger)[orderId] ?? []);

/** The ledger's field with the charges of a deal of an order that works on. */
export const withDealCharges = (
  ledger: ChargedLedger,
  orderId: number,
  dealId: number,
  charges: readonly BoundedCharge[],
): string => {
  if (charges.length === 0) return ledger.order_charges;
  const stored = read(ledger);
  const added = charges.map(({ key, raw, paid }): Part => [dealId, key, raw, paid]);
  return write({ ...stored, [orderId]: shortened([...(stored[orderId] ?? []), ...added]) });
};

/** The ledger's field without the charges of a deal, whose money was returned. */
export const withoutDealCharges = (
  ledger: ChargedLedger,
  orderId: number,
  dealId: number,
): string => {
  const stored = read(ledger);
  const { [orderId]: parts, ...others } = stored;
  const left = parts?.filter(([id]) => id !== dealId) ?? [];
  return write(left.length === 0 ? others : { ...stored, [orderId]: left });
};

/** The ledger's field without orders that have ended. */
export const withoutOrders = (
  ledger: ChargedLedger,
  ended: readonly { readonly id: number }[],
): string => {
  if (ledger.order_charges === '' || ended.length === 0) return ledger.order_charges;
  const ids = new Set(ended.map(({ id }) => String(id)));
  return write(Object.fromEntries(Object.entries(read(ledger)).filter(([id]) => !ids.has(id))));
};
