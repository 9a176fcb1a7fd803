// Leverage switches: which groups change their leverage profile, and when.

import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope, maskListFits } from '../../../wire/base/mask.js';
import { comparable, listsMeet, scopeCovers } from '../../../wire/base/mask-subset.js';
import type { Stamped } from '../../../wire/base/object.js';
import { LEVERAGE_SWITCHES } from '../../../wire/rest/settings/leverage-switches.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { LeverageSwitchRecord } from '../../../wire/settings/leverage.js';
import { powersOf } from '../access/authority.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../store/record-type.js';
import { masksFault } from './rules/amount-rules.js';

type Switch = Stamped<LeverageSwitchRecord>;

/** Fields that a switch keeps once it has begun. */
const PLAN = ['groups', 'profile_from_id', 'profile_to_id', 'at'] as const;

/** The groups that the masks of a switch name. */
export const groupsOfSwitch = (
  reader: RecordReader,
  { groups }: Pick<Switch, 'groups'>,
): { readonly key: string; readonly record: Stamped<GroupRecord> }[] =>
  Array.from(reader.all('group')).filter(({ key }) => maskListFits(groups, key));

/** The first field that names no profile. */
const profileFault = (record: Switch, reader: RecordReader): string | undefined => {
  const wrong = (['profile_from_id', 'profile_to_id'] as const).find((field) => {
    const id = record[field];
    return id !== null && reader.get('leverage_profile', String(id)) === undefined;
  });
  return wrong && `${wrong}: no such profile`;
};

/** Refuses changes of what has begun; the end of a switch can be moved until it is reached. */
const begunFault = (record: Switch, before: Switch): Refusal | undefined => {
  if (before.status === 'planned') return undefined;
  const kept = before.status === 'done' ? ([...PLAN, 'until'] as const) : PLAN;
  const changed = kept.find((field) => before[field] !== record[field]);
  if (changed === undefined) return undefined;
  return refuse('conflict', `${changed}: the switch is ${before.status}`);
};

const faultOf = (
  record: Switch,
  before: Switch | undefined,
  tx: RecordWriter,
): Refusal | undefined => {
  const { at, until } = record;
  const isEarly = until !== null && Date.parse(until) <= Date.parse(at);
  const fault =
    masksFault('groups', record.groups) ??
    profileFault(record, tx) ??
    (isEarly ? 'until: must be later than at' : undefined);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const begun = before && begunFault(record, before);
  if (begun !== undefined || tx.by === 0) return begun;
  return scopeFault(tx, before) ?? scopeFault(tx, record) ?? overlapFault(tx, record);
};

/** The time `[from, to)` of a switch, ms since 1970. A switch without `until` takes a moment. */
const spanOf = ({ status, at, until }: Switch, now: number) => {
  const planned = Date.parse(at);
  const from = status === 'planned' ? Math.max(planned, now) : planned;
  return { from, to: Math.max(until === null ? from : Date.parse(until), from + 1) };
};

/** Can both switches change one group? If one takes a profile that the other takes or gives. */
const shareProfiles = (one: Switch, other: Switch): boolean =>
  one.profile_from_id === other.profile_from_id ||
  one.profile_from_id === other.profile_to_id ||
  one.profile_to_id === other.profile_from_id;

/**
 * Refuses a switch that could change a group during the time of another one: the end of one of them
 * would not find the profile that it gave. Masks are compared as texts, so that no group that is
 * created later is under two switches.
 */
const overlapFault = (tx: RecordWriter, record: Switch): Refusal | undefined => {
  const own = spanOf(record, tx.now);
  for (const { record: other } of tx.all('leverage_switch')) {
    if (other.id === record.id || other.status === 'done') continue;
    const { from, to } = spanOf(other, tx.now);
    if (from >= own.to || own.from >= to || !shareProfiles(record, other)) continue;
    if (!listsMeet(record.groups, other.groups)) continue;
    const end = other.until === null ? '' : ` until ${other.until}`;
    const which = `the leverage switch ${other.id} of ${other.groups}`;
    return refuse('conflict', `groups: ${which} can change the same groups, at ${other.at}${end}`);
  }
  return undefined;
};

/**
 * Refuses a switch whose masks are not wholly in the scope of the staff user who writes it: groups
 * that are created until its time are switched, too.
 */
const scopeFault = (tx: RecordWriter, record: Switch | undefined): Refusal | undefined => {
  if (record === undefined || tx.by === 0) return undefined;
  const { group_scope } = powersOf(tx, tx.by);
  if (!comparable(group_scope, [record.groups])) {
    return refuse('invalid_input', 'groups: too many masks to compare with your scope');
  }
  return scopeCovers(group_scope, record.groups)
    ? undefined
    : refuse('forbidden', `groups: ${record.groups} is beyond your scope`);
};

/** The record type of leverage switches. */
export const LEVERAGE_SWITCH: RecordType<Switch> = {
  ...SETTING,
  ...checkedBy(LeverageSwitchRecord),
  noun: 'leverage switch',
  label: ({ id, groups }) => `${id} of ${groups}`,
  key: (record) => String(record.id),
  references: {
    profile: ({ profile_from_id, profile_to_id }) =>
      [profile_from_id, profile_to_id].flatMap((id) => (id === null ? [] : [String(id)])),
  },
  check: faultOf,
  inUse: (record, tx) =>
    scopeFault(tx, record) ??
    (record.status === 'active'
      ? refuse('conflict', 'The switch is active; end it by until.')
      : undefined),
  settingType: {
    setting: LEVERAGE_SWITCHES,
    order: (a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id,
    show: ({ switched }, reader, { group_scope }) => ({
      switched: switched.filter((id) => {
        const group = reader.find('group', 'id', String(id))?.record;
        return group !== undefined && inScope(group_scope, group.path);
      }),
    }),
  },
};
