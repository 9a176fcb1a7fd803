// Places of a server at which threads wait until the test lets them go.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/guard.js';

/** Failpoints of a server, each of which holds its thread while it is `on`. */
export class Holds {
  readonly #folder = mkdtempSync(join(tmpdir(), 'brokerd-holds-'));

  /** With `n:armed` the n-th passing while a place is `on` fails, and no thread is held. */
  constructor(
    private readonly places: readonly string[],
    private readonly setting = '1:hold',
  ) {}

  /** The environment of the server. */
  get env(): Readonly<Record<string, string>> {
    const failpoints = this.places.map((place) => `${place}:${this.setting}`);
    return { BROKERD_FAILPOINT: failpoints.join(), BROKERD_HOLDS: this.#folder };
  }

  /** From here on threads wait at the place. */
  on(place: string): void {
    rmSync(this.#file(`${place}.held`), { force: true });
    writeFileSync(this.#file(place), '');
  }

  /** Resolves when a thread waits there. */
  async held(place: string): Promise<void> {
    await until(`thread that waits at ${place}`, () => existsSync(this.#file(`${place}.held`)));
  }

  /** Lets them go. */
  off(place: string): void {
    rmSync(this.#file(place), { force: true });
  }

  /** Lets all go for good. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}
