// Live money of many accounts: asked of their actors within a common time limit.

import type { Code } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import { MONEY } from '../../wire/trading/records.js';
import { type Asking, askedInTime } from './actor-call.js';
import type { HandlerContext } from './route.js';

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
  const ask = (login: number) => door.call(caller, login, 'money', {}, requestId);
  await askedInTime(new Set(logins), ask, (login, data) => found.set(login, data));
  return found;
};
