// Random trade requests about an account's holdings: mostly valid ones.

import { formatShortest } from '../../../wire/base/scale.js';
import type { TradeRequest } from '../../../wire/trading/commands.js';
import type { Order, Position, Side } from '../../../wire/trading/records.js';
import type { Market } from './market.js';
import type { Instrument } from './symbols.js';

/** What requests can be about. */
export interface Held {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
}

const UNKNOWN_ID = 9_999;

const volumeOf = ({ random }: Market, { record, steps }: Instrument): string => {
  const step = Number(record.volume_step);
  const plain = (Math.max(1, Math.ceil(steps * random.next() ** 1.3)) * step).toFixed(2);
  const odd = () => random.pick(['0', '0.005', '0.015', '1000.01', '-1', '1']);
  return random.chance(0.03) ? odd() : random.chance(0.3) ? '0.5' : plain;
};

/** Distance of stops and pending prices, in points. */
const distance = ({ random }: Market, { middle, tick }: Instrument): number => {
  const reach = random.pick([0.0002, 0.001, 0.003, 0.01]);
  return Math.max(tick, Math.round(middle * reach * (0.2 + random.next())));
};

/** A little way off tick now and then. */
const spoilt = ({ random }: Market, price: string, share = 0.01): string =>
  random.chance(share)
    ? random.pick([`${price}${price.includes('.') ? '' : '.'}3`, '0', '-1'])
    : price;

const stopsOf = (market: Market, instrument: Instrument, side: Side, at: number, share: number) => {
  const { random } = market;
  const away = side === 'buy' ? 1 : -1;
  const stop = (sign: number): string =>
    spoilt(market, market.near(instrument, at + sign * away * distance(market, instrument)));
  const wrong = random.chance(0.02) ? -1 : 1;
  return {
    ...(random.chance(share) ? { sl: random.chance(0.1) ? '0' : stop(-wrong) } : {}),
    ...(random.chance(share) ? { tp: random.chance(0.1) ? '0' : stop(wrong) } : {}),
  };
};

/** The distance of a trailing stop, in points: mostly none. */
const trailOf = ({ random }: Market, { middle }: Instrument, share: number) => {
  if (!random.chance(share)) return {};
  const reach = random.pick([0, 0.0003, 0.001, 0.004]) * (0.5 + random.next());
  return { trail_pts: random.chance(0.05) ? random.within(1, 20) : Math.round(middle * reach) };
};

/** Price, deviation and fill of market requests. */
const marketOf = (market: Market, instrument: Instrument, side: Side) => {
  const { random } = market;
  const instant = instrument.record.execution_mode === 'instant';
  const off = random.pick([0, 0, 0, 1, -2, 6]) * instrument.tick;
  const price = market.near(instrument, (side === 'buy' ? instrument.width : 0) + off);
  return {
    ...(instant || random.chance(0.05) ? { price: spoilt(market, price, 0.02) } : {}),
    ...(random.chance(0.6) ? { deviation_pts: random.within(0, 12) * instrument.tick } : {}),
    ...(random.chance(0.1) ? { fill: random.pick(['fok', 'ioc', 'return'] as const) } : {}),
    ...(random.chance(0.1) ? { comment: random.pick(['note', 'requote', 'hi']) } : {}),
    ...(random.chance(0.05) ? { expert_id: 5 } : {}),
  };
};

const lifetimeOf = ({ random, now }: Market) => {
  if (random.chance(0.6)) return {};
  const expiration = random.pick([
    'gtc',
    'day',
    'specified',
    'specified',
    'specified_day',
  ] as const);
  const named = expiration === 'specified' || expiration === 'specified_day';
  const ahead = random.pick([20, 90, 600, 3_000, -5]) * 60_000;
  return { expiration, ...(named ? { expires_at: new Date(now + ahead).toISOString() } : {}) };
};

const anyInstrument = (market: Market): Instrument =>
  market.random.chance(0.93)
    ? market.random.pick(market.active)
    : market.random.pick(market.instruments);

const openRequest = (market: Market, request_id: string): TradeRequest => {
  const { random } = market;
  const instrument = anyInstrument(market);
  const side = random.pick(['buy', 'sell'] as const);
  const at = side === 'buy' ? instrument.width : 0;
  return {
    kind: 'open',
    request_id,
    symbol: random.chance(0.01) ? 'NOSUCH' : instrument.name,
    side,
    volume: volumeOf(market, instrument),
    ...marketOf(market, instrument, side),
    ...stopsOf(market, instrument, side, at, 0.35),
    ...trailOf(market, instrument, 0.15),
  };
};

const closeRequest = (market: Market, held: Held, request_id: string): TradeRequest => {
  const { random } = market;
  const position = random.any(held.positions);
  if (position === undefined)
    return { kind: 'close', request_id, position_id: random.within(1, 30) };
  const instrument = market.instrument(position.symbol);
  const half = formatShortest(Math.floor(position.volume / 2 / 1e6) * 1e6, 8);
  const part = random.chance(0.1) ? volumeOf(market, instrument) : half;
  return {
    kind: 'close',
    request_id,
    position_id: random.chance(0.02) ? UNKNOWN_ID : position.id,
    ...(random.chance(0.5) ? { volume: part } : {}),
    ...marketOf(market, instrument, position.side === 'buy' ? 'sell' : 'buy'),
  };
};

const closeByRequest = (market: Market, held: Held, request_id: string): TradeRequest => {
  const { random } = market;
  const position = random.any(held.positions);
  const fits = held.positions.filter(
    (one) => one.symbol === position?.symbol && one.side !== position.side,
  );
  const by = random.chance(0.95) ? (random.any(fits) ?? random.any(held.positions)) : undefined;
  return {
    kind: 'close_by',
    request_id,
    position_id: position?.id ?? random.within(1, 30),
    by_position_id: by?.id ?? random.within(1, 30),
  };
};

