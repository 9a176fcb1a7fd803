// The trader channel `positions`: price and profit of open positions as the server counts them.

import { Type } from '@sinclair/typebox';
import type { ActorsClient } from '../../../actors/client.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { OpenValueRow, plainEvent } from '../../../wire/socket/events.js';
import { callerOf } from '../../session/identify.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { LiveValues, type Pacer } from '../connection/live-values.js';
import { type Channel, type ChannelForm, channel } from './channel.js';

export const OWN_POSITIONS = {
  name: 'positions',
  says:
    'Price and profit of open positions as the server computes them, at most 4 times a ' +
    'second.',
  who: ['trader'],
  filter: Strict({}),
  snapshot: Type.Array(OpenValueRow, { description: 'All open positions now.' }),
  events: ['positions'],
  codes: ['trade.timeout', 'internal'],
  example: {},
} as const satisfies ChannelForm;

/** A position's id, its current price and its profit; only the id for a closed position. */
type ValueRow = readonly [id: number, price?: string, profit?: string];

/** One account's positions: all followers get the same values. */
class PositionFeed extends LiveValues {
  readonly rows = new Map<number, ValueRow>();

  constructor() {
    super(SOCKET_LIMITS.moneyMs);
  }

  frames(ids: ReadonlySet<number>): readonly OutFrame[] {
    const rows = [...ids].flatMap((id) => {
      const row = this.rows.get(id);
      return row === undefined ? [] : [row];
    });
    return rows.length === 0 ? [] : [new OutFrame(plainEvent('positions', JSON.stringify(rows)))];
  }
}

/** Which traders' connections follow their positions. */
export class OwnPositions {
  readonly channel: Channel;
  readonly #feeds = new Map<number, PositionFeed>();

  /** `watch` gets the accounts whose positions are followed. */
  constructor(
    private readonly client: ActorsClient,
    private readonly pacer: Pacer,
    private readonly watch: (logins: readonly number[]) => void,
  ) {
    this.channel = channel({
      ...OWN_POSITIONS,
      subscribe: (connection, _filter, answer) => {
        this.#snapshot(connection).then(
          (outcome) => {
            if (!outcome.ok || !connection.isOpen) return answer(outcome);
            // The answer runs waiting requests, one of which may unsubscribe.
            const missed = this.#follow(connection);
            answer(outcome);
            this.#catchUp(connection, missed);
          },
          () => answer(refuse('internal')),
        );
      },
      unsubscribe: (connection) => this.#leave(connection),
      leave: (connection) => this.#leave(connection),
      refresh: () => {},
    });
  }

  /** Changed values. */
  changed(login: number, text: string): void {
    const feed = this.#feeds.get(login);
    if (feed === undefined) return;
    for (const row of JSON.parse(text) as readonly ValueRow[]) {
      const [id, price] = row;
      if (price === undefined) feed.rows.delete(id);
      else {
        feed.rows.set(id, row);
        this.pacer.touch(feed, id);
      }
    }
  }

  /** The present positions of the account. */
  async #snapshot({ session, address }: Connection): Promise<Outcome<string>> {
    const { login, id } = session;
    const caller = callerOf(session, address);
    const { text } = await this.client.call(caller, login, 'positions', {}, id);
    const answer = JSON.parse(text) as Outcome<never> & {
      data: readonly Record<string, unknown>[];
    };
    if (!Array.isArray(answer.data)) return refuse('trade.timeout');
    return ok(
      JSON.stringify(
        answer.data.map(({ id, price_current, profit }) => [id, price_current, profit]),
      ),
    );
  }

  /**
   * Makes a connection follow its account's positions. Returns the feed if others followed it
   * already, because the snapshot may be older than its rows.
   */
  #follow(connection: Connection): PositionFeed | undefined {
    const { login } = connection.session;
    const known = this.#feeds.get(login);
    const feed = known ?? new PositionFeed();
    feed.followers.add(connection);
    if (known !== undefined) return known;
    this.#feeds.set(login, feed);
    this.watch([...this.#feeds.keys()]);
    return undefined;
  }

  /** Sends values that others may have been sent since the snapshot was made. */
  #catchUp(connection: Connection, feed: PositionFeed | undefined): void {
    if (feed?.followers.has(connection) !== true) return;
    const ids = new Set(feed.rows.keys());
    connection.offer(feed, ids, feed.frames(ids));
  }

  #leave(connection: Connection): void {
    const { login } = connection.session;
    const feed = this.#feeds.get(login);
    if (feed?.followers.delete(connection) !== true) return;
    connection.forget(feed);
    if (feed.followers.size > 0) return;
    this.pacer.drop(feed);
    this.#feeds.delete(login);
    this.watch([...this.#feeds.keys()]);
  }
}
