// Which accounts a staff connection sees now, by the rules of lists.

import type { ActorsClient } from '../../../actors/client.js';
import { type View, viewOf } from '../../../wire/accounts/view.js';
import type { Connection } from '../connection/connection.js';

/** Tells which accounts are hidden. */
export type Concealing = Pick<ActorsClient, 'hidden'>;

/**
 * The sight of one connection; it follows its session and asks for the current state of an account.
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

  /** Is the account, which is in that group, seen? */
  sees(login: number, group: string): boolean {
    const { session } = this.connection;
    if (session !== this.#session) {
      this.#session = session;
      this.#view = viewOf(session);
    }
    return this.#view(group, this.client.hidden(login));
  }
}
