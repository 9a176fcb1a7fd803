// Deals of a symbol as marks on its chart: deals of the history, and new deals.

import { unwrap } from '../../client/index.js';
import { attempt } from '../live/refusal.js';
import type { TraderLive } from '../live/trader.js';
import { common } from '../texts/common.js';
import { signed, signOf, withDigits } from '../texts/numbers.js';
import type { Mark } from './adapter.js';

/** The members of a deal that a mark needs. */
interface Dealt {
  readonly id: number;
  readonly symbol: string;
  readonly action: string;
  readonly price: string | null;
  readonly volume: string;
  readonly profit: string;
}

/** The mark of a deal; payments have none. */
export const markOf = (deal: Dealt, time: string | null, digits: number): Mark | undefined => {
  const { id, action, price, volume, profit } = deal;
  if (price === null || time === null) return undefined;
  if (action !== 'buy' && action !== 'sell') return undefined;
  const result = signOf(profit) === 0 ? '' : `, ${signed(profit)}`;
  const dealt = `${common()[action]} ${withDigits(volume, 0)} @ ${withDigits(price, digits)}`;
  return {
    timeMs: Date.parse(time),
    price: Number(price),
    side: action,
    text: `#${id} ${dealt}${result}`,
  };
};

/** Most deals that are marked. */
const MARKS_MAX = 200;

/** The newest deals of the history. */
export const readMarks = async (
  { rest }: TraderLive,
  symbol: string,
  digits: number,
): Promise<ReadonlyMap<number, Mark>> => {
  const query = { symbol, limit: MARKS_MAX };
  const read = await attempt(unwrap(rest.GET('/trader/v1/history/deals', { params: { query } })));
  const marks = new Map<number, Mark>();
  // Without them the chart is whole all the same: the history shows why it cannot be read.
  if (!read.ok) return marks;
  for (const deal of read.value.items) {
    const mark = markOf(deal, deal.created_at, digits);
    if (mark !== undefined) marks.set(deal.id, mark);
  }
  return marks;
};
