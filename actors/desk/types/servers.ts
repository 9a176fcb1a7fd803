// Logical servers: they exist from the start, staff can change them, and every thread has a copy.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import { complete } from '../../../wire/base/schema.js';
import { LOGICAL_SERVERS } from '../../../wire/rest/settings/servers.js';
import {
  API_SERVER,
  demoEnd,
  EVERYONE,
  LogicalServerRecord,
  QUOTE_SERVER,
  ServerHistory,
  type ServerId,
  TRADE_SERVER,
} from '../../../wire/settings/servers.js';
import { checkedBy, type RecordReader, type RecordType, SETTING } from '../store/record-type.js';

type LogicalServer = Stamped<LogicalServerRecord>;

const { idsTo: _, ...named } = SETTING;

/** The servers before staff have changed them. */
const DEFAULTS: Readonly<Record<ServerId, Partial<LogicalServerRecord>>> = {
  [TRADE_SERVER]: {
    ...{ id: TRADE_SERVER, internal_id: 1, title: 'Trade server' },
    optimization_time: '',
  },
  [API_SERVER]: { id: API_SERVER, internal_id: 2, title: 'API server', access: EVERYONE },
  [QUOTE_SERVER]: {
    ...{ id: QUOTE_SERVER, internal_id: 3, title: 'Quote server' },
    history: complete(ServerHistory, {}) as ServerHistory,
  },
};

/** The fields that belong to one server alone. */
const OWN_FIELDS = {
  access: API_SERVER,
  history: QUOTE_SERVER,
  optimization_time: TRADE_SERVER,
  demo: TRADE_SERVER,
} as const;

/** The lifetime of demo accounts and the time of the weekly maintenance. */
type TradeSettings = Pick<LogicalServerRecord, 'optimization_time' | 'demo'>;

/** The settings of the trade server. */
export const tradeSettings = (reader: RecordReader): TradeSettings => {
  const { optimization_time = '', demo = null } =
    reader.get('logical_server', TRADE_SERVER)?.record ?? {};
  return { optimization_time, demo };
};

/** Are no new demo accounts opened? */
export const refusesDemo = (reader: RecordReader): boolean =>
  tradeSettings(reader).demo?.mode === 0;

type Aged = Pick<AccountRecord, 'login' | 'group' | 'created_at'>;

/** The latest connection of an account, its opening if there was none; ms since 1970. */
export const lastConnection = (reader: RecordReader, { login, created_at }: Aged): number => {
  const access = reader.get('access', String(login))?.record;
  const opened = Date.parse(created_at);
  return access === undefined ? opened : Math.max(opened, Date.parse(access.at));
};

/** The end of an account's period by the policy of the platform; infinity = it has none. */
export const demoEndOf = (reader: RecordReader, account: Aged): number =>
  demoEnd(tradeSettings(reader).demo, {
    group: account.group,
    opened: Date.parse(account.created_at),
    connected: lastConnection(reader, account),
  });

/** Most decimals of a coordinate. */
const COORDINATE_DECIMALS = 8;
const COORDINATES = { latitude: 90, longitude: 180 } as const;

const coordinateFault = (record: LogicalServer): Refusal | undefined => {
  for (const [name, most] of Object.entries(COORDINATES)) {
    const text = record[name as keyof typeof COORDINATES];
    const decimals = text.split('.')[1]?.length ?? 0;
    if (Math.abs(Number(text)) <= most && decimals <= COORDINATE_DECIMALS) continue;
    return refuse(
      'invalid_input',
      `${name}: must be from -${most} to ${most}, with at most ${COORDINATE_DECIMALS} decimals`,
    );
  }
  return undefined;
};

/** Most bytes of the name of a network interface in Linux. */
const ADAPTER_BYTES = 15;

const checkServer = (record: LogicalServer): Refusal | undefined => {
  if (record.access?.allow_administrators === false) {
    return refuse('invalid_input', 'access.allow_administrators: must stay on');
  }
  if (Buffer.byteLength(record.network_adapter) > ADAPTER_BYTES) {
    return refuse('invalid_input', `network_adapter: must have at most ${ADAPTER_BYTES} bytes`);
  }
  return coordinateFault(record);
};

/** The refusal of fields that belong to another server. */
const foreignFault = (fields: Fields, id: unknown): Refusal | undefined => {
  const foreign = Object.entries(OWN_FIELDS).filter(([name, owner]) => {
    return name in fields && owner !== id;
  });
  const [first] = foreign;
  if (first === undefined) return undefined;
  const names = foreign.map(([name]) => name).join(', ');
  return refuse(
    'invalid_input',
    `${names}: not of the server ${id}, ${first[0]} is of ${first[1]}`,
  );
};

/** The record with each sent object in place of the fields that it names. */
const entered = (fields: Fields, before: Fields | undefined): Fields => {
  const after: Record<string, unknown> = { ...fields };
  for (const name of ['access', 'history'] as const) {
    if (name in fields)
      after[name] = { ...(before?.[name] as object), ...(fields[name] as object) };
  }
  return after;
};

const capabilitiesOf = (id: ServerId): Fields => ({
  access_policy: id === API_SERVER,
  demo: id === TRADE_SERVER,
  edit_metadata: true,
  failover: false,
  history_timeout: id === QUOTE_SERVER,
  network_adapter: true,
  optimization: id === TRADE_SERVER,
  provision: false,
  ranges: false,
  transport: false,
});

/** The record type of logical servers. */
export const LOGICAL_SERVER: RecordType<LogicalServer> = {
  ...named,
  ...checkedBy(LogicalServerRecord),
  noun: 'logical server',
  eventName: 'network',
  key: ({ id }) => id,
  defaults: DEFAULTS,
  check: checkServer,
  settingType: {
    setting: LOGICAL_SERVERS,
    order: (a, b) => a.internal_id - b.internal_id,
    transfer: {
      name: 'logical_servers',
      keys: ['id'],
      // A field that a server does not have is null, and null is not sent to a server.
      leave: ({ item, removed }) => ({
        item: Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
        removed,
      }),
    },
    enter: (fields, before) =>
      foreignFault(fields, before?.id) ?? ok(entered(fields, before as Fields | undefined)),
    // A record that was stored before lacks the newer fields.
    show: ({ created_at: _, updated_at: __, ...held }) => ({
      ...(complete(LogicalServerRecord, held) as Fields),
      capabilities: capabilitiesOf(held.id),
    }),
    showsUntil: () => Number.POSITIVE_INFINITY,
  },
};
