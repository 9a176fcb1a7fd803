// The preview of payments: what the lots of each account come to, by the terms of their side.

import { randomUUID } from 'node:crypto';
import { limited } from '../../../wire/base/amounts.js';
import {
  formatExact,
  formatShortest,
  parseScaledBig,
  RATE_SCALE,
  VOLUME_SCALE,
} from '../../../wire/base/scale.js';
import type { PaymentsPreviewQuery } from '../../../wire/desk/queries.js';
import type { PricedSide } from '../../../wire/rest/trading/payments.js';
import type { Side } from '../../../wire/trading/records.js';
import type { Database, Statement } from '../../database/database.js';
import { type Buckets, SEEN } from '../buckets.js';
import { inOneSnapshot, type SlicedRead } from './sliced-read.js';

/** Accounts that are read and calculated in a step: some ms. */
const STEP_ACCOUNTS = 1_024;

const PERCENT = 100n * 10n ** BigInt(RATE_SCALE);
/** The decimals of lots, amount per lot, share after tax, and rate. */
const SCALE = VOLUME_SCALE + 3 * RATE_SCALE + 2;

const LOTS = `SELECT login, bucket,
    SUM(IIF(side = 'buy', volume, 0)), SUM(IIF(side = 'sell', volume, 0))
  FROM positions WHERE login > @after AND ${SEEN}
    AND (@every OR symbol IN (SELECT value FROM json_each(@symbols)))
  GROUP BY login, bucket ORDER BY login, bucket LIMIT ${STEP_ACCOUNTS}`;

/** The lots of an account, ×10^8. */
type AccountLots = [login: number, bucket: number, buy: number, sell: number];

const scaled = (text: string | undefined): bigint => parseScaledBig(text ?? '0', RATE_SCALE) ?? 0n;

/** A quotient rounded half away from zero. */
const rounded = (value: bigint, by: bigint): bigint => {
  const half = value < 0n ? -by / 2n : by / 2n;
  return (value + half) / by;
};

/** An amount within those that a ledger can have (supplement §15). */
const inRange = (amount: bigint): bigint => BigInt(limited(Number(amount)));

/** The greatest common divisor of two numbers that are not negative, and not both 0. */
const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));

/** The amount of lots ×10^8 in units of a currency. */
type Pricing = (lots: number) => bigint;

/**
 * `R(lots · amount_per_lot · (1 − tax_percent/100) · rate, digits)` in units of a currency with
 * `digits` decimals, limited to what a ledger can have (supplement §5.2).
 */
export const paymentPricing = (
  { amount_per_lot, tax_percent }: Pick<PricedSide, 'amount_per_lot' | 'tax_percent'>,
  rate: string,
  digits: number,
): Pricing => {
  const share = PERCENT - scaled(tax_percent);
  const value = scaled(amount_per_lot) * share * scaled(rate) * 10n ** BigInt(digits);
  const unit = 10n ** BigInt(SCALE);
  // Most terms are short decimals, so that the numbers of each account become small ones.
  const factor = common(unit, value < 0n ? -value : value);
  const [of, by] = [value / factor, unit / factor];
  return (lots) => inRange(rounded(BigInt(lots) * of, by));
};

/** The accounts of one currency with one number of digits: the terms in it, and what they get. */
class CurrencyPayments {
  accounts = 0;
  buy = 0n;
  sell = 0n;
  amount = 0n;
  readonly #pricings = new Map<Side, Pricing | undefined>();

  constructor(
    readonly currency: string,
    readonly digits: number,
    private readonly pricing: (side: Side, of: CurrencyPayments) => Pricing | undefined,
  ) {}

  /** The amount of lots of a side; undefined = there is no rate for its terms. */
  price(side: Side, lots: number): string | undefined {
    const pricing = lots === 0 ? NOTHING : this.#pricingOf(side);
    if (pricing === undefined) return undefined;
    const amount = pricing(lots);
    this.amount += amount;
    return formatExact(amount, this.digits, this.digits);
  }

  #pricingOf(side: Side): Pricing | undefined {
    if (!this.#pricings.has(side)) this.#pricings.set(side, this.pricing(side, this));
    return this.#pricings.get(side);
  }
}

const NOTHING: Pricing = () => 0n;

/** What all accounts of a bucket have in common. */
interface PaidBucket {
  readonly payments: CurrencyPayments;
  /** The members of an item between login and lots. */
  readonly members: string;
}

type PreviewTerms = PaymentsPreviewQuery['terms'];

/** Prices the lots of accounts. */
class PaymentsCalculation {
  readonly #terms: PreviewTerms;
  readonly #needed = new Map<string, { from: string; to: string; rate: string }>();
  readonly #currencies = new Map<string, CurrencyPayments>();

  constructor(terms: PreviewTerms) {
    this.#terms = terms;
  }

