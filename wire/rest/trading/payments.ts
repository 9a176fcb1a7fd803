// Payments over REST for many accounts: their amounts for open positions, and making them.

import { type Static, Type } from '@sinclair/typebox';
import { parseScaledBig, RATE_SCALE } from '../../base/scale.js';
import { Decimal, Id, Named, RequestId, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section, wordedAs } from '../../fields/words.js';
import { BALANCE_ACTIONS, POSITION_PAYMENT_ACTIONS } from '../../trading/commands.js';

const payment = section('Payment');
const trades = section('Trades');
const account = section('Account');
const lots = section('Lots');
const totals = section('Totals');
const rate = section('Rate');

/** Most payments of one request. */
export const PAYMENT_ITEMS_MAX = 1000;
/** Most characters of the comment of a payment. */
export const COMMENT_MAX = 64;

const SIDES = ['buy', 'sell'] as const;

/** The terms of a side's payments; more than is needed for a preview may be given. */
const PricedSide = Named('PricedPaymentSide', {
  action: payment(
    'Action',
    'Kind of the money operations that would be made.',
    Type.Optional(Words(POSITION_PAYMENT_ACTIONS)),
  ),
  comment: payment(
    'Comment',
    'Text that their deals carry.',
    Type.Optional(WholeText(COMMENT_MAX)),
  ),
  currency: payment(
    'Currency',
    'Currency of the amount per lot; empty = the currency of the account.',
    Type.Optional(Type.String({ maxLength: 16 })),
  ),
  amount_per_lot: payment(
    'Amount per lot',
    'Amount paid for a lot; signed.',
    Decimal(),
    'currency or percent',
  ),
  tax_percent: payment(
    'Tax',
    'Part of the amount that is kept back.',
    Type.Optional(Decimal()),
    'percent',
  ),
});
export type PricedSide = Static<typeof PricedSide>;

/** Which positions are paid for, and how much. */
export const PaymentsPreviewBody = Named('PaymentsPreviewBody', {
  buy: payment('Buy side', 'Terms of the payment for bought lots.', Type.Optional(PricedSide)),
  sell: payment('Sell side', 'Terms of the payment for sold lots.', Type.Optional(PricedSide)),
  groups: trades(
    'Groups',
    'Mask of group paths; empty = all in scope.',
    Type.Optional(Type.String({ maxLength: 128 })),
  ),
  symbols: trades(
    'Symbols',
    'Masks of paths or names of symbols, comma-separated; empty = all.',
    Type.Optional(Type.String({ maxLength: 1024 })),
  ),
  company: trades(
    'Company',
    'Company of the groups of the accounts.',
    Type.Optional(Type.String({ maxLength: 128 })),
  ),
  net: payment(
    'Net',
    'Is only the difference of bought and sold lots paid for?',
    Type.Optional(Type.Boolean()),
  ),
  rates: payment(
    'Rates',
    'Rates of exchange by `FROM->TO`.',
    Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Decimal())),
  ),
});
export type PaymentsPreviewBody = Static<typeof PaymentsPreviewBody>;

const PERCENT = 100n * 10n ** BigInt(RATE_SCALE);

/** Why terms cannot be paid by: a tax is from 0 to 100 percent (§4.14), a rate is not negative. */
export const paymentTermsFault = (terms: PaymentsPreviewBody): string | undefined => {
  for (const side of SIDES) {
    const tax = terms[side]?.tax_percent ?? '0';
    const scaled = parseScaledBig(tax, RATE_SCALE) ?? 0n;
    if (scaled >= 0n && scaled <= PERCENT) continue;
    return `${side}.tax_percent: must be from 0 to 100, is ${tax}`;
  }
  for (const [pair, rate] of Object.entries(terms.rates ?? {})) {
    if ((parseScaledBig(rate, RATE_SCALE) ?? 0n) >= 0n) continue;
    return `rates.${pair}: must not be negative, is ${rate}`;
  }
  return undefined;
};

