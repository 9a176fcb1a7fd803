// The preview of payments: the amounts for the lots of each account, by the terms of their side.

import { randomUUID } from 'node:crypto';
import { formatExact, formatShortest, VOLUME_SCALE } from '../../../wire/base/scale.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { constantsOf } from '../../../wire/codec/json.js';
import type { PaymentsPreviewQuery } from '../../../wire/queries/position-queries.js';
import type { Side } from '../../../wire/trading/records.js';
import type { Database, Statement } from '../../database/database.js';
import { type Buckets, SEEN } from '../rows/buckets.js';
import {
  IntegerSum,
  inRange,
  type Pricing,
  paymentPricing,
  scaledTerm,
} from './payment-pricing.js';
import { inOneSnapshot, joined, type SlicedRead } from './sliced-read.js';

/** Accounts that are read and calculated in a step: some ms. */
const STEP_ACCOUNTS = 1_024;

const LOTS = `SELECT login, bucket,
    SUM(IIF(side = 'buy', volume, 0)), SUM(IIF(side = 'sell', volume, 0))
  FROM positions WHERE login > @after AND ${SEEN}
    AND (@every OR symbol IN (SELECT id FROM symbol_names
      WHERE name IN (SELECT value FROM json_each(@symbols))))
  GROUP BY login, bucket ORDER BY login, bucket LIMIT ${STEP_ACCOUNTS}`;

/** The constant texts of an item. */
const put = constantsOf({
  login: '{"login":',
  comma: ',',
  lotsBuy: ',"lots_buy":"',
  lotsSell: '","lots_sell":"',
  amountBuy: ',"amount_buy":"',
  amountSell: ',"amount_sell":"',
  netBuy: ',"net_side":"buy"',
  netSell: ',"net_side":"sell"',
  netNone: ',"net_side":""',
  amount: ',"amount":"',
  quote: '"',
  requestId: ',"request_id":"',
  close: '"}',
});
type Put = (typeof put)['quote'];

/** The lots of an account, ×10^8. */
type AccountLots = [login: number, bucket: number, buy: number, sell: number];

/** The accounts of one currency with one number of digits: the terms in it, and their payments. */
class CurrencyPayments {
  accounts = 0;
  readonly buy = new IntegerSum();
  readonly sell = new IntegerSum();
  readonly amount = new IntegerSum();
  readonly #pricings = new Map<Side, Pricing | undefined>();

  constructor(
    readonly currency: string,
    readonly digits: number,
    private readonly pricing: (side: Side, of: CurrencyPayments) => Pricing | undefined,
  ) {}

  /** Writes and sums up the amount of lots of a side, unless there is no rate for its terms. */
  writeAmount(out: Bytes, name: Put, side: Side, lots: number): void {
    const pricing = lots === 0 ? NO_PAYMENT : this.#pricingOf(side);
    if (pricing === undefined) return;
    const amount = pricing(lots);
    this.amount.add(amount);
    name(out);
    out.exact(amount, this.digits, this.digits);
    put.quote(out);
  }

  #pricingOf(side: Side): Pricing | undefined {
    if (!this.#pricings.has(side)) this.#pricings.set(side, this.pricing(side, this));
    return this.#pricings.get(side);
  }
}

const NO_PAYMENT: Pricing = () => 0;

/** The values that all accounts of a bucket share. */
interface PaidBucket {
  readonly payments: CurrencyPayments;
  /** The members of an item between login and lots, as JSON. */
  readonly members: Uint8Array;
}

type PreviewTerms = PaymentsPreviewQuery['terms'];

/** Prices the lots of accounts. */
class PaymentsCalculation {
  readonly #needed = new Map<string, { from: string; to: string; rate: string }>();
  readonly #currencies = new Map<string, CurrencyPayments>();

  constructor(private readonly terms: PreviewTerms) {}

