// What every long simulation must have seen; else it proves too little.

import type { Code } from '../../wire/codes.js';
import type { AccountEventKind, RequestKind } from '../../wire/events.js';
import type { Action, Entry, OrderState, Reason } from '../../wire/records.js';
import type { Seen, Sight } from './seen.js';
import { TABLE } from './table.js';

const EVENTS: readonly AccountEventKind[] = [
  'order',
  'deal',
  'position',
  'trade_result',
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
  'dealer_close_by',
  'dealer_modify',
  'dealer_pending',
  'dealer_pending_modify',
  'dealer_pending_cancel',
  'balance',
  'disconnect',
  'margin_call',
  'stop_out',
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
];

const ORDERS: readonly OrderState[] = ['placed', 'filled', 'canceled', 'rejected', 'expired'];

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
  'interest',
  'swap',
  'dividend',
  'dividend_franked',
  'tax',
  'so_compensation',
  'so_compensation_credit',
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
];

/** What may pass by a run of a few hundred thousand operations; a million must have seen it too. */
const RARE: ReadonlySet<string> = new Set(['action so_compensation_credit', 'code trade.frozen']);
const SURELY_SEEN = 1_000_000;

/** What a run of that many operations was expected to see and did not, as `kind name`. */
export const missing = (seen: Seen, operations: number): readonly string[] =>
  EXPECTED.flatMap(([kind, names]) =>
    seen.missing(kind, names).map((name) => `${kind} ${name}`),
  ).filter((sight) => operations >= SURELY_SEEN || !RARE.has(sight));
