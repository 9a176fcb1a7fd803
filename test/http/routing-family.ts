// Routing rules in tests: the family, who is named by rules, and what the list says.

import { codeOf, type EngineHarness } from '../support/engine-harness.js';
import type { Family, Kind } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

/** Paths of the routes, as tags name them. */
export const LIST = '/admin/v1/routing';
export const ONE = `${LIST}/{id}`;

/** The family. The house has a rule already: `Confirm at market`. */
export const FAMILY: Family = {
  path: 'routing',
  body: (n) => ({ name: `rule ${n}`, action: 'reject', action_value: 'no' }),
  change: { name: 'another', enabled: false },
  readOnly: ['id', 'position', 'created_at', 'updated_at'],
  broken: [{ action: 'delay', action_value: '0' }, 'action_value'],
  required: ['name', 'action'],
};

/** A rule as it is answered. */
export interface Rule extends Fields {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly version: number;
}

/** The list. */
export const listed = async (kind: Kind): Promise<readonly Rule[]> =>
  (await kind.ask('GET', '')).data as readonly Rule[];

/** Names in the order of the list. */
export const namesOf = async (kind: Kind): Promise<string> =>
  (await listed(kind)).map(({ name }) => name).join(' ');

/** Puts a gateway into the settings; answers its id. */
export const gatewayIn = async ({ http: { harness } }: Kind, name = 'LP'): Promise<number> => {
  const given = { name, module: 'fix44', server: 'lp.example:1', enabled: false } as const;
  const made = await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
    draft.create('gateway', given),
  );
  if (!made.ok) throw new Error(made.message);
  return made.data.id;
};

/** The code of a lot of EURUSD that is bought at the market. */
export const bought = (engine: EngineHarness, more: Fields = {}): string =>
  codeOf(
    engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', ...more } as never),
  );
