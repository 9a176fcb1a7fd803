// The records of the demo provider: they follow it to where it listens, unless staff changed them.

import { isDeepStrictEqual } from 'node:util';
import { unwrap } from '../../../wire/base/codes.js';
import { FEED_MODULES, GATEWAY_MODULES, PARAM } from '../../../wire/settings/connection-modules.js';
import type { ConnectionKind, DemoProviderRecords } from '../../../wire/settings/connections.js';
import {
  ORDERS_ID,
  PRICES_ID,
  PROVIDER_ID,
  PROVIDER_USER,
  type ProviderAccess,
} from '../../providers/demo/identities.js';
import type { RecordCipher } from '../../secrets/record-cipher.js';
import type { Transaction } from '../store/transaction.js';
import { lastPriority } from '../types/connections/connections.js';
import { starting } from '../types/connections/params.js';

const NAME = 'Demo provider';
const KINDS = ['datafeed', 'gateway'] as const;

/** The identities and module rules of the sessions with the provider. */
const SESSIONS = {
  datafeed: { sender: PRICES_ID, rules: FEED_MODULES.fix44 },
  gateway: { sender: ORDERS_ID, rules: GATEWAY_MODULES.fix44 },
} as const;

/** Parameters in which the module's first values are not what the provider needs. */
const paramsOf = (kind: ConnectionKind) => {
  const { sender, rules } = SESSIONS[kind];
  const own: Readonly<Record<string, string>> = {
    [PARAM.sender]: sender,
    [PARAM.target]: PROVIDER_ID,
    [PARAM.coverage]: 'Gateway',
  };
  return starting(rules).map(({ key, value }) => ({ key, value: own[key] ?? value }));
};

const sealed = (cipher: RecordCipher, kind: ConnectionKind, id: number, password: string): string =>
  cipher.seal(password, `${kind}/${id}/password`);

/** Makes the provider's datafeed, after all others, and its gateway; the gateway's id. */
export const createProvider = (
  tx: Transaction,
  { server, password }: ProviderAccess,
  cipher: RecordCipher,
): number => {
  const [datafeed, gateway] = KINDS.map((kind) => {
    const id = tx.newId(kind);
    const priority = lastPriority(tx, kind);
    const login = { login: PROVIDER_USER, password: sealed(cipher, kind, id, password) };
    const fields = { id, name: NAME, server, ...login, priority, params: paramsOf(kind) };
    unwrap(tx.create(kind, { ...fields, module: 'fix44' }));
    return id;
  }) as [number, number];
  const source = tx.get('price_source', 'flags')?.record;
  if (source === undefined) throw new Error('the price source is not chosen yet');
  const provider = { server, datafeed, gateway, disabled: [] };
  unwrap(tx.put('price_source', { ...source, provider }));
  return gateway;
};

/**
 * Points the records to where the provider is, or disables them while it does not run (null).
 * Records that staff removed, or pointed elsewhere, stay as they are.
 */
export const writeDemoProvider = (
  tx: Transaction,
  provider: ProviderAccess | null,
  cipher: RecordCipher,
): void => {
  const source = tx.get('price_source', 'flags')?.record;
  if (source?.provider === undefined) return;
  const ours = KINDS.filter((kind) => isOurs(tx, kind, source.provider as DemoProviderRecords));
  const drawn =
    provider === null
      ? disable(tx, ours, source.provider)
      : point(tx, ours, source.provider, provider, cipher);
  if (isDeepStrictEqual(drawn, source.provider)) return;
  unwrap(tx.put('price_source', { ...source, provider: drawn }));
};

const isOurs = (tx: Transaction, kind: ConnectionKind, records: DemoProviderRecords): boolean =>
  tx.get(kind, String(records[kind]))?.record.server === records.server;

const disable = (
  tx: Transaction,
  ours: readonly ConnectionKind[],
  records: DemoProviderRecords,
): DemoProviderRecords => {
  const enabled = ours.filter((kind) => tx.get(kind, String(records[kind]))?.record.enabled);
  for (const kind of enabled) unwrap(tx.patch(kind, String(records[kind]), { enabled: false }));
  return { ...records, disabled: [...records.disabled, ...enabled] };
};

const point = (
  tx: Transaction,
  ours: readonly ConnectionKind[],
  records: DemoProviderRecords,
  { server, password }: ProviderAccess,
  cipher: RecordCipher,
): DemoProviderRecords => {
  for (const kind of ours) {
    const id = records[kind];
    const record = tx.get(kind, String(id))?.record;
    const isKnown = cipher.open(record?.password ?? '', `${kind}/${id}/password`) === password;
    const isDisabled = records.disabled.includes(kind);
    if (record?.server === server && isKnown && !isDisabled) continue;
    const fields = {
      server,
      ...(!isKnown && { password: sealed(cipher, kind, id, password) }),
      ...(isDisabled && { enabled: true }),
    };
    unwrap(tx.patch(kind, String(id), fields));
  }
  return { ...records, server, disabled: [] };
};
