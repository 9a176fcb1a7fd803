// Calls of account actors: their answers are whole envelopes, passed on or parsed.

import { setTimeout as pause } from 'node:timers/promises';
import { type ActorsClient, patience } from '../../actors/client.js';
import { type Code, type Outcome, type Refusal, refuse } from '../../wire/base/codes.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { DealerCommand } from '../../wire/trading/commands.js';
import type { Passed } from './route.js';

/** Time to wait for live values of accounts. */
const LIVE_MS = patience(250);
/** Accounts that are asked at the same time; a login's share of a shard's queue fits as many. */
const LANES = 32;
/** Pause in ms before an account is asked again for which the queue was full. */
const PAUSE_MS = 5;

/** The caller and the request. */
export interface Asking {
  readonly caller: Caller;
  readonly requestId: string;
}

/** The envelope of an answer to be passed on. */
export interface PassedEnvelope {
  readonly success: boolean;
  readonly code: Code;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Parses the envelope of a passed answer. */
export const envelopeOf = ({ text }: Passed): PassedEnvelope => JSON.parse(text) as PassedEnvelope;

/** The answer for an account that the caller may not reach. */
export const refusedAs = (code: Code): PassedEnvelope => ({
  success: false,
  code,
  message: '',
  data: null,
});

/**
 * Turns the refusal of a position, deal or request into the refusal of an unknown id, with this
 * `message`. So a caller cannot find out whether the id belongs to an account that is hidden, or
 * outside the caller's scope.
 */
export const asUnknown = <R extends Refusal>(
  refusal: R,
  message: string,
): R | Refusal<'not_found'> =>
  refusal.code === 'not_found' || refusal.code === 'forbidden'
    ? refuse('not_found', message)
    : refusal;

/** The same answer with other data, which `shape` makes from its envelope. */
export const reshaped = (
  passed: Passed,
  requestId: string,
  shape: (envelope: PassedEnvelope) => unknown,
): Passed => {
  const envelope = envelopeOf(passed);
  const data = JSON.stringify(shape(envelope) ?? null);
  const text = envelopeText(requestId, envelope.code, data, envelope.message);
  return { status: passed.status, text };
};

/** The data of an answer within the time limit for live values; else null. */
export const liveData = async (
  call: Promise<Passed>,
): Promise<Readonly<Record<string, unknown>> | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIVE_MS);
  });
  const answer = await Promise.race([call, late]).finally(() => clearTimeout(timer));
  if (answer === null) return null;
  const { success, data } = envelopeOf(answer);
  return success ? data : null;
};

/** Does each of many keys, so many at a time; at first as many as a shard's queue surely takes. */
export const inLanes = async <K>(
  keys: Iterable<K>,
  work: (key: K) => Promise<void>,
  lanes = LANES,
): Promise<void> => {
  const left = keys[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Asks an account, again while its queue is full, until `isOver`. */
export const askedUntil = async (
  ask: () => Promise<Passed>,
  isOver: () => boolean,
): Promise<PassedEnvelope> => {
  let answer = envelopeOf(await ask());
  while (answer.code === 'trade.too_many_requests' && !isOver()) {
    await pause(PAUSE_MS);
    answer = envelopeOf(await ask());
  }
  return answer;
};

/**
 * Asks accounts for live values within a common time limit; `take` gets the data of each that
 * answers in time.
 */
export const askedInTime = async (
  logins: Iterable<number>,
  ask: (login: number) => Promise<Passed>,
  take: (login: number, data: Readonly<Record<string, unknown>>) => void,
): Promise<void> => {
  let over = false;
  const isOver = (): boolean => over;
  const asked = inLanes(logins, async (login) => {
    if (over) return;
    const { data } = await askedUntil(() => ask(login), isOver);
    if (!over && data !== null) take(login, data);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LIVE_MS);
  });
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
  over = true;
};

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
