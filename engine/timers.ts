// Processes due rows: expired orders, and waiting requests.

import type { Queued } from '../wire/trading/queued.js';
import type { Execution, Turn } from './account/types.js';
import { placementLate } from './providers/gateway.js';
import { goneOf } from './requests/queued.js';
import { expireDue } from './triggers/expiry.js';
import { testLevels } from './triggers/levels.js';
import { dueAt } from './turn/deadlines.js';
import { addEvent } from './turn/turn.js';
import { passTime } from './waiting/dealers.js';
import { requestOfRow, resume } from './waiting/resume.js';

const isDue = (row: Queued, now: number): boolean => {
  const at = dueAt(row);
  return at !== 0 && at <= now;
};

/**
 * Ends an expired offer. No client is informed; a later order for it will be refused (trading-rules
 * §4.2).
 */
const endOffer = (turn: Turn, row: Queued): void => {
  addEvent(turn, { kind: 'setting', cause: requestOfRow(turn, row).cause, queued: [goneOf(row)] });
};

const act = (turn: Turn, row: Queued): void => {
  if (row.state === 'delayed') resume(turn, row);
  else if (row.state === 'quoted') endOffer(turn, row);
  else if (row.state === 'sent') placementLate(turn, row);
  else passTime(turn, row);
};

/**
 * Processes due work: expired orders first, then waiting requests in the order of their due times,
 * then the levels. With `most` events or more something may be left.
 */
export const timer = (turn: Turn, most = Number.POSITIVE_INFINITY): Execution => {
  const { state, now, events } = turn;
  expireDue(turn, state.orders.values(), most);
  const due = [...state.queue.values()].filter((row) => isDue(row, now));
  due.sort((a, b) => dueAt(a) - dueAt(b) || a.id - b.id);
  for (const { id } of due) {
    if (events.length >= most) break;
    const row = state.queue.get(id);
    if (row !== undefined) act(turn, row);
  }
  if (events.length < most) testLevels(turn, most);
  return { ok: true, events, result: null };
};
