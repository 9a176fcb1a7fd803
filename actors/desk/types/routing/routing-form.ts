// The form of routing rules in files: gateways by name; dealers are not exported, because logins
// belong to one server, so a new rule of dealers arrives disabled, with the rules behind it.

import { done, type Outcome, refuse } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import type { RoutingRecord } from '../../../../wire/settings/routing.js';
import {
  ARRIVES_DISABLED,
  type RecordReader,
  type ReducedItem,
  type TransferForm,
} from '../../store/record-type.js';

const leave = (
  { item, removed }: ReducedItem,
  { action, dealers }: RoutingRecord,
  reader: RecordReader,
): ReducedItem => {
  if (action === 'gateway') {
    const names = dealers.map((id) => reader.get('gateway', String(id))?.record.name ?? '');
    return { item: { ...item, dealers: names }, removed };
  }
  if (action !== 'dealer') return { item, removed };
  const { dealers: _, ...rest } = item;
  return { item: rest, removed: [...removed, 'dealers'] };
};

/** Replaces the names of gateways by ids of this server. */
const withGateways = (item: Fields, reader: RecordReader): Outcome<Fields> => {
  if (!Array.isArray(item.dealers)) return done(item);
  const dealers: number[] = [];
  for (const name of item.dealers) {
    const held = typeof name === 'string' ? reader.find('gateway', 'name', name) : undefined;
    if (held === undefined) {
      return refuse('invalid_input', `dealers: this server has no gateway ${String(name)}`);
    }
    dealers.push(held.record.id);
  }
  return done({ ...item, dealers });
};

const take = (
  item: Fields,
  before: RoutingRecord | undefined,
  reader: RecordReader,
): Outcome<Fields> => {
  const action = item.action ?? before?.action;
  if (action === 'gateway') return withGateways(item, reader);
  if (action !== 'dealer') return done(item);
  if (before !== undefined && before.action !== 'dealer') {
    return refuse('invalid_input', 'dealers: a file has no logins; change the rule here first');
  }
  const { dealers: _, ...rest } = item;
  return done(rest);
};

/** Do two lists, of which an empty one is all, have something in common? */
const meet = (one: readonly unknown[], other: unknown): boolean =>
  one.length === 0 || !Array.isArray(other) || other.length === 0
    ? true
    : one.some((kind) => other.includes(kind));

/** Actions that leave a request undecided, or decide it without a fill. */
const FILLS_NOTHING: readonly unknown[] = ['delay', 'clear_stops', 'reject'];

/**
 * Why a rule must not decide yet: a rule before it is disabled here and not in the file, and its
 * requests would fall through.
 */
const heldBack = (
  { name, ...fields }: Fields,
  reader: RecordReader,
  off: Iterable<string>,
): string | undefined => {
  const ruleOf = (key: unknown) => reader.find('routing', 'name', String(key))?.record;
  const known = ruleOf(name);
  const { action, order_kinds, request_kinds } = { ...known, ...fields };
  if (FILLS_NOTHING.includes(action)) return undefined;
  const place = known?.position ?? (Number(fields.position) || Number.POSITIVE_INFINITY);
  for (const key of off) {
    const rule = ruleOf(key);
    const isBefore = rule !== undefined && !rule.enabled && rule.position < place;
    if (!isBefore || !meet(rule.order_kinds, order_kinds)) continue;
    if (meet(rule.request_kinds, request_kinds)) {
      return `the requests of ${rule.name}, which is disabled here, would come to it`;
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
  arrival: { ...ARRIVES_DISABLED, heldBack },
};
