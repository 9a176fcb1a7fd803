// The form of routing rules in files: gateways by name; dealers are not exported, because logins
// belong to one server.

import { done, type Outcome, refuse } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import type { RoutingRecord } from '../../../../wire/settings/routing.js';
import type { RecordReader, ReducedItem, TransferForm } from '../../store/record-type.js';

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
  if (before?.action !== 'dealer') {
    return refuse('invalid_input', 'dealers: a file has no logins; create the rule here first');
  }
  const { dealers: _, ...rest } = item;
  return done(rest);
};

/** The form of routing rules in files. */
export const ROUTING_FORM: TransferForm<RoutingRecord> = {
  name: 'routing',
  keys: ['name'],
  leave,
  take,
};
