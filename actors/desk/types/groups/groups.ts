// Groups: common properties and trading conditions of accounts.

import { currencyDigits } from '../../../../engine/engine.js';
import { isStaffGroup } from '../../../../wire/accounts/group-kinds.js';
import { hasRights } from '../../../../wire/accounts/has-rights.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { ok, type Refusal, refuse } from '../../../../wire/base/codes.js';
import { inScope } from '../../../../wire/base/mask.js';
import type { Fields, Stamped } from '../../../../wire/base/object.js';
import { GROUPS } from '../../../../wire/rest/settings/groups.js';
import { GroupRecord, type GroupSymbol } from '../../../../wire/settings/groups.js';

import { powersOf } from '../../access/authority.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../../store/record-type.js';
import { counted } from '../rules/counted.js';
import { companyAllowed, moreGroupsFault } from '../rules/licence.js';
import { groupFault } from './group-rules.js';
import { membersFault } from './sign-in-rules.js';

type Group = Stamped<GroupRecord>;

/** Fields that identify accounts and count their money. */
const FIXED = ['path', 'currency', 'currency_digits'] as const;

const referenceFault = (
  { company, leverage_profile_id: profile }: Group,
  before: Group | undefined,
  reader: RecordReader,
): string | undefined => {
  if (company !== before?.company && !companyAllowed(reader, company)) {
    return 'company: is not in the licence';
  }
  return profile !== null && reader.get('leverage_profile', String(profile)) === undefined
    ? 'leverage_profile_id: no such profile'
    : undefined;
};

/** The contents of a group, with their number for a caller whose rights show all of them. */
const held = (count: number, noun: string, rights: readonly Right[], tx: RecordWriter): string =>
  hasRights(powersOf(tx, tx.by), rights) ? counted(count, noun) : `${noun}s`;

/** The accounts of a group, of which some may be hidden. */
const heldAccounts = (count: number, path: string, tx: RecordWriter): string => {
  const rights: readonly Right[] = ['accounts.view', 'accounts.hidden'];
  return held(count, 'account', isStaffGroup(path) ? [...rights, 'config.staff'] : rights, tx);
};

/** Refuses changes that are impossible while the group has accounts. */
const changeFault = (record: Group, before: Group, tx: RecordWriter): Refusal | undefined => {
  const fixed = FIXED.find((field) => before[field] !== record[field]);
  if (fixed === undefined && before.margin_mode === record.margin_mode) return undefined;
  const { accounts, positions } = tx.usage('group', before.path);
  if (fixed !== undefined && accounts > 0) {
    const had = heldAccounts(accounts, before.path, tx);
    return refuse('conflict', `${fixed}: cannot be changed, the group has ${had}.`);
  }
  return before.margin_mode !== record.margin_mode && positions > 0
    ? refuse('conflict', 'margin_mode: cannot be changed while accounts hold positions.')
    : undefined;
};

const faultOf = (
  record: Group,
  before: Group | undefined,
  tx: RecordWriter,
): Refusal | undefined => {
  const fault = groupFault(record) ?? referenceFault(record, before, tx);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const wasCounted = before !== undefined && !isStaffGroup(before.path);
  const grown = wasCounted || isStaffGroup(record.path) ? undefined : moreGroupsFault(tx);
  if (grown !== undefined || before === undefined) return grown;
  const renamed = before.path !== record.path;
  return (
    membersFault(record, before, tx) ??
    changeFault(record, before, tx) ??
    (renamed ? signUpFault(before, tx) : undefined)
  );
};

/** The parent paths of a path, the nearest last. */
const above = (path: string): string[] => {
  const parts = path.split('\\');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('\\'));
};

/**
 * Refuses to delete or rename a group that sign-up offers, or that applications ask for: they could
 * not be approved.
 */
const signUpFault = ({ path }: Group, tx: RecordWriter): Refusal | undefined => {
  const [rule] = tx.referrers('allocation', 'group', path);
  if (rule) return refuse('conflict', `The allocation rule ${rule.record.id} offers the group.`);
  for (const field of ['demo_group', 'real_group']) {
    const [settings] = tx.referrers('sign_up', field, path);
    if (settings) return refuse('conflict', `The sign-up settings have the group as ${field}.`);
  }
  const waiting = tx.waitingApplications(path);
  if (waiting === 0) return undefined;
  const had = held(waiting, 'waiting application', ['applications'], tx);
  return refuse('conflict', `The group has ${had}.`);
};

/** One of these groups, by name if the caller may see it. */
const named = (paths: readonly string[], tx: RecordWriter): string => {
  const { group_scope } = powersOf(tx, tx.by);
  const seen = paths.find((path) => inScope(group_scope, path));
  return seen === undefined ? 'A group' : `The group ${seen}`;
};

const inUse = (group: Group, tx: RecordWriter): Refusal | undefined => {
  const { path } = group;
  const below = Array.from(tx.referrers('group', 'above', path), ({ record }) => record.path);
  if (below.length > 0) return refuse('conflict', `${named(below, tx)} is below the group.`);
  const { accounts } = tx.usage('group', path);
  return accounts > 0
    ? refuse('conflict', `The group has ${heldAccounts(accounts, path, tx)}.`)
    : signUpFault(group, tx);
};

/** Rows sorted by position; a row without one keeps its place in the list. */
const placed = (rows: readonly GroupSymbol[]): GroupSymbol[] =>
  rows
    .map((row, at) => ({ row, place: row.position ?? at + 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }, at) => ({ ...row, position: at + 1 }));

/** Converts a body to the record: digits by the currency if omitted, rows in order. */
const enter = (fields: Fields, before: Group | undefined): Fields => {
  const { currency, symbols } = fields;
  const entered: Record<string, unknown> = { ...fields };
  if (symbols !== undefined) entered.symbols = placed(symbols as GroupSymbol[]);
  if (typeof currency === 'string' && currency !== before?.currency) {
    entered.currency_digits ??= currencyDigits(currency);
  }
  return entered;
};

const statusOf = ({ trading_enabled, connection_enabled }: Group) => {
  if (!connection_enabled) return 'no_connection';
  return trading_enabled ? 'active' : 'no_trading';
};

/**
 * The right to groups is not enough for these changes: a user who makes a staff group, renames one,
 * or renames a group into one decides which accounts may be staff.
 */
const staffRight = ({ path }: Group, before: Group | undefined): Right | undefined => {
  if (path === before?.path) return undefined;
  return isStaffGroup(path) || isStaffGroup(before?.path ?? '') ? 'config.staff' : undefined;
};

/**
 * The record type of groups. Accounts refer to a group by its path, routes by its id. Listed by
 * path.
 */
export const GROUP: RecordType<Group> = {
  ...SETTING,
  ...checkedBy(GroupRecord),
  noun: 'group',
  key: (record) => record.path,
  unique: { path: (record) => record.path, id: (record) => String(record.id) },
  references: {
    above: ({ path }) => above(path),
    profile: ({ leverage_profile_id: id }) => (id === null ? [] : [String(id)]),
  },
  check: faultOf,
  inUse,
  settingType: {
    setting: GROUPS,
    order: (a, b) => (a.path < b.path ? -1 : 1),
    group: (record) => record.path,
    needs: staffRight,
    enter: (fields, before) => ok(enter(fields, before)),
    show: (record) => ({ status: statusOf(record) }),
    showsUntil: () => Number.POSITIVE_INFINITY,
    transfer: {
      name: 'groups',
      keys: ['path'],
      references: [
        {
          field: 'leverage_profile_id',
          as: 'leverage_profile',
          kind: 'leverage_profile',
          by: 'name',
        },
      ],
    },
  },
};
