// Busts: a deal is read with all deals of its position, and its account takes it back.

import { setTimeout as pause } from 'node:timers/promises';
import { type Code, type Outcome, type Refusal, refuse } from '../../wire/base/codes.js';
import { DEALS_MAX, type DealInPosition, type Queries } from '../../wire/desk/queries.js';
import { patience } from './failpoint.js';

/** What an account is asked for: a deal, and all deals of its position. */
export interface BustAsked
  extends Pick<DealInPosition, 'deal_id' | 'deals' | 'account_seq' | 'busted_by'> {
  readonly source: 'dealer' | 'gateway';
}

/** The answer of an account: its status, and its envelope as JSON. */
interface AccountAnswer {
  readonly status: number;
  readonly text: string;
}

/** What a bust has changed, as the account answers. */
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

/** Did the account have an event that the database did not show? */
const isOutdated = ({ text }: AccountAnswer): boolean => text.includes('"code":"conflict"');

/**
 * Takes a deal back. Refused with `not_found` when there is none, with `timeout` while the database
 * is too far behind, with `conflict` when the account never rests or the position has more than
 * `DEALS_MAX` deals; otherwise as the account answers.
 */
export const bustDeal = async <C extends Code>(
  door: BustDoor<C>,
  source: BustAsked['source'],
): Promise<AccountAnswer | Refusal<C | 'not_found' | 'timeout' | 'conflict'>> => {
  for (let tries = 1; ; tries += 1) {
    const read = await door.find();
    if (!read.ok) return read;
    const { found, consistency } = read.data;
    if (consistency === 'projection_pending') return refuse('timeout');
    if (found === null) return refuse('not_found', 'There is no such deal.');
    const { login, ...asked } = found;
    if (asked.deals.length > DEALS_MAX) {
      return refuse('conflict', `The position has more than ${DEALS_MAX} deals.`);
    }
    const answer = await door.call(login, { ...asked, source });
    if ('ok' in answer || !isOutdated(answer) || tries === TRIES) return answer;
    await pause(PAUSE_MS);
  }
};
