// Live money of many accounts: asked of their actors within a common time limit.

import { setTimeout as pause } from 'node:timers/promises';
import type { Code } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import type { Caller } from '../../wire/desk/operations.js';
import { MONEY } from '../../wire/trading/records.js';
import { envelopeOf, LIVE_MS, type PassedEnvelope } from './actor-call.js';
import type { HandlerContext } from './route.js';

/** Accounts that are asked at the same time; a login's share of a shard's queue fits as many. */
const LANES = 32;
/** Pause in ms before an account is asked again for which the queue was full. */
const PAUSE_MS = 5;

/** The caller and the request. */
export interface Asking {
  readonly caller: Caller;
  readonly requestId: string;
}

/** The members of money without those that identify the account; null = there is none. */
export const moneyOf = (data: Fields | null | undefined): Fields | null =>
  data ? Object.fromEntries(Object.keys(MONEY).map((name) => [name, data[name]])) : null;

/** The money of the accounts that answer within the time limit. */
export const liveMoney = async (
  logins: Iterable<number>,
  { caller, requestId }: Asking,
  door: Pick<HandlerContext<Code>, 'call'>,
): Promise<ReadonlyMap<number, Fields>> => {
  const found = new Map<number, Fields>();
  const asked = new Set(logins);
  const left = asked.values();
  let isOver = false;
  const ask = async (login: number): Promise<PassedEnvelope> =>
    envelopeOf(await door.call(caller, login, 'money', {}, requestId));
  const lane = async (): Promise<void> => {
    for (const login of left) {
      let answer = await ask(login);
      while (answer.code === 'trade.too_many_requests' && !isOver) {
        await pause(PAUSE_MS);
        answer = await ask(login);
      }
      if (isOver) return;
      if (answer.success && answer.data !== null) found.set(login, answer.data);
    }
  };
  const lanes = Array.from({ length: Math.min(LANES, asked.size) }, lane);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LIVE_MS);
  });
  await Promise.race([Promise.all(lanes), late]).finally(() => clearTimeout(timer));
  isOver = true;
  return found;
};
