// Held accounts: decisions that depend on an account's positions and orders.

import { type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import { counted } from '../types/rules/counted.js';
import type { DeskDeps, HeldAccount } from './deps.js';

/** Time that the database may take to catch up while an account is held. */
export const CATCH_UP_MS = 500;

/** Does the account have anything? */
export const isBusy = ({ rows: { positions, orders, requests } }: HeldAccount): boolean =>
  positions + orders + requests > 0;

/** The holdings of the account, in words: 1 position and 2 orders. */
export const holdingsOf = (held: HeldAccount): string => {
  const { positions, orders, requests } = held.rows;
  const all = [
    [positions, 'position'],
    [orders, 'order'],
    [requests, 'waiting request'],
  ] as const;
  const had = all.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  return had.join(' and ');
};

/** Refuses a step that is impossible while the account has holdings, and names them. */
export const busyFault = (held: HeldAccount): Refusal | undefined =>
  isBusy(held) ? refuse('conflict', `The account has ${holdingsOf(held)}.`) : undefined;

/**
 * Makes a decision while the account's requests are held, so that what it holds does not change.
 * Refuses with `conflict` when its shard does not answer; `field` begins the message.
 */
export const whileHeld = async <T>(
  deps: DeskDeps,
  login: number,
  field: string,
  decide: (held: HeldAccount) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => {
  const held = await deps.hold(login);
  if (held === undefined) return refuse('conflict', `${field}the account does not answer now`);
  try {
    return await decide(held);
  } finally {
    held.release();
  }
};
