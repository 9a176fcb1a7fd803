// The preview of payments: what the lots of each account come to, by the terms of their side.

import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limited } from '../../wire/base/amounts.js';
import type { Code } from '../../wire/base/codes.js';
import { done, type Outcome } from '../../wire/base/codes.js';
import { listFits, maskListOf } from '../../wire/base/mask.js';
import {
  formatExact,
  formatShortest,
  parseScaledBig,
  RATE_SCALE,
  VOLUME_SCALE,
} from '../../wire/base/scale.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { AccountLots, Coverage } from '../../wire/desk/queries.js';
import type {
  PaymentsPreviewBody,
  PaymentsPreviewItem,
  PricedSide,
} from '../../wire/rest/trading/payments.js';
import type { Settings } from '../../wire/settings/config.js';
import type { HandlerContext } from './route.js';

/** Accounts that are read and assembled before other work of the front gets its turn. */
const PART_ACCOUNTS = 2048;

const PERCENT = 100n * 10n ** BigInt(RATE_SCALE);
/** The decimals of lots, amount per lot, share after tax, and rate. */
const SCALE = VOLUME_SCALE + 3 * RATE_SCALE + 2;

const scaled = (text: string | undefined): bigint => parseScaledBig(text ?? '0', RATE_SCALE) ?? 0n;

/** A quotient rounded half away from zero. */
const rounded = (value: bigint, by: bigint): bigint => {
  const half = value < 0n ? -by / 2n : by / 2n;
  return (value + half) / by;
};

/** An amount within those that a ledger can have (supplement §15). */
const inRange = (amount: bigint): bigint => BigInt(limited(Number(amount)));

interface Currency {
  readonly currency: string;
  readonly digits: number;
}

interface Total {
  accounts: number;
  buy: bigint;
  sell: bigint;
  amount: bigint;
}

/** Prices the lots of accounts. */
class PaymentsCalculation {
  readonly #body: PaymentsPreviewBody;
  readonly #currencies: ReadonlyMap<string, Currency>;
  readonly #needed = new Map<string, { from: string; to: string; rate: string }>();
  readonly #totals = new Map<string, Total & Currency>();

  constructor(body: PaymentsPreviewBody, { group }: Settings) {
    this.#body = body;
    this.#currencies = new Map(
      group.map(({ path, currency, currency_digits: digits }) => [path, { currency, digits }]),
    );
  }

  /** The payment of an account; undefined when its group is unknown by now. */
  item({ login, group, buy, sell }: AccountLots): PaymentsPreviewItem | undefined {
    const money = this.#currencies.get(group);
    if (money === undefined) return undefined;
    const { currency, digits } = money;
    const lots = { buy: BigInt(buy), sell: BigInt(sell) };
    const shown = (amount: bigint | undefined) =>
      amount === undefined ? undefined : formatExact(amount, digits, digits);
    const amounts = this.#amounts(lots, money);
    const total = this.#totalOf(money);
    total.accounts += 1;
    total.buy += lots.buy;
    total.sell += lots.sell;
    for (const amount of amounts.each) total.amount += amount ?? 0n;
    const [first, second] = amounts.each.map(shown);
    const paid = amounts.net
      ? { net_side: amounts.side, ...(first !== undefined && { amount: first }) }
      : {
          ...(first !== undefined && { amount_buy: first }),
          ...(second !== undefined && { amount_sell: second }),
        };
    return {
      ...{ login, group, currency, digits },
      lots_buy: formatShortest(lots.buy, VOLUME_SCALE),
      lots_sell: formatShortest(lots.sell, VOLUME_SCALE),
      ...paid,
      request_id: randomUUID(),
    };
  }

  /** Every conversion that the items needed. */
  ratesNeeded(): readonly object[] {
    return [...this.#needed.values()];
  }

  totals(): readonly object[] {
    return [...this.#totals.values()].map(({ currency, digits, accounts, buy, sell, amount }) => ({
      ...{ currency, accounts },
      lots_buy: formatShortest(buy, VOLUME_SCALE),
      lots_sell: formatShortest(sell, VOLUME_SCALE),
      amount: formatExact(inRange(amount), digits, digits),
    }));
  }

  #amounts(lots: { buy: bigint; sell: bigint }, money: Currency) {
    const { net, buy, sell } = this.#body;
    if (net !== true) {
      const each = [this.#amount(lots.buy, buy, money), this.#amount(lots.sell, sell, money)];
      return { net: false, each } as const;
    }
    const volume = lots.buy - lots.sell;
    if (volume === 0n) return { net: true, side: '', each: [] } as const;
    const side = volume > 0n ? 'buy' : 'sell';
    const size = volume > 0n ? volume : -volume;
    return { net: true, side, each: [this.#amount(size, this.#body[side], money)] } as const;
  }

  /** The amount of some lots in units of the account's currency; undefined = it has no rate. */
  #amount(lots: bigint, side: PricedSide | undefined, money: Currency): bigint | undefined {
    if (lots === 0n || side === undefined) return 0n;
    const rate = scaled(this.#rate(side.currency || money.currency, money.currency));
    if (rate === 0n) return undefined;
    const share = PERCENT - scaled(side.tax_percent);
    const value = lots * scaled(side.amount_per_lot) * share * rate;
    return inRange(rounded(value * 10n ** BigInt(money.digits), 10n ** BigInt(SCALE)));
  }

  #rate(from: string, to: string): string {
    if (from === to) return '1';
    const key = `${from}->${to}`;
    const { rates = {} } = this.#body;
    const rate = (Object.hasOwn(rates, key) ? rates[key] : undefined) ?? '0';
    this.#needed.set(key, { from, to, rate });
    return rate;
  }

  #totalOf(money: Currency): Total {
    const known = this.#totals.get(money.currency);
    if (known !== undefined) return known;
    const total = { ...money, accounts: 0, buy: 0n, sell: 0n, amount: 0n };
    this.#totals.set(money.currency, total);
    return total;
  }
}

/** The names of the symbols whose path or name fits masks; undefined = all. */
const namesOf = (masks: string, { symbol }: Settings): readonly string[] | undefined => {
  if (masks.trim() === '') return undefined;
  const list = maskListOf(masks);
  return symbol.filter(({ path, name }) => listFits(list, path, name)).map(({ name }) => name);
};

/** The answer of a preview as JSON, put together in parts. */
export const paymentsPreview = async <C extends Code>(
  body: PaymentsPreviewBody,
  caller: Caller,
  coverage: Coverage,
  context: Pick<HandlerContext<C>, 'query' | 'settings'>,
): Promise<Outcome<Buffer<ArrayBuffer>, C>> => {
  const settings = context.settings();
  const symbols = namesOf(body.symbols ?? '', settings);
  const asked = { ...coverage, ...(symbols && { symbols }), limit: PART_ACCOUNTS };
  const calculation = new PaymentsCalculation(body, settings);
  const parts: string[] = [];
  for (let after = 0; ; ) {
    const lots = await context.query(caller, 'open.lots', { ...asked, after });
    if (!lots.ok) return lots;
    for (const account of lots.data) {
      const item = calculation.item(account);
      if (item !== undefined) parts.push(JSON.stringify(item));
    }
    const last = lots.data.at(-1);
    if (last === undefined || lots.data.length < PART_ACCOUNTS) break;
    after = last.login;
    await nextTurn();
  }
  const more = { rates_needed: calculation.ratesNeeded(), totals: calculation.totals() };
  const json = `{"items":[${parts.join(',')}],${JSON.stringify(more).slice(1)}`;
  return done(Buffer.from(json));
};
