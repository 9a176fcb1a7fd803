// What clients ask for: trade requests out of chance about what an account holds.

import type { TradeRequest } from '../../wire/commands.js';
import type { Queued } from '../../wire/queued.js';
import type { Position, Side } from '../../wire/records.js';
import { formatExact } from '../../wire/scale.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import type { Simulation } from './simulation.js';

type Kind = TradeRequest['kind'];
/** A request as it is sent: shape and content may be wrong. */
export type Wish = Record<string, unknown> & { kind: Kind; request_id: string };

const SIDES = ['buy', 'sell'] as const;
const PENDINGS = ['limit', 'stop', 'stop_limit'] as const;
/** Comments that routing rules look for stand among ordinary ones. */
const COMMENTS = ['', '', '', '', 'grid', 'bare', 'never', 'again'] as const;
const LIFETIMES = ['gtc', 'gtc', 'gtc', 'day', 'specified', 'specified_day'] as const;
const MINUTE = 60_000;

const away = (side: Side): number => (side === 'buy' ? 1 : -1);

/** One in so many volumes is this many times as large: some dare too much. */
const DARING_ONE_IN = 6;
const DARING = 8;

/** A volume of a symbol in whole steps. */
const volumeOf = (sim: Simulation, { volume_step }: SymbolRecord): string => {
  const step = Math.round(Number(volume_step) * 100);
  const most = step === 1 ? 300 : step === 10 ? 20 : 40;
  const times = sim.dice.oneIn(DARING_ONE_IN) ? DARING : 1;
  return formatExact(sim.dice.within(1, most) * step * times, 2, 2);
};

const commented = (sim: Simulation): { comment?: string; expert_id?: number } => {
  const comment = sim.dice.pick(COMMENTS);
  const expert = sim.dice.oneIn(12) ? { expert_id: 77 } : {};
  return comment === '' ? expert : { comment, ...expert };
};

/** Stops at some distance from a price in points; a third of requests have one, some both. */
const stopsOf = (
  sim: Simulation,
  name: string,
  side: Side,
  from: number,
): { sl?: string; tp?: string } => {
  const { dice, market } = sim;
  const stops: { sl?: string; tp?: string } = {};
  const reach = 25 * market.step(name);
  if (dice.oneIn(3)) stops.sl = market.text(name, from - away(side) * dice.within(6, reach));
  if (dice.oneIn(4)) stops.tp = market.text(name, from + away(side) * dice.within(6, reach));
  return stops;
};

/** At times the stop loss is to trail, at too small a distance now and then. */
const trailed = (sim: Simulation, name: string): { trail_pts?: number } => {
  const { dice, market } = sim;
  return dice.oneIn(10) ? { trail_pts: dice.within(1, 15 * market.step(name)) } : {};
};

/** A price that was answered or a requote that stands, for this deal; else undefined. */
const offerOf = (sim: Simulation, login: number, name: string, side: Side): Queued | undefined => {
  for (const row of sim.house.state(login).queue.values()) {
    if (row.state === 'quoted' && row.symbol === name && row.deal_side === side) return row;
  }
  return undefined;
};

/** The price that a market order names: an offered one, the market's, or one that has moved. */
const priced = (
  sim: Simulation,
  login: number,
  { name, execution_mode }: SymbolRecord,
  side: Side,
): { price?: string; deviation_pts?: number; requote_of?: string } => {
  if (execution_mode === 'market' || execution_mode === 'exchange') return {};
  const { dice, market } = sim;
  const offer = offerOf(sim, login, name, side);
  if (offer !== undefined && !dice.oneIn(4)) {
    const price = market.shown(name, side === 'buy' ? offer.offer_ask : offer.offer_bid);
    const again = offer.kind === 'price' ? {} : { requote_of: offer.request_id, deviation_pts: 20 };
    return { price, ...again };
  }
  const { bid, ask } = market.points(name);
  const off = dice.oneIn(4) ? dice.within(-20, 20) : 0;
  const price = market.text(name, (side === 'buy' ? ask : bid) + off);
  return dice.oneIn(2) ? { price, deviation_pts: dice.below(15) } : { price };
};

const lifetime = (
  sim: Simulation,
  fixed = sim.dice.pick(LIFETIMES),
): { expiration?: string; expires_at?: string } => {
  const { dice, house } = sim;
  if (fixed === 'gtc') return {};
  if (fixed === 'day') return { expiration: fixed };
  const at = house.now + dice.within(-5, 3000) * MINUTE;
  return { expiration: fixed, expires_at: new Date(at).toISOString() };
};

/** A market order for a new position: where a price stands, mostly for that. */
export const openWish = (sim: Simulation, login: number): Wish => {
  const { dice, market } = sim;
  const stood = dice.pickValue(sim.house.state(login).queue);
  const taken = stood?.state === 'quoted' && stood.position_id === 0 && !dice.oneIn(3);
  const symbol = taken ? sim.world.symbol(stood.symbol) : sim.someSymbol();
  const side = taken ? stood.deal_side : dice.pick(SIDES);
  const { bid, ask } = market.points(symbol.name);
  return {
    kind: 'open',
    request_id: sim.requests.fresh(),
    symbol: symbol.name,
    side,
    volume: volumeOf(sim, symbol),
    ...priced(sim, login, symbol, side),
    ...stopsOf(sim, symbol.name, side, side === 'buy' ? bid : ask),
    ...trailed(sim, symbol.name),
    ...(dice.oneIn(6) ? { fill: dice.pick(['fok', 'ioc', 'return']) } : {}),
    ...commented(sim),
  };
};

const somePosition = (sim: Simulation, login: number): Position | undefined =>
  sim.dice.pickValue(sim.house.state(login).positions);

