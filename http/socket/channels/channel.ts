// Channels as data: who may subscribe, by which filter, and their snapshots.

import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { hasAnyRight, hasEveryRight } from '../../../wire/accounts/has-rights.js';
import type { Audience } from '../../../wire/accounts/identity.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Code, type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inputCheck } from '../../../wire/fields/input-faults.js';
import type { SocketEvent } from '../../../wire/socket/events.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';

/** Receives the outcome of an operation with its data as JSON; called once, now or later. */
export type GiveOutcome = (outcome: Outcome<string>) => void;

/**
 * Passes the outcome of a subscription: its snapshot as JSON, and further members of the answer,
 * each after a comma; `seq` if it is not that of the newest delivered event.
 */
type GiveSnapshot = (outcome: Outcome<string>, more?: string, seq?: number) => void;

/** A channel; filters are not validated yet. */
export interface Channel {
  readonly name: ChannelName;
  /**
   * The audiences that may subscribe; other audiences may have another channel of the same name.
   */
  readonly who: readonly Audience[];
  /** Subscribes; the outcome is the channel's snapshot, `null` where there is none. */
  subscribe(connection: Connection, filter: unknown, answer: GiveSnapshot): void;
  /**
   * Unsubscribes from everything that the filter matches; an empty filter matches the whole
   * channel.
   */
  unsubscribe(connection: Connection, filter: unknown): Outcome<null>;
  /** The connection has closed. */
  leave(connection: Connection): void;
  /**
   * The connection's session changed: its group, rights or scope. A subscription stays without its
   * right: its follower sees that nothing is left, and sees everything again with the right. A
   * subscription to rows of accounts ends with `resubscribe`.
   */
  refresh(connection: Connection): void;
}

/** Every channel by its name. */
export type ChannelName =
  | 'quotes'
  | 'bars'
  | 'accounts'
  | 'deals'
  | 'orders'
  | 'positions'
  | 'config'
  | 'dealing'
  | 'exposure'
  | 'monitor';

/** The description of a channel for clients. */
export interface ChannelForm<F extends TObject = TObject> {
  readonly name: ChannelName;
  /** Its description, in sentences. */
  readonly says: string;
  readonly who: readonly Audience[];
  /** Rights of which staff need one. */
  readonly rights?: readonly Right[];
  readonly filter: F;
  readonly snapshot: TSchema;
  /** Further members of the answer to a subscription. */
  readonly more?: TProperties;
  /** The `data` of a refused subscription, where it may be another than null. */
  readonly refused?: TSchema;
  /** The events that its followers get. */
  readonly events: readonly SocketEvent[];
  /** The codes of refused subscriptions, besides `invalid_input`. */
  readonly codes: readonly Code[];
  /** A filter as a client may send it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The declaration of a channel. */
interface ChannelDefinition<F extends TObject> extends ChannelForm<F> {
  subscribe(connection: Connection, filter: Static<F>, answer: GiveSnapshot): void;
  unsubscribe(connection: Connection, filter: Partial<Static<F>>): void;
  leave(connection: Connection): void;
  refresh(connection: Connection): void;
}

/** Makes a channel from its declaration: validates filters, checks audiences and rights. */
export const channel = <F extends TObject>(given: ChannelDefinition<F>): Channel => {
  const whole = inputCheck(given.filter);
  const part = inputCheck(Type.Partial(given.filter));
  return {
    name: given.name,
    who: given.who,
    leave: (connection) => given.leave(connection),
    refresh: (connection) => given.refresh(connection),
    subscribe: (connection, filter, answer) => {
      const refused = whole(filter);
      if (refused !== undefined) return answer(refused);
      if (!mayFollow(connection, given.rights)) return answer(refuse('forbidden'));
      given.subscribe(connection, filter as Static<F>, answer);
    },
    unsubscribe: (connection, filter) => {
      const refused = part(filter);
      if (refused !== undefined) return refused;
      given.unsubscribe(connection, filter as Partial<Static<F>>);
      return ok(null);
    },
  };
};

/**
 * May the connection subscribe? Traders always, to their own data; staff with one of the rights, if
 * any is required.
 */
export const mayFollow = (
  { session }: Pick<Connection, 'session'>,
  rights?: readonly Right[],
): boolean => session.audience === 'trader' || rights === undefined || hasAnyRight(session, rights);

/** Refuses a snapshot that has more rows than one may have. */
export const tooManyRows = (what: string, rows: number, list: string): Refusal<'conflict'> =>
  refuse(
    'conflict',
    `group: ${rows} ${what}, of at most ${SOCKET_LIMITS.snapshotRows}; ` +
      `take a narrower mask, or the pages of GET ${list}`,
  );

/**
 * Can a mask show accounts of the group, if they are visible? Staff accounts are visible only to
 * staff with all rights of those accounts, so a mask shows them only to holders of every right.
 */
export const maskMayShow = ({ session }: Connection, group: string): boolean =>
  !isStaffGroup(group) || hasEveryRight(session);
