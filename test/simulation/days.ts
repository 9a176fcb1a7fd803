// The ends of trading days in the simulated house: account by account, while others trade on.

import { nextEndOfDay } from '../../engine/engine.js';
import type { Simulation } from './simulation.js';
import { BEGINNING } from './world.js';

/** Accounts whose day is ended between two operations. */
const ACCOUNTS_A_STEP = 8;

/** Plans the ends of days: for half of the accounts one by one, then as shards do it. */
export class Days {
  /** The end that is under way or comes next. */
  #at: number;
  /** How many accounts have it behind them. */
  #done = 0;

  constructor(private readonly sim: Simulation) {
    this.#at = nextEndOfDay(sim.world.compiled, BEGINNING);
  }

  /** Ends the day of some accounts when it is time. */
  step(): void {
    const { house, world } = this.sim;
    if (house.now < this.#at) return;
    const { logins } = world;
    const until = this.#done + ACCOUNTS_A_STEP;
    if (until > logins.length / 2) return this.finish();
    for (; this.#done < until; this.#done += 1) {
      this.sim.command(logins[this.#done] as number, { op: 'end_of_day', at: this.#at });
    }
  }

  /** Ends every day that is due, of all accounts. */
  finish(): void {
    const { house, world } = this.sim;
    if (house.now < this.#at) return;
    this.sim.endDays();
    this.#done = 0;
    while (house.now >= this.#at) this.#at = nextEndOfDay(world.compiled, this.#at);
  }

  /** The end that comes before another one up to a time; undefined = there are no two. */
  before(until: number): number | undefined {
    return nextEndOfDay(this.sim.world.compiled, this.#at) <= until ? this.#at : undefined;
  }
}
