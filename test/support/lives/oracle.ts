// What watches a random life: it hears what goes in and what comes out, and says what is wrong.

import {
  type AccountState,
  apply,
  type Context,
  newAccount,
  stateRows,
} from '../../../engine/engine.js';
import type { Command } from '../../../wire/commands.js';
import type { AccountSwitches, Settings } from '../../../wire/config.js';
import type { AccountEvent } from '../../../wire/events.js';
import type { Prices } from '../../model/account.js';

/** What is wrong, each in a sentence; empty when all is well. */
export type Faults = readonly string[];

/** Watches one account. It hears only of what it has a method for. */
export interface Oracle {
  /** Settings and switches are others from now on. */
  configured?(settings: Settings, switches: AccountSwitches): void;
  /** A symbol has a quote, at symbol level. */
  quoted?(symbolId: number, prices: Prices, now: number): void;
  /** The account has settled at a tick of a symbol. */
  ticked?(symbolId: number, now: number): void;
  /** A command was answered. */
  commanded?(command: Command, now: number, code: string): Faults;
  /** Something has happened. */
  emitted?(event: AccountEvent): Faults;
  /** The account as it stands between two steps. */
  looked?(state: AccountState, ctx: Context): Faults;
}

const rowsText = (state: AccountState): string =>
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
