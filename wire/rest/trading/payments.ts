// Payments over REST for many accounts: what they come to for open positions, and making them.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, RequestId, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { BALANCE_ACTIONS, POSITION_PAYMENT_ACTIONS } from '../../trading/commands.js';

/** Most payments of one request. */
export const PAYMENT_ITEMS_MAX = 1000;
/** Most characters of the comment of a payment. */
export const COMMENT_MAX = 64;

const SIDES = ['buy', 'sell'] as const;

/** The terms of a side's payments; more than is needed for a preview may be given. */
const PricedSide = Named('PricedPaymentSide', {
  action: Type.Optional(Words(POSITION_PAYMENT_ACTIONS)),
  comment: Type.Optional(WholeText(COMMENT_MAX)),
  /** The currency of `amount_per_lot`; empty = the account's own. */
  currency: Type.Optional(Type.String({ maxLength: 16 })),
  amount_per_lot: Decimal(),
  tax_percent: Type.Optional(Decimal()),
});
export type PricedSide = Static<typeof PricedSide>;

/** Which positions are paid for, and how much. */
export const PaymentsPreviewBody = Named('PaymentsPreviewBody', {
  buy: Type.Optional(PricedSide),
  sell: Type.Optional(PricedSide),
  /** A mask of group paths; empty = every group in scope. */
  groups: Type.Optional(Type.String({ maxLength: 128 })),
  /** Masks of paths or names of symbols, comma-separated; empty = all. */
  symbols: Type.Optional(Type.String({ maxLength: 1024 })),
  company: Type.Optional(Type.String({ maxLength: 128 })),
  net: Type.Optional(Type.Boolean()),
  /** Rates by `FROM->TO`. */
  rates: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Decimal())),
});
export type PaymentsPreviewBody = Static<typeof PaymentsPreviewBody>;

/** The payment of an account; an amount whose rate is missing is left out. */
const PaymentsPreviewItem = Named('PaymentsPreviewItem', {
  login: Type.Integer(),
  group: Type.String(),
  currency: Type.String(),
  digits: Type.Integer(),
  lots_buy: Decimal(),
  lots_sell: Decimal(),
  amount_buy: Type.Optional(Decimal()),
  amount_sell: Type.Optional(Decimal()),
  /** In net mode: the side whose terms apply; empty = the volumes are equal. */
  net_side: Type.Optional(Words(['', ...SIDES] as const)),
  amount: Type.Optional(Decimal()),
  /** The id to pay with, so that the payment is made once. */
  request_id: Type.String(),
});

/** What the payments of a currency come to. */
const PaymentsTotal = Named('PaymentsTotal', {
  currency: Type.String(),
  accounts: Type.Integer(),
  lots_buy: Decimal(),
  lots_sell: Decimal(),
  amount: Decimal(),
});

/** Payments that could be made, by login; nothing is paid. */
export const PaymentsPreview = Named('PaymentsPreview', {
  items: Type.Array(PaymentsPreviewItem),
  /** Every conversion, with the given rate; 0 = none was given. */
  rates_needed: Type.Array(
    Named('PaymentRate', { from: Type.String(), to: Type.String(), rate: Decimal() }),
  ),
  totals: Type.Array(PaymentsTotal),
});

const PaidSide = Named('PaidSide', {
  action: Words(POSITION_PAYMENT_ACTIONS),
  comment: Type.Optional(WholeText(COMMENT_MAX)),
});

/**
 * One payment for each side of each item that is not 0. The buy or net payment has the request id
 * of its item, the sell payment an id that is derived from it.
 */
export const PaymentsBody = Named('PaymentsBody', {
  buy: Type.Optional(PaidSide),
  sell: Type.Optional(PaidSide),
  items: Type.Array(
    Named('PaymentItem', {
      login: Id(),
      request_id: RequestId(),
      amount_buy: Type.Optional(Decimal()),
      amount_sell: Type.Optional(Decimal()),
      /** In net mode: the amount, and the side whose action and comment it has. */
      amount: Type.Optional(Decimal()),
      net_side: Type.Optional(Words(['', ...SIDES] as const)),
    }),
    { maxItems: PAYMENT_ITEMS_MAX },
  ),
  skip_margin_check: Type.Optional(Type.Boolean()),
  ...confirmFields,
});
export type PaymentsBody = Static<typeof PaymentsBody>;

/** Money operations of many accounts, each executed once. */
export const BulkBalanceBody = Named('BulkBalanceBody', {
  items: Type.Array(
    Named('BulkBalanceItem', {
      login: Id(),
      request_id: RequestId(),
      action: Words(BALANCE_ACTIONS),
      amount: Decimal(),
      comment: Type.Optional(WholeText(COMMENT_MAX)),
    }),
    { minItems: 1, maxItems: PAYMENT_ITEMS_MAX },
  ),
  skip_margin_check: Type.Optional(Type.Boolean()),
  ...confirmFields,
});
