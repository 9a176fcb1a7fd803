// Connections: rules for both datafeeds and gateways.

import { type Outcome, ok, type Refusal, refuse } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import type { ShownParam, TakenParam } from '../../../../wire/rest/settings/connections.js';
import {
  type ConnectionModule,
  FEED_MODULES,
  PARAM,
} from '../../../../wire/settings/connection-modules.js';
import {
  type ConnectionKind,
  type ConnectionRecord,
  type HeldParam,
  paramOf,
} from '../../../../wire/settings/connections.js';
import { MASK, type Reencrypt } from '../../../secrets/record-cipher.js';
import {
  ARRIVES_DISABLED,
  type EntryContext,
  type RecordReader,
  type RecordWriter,
  type ReducedItem,
} from '../../store/record-type.js';
import { keptParams, paramsFault, sealedKeys, starting } from './params.js';

/** The `server` field of internal price sources. */
export const LOCAL_SERVER = 'local';

const PRIORITY_MAX = 1000;
/** Most connections: each needs a priority of its own, and so do the two internal sources. */
const CONNECTIONS_MAX = PRIORITY_MAX - 2;

type Modules = Readonly<Record<string, ConnectionModule>>;

/** Is it the module of an internal price source? */
export const isLocal = (module: string): boolean =>
  Object.hasOwn(FEED_MODULES, module) &&
  'local' in FEED_MODULES[module as keyof typeof FEED_MODULES];

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/;
const PORT_MAX = 65_535;

const isAddress = (server: string): boolean => {
  const port = Number(HOST.exec(server)?.[1] ?? 0);
  return port >= 1 && port <= PORT_MAX;
};

const serverFault = ({ module, server }: ConnectionRecord): string | undefined => {
  if (isLocal(module))
    return server === LOCAL_SERVER ? undefined : `server: must be ${LOCAL_SERVER}`;
  return isAddress(server) ? undefined : 'server: must be host:port';
};

const requiredFault = (record: ConnectionRecord, rules: ConnectionModule): string | undefined => {
  if (!record.enabled) return undefined;
  const missing = rules.required.find((key) => paramOf(record, key).trim() === '');
  if (missing !== undefined) return `params.${missing}: needs a value while it is enabled`;
  if (record.module !== ('dde' as string)) return undefined;
  const signsIn = record.login !== '' && record.password !== '';
  return signsIn || paramOf(record, PARAM.token) !== ''
    ? undefined
    : 'login: needs a login and a password, or the parameter Token, while it is enabled';
};

const translatesFault = (
  { translates }: ConnectionRecord,
  reader: RecordReader,
): string | undefined => {
  const seen = new Set<number>();
  for (const { symbol_id: id } of translates) {
    if (seen.has(id)) return `translates: symbol ${id} is translated more than once`;
    if (reader.get('symbol', String(id)) === undefined)
      return `translates: there is no symbol ${id}`;
    seen.add(id);
  }
  return undefined;
};

/** The first fault of a connection. */
export const connectionFault = (
  record: ConnectionRecord,
  rules: ConnectionModule,
  reader: RecordReader,
): Refusal | undefined => {
  const fault =
    serverFault(record) ??
    paramsFault(rules, record.params) ??
    requiredFault(record, rules) ??
    translatesFault(record, reader);
  return fault === undefined ? undefined : refuse('invalid_input', fault);
};

/** Converts the fields of a body: parameters as the module says. */
export const enterConnection = (
  fields: Fields,
  before: ConnectionRecord | undefined,
  rules: ConnectionModule,
  kind: ConnectionKind,
  { cipher, key }: EntryContext,
): Outcome<Fields> => {
  const given = fields.params as readonly TakenParam[] | undefined;
  if (given === undefined) {
    return ok(before === undefined ? { ...fields, params: starting(rules) } : fields);
  }
  const place = `${kind}/${key}/params`;
  const held: readonly HeldParam[] = before?.params ?? [];
  const kept = keptParams(rules, given, held, cipher, place);
  return kept.ok ? ok({ ...fields, params: kept.data }) : kept;
};

