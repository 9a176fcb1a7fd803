// The accounts that a staff connection sees now, by the same rules as lists.

import { isDeepStrictEqual } from 'node:util';
import type { ActorsClient, MovedAccount } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { type View, viewOf } from '../../../wire/accounts/scope.js';
import { maskListFits } from '../../../wire/base/mask.js';
import type { Connection } from '../connection/connection.js';
import { maskMayShow } from './channel.js';

/** Do two copies of a session reach the same accounts? */
export const samePowers = (one: SessionCopy, other: SessionCopy): boolean =>
  isDeepStrictEqual([one.rights, one.group_scope], [other.rights, other.group_scope]);

/** Knows which accounts are hidden. */
export type Concealing = Pick<ActorsClient, 'hidden'>;

/**
 * The visibility of accounts for one connection; it uses its present session and the account's
 * present state.
 */
export class AccountVisibility {
  #session: Connection['session'];
  #view: View;

  constructor(
    readonly connection: Connection,
    readonly client: Concealing,
  ) {
    this.#session = connection.session;
    this.#view = viewOf(this.#session);
  }

  /** Is the account visible, given its group, and whether it is hidden? */
  sees(login: number, group: string, hidden = this.client.hidden(login)): boolean {
    const { session } = this.connection;
    if (session !== this.#session) {
      this.#session = session;
      this.#view = viewOf(session);
    }
    return this.#view(group, hidden);
  }

  /** Does the move of an account change which accounts a mask shows? */
  isMaskChangedBy(mask: string, { login, from, to }: MovedAccount): boolean {
    const shows = (place: MovedAccount['to']): boolean =>
      place !== null &&
      this.sees(login, place.group, place.hidden) &&
      maskListFits(mask, place.group) &&
      maskMayShow(this.connection, place.group);
    return shows(from) !== shows(to);
  }
}
