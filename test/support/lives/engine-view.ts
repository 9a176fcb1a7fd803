// The engine's account in the form of the model's, so that they can be compared.

import type { Context } from '../../../engine/account/types.js';
import { type AccountState, snapshotOf } from '../../../engine/engine.js';
import type { LivePosition } from '../../../engine/margin/money.js';
import type {
  Digits,
  FieldTable,
  FieldType,
  Row as Typed,
} from '../../../wire/base/field-table.js';
import { formatShortest } from '../../../wire/base/scale.js';
import { DAILY } from '../../../wire/trading/daily.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import {
  DEAL,
  type Deal,
  FINAL_STATES,
  LEDGER,
  MONEY,
  type Money,
  ORDER,
  type Order,
  POSITION,
  type Position,
} from '../../../wire/trading/records.js';
import type { Row, View } from '../../model/view.js';

/** A decimal without the zeros that it ends with. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** How many decimals a field's whole number stands for. */
const decimalsOf = (type: FieldType, { digits, currency_digits }: Digits): number => {
  if (type === 'money') return currency_digits;
  if (type === 'price' || type === 'average') return digits + 3;
  if (type === 'volume') return 8;
  if (type === 'rate') return 12;
  return type === 'percent' ? 2 : 0;
};

/** A field's name in the model: `priceOpen` for `price_open`; columns of a day keep theirs. */
const modelName = (name: string): string =>
  name.startsWith('daily_') ? name : name.replace(/_(\w)/g, (_, first) => first.toUpperCase());

/** Makes a table's rows texts, field by field; the model's view says which of them are compared. */
const showing = <T extends FieldTable>(table: T) => {
  const fields = Object.entries(table).map(
    ([name, type]) => [name, modelName(name), type] as const,
  );
  return (row: Typed<T>, at: Digits): Readonly<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const [name, as, type] of fields) {
      const value: unknown = row[name];
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      texts[as] = isNumber ? formatShortest(value, decimalsOf(type, at)) : String(value);
    }
    return texts;
  };
};

const showPosition = showing(POSITION);
const showOrder = showing(ORDER);
const showDeal = showing(DEAL);
const showDaily = showing(DAILY);
const ledgerRow = showing(LEDGER);
const moneyRow = showing(MONEY);

const positionRow = (row: Position): Row => showPosition(row, row);

/** Of orders that deal at once, what their rows say of prices asked and rates is no rule. */
const orderRow = (row: Order): Row => ({
  ...showOrder(row, row),
  volume: formatShortest(row.volume_current, 8),
  ...((row.kind === 'market' || row.kind === 'close_by') && { priceOrder: '0', rateMargin: '0' }),
});

const dealRow = (row: Deal): Row => ({
  ...showDeal(row, row),
  profitRaw: formatShortest(row.profit_raw, row.profit_digits),
});

/** What of live money is compared: all but when it was reckoned. */
const COMPARED = (Object.keys(MONEY) as (keyof Money)[]).filter((name) => name !== 'calculated_at');

const liveRow = ({ row, profit, price_current }: LivePosition, digits: number): Row => ({
  id: String(row.id),
  profit: formatShortest(profit, digits),
  priceCurrent: formatShortest(price_current, row.digits + 3),
});

/** Shows an account of the engine, again and again: the text of a row is made once. */
export class EngineView {
  private readonly texts = new Map<object, Row>();
  private readonly lives = new Map<Position, { raw: LivePosition; row: Row }>();
  private money: { raw: Money; row: Row } | null = null;

  /** The account in the words of the model's view; `fresh` is what happened since the last one. */
  view(state: AccountState, ctx: Context, fresh: readonly AccountEvent[]): View {
    const group = ctx.settings.group(state.switches.group)?.record;
    const at = { digits: 0, currency_digits: group?.currency_digits ?? 2 };
    const { money, positions, orders } = snapshotOf(state, ctx);
    return {
      ledger: this.once(state.ledger, (row) => ledgerRow(row, at)),
      money: this.moneyOf(money, at),
      positions: positions.map(({ row }) => this.once(row, positionRow)),
      live: positions.map((live) => this.liveOf(live, at)),
      orders: orders.map(({ row }) => this.once(row, orderRow)),
      deals: fresh.flatMap(({ deals }) => deals.map(dealRow)),
      ended: fresh.flatMap(({ orders }) =>
        orders.filter(({ state }) => FINAL_STATES.includes(state)).map(orderRow),
      ),
      daily: fresh.flatMap(({ daily }) =>
        daily === null ? [] : [showDaily(daily, { ...at, ...daily })],
      ),
      derived: fresh.flatMap(({ derived }) =>
        derived.map(({ login, action, amount }) => ({
          login: String(login),
          action,
          amount: plain(amount),
        })),
      ),
    };
  }

  /** Rows never change: the text of one is made once. */
  private once<T extends object>(row: T, show: (row: T) => Row): Row {
    const known = this.texts.get(row);
    if (known !== undefined) return known;
    const text = show(row);
    this.texts.set(row, text);
    return text;
  }

  /** The row of live money; it is made again at every look, its text only where it differs. */
  private moneyOf(raw: Money, at: Digits): Row {
    const known = this.money;
    if (known && COMPARED.every((field) => known.raw[field] === raw[field])) return known.row;
    const row = moneyRow(raw, at);
    this.money = { raw, row };
    return row;
  }

  private liveOf(raw: LivePosition, at: Digits): Row {
    const known = this.lives.get(raw.row);
    const same = known?.raw.profit === raw.profit && known.raw.price_current === raw.price_current;
    if (known && same) return known.row;
    const row = liveRow(raw, at.currency_digits);
    this.lives.set(raw.row, { raw, row });
    return row;
  }
}
