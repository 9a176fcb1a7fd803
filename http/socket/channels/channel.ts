// Channels as values: who may subscribe, by which filter, and their snapshots.

import type { Static, TObject } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { hasAnyRight, hasRights } from '../../../wire/accounts/has-rights.js';
import { type Audience, RIGHTS, type Right } from '../../../wire/accounts/identity.js';
import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { inputCheck } from '../../../wire/base/input-faults.js';
import { isStaffGroup, MASK_LENGTH_MAX, MASK_STARS_MAX } from '../../../wire/base/mask.js';
import type { Connection } from '../connection/connection.js';

/** Gives the outcome of an operation, its data as JSON; called once, now or later. */
export type GiveOutcome = (outcome: Outcome<string>) => void;

/**
 * Gives the outcome of a subscription: its snapshot as JSON, and further members of the answer,
 * each behind a comma.
 */
type GiveSnapshot = (outcome: Outcome<string>, more?: string) => void;

/** A channel: filters come unchecked. */
export interface Channel {
  readonly name: string;
  /** Who may subscribe: another channel may have its name for the others. */
  readonly who: readonly Audience[];
  /** Follows; the outcome is the channel's snapshot, `null` where there is none. */
  subscribe(connection: Connection, filter: unknown, answer: GiveSnapshot): void;
  /** Stops following what fits the filter, everything of the channel when it is empty. */
  unsubscribe(connection: Connection, filter: unknown): Outcome<null>;
  /** The connection is gone. */
  leave(connection: Connection): void;
  /** The connection's session changed: its group, rights or scope. */
  refresh(connection: Connection): void;
}

/** The declaration of a channel. */
interface ChannelDefinition<F extends TObject> {
  readonly name: string;
  readonly who: readonly Audience[];
  /** Staff need one of these rights. */
  readonly rights?: readonly Right[];
  readonly filter: F;
  subscribe(connection: Connection, filter: Static<F>, answer: GiveSnapshot): void;
  unsubscribe(connection: Connection, filter: Partial<Static<F>>): void;
  leave(connection: Connection): void;
  refresh(connection: Connection): void;
}

/** Makes a channel of its declaration: filters are checked, audiences and rights are held. */
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
      return done(null);
    },
  };
};

/** Traders follow what is theirs; staff need one of the rights, where any is needed. */
export const mayFollow = ({ session }: Connection, rights?: readonly Right[]): boolean =>
  session.audience === 'trader' || rights === undefined || hasAnyRight(session, rights);

/**
 * May a mask show accounts of the group, where they are seen? Staff accounts need rights that cover
 * each of their own, so a mask shows them only to holders of every right.
 */
export const maskMayShow = ({ session }: Connection, group: string): boolean =>
  !isStaffGroup(group) || hasRights(session, RIGHTS);

/** A mask of groups in a filter. */
export const GroupMask = () =>
  Type.String({
    minLength: 1,
    maxLength: MASK_LENGTH_MAX,
    pattern: `^[^*]*(\\*[^*]*){0,${MASK_STARS_MAX}}$`,
  });
