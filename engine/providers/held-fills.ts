// Held fills: a provider's fill far from the quote is not booked before staff have decided.

import { formatShortest, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { JournalLine } from '../../wire/trading/events.js';
import { type HeldFill, heldFillsOf, heldVolume, type Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { Execution, Turn } from '../account/types.js';
import { pricesOf } from '../margin/money.js';
import { causeOf, type Report, record } from './reports.js';

/** A fill as it is tested; prices as they are in memory. */
interface TestedFill {
  readonly volume: number;
  readonly leaves: number;
  readonly price: number;
  readonly markup: number;
}

/**
 * The price with which a fill is compared: the present quote of its side; without one that of the
 * time when the request came, then the order's own price. 0 = there is none.
 */
const referenceOf = (turn: Turn, { order, row, symbol }: Report): number => {
  const side = row.deal_side === 'buy' ? 'ask' : 'bid';
  return pricesOf(symbol, turn.ctx)[side] || row[side] || order.price_order;
};

/**
 * Is the provider's price further from the quote than the gateway's `fill_deviation_max` percent?
 * With a maximum of 0 no fill is.
 */
export const isFar = (turn: Turn, report: Report, { price, markup }: TestedFill): boolean => {
  const most = turn.ctx.settings.gateways.get(report.row.gateway_id)?.fill_deviation_max ?? 0;
  if (most === 0) return false;
  const reference = referenceOf(turn, report);
  return reference > 0 && Math.abs(price - markup - reference) * 100 > most * reference;
};

/** Order and row of an order with these fills not booked. */
export const withHeld = (
  { order, row }: Pick<Report, 'order' | 'row'>,
  fills: readonly HeldFill[],
): { readonly order: Order; readonly row: Queued } => ({
  order: { ...order, volume_held: heldVolume(fills.filter((fill) => !fill.is_declined)) },
  row: { ...row, held: fills.length === 0 ? '' : JSON.stringify(fills) },
});

/** A line of the journal about a held fill. */
export const heldLine = (
  { order, row }: Pick<Report, 'order' | 'row'>,
  { execution_id, volume, price }: HeldFill,
  what: string,
): JournalLine => {
  const lots = formatShortest(volume, VOLUME_SCALE);
  const fill = `${row.deal_side} ${lots} ${order.symbol} at ${price}, execution ${execution_id}`;
  const text = `gateway ${row.gateway_id}: a fill of order #${order.id} ${what}: ${fill}`;
  return { kind: 'trade', login: order.login, text };
};

/** Holds a fill: nothing is booked, the order shows it, and the journal warns. */
export const holdFill = (turn: Turn, report: Report, fill: TestedFill): Execution => {
  const { command, order, row } = report;
  const { execution_id = '', price = '' } = command;
  const one: HeldFill = { execution_id, volume: fill.volume, price, is_declined: false };
  const held = withHeld(report, [...heldFillsOf(row), one]);
  const external_id = command.external_id || order.external_id;
  const ends_as = fill.leaves === 0 ? row.ends_as || 'canceled' : row.ends_as;
  const line = heldLine(report, one, 'is held, far from the quote');
  return record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [{ ...held.order, external_id }],
    queued: [{ ...held.row, external_id, timeout_at: 0, ends_as }],
    journal: [{ ...line, text: `warning: ${line.text}` }],
  });
};
