// Deeds: which members of staff did something at this desk, from the moment it was decided.

import { isDeed } from '../../storage/acted.js';
import type { DeskEvent } from '../../wire/events.js';

const hasDeed = ({ by, journal }: DeskEvent): boolean =>
  by !== 0 && journal.some((line) => isDeed(by, line));

/** What the database may not show yet: deeds on their way to the log, and those since the start. */
export class Deeds {
  readonly #underway = new Set<DeskEvent>();
  readonly #done = new Set<number>();

  /** Writes an event, and answers its seq; what is not written, and throws, is no deed. */
  async through(event: DeskEvent, write: (event: DeskEvent) => Promise<number>): Promise<number> {
    if (!hasDeed(event)) return write(event);
    this.#underway.add(event);
    try {
      const seq = await write(event);
      this.#done.add(event.by);
      return seq;
    } finally {
      this.#underway.delete(event);
    }
  }

  /** Is there a deed of this login? */
  of(login: number): boolean {
    return this.#done.has(login) || [...this.#underway].some(({ by }) => by === login);
  }
}
