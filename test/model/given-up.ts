// Which position a stop-out closes next, and how much of it (trading-rules §3.12).

import type { Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { freshQuote, session } from './checks.js';
import { closingOf, positionsAfter, realised } from './deals.js';
import { type Decimal, min, R, sum, ZERO } from './decimal.js';
import { baseMargin } from './margin.js';
import { floatingProfit } from './profit.js';
import { closedAt, type Position } from './rows.js';
import { basisOf, type Rows, type State, stateWith } from './state.js';
import type { Terms } from './terms.js';

/** What is closed of which position. */
export interface GivenUp {
  readonly position: Position;
  readonly volume: Decimal;
}

/** Does the account fall below the stop-out level with this money and these rows? */
export type Falls = (state: State, rows: Rows) => boolean;

/** Can the position be closed now? */
const isTradable = (books: Books, { symbol }: Position): boolean => {
  const terms = books.terms(symbol);
  if (terms === undefined || terms.record.trade_access === 'disabled') return false;
  return session(books, terms) === undefined && freshQuote(books, terms) === undefined;
};

/** Is the group a demo one (§1.2)? */
const isDemo = (path: string): boolean => path.split(/[\\/]/)[0]?.toLowerCase() === 'demo';

/** Of so many lots what one step closes: netting real accounts at most `volume_max`. */
const bounded = (books: Books, terms: Terms, volume: Decimal): Decimal =>
  books.netting && !isDemo(books.market.rules.group.path) ? min(volume, terms.volumeMax) : volume;

/** The tradable position with the lowest profit, swap not counted; the lowest id on a tie. */
export const worstPosition = (books: Books): GivenUp | undefined => {
  let found: Position | undefined;
  let least = ZERO;
  for (const position of books.positions) {
    if (!isTradable(books, position)) continue;
    const profit = floatingProfit(books, position);
    if (found !== undefined && !profit.lt(least)) continue;
    found = position;
    least = profit;
  }
  const terms = found && books.terms(found.symbol);
  return found && terms && { position: found, volume: bounded(books, terms, found.volume) };
};

/** A position that may be closed in part. */
interface Candidate {
  readonly position: Position;
  readonly terms: Terms;
  /** Its whole volume at the maintenance rate. */
  readonly margin: Decimal;
  /** At most so much of it is closed. */
  readonly most: Decimal;
}

const standaloneMargin = (books: Books, terms: Terms, position: Position): Decimal => {
  const { volume, priceOpen, side, rateMargin } = position;
  const { contractSize, marginMaintenance } = terms;
  const { leverage, digits } = basisOf(books);
  const base = baseMargin(terms, leverage, volume, priceOpen, contractSize, marginMaintenance);
  const { maintenance } = terms.marginRate(side, 'market');
  return R(base.times(rateMargin).times(maintenance), digits);
};

/** Candidates of one symbol, larger margin first, lower id of equals: those of its larger side. */
const candidatesOf = (books: Books, symbol: string): Candidate[] => {
  const terms = books.terms(symbol);
  const all = books.positions.filter((one) => one.symbol === symbol);
  const lots = (side: Side): Decimal =>
    sum(all.filter((one) => one.side === side).map((one) => one.volume));
  const uncovered = lots('buy').minus(lots('sell'));
  if (terms === undefined || uncovered.isZero()) return [];
  const side = uncovered.gt(0) ? 'buy' : 'sell';
  return all
    .filter((position) => position.side === side && isTradable(books, position))
    .map((position) => ({
      position,
      terms,
      margin: standaloneMargin(books, terms, position),
      most: bounded(books, terms, min(position.volume, uncovered.abs())),
    }))
    .sort(byMargin);
};

const byMargin = (a: Candidate, b: Candidate): number =>
  b.margin.comparedTo(a.margin) || a.position.id - b.position.id;

/** The account's money after closing so much of the candidate now (§3.12.7). */
const trial = (books: Books, { position, terms }: Candidate, volume: Decimal) => {
  const price = books.market.price(terms)?.[closedAt(position.side)] ?? ZERO;
  const closing = closingOf(books, terms, position, volume, price);
  const { profit } = closing.profit;
  const blocks = books.netting && books.market.rules.group.profit_blocked_till_eod;
  const blocked = blocks && profit.gt(0) ? profit : ZERO;
  const deal = { terms, entry: 'out', price, reason: 'so' } as const;
  const gained = realised(books, closing, deal).minus(blocked);
  const positions = positionsAfter(books, closing);
  const rows = { positions, orders: books.orders };
  return { rows, state: stateWith(books, rows, gained) };
};

/** The fewest steps of volume after which the account does not fall any more (§3.12.9). */
const leastVolume = (books: Books, candidate: Candidate, falls: Falls): Decimal => {
  const { terms, most } = candidate;
  const volumeOf = (steps: number): Decimal => min(terms.volumeStep.times(steps), most);
  const fallsAfter = (steps: number): boolean => {
    const { state, rows } = trial(books, candidate, volumeOf(steps));
    return falls(state, rows);
  };
  let low = 0;
  let high = most.div(terms.volumeStep).ceil().toNumber();
  if (fallsAfter(high)) return most;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fallsAfter(middle)) low = middle;
    else high = middle;
  }
  return volumeOf(high);
};

/** What a partial stop-out closes; undefined = closing uncovered lots frees no margin (§3.12.8). */
export const partOfPosition = (books: Books, state: State, falls: Falls): GivenUp | undefined => {
  const symbols = [...new Set(books.positions.map(({ symbol }) => symbol))];
  const candidates = symbols.flatMap((symbol) => candidatesOf(books, symbol).slice(0, 1));
  const chosen = candidates
    .sort(byMargin)
    .find((one) => trial(books, one, one.most).state.margin.lt(state.margin));
  return chosen && { position: chosen.position, volume: leastVolume(books, chosen, falls) };
};
