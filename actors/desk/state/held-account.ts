// Held accounts: decisions that depend on an account's positions and orders.

import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { DeskDeps, HeldAccount } from './deps.js';

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
