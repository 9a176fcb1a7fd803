// Readers of stored events.

import type { Cursor, EventFilter, ResumeStore } from '../../http/socket/connection/event-store.js';

/** A reader of the events after a seq that pass the filter; undefined: some are not stored. */
export const storedAfter = (
  store: ResumeStore,
  seq: number,
  filter: EventFilter,
): Cursor | undefined => {
  const position = store.positionOf(seq);
  return position === undefined ? undefined : store.forStaff(position, filter);
};
