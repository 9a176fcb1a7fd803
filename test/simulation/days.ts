// The ends of trading days in the simulated house: account by account, while others trade on.

import { nextEndOfDay } from '../../engine/engine.js';
import type { Simulation } from './simulation.js';
import { BEGINNING } from './world.js';

/** Accounts whose day is ended between two operations. */
const ACCOUNTS_A_STEP = 8;

/** Plans the ends of days and runs them. */
export class Days {
  /** The end that is under way or comes next. */
  #at: number;
  /** How many accounts have it behind them. */
  #done = 0;

  constructor(private readonly sim: Simulation) {
    this.#at = nextEndOfDay(sim.world.compiled, BEGINNING);
  }

  /** Ends the day of some accounts when it is time. */
  step(accounts = ACCOUNTS_A_STEP): void {
    const { house, world } = this.sim;
    if (house.now < this.#at) return;
    const { logins } = world;
    const until = Math.min(logins.length, this.#done + accounts);
    for (; this.#done < until; this.#done += 1) {
      this.sim.command(logins[this.#done] as number, { op: 'end_of_day', at: this.#at });
    }
    if (this.#done < logins.length) return;
    this.#done = 0;
    this.#at = nextEndOfDay(world.compiled, this.#at);
  }

  /** Ends every day that is due, of all accounts. */
  finish(): void {
    while (this.sim.house.now >= this.#at) this.step(Number.POSITIVE_INFINITY);
  }
}