const modifyRequest = (market: Market, held: Held, request_id: string): TradeRequest => {
  const position = market.random.any(held.positions);
  if (position === undefined) return { kind: 'modify', request_id, position_id: UNKNOWN_ID };
  const instrument = market.instrument(position.symbol);
  const share = market.random.chance(0.7) ? 0.7 : 0.1;
  const stops = {
    ...stopsOf(market, instrument, position.side, 0, share),
    ...trailOf(market, instrument, 0.3),
  };
  return { kind: 'modify', request_id, position_id: position.id, ...stops };
};

/** Points from the middle at which a pending order of this kind belongs. */
const pendingAt = (market: Market, instrument: Instrument, kind: string, side: Side): number => {
  const { random } = market;
  const way = (side === 'buy') === (kind === 'limit') ? -1 : 1;
  const wrong = random.chance(0.02) ? -1 : 1;
  const from = side === 'buy' ? instrument.width : 0;
  return from + way * wrong * distance(market, instrument);
};

/** The order that a new one makes a pair with: mostly none, mostly one that works. */
const partnerOf = ({ random }: Market, { orders }: Held) => {
  if (!random.chance(0.3)) return {};
  const free = orders.filter((order) => order.oco_order_id === 0);
  const id = random.chance(0.9)
    ? random.any(free)?.id
    : (random.any(orders)?.id ?? random.within(1, 30));
  return id === undefined ? {} : { oco_order_id: id };
};

const pendingRequest = (market: Market, held: Held, request_id: string): TradeRequest => {
  const { random } = market;
  const instrument = anyInstrument(market);
  const side = random.pick(['buy', 'sell'] as const);
  const order_kind = random.pick(['limit', 'stop', 'stop_limit'] as const);
  const at = pendingAt(market, instrument, order_kind, side);
  const back = (side === 'buy' ? -1 : 1) * distance(market, instrument);
  const limit = order_kind === 'stop_limit' && !random.chance(0.03);
  const priced = limit ? at + back : at;
  return {
    kind: 'pending',
    request_id,
    symbol: instrument.name,
    side,
    volume: volumeOf(market, instrument),
    order_kind,
    price: spoilt(market, market.near(instrument, at)),
    ...(limit ? { price_stop_limit: market.near(instrument, priced) } : {}),
    ...stopsOf(market, instrument, side, priced, 0.3),
    ...trailOf(market, instrument, 0.12),
    ...partnerOf(market, held),
    ...lifetimeOf(market),
    ...(random.chance(0.1) ? { fill: random.pick(['fok', 'ioc', 'return'] as const) } : {}),
    ...(random.chance(0.08) ? { comment: random.pick(['note', 'requote']) } : {}),
  };
};

const pendingModifyRequest = (market: Market, held: Held, request_id: string): TradeRequest => {
  const { random } = market;
  const order = random.any(held.orders);
  if (order === undefined)
    return { kind: 'pending_modify', request_id, order_id: random.within(1, 30) };
  const instrument = market.instrument(order.symbol);
  const { kind, side } = order;
  const at = pendingAt(market, instrument, kind, side);
  const back = (side === 'buy' ? -1 : 1) * distance(market, instrument);
  const limit = kind === 'stop_limit' && random.chance(0.7);
  return {
    kind: 'pending_modify',
    request_id,
    order_id: order.id,
    ...(random.chance(0.7) ? { price: spoilt(market, market.near(instrument, at)) } : {}),
    ...(limit ? { price_stop_limit: market.near(instrument, at + back) } : {}),
    ...stopsOf(market, instrument, side, limit ? at + back : at, 0.3),
    ...trailOf(market, instrument, 0.15),
    ...(random.chance(0.3) ? lifetimeOf(market) : {}),
  };
};

const KINDS = [
  ...(['open', 'open', 'open', 'open', 'close', 'close', 'close_by', 'modify', 'modify'] as const),
  ...(['pending', 'pending', 'pending', 'pending_modify', 'pending_cancel'] as const),
];

/** Kinds that are about a position, and about an order. */
const OF_POSITION: readonly string[] = ['close', 'close_by', 'modify'];
const OF_ORDER: readonly string[] = ['pending_modify', 'pending_cancel'];

/** A kind that mostly finds what it is about. */
const kindOf = ({ random }: Market, held: Held): TradeRequest['kind'] => {
  const kind = random.pick(KINDS);
  if (random.chance(0.05)) return kind;
  if (held.positions.length === 0 && OF_POSITION.includes(kind)) return 'open';
  return held.orders.length === 0 && OF_ORDER.includes(kind) ? 'pending' : kind;
};

/** A trade request of a kind at random. */
export const requestFor = (
  kind: TradeRequest['kind'],
  market: Market,
  held: Held,
  request_id: string,
): TradeRequest => {
  const { random } = market;
  if (kind === 'open') return openRequest(market, request_id);
  if (kind === 'close') return closeRequest(market, held, request_id);
  if (kind === 'close_by') return closeByRequest(market, held, request_id);
  if (kind === 'modify') return modifyRequest(market, held, request_id);
  if (kind === 'pending') return pendingRequest(market, held, request_id);
  if (kind === 'pending_modify') return pendingModifyRequest(market, held, request_id);
  const order_id = random.any(held.orders)?.id ?? random.within(1, 30);
  return { kind: 'pending_cancel', request_id, order_id };
};

/** A trade request at random. */
export const requestOf = (market: Market, held: Held, request_id: string): TradeRequest =>
  requestFor(kindOf(market, held), market, held, request_id);
