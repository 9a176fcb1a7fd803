// The staff channels `deals`, `orders` and `positions`: events of visible accounts.

import { Type } from '@sinclair/typebox';
import type { ActorsClient, EventPart, NumberedEvent } from '../../../actors/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { done, refuse } from '../../../wire/base/codes.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { Strict } from '../../../wire/base/schema.js';
import type { OutFrame } from '../../../wire/codec/out-frames.js';
import { NUMBERED_EVENTS } from '../../../wire/socket/events.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { type EventFilter, partBits } from '../connection/event-store.js';
import { AccountVisibility, type Concealing } from './account-visibility.js';
import {
  type Channel,
  type ChannelForm,
  channel,
  GroupMask,
  maskMayShow,
  mayFollow,
} from './channel.js';

export const EVENT_PARTS: readonly EventPart[] = ['deals', 'orders', 'positions'];

const RIGHTS: readonly Right[] = ['trades.view'];

const eventsForm = (name: EventPart) =>
  ({
    name,
    says:
      `Events of the accounts of a mask that have ${name}. An event with several parts comes ` +
      'once to a socket, whichever of `deals`, `orders` and `positions` it follows.',
    who: ['staff'],
    rights: RIGHTS,
    filter: Strict({ group: Type.Optional(GroupMask()) }),
    snapshot: Type.Null({ description: 'There is none.' }),
    events: Object.keys(NUMBERED_EVENTS) as (keyof typeof NUMBERED_EVENTS)[],
    codes: ['forbidden'],
    example: { group: 'demo\\*' },
  }) as const satisfies ChannelForm;

export const EVENT_CHANNELS = {
  deals: eventsForm('deals'),
  orders: eventsForm('orders'),
  positions: eventsForm('positions'),
} as const satisfies Record<EventPart, ChannelForm>;

/**
 * The subscriptions of a staff connection: masks by part, and the matching parts for each group.
 */
interface Following {
  readonly sight: AccountVisibility;
  readonly masks: Record<EventPart, Set<string>>;
  readonly passed: Map<string, number>;
}

/** The staff connections that get events. */
export class StaffEvents {
  readonly channels: Readonly<Record<EventPart, Channel>>;
  readonly #following = new Map<Connection, Following>();

  constructor(private readonly client: Concealing & Pick<ActorsClient, 'told'>) {
    this.channels = {
      deals: this.#channel('deals'),
      orders: this.#channel('orders'),
      positions: this.#channel('positions'),
    };
  }

  #channel(part: EventPart): Channel {
    return channel({
      ...EVENT_CHANNELS[part],
      subscribe: (connection, { group = '*' }, answer) => {
        const following = this.#of(connection);
        following.masks[part].add(group);
        following.passed.clear();
        if (following.masks[part].size <= SOCKET_LIMITS.masks) return answer(done('null'));
        following.masks[part].delete(group);
        answer(refuse('invalid_input', `group: at most ${SOCKET_LIMITS.masks} masks`));
      },
      unsubscribe: (connection, { group }) => {
        const following = this.#following.get(connection);
        if (following === undefined) return;
        if (group === undefined) following.masks[part].clear();
        else following.masks[part].delete(group);
        following.passed.clear();
      },
      leave: (connection) => this.#following.delete(connection),
      refresh: (connection) => this.#following.get(connection)?.passed.clear(),
    });
  }

  /** Sends an event to the followers of at least one of its parts. */
  event({ login, group, parts, seq }: NumberedEvent, frame: OutFrame): void {
    if (this.#following.size === 0) return;
    const bits = partBits(parts);
    for (const [connection, following] of this.#following) {
      if (!this.#gets(following, login, group, bits)) continue;
      connection.deliver(frame);
      this.client.told(connection.session.id, seq);
    }
  }

  /** The filter of a connection's events, for `resume`. */
  filterOf(connection: Connection): EventFilter {
    const following = this.#of(connection);
    return (login, group, parts) => this.#gets(following, login, group, parts);
  }

  #of(connection: Connection): Following {
    const known = this.#following.get(connection);
    if (known !== undefined) return known;
    const masks = { deals: new Set<string>(), orders: new Set<string>() };
    const following = {
      sight: new AccountVisibility(connection, this.client),
      masks: { ...masks, positions: new Set<string>() },
      passed: new Map(),
    };
    this.#following.set(connection, following);
    return following;
  }

  /** Does the connection get an event of an account with these parts, under present conditions? */
  #gets(following: Following, login: number, group: string, parts: number): boolean {
    return (this.#passed(following, group) & parts) !== 0 && following.sight.sees(login, group);
  }

  /** The parts, as bits, that the connection follows for accounts of a group. */
  #passed({ sight: { connection }, masks, passed }: Following, group: string): number {
    let bits = passed.get(group);
    if (bits !== undefined) return bits;
    const isOpen = mayFollow(connection, RIGHTS) && maskMayShow(connection, group);
    const parts = EVENT_PARTS.filter((part) =>
      [...masks[part]].some((mask) => maskListFits(mask, group)),
    );
    bits = isOpen ? partBits(parts) : 0;
    passed.set(group, bits);
    return bits;
  }
}
