// Routing rules in tests: the family, who is named by rules, and what the list says.

import { codeOf, type EngineHarness } from '../support/engine-harness.js';
import { engineOf } from './engine-of-desk.js';
import type { Family, Fields, Kind } from './kind.js';

/** The code of a lot of EURUSD that is bought at the market. */
export const bought = (engine: EngineHarness, more: Fields = {}): string =>
  codeOf(
    engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', ...more } as never),
  );

/** The family. The server has a rule already: `Confirm at market`. */
export const FAMILY: Family = {
  path: 'routing',
  body: (n) => ({ name: `rule ${n}`, action: 'reject', action_value: 'no' }),
  change: { action_value: 'another', enabled: false },
  readOnly: ['id', 'position', 'created_at', 'updated_at'],
  broken: [{ action: 'delay', action_value: '0' }, 'action_value'],
  required: ['name', 'action'],
  service: {
    open: async ({ http }) => {
      const engine = engineOf(http);
      return () => bought(engine());
    },
    create: { position: 1 },
    change: { action: 'requote', action_value: '' },
    does: ['ok', 'trade.rejected', 'trade.off_quotes'],
    ordered: ['trade.rejected', 'ok'],
  },
};

/** A rule as it is answered. */
export interface Rule extends Fields {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly version: number;
}

/** The list. */
export const listed = (kind: Kind): Promise<readonly Rule[]> => kind.list<Rule>();

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
