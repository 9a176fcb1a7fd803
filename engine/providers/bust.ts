// Busted trades: a deal is taken back, its money returned, and its position rebuilt from the rest.

import { plus } from '../../wire/base/amounts.js';
import { emptyRow } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import { bustId, providerBustId } from '../../wire/trading/bust-ids.js';
import type { BustCommand } from '../../wire/trading/commands.js';
import type { Cause, JournalLine } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  type Correction,
  type Deal,
  type Ledger,
  type Order,
  POSITION,
  type Position,
  type Side,
} from '../../wire/trading/records.js';
import { lotsText, priceText, wrong } from '../account/failed.js';
import { withoutDealCharges } from '../account/order-charges.js';
import { restingState } from '../account/order-states.js';
import type { Execution, Turn } from '../account/types.js';
import { accrue } from '../deals/accruals.js';
import { movedBy } from '../deals/booking.js';
import { type Accrued, NO_CHARGES } from '../deals/commission.js';
import { ledgerAfter, planCharges } from '../deals/deals.js';
import { ledgerWith, moneyDeal } from '../deals/payments.js';
import { weightedMean, weightedRate } from '../numbers/exact.js';
import { CHANGED_MEANWHILE } from '../requests/corrections.js';
import { digestOf } from '../turn/digest.js';
import { closingLock, providerRow } from '../turn/locks.js';
import { valueAfter } from '../turn/sending.js';
import { addEvent, conflict, refusal, resultOf } from '../turn/turn.js';
import { mergePosition } from './merge-position.js';

const NO_POSITION: Position = emptyRow(POSITION);

const signed = ({ action, volume }: Deal): number => {
  if (action === 'buy') return volume;
  return action === 'sell' ? -volume : 0;
};

/**
 * The position that the remaining deals add up to; volume signed, 0 = none (trading-rules §3.14).
 */
interface Rest {
  readonly volume: number;
  readonly price: number;
  readonly rate: bigint;
  /** The deal that opened the present position. */
  readonly since: Deal | null;
}

/** Adds up deals in id order: growth is averaged, a reversal starts again at its own price. */
const restOf = (deals: readonly Deal[]): Rest => {
  let rest: Rest = { volume: 0, price: 0, rate: 0n, since: null };
  for (const deal of deals) {
    const change = signed(deal);
    if (change === 0) continue;
    const { volume, price, rate, since } = rest;
    const after = volume + change;
    if (volume === 0 || Math.sign(after) === -Math.sign(volume)) {
      rest = { volume: after, price: deal.price, rate: deal.rate_margin, since: deal };
    } else if (Math.sign(change) === Math.sign(volume)) {
      const held = Math.abs(volume);
      rest = {
        volume: after,
        price: weightedMean(price, held, deal.price, deal.volume),
        rate: weightedRate(rate, held, deal.rate_margin, deal.volume),
        since,
      };
    } else
      rest =
        after === 0 ? { volume: 0, price: 0, rate: 0n, since: null } : { ...rest, volume: after };
  }
  return rest;
};

/** A closed position, rebuilt from its deals. */
const reopened = (turn: Turn, deal: Deal): Position => ({
  ...NO_POSITION,
  id: deal.position_id,
  login: deal.login,
  symbol: deal.symbol,
  rate_profit: deal.rate_profit,
  contract_size: deal.contract_size,
  digits: deal.digits,
  currency_digits: deal.currency_digits,
  reason: deal.reason,
  dealer: deal.dealer,
  gateway_id: deal.gateway_id,
  external_id: deal.external_id,
  comment: deal.comment,
  opened_at: deal.created_at,
  updated_at: turn.now,
  request_id: deal.request_id,
});

