// Figures of a refused trade: what the request lacks or exceeds, by the names of the wire.

import { type Static, Type } from '@sinclair/typebox';

const text = () => Type.Optional(Type.String());

/**
 * Further members of a refused trade result, as far as they apply; numbers are decimals as text.
 */
export const FIGURES = {
  /** The field of the request that is at fault. */
  field: text(),
  /** The limits of the field: prices, lots, points, ms, or a count. */
  min: text(),
  max: text(),
  step: text(),
  allowed: Type.Optional(Type.Array(Type.String())),
  /** The part of `max` that the account uses already. */
  used: text(),
  /** The required and the free money, in `currency`. */
  required: text(),
  free: text(),
  currency: text(),
  /** The violated rule: of the account's money, or a commission rule. */
  rule: text(),
  symbol: text(),
  /** The time at which the symbol of a closed market opens. */
  opens_at: text(),
  /** The currencies between which there is no rate now. */
  from: text(),
  to: text(),
};

const Figures = Type.Object(FIGURES);
/** The figures of one refusal. */
export type Figures = Readonly<Static<typeof Figures>>;
