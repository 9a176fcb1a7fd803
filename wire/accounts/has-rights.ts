// Rights held: the two questions that every gate asks, at the door, on sockets and at the desk.

import type { Right } from './rights.js';

/** A holder of rights: a session, a caller or a staff profile. */
export interface Holder {
  readonly rights: readonly Right[];
}

/** Does somebody hold every one of these rights? */
export const hasRights = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.every((right) => rights.includes(right));

/** Does somebody hold at least one of these rights? */
export const hasAnyRight = ({ rights }: Holder, needed: readonly Right[]): boolean =>
  needed.some((right) => rights.includes(right));
