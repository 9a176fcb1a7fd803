// What every long run of many accounts must have seen; else it proves too little.

import { CODES } from '../../wire/base/codes.js';
import { ROUTED_KINDS } from '../../wire/trading/events.js';
import { QUEUE_STATE } from '../../wire/trading/queued.js';
import { ACTION, ENTRY, ORDER_STATE, REASON } from '../../wire/trading/records.js';
import { OPERATIONS } from '../support/lives/operations.js';
import { named, SEVERAL_CORRECTIONS, type Seen } from '../support/lives/seen.js';

/** What befalls nobody or hardly anybody: no route reaches it, or no life has its settings. */
const NEVER = new Set([
  ...['trade.expert_disabled', 'trade.price_changed', 'trade.too_many_requests'],
  ...named('cause', ['dealer_close_by', 'dealer_activate']),
  ...named('action', ['transfer', 'so_compensation_credit']),
  ...named('reason', ['gateway', 'external_client', 'external_service', 'sync', 'split']),
  ...named('reason', ['corporate_action']),
]);
const OTHER_CAUSES = ['balance', 'disconnect', 'margin_call', 'stop_out', 'trail', 'oco'];
const KINDS = ['order', 'deal', 'position', 'trade_result', 'correction', 'setting'];

const EXPECTED: readonly string[] = [
  ...CODES.filter((code) => code.startsWith('trade.')),
  ...['ok', 'invalid_input', 'not_found', 'conflict'],
  ...named(
    'operation',
    OPERATIONS.map(({ name }) => name),
  ),
  SEVERAL_CORRECTIONS,
  ...named('event', [...KINDS, 'margin_call', 'stop_out']),
  ...named('cause', [
    ...ROUTED_KINDS,
    ...OTHER_CAUSES,
    'end_of_day',
    'position_delete',
    'position_change',
    'bust',
  ]),
  ...named('order', ORDER_STATE.choices),
  ...named('entry', ENTRY.choices),
  ...named('action', ACTION.choices),
  ...named('reason', REASON.choices),
  ...named('queue', QUEUE_STATE.choices),
  ...named('confirmed there', ['pending_modify', 'pending_cancel', 'close']),
  ...named('crossed', ['trade', 'canceled', 'refused']),
].filter((name) => !NEVER.has(name));

/** What a run was expected to see and did not. */
export const missing = (seen: Seen): readonly string[] => seen.missing(EXPECTED);
