// Payments for positions: the terms as they are typed, and the payments of a preview, by 1,000;
// rows whose outcome is unknown are sent again by the same ids.

import type { components } from '../../../client/index.js';
import { typedNumber } from '../../texts/numbers.js';

/** The body of a request for a preview of payments. */
type PreviewBody = components['schemas']['PaymentsPreviewBody'];
/** The preview. */
export type PaymentPreview = components['schemas']['PaymentsPreview'];
/** A payment of the preview. */
export type PreviewItem = components['schemas']['PaymentsPreviewItem'];
/** The body that pays. */
type PayBody = components['schemas']['PaymentsBody'];
/** The outcome of a payment. */
export type PaidRow = components['schemas']['PaymentResult'];
/** The kind of a payment. */
type PayAction = NonNullable<NonNullable<PayBody['buy']>['action']>;

/** The sides. */
export const PAY_SIDES = ['buy', 'sell'] as const;
/** A side. */
export type PaySide = (typeof PAY_SIDES)[number];

/** The terms of a side as they are typed; without an amount the side is not paid for. */
export interface SideTerms {
  readonly perLot: string;
  readonly currency: string;
  readonly tax: string;
  readonly action: PayAction;
  readonly comment: string;
}

/** All terms as they are typed. */
export interface PayTerms {
  readonly sides: Readonly<Record<PaySide, SideTerms>>;
  readonly groups: string;
  readonly symbols: string;
  readonly net: boolean;
  readonly skip: boolean;
  /** Rates by `FROM->TO`. */
  readonly rates: Readonly<Record<string, string>>;
}

const EMPTY_SIDE: SideTerms = {
  perLot: '',
  currency: '',
  tax: '',
  action: 'dividend',
  comment: '',
};

/** The terms before anything is typed. */
export const NO_TERMS: PayTerms = {
  sides: { buy: EMPTY_SIDE, sell: EMPTY_SIDE },
  groups: '',
  symbols: '',
  net: false,
  skip: false,
  rates: {},
};

const isEmpty = (text: string): boolean => text.trim() === '';

/** Is it empty, or a number? */
export const isAmount = (text: string): boolean => isEmpty(text) || typedNumber(text) !== null;

/** Can these terms be sent: an amount for a side, and all that is typed is a number? */
export const areWhole = ({ sides, rates }: PayTerms): boolean => {
  const all = Object.values(sides);
  return (
    all.some(({ perLot }) => !isEmpty(perLot)) &&
    all.every(({ perLot, tax }) => isAmount(perLot) && isAmount(tax)) &&
    Object.values(rates).every(isAmount)
  );
};

const pricedSide = ({ perLot, currency, tax, action, comment }: SideTerms) => {
  const amount_per_lot = typedNumber(perLot);
  if (amount_per_lot === null) return undefined;
  const tax_percent = typedNumber(tax);
  return {
    action,
    amount_per_lot,
    ...(isEmpty(comment) ? {} : { comment: comment.trim() }),
    ...(isEmpty(currency) ? {} : { currency: currency.trim().toUpperCase() }),
    ...(tax_percent !== null && { tax_percent }),
  };
};

/** The body of the preview of terms. */
export const previewOf = ({ sides, groups, symbols, net, rates }: PayTerms): PreviewBody => {
  const [buy, sell] = PAY_SIDES.map((side) => pricedSide(sides[side]));
  const known = Object.entries(rates).flatMap(([name, text]) => {
    const rate = typedNumber(text);
    return rate === null ? [] : [[name, rate] as const];
  });
  return {
    ...(buy !== undefined && { buy }),
    ...(sell !== undefined && { sell }),
    ...(isEmpty(groups) ? {} : { groups: groups.trim() }),
    ...(isEmpty(symbols) ? {} : { symbols: symbols.trim() }),
    ...(net && { net }),
    ...(known.length > 0 && { rates: Object.fromEntries(known) }),
  };
};

/** Most payments of a request. */
const ITEMS_MAX = 1_000;

/** The payments of a preview in requests of at most 1,000. */
export const payChunks = (items: readonly PreviewItem[]): readonly (readonly PreviewItem[])[] =>
  Array.from({ length: Math.ceil(items.length / ITEMS_MAX) }, (_, at) =>
    items.slice(at * ITEMS_MAX, (at + 1) * ITEMS_MAX),
  );

/** The body that pays items of a preview. */
export const payBody = (terms: PayTerms, items: readonly PreviewItem[]): PayBody => {
  const paid = (side: PaySide) => {
    const { action, comment } = terms.sides[side];
    return { action, ...(isEmpty(comment) ? {} : { comment: comment.trim() }) };
  };
  return {
    buy: paid('buy'),
    sell: paid('sell'),
    items: items.map(({ login, request_id, amount_buy, amount_sell, amount, net_side }) => ({
      login,
      request_id,
      ...(amount_buy !== undefined && { amount_buy }),
      ...(amount_sell !== undefined && { amount_sell }),
      ...(amount !== undefined && { amount }),
      ...(net_side !== undefined && { net_side }),
    })),
    ...(terms.skip && { skip_margin_check: true }),
  };
};

/** The rows with newer outcomes of the same payments in their places. */
export const withOutcomes = (
  rows: readonly PaidRow[],
  newer: readonly PaidRow[],
): readonly PaidRow[] => {
  const byId = new Map(newer.map((row) => [row.request_id, row]));
  const kept = rows.map((row) => byId.get(row.request_id) ?? row);
  const known = new Set(rows.map(({ request_id }) => request_id));
  return [...kept, ...newer.filter(({ request_id }) => !known.has(request_id))];
};

/** The accounts that have a payment whose outcome is not known. */
export const unknownLogins = (rows: readonly PaidRow[]): ReadonlySet<number> =>
  new Set(rows.filter(({ status }) => status === 'unknown').map(({ login }) => login));
