// Named locks: work on the same name runs in order of arrival.

/** The holder of a name and the callers that wait for it. */
interface Queue {
  /** Resolves when no present holder has it exclusively. */
  alone: Promise<unknown>;
  /** Resolves when no present holder has it at all. */
  all: Promise<unknown>;
  count: number;
}

/** Named locks of one thread. Names are taken in sorted order, so that no deadlock is possible. */
export class Locks {
  readonly #queues = new Map<string, Queue>();

  /** Runs work that holds all names exclusively, and the `shared` ones together with others. */
  async hold<T>(
    names: readonly string[],
    work: () => Promise<T>,
    shared: readonly string[] = [],
  ): Promise<T> {
    const releases: (() => void)[] = [];
    const all = new Set([...names, ...shared]);
    for (const name of [...all].sort()) {
      releases.push(await this.take(name, !names.includes(name)));
    }
    try {
      return await work();
    } finally {
      for (const release of releases) release();
    }
  }

  /** Waits for one name; the result releases it. A holder must not take another name. */
  async take(name: string, isShared = false): Promise<() => void> {
    const free = Promise.resolve();
    const queue = this.#queues.get(name) ?? { alone: free, all: free, count: 0 };
    this.#queues.set(name, queue);
    queue.count += 1;
    const before = isShared ? queue.alone : queue.all;
    let release = (): void => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    if (!isShared) queue.alone = mine;
    queue.all = isShared ? Promise.all([queue.all, mine]) : mine;
    await before;
    return () => {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(name);
      release();
    };
  }
}
