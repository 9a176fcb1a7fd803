// Rows across accounts: which of them fit to the filters of the address, and their order.

import { compareDecimals, sumOf } from '../live/decimal.js';
import type { Sort } from '../ui/table.js';

/** The filters of positions and orders in the address. */
export interface TradeFilters {
  readonly group?: string;
  readonly symbol?: string;
  readonly login?: number;
}

/** The filters that an address asks for. */
export const filtersOf = (query: Readonly<Record<string, string>>): TradeFilters => {
  const { group, symbol, login } = query;
  return {
    ...(group && { group }),
    ...(symbol && { symbol }),
    ...(login !== undefined && /^\d+$/.test(login) && { login: Number(login) }),
  };
};

/** A row of an account. */
export interface OwnedTrade {
  readonly id: number;
  readonly login: number;
}
interface TradeRow extends OwnedTrade {
  readonly symbol: string;
}

/** Does a row of the followed groups fit to the other filters? */
export const fits = (row: TradeRow, { symbol, login }: TradeFilters): boolean =>
  (login === undefined || row.login === login) &&
  (symbol === undefined || row.symbol.toLowerCase() === symbol.toLowerCase());

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [first, second] = [String(a ?? ''), String(b ?? '')];
  const areNumbers = DECIMAL.test(first) && DECIMAL.test(second);
  return areNumbers ? compareDecimals(first, second) : compareTexts(first, second);
};

/** The order of the server: by login, then by id. */
export const byLogin = (a: OwnedTrade, b: OwnedTrade): number => a.login - b.login || a.id - b.id;

/** The rows in an order; rows that are alike in it are by login and id. */
export const sorted = <Row extends TradeRow>(
  rows: readonly Row[],
  { key, direction }: Sort,
): readonly Row[] => {
  const sign = direction === 'asc' ? 1 : -1;
  const of = (row: Row): unknown => row[key as keyof Row];
  return [...rows].sort((a, b) => sign * compareValues(of(a), of(b)) || byLogin(a, b));
};

/** The order that an address asks for. */
export const sortOf = ({ sort = 'login', dir }: Readonly<Record<string, string>>): Sort => ({
  key: sort,
  direction: dir === 'desc' ? 'desc' : 'asc',
});

interface SidedRow {
  readonly side: 'buy' | 'sell';
  readonly volume: string;
}

/** The lots of a side. */
export const lotsOf = (rows: readonly SidedRow[], side: 'buy' | 'sell'): string =>
  sumOf(rows.filter((row) => row.side === side).map(({ volume }) => volume));