  /** The values that accounts of a group share. */
  paid({
    group,
    currency,
    digits,
  }: {
    group: string;
    currency: string;
    digits: number;
  }): PaidBucket {
    const key = `${digits} ${currency}`;
    const payments =
      this.#currencies.get(key) ??
      new CurrencyPayments(currency, digits, (side, of) => this.#pricing(side, of));
    this.#currencies.set(key, payments);
    const members = Buffer.from(JSON.stringify({ group, currency, digits }).slice(1, -1));
    return { payments, members };
  }

  /** Writes the payment of an account as JSON. */
  writeItem(out: Bytes, login: number, of: PaidBucket, buy: number, sell: number): void {
    const { payments, members } = of;
    payments.accounts += 1;
    payments.buy.add(buy);
    payments.sell.add(sell);
    put.login(out);
    out.int(login);
    put.comma(out);
    out.raw(members);
    put.lotsBuy(out);
    out.shortest(buy, VOLUME_SCALE);
    put.lotsSell(out);
    out.shortest(sell, VOLUME_SCALE);
    put.quote(out);
    if (this.terms.net) writeNet(out, payments, buy - sell);
    else {
      payments.writeAmount(out, put.amountBuy, 'buy', buy);
      payments.writeAmount(out, put.amountSell, 'sell', sell);
    }
    put.requestId(out);
    out.utf8(randomUUID());
    put.close(out);
  }

  /** Every conversion that the items needed. */
  ratesNeeded(): readonly object[] {
    return [...this.#needed.values()];
  }

  /** The payments in each currency; its groups may have different numbers of digits. */
  totals(): readonly object[] {
    const paid = [...this.#currencies.values()].filter(({ accounts }) => accounts > 0);
    return [...new Set(paid.map(({ currency }) => currency))].map((currency) => {
      const all = paid.filter((one) => one.currency === currency);
      const digits = Math.max(...all.map((one) => one.digits));
      const sum = (value: (one: CurrencyPayments) => bigint): bigint =>
        all.reduce((total, one) => total + value(one), 0n);
      const amount = sum((one) => one.amount.total * 10n ** BigInt(digits - one.digits));
      return {
        currency,
        accounts: all.reduce((total, { accounts }) => total + accounts, 0),
        lots_buy: formatShortest(
          sum(({ buy }) => buy.total),
          VOLUME_SCALE,
        ),
        lots_sell: formatShortest(
          sum(({ sell }) => sell.total),
          VOLUME_SCALE,
        ),
        amount: formatExact(inRange(amount), digits, digits),
      };
    });
  }

  /** How lots of a side are priced in a currency; undefined = there is no rate. */
  #pricing(of: Side, { currency, digits }: CurrencyPayments): Pricing | undefined {
    const side = this.terms[of];
    if (side === undefined) return NO_PAYMENT;
    const rate = this.#rate(side.currency || currency, currency);
    return scaledTerm(rate) === 0n ? undefined : paymentPricing(side, rate, digits);
  }

  #rate(from: string, to: string): string {
    if (from === to) return '1';
    const key = `${from}->${to}`;
    const { rates = {} } = this.terms;
    const rate = (Object.hasOwn(rates, key) ? rates[key] : undefined) ?? '0';
    this.#needed.set(key, { from, to, rate });
    return rate;
  }
}

/** In net mode the terms of the larger side apply to the difference. */
const writeNet = (out: Bytes, payments: CurrencyPayments, net: number): void => {
  if (net === 0) return put.netNone(out);
  const side = net > 0 ? 'buy' : 'sell';
  (net > 0 ? put.netBuy : put.netSell)(out);
  payments.writeAmount(out, put.amount, side, Math.abs(net));
};

/** Calculates the amounts of payments to all accounts with open positions. */
export class PaymentsPreviews {
  readonly #money: Statement;
  readonly #lots: Statement;

  constructor(
    private readonly db: Database,
    private readonly buckets: Buckets,
  ) {
    this.#money = db.prepare(
      'SELECT id, "group", currency, currency_digits AS digits FROM account_buckets',
    );
    this.#lots = db.prepare(LOTS).raw();
  }

  /** The preview as JSON; see `PaymentsPreview` in wire/rest/trading/payments.ts. */
  of(query: PaymentsPreviewQuery): SlicedRead<Uint8Array<ArrayBuffer>> {
    return inOneSnapshot(this.db, () => this.#read(query));
  }

  *#read(query: PaymentsPreviewQuery): SlicedRead<Uint8Array<ArrayBuffer>> {
    const { symbols, terms } = query;
    const { all, buckets } = this.buckets.seen(query);
    const calculation = new PaymentsCalculation(terms);
    const groups = this.#money.all() as ({ id: number } & Parameters<typeof calculation.paid>[0])[];
    const paid = new Map(groups.map((group) => [group.id, calculation.paid(group)]));
    const every = symbols === undefined ? 1 : 0;
    const given = { all, buckets, every, symbols: JSON.stringify(symbols ?? []) };
    const parts: Uint8Array[] = [Buffer.from('{"items":[')];
    const out = new Bytes();
    for (let after = 0; ; ) {
      const lots = this.#lots.all({ ...given, after }) as AccountLots[];
      out.clear();
      for (const [login, bucket, buy, sell] of lots) {
        const of = paid.get(bucket);
        if (of === undefined) continue;
        if (parts.length > 1 || out.length > 0) put.comma(out);
        calculation.writeItem(out, login, of, buy, sell);
      }
      if (out.length > 0) parts.push(out.copy());
      const last = lots.at(-1);
      if (last === undefined || lots.length < STEP_ACCOUNTS) break;
      [after] = last;
      yield;
    }
    const more = { rates_needed: calculation.ratesNeeded(), totals: calculation.totals() };
    parts.push(Buffer.from(`],${JSON.stringify(more).slice(1)}`));
    return yield* joined(parts);
  }
}
