// Listeners by the name of what they listen for.

type AnyListener = (data: never, frame: never) => void;

/**
 * Calls listeners in the order in which they came. A listener that throws hurts no other one, and
 * not the client: its error is thrown again outside of it, where programs see what nobody caught.
 */
export class Emitter {
  readonly #listeners = new Map<string, Set<AnyListener>>();

  /** Adds a listener; calling the answer takes it away. */
  on(name: string, listener: AnyListener): () => void {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    // One function may listen twice: each has its own place.
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
