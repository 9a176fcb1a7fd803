// Figures of a refused trade: what the request lacks or exceeds, by the names of the wire.

import { type Static, Type } from '@sinclair/typebox';

const text = () => Type.Optional(Type.String());

/**
 * The members that a refused trade result has beside its code, as far as they apply; numbers are
 * decimals as text.
 */
export const FIGURES = {
  /** The field of the request that is at fault. */
  field: text(),
  /** What the field may be: prices, lots, points, ms, or a count. */
  min: text(),
  max: text(),
  step: text(),
  allowed: Type.Optional(Type.Array(Type.String())),
  /** What the account has of what `max` bounds. */
  used: text(),
  /** Money that the request needs, and that there is for it, in `currency`. */
  required: text(),
  free: text(),
  currency: text(),
  /** The rule that was not kept: of the account's money, or a commission rule. */
  rule: text(),
  symbol: text(),
  /** The currencies that nothing converts now. */
  from: text(),
  to: text(),
};

const Figures = Type.Object(FIGURES);
/** The figures of one refusal. */
export type Figures = Readonly<Static<typeof Figures>>;
