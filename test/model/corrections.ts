// Corrections by staff: positions that are deleted without a deal (§4.12).

import type { PositionDeleteCommand } from '../../wire/trading/commands.js';
import { type Answer, answered, refused } from './asking.js';
import type { Books } from './books.js';
import { heldPosition } from './checks.js';
import { ZERO } from './decimal.js';

/** Deletes those of the positions that are held. Nothing waits here that could lock one. */
export const deletePositions = (books: Books, command: PositionDeleteCommand): Answer => {
  if (!books.switches.enabled) return refused('trade.disabled');
  const found = command.position_ids.map((id) => heldPosition(books, id));
  const held = found.filter((one) => typeof one !== 'string');
  const [first] = found;
  if (held.length === 0 && typeof first === 'string') return refused(first);
  for (const position of held) {
    books.nextDealId();
    books.putPosition({ ...position, volume: ZERO });
  }
  return answered('ok');
};