/** The position after the remaining deals; null = there is none now and was none before. */
const rebuilt = (turn: Turn, deal: Deal, rest: Rest): Position | null => {
  const held = turn.state.positions.get(deal.position_id);
  if (held === undefined && rest.since === null) return null;
  const base = held ?? reopened(turn, rest.since as Deal);
  const position: Mutable<Position> = { ...base };
  position.volume = Math.abs(rest.volume);
  position.closed = rest.volume === 0;
  position.updated_at = turn.now;
  if (position.closed) {
    position.swap = 0;
    return position;
  }
  const side = rest.volume > 0 ? 'buy' : 'sell';
  if (side !== base.side) {
    position.sl = 0;
    position.tp = 0;
    position.trail_pts = 0;
  }
  position.side = side;
  position.price_open = rest.price;
  position.price_dealt = 0;
  position.swap = plus(position.swap, deal.swap);
  position.rate_margin = rest.rate;
  return position;
};

/**
 * The swap that is lost because nothing of its position remains: accrued swap, and the swap of the
 * deal. No deal shows the loss, so a correction of volume 0 does (§4.13); empty = none is
 * lost.
 */
const swapGone = (turn: Turn, command: BustCommand, left: Position | null): Correction[] => {
  const { deal, request_id, dealer } = command;
  const held = turn.state.positions.get(deal.position_id);
  if (held === undefined || left?.closed !== true) return [];
  const swap = plus(held.swap, deal.swap);
  if (swap === 0) return [];
  const correction: Correction = {
    id: turn.ctx.nextDealId(),
    request_id,
    kind: 'bust',
    position_id: held.id,
    login: held.login,
    symbol: held.symbol,
    side: held.side,
    volume: 0,
    dealer,
    at: turn.now,
    swap,
    currency_digits: held.currency_digits,
    balance: 0,
    credit: 0,
  };
  return [correction];
};

/**
 * Are these all deals of the position in its present state? Rows from before a change are refused.
 */
const areNewest = (turn: Turn, { deal, deals }: BustCommand): boolean => {
  const held = turn.state.positions.get(deal.position_id);
  const volume = held === undefined ? 0 : held.volume * (held.side === 'buy' ? 1 : -1);
  return deals.reduce((sum, one) => sum + signed(one), 0) === volume;
};

const canBust = ({ request_id, deal, deals }: BustCommand): boolean =>
  request_id === bustId(deal.id) &&
  (deal.action === 'buy' || deal.action === 'sell') &&
  deal.entry !== 'out_by' &&
  deals.some(({ id }) => id === deal.id) &&
  deals.every(({ position_id }) => position_id === deal.position_id);

/**
 * Releases the amounts that a deal still blocks: profit of its day, commission of its period
 * (§3.9).
 */
const released = (turn: Turn, ledger: Ledger, deal: Deal): Ledger => {
  const { group } = turn.basis;
  const { calendar } = turn.ctx.settings;
  const { created_at, profit } = deal;
  const ends = calendar.between(created_at, turn.state.ledger.day_ended_at);
  const after: Mutable<Ledger> = { ...ledger };
  const blocked = group.netting && group.record.profit_blocked_till_eod && ends.length === 0;
  if (blocked) after.profit_blocked -= Math.min(Math.max(profit, 0), after.profit_blocked);
  after.order_charges = withoutDealCharges(after, deal.order_id, deal.id);
  const symbol = group.held(deal.symbol);
  if (symbol === undefined) return after;
  const side = deal.action as Side;
  const monthEnded = ends.some((at) => calendar.dayOf(at).monthEnd);
  const runs = ({ rule }: Accrued): boolean =>
    rule.charge === 'daily' ? ends.length === 0 : !monthEnded;
  const accrued = planCharges(turn, { ...deal, symbol, side }, deal.reason).accrued.filter(runs);
  const less = accrue(after, accrued, true, -1);
  after.accruals = less.accruals;
  after.commission_blocked += less.blocked;
  return after;
};

/** The present netting position in the symbol of a position that opens again; none in hedging. */
const presentOf = ({ state, basis }: Turn, again: Position | null): Position | undefined =>
  !basis.group.netting || again === null || again.closed || state.positions.has(again.id)
    ? undefined
    : state.holdings.get(again.symbol)?.positions[0];

