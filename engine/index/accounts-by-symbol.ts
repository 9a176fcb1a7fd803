// Accounts by symbol: who has rows of a symbol, and in which group; a change of settings
// concerns them.

/** Logins by group and by the symbols of their positions and pending orders. */
export class AccountsBySymbol {
  private readonly groups = new Map<string, Map<string, Set<number>>>();
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
    const logins = symbols.get(symbol) ?? new Set<number>();
    symbols.set(symbol, logins);
    this.count -= logins.size;
    if (has) logins.add(login);
    else logins.delete(login);
    this.count += logins.size;
  }

  /** Removes an account from all groups. */
  leave(login: number, symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      for (const group of this.groups.values()) {
        if (group.get(symbol)?.delete(login)) this.count -= 1;
      }
    }
  }

  /** Adds to `into` the accounts with rows in some groups or of some symbols. */
  find(groups: Iterable<string>, symbols: Iterable<string>, into: Set<number>): void {
    const add = (logins: Iterable<number> = []): void => {
      for (const login of logins) into.add(login);
    };
    for (const group of groups)
      for (const logins of this.groups.get(group)?.values() ?? []) add(logins);
    for (const symbol of symbols) for (const group of this.groups.values()) add(group.get(symbol));
  }

  /** Adds all accounts with rows. */
  all(into: Set<number>): void {
    this.find(this.groups.keys(), [], into);
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
