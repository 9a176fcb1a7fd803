// What every long simulation must have seen; else it proves too little.

import type { Code } from '../../wire/codes.js';
import type { AccountEventKind, RequestKind } from '../../wire/events.js';
import { QUEUE_STATE, type Queued } from '../../wire/queued.js';
import {
  type Action,
  type Entry,
  ORDER_STATE,
  type OrderState,
  type Reason,
} from '../../wire/records.js';
import type { Seen, Sight } from './seen.js';
import { TABLE } from './table.js';

const EVENTS: readonly AccountEventKind[] = [
  'order',
  'deal',
  'position',
  'trade_result',
  'correction',
  'margin_call',
  'stop_out',
  'setting',
];

const CAUSES: readonly RequestKind[] = [
  'price',
  'open',
  'close',
  'close_by',
  'modify',
  'pending',
  'pending_modify',
  'pending_cancel',
  'activate',
  'activate_stop_limit',
  'sl',
  'tp',
  'stopout_order',
  'stopout_position',
  'expiration',
  'dealer_open',
  'dealer_close',
  'dealer_modify',
  'dealer_pending',
  'dealer_pending_modify',
  'dealer_pending_cancel',
  'balance',
  'disconnect',
  'margin_call',
  'stop_out',
  'trail',
  'oco',
  'end_of_day',
  'position_delete',
  'bust',
];

const CODES: readonly Code[] = [
  'ok',
  'invalid_input',
  'not_found',
  'conflict',
  'trade.invalid_request',
  'trade.invalid_volume',
  'trade.invalid_close_volume',
  'trade.invalid_price',
  'trade.invalid_stops',
  'trade.invalid_expiration',
  'trade.invalid_fill',
  'trade.invalid_order_kind',
  'trade.no_changes',
  'trade.disabled',
  'trade.read_only',
  'trade.long_only',
  'trade.short_only',
  'trade.close_only',
  'trade.symbol_not_found',
  'trade.order_not_found',
  'trade.position_not_found',
  'trade.position_closed',
  'trade.order_changed',
  'trade.market_closed',
  'trade.off_quotes',
  'trade.requote',
  'trade.rejected',
  'trade.canceled',
  'trade.no_money',
  'trade.limit_orders',
  'trade.limit_positions',
  'trade.limit_volume',
  'trade.limit_money',
  'trade.frozen',
  'trade.hedge_prohibited',
  'trade.fifo_prohibited',
  'trade.no_connection',
  'trade.timeout',
  'trade.locked',
  'trade.close_order_exists',
];

const ORDERS: readonly OrderState[] = ORDER_STATE.choices;

const QUEUE: readonly Queued['state'][] = QUEUE_STATE.choices;

const ENTRIES: readonly Entry[] = ['in', 'out', 'inout', 'out_by', 'none'];

const ACTIONS: readonly Action[] = [
  'buy',
  'sell',
  'balance',
  'charge',
  'correction',
  'commission',
  'agent',
  'agent_daily',
  'agent_monthly',
  'commission_daily',
  'commission_monthly',
  'buy_canceled',
  'sell_canceled',
  'interest',
  'swap',
  'dividend',
  'dividend_franked',
  'tax',
  'so_compensation',
  'credit',
  'bonus',
];

const REASONS: readonly Reason[] = [
  'client',
  'web',
  'mobile',
  'api',
  'expert',
  'dealer',
  'sl',
  'tp',
  'so',
  'rollover',
  'correction',
];

const EXPECTED: readonly (readonly [Sight, readonly string[]])[] = [
  ['operation', TABLE.map(({ name }) => name)],
  ['event', EVENTS],
  ['cause', CAUSES],
  ['code', CODES],
  ['order', ORDERS],
  ['entry', ENTRIES],
  ['action', ACTIONS],
  ['reason', REASONS],
  ['queue', QUEUE],
];

/** What a run was expected to see and did not, as `kind name`. */
export const missing = (seen: Seen): readonly string[] =>
  EXPECTED.flatMap(([kind, names]) => seen.missing(kind, names).map((name) => `${kind} ${name}`));