/** Can the position's volume be held, in netting together with the present position? */
const canHold = (again: Position | null, present: Position | undefined): boolean => {
  const joins = present !== undefined && present.side === again?.side;
  const volume = (again?.volume ?? 0) + (joins ? present.volume : 0);
  return volume <= Number.MAX_SAFE_INTEGER;
};

/** The deal alone is the content of a bust. */
const bustDigest = ({ id }: Deal): string => digestOf({ op: 'bust', deal_id: id });

/** The order that gets the volume of a deal back, and its row at the provider. */
interface VolumeReturned {
  readonly orders: readonly Order[];
  readonly queued: readonly Queued[];
}

/**
 * The changes of a deal's order that works on at the provider who took the deal back: the order has
 * the volume open again, so that the provider's later fills of it are booked. A bust by staff does
 * not change the order, because the provider goes on counting the deal.
 */
const returnedBy = (turn: Turn, { deal, source }: BustCommand): VolumeReturned => {
  const order = turn.state.orders.get(deal.order_id);
  const row = providerRow(turn.state, deal.order_id);
  if (source !== 'gateway' || order === undefined || row?.gateway_id !== deal.gateway_id) {
    return { orders: [], queued: [] };
  }
  const { price_filled, state, volume_filled, volume_current } = order;
  const left = volume_filled - deal.volume;
  const open: Order = {
    ...order,
    state: state === 'partial' ? restingState({ volume_filled: left }) : state,
    volume_current: volume_current + deal.volume,
    volume_filled: left,
    price_filled:
      left === 0 ? 0 : weightedMean(price_filled, volume_filled, deal.price, -deal.volume),
  };
  const busted = row.busted + deal.volume;
  return { orders: [open], queued: [{ ...row, busted, sent_value: valueAfter(row, deal, -1) }] };
};

/** A trade in words. */
const tradeText = (deal: Deal, side: string): string =>
  `${side} ${lotsText(deal.volume)} ${deal.symbol} at ${priceText(deal.price, deal)}`;

/**
 * The journal's lines of a bust: of a stop-out a second one, because a compensation of the negative
 * balance that it left is a payment of its own.
 */
const linesOf = ({ deal, source }: BustCommand): JournalLine[] => {
  const by = source === 'gateway' ? `, by gateway ${deal.gateway_id}` : '';
  const line = `deal #${deal.id} busted: ${tradeText(deal, deal.action)}${by}`;
  const stays = `warning: deal #${deal.id} was a stop-out: if its loss was compensated, that stays`;
  const texts = deal.reason === 'so' ? [line, stays] : [line];
  return texts.map((text) => ({ kind: 'trade', login: deal.login, text }));
};

/** The side of a trade, also of one that was taken back. */
const SIDES: Partial<Readonly<Record<Deal['action'], Side>>> = {
  buy: 'buy',
  sell: 'sell',
  buy_canceled: 'buy',
  sell_canceled: 'sell',
};

/**
 * The provider takes back a deal that staff had busted, or that cannot be busted: no money moves,
 * and an order that works on has the volume of the deal open again. Refused with
 * `trade.invalid_request` for a deal that is no trade, or when staff ask for it.
 */
const countBusted = (turn: Turn, command: BustCommand): Execution => {
  const { request_id, deal, source, dealer } = command;
  const symbol = turn.basis.group.held(deal.symbol);
  const side = SIDES[deal.action];
  if (source !== 'gateway' || side === undefined) {
    return refusal(turn, request_id, 'trade.invalid_request', symbol);
  }
  const { id, login, order_id, position_id, volume, gateway_id } = deal;
  const outcome = { order_id, deal_ids: String(id), position_id, volume };
  const result = resultOf(turn, request_id, symbol, outcome);
  const how = deal.action === side ? 'cannot be busted here' : 'was busted before';
  const what = tradeText(deal, side);
  const text = `gateway ${gateway_id} takes deal #${id} back, which ${how}: ${what}`;
  const returned = returnedBy(turn, command);
  addEvent(turn, {
    kind: returned.orders.length > 0 ? 'order' : 'setting',
    cause: { kind: 'bust', source, dealer, request_id },
    ...returned,
    journal: [{ kind: 'trade', login, text }],
    remembered: { request_id, digest: bustDigest(deal), result },
  });
  return { ok: true, events: turn.events, result };
};

