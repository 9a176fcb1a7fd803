// Locks: work that touches the same names runs one after another, in the order it came.

/** Named locks of one thread. Names are taken in order, so that no two holders wait in a ring. */
export class Locks {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work while it alone holds all the names. */
  async hold<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    for (const name of [...new Set(names)].sort()) releases.push(await this.take(name));
    try {
      return await work();
    } finally {
      for (const release of releases) release();
    }
  }

  /** Waits for one name; the answer gives it back. Whoever has it takes no other. */
  async take(name: string): Promise<() => void> {
    const before = this.#last.get(name);
    let free = (): void => {};
    const mine = new Promise<void>((resolve) => {
      free = resolve;
    });
    this.#last.set(name, mine);
    await before;
    return () => {
      if (this.#last.get(name) === mine) this.#last.delete(name);
      free();
    };
  }
}
