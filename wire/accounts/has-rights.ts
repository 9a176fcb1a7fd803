// Tests of rights: the questions that REST, sockets and the desk ask before anything else.

import { BINDING, RIGHTS, type Right } from './rights.js';

/** A holder of rights: a session, a caller or a staff profile. */
export interface Holder {
  readonly rights: readonly Right[];
}

/** Does the holder have all of these rights? */
export const hasRights = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.every((right) => rights.includes(right));

/** Does the holder have at least one of these rights? */
export const hasAnyRight = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.some((right) => rights.includes(right));

const PERMITTING = RIGHTS.filter((right) => !BINDING.includes(right));

/** Does the holder have every right that permits something? */
export const hasEveryRight = (holder: Holder): boolean => hasRights(holder, PERMITTING);

/**
 * May the holder give these rights to others, and change users who have them? A holder of every
 * right that permits something may give those that restrict, too.
 */
export const coversRights = (holder: Holder, rights: readonly Right[]): boolean =>
  hasRights(holder, rights) || hasEveryRight(holder);