/** The payment of an account; an amount whose rate is missing is left out. */
const PaymentsPreviewItem = Named('PaymentsPreviewItem', {
  login: Type.Integer(),
  group: Type.String(),
  currency: account('Currency', 'Currency of the account.', Type.String()),
  digits: account('Digits', 'Decimals of the amounts.', Type.Integer(), 'count'),
  lots_buy: lots('Bought lots', 'Size of the bought positions.', Decimal(), 'lots'),
  lots_sell: lots('Sold lots', 'Size of the sold positions.', Decimal(), 'lots'),
  amount_buy: payment(
    'Buy amount',
    'Payment for bought lots; signed.',
    Type.Optional(Decimal()),
    'money',
  ),
  amount_sell: payment(
    'Sell amount',
    'Payment for sold lots; signed.',
    Type.Optional(Decimal()),
    'money',
  ),
  net_side: payment(
    'Net side',
    'Side whose terms apply in net mode; empty = none.',
    Type.Optional(Words(['', ...SIDES] as const)),
  ),
  amount: payment(
    'Net amount',
    'Signed amount of the payment in net mode.',
    Type.Optional(Decimal()),
    'money',
  ),
  /** The id to pay with, so that the payment is made once. */
  request_id: Type.String(),
});

const PaymentsTotal = Named('PaymentsTotal', {
  currency: totals('Currency', 'Currency of the accounts.', Type.String()),
  accounts: totals('Accounts', 'Number of accounts.', Type.Integer(), 'count'),
  lots_buy: totals('Bought lots', 'Size of the bought positions.', Decimal(), 'lots'),
  lots_sell: totals('Sold lots', 'Size of the sold positions.', Decimal(), 'lots'),
  amount: totals('Amount', 'Sum of all payments.', Decimal(), 'money'),
});

/** Payments that could be made, by login; nothing is paid. */
export const PaymentsPreview = Named('PaymentsPreview', {
  items: payment('Items', 'Payments by login.', Type.Array(PaymentsPreviewItem)),
  rates_needed: payment(
    'Rates needed',
    'Every conversion between currencies.',
    Type.Array(
      Named('PaymentRate', {
        from: rate('From', 'Currency of the amount per lot.', Type.String()),
        to: rate('To', 'Currency of the account.', Type.String()),
        rate: rate(
          'Rate',
          'The given rate; 0 = none, and the amounts are left out.',
          Decimal(),
          'rate',
        ),
      }),
    ),
  ),
  totals: payment('Totals', 'Sums by currency.', Type.Array(PaymentsTotal)),
});

const PaidSide = Named(
  'PaidSide',
  wordedAs(PricedSide.properties, {
    action: payment(
      'Action',
      'Kind of the money operations of the side.',
      Words(POSITION_PAYMENT_ACTIONS),
    ),
    comment: Type.Optional(WholeText(COMMENT_MAX)),
  }),
);

/**
 * One payment for each side of each item that is not 0. The buy or net payment has the request id
 * of its item, the sell payment an id that is derived from it.
 */
export const PaymentsBody = Named(
  'PaymentsBody',
  wordedAs(PaymentsPreviewBody.properties, {
    buy: Type.Optional(PaidSide),
    sell: Type.Optional(PaidSide),
    items: payment(
      'Items',
      'Payments of accounts.',
      Type.Array(
        Named(
          'PaymentItem',
          wordedAs(PaymentsPreviewItem.properties, {
            login: Id(),
            request_id: RequestId(),
            amount_buy: Type.Optional(Decimal()),
            amount_sell: Type.Optional(Decimal()),
            amount: Type.Optional(Decimal()),
            net_side: Type.Optional(Words(['', ...SIDES] as const)),
          }),
        ),
        { maxItems: PAYMENT_ITEMS_MAX },
      ),
    ),
    skip_margin_check: payment(
      'Skip check',
      'May payments take more than the free margin?',
      Type.Optional(Type.Boolean()),
    ),
    ...confirmFields,
  }),
);
export type PaymentsBody = Static<typeof PaymentsBody>;

/** Money operations of many accounts, each executed once. */
export const BulkBalanceBody = Named('BulkBalanceBody', {
  items: payment(
    'Items',
    'Money operations of accounts.',
    Type.Array(
      Named('BulkBalanceItem', {
        login: Id(),
        request_id: RequestId(),
        action: payment('Action', 'Kind of the money operation.', Words(BALANCE_ACTIONS)),
        amount: payment('Amount', 'Amount that is paid in, or out below zero.', Decimal(), 'money'),
        comment: Type.Optional(WholeText(COMMENT_MAX)),
      }),
      { minItems: 1, maxItems: PAYMENT_ITEMS_MAX },
    ),
  ),
  skip_margin_check: payment(
    'Skip check',
    'May they take more than the free margin?',
    Type.Optional(Type.Boolean()),
  ),
  ...confirmFields,
});
