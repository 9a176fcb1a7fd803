// Lists that have no place to say that they are not current: they wait for the database.

import { setTimeout } from 'node:timers/promises';
import type { Code, Outcome } from '../../../wire/base/codes.js';
import type { ReadAt } from '../../../wire/desk/queries.js';

/** Most reads of a list that the database does not show yet; each waits for it a short time. */
const READ_TRIES = 20;
/** Time in ms between reads: where many lists wait, a further one is answered at once. */
const PAUSE_MS = 25;

/** Reads until the database shows what the session was shown, or that takes too long. */
export const readCurrent = async <T extends ReadAt, C extends Code>(
  read: () => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C>> => {
  for (let tries = 1; ; tries += 1) {
    const found = await read();
    const isBehind = found.ok && found.data.consistency === 'projection_pending';
    if (!isBehind || tries === READ_TRIES) return found;
    await setTimeout(PAUSE_MS);
  }
};
