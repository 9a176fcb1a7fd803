// The journal's line of a dealer's act on a waiting request.

import type { DealerCommand } from '../../wire/trading/commands.js';
import type { Queued } from '../../wire/trading/queued.js';
import { lotsText, priceText } from '../account/failed.js';
import type { Turn } from '../account/types.js';

const DONE: Readonly<Record<DealerCommand['action'], string>> = {
  take: 'taken',
  confirm: 'confirmed',
  requote: 'requoted',
  reject: 'rejected',
  return: 'returned',
};

/** The order, position or request that a dealer decides. */
const nameOf = ({ id, order_id, position_id }: Queued): string => {
  if (order_id !== 0) return `order #${order_id}`;
  return position_id === 0 ? `request #${id}` : `position #${position_id}`;
};

/** Bid and Ask. */
export const pairText = (bid: number, ask: number, row: Queued): string =>
  `${priceText(bid, row)}/${priceText(ask, row)}`;

/**
 * Adds a line to the turn's next event: the act, and the client's request, which is side, lots,
 * the price if one was named, and the prices at which the request came.
 */
const note = (turn: Turn, row: Queued, act: string, by: number): void => {
  const { login, kind, symbol, deal_side, volume, price, bid, ask } = row;
  const lots = volume === 0 ? '' : ` ${deal_side} ${lotsText(volume)} lots`;
  const at = price === 0 ? '' : ` at ${priceText(price, row)}`;
  const asked = `${kind}${lots}${at}, market ${pairText(bid, ask, row)}`;
  const text = `${nameOf(row)} ${symbol}: ${act}; asked: ${asked}`;
  turn.notes.push({ kind: 'trade', login, text, by });
};

/** Adds the line of a dealer's act; `figures` are the dealer's values in words, or empty. */
export const noteAct = (
  turn: Turn,
  row: Queued,
  { dealer, action }: Pick<DealerCommand, 'dealer' | 'action'>,
  figures = '',
): void => note(turn, row, `${DONE[action]} by dealer ${dealer}${figures}`, dealer);

/** Adds the line of a request that the server takes back from a dealer who has left. */
export const noteLeft = (turn: Turn, row: Queued, dealer: number): void =>
  note(turn, row, `taken back from dealer ${dealer}, who is off line`, 0);
