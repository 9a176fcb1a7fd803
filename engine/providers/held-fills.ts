// Held fills: a provider's fill far from the quote is not booked before staff have decided.

import { formatShortest, parseScaledBig, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { JournalLine } from '../../wire/trading/events.js';
import {
  type HeldFill,
  heldFillsOf,
  heldVolume,
  idOfHeld,
  type Queued,
  undecidedFillsOf,
} from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { Execution, Turn } from '../account/types.js';
import { pricesOf } from '../margin/money.js';
import { roundQuotient } from '../numbers/exact.js';
import { pairedWith, withPartner } from '../requests/oco.js';
import { dueAnswered } from '../turn/deadlines.js';
import { breaksFok, cancelRest, fokWarning } from './cancels.js';
import { causeOf, type Report, record } from './reports.js';

/** A fill as it is tested; prices as they are in memory. */
interface TestedFill {
  readonly volume: number;
  readonly leaves: number;
  readonly price: number;
  readonly markup: number;
}

/**
 * The price with which a fill is compared: the present quote of its side; without one the quote
 * at the time when the request came, then the order's own price. 0 = there is none.
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

/** Most fills of an order that are held singly, and most that staff have decided not to book. */
export const HELD_MAX = 64;
/** The id by which staff name fills that are held together. */
export const TOGETHER = 'further fills';
/** Scale of providers' prices. */
const PRICE_SCALE = 12;

/** Two fills as one, at their mean price. */
const together = (a: HeldFill, b: HeldFill): HeldFill => {
  const volume = a.volume + b.volume;
  const value = ({ volume: lots, price }: HeldFill): bigint =>
    BigInt(lots) * (parseScaledBig(price, PRICE_SCALE) ?? 0n);
  const mean = roundQuotient(value(a) + value(b), BigInt(volume));
  const price = formatShortest(mean, PRICE_SCALE);
  return { execution_id: '', id: TOGETHER, volume, price, is_declined: a.is_declined };
};

/** The fills of one state with the newest one joined to others, where they are too many. */
const bounded = (fills: readonly HeldFill[], isDeclined: boolean): readonly HeldFill[] => {
  const same = fills.filter(({ is_declined }) => is_declined === isDeclined);
  if (same.length <= HELD_MAX) return fills;
  const joined = same.find(({ id }) => id === TOGETHER) ?? (same.at(-2) as HeldFill);
  const newest = same.findLast((one) => one !== joined) as HeldFill;
  return fills
    .filter((one) => one !== newest)
    .map((one) => (one === joined ? together(joined, newest) : one));
};

/**
 * Order and row of an order with these fills not booked. Of fills beyond `HELD_MAX` the newest are
 * held together, so that order and event stay small.
 */
export const withHeld = (
  { order, row }: Pick<Report, 'order' | 'row'>,
  all: readonly HeldFill[],
): { readonly order: Order; readonly row: Queued } => {
  const fills = bounded(bounded(all, false), true);
  const volume_held = heldVolume(fills.filter((fill) => !fill.is_declined));
  const volume_declined = heldVolume(fills) - volume_held;
  return {
    order: { ...order, volume_held, volume_declined },
    row: { ...row, held: fills.length === 0 ? '' : JSON.stringify(fills) },
  };
};

/** A line of the journal about a held fill. */
export const heldLine = (
  { order, row }: Pick<Report, 'order' | 'row'>,
  one: HeldFill,
  what: string,
): JournalLine => {
  const lots = formatShortest(one.volume, VOLUME_SCALE);
  const other = one.id === undefined || one.execution_id === '' ? '' : ` (${one.execution_id})`;
  const id = `${idOfHeld(one)}${other}`;
  const fill = `${row.deal_side} ${lots} ${order.symbol} at ${one.price}, execution ${id}`;
  const text = `gateway ${row.gateway_id}: a fill of order #${order.id} ${what}: ${fill}`;
  return { kind: 'trade', login: order.login, text };
};

/** A fill as it is held; where another one has its execution id, staff name it by a number. */
const heldAs = (
  fills: readonly HeldFill[],
  execution_id: string,
  fill: TestedFill,
  price: string,
) => {
  const used = new Set(fills.filter((one) => !one.is_declined).map(idOfHeld));
  const one = { execution_id, volume: fill.volume, price, is_declined: false } as const;
  if (execution_id !== '' && execution_id !== TOGETHER && !used.has(execution_id)) return one;
  let nr = 2;
  while (used.has(`fill ${nr}`)) nr += 1;
  return { ...one, id: `fill ${nr}` };
};

/** The journal's warnings of a fill that is held; of fills that are held together the first. */
const heldWarnings = (report: Report, one: HeldFill): JournalLine[] => {
  const fills = undecidedFillsOf(report.row);
  if (fills.some(({ id }) => id === TOGETHER)) return [];
  const isMany = fills.length === HELD_MAX;
  const what = isMany ? `is held with further ones as ${TOGETHER}` : 'is held';
  const line = heldLine(report, one, `${what}, far from the quote`);
  return [{ ...line, text: `warning: ${line.text}` }];
};

/**
 * Holds a fill: nothing is booked, the order shows it, and the journal warns. The
 * consequences of a first fill follow at once: the end of its one-cancels-other partner, and of the
 * rest of a fok order.
 */
export const holdFill = (turn: Turn, report: Report, fill: TestedFill): Execution => {
  const { command, order, row } = report;
  const { execution_id = '', price = '' } = command;
  const fills = heldFillsOf(row);
  const one = heldAs(fills, execution_id, fill, price);
  const held = withHeld(report, [...fills, one]);
  const external_id = command.external_id || order.external_id;
  const ends_as = fill.leaves === 0 ? row.ends_as || 'canceled' : row.ends_as;
  const oco_order_id = pairedWith(turn, order, row);
  const after: Order = { ...held.order, external_id, oco_order_id };
  const kept: Queued = { ...held.row, external_id, timeout_at: dueAnswered(row), ends_as };
  const lines = heldWarnings(report, one);
  const isBroken = ends_as === '' && breaksFok(turn, report, after);
  const done = record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: withPartner(turn, after),
    queued: [kept],
    journal: isBroken ? [...lines, fokWarning(report, after)] : lines,
  });
  if (isBroken) cancelRest(turn, causeOf(report), after, kept);
  return done;
};