/**
 * Re-encrypts parameters under the current key; the password is re-encrypted with the secrets of
 * all settings.
 */
export const renewedParams =
  (modules: Modules, kind: ConnectionKind) =>
  <R extends ConnectionRecord>(record: R, renew: Reencrypt): R => {
    const sealed = sealedKeys(modules[record.module] as ConnectionModule);
    const params = record.params.map(({ key, value }) => {
      const place = `${kind}/${record.id}/params.${key}`;
      return { key, value: sealed.includes(key) ? renew(value, place) : value };
    });
    return { ...record, params };
  };

/** The fields without the certificate, if its private key was left out: only both can be stored. */
const withoutCertificate = (fields: Fields, leftOut: readonly string[]): Fields => {
  if (!leftOut.includes(`params.${PARAM.privateKey}`) || !Array.isArray(fields.params)) {
    return fields;
  }
  const params = (fields.params as readonly TakenParam[]).map((one) =>
    one?.key === PARAM.certificate ? { ...one, value: '' } : one,
  );
  return { ...fields, params };
};

/**
 * The form of connections in files: symbols by path, encrypted parameters empty. An empty one keeps
 * the stored value at import. Internal sources are not exported.
 */
export const connectionForm = <R extends ConnectionRecord>(modules: Modules) => ({
  keys: ['name'],
  references: [
    { field: 'symbol_id', as: 'symbol', kind: 'symbol', by: 'path', rows: 'translates' } as const,
  ],
  leaves: ({ module }: R): boolean => !isLocal(module),
  leave: ({ item, removed }: ReducedItem, record: R): ReducedItem => {
    const sealed = sealedKeys(modules[record.module] as ConnectionModule);
    const left = record.params.filter(({ key, value }) => sealed.includes(key) && value !== '');
    const params = (item.params as readonly ShownParam[]).map((one) =>
      one.sealed ? { ...one, value: '' } : one,
    );
    const gone = left.map(({ key }) => `params.${key}`);
    return { item: { ...item, params }, removed: [...removed, ...gone] };
  },
  arrival: {
    ...ARRIVES_DISABLED,
    off: (fields: Fields, leftOut: readonly string[]): Fields =>
      withoutCertificate(ARRIVES_DISABLED.off(fields), leftOut),
    option: 'new_connections_disabled' as const,
  },
  take: (item: Fields, before: R | undefined): Outcome<Fields> => {
    if (before === undefined || !Array.isArray(item.params)) return ok(item);
    const sealed = sealedKeys(modules[before.module] as ConnectionModule);
    const params = (item.params as readonly TakenParam[]).map((one) => {
      const keeps =
        one?.value === '' && sealed.includes(one.key) && paramOf(before, one.key) !== '';
      return keeps ? { ...one, value: MASK } : one;
    });
    return ok({ ...item, params });
  },
});

/** The priority for a connection after all others of its type. */
export const lastPriority = (reader: Pick<RecordReader, 'all'>, kind: ConnectionKind): number => {
  const priorities = Array.from(reader.all(kind), ({ record }) => record.priority);
  return Math.min(Math.max(0, ...priorities) + 1, PRIORITY_MAX);
};

/**
 * Gives a new connection without a priority the last priority; refused when no priority is left.
 */
export const placedLast =
  (kind: ConnectionKind) =>
  (tx: RecordWriter, fields: Fields): Outcome<Fields> => {
    const others = Array.from(tx.all(kind), ({ record }) => record);
    if (others.filter(({ module }) => !isLocal(module)).length >= CONNECTIONS_MAX) {
      return refuse('conflict', `There is room for ${CONNECTIONS_MAX} ${kind}s.`);
    }
    if (fields.priority !== undefined) return ok(fields);
    return ok({ ...fields, priority: lastPriority(tx, kind) });
  };

/** List order: by ascending priority, then by id. */
export const byPriority = (a: ConnectionRecord, b: ConnectionRecord): number =>
  a.priority - b.priority || a.id - b.id;
