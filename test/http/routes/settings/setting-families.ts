// Families of settings in tests, and what an engine does by them that has the settings of shards.

import { codeOf, EngineHarness } from '../../../support/engine-harness.js';
import type { Fields, HttpHarness } from '../../../support/http-harness.js';
import type { Family, Kind } from './kind.js';

/** The group of the account. */
export const GROUP = 'demo\\standard';

/**
 * An account with 1,000,000 USD and EURUSD, GBPUSD at 1. Asked for, it has the settings that other
 * threads hold by now.
 */
export const engineOf = ({ harness }: HttpHarness): (() => EngineHarness) => {
  const engine = new EngineHarness({ switches: { group: GROUP } });
  const current = (): EngineHarness => {
    engine.configure(() => harness.copied);
    return engine;
  };
  for (const name of ['EURUSD', 'GBPUSD']) current().quote(name, '1.00000', '1.00000');
  engine.deposit('1000000');
  return current;
};

/** The code of a lot of EURUSD that is bought at the market. */
export const bought = (engine: EngineHarness, more: Fields = {}): string =>
  codeOf(
    engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', ...more } as never),
  );

/** Routing rules. The server has a rule already: `Confirm at market`. */
export const ROUTING: Family = {
  path: 'routing',
  body: (n) => ({ name: `rule ${n}`, action: 'reject', action_value: 'no' }),
  change: { action_value: 'another', enabled: false },
  readOnly: ['id', 'position', 'created_at', 'updated_at'],
  broken: [{ action: 'delay', action_value: '0' }, 'action_value'],
  brokenByStored: [
    { action: 'delay', action_value: '100' },
    { action: 'requote' },
    'action_value: must be empty for requote',
  ],
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
  const made = await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.create('gateway', given),
  );
  if (!made.ok) throw new Error(made.message);
  return made.data.id;
};

/** A tier; it needs no `range_from`. */
export const tier = (range_to: string, initial = '1', maintenance = initial) => ({
  range_to,
  initial,
  maintenance,
});
/** A rule for every symbol that leaves margin as it is. */
export const rule = (more: Fields = {}) => ({
  name: 'all',
  mask: '*',
  range_basis: 'volume',
  tiers: [tier('0')],
  ...more,
});

/** A profile as it is answered. */
export interface Profile {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly rules: readonly { readonly name: string; readonly tiers: readonly Fields[] }[];
}

/** Has a group use a profile; null = none. */
export const use = (kind: Kind, id: number | null, group = GROUP) =>
  kind.harness.patch('group', group, { leverage_profile_id: id });

/** The margin of an account that holds one lot of EURUSD, at 1:100. */
export const marginWith = (kind: Kind): (() => string) => {
  const engine = engineOf(kind.http);
  const open = engine().trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' });
  if (codeOf(open) !== 'ok') throw new Error(codeOf(open));
  return () => engine().margin;
};

/** Rules that double the margin. */
export const doubled = { rules: [rule({ tiers: [tier('0', '2')] })] };

/** Leverage switches, each of other groups. */
export const SWITCHES: Family = {
  path: 'leverage-switches',
  body: (n) => ({
    groups: `real\\g${n}`,
    profile_from_id: null,
    profile_to_id: null,
    at: '2100-01-01T00:00:00Z',
  }),
  change: { until: '2100-02-01T00:00:00Z' },
  readOnly: ['id', 'status', 'switched', 'created_at', 'updated_at'],
  broken: [{ profile_to_id: 99 }, 'profile_to_id'],
  required: ['groups', 'profile_from_id', 'profile_to_id', 'at'],
};

/** Leverage profiles. */
export const PROFILES: Family = {
  path: 'leverage-profiles',
  body: (n) => ({ name: `profile ${n}`, rules: [rule()] }),
  change: { enabled: false },
  readOnly: ['id', 'groups'],
  broken: [{ rules: [rule({ tiers: [] })] }, 'tiers'],
  required: ['name'],
  service: {
    open: async (kind) => {
      const margin = marginWith(kind);
      return async ([made]) => {
        const isThere = (await kind.list()).some(({ id }) => id === made?.id);
        if (isThere) await use(kind, made?.id ?? null);
        return margin();
      };
    },
    create: doubled,
    change: { rules: [rule({ tiers: [tier('0', '5')] })] },
    does: ['1000.00', '2000.00', '5000.00'],
    release: (kind) => use(kind, null),
  },
};

/** Holidays. */
export const HOLIDAYS: Family = {
  path: 'holidays',
  body: (n) => ({ month: 12, day: (n % 28) + 1, description: `day ${n}`, symbols: ['*'] }),
  change: { description: 'another', from_min: 60 },
  readOnly: ['id', 'position'],
  broken: [{ month: 2, day: 30 }, 'day'],
  brokenByStored: [{ month: 1, day: 31 }, { month: 2 }, 'day'],
  required: ['month', 'day'],
  service: {
    open: async ({ http }) => {
      const engine = engineOf(http);
      return () => bought(engine());
    },
    create: { month: 3, day: 12 },
    change: { from_min: 1200 },
    does: ['ok', 'trade.market_closed', 'ok'],
  },
};

/** Report configurations. No service makes reports: sockets and the journal alone follow them. */
export const REPORTS: Family = {
  path: 'reports/configs',
  body: (n) => ({ name: `Daily\\Accounts\\${n}`, module: 'daily' }),
  change: { enabled: false, params: { groups: 'real\\*' } },
  readOnly: ['id', 'created_at', 'updated_at'],
  broken: [{ name: 'Daily\\\\Accounts' }, 'name'],
  required: ['name', 'module'],
};

/** Symbols. */
export const SYMBOLS: Family = {
  path: 'symbols',
  body: (n) => ({
    path: `Stocks\\S${n}`,
    currency_base: 'USD',
    currency_profit: 'USD',
    digits: 2,
    contract_size: '100',
    calc_mode: 'cfd',
  }),
  change: { description: 'another', spread: 7 },
  readOnly: ['id', 'status', 'created_at', 'updated_at'],
  broken: [{ volume_min: '5', volume_max: '4' }, 'volume_max'],
  brokenByStored: [{ volume_max: '4' }, { volume_min: '5' }, 'volume_max'],
  required: ['path', 'currency_base', 'currency_profit', 'digits', 'contract_size', 'calc_mode'],
};

/** Mail servers, without what they send. */
export const MAIL: Family = {
  path: 'mail-servers',
  body: (n) => ({
    name: `server ${n}`,
    server: 'mail.broker.example:587',
    sender_email: 'office@broker.example',
  }),
  change: { sender_name: 'Example Broker', login: 'office' },
  readOnly: ['id', 'stats', 'has_password', 'created_at', 'updated_at'],
  broken: [{ server: 'mail.broker.example:65536' }, 'server'],
  required: ['name', 'server', 'sender_email'],
};

/** Brands. */
export const BRANDS: Family = {
  path: 'licence/brands',
  body: (n) => ({ company: `Company ${n}` }),
  change: { program_name: 'Another terminal' },
  readOnly: [
    ...['id', 'company', 'is_default', 'is_licenced', 'has_logo', 'has_banner', 'has_icon'],
    'updated_at',
  ],
  broken: [{ domains: ['Trade.example'] }, 'domains'],
  required: ['company'],
};
