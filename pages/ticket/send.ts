// A trade that a press sends: the server's check comes before it.

import { effect } from '@preact/signals';
import { BrokerError, type TradeRequest } from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import type { Intent, IntentDraft } from '../live/intent.js';
import { type Attempt, attempt, type Refusal, refusalOf } from '../live/refusal.js';
import type { LightSymbol } from '../live/symbols.js';
import type { TradingAccount } from './account.js';

/** The answer to a check. */
export interface CheckAnswer {
  /** Null until there is an answer. */
  readonly check: TradeCheck | null;
  /** Why it would be refused; null = it would be done. */
  readonly refusal: Refusal | null;
}

/** A market request with a price that the user sees, where its symbol counts it. */
export const withPrice = (
  request: TradeRequest,
  { execution_mode }: Pick<LightSymbol, 'execution_mode'>,
  price: string | null | undefined,
): TradeRequest => {
  if ((request.kind !== 'open' && request.kind !== 'close') || price == null) return request;
  if (request.price !== undefined) return request;
  const counts =
    execution_mode === 'instant' ||
    execution_mode === 'request' ||
    request.deviation_pts !== undefined;
  return counts ? { ...request, price } : request;
};

/** The refusal in the answer to a check; null = the trade would be done. */
const checkRefusal = (check: TradeCheck): Refusal | null =>
  check.code === 'ok'
    ? null
    : ({
        code: check.code,
        message: check.message,
        field: check.field ?? null,
        faults: [],
        data: check,
        request_id: null,
      } as unknown as Refusal);

/** Asks once. */
export const checkOnce = async (
  ask: (request: TradeRequest) => Promise<TradeCheck>,
  request: TradeRequest,
): Promise<CheckAnswer> => {
  const answer = await attempt(ask(request));
  return answer.ok
    ? { check: answer.value, refusal: checkRefusal(answer.value) }
    : { check: null, refusal: answer.refusal };
};

/** The part of an account that a press needs. */
type CheckingAccount = Pick<TradingAccount, 'check' | 'canTrade'>;

/**
 * Asks for a press that sends. A connection that is not alive, or is lost meanwhile, refuses: a
 * trade must not follow its press much later.
 */
export const checkPress = (
  { check, canTrade }: CheckingAccount,
  request: TradeRequest,
): Promise<CheckAnswer> =>
  new Promise((resolve, reject) => {
    const stop = effect(() => {
      if (canTrade.value) return;
      const message = 'Nothing was sent: the connection is not alive.';
      resolve({ check: null, refusal: refusalOf(new BrokerError('client.unreachable', message)) });
    });
    checkOnce(check, request).then(resolve, reject).finally(stop);
  });

/** Sends a request that its check lets pass. */
export const sendChecked = async (
  account: CheckingAccount,
  { send }: Pick<IntentDraft, 'send'>,
  request: TradeRequest,
): Promise<Attempt<Intent>> => {
  const { refusal } = await checkPress(account, request);
  return refusal === null ? { ok: true, value: send(request) } : { ok: false, refusal };
};
