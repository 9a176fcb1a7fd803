// The staff channel `dealing`: requests that wait for dealers. Its followers are at the desk.

import { Type } from '@sinclair/typebox';
import type { ActorsClient, WaitingRequest } from '../../../actors/client.js';
import { ok } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { WAITING_SHOWN_MAX } from '../../../wire/rest/trading/dealing.js';
import { WaitingRequestShape } from '../../../wire/rest/trading/shapes.js';
import { plainEvent } from '../../../wire/socket/events.js';
import type { Connection } from '../connection/connection.js';
import { AccountVisibility, samePowers } from './account-visibility.js';
import { type Channel, type ChannelForm, channel, mayFollow } from './channel.js';

export const DEALING = {
  name: 'dealing',
  says:
    'Requests that wait for dealers, of accounts within the scope. A dealer who follows this ' +
    'channel is on line: rules offer requests to the dealer. When the last socket of the dealer ' +
    'that follows closes, requests that the dealer holds wait for dealers again. A dealer who ' +
    `lacks the right is off line and sees no requests. The oldest ${WAITING_SHOWN_MAX} requests ` +
    'are shown; later requests are shown when half of these have left.',
  who: ['staff'],
  rights: ['trades.edit'],
  filter: Strict({}),
  snapshot: Type.Array(WaitingRequestShape, { description: 'The requests that wait now.' }),
  events: ['dealing'],
  codes: ['forbidden'],
  example: {},
} as const satisfies ChannelForm;

/** A connection at the desk, and the requests that it is shown. */
class Dealer {
  /** The session whose reach the shown requests are in. */
  session: Connection['session'];
  readonly #sight: AccountVisibility;
  readonly #shown = new Set<number>();

  constructor(
    readonly connection: Connection,
    private readonly client: ActorsClient,
  ) {
    this.session = connection.session;
    this.#sight = new AccountVisibility(connection, client);
  }

  /** Does the dealer see requests of an account now? Without the right none. */
  #sees(login: number, group: string): boolean {
    return mayFollow(this.connection, DEALING.rights) && this.#sight.sees(login, group);
  }

  /** The rows to show of changed requests; those out of sight are gone for who saw them. */
  *rows(requests: Iterable<WaitingRequest>): Iterable<object> {
    for (const { login, group, row } of requests) {
      const { id, state } = row;
      const isSeen = state !== 'gone' && this.#sees(login, group);
      if (isSeen ? this.#mayShow(id) : this.#shown.delete(id)) {
        yield { ...row, group, ...(!isSeen && { state: 'gone' }) };
      }
    }
    const { size } = this.#shown;
    if (size <= WAITING_SHOWN_MAX / 2 && size < this.client.waiting().size) yield* this.#more();
  }

  /** The oldest requests that are not shown yet. */
  *#more(): Iterable<object> {
    for (const { login, group, row } of this.client.waiting().values()) {
      if (this.#shown.size >= WAITING_SHOWN_MAX) return;
      if (this.#shown.has(row.id) || !this.#sees(login, group)) continue;
      this.#shown.add(row.id);
      yield { ...row, group };
    }
  }

  #mayShow(id: number): boolean {
    const may = this.#shown.has(id) || this.#shown.size < WAITING_SHOWN_MAX;
    if (may) this.#shown.add(id);
    return may;
  }
}

/** The dealing desk: its followers, and the requests that they are shown. */
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
        answer(ok(JSON.stringify([...dealer.rows([])])));
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

  #show(dealer: Dealer, requests: Iterable<WaitingRequest>): void {
    const rows = [...dealer.rows(requests)];
    if (rows.length === 0) return;
    dealer.connection.send(new OutFrame(plainEvent('dealing', JSON.stringify({ rows }))));
  }

  /** A follower's session has changed: rights or scope may be others. */
  #refresh(connection: Connection): void {
    const dealer = this.#dealers.get(connection);
    if (dealer === undefined || samePowers(dealer.session, connection.session)) return;
    dealer.session = connection.session;
    this.#attend();
    this.#show(dealer, this.client.waiting().values());
  }

  #leave(connection: Connection): void {
    if (this.#dealers.delete(connection)) this.#attend();
  }

  /** Reports to the shards who is at the desk. */
  #attend(): void {
    const present = [...this.#dealers.keys()].filter((one) => mayFollow(one, DEALING.rights));
    const atDesk = new Map(
      present.map(({ session: { login, rights, group_scope } }) => [
        login,
        { login, rights, group_scope },
      ]),
    );
    this.client.attend([...atDesk.values()]);
  }
}
