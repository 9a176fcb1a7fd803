// Listeners by the name of their event.

type AnyListener = (data: never, frame: never) => void;

/**
 * Calls listeners in the order in which they were added. An error of a listener affects neither the
 * other listeners nor the client: it is thrown again outside, where programs see uncaught errors.
 */
export class Emitter {
  readonly #listeners = new Map<string, Set<AnyListener>>();

  /** Adds a listener; the returned function removes it. */
  on(name: string, listener: AnyListener): () => void {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    // A function may be added twice: each entry is removed separately.
    const own: AnyListener = (data, frame) => listener(data, frame);
    known.add(own);
    return () => known.delete(own);
  }

  emit(name: string, data: unknown, frame?: unknown): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(data as never, frame as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
