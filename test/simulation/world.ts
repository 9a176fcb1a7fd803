// The simulated world's settings as they change, its accounts, and what is known of both.

import { compileSettings, type EngineSettings } from '../../engine/engine.js';
import { type AccountSwitches, PlatformRecord, type Settings } from '../../wire/config.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { defaultsOf } from '../support/engine-harness.js';
import { GATEWAYS, GROUPS, HOLIDAYS, PROFILES, ROUTING } from './groups.js';
import { QUIET, WALKS } from './symbols.js';

/** Monday, 10 March 2025, 07:00 UTC: the simulation begins. */
export const BEGINNING = Date.UTC(2025, 2, 10, 7);

const FIRST_LOGIN = 1001;
const ACCOUNTS_A_GROUP = 20;
/**
 * The first account of every group is the agent of the others, but of every third one an account
 * in yen is; its own agent is nobody.
 */
const agentOf = (at: number): number => {
  if (at % ACCOUNTS_A_GROUP === 0) return 0;
  const yen = GROUPS.findIndex(({ currency }) => currency === 'JPY') * ACCOUNTS_A_GROUP;
  return FIRST_LOGIN + (at % 3 === 2 ? yen : at - (at % ACCOUNTS_A_GROUP));
};

const switchesOf = (group: GroupRecord, at: number): AccountSwitches => ({
  login: FIRST_LOGIN + at,
  version: 1,
  group: group.path,
  name: `Client ${at}`,
  enabled: true,
  trading_enabled: true,
  api_enabled: at % 3 === 0,
  leverage_own: at % 7 === 3 ? 50 : 0,
  limit_orders: 0,
  limit_positions: at % 11 === 5 ? 8 : 0,
  agent: agentOf(at),
  archived: false,
  hidden: false,
  created_at: BEGINNING,
});

/** Accounts in the order of their logins; those of a group stand together. */
const ACCOUNTS: readonly AccountSwitches[] = GROUPS.flatMap((group, of) =>
  Array.from({ length: ACCOUNTS_A_GROUP }, (_, n) => switchesOf(group, of * ACCOUNTS_A_GROUP + n)),
);

const FIRST: Settings = {
  version: 1,
  symbol: [...WALKS.map(({ record }) => record), ...QUIET],
  group: GROUPS,
  routing: ROUTING,
  datafeed: [],
  platform: [
    {
      ...(defaultsOf(PlatformRecord) as PlatformRecord),
      utc_offset_min: 120,
      daylight_saving: 'europe',
    },
  ],
  holiday: HOLIDAYS,
  leverage_profile: PROFILES,
  gateway: GATEWAYS,
  logical_server: [],
};

/** The settings and switches that stand. */
export class World {
  settings: Settings = FIRST;
  compiled: EngineSettings = compileSettings(FIRST);
  /** Accounts by login. */
  readonly accounts: Map<number, AccountSwitches>;
  readonly logins: readonly number[];
  #groups = new Map(FIRST.group.map((group) => [group.path, group]));
  #symbols = new Map(FIRST.symbol.map((symbol) => [symbol.name, symbol]));

  /** With the accounts of some groups; none named = all. */
  constructor(groups: readonly string[] = []) {
    const named = ACCOUNTS.filter(({ group }) => groups.length === 0 || groups.includes(group));
    const known = new Set([0, ...named.map(({ login }) => login)]);
    const some = named.map((one) => (known.has(one.agent) ? one : { ...one, agent: 0 }));
    this.accounts = new Map(some.map((account) => [account.login, account]));
    this.logins = some.map(({ login }) => login);
  }

  /** Replaces parts of the settings at a new version. */
  change(parts: Partial<Settings>): void {
    this.settings = { ...this.settings, ...parts, version: this.settings.version + 1 };
    this.compiled = compileSettings(this.settings);
    this.#groups = new Map(this.settings.group.map((group) => [group.path, group]));
    this.#symbols = new Map(this.settings.symbol.map((symbol) => [symbol.name, symbol]));
  }

  group(path: string): GroupRecord {
    const group = this.#groups.get(path);
    if (group === undefined) throw new Error(`no group ${path}`);
    return group;
  }

  symbol(name: string): SymbolRecord {
    const symbol = this.#symbols.get(name);
    if (symbol === undefined) throw new Error(`no symbol ${name}`);
    return symbol;
  }

  /** Logins of the accounts that are in a group; all where there are none. */
  loginsOf(path: string): readonly number[] {
    const some = this.logins.filter((login) => this.accounts.get(login)?.group === path);
    return some.length === 0 ? this.logins : some;
  }

  /** Puts new switches of an account in the place of the old ones. */
  switch(login: number, change: Partial<AccountSwitches>): AccountSwitches {
    const old = this.accounts.get(login);
    if (old === undefined) throw new Error(`no account ${login}`);
    const switches = { ...old, ...change, version: old.version + 1 };
    this.accounts.set(login, switches);
    return switches;
  }
}
