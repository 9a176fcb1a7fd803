// The oracles by name.

import { startsOf } from '../wraps.js';
import { TradeChecks } from './check-oracle.js';
import { FillOracle } from './fill-oracle.js';
import { IdleOracle } from './idle-oracle.js';
import { Invariants } from './invariants.js';
import { ModelOracle } from './model-oracle.js';
import { type OracleKind, Replay } from './oracle.js';
import { CountsOnce, DerivedOnce, Switches, Triggers } from './shard-oracles.js';
import { StartOracle } from './start-oracle.js';

/** The second implementation of the rules lives the same life, where it is told of all of it. */
export const MODEL: OracleKind = {
  each: ({ settings, switches, isAlone, isModelled }) =>
    isModelled ? new ModelOracle(settings, switches, isAlone) : undefined,
};

/** The ledger is sound. */
export const INVARIANTS: OracleKind = {
  each: ({ groupOf, isAlone, world }) =>
    new Invariants(
      (path) => groupOf(path).margin_mode === 'netting',
      isAlone ? 0 : startsOf(world).ofAccount,
    ),
};

/** Fills at providers are those of the model, and no position is closed twice there. */
export const FILLS: OracleKind = {
  each: ({ groupOf }) => new FillOracle((path) => groupOf(path).margin_mode === 'netting'),
};

/** A start finds what was written. */
export const STARTS: OracleKind = { each: ({ switches }) => new StartOracle(switches) };

/** Events folded again give the same rows. */
export const REPLAY: OracleKind = { each: ({ switches }) => new Replay(switches) };

/** Idle days are what ends of days make of them; of accounts that live alone. */
export const IDLE_DAYS: OracleKind = { each: () => new IdleOracle() };

/** What a trade is told to come to is what comes of it. */
export const TRADE_CHECKS: OracleKind = { each: () => new TradeChecks() };

/** Ticks miss nobody. */
export const TRIGGERS: OracleKind = { each: () => new Triggers() };

/** Switches are those of the desk. */
export const SWITCHES: OracleKind = { each: ({ switches }) => new Switches(switches) };

/** Derived commands are done once, in the other's currency. */
export const DERIVED_ONCE: OracleKind = { together: (groupOf) => new DerivedOnce(groupOf) };

/** No execution and no deal counts twice. */
export const COUNTS_ONCE: OracleKind = { together: () => new CountsOnce() };

/** All that accounts on shards can be held against. */
export const EVERY_ORACLE: readonly OracleKind[] = [
  ...[INVARIANTS, REPLAY, FILLS, MODEL, TRIGGERS, SWITCHES, DERIVED_ONCE, COUNTS_ONCE],
];

/** An oracle of accounts in one of so many worlds. */
export const inOneWorldOf = (worlds: number, { each }: OracleKind): OracleKind => ({
  each: (account) => (account.world % worlds === 0 ? each?.(account) : undefined),
});
