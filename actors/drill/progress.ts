// Progress: shows the operator the progress of a drill, which takes minutes: a line for each case.

/** The lines of one drill. */
export class DrillProgress {
  #name = '';
  #cases = 0;
  #ended = 0;

  /** `print` gets each line. */
  constructor(readonly print: (line: string) => void) {}

  /** Begins a series of cases of one kind. */
  begin(name: string, cases: number): void {
    this.#name = name;
    this.#cases = cases;
    this.#ended = 0;
  }

  /** Reports an ended case, and returns it. */
  ended<T extends { readonly what: string; readonly wrong: readonly string[] }>(one: T): T {
    this.#ended += 1;
    const verdict = one.wrong.length === 0 ? 'held' : 'NOT HELD';
    this.print(`${this.#name} ${this.#ended} of ${this.#cases}: ${one.what}: ${verdict}`);
    return one;
  }
}
