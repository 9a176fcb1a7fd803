// The journal's line of what staff did to an account: it stands in the event that the act made.

import { formatExact, formatShortest, PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { AccountEvent, JournalLine, RequestKind } from '../../wire/trading/events.js';
import type { TradeResult } from '../../wire/trading/records.js';

/** Tells a request by the rows that it changed, and by its outcome. */
type Telling = (
  rows: Pick<AccountEvent, 'orders' | 'deals' | 'positions'>,
  result: TradeResult,
) => string;

/** An order that was placed is what was asked for: done. */
const outcomeOf = ({ status, code }: TradeResult): string => {
  if (code !== 'ok') return `${status} (${code})`;
  return status === 'placed' ? 'done' : status;
};

const dealsOf = ({ deal_ids }: TradeResult): string =>
  deal_ids === '' ? '' : `, deal #${deal_ids.replaceAll(' ', ' and #')}`;

/** An amount in another currency may be none in the account's: then there is no deal. */
const payment: Telling = ({ deals: [deal] }, result) => {
  const digits = deal?.currency_digits ?? 0;
  const amount =
    deal === undefined ? '0' : `${formatExact(deal.profit, digits, digits)} as ${deal.action}`;
  return `payment of ${amount}: ${outcomeOf(result)}${dealsOf(result)}`;
};

const trade =
  (act: string): Telling =>
  ({ positions, orders, deals }, result) => {
    const { order_id, position_id, volume, price, digits } = result;
    const [row] = [...positions, ...orders, ...deals];
    const which = position_id === 0 ? `order #${order_id}` : `position #${position_id}`;
    const symbol = row === undefined ? '' : ` ${row.symbol}`;
    const lots = volume === 0 ? '' : `, ${formatShortest(volume, VOLUME_SCALE)} lots`;
    const at = price === 0 ? '' : ` at ${formatShortest(price, digits + PRICE_EXTRA)}`;
    return `${which}${symbol}: ${act} ${outcomeOf(result)}${lots}${at}${dealsOf(result)}`;
  };

/** Requests of staff that are told by their outcome; others, as corrections, tell more. */
const TELLINGS: Partial<Record<RequestKind, Telling>> = {
  balance: payment,
  dealer_open: trade('opening'),
  dealer_close: trade('close'),
  dealer_close_by: trade('close by an opposite position'),
  dealer_modify: trade('change of stops'),
  dealer_pending: trade('placing'),
  dealer_pending_modify: trade('change'),
  dealer_pending_cancel: trade('cancel'),
  dealer_activate: trade('activation'),
  position_delete: trade('deletion'),
};

const NONE: readonly JournalLine[] = [];

/** The line of a request of staff with its outcome; none of an event that is no such outcome. */
export const staffLine = (event: AccountEvent): readonly JournalLine[] => {
  const { login, cause, remembered } = event;
  if (cause.source !== 'dealer' || remembered === null) return NONE;
  const telling = TELLINGS[cause.kind];
  if (telling === undefined) return NONE;
  return [{ kind: 'trade', login, text: telling(event, remembered.result) }];
};
