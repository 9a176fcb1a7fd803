// Rows of waiting requests: how they are created and updated.

import type { Queued } from '../../wire/trading/queued.js';
import type { Turn } from '../account/types.js';
import { pricesOf } from '../margin/money.js';
import type { RoutingRule } from '../settings/routing.js';
import { acceptUntil, decisionUntil, delayUntil, offerUntil } from '../turn/deadlines.js';
import { sentTo } from '../turn/sending.js';
import type { CheckedRequest, Offered, Wait } from './request.js';

/** The row of a waiting request in the event that ends it. */
export const goneOf = (row: Queued): Queued => ({ ...row, state: 'gone' });

/** The price of the offer that a client takes; 0 = of none. */
const takenAt = ({ offer }: CheckedRequest): number => offer?.price ?? 0;

/**
 * The row of a request that begins to wait; `isStarted`: with the order that it has made. Each
 * field by its name: a literal that begins with a spread takes 60 times as long.
 */
export const newRow = (turn: Turn, checked: CheckedRequest, isStarted: boolean): Queued => {
  const { terms, order, deal_side, symbol } = checked;
  return {
    id: (isStarted && order?.id) || turn.ctx.nextOrderId(),
    login: turn.state.login,
    request_id: checked.cause.request_id,
    digest: checked.digest,
    source: checked.cause.source,
    dealer: checked.cause.dealer,
    kind: checked.kind,
    order_kind: checked.order_kind,
    symbol: symbol.name,
    side: checked.side,
    deal_side: checked.deal_side,
    volume: checked.volume,
    price: checked.price,
    price_stop_limit: terms.price_stop_limit,
    sl: terms.sl,
    tp: terms.tp,
    trail_pts: terms.trail_pts,
    deviation_pts: checked.deviation_pts,
    fill: terms.fill,
    expiration: terms.expiration,
    expires_at: terms.expires_at,
    order_id: order?.id ?? 0,
    position_id: checked.position_id,
    by_position_id: checked.by_position_id,
    oco_order_id: terms.oco_order_id,
    reason: checked.reason,
    expert_id: checked.expert_id,
    comment: checked.comment,
    skip_margin_check: checked.skip_margin_check,
    origin: checked.origin,
    received_at: turn.now,
    bid: pricesOf(symbol, turn.ctx).bid,
    ask: pricesOf(symbol, turn.ctx).ask,
    digits: symbol.digits,
    currency_digits: turn.basis.group.record.currency_digits,
    offer_bid: deal_side === 'sell' ? takenAt(checked) : 0,
    offer_ask: deal_side === 'buy' ? takenAt(checked) : 0,
    offered_by: checked.offer?.dealer ?? 0,
    kept: checked.kept,
    state: 'delayed',
    rule_id: 0,
    rule_name: '',
    rule_action: '',
    config_version: 0,
    served: '',
    clear_stops: false,
    due_at: 0,
    timeout_at: 0,
    offered_to: 0,
    taken_by: 0,
    returned: '',
    gateway_id: 0,
    external_id: '',
    timed_out: false,
    sent_as: '',
    sent_id: 0,
    sent_price: 0,
    sent_value: '',
    quantity: '',
    deal_ids: '',
    busted: 0,
    held: '',
    ends_as: '',
    cancels: '',
    price_worst: checked.price_worst,
  };
};

/** Parses the logins that a row stores. */
export const loginsOf = (text: string): readonly number[] =>
  text === '' ? [] : text.split(' ').map(Number);

/**
 * The row offered to the next dealer: the rule's online dealers in turn, except those who returned
 * it; 0 = no particular dealer (trading-rules §4.4).
 */
export const offeredOn = (turn: Turn, row: Queued, rule: RoutingRule): Queued => {
  if (rule.action !== 'dealer') return { ...row, state: 'queued', offered_to: 0, due_at: 0 };
  const { ctx, state } = turn;
  const returned = loginsOf(row.returned);
  const at = rule.dealers.indexOf(row.offered_to);
  const free = rule.dealers.filter(
    (login) => !returned.includes(login) && ctx.dealerOnline(login, state.switches),
  );
  const offered_to = free.find((login) => rule.dealers.indexOf(login) > at) ?? free[0] ?? 0;
  return { ...row, state: 'queued', taken_by: 0, offered_to, due_at: offerUntil(turn) };
};

/** The row with the rule at which it waits from now on. */
export const waitingAt = (turn: Turn, row: Queued, wait: Wait): Queued => {
  const { route, state, to, by = 0 } = wait;
  const { rule } = route;
  const waiting: Queued = {
    ...row,
    state,
    rule_id: rule?.id ?? 0,
    rule_name: rule?.name ?? '',
    rule_action: route.action,
    config_version: turn.ctx.settings.version,
    clear_stops: route.clear_stops,
  };
  if (state === 'delayed') {
    const served = `${row.served} ${rule?.id ?? 0}`.trim();
    return { ...waiting, served, due_at: delayUntil(turn, rule), timeout_at: 0 };
  }
  if (state === 'sent') return { ...sentTo(turn, waiting, to), taken_by: by };
  const timeout_at = decisionUntil(turn, row, rule);
  const queued: Queued = { ...waiting, timeout_at };
  if (to !== 0) return { ...queued, offered_to: to, due_at: offerUntil(turn) };
  return rule === null ? queued : offeredOn(turn, queued, rule);
};

/** The row of an offer, made from a waiting request or new; it expires after a time (§4.2). */
export const quotedRow = (turn: Turn, checked: CheckedRequest, offered: Offered): Queued => {
  const { bid: offer_bid, ask: offer_ask, dealer: offered_by } = offered;
  const { row } = checked;
  const made = row ?? newRow(turn, checked, true);
  return {
    ...made,
    state: 'quoted',
    order_id: 0,
    offer_bid,
    offer_ask,
    offered_by,
    offered_to: 0,
    taken_by: 0,
    due_at: acceptUntil(turn, checked.symbol),
    timeout_at: 0,
  };
};
