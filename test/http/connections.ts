// Datafeeds and gateways in tests: their families, and the rules that they share.

import type { Test } from 'tap';
import { heldParams, type Params } from '../support/connections.js';
import type { Family, Kind } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

/** Parameters with which a FIX session may be enabled. */
export const FIX: Params = { SenderCompID: 'BROKER', TargetCompID: 'LP' };

/** Parameters as a client sends them. */
export const params = (given: Params = {}) => heldParams({ ...FIX, ...given });

/** The family of datafeeds, and that of gateways. */
export const FEEDS: Family = {
  path: 'datafeeds',
  body: (n) => ({ name: `Feed ${n}`, module: 'fix44', server: 'lp:9876', params: params() }),
  change: { reconnect_sec: 7, login: 'quotes' },
  readOnly: ['id', 'has_password', 'has_gateway_password', 'created_at', 'updated_at'],
  broken: [{ reconnect_sec: 601 }, 'reconnect_sec'],
  required: ['module', 'name', 'server'],
};
export const GATEWAYS: Family = {
  path: 'gateways',
  body: (n) => ({ name: `Gateway ${n}`, server: 'lp:9877', params: params() }),
  change: { reconnect_sec: 7, login: 'orders' },
  readOnly: FEEDS.readOnly,
  broken: [{ series_pause_sec: 86_401 }, 'series_pause_sec'],
  required: ['name', 'server'],
};

/** A parameter as it is shown. */
export interface Shown {
  readonly key: string;
  readonly value: string;
  readonly sealed: boolean;
}

/** The values of a shown record's parameters by name. */
export const valuesOf = (data: unknown): Record<string, string> =>
  Object.fromEntries((data as { params: Shown[] }).params.map(({ key, value }) => [key, value]));

/** Asks in both ways: in a create, and in a change of one that is fine. */
export const askBoth = async (kind: Kind, { body }: Family, fields: Fields) => {
  const { id } = await kind.create();
  return [
    await kind.ask('POST', '', { ...body(999), ...fields }),
    await kind.ask('PATCH', `/${id}`, { version: 1, ...fields }),
  ];
};

/** Tests that each of some wrong fields is refused in both ways, and named. */
export const refuses = async (
  t: Test,
  kind: Kind,
  family: Family,
  wrong: readonly (readonly [fields: Fields, named: string])[],
): Promise<void> => {
  for (const [fields, named] of wrong) {
    for (const refused of await askBoth(kind, family, fields)) {
      t.match(refused, { status: 400, code: 'invalid_input' }, JSON.stringify(fields));
      t.ok(refused.message.includes(named), `${refused.message} names ${named}`);
    }
  }
};
