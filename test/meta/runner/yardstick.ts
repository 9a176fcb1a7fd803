// Measures how slow the processors are during a run, by a fixed piece of work between the jobs.

/** What the work takes of a calm processor of the kind that the budgets were measured on, in s. */
const CALM_SEC = 0.015;
const NUMBERS = 20_000;
/** Above this a machine is no slower, but something is wrong with it or with the measure. */
const MOST = 6;

/** Sorts and writes numbers as text, always the same: code and memory as tests use them. */
const work = (): void => {
  let n = 1;
  const numbers = Array.from({ length: NUMBERS }, () => {
    n = Math.imul(n, 0x85ebca6b) ^ (n >>> 13);
    return { id: n, text: String(n) };
  });
  numbers.sort((a, b) => a.id - b.id);
  JSON.parse(JSON.stringify(numbers));
};

/** Processor time differs by a half from machine to machine, and by what runs beside. */
export class Yardstick {
  #sec = 0;
  #count = 0;

  /** Does the work once more. */
  measure(): void {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    this.#sec += (user + system) / 1e6;
    this.#count += 1;
  }

  /** How many times as much processor time things take as on a calm machine: from 1 to 6. */
  get slowness(): number {
    if (this.#count === 0) return 1;
    return Math.min(Math.max(this.#sec / this.#count / CALM_SEC, 1), MOST);
  }
}
