// Trade requests at random about what the account holds: mostly sound ones, some that are not.

import type { TradeRequest } from '../../wire/commands.js';
import type { Order, Position, Side } from '../../wire/records.js';
import { formatShortest } from '../../wire/scale.js';
import type { Scene } from './model-scene.js';
import type { Instrument } from './model-symbols.js';

/** What requests can be about. */
export interface Held {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
}

const UNKNOWN_ID = 9_999;

const volumeOf = ({ dice }: Scene, { record, steps }: Instrument): string => {
  const step = Number(record.volume_step);
  const plain = (Math.max(1, Math.ceil(steps * dice.next() ** 1.3)) * step).toFixed(2);
  const odd = () => dice.pick(['0', '0.005', '0.015', '1000.01', '-1', '1']);
  return dice.chance(0.03) ? odd() : dice.chance(0.3) ? '0.5' : plain;
};

/** Distance of stops and pending prices, in points. */
const distance = ({ dice }: Scene, { middle, tick }: Instrument): number => {
  const reach = dice.pick([0.0002, 0.001, 0.003, 0.01]);
  return Math.max(tick, Math.round(middle * reach * (0.2 + dice.next())));
};

/** A little way off tick now and then. */
const spoilt = ({ dice }: Scene, price: string, share = 0.01): string =>
  dice.chance(share) ? dice.pick([`${price}${price.includes('.') ? '' : '.'}3`, '0', '-1']) : price;

const stopsOf = (scene: Scene, instrument: Instrument, side: Side, at: number, share: number) => {
  const { dice } = scene;
  const away = side === 'buy' ? 1 : -1;
  const stop = (sign: number): string =>
    spoilt(scene, scene.near(instrument, at + sign * away * distance(scene, instrument)));
  const wrong = dice.chance(0.02) ? -1 : 1;
  return {
    ...(dice.chance(share) ? { sl: dice.chance(0.1) ? '0' : stop(-wrong) } : {}),
    ...(dice.chance(share) ? { tp: dice.chance(0.1) ? '0' : stop(wrong) } : {}),
  };
};

/** The distance of a trailing stop, in points: mostly none. */
const trailOf = ({ dice }: Scene, { middle }: Instrument, share: number) => {
  if (!dice.chance(share)) return {};
  const reach = dice.pick([0, 0.0003, 0.001, 0.004]) * (0.5 + dice.next());
  return { trail_pts: dice.chance(0.05) ? dice.int(1, 20) : Math.round(middle * reach) };
};

/** Price, deviation and fill of market requests. */
const marketOf = (scene: Scene, instrument: Instrument, side: Side) => {
  const { dice } = scene;
  const instant = instrument.record.execution_mode === 'instant';
  const off = dice.pick([0, 0, 0, 1, -2, 6]) * instrument.tick;
  const price = scene.near(instrument, (side === 'buy' ? instrument.width : 0) + off);
  return {
    ...(instant || dice.chance(0.05) ? { price: spoilt(scene, price, 0.02) } : {}),
    ...(dice.chance(0.6) ? { deviation_pts: dice.int(0, 12) * instrument.tick } : {}),
    ...(dice.chance(0.1) ? { fill: dice.pick(['fok', 'ioc', 'return'] as const) } : {}),
    ...(dice.chance(0.1) ? { comment: dice.pick(['note', 'requote', 'hi']) } : {}),
    ...(dice.chance(0.05) ? { expert_id: 5 } : {}),
  };
};

const lifetimeOf = ({ dice, now }: Scene) => {
  if (dice.chance(0.6)) return {};
  const expiration = dice.pick(['gtc', 'day', 'specified', 'specified', 'specified_day'] as const);
  const named = expiration === 'specified' || expiration === 'specified_day';
  const ahead = dice.pick([20, 90, 600, 3_000, -5]) * 60_000;
  return { expiration, ...(named ? { expires_at: new Date(now + ahead).toISOString() } : {}) };
};

const anyInstrument = (scene: Scene): Instrument =>
  scene.dice.chance(0.93) ? scene.dice.pick(scene.active) : scene.dice.pick(scene.instruments);

const openRequest = (scene: Scene, request_id: string): TradeRequest => {
  const { dice } = scene;
  const instrument = anyInstrument(scene);
  const side = dice.pick(['buy', 'sell'] as const);
  const at = side === 'buy' ? instrument.width : 0;
  return {
    kind: 'open',
    request_id,
    symbol: dice.chance(0.01) ? 'NOSUCH' : instrument.name,
    side,
    volume: volumeOf(scene, instrument),
    ...marketOf(scene, instrument, side),
    ...stopsOf(scene, instrument, side, at, 0.35),
    ...trailOf(scene, instrument, 0.15),
  };
};

const closeRequest = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const { dice } = scene;
  const position = dice.any(held.positions);
  if (position === undefined) return { kind: 'close', request_id, position_id: dice.int(1, 30) };
  const instrument = scene.instrument(position.symbol);
  const half = formatShortest(Math.floor(position.volume / 2 / 1e6) * 1e6, 8);
  const part = dice.chance(0.1) ? volumeOf(scene, instrument) : half;
  return {
    kind: 'close',
    request_id,
    position_id: dice.chance(0.02) ? UNKNOWN_ID : position.id,
    ...(dice.chance(0.5) ? { volume: part } : {}),
    ...marketOf(scene, instrument, position.side === 'buy' ? 'sell' : 'buy'),
  };
};

