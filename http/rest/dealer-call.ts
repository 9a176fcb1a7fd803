// Decisions of dealers about waiting requests. A dealer decides only about requests of accounts in
// the dealer's scope; other requests are answered as if they did not wait.

import type { ActorsClient } from '../../actors/client.js';
import { type Code, type Outcome, refuse } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { DealerCommand } from '../../wire/trading/commands.js';
import { asUnknown } from './actor-call.js';
import type { Passed } from './route.js';

/** The answer of a dealer to a request. */
export type DealerAnswer = Omit<DealerCommand, 'op' | 'id' | 'dealer'>;

/** The refusals of a dealer's action. */
export const DEALER_CODES = [
  'not_found',
  'forbidden',
  'conflict',
  'trade.order_changed',
  'trade.locked',
  'trade.invalid_request',
  'trade.invalid_volume',
  'trade.invalid_fill',
  'trade.invalid_price',
  'trade.too_many_requests',
  'trade.timeout',
] as const satisfies readonly Code[];

/** The calls to the actors that a dealer's action needs. */
interface DealingActors<C extends Code> {
  readonly waiting: ActorsClient['waiting'];
  readonly call: ActorsClient['call'];
  desk(
    op: 'accounts.reach',
    input: { readonly caller: Caller; readonly login: number; readonly writes: true },
  ): Promise<Outcome<unknown, C>>;
}

/** Passes a dealer's action to the account whose request it is; answers as the account does. */
export const dealerCall = async <C extends Code>(
  actors: DealingActors<C>,
  caller: Caller,
  id: number,
  answer: DealerAnswer,
  requestId: string,
): Promise<Passed | Extract<Outcome<unknown, C | 'not_found'>, { ok: false }>> => {
  const request = actors.waiting().get(id);
  const unknown = `Request ${id} waits for no dealer.`;
  if (request === undefined) return refuse('not_found', unknown);
  const { login } = request;
  const reached = await actors.desk('accounts.reach', { caller, login, writes: true });
  if (!reached.ok) return asUnknown(reached, unknown);
  return actors.call(caller, login, 'dealer', { ...answer, id }, requestId);
};
