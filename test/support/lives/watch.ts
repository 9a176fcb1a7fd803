// Runs the oracles of a life, for each account and for all together, and collects faults.

import type { AccountState, Context } from '../../../engine/account/types.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Prices } from '../../model/account.js';
import type { Faults, GroupOf, Oracle, OracleKind, Watched } from './oracle.js';
import type { Tick } from './shards.js';

const made = <T>(oracle: T | undefined): T[] => (oracle === undefined ? [] : [oracle]);

/** Tells oracles what befalls accounts; answers what each finds wrong. */
export class Watch {
  readonly #accounts: Map<number, readonly Oracle[]>;
  readonly #together: readonly Oracle[];
  /** Accounts with an oracle that hears of prices and commands. */
  #heard: readonly number[] = [];

  constructor(kinds: readonly OracleKind[], accounts: readonly Watched[], groupOf: GroupOf) {
    this.#accounts = new Map(
      accounts.map((account) => [
        account.switches.login,
        kinds.flatMap(({ each }) => made(each?.(account))),
      ]),
    );
    this.#together = kinds.flatMap(({ together }) => made(together?.(groupOf)));
    this.#listHeard();
  }

  /** From now on models follow no more. */
  letModelsGo(): void {
    for (const [login, oracles] of this.#accounts) {
      this.#accounts.set(
        login,
        oracles.filter(({ isModel }) => isModel !== true),
      );
    }
    this.#listHeard();
  }

  /** Settings and switches of an account are others from now on. */
  configured(settings: Settings, switches: AccountSwitches): void {
    for (const oracle of this.#of(switches.login)) oracle.configured?.(settings, switches);
  }

  /** A symbol has a quote, at symbol level. */
  quoted(symbolId: number, prices: Prices, now: number): void {
    for (const oracle of this.#hearers()) oracle.quoted?.(symbolId, prices, now);
  }

  /** Accounts have settled at a tick of a symbol. */
  ticked(symbolId: number, now: number): void {
    for (const oracle of this.#hearers()) oracle.ticked?.(symbolId, now);
  }

  /** A command was answered. */
  commanded(login: number, command: Command, now: number, code: string): Faults {
    return this.#of(login).flatMap((one) => one.commanded?.(command, now, code) ?? []);
  }

  /** All accounts executed a command, as time went on or a day has ended. */
  passed(command: Command, now: number): Faults {
    return this.#heard.flatMap((login) => this.commanded(login, command, now, 'ok'));
  }

  /** Something has happened. */
  emitted(event: AccountEvent): Faults {
    const oracles = [...this.#of(event.login), ...this.#together];
    return oracles.flatMap((one) => one.emitted?.(event) ?? []);
  }

  /** An account as it stands. */
  looked(state: AccountState, ctx: Context): Faults {
    return this.#of(state.login).flatMap((one) => one.looked?.(state, ctx) ?? []);
  }

  /** A tick comes. Does it concern the account? */
  ticking(tick: Tick, state: AccountState, ctx: Context): boolean {
    const found = this.#of(state.login).filter((one) => one.ticking?.(tick, state, ctx));
    return found.length > 0;
  }

  /** The tick has come. */
  settled(login: number): Faults {
    return this.#of(login).flatMap((one) => one.settled?.() ?? []);
  }

  /** Nothing is left to be done. */
  ended(): Faults {
    const oracles = [...[...this.#accounts.values()].flat(), ...this.#together];
    return oracles.flatMap((one) => one.ended?.() ?? []);
  }

  #listHeard(): void {
    const hears = (one: Oracle): boolean => Boolean(one.quoted ?? one.ticked ?? one.commanded);
    this.#heard = [...this.#accounts].flatMap(([login, some]) => (some.some(hears) ? login : []));
  }

  *#hearers(): Iterable<Oracle> {
    for (const login of this.#heard) yield* this.#of(login);
  }

  #of(login: number): readonly Oracle[] {
    return this.#accounts.get(login) ?? [];
  }
}
