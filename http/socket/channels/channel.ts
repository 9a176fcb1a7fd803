// Channels as data: who may subscribe, by which filter, and their snapshots.

import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { hasAnyRight, hasRights } from '../../../wire/accounts/has-rights.js';
import type { Audience } from '../../../wire/accounts/identity.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import { type Code, done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { isStaffGroup, MASK_LENGTH_MAX, MASK_STARS_MAX } from '../../../wire/base/mask.js';
import { compile } from '../../../wire/base/schema.js';
import type { SocketEvent } from '../../../wire/socket/events.js';
import type { Connection } from '../connection/connection.js';

/** Receives the outcome of an operation with its data as JSON; called once, now or later. */
export type GiveOutcome = (outcome: Outcome<string>) => void;

/** A channel; filters are not validated yet. */
export interface Channel {
  readonly name: ChannelName;
  /** Subscribes; the outcome is the channel's snapshot, `null` where there is none. */
  subscribe(connection: Connection, filter: unknown, answer: GiveOutcome): void;
  /**
   * Unsubscribes from everything that the filter matches; an empty filter matches the whole
   * channel.
   */
  unsubscribe(connection: Connection, filter: unknown): Outcome<null>;
  /** The connection has closed. */
  leave(connection: Connection): void;
  /** The connection's session changed: its group, rights or scope. */
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
  | 'config';

/** What clients are told of a channel. */
export interface ChannelForm<F extends TObject = TObject> {
  readonly name: ChannelName;
  /** What it sends, in sentences. */
  readonly says: string;
  readonly who: readonly Audience[];
  /** Rights of which staff need one. */
  readonly rights?: readonly Right[];
  readonly filter: F;
  readonly snapshot: TSchema;
  /** Further members of the answer to a subscription. */
  readonly more?: TProperties;
  /** The events that its followers get. */
  readonly events: readonly SocketEvent[];
  /** The codes of refused subscriptions, besides `invalid_input`. */
  readonly codes: readonly Code[];
  /** A filter as a client may send it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The declaration of a channel. */
interface ChannelDefinition<F extends TObject> extends ChannelForm<F> {
  subscribe(connection: Connection, filter: Static<F>, answer: GiveOutcome): void;
  unsubscribe(connection: Connection, filter: Partial<Static<F>>): void;
  leave(connection: Connection): void;
  refresh(connection: Connection): void;
}

/** Makes a channel from its declaration: validates filters, checks audiences and rights. */
export const channel = <F extends TObject>(given: ChannelDefinition<F>): Channel => {
  const whole = compile(given.filter);
  const part = compile(Type.Partial(given.filter));
  return {
    name: given.name,
    leave: (connection) => given.leave(connection),
    refresh: (connection) => given.refresh(connection),
    subscribe: (connection, filter, answer) => {
      if (!given.who.includes(connection.audience)) {
        return answer(refuse('invalid_input', `channel: ${given.name} is not offered here`));
      }
      const fault = whole(filter);
      if (fault !== undefined) return answer(refuse('invalid_input', fault));
      if (!mayFollow(connection, given.rights)) return answer(refuse('forbidden'));
      given.subscribe(connection, filter as Static<F>, answer);
    },
    unsubscribe: (connection, filter) => {
      const fault = part(filter);
      if (fault !== undefined) return refuse('invalid_input', fault);
      given.unsubscribe(connection, filter as Partial<Static<F>>);
      return done(null);
    },
  };
};

/**
 * May the connection subscribe? Traders always, to their own data; staff with one of the rights, if
 * any is required.
 */
export const mayFollow = ({ session }: Connection, rights?: readonly Right[]): boolean =>
  session.audience === 'trader' || rights === undefined || hasAnyRight(session, rights);

/**
 * Can a mask show accounts of the group, if they are visible? Staff accounts are visible only to
 * staff with all rights of those accounts, so a mask shows them only to holders of every right.
 */
export const maskMayShow = ({ session }: Connection, group: string): boolean =>
  !isStaffGroup(group) || hasRights(session, RIGHTS);

/** A mask of groups in a filter. */
export const GroupMask = () =>
  Type.String({
    minLength: 1,
    maxLength: MASK_LENGTH_MAX,
    pattern: `^[^*]*(\\*[^*]*){0,${MASK_STARS_MAX}}$`,
    description: 'Mask of groups: paths with `*`, separated by commas, `!` before one excludes.',
  });
