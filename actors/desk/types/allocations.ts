// Account allocations: rules that select the group of an applicant, and general settings.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import {
  ALLOCATIONS,
  AllocationRecord,
  AllocationSettingsRecord,
  type LinkSet,
  ALLOCATION_SETTINGS as SETTINGS,
} from '../../../wire/settings/allocations.js';
import { checkedBy, type RecordReader, type RecordType, SETTING } from '../store/record-type.js';
import { byPriority, leverageOf } from './allocation-choice.js';

type Allocation = Stamped<AllocationRecord>;

const hasBrand = (reader: RecordReader, id: number): boolean =>
  reader.get('brand', String(id)) !== undefined;

/** A `!`, a mask, or several countries in one text: no country of a form has these. */
const NO_COUNTRY = /^!|[*,;]/;

const countriesFault = (field: string, countries: readonly string[]): Refusal | undefined => {
  const wrong = countries.find((country) => NO_COUNTRY.test(country));
  if (wrong === undefined) return undefined;
  return refuse(
    'invalid_input',
    `${field}: ${JSON.stringify(wrong)} is no country, such as "DE"; a country is kept out by ` +
      'rules that list all other countries',
  );
};

const check = (
  rule: Allocation,
  before: Allocation | undefined,
  reader: RecordReader,
): Refusal | undefined => {
  const wrong = (fault: string): Refusal => refuse('invalid_input', fault);
  const group = reader.get('group', rule.group_path)?.record;
  if (group === undefined) return wrong('group_path: no such group');
  if (isStaffGroup(group.path))
    return wrong('group_path: must be a trading group, not one of staff');
  const countries = countriesFault('countries', rule.countries);
  if (countries !== undefined) return countries;
  const { white_label_id: brand } = rule;
  // A rule of a deleted brand stays and is never offered.
  if (brand !== null && brand !== before?.white_label_id && !hasBrand(reader, brand)) {
    return wrong('white_label_id: no such brand');
  }
  const leverage = leverageOf(rule, group);
  return rule.leverages.length === 0 || rule.leverages.includes(leverage)
    ? undefined
    : wrong(`leverages: must contain the default, ${leverage}`);
};

/** Sets of links in the order in which they are tried, numbered. */
const inOrder = (sets: readonly LinkSet[]): LinkSet[] =>
  sets
    .map((set) => ({ ...set, sort: set.sort ?? 0 }))
    .sort((a, b) => a.sort - b.sort)
    .map((set, at) => ({ ...set, id: at + 1 }));

/** The record type of allocation rules. */
export const ALLOCATION: RecordType<Allocation> = {
  ...SETTING,
  ...checkedBy(AllocationRecord),
  noun: 'allocation rule',
  label: ({ id, group_path }) => `${id} for ${group_path}`,
  key: (record) => String(record.id),
  references: { group: (record) => [record.group_path] },
  check,
  settingType: {
    setting: ALLOCATIONS,
    order: byPriority,
    group: (record) => record.group_path,
    transfer: {
      name: 'allocations',
      keys: ['group_path', 'priority', 'description'],
      sets: ['countries'],
      references: [{ field: 'white_label_id', as: 'brand', kind: 'brand', by: 'company' }],
      // A rule of a deleted brand is never offered; without its brand it would be offered to all.
      leaves: ({ white_label_id: brand }, reader) => brand === null || hasBrand(reader, brand),
    },
  },
};

const { idsTo: _, ...single } = SETTING;
const SINGLE = 'allocation_settings';

/** The record type of the general settings. */
export const ALLOCATION_SETTINGS: RecordType<Stamped<AllocationSettingsRecord>> = {
  ...single,
  ...checkedBy(AllocationSettingsRecord),
  noun: 'allocation settings',
  label: () => '',
  check: ({ link_sets }) => {
    for (const [at, { countries }] of link_sets.entries()) {
      const fault = countriesFault(`link_sets.${at}.countries`, countries);
      if (fault !== undefined) return fault;
    }
    return undefined;
  },
  key: () => SINGLE,
  defaults: { [SINGLE]: {} },
  settingType: {
    setting: SETTINGS,
    order: () => 0,
    transfer: { name: 'allocation_settings', keys: [] },
    enter: (fields) => {
      const sets = fields.link_sets as readonly LinkSet[] | undefined;
      return ok(sets === undefined ? fields : { ...fields, link_sets: inOrder(sets) });
    },
  },
};

/** The general settings as they are now. */
export const allocationSettings = (reader: RecordReader): AllocationSettingsRecord => {
  const held = reader.get('allocation_settings', SINGLE);
  if (held === undefined) throw new Error('there are no settings of allocation');
  return held.record;
};
