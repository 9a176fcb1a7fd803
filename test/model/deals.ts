// Deals and what they do to positions and orders (trading-rules §3.14, §4.8).

import type { Entry, Reason } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { type Facts, instantCharge, instantCharges } from './commission.js';
import { type Decimal, min, R, sum, ZERO } from './decimal.js';
import { endOrder } from './orders.js';
import { dealValue, type Profit, profitOf, profitRate } from './profit.js';
import { against, type Deal, dealtAt, type Order, type Position } from './rows.js';
import type { Terms } from './terms.js';
import { trailedStop } from './trailing.js';
import { accrue, expectedCost } from './turnover.js';

/** Decimals of a conversion rate. */
const RATE_DECIMALS = 12;

/** An order that is being executed at a price. */
export interface Execution {
  readonly order: Order;
  readonly terms: Terms;
  readonly price: Decimal;
  readonly reason: Reason;
  readonly comment: string;
}

/** What a deal closes of which position; undefined = nothing. */
export interface Closing {
  readonly position: Position;
  readonly volume: Decimal;
  readonly profit: Profit;
  readonly swap: Decimal;
}

/** The swap of closed volume; what ends the position takes the rest (§3.10). */
const swapShare = (books: Books, position: Position, volume: Decimal): Decimal =>
  volume.eq(position.volume)
    ? position.swap
    : R(position.swap.times(volume).div(position.volume), books.market.digits);

/** Closing some of a position at a price. */
export const closingOf = (
  books: Books,
  terms: Terms,
  position: Position,
  volume: Decimal,
  price: Decimal,
): Closing => ({
  position,
  volume,
  profit: profitOf(books.market, terms, position, volume, price),
  swap: swapShare(books, position, volume),
});

/** The rate of margin of a deal: Ask for a buy, Bid for a sell, or its own price (§3.4). */
export const marginRateAt = (
  books: Books,
  terms: Terms,
  side: 'buy' | 'sell',
  price: Decimal,
): Decimal | undefined =>
  books.market.atDeal(terms, terms.record.currency_margin, dealtAt(side), price);

/** The rate of profit that a position opened at a price starts with. */
const openingProfitRate = ({ market }: Books, { order, terms, price }: Execution): Decimal =>
  profitRate(market, terms, order.side, ZERO, price) ?? ZERO;

const factsOf = (
  execution: Execution,
  entry: Entry,
  volume: Decimal,
  closing?: Closing,
): Facts => ({
  terms: execution.terms,
  side: execution.order.side,
  entry,
  volume,
  closed: closing?.volume ?? ZERO,
  price: execution.price,
  profit: closing?.profit.profit ?? ZERO,
  reason: execution.reason,
});

/** Promises what the agent's rules give for a deal. */
const payAgent = (books: Books, facts: Facts, before: readonly Facts[]): void => {
  if (books.switches.agent === 0) return;
  for (const amount of instantCharges(books.market, 'agent', facts, before)) {
    books.fresh.derived.push({ login: books.switches.agent, action: 'agent', amount });
  }
};

