// The lines of orders, stops and positions on a chart: what they are, what moving one asks for.

import type { TradeRequest } from '../../client/index.js';
import type { OrderRow, PositionRow } from '../live/account.js';
import { exact, floorDivide, minus, textOf, unitsAt } from '../live/decimal.js';
import { moneyOfPoints, type PointValue, pointsFrom, type StopKind } from '../ticket/sizing.js';

/** The kind of a line. `limit` is the second price of a stop-limit order. */
type LineKind = 'position' | 'order' | 'limit' | 'sl' | 'tp';

/** A line. */
export interface TradeLine {
  /** The same for the same line: `p1.sl`. */
  readonly key: string;
  readonly kind: LineKind;
  readonly of: 'position' | 'order';
  /** The id of the position or order. */
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly volume: string;
  readonly price: string;
  /** The price from which a stop gains or loses. */
  readonly open: string;
  /** The kind of the order, for its label. */
  readonly order: OrderRow['kind'] | null;
}

type Owner = Pick<TradeLine, 'of' | 'id' | 'side' | 'volume' | 'open' | 'order'>;

const lineOf = (owner: Owner, kind: LineKind, price: string | null): readonly TradeLine[] =>
  price === null ? [] : [{ ...owner, key: `${owner.of[0]}${owner.id}.${kind}`, kind, price }];

const positionLines = (row: PositionRow): readonly TradeLine[] => {
  const { id, side, volume, price_open: open, sl, tp } = row;
  const owner: Owner = { of: 'position', id, side, volume, open, order: null };
  return [
    ...lineOf(owner, 'position', open),
    ...lineOf(owner, 'sl', sl),
    ...lineOf(owner, 'tp', tp),
  ];
};

const PENDING: readonly string[] = ['limit', 'stop', 'stop_limit'];

const orderLines = (row: OrderRow): readonly TradeLine[] => {
  const { id, side, volume_current: volume, kind, price_order, price_stop_limit, sl, tp } = row;
  if (!PENDING.includes(kind) || price_order === null) return [];
  const limit = kind === 'stop_limit' ? price_stop_limit : null;
  const owner: Owner = { of: 'order', id, side, volume, open: limit ?? price_order, order: kind };
  return [
    ...lineOf(owner, 'order', price_order),
    ...lineOf(owner, 'limit', limit),
    ...lineOf(owner, 'sl', sl),
    ...lineOf(owner, 'tp', tp),
  ];
};

/** The lines of a symbol, lines of positions first. */
export const linesOf = (
  symbol: string,
  positions: Iterable<PositionRow>,
  orders: Iterable<OrderRow>,
): readonly TradeLine[] => {
  const isOfSymbol = (row: { readonly symbol: string }): boolean => row.symbol === symbol;
  return [
    ...[...positions].filter(isOfSymbol).flatMap(positionLines),
    ...[...orders].filter(isOfSymbol).flatMap(orderLines),
  ];
};

/** Can the line be moved? What was dealt stays. */
export const isMovable = ({ kind }: TradeLine): boolean => kind !== 'position';

const MEMBERS = { order: 'price', limit: 'price_stop_limit', sl: 'sl', tp: 'tp' } as const;

/** The request that moves a line to a price; the price `0` takes a stop away. */
export const moveRequest = ({ of, id, kind }: TradeLine, price: string): TradeRequest => {
  const moved = kind === 'position' ? {} : { [MEMBERS[kind]]: price };
  return of === 'position'
    ? { kind: 'modify', position_id: id, ...moved }
    : { kind: 'pending_modify', order_id: id, ...moved };
};

/** The request that ends a line: a close, a cancellation, a stop that is taken away. */
export const endRequest = (line: TradeLine): TradeRequest => {
  if (line.kind === 'sl' || line.kind === 'tp') return moveRequest(line, '0');
  return line.of === 'position'
    ? { kind: 'close', position_id: line.id }
    : { kind: 'pending_cancel', order_id: line.id };
};

/** The stop that a line of a position or order may get: its line at a price. */
export const newStop = (line: TradeLine, kind: StopKind, price: string): TradeLine => ({
  ...line,
  key: `${line.of[0]}${line.id}.${kind}`,
  kind,
  price,
});

/** The points from the opening price to the line: above zero is a gain. */
export const gainPoints = ({ side, open }: TradeLine, price: string, digits: number): bigint => {
  const points = pointsFrom(open, price, digits);
  return side === 'buy' ? points : -points;
};

/** The money that is gained when a stop is reached at a price. */
export const gainMoney = (
  line: TradeLine,
  price: string,
  value: PointValue,
  digits: number,
  currencyDigits: number,
): string => moneyOfPoints(gainPoints(line, price, digits), line.volume, value, currencyDigits);

/** The step of prices: the tick of the symbol, or its point. */
const stepOf = (tick: string, digits: number) => {
  const step = exact(tick);
  return step.units > 0n ? step : { units: 1n, digits };
};

/** A price of the screen as the nearest price of the symbol. */
export const priceOnStep = (value: number, tick: string, digits: number): string => {
  const raw = exact(Math.max(0, value).toFixed(digits + 2));
  const step = stepOf(tick, digits);
  const at = Math.max(raw.digits, step.digits);
  const by = unitsAt(step, at);
  const steps = floorDivide(unitsAt(raw, at) * 2n + by, by * 2n);
  return textOf({ units: steps * step.units, digits: step.digits });
};

/** A price moved by so many steps; never below zero. */
export const steppedPrice = (
  price: string,
  steps: number,
  tick: string,
  digits: number,
): string => {
  const { units, digits: at } = stepOf(tick, digits);
  const moved = minus(exact(price), { units: -units * BigInt(steps), digits: at });
  return moved.units < 0n ? price : textOf(moved);
};

/** The line of a label. */
interface LabelPlace {
  readonly key: string;
  readonly y: number;
}

/** Places of labels that keep clear of each other: by the key, how many stand left of it. */
export const labelColumns = (
  places: readonly LabelPlace[],
  height: number,
): ReadonlyMap<string, number> => {
  const ends: number[] = [];
  const columns = places
    .toSorted((a, b) => a.y - b.y)
    .map(({ key, y }): readonly [string, number] => {
      const free = ends.findIndex((end) => end <= y);
      const column = free < 0 ? ends.length : free;
      ends[column] = y + height;
      return [key, column];
    });
  return new Map(columns);
};

/** The same where labels stand below each other alone: by the key, how far it is moved down. */
export const labelDrops = (
  places: readonly LabelPlace[],
  height: number,
): ReadonlyMap<string, number> => {
  let end = 0;
  const drops = places
    .toSorted((a, b) => a.y - b.y)
    .map(({ key, y }): readonly [string, number] => {
      const top = Math.max(y, end);
      end = top + height;
      return [key, top - y];
    });
  return new Map(drops);
};
