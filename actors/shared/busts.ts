// Busts: a deal is read with all deals of its position, and its account takes it back.

import { setTimeout as pause } from 'node:timers/promises';
import { type Code, type Outcome, type Refusal, refuse } from '../../wire/base/codes.js';
import { DEALS_MAX, type DealInPosition } from '../../wire/queries/deal-queries.js';
import type { Queries } from '../../wire/queries/queries.js';
import { patience } from './failpoint.js';

/** The question to an account: a deal, and all deals of its position. */
export interface BustAsked
  extends Pick<DealInPosition, 'deal' | 'deals' | 'account_seq' | 'busted_by' | 'is_counted'> {
  readonly source: 'dealer' | 'gateway';
}

/** The answer of an account: its status, and its envelope as JSON. */
export interface AccountAnswer {
  readonly status: number;
  readonly text: string;
}

/** The changes by a bust, as the account answers. */
export interface Busted {
  readonly position_id: number;
  /** The deal itself, the correction of its money, and deals that join positions. */
  readonly deal_ids: readonly number[];
  /** Was it taken back by an earlier request? */
  readonly repeated: boolean;
  readonly seq: string;
}

/** Readers and accounts as the asker reaches them. */
interface BustDoor<C extends Code> {
  find(): Promise<Outcome<Queries['deal.position']['output'], C>>;
  call(login: number, asked: BustAsked): Promise<AccountAnswer | Refusal<C>>;
}

/** An account that goes on meanwhile is asked so often, with a pause in which it is read again. */
const TRIES = 20;
const PAUSE_MS = patience(50);

/** Refusals of busts that may not last. */
export const PASSING_REFUSALS: ReadonlySet<Code> = new Set<Code>([
  'timeout',
  'internal',
  'conflict',
  'trade.timeout',
  'trade.too_many_requests',
  'trade.close_order_exists',
]);

const codeOf = (answer: AccountAnswer | Refusal): Code =>
  'ok' in answer ? answer.code : JSON.parse(answer.text).code;

/**
 * Did the account have an event that the database did not show? One that answers a provider with an
 * earlier result may have had the bust of staff meanwhile.
 */
const isOutdated = (answer: AccountAnswer, { source, busted_by, is_counted }: BustAsked) => {
  if (codeOf(answer) === 'conflict') return true;
  const isFirst = source === 'gateway' && busted_by === null && !is_counted;
  return isFirst && answer.text.includes('"repeated":true');
};

/**
 * The answer to a bust by a provider. Where the account refuses it for good, the provider's total
 * of the order is lowered all the same, because later fills go by it.
 */
const counted = async <C extends Code>(
  door: BustDoor<C>,
  login: number,
  asked: BustAsked,
  answer: AccountAnswer | Refusal<C | 'trade.rejected'>,
): Promise<AccountAnswer | Refusal<C | 'trade.rejected'>> => {
  const code = codeOf(answer);
  if (asked.source === 'dealer' || code === 'ok' || PASSING_REFUSALS.has(code)) return answer;
  const instead = await door.call(login, { ...asked, deals: [], is_counted: true });
  return codeOf(instead) === 'ok' ? answer : instead;
};

/**
 * Takes a deal back. Refused as `find` is, with `not_found` when there is no deal, with `conflict`
 * when the account never rests, with `trade.rejected` when the position has more than `DEALS_MAX`
 * deals; otherwise as the account answers.
 */
export const bustDeal = async <C extends Code>(
  door: BustDoor<C>,
  source: BustAsked['source'],
): Promise<AccountAnswer | Refusal<C | 'not_found' | 'trade.rejected'>> => {
  for (let tries = 1; ; tries += 1) {
    const read = await door.find();
    if (!read.ok) return read;
    const { found } = read.data;
    if (found === null) return refuse('not_found', 'There is no such deal.');
    const { login, ...given } = found;
    const asked = { ...given, source };
    if (asked.deals.length > DEALS_MAX) {
      const refusal = refuse('trade.rejected', `The position has more than ${DEALS_MAX} deals.`);
      return counted(door, login, asked, refusal);
    }
    const answer = await door.call(login, asked);
    if ('ok' in answer || !isOutdated(answer, asked) || tries === TRIES) {
      return counted(door, login, asked, answer);
    }
    await pause(PAUSE_MS);
  }
};