/** Books one deal; `charged` are the deals whose commission it carries, itself as a rule. */
const book = (
  books: Books,
  execution: Execution,
  positionId: number,
  entry: Entry,
  volume: Decimal,
  closing?: Closing,
  charged?: readonly Facts[],
): Deal => {
  const { market, ledger } = books;
  const { order, terms, price } = execution;
  const facts = charged ?? [factsOf(execution, entry, volume, closing)];
  const charge = (kind: 'standard' | 'fee'): Decimal =>
    sum(facts.map((one, at) => instantCharge(market, kind, one, facts.slice(0, at)))).negated();
  const profit = closing?.profit;
  const rateMargin = marginRateAt(books, terms, order.side, price);
  const kept = closing?.position.rateMargin ?? ZERO;
  const deal: Deal = {
    ...books.blankDeal(),
    orderId: order.id,
    positionId,
    symbol: terms.name,
    action: order.side,
    entry,
    volume,
    volumeClosed: closing?.volume ?? ZERO,
    price,
    pricePosition: closing?.position.priceOpen ?? ZERO,
    profit: profit?.profit ?? ZERO,
    profitRaw: profit?.raw ?? ZERO,
    swap: closing?.swap ?? ZERO,
    commission: charge('standard'),
    fee: charge('fee'),
    rateProfit: profit?.rate ?? openingProfitRate(books, execution),
    rateMargin: entry === 'in' || entry === 'inout' ? (rateMargin ?? ZERO) : kept,
    value: R(dealValue(market, terms, volume, price), market.digits),
    reason: execution.reason,
    comment: execution.comment,
  };
  books.putDeal(deal);
  for (const [at, one] of facts.entries()) {
    accrue(books, one);
    payAgent(books, one, facts.slice(0, at));
  }
  if (market.rules.group.profit_blocked_till_eod && books.netting && deal.profit.gt(0)) {
    ledger.profitBlocked = ledger.profitBlocked.plus(deal.profit);
  }
  return deal;
};

/** The stops that a position takes from its newest order; one that trails does so at once. */
const stopsOf = (books: Books, terms: Terms, order: Order) => ({
  sl: trailedStop(books, terms, order.side, order),
  tp: order.tp,
  trailPts: order.trailPts,
});

/** The position that an order opens. */
const opened = (books: Books, { order, terms, price, reason, comment }: Execution): Position => ({
  id: order.id,
  symbol: terms.name,
  side: order.side,
  volume: order.volume,
  priceOpen: price,
  ...stopsOf(books, terms, order),
  swap: ZERO,
  rateProfit: ZERO,
  rateMargin: marginRateAt(books, terms, order.side, price) ?? ZERO,
  reason,
  comment,
  openedAt: books.now,
  updatedAt: books.now,
});

/** Ends an order as filled; `volumeFilled` of its volume at the price. */
export const fillOrder = (books: Books, { order, price }: Execution, positionId: number): void => {
  endOrder(books, {
    ...order,
    state: 'filled',
    volume: ZERO,
    volumeFilled: order.volumeInitial,
    priceFilled: price,
    positionId,
  });
};

/** What a closing leaves of its position. */
const restOf = ({ position, volume, swap }: Closing): Position => ({
  ...position,
  volume: position.volume.minus(volume),
  swap: position.swap.minus(swap),
});

/** The positions that these closings would leave. */
export const positionsAfter = (books: Books, ...closings: readonly Closing[]): Position[] =>
  books.positions
    .map((one) => {
      const closing = closings.find(({ position }) => position.id === one.id);
      return closing ? restOf(closing) : one;
    })
    .filter(({ volume }) => volume.gt(0));

/**
 * The money that a closing would realise: profit and swap less commission (§3.8). `before` are the
 * other closings of its order.
 */
export const realised = (
  books: Books,
  closing: Closing,
  deal: Pick<Facts, 'terms' | 'entry' | 'price' | 'reason'>,
  before: readonly Closing[] = [],
): Decimal => {
  const facts = [...before, closing].map(({ position, volume, profit: { profit } }): Facts => {
    return { ...deal, side: against(position.side), volume, closed: volume, profit };
  });
  const cost = expectedCost(books, facts.at(-1) as Facts, facts.slice(0, -1));
  return closing.profit.profit.plus(closing.swap).minus(cost);
};

/** What is left of a position after some of it was closed. */
const reduced = (books: Books, closing: Closing): Position => ({
  ...restOf(closing),
  rateProfit: closing.profit.rate,
  updatedAt: books.now,
});

/** A same-side deal in netting: averages, and the newest order's stops (§3.14). */
const grown = (books: Books, position: Position, execution: Execution): Position => {
  const { order, terms, price } = execution;
  const volume = position.volume.plus(order.volume);
  const mean = (held: Decimal, added: Decimal, decimals: number): Decimal =>
    R(held.times(position.volume).plus(added.times(order.volume)).div(volume), decimals);
  const rate = marginRateAt(books, terms, order.side, price) ?? position.rateMargin;
  return {
    ...position,
    volume,
    priceOpen: mean(position.priceOpen, price, terms.digits + 3),
    rateMargin: mean(position.rateMargin, rate, RATE_DECIMALS),
    ...stopsOf(books, terms, order),
    rateProfit: openingProfitRate(books, execution),
    updatedAt: books.now,
  };
};

