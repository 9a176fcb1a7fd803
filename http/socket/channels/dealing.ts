// The staff channel `dealing`: requests that wait for dealers. Its followers are at the desk.

import { Type } from '@sinclair/typebox';
import type { ActorsClient, WaitingRequest } from '../../../actors/client.js';
import { done } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { WaitingRequestShape } from '../../../wire/rest/trading/shapes.js';
import { plainEvent } from '../../../wire/socket/events.js';
import type { Connection } from '../connection/connection.js';
import { AccountVisibility } from './account-visibility.js';
import { type Channel, type ChannelForm, channel, mayFollow } from './channel.js';

export const DEALING = {
  name: 'dealing',
  says:
    'Requests that wait for dealers, of accounts within the scope. A dealer who follows it is on ' +
    'line: rules offer requests to that dealer, and what the dealer holds goes back when the ' +
    'last socket that follows closes.',
  who: ['staff'],
  rights: ['trades.edit'],
  filter: Strict({}),
  snapshot: Type.Array(WaitingRequestShape, { description: 'All that wait now.' }),
  events: ['dealing'],
  codes: ['forbidden'],
  example: {},
} as const satisfies ChannelForm;

/** A connection at the desk, and the requests that it was shown. */
class Dealer {
  readonly #sight: AccountVisibility;
  readonly #shown = new Set<number>();

  constructor(
    readonly connection: Connection,
    client: ActorsClient,
  ) {
    this.#sight = new AccountVisibility(connection, client);
  }

  /**
   * The row to show: a request out of sight is gone for those who saw it; undefined = nothing is
   * shown.
   */
  row({ login, group, row }: WaitingRequest): object | undefined {
    const { id, state } = row;
    if (state !== 'gone' && this.#sight.sees(login, group)) {
      this.#shown.add(id);
      return { ...row, group };
    }
    return this.#shown.delete(id) ? { ...row, group, state: 'gone' } : undefined;
  }
}

/** The dealing desk: who follows it, and what they are shown. */
export class DealingDesk {
  readonly channel: Channel;
  readonly #dealers = new Map<Connection, Dealer>();

  constructor(private readonly client: ActorsClient) {
    this.channel = channel({
      ...DEALING,
      subscribe: (connection, _filter, answer) => {
        const dealer = new Dealer(connection, client);
        this.#dealers.set(connection, dealer);
        this.#attend();
        answer(done(JSON.stringify(this.#rows(dealer))));
      },
      unsubscribe: (connection) => this.#leave(connection),
      leave: (connection) => this.#leave(connection),
      refresh: (connection) => this.#refresh(connection),
    });
  }

  /** A request waits, has changed or is gone. */
  changed(request: WaitingRequest): void {
    for (const dealer of this.#dealers.values()) this.#show(dealer, [request]);
  }

  #rows(dealer: Dealer): readonly object[] {
    return [...this.client.waiting().values()].flatMap((one) => dealer.row(one) ?? []);
  }

  #show(dealer: Dealer, requests: Iterable<WaitingRequest>): void {
    const rows = [...requests].flatMap((one) => dealer.row(one) ?? []);
    if (rows.length === 0) return;
    dealer.connection.send(new OutFrame(plainEvent('dealing', JSON.stringify({ rows }))));
  }

  /** Rights or scope of a follower have changed. */
  #refresh(connection: Connection): void {
    const dealer = this.#dealers.get(connection);
    if (dealer === undefined) return;
    if (!mayFollow(connection, DEALING.rights)) return this.#leave(connection);
    this.#attend();
    this.#show(dealer, this.client.waiting().values());
  }

  #leave(connection: Connection): void {
    if (this.#dealers.delete(connection)) this.#attend();
  }

  /** Tells the shards who is at the desk. */
  #attend(): void {
    const atDesk = new Map(
      [...this.#dealers.keys()].map(({ session: { login, rights, group_scope } }) => [
        login,
        { login, rights, group_scope },
      ]),
    );
    this.client.attend([...atDesk.values()]);
  }
}
