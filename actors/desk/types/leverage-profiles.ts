// Leverage profiles: margin by the size of holdings.

import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import { scopeCovers } from '../../../wire/base/mask-subset.js';
import type { Stamped } from '../../../wire/base/object.js';
import { LEVERAGE_PROFILES } from '../../../wire/rest/settings/leverage-profiles.js';
import { LeverageProfileRecord, type LeverageRuleRecord } from '../../../wire/settings/leverage.js';
import { powersOf } from '../access/authority.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
  soundBy,
} from '../store/record-type.js';
import { bounds, decimalsFault, masksFault } from './rules/amount-rules.js';
import { firstOf, type RuleFault, scaled } from './rules/setting-rules.js';

type Profile = Stamped<LeverageProfileRecord>;

const RATE = bounds({ least: '0', most: '999999', decimals: 6 });
const RATES = { initial: RATE, maintenance: RATE };

const tiersFault = (tiers: LeverageRuleRecord['tiers']): RuleFault => {
  let before = 0n;
  for (const [at, tier] of tiers.entries()) {
    const to = scaled(tier.range_to);
    const last = at === tiers.length - 1;
    if ((to === 0n) !== last) return `tiers.${at}.range_to: the last tier is open, and only it`;
    if (!last && to <= before) return `tiers.${at}.range_to: tiers rise`;
    before = to;
    const fault = decimalsFault(tier, RATES);
    if (fault !== undefined) return `tiers.${at}.${fault}`;
  }
  return undefined;
};

const ruleFault = ({ mask, range_basis, currency, tiers }: LeverageRuleRecord): RuleFault => {
  if (currency !== '' && !range_basis.startsWith('value')) {
    return 'currency: only ranges of value have one';
  }
  return masksFault('mask', mask) ?? tiersFault(tiers);
};

/** The first fault of a leverage profile: masks, tiers or rates (trading-rules §3.7). */
const profileFault = ({ rules }: Profile): RuleFault => firstOf('rules', rules, ruleFault);

/** Rules whose tiers begin where the tier before ends, the first at 0, whatever the body says. */
const begun = (rules: readonly LeverageRuleRecord[]): LeverageRuleRecord[] =>
  rules.map((rule) => ({
    ...rule,
    tiers: rule.tiers.map((tier, at) => ({
      ...tier,
      range_from: rule.tiers[at - 1]?.range_to ?? '0',
    })),
  }));

/** Paths of the groups that use a profile, in order. */
const groupsOf = (reader: RecordReader, id: number): string[] =>
  Array.from(reader.referrers('group', 'profile', String(id)), ({ record }) => record.path).sort();

/**
 * Refuses a write of a profile that groups beyond the writer's scope have, or get by a switch that
 * is not done.
 */
const scopeFault = ({ id }: Profile, tx: RecordWriter): Refusal | undefined => {
  if (tx.by === 0) return undefined;
  const { group_scope } = powersOf(tx, tx.by);
  const switches = Array.from(tx.referrers('leverage_switch', 'profile', String(id)))
    .map(({ record }) => record)
    .filter(({ status }) => status !== 'done');
  const isWithin =
    groupsOf(tx, id).every((path) => inScope(group_scope, path)) &&
    switches.every(({ groups }) => scopeCovers(group_scope, groups));
  return isWithin ? undefined : refuse('forbidden', 'Groups outside your scope use the profile.');
};

/**
 * Refuses deletion without the number of groups, because some may be outside the caller's scope.
 */
const inUse = (profile: Profile, tx: RecordWriter): Refusal | undefined => {
  const { id } = profile;
  const beyond = scopeFault(profile, tx);
  if (beyond !== undefined) return beyond;
  if (groupsOf(tx, id).length > 0) return refuse('conflict', 'Groups use the profile.');
  for (const { record } of tx.referrers('leverage_switch', 'profile', String(id))) {
    if (record.status === 'done') continue;
    return refuse('conflict', `The leverage switch ${record.id} names the profile.`);
  }
  return undefined;
};

/** Sorts by name, ignoring letter case. */
const byName = (a: Profile, b: Profile): number => {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return one < other ? -1 : Number(one > other);
};

/** The record type of leverage profiles. */
export const LEVERAGE_PROFILE: RecordType<Profile> = {
  ...SETTING,
  ...checkedBy(LeverageProfileRecord),
  noun: 'leverage profile',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  check: (record, before, tx) =>
    soundBy(profileFault)(record) ?? (before && scopeFault(before, tx)),
  inUse,
  settingType: {
    setting: LEVERAGE_PROFILES,
    transfer: { name: 'leverage_profiles', keys: ['name'] },
    order: byName,
    enter: (fields) => {
      const rules = fields.rules as readonly LeverageRuleRecord[] | undefined;
      return ok(rules === undefined ? fields : { ...fields, rules: begun(rules) });
    },
    show: ({ id }, reader, { group_scope }) => ({
      groups: groupsOf(reader, id).filter((path) => inScope(group_scope, path)),
    }),
  },
};