/** A market order against the netting position of its symbol: out, or inout beyond it. */
const turn = (books: Books, position: Position, execution: Execution): void => {
  const { order, terms, price } = execution;
  const volume = min(order.volume, position.volume);
  const closing = closingOf(books, terms, position, volume, price);
  const rest = order.volume.minus(volume);
  const entry = rest.isZero() ? 'out' : 'inout';
  book(books, execution, position.id, entry, order.volume, closing);
  fillOrder(books, execution, position.id);
  if (rest.isZero()) return books.putPosition(reduced(books, closing));
  books.putPosition({
    ...opened(books, { ...execution, order: { ...order, volume: rest } }),
    id: position.id,
    rateProfit: closing.profit.rate,
  });
};

/** Executes an order that opens: a market order or an activated pending one. */
export const executeOpening = (books: Books, execution: Execution): number => {
  const { order } = execution;
  const held = books.netting
    ? books.positions.find(({ symbol }) => symbol === order.symbol)
    : undefined;
  if (held !== undefined && held.side !== order.side) {
    turn(books, held, execution);
    return held.id;
  }
  const position = held
    ? grown(books, held, execution)
    : { ...opened(books, execution), rateProfit: openingProfitRate(books, execution) };
  book(books, execution, position.id, 'in', order.volume);
  fillOrder(books, execution, position.id);
  books.putPosition(position);
  return position.id;
};

/** Executes an order that closes some of a position. */
export const executeClosing = (books: Books, execution: Execution, position: Position): void => {
  const { order, terms, price } = execution;
  const closing = closingOf(books, terms, position, order.volume, price);
  book(books, execution, position.id, 'out', order.volume, closing);
  fillOrder(books, execution, position.id);
  books.putPosition(reduced(books, closing));
};

/** Opens a rolled over position again under its id; its stops and its opening time stay (§3.10). */
export const reopen = (books: Books, execution: Execution, position: Position): void => {
  const { order, terms, price } = execution;
  const deal = book(books, execution, position.id, 'in', order.volume);
  fillOrder(books, execution, position.id);
  books.putPosition({
    ...position,
    priceOpen: price,
    swap: ZERO,
    rateProfit: deal.rateProfit,
    rateMargin: marginRateAt(books, terms, order.side, price) ?? position.rateMargin,
    updatedAt: books.now,
  });
};

/** Closes one position by another at the open price of the second, which earns nothing (§3.14). */
export const closingsBy = (
  books: Books,
  terms: Terms,
  position: Position,
  by: Position,
  volume: Decimal,
): readonly [Closing, Closing] => {
  const first = closingOf(books, terms, position, volume, by.priceOpen);
  const rate = profitRate(books.market, terms, by.side, ZERO, by.priceOpen) ?? by.rateProfit;
  const nothing = { raw: ZERO, rate, profit: ZERO };
  return [first, { ...first, position: by, profit: nothing, swap: swapShare(books, by, volume) }];
};

/** Two opposite positions against each other. */
export const executeCloseBy = (
  books: Books,
  execution: Execution,
  position: Position,
  by: Position,
): void => {
  const { terms, order } = execution;
  const volume = order.volume;
  const [first, second] = closingsBy(books, terms, position, by, volume);
  const other = { ...execution, order: { ...order, side: against(order.side) } };
  const charged = [
    factsOf(execution, 'out_by', volume, first),
    factsOf(other, 'out_by', volume, second),
  ];
  book(books, execution, position.id, 'out_by', volume, first, charged);
  book(books, other, by.id, 'out_by', volume, second, []);
  fillOrder(books, execution, position.id);
  books.putPosition(reduced(books, first));
  books.putPosition(reduced(books, second));
};
