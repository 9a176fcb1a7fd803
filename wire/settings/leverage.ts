// Floating leverage: profiles whose tiers raise or lower margin by the size of holdings, and
// switches of groups from one profile to another at planned times.

import { type Static, Type } from '@sinclair/typebox';
import {
  Decimal,
  Id,
  Named,
  OrNull,
  refersTo,
  Time,
  TimeOrNull,
  WholeText,
  Words,
} from '../base/schema.js';
import { Bool, CurrencyOrNone, Dec, Int, Masks, Name, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';

const range = section('Range');
const margin = section('Margin');
const identity = section('Identity');
const rules = section('Rules');
const rule = section('Rule');
const plan = section('Plan');
const state = section('State');

const LeverageTier = Named('LeverageTier', {
  range_from: range('From', 'Start of the range; the end of the tier before.', Dec('0'), 'ratio'),
  range_to: range('To', 'End of the range in lots or value; 0 = open.', Dec('0'), 'ratio'),
  initial: margin('Initial', 'Factor of the initial margin.', Decimal(), 'ratio'),
  maintenance: margin('Maintenance', 'Factor of the margin held.', Decimal(), 'ratio'),
});
/** A floating leverage profile: margin by the size of holdings (trading-rules §3.7). */
export const LeverageProfileRecord = Named('LeverageProfile', {
  id: Int(1),
  name: identity('Name', 'Unique among the profiles.', Name(64)),
  enabled: identity(
    'Enabled',
    'Do groups that name the profile use the leverage of the profile?',
    Bool(true),
  ),
  rules: rules(
    'Rules',
    'The first that fits a symbol decides.',
    Type.Array(
      Named('LeverageRule', {
        name: rule('Name', 'Name of the rule.', Name(64)),
        mask: rule(
          'Mask',
          'Symbols to which the rule applies: names or paths.',
          refersTo('symbol', 'mask', WholeText(4096, 1)),
        ),
        range_basis: rule(
          'Range of',
          'Measure of the tiers: lots or value, of all symbols together or of each symbol.',
          Words(['volume', 'volume_per_symbol', 'value', 'value_per_symbol'] as const),
        ),
        currency: rule(
          'Currency',
          'Currency of values; empty = the deposit currency.',
          CurrencyOrNone(),
        ),
        description: Text(255),
        tiers: rule(
          'Tiers',
          'Factors by size.',
          Type.Array(LeverageTier, { minItems: 1, maxItems: 100 }),
        ),
      }),
      { maxItems: 1024, default: [] },
    ),
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

const ProfileOrNull = () => refersTo('leverage_profile', 'id', OrNull(Id()));

/** The progress of a switch: no change yet, the first change made, or all. */
const SWITCH_STATES = ['planned', 'active', 'done'] as const;

/** A leverage switch. */
export const LeverageSwitchRecord = Named('LeverageSwitch', {
  id: Int(1),
  groups: plan(
    'Groups',
    'Masks of group paths; groups are found at the time of the switch.',
    refersTo('group', 'mask', Masks()),
  ),
  /** The profile that groups have before; null = none. Groups with another are passed over. */
  profile_from_id: plan(
    'From',
    'Leverage profile of the groups before the switch; null = none.',
    ProfileOrNull(),
  ),
  profile_to_id: plan(
    'To',
    'Leverage profile of the groups after the switch; null = none.',
    ProfileOrNull(),
  ),
  at: plan('At', 'Time of the switch; a past time means at once.', Time()),
  until: plan(
    'Until',
    'Time at which the groups get the former profile back; null = never.',
    Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  ),
  status: state(
    'State',
    'Planned, active until `until`, or done.',
    Type.Unsafe<(typeof SWITCH_STATES)[number]>({
      ...Words(SWITCH_STATES),
      default: 'planned',
    }),
  ),
  switched: state(
    'Switched',
    'Ids of the groups that got the profile.',
    Type.Array(Type.Integer({ minimum: 1 }), { default: [] }),
    'id',
  ),
});
export type LeverageSwitchRecord = Static<typeof LeverageSwitchRecord>;
