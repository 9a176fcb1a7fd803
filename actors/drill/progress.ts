// Progress: what the operator sees of a drill that takes minutes, a line for each case.

/** The lines of one drill. */
export class DrillProgress {
  #name = '';
  #cases = 0;
  #ended = 0;

  /** Lines go to `tell`. */
  constructor(readonly tell: (line: string) => void) {}

  /** So many cases of a kind begin. */
  begin(name: string, cases: number): void {
    this.#name = name;
    this.#cases = cases;
    this.#ended = 0;
  }

  /** A case ended; answers it. */
  ended<T extends { readonly what: string; readonly wrong: readonly string[] }>(one: T): T {
    this.#ended += 1;
    const verdict = one.wrong.length === 0 ? 'held' : 'NOT HELD';
    this.tell(`${this.#name} ${this.#ended} of ${this.#cases}: ${one.what}: ${verdict}`);
    return one;
  }
}
