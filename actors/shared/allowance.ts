// Allowance: how much may be taken of something in a row, refilled evenly.

/** The rest of an allowance; its size and its rate are given with each taking. */
export class Allowance {
  #left = 0;
  #countedAt = Number.NEGATIVE_INFINITY;

  /** Takes so much of at most `most`; false when so much is not left. */
  take(amount: number, now: number, most: number, perSecond: number): boolean {
    const refill = ((now - this.#countedAt) * perSecond) / 1000;
    this.#left = Math.min(most, this.#left + refill);
    this.#countedAt = now;
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /**
   * Takes an amount that was not known before; where less is left, the rest is owed to later
   * takings.
   */
  spend(amount: number): void {
    this.#left -= amount;
  }

  /** How long, in ms, until so much will be left after a taking that was refused. */
  wait(amount: number, perSecond: number): number {
    return ((amount - this.#left) * 1000) / perSecond;
  }
}

/** How much may be taken in a row, and how much more with each minute. */
export interface Rate {
  readonly most: number;
  readonly perMinute: number;
}

/** Names whose allowances are kept; beyond it the one that was used longest ago is whole again. */
const NAMES_MAX = 100_000;

/** Allowances of one rate, by name. */
export class Allowances {
  readonly #byName = new Map<string, Allowance>();

  constructor(
    readonly rate: Rate,
    private readonly namesMax = NAMES_MAX,
  ) {}

  /** Takes so much; answers how long to wait, in ms, where it is not left: 0 = it is taken. */
  take(name: string, amount: number, now: number): number {
    const { most, perMinute } = this.rate;
    const mine = this.#of(name);
    const perSecond = perMinute / 60;
    return mine.take(amount, now, most, perSecond) ? 0 : mine.wait(amount, perSecond);
  }

  /** How long to wait, in ms, until so much is left; 0 = it is. Takes nothing. */
  wait(name: string, amount: number, now: number): number {
    this.take(name, 0, now);
    return Math.max(0, this.#of(name).wait(amount, this.rate.perMinute / 60));
  }

  /**
   * Takes an amount that was not asked for: where less is left, the rest is owed to later takings.
   */
  spend(name: string, amount: number, now: number): void {
    this.take(name, 0, now);
    this.#of(name).spend(amount);
  }

  #of(name: string): Allowance {
    const mine = this.#byName.get(name) ?? new Allowance();
    this.#byName.delete(name);
    this.#byName.set(name, mine);
    const [oldest] = this.#byName.size > this.namesMax ? this.#byName.keys() : [];
    if (oldest !== undefined) this.#byName.delete(oldest);
    return mine;
  }
}
