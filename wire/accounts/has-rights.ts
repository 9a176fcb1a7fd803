// Tests of rights: the two questions that REST, sockets and the desk ask before anything else.

import { BINDING, type Right } from './rights.js';

/** A holder of rights: a session, a caller or a staff profile. */
export interface Holder {
  readonly rights: readonly Right[];
}

/** Does the holder have all of these rights? Rights that permit nothing are not asked for. */
export const hasRights = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.every((right) => rights.includes(right) || BINDING.includes(right));

/** Does the holder have at least one of these rights? */
export const hasAnyRight = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.some((right) => rights.includes(right));