const closeByRequest = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const { dice } = scene;
  const position = dice.any(held.positions);
  const fits = held.positions.filter(
    (one) => one.symbol === position?.symbol && one.side !== position.side,
  );
  const by = dice.chance(0.95) ? (dice.any(fits) ?? dice.any(held.positions)) : undefined;
  return {
    kind: 'close_by',
    request_id,
    position_id: position?.id ?? dice.int(1, 30),
    by_position_id: by?.id ?? dice.int(1, 30),
  };
};

const modifyRequest = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const position = scene.dice.any(held.positions);
  if (position === undefined) return { kind: 'modify', request_id, position_id: UNKNOWN_ID };
  const instrument = scene.instrument(position.symbol);
  const share = scene.dice.chance(0.7) ? 0.7 : 0.1;
  const stops = {
    ...stopsOf(scene, instrument, position.side, 0, share),
    ...trailOf(scene, instrument, 0.3),
  };
  return { kind: 'modify', request_id, position_id: position.id, ...stops };
};

/** Points from the middle at which a pending order of this kind belongs. */
const pendingAt = (scene: Scene, instrument: Instrument, kind: string, side: Side): number => {
  const { dice } = scene;
  const way = (side === 'buy') === (kind === 'limit') ? -1 : 1;
  const wrong = dice.chance(0.02) ? -1 : 1;
  const from = side === 'buy' ? instrument.width : 0;
  return from + way * wrong * distance(scene, instrument);
};

/** The order that a new one makes a pair with: mostly none, mostly one that works. */
const partnerOf = ({ dice }: Scene, { orders }: Held) => {
  if (!dice.chance(0.3)) return {};
  const free = orders.filter((order) => order.oco_order_id === 0);
  const id = dice.chance(0.9) ? dice.any(free)?.id : (dice.any(orders)?.id ?? dice.int(1, 30));
  return id === undefined ? {} : { oco_order_id: id };
};

const pendingRequest = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const { dice } = scene;
  const instrument = anyInstrument(scene);
  const side = dice.pick(['buy', 'sell'] as const);
  const order_kind = dice.pick(['limit', 'stop', 'stop_limit'] as const);
  const at = pendingAt(scene, instrument, order_kind, side);
  const back = (side === 'buy' ? -1 : 1) * distance(scene, instrument);
  const limit = order_kind === 'stop_limit' && !dice.chance(0.03);
  const priced = limit ? at + back : at;
  return {
    kind: 'pending',
    request_id,
    symbol: instrument.name,
    side,
    volume: volumeOf(scene, instrument),
    order_kind,
    price: spoilt(scene, scene.near(instrument, at)),
    ...(limit ? { price_stop_limit: scene.near(instrument, priced) } : {}),
    ...stopsOf(scene, instrument, side, priced, 0.3),
    ...trailOf(scene, instrument, 0.12),
    ...partnerOf(scene, held),
    ...lifetimeOf(scene),
    ...(dice.chance(0.1) ? { fill: dice.pick(['fok', 'ioc', 'return'] as const) } : {}),
    ...(dice.chance(0.08) ? { comment: dice.pick(['note', 'requote']) } : {}),
  };
};

const pendingModifyRequest = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const { dice } = scene;
  const order = dice.any(held.orders);
  if (order === undefined) return { kind: 'pending_modify', request_id, order_id: dice.int(1, 30) };
  const instrument = scene.instrument(order.symbol);
  const { kind, side } = order;
  const at = pendingAt(scene, instrument, kind, side);
  const back = (side === 'buy' ? -1 : 1) * distance(scene, instrument);
  const limit = kind === 'stop_limit' && dice.chance(0.7);
  return {
    kind: 'pending_modify',
    request_id,
    order_id: order.id,
    ...(dice.chance(0.7) ? { price: spoilt(scene, scene.near(instrument, at)) } : {}),
    ...(limit ? { price_stop_limit: scene.near(instrument, at + back) } : {}),
    ...stopsOf(scene, instrument, side, limit ? at + back : at, 0.3),
    ...trailOf(scene, instrument, 0.15),
    ...(dice.chance(0.3) ? lifetimeOf(scene) : {}),
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
const kindOf = ({ dice }: Scene, held: Held): TradeRequest['kind'] => {
  const kind = dice.pick(KINDS);
  if (dice.chance(0.05)) return kind;
  if (held.positions.length === 0 && OF_POSITION.includes(kind)) return 'open';
  return held.orders.length === 0 && OF_ORDER.includes(kind) ? 'pending' : kind;
};

/** A trade request at random. */
export const requestOf = (scene: Scene, held: Held, request_id: string): TradeRequest => {
  const { dice } = scene;
  const kind = kindOf(scene, held);
  if (kind === 'open') return openRequest(scene, request_id);
  if (kind === 'close') return closeRequest(scene, held, request_id);
  if (kind === 'close_by') return closeByRequest(scene, held, request_id);
  if (kind === 'modify') return modifyRequest(scene, held, request_id);
  if (kind === 'pending') return pendingRequest(scene, held, request_id);
  if (kind === 'pending_modify') return pendingModifyRequest(scene, held, request_id);
  const order_id = dice.any(held.orders)?.id ?? dice.int(1, 30);
  return { kind: 'pending_cancel', request_id, order_id };
};
