// Accounts by symbol: who has rows of a symbol, and in which group; a change of settings
// concerns them.

import { PartedSet } from '../numbers/parted.js';
import type { LoginsBySymbol } from './outdated.js';

/** Logins by group and by the symbols of their positions and pending orders. */
export class AccountsBySymbol {
  private readonly groups = new Map<string, Map<string, PartedSet>>();
  /** The number of accounts with rows, once for each symbol. */
  private count = 0;

  /** Has no account any rows? */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Stores whether an account has rows of a symbol. */
  note(login: number, group: string, symbol: string, has: boolean): void {
    let symbols = this.groups.get(group);
    if (symbols === undefined) {
      symbols = new Map();
      this.groups.set(group, symbols);
    }
    const logins = symbols.get(symbol) ?? new PartedSet();
    symbols.set(symbol, logins);
    if (has) this.count += Number(logins.add(login));
    else this.count -= Number(logins.delete(login));
  }

  /** Removes an account from all groups. */
  leave(login: number, symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      for (const group of this.groups.values()) {
        if (group.get(symbol)?.delete(login)) this.count -= 1;
      }
    }
  }

  /**
   * Removes an account from its former group, if it is not in this one yet; one that stayed keeps
   * its places.
   */
  leaveFormer(login: number, group: string, symbols: Iterable<string>): void {
    const own = this.groups.get(group);
    for (const symbol of symbols) if (!own?.get(symbol)?.has(login)) this.leave(login, [symbol]);
  }

  /** The sets of accounts with rows in some groups or of some symbols; they change with time. */
  find(groups: Iterable<string>, symbols: Iterable<string>): LoginsBySymbol {
    const found = new Map<string, PartedSet[]>();
    const add = (symbol: string, logins: PartedSet | undefined): void => {
      if (logins === undefined || logins.size === 0) return;
      const some = found.get(symbol);
      if (some === undefined) found.set(symbol, [logins]);
      else some.push(logins);
    };
    for (const group of groups) {
      for (const [symbol, logins] of this.groups.get(group) ?? []) add(symbol, logins);
    }
    for (const symbol of symbols) {
      for (const group of this.groups.values()) add(symbol, group.get(symbol));
    }
    return found;
  }

  /** The sets of all accounts with rows. */
  all(): LoginsBySymbol {
    return this.find(this.groups.keys(), []);
  }

  /** The accounts that have rows of a symbol. */
  *of(symbol: string): Iterable<number> {
    for (const group of this.groups.values()) yield* group.get(symbol) ?? [];
  }

  /** The accounts of a group that have rows, once for each symbol. */
  *in(group: string): Iterable<number> {
    for (const logins of this.groups.get(group)?.values() ?? []) yield* logins;
  }

  clear(): void {
    this.groups.clear();
    this.count = 0;
  }
}
