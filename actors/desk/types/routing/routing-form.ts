// The form of routing rules in files: gateways by name; dealers only in a file with staff, whose
// table says who they are here. A new rule of which no dealer is known arrives disabled, with the
// rules behind it.

import { isStaffGroup } from '../../../../wire/accounts/group-kinds.js';
import { type Outcome, ok, refuse } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import type { RoutingRecord } from '../../../../wire/settings/routing.js';
import {
  ARRIVES_DISABLED,
  type LoginTable,
  type RecordReader,
  type ReducedItem,
  type TransferForm,
} from '../../store/record-type.js';

const leave = (
  { item, removed }: ReducedItem,
  { action, dealers }: RoutingRecord,
  reader: RecordReader,
  withStaff: boolean,
): ReducedItem => {
  if (action === 'gateway') {
    const names = dealers.map((id) => reader.get('gateway', String(id))?.record.name ?? '');
    return { item: { ...item, dealers: names }, removed };
  }
  if (action !== 'dealer' || withStaff) return { item, removed };
  const { dealers: _, ...rest } = item;
  return { item: rest, removed: [...removed, 'dealers'] };
};

/** Replaces the names of gateways by ids of this server. */
const withGateways = (item: Fields, reader: RecordReader): Outcome<Fields> => {
  if (!Array.isArray(item.dealers)) return ok(item);
  const dealers: number[] = [];
  for (const name of item.dealers) {
    const held = typeof name === 'string' ? reader.find('gateway', 'name', name) : undefined;
    if (held === undefined) {
      return refuse('invalid_input', `dealers: this server has no gateway ${String(name)}`);
    }
    dealers.push(held.record.id);
  }
  return ok({ ...item, dealers });
};

const isStaff = (reader: RecordReader, login: number): boolean =>
  isStaffGroup(reader.get('account', String(login))?.record.group ?? '');

/** The dealers of an item: their logins here, and the logins of the file that are unknown here. */
const dealersHere = (dealers: unknown, reader: RecordReader, logins: LoginTable) => {
  const [here, unknown]: [Set<number>, number[]] = [new Set(), []];
  for (const login of Array.isArray(dealers) ? dealers : []) {
    const own = logins.get(login) ?? undefined;
    if (own !== undefined && isStaff(reader, own)) here.add(own);
    else unknown.push(login);
  }
  return { here: [...here], unknown };
};

const take = (
  item: Fields,
  before: RoutingRecord | undefined,
  reader: RecordReader,
  logins: LoginTable,
): Outcome<Fields> => {
  const action = item.action ?? before?.action;
  if (action === 'gateway') return withGateways(item, reader);
  if (action !== 'dealer') return ok(item);
  const { dealers, ...rest } = item;
  const { here } = dealersHere(dealers, reader, logins);
  if (here.length > 0) return ok({ ...rest, dealers: here });
  if (before !== undefined && before.action !== 'dealer') {
    const fault = 'dealers: none of the file is known here; change the rule here first';
    return refuse('invalid_input', fault);
  }
  return ok(rest);
};

/** Some dealers are asked here, others are unknown: the rule asks fewer. */
const warns = (
  { action, dealers }: Fields,
  reader: RecordReader,
  logins: LoginTable,
): readonly string[] => {
  if (action !== 'dealer') return [];
  const { here, unknown } = dealersHere(dealers, reader, logins);
  return here.length === 0 || unknown.length === 0
    ? []
    : [`dealers: ${unknown.join(', ')} of the file are unknown here and left out`];
};

/** Do two lists, of which an empty one is all, have something in common? */
const meet = (one: readonly unknown[], other: unknown): boolean =>
  one.length === 0 || !Array.isArray(other) || other.length === 0
    ? true
    : one.some((kind) => other.includes(kind));

/** Actions that leave a request undecided, or decide it without a fill. */
const FILLS_NOTHING: readonly unknown[] = ['delay', 'clear_stops', 'reject'];

/**
 * Why a rule must not decide yet: it has no dealer here, or a rule before it is disabled here and
 * not in the file, and its requests would fall through.
 */
const heldBack = (
  { name, ...fields }: Fields,
  reader: RecordReader,
  off: Iterable<string>,
): string | undefined => {
  const ruleOf = (key: unknown) => reader.find('routing', 'name', String(key))?.record;
  const known = ruleOf(name);
  const { action, dealers, order_kinds, request_kinds } = { ...known, ...fields };
  const isAsked = action !== 'dealer' || (Array.isArray(dealers) && dealers.length > 0);
  if (!isAsked) return 'none of its dealers is known here';
  if (FILLS_NOTHING.includes(action)) return undefined;
  const place = known?.position ?? (Number(fields.position) || Number.POSITIVE_INFINITY);
  for (const key of off) {
    const rule = ruleOf(key);
    const isBefore = rule !== undefined && !rule.enabled && rule.position < place;
    if (!isBefore || !meet(rule.order_kinds, order_kinds)) continue;
    if (meet(rule.request_kinds, request_kinds)) {
      return `the requests of ${rule.name}, which is disabled here, would reach this rule`;
    }
  }
  return undefined;
};

/** The form of routing rules in files. */
export const ROUTING_FORM: TransferForm<RoutingRecord> = {
  name: 'routing',
  keys: ['name'],
  leave,
  take,
  staffIn: ({ action, dealers }) => (action === 'dealer' ? (dealers as number[]) : []),
  warns,
  arrival: { ...ARRIVES_DISABLED, heldBack },
};
