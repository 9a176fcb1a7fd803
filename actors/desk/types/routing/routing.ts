// Routing rules: select who decides on a request.

import { asksDealers } from '../../../../engine/settings/routing.js';
import { isStaffGroup } from '../../../../wire/accounts/group-kinds.js';
import { ok, type Refusal, refuse } from '../../../../wire/base/codes.js';
import { MASK_STARS_MAX } from '../../../../wire/base/mask.js';
import type { Stamped } from '../../../../wire/base/object.js';
import { ROUTING_RULES } from '../../../../wire/rest/settings/routing.js';
import { RoutingRecord, WAIT_SEC } from '../../../../wire/settings/routing.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../../store/record-type.js';
import { firstOf, type RuleFault } from '../rules/setting-rules.js';
import { ROUTING_FORM } from './routing-form.js';

type Rule = Stamped<RoutingRecord>;

/** Most rules: inserting one before all others makes new versions of all. */
const RULES_MAX = 1000;
/** The longest delay of a rule, ms. */
const DELAY_MS_MAX = 60_000;

type Condition = RoutingRecord['conditions'][number];

/**
 * The numbers with which a condition's field can be compared: limits, and whether decimals are
 * allowed.
 */
const NUMBERS: Readonly<Record<string, readonly [least: number, most: number, whole: boolean]>> = {
  login: [0, Number.MAX_SAFE_INTEGER, true],
  volume: [0, 1_000_000_000, false],
  hour: [0, 23, true],
  weekday: [0, 6, true],
  deviation_pts: [-1_000_000_000, 1_000_000_000, true],
};

const conditionFault = ({ field, op, value }: Condition): RuleFault => {
  const range = NUMBERS[field];
  if (range === undefined) {
    if (op !== 'eq' && op !== 'ne') return 'op: a text is compared by eq or ne';
    if (value.trim() === '') return `value: ${field} is compared with a list of masks`;
    return value.split(',').some((mask) => mask.split('*').length - 1 > MASK_STARS_MAX)
      ? `value: at most ${MASK_STARS_MAX} stars in a mask`
      : undefined;
  }
  const [least, most, whole] = range;
  const form = whole ? /^-?\d{1,16}$/ : /^-?\d{1,16}(\.\d{1,8})?$/;
  const fits = form.test(value) && Number(value) >= least && Number(value) <= most;
  const kind = whole ? 'a whole number' : 'a number';
  return fits ? undefined : `value: ${field} is compared with ${kind} from ${least} to ${most}`;
};

/** Checks the value of an action: a text for a refusal, a time for a delay. */
const valueFault = ({ action, action_value }: Rule): RuleFault => {
  if (action === 'delay') {
    const ms = /^\d{1,5}$/.test(action_value) ? Number(action_value) : 0;
    return ms < 1 || ms > DELAY_MS_MAX
      ? `action_value: a delay is a whole number of milliseconds, 1 to ${DELAY_MS_MAX}`
      : undefined;
  }
  return action === 'reject' || action_value === ''
    ? undefined
    : `action_value: must be empty for ${action}`;
};

/** A field that only rules which ask dealers may have, and that is not as it is left out. */
const dealerField = ({ skip_no_dealer, wait_sec = WAIT_SEC, otherwise = 'reject' }: Rule) => {
  if (skip_no_dealer) return 'skip_no_dealer';
  if (wait_sec !== WAIT_SEC) return 'wait_sec';
  return otherwise === 'reject' ? undefined : 'otherwise';
};

/** Checks the dealers: required where the rule sends to them, or waits for them in their order. */
const dealersFault = (rule: Rule): RuleFault => {
  const { action, dealers } = rule;
  const named = action === 'dealer' || action === 'gateway';
  // A rule of dealers from a file waits without them, disabled.
  const waits = action === 'dealer' && !rule.enabled;
  if (named && !waits && dealers.length === 0) return `dealers: needed for ${action}`;
  if (!named && dealers.length > 0) return `dealers: must be empty for ${action}`;
  const field = asksDealers(rule) ? undefined : dealerField(rule);
  return field === undefined ? undefined : `${field}: only for dealer and online_dealers`;
};

const isThere = (reader: RecordReader, action: Rule['action'], id: number): boolean => {
  if (action === 'gateway') return reader.get('gateway', String(id)) !== undefined;
  const account = reader.get('account', String(id));
  return account !== undefined && isStaffGroup(account.record.group);
};

/**
 * Refuses an added dealer who does not exist; a deleted one does not prevent other changes of the
 * rule.
 */
const missing = (
  { action, dealers }: Rule,
  before: Rule | undefined,
  reader: RecordReader,
): RuleFault => {
  const known = before?.action === action ? before.dealers : [];
  const lost = dealers.find((id) => !known.includes(id) && !isThere(reader, action, id));
  if (lost === undefined) return undefined;
  return `dealers: ${lost} is no ${action === 'gateway' ? 'gateway' : 'login of staff'}`;
};

const isDeciding = ({ enabled, action }: Rule): boolean =>
  enabled && action !== 'delay' && action !== 'clear_stops';

/** Is it the last deciding rule, without which every request would be refused? */
const isLast = (rule: Rule, reader: RecordReader): boolean => {
  if (!isDeciding(rule)) return false;
  for (const { record } of reader.all('routing')) {
    if (record.id !== rule.id && isDeciding(record)) return false;
  }
  return true;
};

const lastFault = (rule: Rule, before: Rule | undefined, reader: RecordReader): RuleFault => {
  if (before === undefined || isDeciding(rule) || !isLast(before, reader)) return undefined;
  return `${rule.enabled ? 'action' : 'enabled'}: it is the last rule that decides`;
};

const check = (rule: Rule, before: Rule | undefined, reader: RecordReader): Refusal | undefined => {
  const fault =
    valueFault(rule) ??
    dealersFault(rule) ??
    firstOf('conditions', rule.conditions, conditionFault) ??
    missing(rule, before, reader) ??
    lastFault(rule, before, reader);
  return fault === undefined ? undefined : refuse('invalid_input', fault);
};

/** Moves the rules from a position on by one place, which makes new versions of them. */
const move = (tx: RecordWriter, from: number, by: 1 | -1): void => {
  const moved = Array.from(tx.all('routing')).filter(({ record }) => record.position >= from);
  for (const { key, record } of moved) {
    tx.arrange('routing', key, 'position', record.position + by, true);
  }
};

/** The record type of routing rules. */
export const ROUTING: RecordType<Rule> = {
  ...SETTING,
  ...checkedBy(RoutingRecord),
  noun: 'routing rule',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  check,
  inUse: (rule, tx) =>
    isLast(rule, tx)
      ? refuse(
          'invalid_input',
          'This is the last rule that decides: without this rule nothing is traded.',
        )
      : undefined,
  settingType: {
    setting: ROUTING_RULES,
    order: (a, b) => a.position - b.position || a.id - b.id,
    inserted: (tx, fields) => {
      if (Array.from(tx.all('routing')).length >= RULES_MAX) {
        return refuse('conflict', `There is room for ${RULES_MAX} routing rules.`);
      }
      const end = tx.lastPosition('routing') + 1;
      const asked = (fields.position as number | undefined) ?? 0;
      const position = asked === 0 ? end : Math.min(asked, end);
      if (position < end) move(tx, position, 1);
      return ok({ ...fields, position });
    },
    removed: (tx, { position }) => move(tx, position, -1),
    arranged: { by: 'position', raises: true },
    transfer: ROUTING_FORM,
  },
};
