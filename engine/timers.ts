// Time: lifetimes that are over, and waiting requests that are due.

import type { Queued } from '../wire/queued.js';
import { expireDue } from './activation.js';
import { decline } from './decide.js';
import { dueAt } from './queued.js';
import { refuseRow, resume } from './resume.js';
import type { Turn } from './turn.js';
import type { Execution } from './types.js';

const isDue = (row: Queued, now: number): boolean => {
  const at = dueAt(row);
  return at !== 0 && at <= now;
};

const act = (turn: Turn, row: Queued): void => {
  if (row.state === 'delayed') resume(turn, row);
  else refuseRow(turn, row, decline(null, 'trade.timeout'));
};

/** Acts on what is due: lifetimes first, then waiting requests in the order they are due. */
export const timer = (turn: Turn): Execution => {
  const { state, now, events } = turn;
  expireDue(turn, state.orders.values());
  const due = [...state.queue.values()].filter((row) => isDue(row, now));
  due.sort((a, b) => dueAt(a) - dueAt(b) || a.id - b.id);
  for (const { id } of due) {
    const row = state.queue.get(id);
    if (row !== undefined) act(turn, row);
  }
  return { ok: true, events, result: null };
};