  /** What accounts of a group have in common. */
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
    const members = JSON.stringify({ group, currency, digits }).slice(1, -1);
    return { payments, members };
  }

  /** The payment of an account as JSON. */
  item(login: number, { payments, members }: PaidBucket, buy: number, sell: number): string {
    payments.accounts += 1;
    payments.buy += BigInt(buy);
    payments.sell += BigInt(sell);
    const lots =
      `"lots_buy":"${formatShortest(buy, VOLUME_SCALE)}",` +
      `"lots_sell":"${formatShortest(sell, VOLUME_SCALE)}"`;
    const paid = this.#terms.net
      ? netMember(payments, buy - sell)
      : sideMembers(payments, buy, sell);
    return `{"login":${login},${members},${lots}${paid},"request_id":"${randomUUID()}"}`;
  }

  /** Every conversion that the items needed. */
  ratesNeeded(): readonly object[] {
    return [...this.#needed.values()];
  }

  /** What each currency is paid; its groups may have different numbers of digits. */
  totals(): readonly object[] {
    const paid = [...this.#currencies.values()].filter(({ accounts }) => accounts > 0);
    return [...new Set(paid.map(({ currency }) => currency))].map((currency) => {
      const all = paid.filter((one) => one.currency === currency);
      const digits = Math.max(...all.map((one) => one.digits));
      const sum = (value: (one: CurrencyPayments) => bigint): bigint =>
        all.reduce((total, one) => total + value(one), 0n);
      const amount = sum((one) => one.amount * 10n ** BigInt(digits - one.digits));
      return {
        currency,
        accounts: all.reduce((total, { accounts }) => total + accounts, 0),
        lots_buy: formatShortest(
          sum(({ buy }) => buy),
          VOLUME_SCALE,
        ),
        lots_sell: formatShortest(
          sum(({ sell }) => sell),
          VOLUME_SCALE,
        ),
        amount: formatExact(inRange(amount), digits, digits),
      };
    });
  }

  /** How lots of a side are priced in a currency; undefined = there is no rate. */
  #pricing(of: Side, { currency, digits }: CurrencyPayments): Pricing | undefined {
    const side = this.#terms[of];
    if (side === undefined) return NOTHING;
    const rate = this.#rate(side.currency || currency, currency);
    return scaled(rate) === 0n ? undefined : paymentPricing(side, rate, digits);
  }

  #rate(from: string, to: string): string {
    if (from === to) return '1';
    const key = `${from}->${to}`;
    const { rates = {} } = this.#terms;
    const rate = (Object.hasOwn(rates, key) ? rates[key] : undefined) ?? '0';
    this.#needed.set(key, { from, to, rate });
    return rate;
  }
}

/** A member of an item; an amount without a rate is left out. */
const member = (name: string, amount: string | undefined): string =>
  amount === undefined ? '' : `,"${name}":"${amount}"`;

const sideMembers = (payments: CurrencyPayments, buy: number, sell: number): string =>
  member('amount_buy', payments.price('buy', buy)) +
  member('amount_sell', payments.price('sell', sell));

/** In net mode the terms of the larger side apply to the difference. */
const netMember = (payments: CurrencyPayments, net: number): string => {
  if (net === 0) return member('net_side', '');
  const side = net > 0 ? 'buy' : 'sell';
  return member('net_side', side) + member('amount', payments.price(side, Math.abs(net)));
};

/** Calculates what payments to all accounts with open positions come to. */
export class PaymentsPreviews {
  readonly #db: Database;
  readonly #buckets: Buckets;
  readonly #money: Statement;
  readonly #lots: Statement;

  constructor(db: Database, buckets: Buckets) {
    this.#db = db;
    this.#buckets = buckets;
    this.#money = db.prepare(
      'SELECT id, "group", currency, currency_digits AS digits FROM account_buckets',
    );
    this.#lots = db.prepare(LOTS).raw();
  }

  /** The preview as JSON; see `PaymentsPreview` in wire/rest/trading/payments.ts. */
  of(query: PaymentsPreviewQuery): SlicedRead<Uint8Array<ArrayBuffer>> {
    return inOneSnapshot(this.#db, () => this.#read(query));
  }

  *#read(query: PaymentsPreviewQuery): SlicedRead<Uint8Array<ArrayBuffer>> {
    const { symbols, terms } = query;
    const { all, buckets } = this.#buckets.seen(query);
    const calculation = new PaymentsCalculation(terms);
    const groups = this.#money.all() as ({ id: number } & Parameters<typeof calculation.paid>[0])[];
    const paid = new Map(groups.map((group) => [group.id, calculation.paid(group)]));
    const every = symbols === undefined ? 1 : 0;
    const given = { all, buckets, every, symbols: JSON.stringify(symbols ?? []) };
    const parts = [Buffer.from('{"items":[')];
    for (let after = 0; ; ) {
      const lots = this.#lots.all({ ...given, after }) as AccountLots[];
      const items: string[] = [];
      for (const [login, bucket, buy, sell] of lots) {
        const of = paid.get(bucket);
        if (of !== undefined) items.push(calculation.item(login, of, buy, sell));
      }
      const between = parts.length > 1 ? ',' : '';
      if (items.length > 0) parts.push(Buffer.from(between + items.join(',')));
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

/** The parts in memory of their own, which can be given to another thread. */
function* joined(parts: readonly Uint8Array[]): SlicedRead<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}