/** A close, whole or in part, of some position. */
export const closeWish = (sim: Simulation, login: number): Wish => {
  const { dice, world } = sim;
  const position = somePosition(sim, login);
  const kind = 'close' as const;
  const request_id = sim.requests.fresh();
  if (position === undefined) return { kind, request_id, position_id: sim.someGoneId(login) };
  const { id: position_id, symbol, side, volume } = position;
  const record = world.symbol(symbol);
  const deal = side === 'buy' ? 'sell' : 'buy';
  const part = dice.oneIn(3)
    ? { volume: formatExact(Math.ceil(volume / dice.within(1, 4) / 1e6) * 1e6, 8, 2) }
    : {};
  return {
    kind,
    request_id,
    position_id,
    ...part,
    ...priced(sim, login, record, deal),
    ...commented(sim),
  };
};

/** A close of one position by an opposite one. */
export const closeByWish = (sim: Simulation, login: number): Wish => {
  const position = somePosition(sim, login);
  const kind = 'close_by' as const;
  const request_id = sim.requests.fresh();
  let by = sim.someGoneId(login);
  for (const one of sim.house.state(login).positions.values()) {
    if (one.symbol === position?.symbol && one.side !== position.side) by = one.id;
  }
  return { kind, request_id, position_id: position?.id ?? by, by_position_id: by };
};

/** New stops of a position; at times the old ones, or none. */
export const modifyWish = (sim: Simulation, login: number): Wish => {
  const position = somePosition(sim, login);
  const kind = 'modify' as const;
  const request_id = sim.requests.fresh();
  if (position === undefined)
    return { kind, request_id, position_id: sim.someGoneId(login), sl: '1' };
  const { id: position_id, symbol, side, sl } = position;
  const { bid, ask } = sim.market.points(symbol);
  if (sim.dice.oneIn(15))
    return { kind, request_id, position_id, sl: sim.market.shown(symbol, sl) };
  if (sim.dice.oneIn(15)) return { kind, request_id, position_id, sl: '0', tp: '0' };
  const stops = stopsOf(sim, symbol, side, side === 'buy' ? bid : ask);
  return { kind, request_id, position_id, ...stops, ...trailed(sim, symbol) };
};

/** At times the order shall be one of a pair with another of the account. */
const paired = (sim: Simulation, login: number): { oco_order_id?: number } => {
  if (!sim.dice.oneIn(5)) return {};
  const other = sim.dice.pickValue(sim.house.state(login).orders);
  return { oco_order_id: other?.id ?? sim.someGoneId(login) };
};

/** A pending order of some kind. */
export const pendingWish = (sim: Simulation, login: number): Wish => {
  const { dice, market } = sim;
  const symbol = sim.someSymbol();
  const { name } = symbol;
  const side = dice.pick(SIDES);
  const order_kind = dice.pick(PENDINGS);
  const { bid, ask } = market.points(name);
  const distance = dice.within(5, 20 * market.step(name)) * away(side);
  const price = (side === 'buy' ? ask : bid) + (order_kind === 'limit' ? -distance : distance);
  const limit = price - away(side) * dice.within(1, 4 * market.step(name));
  const stopLimit = order_kind === 'stop_limit';
  return {
    kind: 'pending',
    request_id: sim.requests.fresh(),
    symbol: name,
    side,
    volume: volumeOf(sim, symbol),
    order_kind,
    price: market.text(name, price),
    ...(stopLimit ? { price_stop_limit: market.text(name, limit) } : {}),
    ...stopsOf(sim, name, side, stopLimit ? limit : price),
    ...trailed(sim, name),
    ...paired(sim, login),
    ...(dice.oneIn(6) ? { fill: dice.pick(['fok', 'ioc', 'return']) } : {}),
    ...lifetime(sim),
    ...commented(sim),
  };
};

/** Another price, other stops or another lifetime of a pending order. */
export const pendingModifyWish = (sim: Simulation, login: number): Wish => {
  const { dice, market, house } = sim;
  const order = dice.pickValue(house.state(login).orders);
  const kind = 'pending_modify' as const;
  const request_id = sim.requests.fresh();
  if (order === undefined) return { kind, request_id, order_id: sim.someGoneId(login), price: '1' };
  const { id: order_id, symbol, side, price_order, kind: order_kind } = order;
  if (dice.oneIn(8)) return { kind, request_id, order_id, ...lifetime(sim, 'specified') };
  const { bid, ask } = market.points(symbol);
  const distance = dice.within(5, 20 * market.step(symbol)) * away(side);
  const moved = (side === 'buy' ? ask : bid) + (order_kind === 'limit' ? -distance : distance);
  const price = dice.oneIn(10) ? market.shown(symbol, price_order) : market.text(symbol, moved);
  if (order_kind !== 'stop_limit') {
    return { kind, request_id, order_id, price, ...stopsOf(sim, symbol, side, moved) };
  }
  const limit = market.text(symbol, moved - away(side) * dice.within(1, 50));
  return { kind, request_id, order_id, price, price_stop_limit: limit };
};

/** The end of a pending order. */
export const pendingCancelWish = (sim: Simulation, login: number): Wish => ({
  kind: 'pending_cancel',
  request_id: sim.requests.fresh(),
  order_id: sim.dice.pickValue(sim.house.state(login).orders)?.id ?? sim.someGoneId(login),
});

/** A question for a price. */
export const priceWish = (sim: Simulation): Wish => {
  const symbol = sim.someSymbol();
  const volume = sim.dice.oneIn(2) ? { volume: volumeOf(sim, symbol) } : {};
  return {
    kind: 'price',
    request_id: sim.requests.fresh(),
    symbol: symbol.name,
    side: sim.dice.pick(SIDES),
    ...volume,
  };
};
