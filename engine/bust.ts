// Busted trades: a deal is taken back, its money returned, and its position rebuilt from the rest.

import type { BustCommand } from '../wire/commands.js';
import type { Cause } from '../wire/events.js';
import { emptyRow } from '../wire/fields.js';
import { type Deal, POSITION, type Position } from '../wire/records.js';
import { digestOf } from './digest.js';
import { weightedMean, weightedRate } from './exact.js';
import { closingLock } from './locks.js';
import { ledgerWith, moneyDeal } from './payments.js';
import { commit, refusal, resultOf, type Turn } from './turn.js';
import type { Draft, Execution } from './types.js';

const NO_POSITION: Position = emptyRow(POSITION);

const signed = ({ action, volume }: Deal): number => {
  if (action === 'buy') return volume;
  return action === 'sell' ? -volume : 0;
};

/** What the deals of a position leave of it; volume signed, 0 = nothing (trading-rules §3.14). */
interface Rest {
  readonly volume: number;
  readonly price: number;
  readonly rate: bigint;
  /** The deal from which on it is held. */
  readonly since: Deal | null;
}

/** Adds deals up in id order: growth is averaged, a reversal begins anew at its price. */
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

/** A position that had closed, as its deals tell of it. */
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
});

/** The position after the rest of its deals; null = there is none and was none. */
const rebuilt = (turn: Turn, id: number, rest: Rest): Position | null => {
  const held = turn.state.positions.get(id);
  if (held === undefined && rest.since === null) return null;
  const base = held ?? reopened(turn, rest.since as Deal);
  const position: Draft<Position> = { ...base };
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
  position.rate_margin = rest.rate;
  return position;
};

const canBust = ({ deal, deals }: BustCommand): boolean =>
  (deal.action === 'buy' || deal.action === 'sell') &&
  deal.entry !== 'out_by' &&
  deals.some(({ id }) => id === deal.id) &&
  deals.every(({ position_id }) => position_id === deal.position_id);

/**
 * Takes a deal back: its row becomes `buy_canceled` or `sell_canceled`, a `correction` returns its
 * money, and its position is what the other deals make it, also when it had closed (§4.5). Refused:
 * `trade.invalid_request` for what is no trade or half of a close-by, `trade.close_order_exists`
 * while a close of the position waits.
 */
export const bust = (turn: Turn, command: BustCommand): Execution => {
  const { request_id, deal, source, dealer } = command;
  const symbol = turn.basis.group.held(deal.symbol);
  if (!canBust(command)) return refusal(turn, request_id, 'trade.invalid_request', symbol);
  const locked = closingLock(turn, deal.position_id);
  if (locked !== undefined) return refusal(turn, request_id, locked, symbol);

  // The checks have passed: the request id is kept from here on.
  const action = deal.action === 'buy' ? 'buy_canceled' : 'sell_canceled';
  const deals: Deal[] = [{ ...deal, action }];
  const amount = -(deal.profit + deal.swap + deal.commission + deal.fee);
  const { position_id } = deal;
  let { ledger } = turn.state;
  if (amount !== 0) {
    const comment = `bust #${deal.id}`;
    const more = { comment, dealer, request_id, position_id, reason: 'correction' } as const;
    const back = moneyDeal(turn, 'correction', amount, more);
    deals.push(back);
    ledger = ledgerWith(ledger, back);
  }
  const others = command.deals.filter(({ id }) => id !== deal.id).sort((a, b) => a.id - b.id);
  const position = rebuilt(turn, position_id, restOf(others));
  const cause: Cause = { kind: 'bust', source, dealer, request_id };
  const ids = deals.map(({ id }) => id).join(' ');
  const outcome = { order_id: deal.order_id, deal_ids: ids, position_id, volume: deal.volume };
  const result = resultOf(turn, request_id, symbol, outcome);
  commit(turn, {
    kind: 'deal',
    cause,
    deals,
    ledger: { ...ledger },
    positions: position === null ? [] : [position],
    remembered: { request_id, digest: digestOf({ op: 'bust', deal_id: deal.id }), result },
  });
  return { ok: true, events: turn.events, result };
};
