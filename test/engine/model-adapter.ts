// The engine's account in the words of the model's view, so that both can be compared.

import {
  type AccountState,
  type Context,
  changeSettings,
  compileSettings,
  type EngineSettings,
  execute,
  type LivePosition,
  newAccount,
  picture,
  type Quote,
  settle,
} from '../../engine/engine.js';
import type { Command } from '../../wire/commands.js';
import type { AccountSwitches, Settings } from '../../wire/config.js';
import { DAY_SUMS, type Daily } from '../../wire/daily.js';
import type { AccountEvent } from '../../wire/events.js';
import {
  type Deal,
  FINAL_STATES,
  type Ledger,
  type Money,
  type Order,
  type Position,
} from '../../wire/records.js';
import { formatShortest, parseScaled } from '../../wire/scale.js';
import type { Prices } from '../model/account.js';
import type { Row, View } from '../model/view.js';
import { codeOf } from '../support/engine-harness.js';
import { deltaBetween } from '../support/settings-delta.js';

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

/** Settings as the engine takes them, and digits by id: worlds are lived in more than once. */
const compiled = new WeakMap<Settings, Compiled>();

interface Compiled {
  readonly settings: EngineSettings;
  readonly digits: ReadonlyMap<number, number>;
}

const compiledOf = (records: Settings): Compiled => {
  const known = compiled.get(records);
  if (known !== undefined) return known;
  const digits = new Map(records.symbol.map(({ id, digits }) => [id, digits]));
  const fresh = { settings: compileSettings(records), digits };
  compiled.set(records, fresh);
  return fresh;
};

const NO_QUOTE: Quote = { bid: 0, ask: 0, time: 0, last: 0 };

/** An account of the engine with the little world that it is given. */
export class EngineAccount {
  readonly state: AccountState;
  readonly events: AccountEvent[] = [];
  private readonly ctx: { -readonly [name in keyof Context]: Context[name] };
  private readonly past = new Set<string>();
  private readonly quotes = new Map<number, Quote>();
  private readonly streams = new Map<number, Quote[]>();
  private readonly texts = new Map<object, Row>();
  private readonly lives = new Map<Position, { raw: LivePosition; row: Row }>();
  private money: { raw: Money; row: Row } | null = null;
  private orderIds = 0;
  private dealIds = 0;
  private seen = 0;

  constructor(
    private records: Settings,
    switches: AccountSwitches,
    /** Are settings compiled as changes of those before? Then no other account has them. */
    private readonly changes = false,
  ) {
    this.state = newAccount(switches);
    const quote = (id: number): Quote => this.quotes.get(id) ?? NO_QUOTE;
    this.ctx = {
      now: 0,
      settings: changes ? compileSettings(records) : compiledOf(records).settings,
      quote,
      lastQuote: quote,
      inStream: this.inStream,
      known: (_login, what, id) => this.past.has(`${what} ${id}`),
      dealerOnline: () => false,
      anyDealerOnline: () => false,
      gatewayOnline: () => false,
      nextOrderId: this.nextOrderId,
      nextDealId: this.nextDealId,
    };
  }

  private readonly nextOrderId = (): number => {
    this.orderIds += 1;
    return this.orderIds;
  };

  private readonly nextDealId = (): number => {
    this.dealIds += 1;
    return this.dealIds;
  };

  private readonly inStream: Context['inStream'] = (id, fits, since) => {
    const stream = this.streams.get(id) ?? [];
    return stream.some(
      ({ time, bid, ask }, at) => (time >= since || at === stream.length - 1) && fits(bid, ask),
    );
  };

  configure(records: Settings, switches: AccountSwitches): void {
    const before = this.records;
    this.records = records;
    this.state.switches = switches;
    this.ctx.settings = this.changes
      ? changeSettings(this.ctx.settings, records, deltaBetween(before, records)).settings
      : compiledOf(records).settings;
  }

  quote(id: number, [bid, ask, last]: Prices, time: number): void {
    const digits = compiledOf(this.records).digits.get(id) ?? 0;
    const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
    const quote = { bid: scaled(bid), ask: scaled(ask), time, last: scaled(last) };
    this.quotes.set(id, quote);
    const stream = this.streams.get(id) ?? [];
    stream.push(quote);
    this.streams.set(id, stream);
  }

  /** A tick of a symbol. */
  settle(id: number, now: number): void {
    this.ctx.now = now;
    this.keep(settle(this.state, this.ctx, id));
  }

  /** The code that the command is answered. */
  command(command: Command, now: number): string {
    this.ctx.now = now;
    const execution = execute(this.state, command, this.ctx);
    if (execution.ok) this.keep(execution.events);
    return codeOf(execution);
  }

  /** Keeps what has happened; history knows of it at once. */
  private keep(events: readonly AccountEvent[]): void {
    this.events.push(...events);
    for (const { orders, positions } of events) {
      for (const { id } of orders) this.past.add(`order ${id}`);
      for (const { id } of positions) this.past.add(`position ${id}`);
    }
  }

  /** The account in the words of the model's view. */
  view(): View {
    const fresh = this.events.slice(this.seen);
    this.seen = this.events.length;
    const digits = this.records.group[0]?.currency_digits ?? 2;
    const { money, positions, orders } = picture(this.state, this.ctx);
    return {
      ledger: this.once(this.state.ledger, (row) => ledgerRow(row, digits)),
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
