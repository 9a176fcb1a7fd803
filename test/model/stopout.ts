// Margin call, stop-out and compensation (trading-rules §3.11 to §3.13).

import type { Books } from './books.js';
import { executeClosing } from './deals.js';
import { type Decimal, given, HUNDRED, R, ZERO } from './decimal.js';
import { type GivenUp, partOfPosition, worstPosition } from './given-up.js';
import { baseMargin } from './margin.js';
import { draftOrder, endOrder, startOrder } from './orders.js';
import { against, closedAt, type Ledger, type Order } from './rows.js';
import { basisOf, pricedAt, type Rows, type State, stateOf, symbolsOf } from './state.js';
import type { RateKind } from './terms.js';
import { isSized } from './tiers.js';

/** The test of margin call (`level` is `margin_call`) and stop-out (`stop_out`); "≤" triggers. */
const falls = (
  books: Books,
  { equity, margin }: State,
  level: string,
  stopOut: boolean,
  { positions }: Rows = books,
): boolean => {
  const { group } = books.market.rules;
  const hasPositions = positions.length > 0;
  if (group.stopout_mode === 'money') return hasPositions && equity.lte(given(level));
  if (margin.gt(0)) return equity.times(HUNDRED).lte(margin.times(given(level)));
  return stopOut && group.so_hedged && hasPositions && equity.lt(0);
};

const isStopOut = (books: Books, state: State, rows?: Rows): boolean =>
  falls(books, state, books.market.rules.group.stop_out, true, rows);

const isMarginCall = (books: Books, state: State): boolean =>
  falls(books, state, books.market.rules.group.margin_call, false);

/** What a pending order reserves by itself: R(base × `rate_margin` × its rate) (§3.12.2). */
const reserveOf = (books: Books, order: Order): Decimal => {
  const terms = books.terms(order.symbol);
  if (terms === undefined) return ZERO;
  const { contractSize, marginInitial } = terms;
  const { leverage } = basisOf(books);
  const { volume } = order;
  const base = baseMargin(terms, leverage, volume, pricedAt(order), contractSize, marginInitial);
  const { initial } = terms.marginRate(order.side, order.kind as RateKind);
  return R(base.times(order.rateMargin).times(initial), books.market.digits);
};

/** The pending order that reserves most; the lowest id on a tie. */
const heaviestOrder = (books: Books): Order | undefined => {
  let found: Order | undefined;
  let most = ZERO;
  for (const order of books.orders) {
    const reserve = reserveOf(books, order);
    if (!reserve.gt(most)) continue;
    found = order;
    most = reserve;
  }
  return found;
};

/** `so 32.68%/670.00/950.00`: level, equity and margin before the step (§3.12). */
const commentOf = (books: Books, { marginLevel, equity, margin }: State): string =>
  `so ${marginLevel.toFixed(2)}%/${books.shown(equity)}/${books.shown(margin)}`;

/** Closes what is given up. */
const closeOut = (books: Books, { position, volume }: GivenUp, comment: string): void => {
  const terms = books.terms(position.symbol);
  const quote = terms && books.market.price(terms);
  if (terms === undefined || quote === undefined) return;
  const price = quote[closedAt(position.side)];
  const asked = { side: against(position.side), volume, positionId: position.id } as const;
  const why = { reason: 'so', comment } as const;
  const order = startOrder(books, draftOrder(books, terms, { ...asked, ...why }));
  executeClosing(books, { order, terms, price, ...why }, position);
};

/** Makes good a negative balance after the last close of a stop-out (§3.13). */
const compensate = (books: Books): void => {
  const { group } = books.market.rules;
  const { balance } = books.ledger;
  if (books.positions.length > 0 || !balance.lt(0)) return;
  if (group.so_compensation) {
    const profit = balance.negated();
    books.putDeal({ ...books.blankDeal(), action: 'so_compensation', profit, reason: 'so' });
  }
  const { credit } = books.ledger;
  if (group.so_compensation && group.so_compensation_credit && credit.gt(0)) {
    const profit = credit.negated();
    books.putDeal({ ...books.blankDeal(), action: 'so_compensation_credit', profit, reason: 'so' });
  }
};

/** One step of a stop-out: an order deleted, else a position closed. Was there anything to do? */
const stopOutStep = (books: Books, state: State): boolean => {
  const comment = commentOf(books, state);
  const order = heaviestOrder(books);
  if (order !== undefined) {
    endOrder(books, { ...order, state: 'canceled', comment });
    return true;
  }
  const { stopout_close, stopout_mode } = books.market.rules.group;
  const inPart = stopout_close === 'partial' && stopout_mode === 'percent' && state.margin.gt(0);
  const part = inPart
    ? partOfPosition(books, state, (then, rows) => isStopOut(books, then, rows))
    : undefined;
  const closed = part ?? worstPosition(books);
  if (closed === undefined) return false;
  closeOut(books, closed, comment);
  compensate(books);
  return true;
};

/** Remembers that the account entered or left margin call or stop-out. */
const mark = (books: Books, state: State, soState: Ledger['soState']): void => {
  const { ledger } = books;
  if (soState === ledger.soState) return;
  ledger.soState = soState;
  if (soState === 'none') return;
  ledger.soAt = books.now;
  ledger.soLevel = state.marginLevel;
  ledger.soEquity = state.equity;
  ledger.soMargin = state.margin;
};

/**
 * Tests margin call and stop-out, and does what they ask for; the state is set again afterwards.
 * Nothing is tested while a rate is missing that margin rests on (§3.7.8).
 */
export const testStopOut = (books: Books): void => {
  if (!symbolsOf(books, books).every(({ terms }) => isSized(books.market, terms))) return;
  let state = stateOf(books);
  if (isStopOut(books, state)) mark(books, state, 'stop_out');
  while (isStopOut(books, state)) {
    if (!stopOutStep(books, state)) return;
    state = stateOf(books);
  }
  mark(books, state, isMarginCall(books, state) ? 'margin_call' : 'none');
};
