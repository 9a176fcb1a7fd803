// The interface of oracles: they get the inputs and outputs of a random life, and report faults.

import type { Context } from '../../../engine/account/types.js';
import { type AccountState, apply, newAccount } from '../../../engine/engine.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Prices } from '../../model/account.js';
import { stateRows } from '../state-rows.js';
import type { Tick } from './shards.js';

/** What is wrong, each in a sentence; empty when all is well. */
export type Faults = readonly string[];

/** What an oracle is told of the account that it is to watch. */
export interface Watched {
  /** The seed of its world. */
  readonly world: number;
  readonly settings: Settings;
  readonly switches: AccountSwitches;
  /** Does it live alone? Then its ids count from 1. */
  readonly isAlone: boolean;
  /** Is the model told of all that befalls it? */
  readonly isModelled: boolean;
  readonly groupOf: GroupOf;
}

/** A group as it stands, by its path. */
export type GroupOf = (path: string) => GroupRecord;

/** What a life is held against, as a test names it: it makes the oracles of that life. */
export interface OracleKind {
  /** The oracle of one account; undefined = it is not watched. */
  readonly each?: (account: Watched) => Oracle | undefined;
  /** The oracle of all accounts together. */
  readonly together?: (groupOf: GroupOf) => Oracle;
}

/** Watches one account, or all together. It hears only of what it has a method for. */
export interface Oracle {
  /** Does it live the same life, and so have to hear of everything? */
  readonly isModel?: true;
  /** Settings and switches are others from now on. */
  configured?(settings: Settings, switches: AccountSwitches): void;
  /** A symbol has a quote, at symbol level. */
  quoted?(symbolId: number, prices: Prices, now: number): void;
  /** The account has settled at a tick of a symbol. */
  ticked?(symbolId: number, now: number): void;
  /** In an account that lives alone: a command is about to be executed. */
  asked?(command: Command, state: AccountState, ctx: Context): Faults;
  /** A command was answered. */
  commanded?(command: Command, now: number, code: string): Faults;
  /** Something has happened. */
  emitted?(event: AccountEvent): Faults;
  /** The account as it stands between two steps. */
  looked?(state: AccountState, ctx: Context): Faults;
  /** On shards: they are about to be told of a tick. Does it concern the account? */
  ticking?(tick: Tick, state: AccountState, ctx: Context): boolean;
  /** On shards: they have done what the tick asks for. */
  settled?(): Faults;
  /** On shards: nothing is left to be done. */
  ended?(): Faults;
}

/** The rows of an account as text. */
export const rowsText = (state: AccountState): string =>
  JSON.stringify(stateRows(state), (_, value) => (typeof value === 'bigint' ? `${value}` : value));

/** Folds the account's events again: a refusal changes nothing, and events tell all that did. */
export class Replay implements Oracle {
  private readonly folded: AccountState;

  constructor(switches: AccountSwitches) {
    this.folded = newAccount(switches);
  }

  emitted(event: AccountEvent): Faults {
    apply(this.folded, event);
    return [];
  }

  looked(state: AccountState): Faults {
    const [is, folded] = [rowsText(state), rowsText(this.folded)];
    return is === folded ? [] : [`replay: the rows are ${is}, folded from events ${folded}`];
  }
}
