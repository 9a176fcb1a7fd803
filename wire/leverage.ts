// Floating leverage: profiles whose tiers raise or lower margin by the size of what is held.

import { type Static, Type } from '@sinclair/typebox';
import { Bool, Dec, Int, Text } from './config-fields.js';
import { Decimal, Strict, Words } from './schema.js';

const LeverageTier = Strict({
  range_from: Dec('0'),
  /** 0 = open: the last one */
  range_to: Dec('0'),
  initial: Decimal(),
  maintenance: Decimal(),
});
/** A floating leverage profile: margin by the size of what is held (trading-rules §3.7). */
export const LeverageProfileRecord = Strict({
  id: Int(1),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  enabled: Bool(true),
  rules: Type.Array(
    Strict({
      name: Type.String({ minLength: 1, maxLength: 64 }),
      mask: Type.String({ minLength: 1, maxLength: 4096 }),
      range_basis: Words(['volume', 'volume_per_symbol', 'value', 'value_per_symbol'] as const),
      /** Value bases only; empty = the deposit currency. */
      currency: Text(8),
      description: Text(255),
      tiers: Type.Array(LeverageTier, { minItems: 1, maxItems: 100 }),
    }),
    { maxItems: 1024, default: [] },
  ),
});
export type LeverageProfileRecord = Static<typeof LeverageProfileRecord>;
