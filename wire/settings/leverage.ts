// Floating leverage: profiles whose tiers raise or lower margin by the size of holdings, and
// switches of groups from one profile to another at planned times.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Named, Time, TimeOrNull, WholeText, Words, wantedBy } from '../base/schema.js';
import { Bool, Dec, Int, Masks, Name, Text } from '../base/setting-fields.js';

const LeverageTier = Named('LeverageTier', {
  range_from: Dec('0'),
  /** 0 = no upper end: the last range */
  range_to: Dec('0'),
  initial: Decimal(),
  maintenance: Decimal(),
});
/** A floating leverage profile: margin by the size of holdings (trading-rules §3.7). */
export const LeverageProfileRecord = Named('LeverageProfile', {
  id: Int(1),
  name: Name(64),
  enabled: Bool(true),
  rules: Type.Array(
    Named('LeverageRule', {
      name: Name(64),
      mask: WholeText(4096, 1),
      range_basis: Words(['volume', 'volume_per_symbol', 'value', 'value_per_symbol'] as const),
      /** Only for value bases; empty = the deposit currency. */
      currency: Type.String({
        pattern: wantedBy(
          '^([A-Z]{3,8})?$',
          'must be a currency, 3 to 8 capital letters, or empty',
        ),
        default: '',
      }),
      description: Text(255),
      tiers: Type.Array(LeverageTier, { minItems: 1, maxItems: 100 }),
    }),
    { maxItems: 1024, default: [] },
  ),
});
export type LeverageProfileRecord = Static<typeof LeverageProfileRecord>;
export type LeverageRuleRecord = LeverageProfileRecord['rules'][number];

/** A change of a profile's rules; rules are named by position, from 1 on. */
export type RuleEdit =
  /** Position 0 or past the end = last. */
  | {
      readonly op: 'insert';
      readonly rule: Readonly<Record<string, unknown>>;
      readonly position: number;
    }
  | {
      readonly op: 'change';
      readonly number: number;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly op: 'remove'; readonly number: number }
  /** The position of every rule, once. */
  | { readonly op: 'arrange'; readonly numbers: readonly number[] };

const ProfileOrNull = () =>
  Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]);

/** What a switch has done: nothing yet, the first change, or all. */
const SWITCH_STATES = ['planned', 'active', 'done'] as const;

/** A leverage switch. */
export const LeverageSwitchRecord = Named('LeverageSwitch', {
  id: Int(1),
  /** Masks of group paths; the groups are found at the time of the switch. */
  groups: Masks(),
  /** The profile that groups have before; null = none. Groups with another one are passed over. */
  profile_from_id: ProfileOrNull(),
  /** The profile that they get; null = none. */
  profile_to_id: ProfileOrNull(),
  at: Time(),
  /** When they get the former profile back; null = never. */
  until: Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  status: Type.Unsafe<(typeof SWITCH_STATES)[number]>({
    ...Words(SWITCH_STATES),
    default: 'planned',
  }),
  /** Ids of the groups that got the profile. */
  switched: Type.Array(Type.Integer({ minimum: 1 }), { default: [] }),
});
export type LeverageSwitchRecord = Static<typeof LeverageSwitchRecord>;