/**
 * Busts a deal: its row becomes `buy_canceled` or `sell_canceled`, a `correction` returns its
 * money, and its position is rebuilt from the other deals, even if it was closed (§4.13). An order
 * that works on at the provider who takes the deal back has its volume open again. Refused:
 * `conflict` when the account had an event since the deals were read; `trade.disabled` in an
 * archived account; `trade.invalid_request` for a deal that is no trade, for half of a close-by, or
 * under a wrong request id; `trade.close_order_exists` while another close of the position waits;
 * `trade.order_changed` when the deals do not add up to the present position; `trade.limit_volume`
 * when the volume would exceed what can be held (§0.3).
 *
 * By `providerBustId` the deal stays, and only its order changes.
 */
export const bust = (turn: Turn, command: BustCommand): Execution => {
  const { request_id, deal, source, dealer, account_seq } = command;
  const symbol = turn.basis.group.held(deal.symbol);
  if (turn.state.switches.archived) return refusal(turn, request_id, 'trade.disabled', symbol);
  if (request_id === providerBustId(deal.id)) return countBusted(turn, command);
  if (!canBust(command)) {
    const why = 'must be a buy or sell that is no half of a close-by.';
    return refusal(turn, request_id, wrong(turn, 'deal_id', why), symbol);
  }
  if (account_seq !== turn.state.ledger.account_seq) {
    return conflict(turn, request_id, CHANGED_MEANWHILE);
  }
  const locked = closingLock(turn, deal.position_id, deal.order_id);
  if (locked !== undefined) return refusal(turn, request_id, locked, symbol);
  if (!areNewest(turn, command)) return refusal(turn, request_id, 'trade.order_changed', symbol);
  const others = command.deals.filter(({ id }) => id !== deal.id).sort((a, b) => a.id - b.id);
  const again = rebuilt(turn, deal, restOf(others));
  const present = presentOf(turn, again);
  if (!canHold(again, present)) return refusal(turn, request_id, 'trade.limit_volume', symbol);

  // All checks have passed: from here on the request id is used up.
  const action = deal.action === 'buy' ? 'buy_canceled' : 'sell_canceled';
  const amount = -movedBy(deal);
  const { position_id } = deal;
  const cause: Cause = { kind: 'bust', source, dealer, request_id };
  const corrections: Mutable<Deal>[] = [];
  if (amount !== 0) {
    const comment = `bust #${deal.id}`;
    const more = { comment, dealer, request_id, position_id, reason: 'correction' } as const;
    corrections.push(moneyDeal(turn, 'correction', amount, more));
  }
  const joined =
    again === null || symbol === undefined || present === undefined
      ? { orders: [], deals: [], positions: again === null ? [] : [again] }
      : mergePosition(turn, symbol, again, present, cause);
  const ledger = corrections.reduce<Ledger>(
    (before, correction) => ledgerWith(turn, before, correction),
    ledgerAfter(turn, joined.deals, NO_CHARGES),
  );
  const deals: Deal[] = [{ ...deal, action }, ...corrections, ...joined.deals];
  const ids = deals.map(({ id }) => id).join(' ');
  const outcome = { order_id: deal.order_id, deal_ids: ids, position_id, volume: deal.volume };
  const returned = returnedBy(turn, command);
  const result = resultOf(turn, request_id, symbol, outcome);
  addEvent(turn, {
    kind: 'deal',
    cause,
    deals,
    ledger: { ...released(turn, ledger, deal) },
    orders: [...joined.orders, ...returned.orders],
    positions: joined.positions,
    queued: returned.queued,
    corrections: swapGone(turn, command, again),
    journal: linesOf(command),
    remembered: { request_id, digest: bustDigest(deal), result },
  });
  return { ok: true, events: turn.events, result };
};
