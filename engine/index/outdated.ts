// Outdated accounts: those that a change of settings concerns, until they are tracked again.
//
// A change may concern all accounts, so it takes over sets of logins as they are, without a copy.

import { PartedSet } from '../numbers/parted.js';

/** The sets of logins of each symbol that has any. */
export type LoginsBySymbol = ReadonlyMap<string, readonly PartedSet[]>;

/** The accounts of one change of settings. */
interface OutdatedSets {
  readonly sets: LoginsBySymbol;
  /** Accounts that were tracked since. */
  readonly done: PartedSet;
  readonly ahead: Iterator<number>;
}

function* loginsOf(sets: LoginsBySymbol): Generator<number> {
  for (const some of sets.values()) for (const logins of some) yield* logins;
}

/** The accounts that are indexed by earlier settings. */
export class Outdated {
  #passes: OutdatedSets[] = [];

  /** Adds the accounts of sets, which may change meanwhile: who comes or goes was tracked. */
  add(sets: LoginsBySymbol): void {
    if (sets.size > 0) this.#passes.push({ sets, done: new PartedSet(), ahead: loginsOf(sets) });
  }

  /** Is no account outdated? */
  get isEmpty(): boolean {
    return this.#passes.length === 0;
  }

  /** Is an account outdated that has rows of these symbols? */
  has(login: number, symbols: Iterable<string>): boolean {
    if (this.isEmpty) return false;
    const left = this.#passes.filter(({ done }) => !done.has(login));
    for (const symbol of symbols) {
      for (const { sets } of left) {
        if (sets.get(symbol)?.some((logins) => logins.has(login))) return true;
      }
    }
    return false;
  }

  /** Takes note that an account was tracked, or is gone. */
  tracked(login: number): void {
    for (const { done } of this.#passes) done.add(login);
  }

  /** Takes the next account, which the caller must track; undefined = there is none. */
  take(): number | undefined {
    for (let [pass] = this.#passes; pass !== undefined; [pass] = this.#passes) {
      for (let next = pass.ahead.next(); !next.done; next = pass.ahead.next()) {
        if (!pass.done.has(next.value)) return next.value;
      }
      this.#passes.shift();
    }
    return undefined;
  }

  clear(): void {
    this.#passes = [];
  }
}
