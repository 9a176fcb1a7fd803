// Rows of waiting requests: how they are made, and how they stand.

import type { Queued } from '../wire/queued.js';
import type { Order } from '../wire/records.js';
import type { Wait } from './decide.js';
import { pricesOf } from './money.js';
import type { Turn } from './turn.js';
import type { Work } from './work.js';

/** When a row is looked at next, in ms; 0 = never by time alone. */
export const dueAt = ({ due_at, timeout_at }: Queued): number =>
  due_at !== 0 && timeout_at !== 0 ? Math.min(due_at, timeout_at) : due_at || timeout_at;

/** How long dealers may take in all, ms (trading-rules §4.4). */
const DEALERS_MS = 60_000;

/** The row of a waiting request in the event that ends it. */
export const goneOf = (row: Queued): Queued => ({ ...row, state: 'gone' });

const shared = (turn: Turn, work: Work) => ({
  login: turn.state.login,
  request_id: work.cause.request_id,
  digest: work.digest,
  source: work.cause.source,
  dealer: work.cause.dealer,
  kind: work.kind,
  order_kind: work.order_kind,
  symbol: work.symbol.name,
  side: work.side,
  deal_side: work.deal_side,
  volume: work.volume,
  price: work.price,
  deviation_pts: work.deviation_pts,
  comment: work.comment,
});

/** The row of a request that begins to wait. */
export const newRow = (turn: Turn, work: Work, waiting: Order['state'] | null): Queued => {
  const { bid, ask } = pricesOf(work.symbol, turn.ctx);
  const { terms, order } = work;
  const own = waiting === 'started' && order !== null;
  return {
    ...shared(turn, work),
    id: own ? order.id : turn.ctx.nextOrderId(),
    price_stop_limit: terms.price_stop_limit,
    sl: terms.sl,
    tp: terms.tp,
    trail_pts: terms.trail_pts,
    fill: terms.fill,
    expiration: terms.expiration,
    expires_at: terms.expires_at,
    order_id: order?.id ?? 0,
    position_id: work.position_id,
    by_position_id: work.by_position_id,
    oco_order_id: terms.oco_order_id,
    reason: work.reason,
    expert_id: work.expert_id,
    skip_margin_check: work.skip_margin_check,
    origin: work.origin,
    received_at: turn.now,
    bid,
    ask,
    digits: work.symbol.digits,
    currency_digits: turn.basis.group.record.currency_digits,
    state: 'delayed',
    rule_id: 0,
    config_version: 0,
    served: '',
    clear_stops: false,
    due_at: 0,
    timeout_at: 0,
    offered_to: 0,
    taken_by: 0,
    returned: '',
    offer_bid: 0,
    offer_ask: 0,
    offered_by: 0,
    gateway_id: 0,
    external_id: '',
    timed_out: false,
  };
};

/** The row as it waits at a rule from now on. */
export const waitingAt = (turn: Turn, row: Queued, { route, state }: Wait): Queued => {
  const rule = route.rule;
  const delayed = state === 'delayed';
  const delay = delayed ? Number(rule?.action_value) : 0;
  return {
    ...row,
    state,
    rule_id: rule?.id ?? 0,
    config_version: turn.ctx.settings.version,
    served: delayed ? `${row.served} ${rule?.id ?? 0}`.trim() : row.served,
    clear_stops: route.clear_stops,
    due_at: delayed ? turn.now + delay : 0,
    timeout_at: delayed ? 0 : turn.now + DEALERS_MS,
  };
};
