// Gateways: connections that send orders to providers.

import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../../../../wire/base/codes.js';
import { comparable, maskOutside } from '../../../../wire/base/mask-subset.js';
import type { Stamped } from '../../../../wire/base/object.js';
import { GATEWAYS } from '../../../../wire/rest/settings/connections.js';
import { GATEWAY_MODULES, PARAM } from '../../../../wire/settings/connection-modules.js';
import { countsUnits, GatewayRecord } from '../../../../wire/settings/connections.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../../store/record-type.js';
import { counted } from '../rules/counted.js';
import {
  byPriority,
  connectionFault,
  connectionForm,
  enterConnection,
  placedLast,
  renewedParams,
} from './connections.js';
import { shownParams } from './params.js';
import { passiveFault } from './passive-gateways.js';

type Gateway = Stamped<GatewayRecord>;
type GatewayMasks = Pick<GatewayRecord, 'symbols' | 'groups'>;

const masksOf = ({ symbols, groups }: Gateway): GatewayMasks => ({ symbols, groups });

/**
 * Refuses a group that is named twice, or that is offered symbols which the gateway does not have.
 */
const groupsFault = (
  { symbols, groups }: GatewayMasks,
  reader: RecordReader,
): string | undefined => {
  const seen = new Set<string>();
  for (const { group } of groups) {
    if (seen.has(group.toLowerCase())) return `groups: ${group} is named more than once`;
    seen.add(group.toLowerCase());
  }
  const lists = groups.map((one) => one.symbols);
  if (!comparable(symbols, lists.flat()))
    return 'groups: too many masks to compare with those of symbols';
  const namesOf = (mask: string): readonly string[] => {
    const held = reader.find('symbol', 'name', mask);
    return held === undefined ? [mask] : [held.record.name, held.record.path];
  };
  for (const { group, symbols: own } of groups) {
    const wider = maskOutside(symbols, own, namesOf);
    if (wider !== undefined) return `groups: ${group} has ${wider}, which symbols leave out`;
  }
  return undefined;
};

const gatewayFault = (
  record: Gateway,
  before: Gateway | undefined,
  reader: RecordWriter,
): Refusal | undefined => {
  // An unchanged mask stays valid although a symbol that it names has moved since.
  const isAsBefore = before !== undefined && isDeepStrictEqual(masksOf(record), masksOf(before));
  const fault = isAsBefore ? undefined : groupsFault(record, reader);
  if (fault !== undefined) return refuse('invalid_input', fault);
  return (
    connectionFault(record, GATEWAY_MODULES[record.module], reader) ??
    passiveFault(record, reader) ??
    unitFault(record, before, reader) ??
    sourceFault(record, before, reader)
  );
};

/** Refuses another unit of volumes while orders work at the provider, which counts them in it. */
const unitFault = (
  record: Gateway,
  before: Gateway | undefined,
  tx: RecordWriter,
): Refusal | undefined => {
  if (before === undefined || countsUnits(record) === countsUnits(before)) return undefined;
  const { orders } = tx.usage('gateway', String(record.id));
  if (orders === 0) return undefined;
  const held = `it has ${counted(orders, 'open order')}`;
  return refuse('conflict', `${PARAM.quantity} cannot be changed: ${held}.`);
};

/** The names of symbols at the provider, by id; empty = our own. */
const sourcesOf = ({ translates }: Gateway): ReadonlyMap<number, string> =>
  new Map(translates.map(({ symbol_id, source }) => [symbol_id, source]));

/**
 * Refuses another name of a symbol at the provider while orders work there and orders in the symbol
 * are open: the provider goes on reporting them by the name under which they were sent.
 */
const sourceFault = (
  record: Gateway,
  before: Gateway | undefined,
  tx: RecordWriter,
): Refusal | undefined => {
  if (before === undefined || isDeepStrictEqual(record.translates, before.translates)) {
    return undefined;
  }
  const [was, is] = [sourcesOf(before), sourcesOf(record)];
  const { orders } = tx.usage('gateway', String(record.id));
  const held = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const name = tx.get('symbol', String(id))?.record.name;
    const isSame = name === undefined || (was.get(id) || name) === (is.get(id) || name);
    return isSame || tx.usage('symbol', name).orders === 0 ? [] : [name];
  });
  if (orders === 0 || held[0] === undefined) return undefined;
  const why = `it has ${counted(orders, 'open order')}, and orders in ${held[0]} are open`;
  return refuse('conflict', `translates: the source of ${held[0]} cannot be changed: ${why}.`);
};

const gatewayInUse = ({ id }: Gateway, tx: RecordWriter): Refusal | undefined => {
  for (const { record: rule } of tx.all('routing')) {
    if (rule.action !== 'gateway' || !rule.dealers.includes(id)) continue;
    return refuse('conflict', `Routing rule "${rule.name}" sends orders to the gateway.`);
  }
  const { orders, positions } = tx.usage('gateway', String(id));
  if (orders + positions === 0) return undefined;
  const held = `${counted(orders, 'open order')} and ${counted(positions, 'position')}`;
  return refuse('conflict', `The gateway cannot be deleted: it has ${held}.`);
};

/** The record type of gateways. */
export const GATEWAY: RecordType<Gateway> = {
  ...SETTING,
  ...checkedBy(GatewayRecord),
  noun: 'gateway',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { name: (record) => record.name },
  check: gatewayFault,
  inUse: gatewayInUse,
  reencrypt: renewedParams(GATEWAY_MODULES, 'gateway'),
  settingType: {
    setting: GATEWAYS,
    transfer: {
      name: 'gateways',
      sets: ['translates', 'groups'],
      ...connectionForm(GATEWAY_MODULES),
    },
    order: byPriority,
    enter: (fields, before, entry) =>
      enterConnection(fields, before, GATEWAY_MODULES.fix44, 'gateway', entry),
    show: (record) => ({ params: shownParams(GATEWAY_MODULES[record.module], record.params) }),
    showsUntil: () => Number.POSITIVE_INFINITY,
    inserted: placedLast('gateway'),
    arranged: { by: 'priority', raises: false },
  },
};
