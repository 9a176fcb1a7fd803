// The engine's account in the words of the model's view, so that both can be compared.

import {
  type AccountState,
  type Context,
  type LivePosition,
  picture,
} from '../../../engine/engine.js';
import { DAY_SUMS, type Daily } from '../../../wire/daily.js';
import type { AccountEvent } from '../../../wire/events.js';
import {
  type Deal,
  FINAL_STATES,
  type Ledger,
  type Money,
  type Order,
  type Position,
} from '../../../wire/records.js';
import { formatShortest } from '../../../wire/scale.js';
import type { Row, View } from '../../model/view.js';

const VOLUME = 8;
const RATE = 12;

/** A decimal without the zeros that it ends with. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const priced = (digits: number) => (price: number) => formatShortest(price, digits + 3);
const counted = (digits: number) => (amount: number) => formatShortest(amount, digits);
const lots = (volume: number): string => formatShortest(volume, VOLUME);
const rated = (rate: bigint): string => formatShortest(rate, RATE);

const positionRow = (row: Position): Row => {
  const price = priced(row.digits);
  return {
    id: String(row.id),
    symbol: row.symbol,
    side: row.side,
    volume: lots(row.volume),
    priceOpen: price(row.price_open),
    sl: price(row.sl),
    tp: price(row.tp),
    trailPts: String(row.trail_pts),
    swap: formatShortest(row.swap, row.currency_digits),
    rateProfit: rated(row.rate_profit),
    rateMargin: rated(row.rate_margin),
    reason: row.reason,
    comment: row.comment,
    openedAt: String(row.opened_at),
    updatedAt: String(row.updated_at),
  };
};

/** Orders that deal at once: what their rows say of prices asked and rates is no rule. */
const atOnce = (row: Order): boolean => row.kind === 'market' || row.kind === 'close_by';

const orderRow = (row: Order): Row => {
  const price = priced(row.digits);
  return {
    id: String(row.id),
    symbol: row.symbol,
    kind: row.kind,
    side: row.side,
    state: row.state,
    fill: row.fill,
    expiration: row.expiration,
    expiresAt: String(row.expires_at),
    volumeInitial: lots(row.volume_initial),
    volume: lots(row.volume_current),
    volumeFilled: lots(row.volume_filled),
    priceOrder: atOnce(row) ? '0' : price(row.price_order),
    priceStopLimit: price(row.price_stop_limit),
    priceFilled: price(row.price_filled),
    sl: price(row.sl),
    tp: price(row.tp),
    trailPts: String(row.trail_pts),
    ocoOrderId: String(row.oco_order_id),
    positionId: String(row.position_id),
    byPositionId: String(row.by_position_id),
    reason: row.reason,
    comment: row.comment,
    rateMargin: atOnce(row) ? '0' : rated(row.rate_margin),
    createdAt: String(row.created_at),
    activatedAt: String(row.activated_at),
    doneAt: String(row.done_at),
  };
};

const dealRow = (row: Deal): Row => {
  const price = priced(row.digits);
  const money = counted(row.currency_digits);
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    positionId: String(row.position_id),
    symbol: row.symbol,
    action: row.action,
    entry: row.entry,
    volume: lots(row.volume),
    volumeClosed: lots(row.volume_closed),
    price: price(row.price),
    pricePosition: price(row.price_position),
    profit: money(row.profit),
    profitRaw: formatShortest(row.profit_raw, row.profit_digits),
    swap: money(row.swap),
    commission: money(row.commission),
    fee: money(row.fee),
    rateProfit: rated(row.rate_profit),
    rateMargin: rated(row.rate_margin),
    value: money(row.value),
    reason: row.reason,
    comment: row.comment,
  };
};

const dailyRow = (row: Daily): Row => {
  const money = counted(row.currency_digits);
  const sums = DAY_SUMS.map((column) => [column, money(row[column])] as const);
  return {
    balance: money(row.balance),
    credit: money(row.credit),
    balancePrevDay: money(row.balance_prev_day),
    balancePrevMonth: money(row.balance_prev_month),
    equityPrevDay: money(row.equity_prev_day),
    equityPrevMonth: money(row.equity_prev_month),
    equity: money(row.equity),
    profit: money(row.profit),
    swap: money(row.swap),
    margin: money(row.margin),
    marginFree: money(row.margin_free),
    marginLevel: formatShortest(row.margin_level, 2),
    interestAccrued: rated(row.interest_accrued),
    ...Object.fromEntries(sums),
  };
};

const ledgerRow = (row: Ledger, digits: number): Row => {
  const money = counted(digits);
  return {
    balance: money(row.balance),
    credit: money(row.credit),
    balancePrevDay: money(row.balance_prev_day),
    balancePrevMonth: money(row.balance_prev_month),
    equityPrevDay: money(row.equity_prev_day),
    equityPrevMonth: money(row.equity_prev_month),
    interestAccrued: rated(row.interest_accrued),
    profitBlocked: money(row.profit_blocked),
    soState: row.so_state,
    soAt: String(row.so_at),
    soLevel: formatShortest(row.so_level, 2),
    soEquity: money(row.so_equity),
    soMargin: money(row.so_margin),
    dayEndedAt: String(row.day_ended_at),
  };
};

/** What of live money is compared. */
const MONEY = [
  ...(['blocked', 'profit', 'swap', 'equity', 'margin'] as const),
  ...(['margin_free', 'margin_level', 'leverage'] as const),
];

const moneyRow = (row: Money, digits: number): Row => {
  const money = counted(digits);
  return {
    blocked: money(row.blocked),
    profit: money(row.profit),
    swap: money(row.swap),
    equity: money(row.equity),
    margin: money(row.margin),
    marginFree: money(row.margin_free),
    marginLevel: formatShortest(row.margin_level, 2),
    leverage: String(row.leverage),
  };
};

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
    const digits = ctx.settings.group(state.switches.group)?.record.currency_digits ?? 2;
    const { money, positions, orders } = picture(state, ctx);
    return {
      ledger: this.once(state.ledger, (row) => ledgerRow(row, digits)),
      money: this.moneyOf(money, digits),
      positions: positions.map(({ row }) => this.once(row, positionRow)),
      live: positions.map((live) => this.liveOf(live, digits)),
      orders: orders.map(({ row }) => this.once(row, orderRow)),
      deals: fresh.flatMap(({ deals }) => deals.map(dealRow)),
      ended: fresh.flatMap(({ orders }) =>
        orders.filter(({ state }) => FINAL_STATES.includes(state)).map(orderRow),
      ),
      daily: fresh.flatMap(({ daily }) => (daily === null ? [] : [dailyRow(daily)])),
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

  /** The row of live money; it is made anew at every look, its text only where it differs. */
  private moneyOf(raw: Money, digits: number): Row {
    const known = this.money;
    if (known && MONEY.every((field) => known.raw[field] === raw[field])) return known.row;
    const row = moneyRow(raw, digits);
    this.money = { raw, row };
    return row;
  }

  private liveOf(raw: LivePosition, digits: number): Row {
    const known = this.lives.get(raw.row);
    const same = known?.raw.profit === raw.profit && known.raw.price_current === raw.price_current;
    if (known && same) return known.row;
    const row = liveRow(raw, digits);
    this.lives.set(raw.row, { raw, row });
    return row;
  }
}
