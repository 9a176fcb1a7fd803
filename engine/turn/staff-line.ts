// The journal's line of an act of staff on an account: it stands in the event that the act made.

import { formatExact, formatShortest, PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { AccountEvent, JournalLine, RequestKind } from '../../wire/trading/events.js';
import type { Deal, Order, Position, TradeResult } from '../../wire/trading/records.js';

/** Requests of staff on a trade whose line is made of their outcome. */
type StaffRequest = Exclude<Extract<RequestKind, `dealer_${string}`>, 'dealer_activate'>;
/** The rows that a request changed. */
type Rows = Pick<AccountEvent, 'orders' | 'deals' | 'positions'>;

/** The words for a request in the journal's line. */
interface LineForm {
  readonly act: string;
  /** Is it about an order, also where that has a position? */
  readonly isOfOrder?: true;
  /** The figures of the act; empty = it has none. */
  readonly figures: (rows: Rows, result: TradeResult) => string;
}

const priceText = (price: number, digits: number): string =>
  formatShortest(price, digits + PRICE_EXTRA);

/** `buy 0.1 lots at 1.1001`, as far as the result has it. */
const tradeText = ({ volume, price, digits }: TradeResult, side = ''): string => {
  const lots = volume === 0 ? '' : `${formatShortest(volume, VOLUME_SCALE)} lots`;
  const at = price === 0 ? '' : `at ${priceText(price, digits)}`;
  return [side, lots, at].filter(Boolean).join(' ');
};

const stopsText = ({
  sl,
  tp,
  trail_pts,
  digits,
}: Pick<Position, 'sl' | 'tp' | 'trail_pts' | 'digits'>): string => {
  const trail = trail_pts === 0 ? '' : `, trail ${trail_pts} points`;
  return `sl ${priceText(sl, digits)}, tp ${priceText(tp, digits)}${trail}`;
};

/** An order as it works: its prices, and its end unless it works until it is cancelled. */
const termsText = (order: Order): string => {
  const { price_order, price_stop_limit, expires_at, digits } = order;
  const limit = price_stop_limit === 0 ? '' : `, limit ${priceText(price_stop_limit, digits)}`;
  const end = expires_at === 0 ? '' : `, until ${new Date(expires_at).toISOString()}`;
  return `at ${priceText(price_order, digits)}${limit}, ${stopsText(order)}${end}`;
};

const LINE_FORMS: Readonly<Record<StaffRequest, LineForm>> = {
  dealer_open: {
    act: 'market order',
    figures: ({ orders: [order] }, result) => tradeText(result, order?.side),
  },
  dealer_close: { act: 'close', figures: (_, result) => tradeText(result) },
  dealer_close_by: {
    act: 'close by an opposite position',
    figures: (_, result) => tradeText(result),
  },
  dealer_modify: {
    act: 'change',
    figures: ({ positions: [position] }) => (position === undefined ? '' : stopsText(position)),
  },
  dealer_pending: {
    act: 'placing',
    isOfOrder: true,
    figures: ({ orders: [order] }, result) =>
      tradeText(result, order && `${order.side} ${order.kind}`),
  },
  dealer_pending_modify: {
    act: 'change',
    isOfOrder: true,
    figures: ({ orders: [order] }) => (order === undefined ? '' : termsText(order)),
  },
  dealer_pending_cancel: { act: 'cancel', isOfOrder: true, figures: () => '' },
};

/** An order that was placed, as requested, is done. */
const outcomeOf = ({ status, code }: TradeResult): string => {
  if (code !== 'ok') return `${status} (${code})`;
  return status === 'placed' ? 'done' : status;
};

const dealsText = ({ deal_ids }: TradeResult): string =>
  deal_ids && `deal #${deal_ids.replaceAll(' ', ' and #')}`;

const paymentText = ({ profit, action, comment, currency_digits: digits }: Deal): string => {
  const why = comment && ` (${comment})`;
  return `payment of ${formatExact(profit, digits, digits)} as ${action}${why}`;
};

const NONE: readonly JournalLine[] = [];

/**
 * The line of a request of staff with its outcome; none of an event that is no such outcome.
 * `symbol` is the request's symbol, for events without rows.
 */
export const staffLine = (
  event: Pick<AccountEvent, 'login' | 'cause' | 'remembered'> & Rows,
  symbol = '',
): readonly JournalLine[] => {
  const { login, cause, remembered } = event;
  if (cause.source !== 'dealer' || remembered === null) return NONE;
  const { result } = remembered;
  const line = (...texts: readonly string[]): readonly JournalLine[] => [
    { kind: 'trade', login, text: texts.filter(Boolean).join(', ') },
  ];
  const [deal] = event.deals;
  if (cause.kind === 'balance' && deal !== undefined) {
    return line(`${paymentText(deal)}: ${outcomeOf(result)}`, dealsText(result));
  }
  const form: LineForm | undefined = LINE_FORMS[cause.kind as StaffRequest];
  if (form === undefined) return NONE;
  const { act, isOfOrder, figures } = form;
  const { order_id, position_id } = result;
  const which = isOfOrder || position_id === 0 ? `order #${order_id}` : `position #${position_id}`;
  const [row = { symbol }] = [...event.positions, ...event.orders, ...event.deals];
  const named = row.symbol === '' ? which : `${which} ${row.symbol}`;
  return line(`${named}: ${act} ${outcomeOf(result)}`, figures(event, result), dealsText(result));
};
