// Deadlines of waiting requests: how long each waits for a dealer, a client, a delay or a provider.

import { WAIT_SEC } from '../../wire/settings/routing.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Turn } from '../account/types.js';
import type { EngineGateway } from '../settings/gateway-plan.js';
import type { RoutingRule } from '../settings/routing.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** Time for one dealer to take an offered request, ms (trading-rules §4.4). */
const OFFER_MS = 15_000;
/** The longest delay of a rule, ms. */
const DELAY_MS_MAX = 60_000;
/** How long an order of a gateway without a record works on before it is cancelled again, ms. */
const CANCEL_PAUSE_MS = 30_000;

/** The time of a row's next evaluation, in ms; 0 = it waits for an answer without a deadline. */
export const dueAt = ({ due_at, timeout_at }: Queued): number =>
  due_at !== 0 && timeout_at !== 0 ? Math.min(due_at, timeout_at) : due_at || timeout_at;

/** The time until which one dealer alone may take an offered request. */
export const offerUntil = ({ now }: Turn): number => now + OFFER_MS;

/**
 * The time until which a rule delays a request. An action value that is not a number means no
 * delay.
 */
export const delayUntil = ({ now }: Turn, rule: RoutingRule | null): number => {
  const ms = Math.floor(Number(rule?.action_value));
  return ms > 0 ? now + Math.min(ms, DELAY_MS_MAX) : now;
};

/**
 * The time until which dealers may decide a request, set by the first rule at which the request
 * waits.
 */
export const decisionUntil = ({ now }: Turn, row: Queued, rule: RoutingRule | null): number =>
  row.timeout_at || now + (rule?.wait_sec ?? WAIT_SEC) * 1000;

/** The time until which a client may accept an offer (trading-rules §4.2). */
export const acceptUntil = ({ now }: Turn, { request_timeout_sec }: EngineSymbol): number =>
  now + request_timeout_sec * 1000;

/** The time until which a provider has to answer a placement (trading-rules §4.5). */
export const placementUntil = ({ now }: Turn, { placement_ms }: EngineGateway): number =>
  now + placement_ms;

/** The pause in ms before a refused cancel of an order is sent again. */
export const cancelPause = (turn: Turn, { gateway_id }: Queued): number =>
  turn.ctx.settings.gateways.get(gateway_id)?.placement_ms ?? CANCEL_PAUSE_MS;

/** The time at which a refused cancel is sent again. */
export const cancelAgainAt = (turn: Turn, row: Queued): number =>
  row.timeout_at || turn.now + cancelPause(turn, row);

/** The time at which a refused cancel of an answered row is sent again; 0 = never. */
export const dueAnswered = ({ cancels, timeout_at }: Queued): number =>
  cancels === '' ? 0 : timeout_at;
