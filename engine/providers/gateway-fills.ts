// Fills at a provider: their booking, and its consequences (trading-rules §4.5).

import { parseScaled, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { JournalLine } from '../../wire/trading/events.js';
import { bookedOf, heldVolume, type Queued, undecidedFillsOf } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import { isFinal } from '../account/account.js';
import { fail, lotsText } from '../account/failed.js';
import type { Execution, Turn } from '../account/types.js';
import { readVolume } from '../checks/checks.js';
import { execution, planFill } from '../deals/deals.js';
import { LOT } from '../numbers/exact.js';
import { orderTarget, restEnded } from '../requests/market.js';
import { pairedWith, withPartner } from '../requests/oco.js';
import { readProviderPrice } from '../settings/gateway-plan.js';
import { PRICE_MAX } from '../settings/quotes.js';
import { routeBy, ruleById } from '../settings/routing.js';
import { triggerText } from '../triggers/activation.js';
import { compensate } from '../triggers/compensation.js';
import { dueAnswered } from '../turn/deadlines.js';
import { plainKind } from '../turn/locks.js';
import { valueAfter } from '../turn/sending.js';
import { refusal } from '../turn/turn.js';
import { breaksFok, cancelRest, fokWarning } from './cancels.js';
import { holdFill, isFar } from './held-fills.js';
import { answerClients, causeOf, endOutcome, endRows, type Report, record } from './reports.js';

/**
 * The order after a fill: done, working for the rest, or ended by the provider before it was full.
 */
const orderAfter = (filled: Order, before: Order, leaves: number, time: number): Order => {
  if (filled.state === 'filled') return filled;
  if (leaves === 0) return restEnded(filled, time);
  const inChange = before.state === 'request_cancel' || before.state === 'request_modify';
  return inChange ? { ...filled, state: before.state } : filled;
};

/** Most deals that the order's row and result name; the newest are kept. */
const DEALS_MAX = 64;

const withDeal = (ids: string, id: number): string =>
  [...ids.split(' ').slice(1 - DEALS_MAX), id].join(' ').trim();

/** The trigger by which the server sent the order, in words; empty for requests (§4.15). */
const triggerOf = ({ order, row }: Report): string => {
  const kind = plainKind(row);
  if (kind === 'activate') return triggerText(order);
  return row.source === 'server' && kind !== 'pending' ? order.comment : '';
};

/**
 * The volume of a fill that is not booked yet, by the provider's total; undefined = the fill is not
 * possible.
 */
const unbooked = ({ command, order, row }: Report): number | undefined => {
  const volume = readVolume(command.volume ?? '');
  const total = command.total === undefined ? undefined : readVolume(command.total);
  if (volume === undefined || total === undefined) return volume;
  return Math.min(volume, total - bookedOf(row, order.volume_current));
};

/** The values of a reported fill. */
interface BookedFill {
  readonly volume: number;
  /** The lots that still work at the provider; -1 = it does not say. */
  readonly leaves: number;
  /** Our price with our markup, and the provider's. */
  readonly price: number;
  readonly markup: number;
  readonly price_gateway: number;
}

/**
 * Is the whole order filled but for what conversions between units and lots have cut off? Then the
 * report is wrong: each fill may be short by the last decimal.
 */
const isCutOff = (turn: Turn, { row, symbol }: Report, rest: number): boolean => {
  const gateway = turn.ctx.settings.gateways.get(row.gateway_id);
  const isConverted = gateway?.units === true && symbol.contract_size !== LOT;
  const fills = row.deal_ids === '' ? 1 : row.deal_ids.split(' ').length + 1;
  return isConverted && rest > 0 && rest <= fills;
};

/**
 * The client's price for a provider's. A markup that was raised since a limit was sent does not
 * take the deal beyond the limit (trading-rules §4.2), nor beyond the worst price that the client
 * of a market request accepts.
 */
const markedUp = (row: Queued, price: number, markup: number): number => {
  const { deal_side } = row;
  const marked = price + markup;
  const limit = row.order_kind === 'limit' ? row.price : row.price_worst;
  if (limit === 0) return marked;
  return deal_side === 'buy'
    ? Math.min(marked, Math.max(price, limit))
    : Math.max(marked, Math.min(price, limit));
};

/** The fill of a report; undefined when it cannot be one of the order. */
export const fillOf = (turn: Turn, report: Report): BookedFill | undefined => {
  const { command, order, row, symbol } = report;
  const { leaves: left } = command;
  const volume = unbooked(report);
  const leaves = left === undefined ? -1 : parseScaled(left, VOLUME_SCALE);
  const dealtAt = readProviderPrice(symbol, command.price ?? '');
  if (volume === undefined || leaves === undefined || dealtAt === undefined) return undefined;
  const rest = order.volume_current - heldVolume(undecidedFillsOf(row)) - volume;
  const isFit = left === undefined || (leaves >= 0 && leaves <= rest);
  if (rest < 0 || !isFit || (leaves === 0 && isCutOff(turn, report, rest))) return undefined;
  const gateway = turn.ctx.settings.gateways.get(row.gateway_id);
  const price = markedUp(row, dealtAt.price, gateway?.markup(symbol.id, row.deal_side) ?? 0);
  if (price <= 0 || price > PRICE_MAX) return undefined;
  const markup = price - dealtAt.price;
  return { volume, leaves, price, markup, price_gateway: dealtAt.price_gateway };
};

/** Refuses a fill that the order cannot have; nothing is booked. */
export const refuseFill = (turn: Turn, { command, order, symbol }: Report): Execution => {
  const { volume = '', price = '', leaves = '', request_id } = command;
  const open = lotsText(order.volume_current);
  const code = fail(turn, 'trade.invalid_request', () => ({
    message:
      `A fill of ${volume} lots at ${price}, with ${leaves} left, is none of order ${order.id}, ` +
      `of which ${open} lots are open.`,
    figures: { symbol: symbol.name, field: 'volume', max: open },
  }));
  return refusal(turn, request_id, code, symbol);
};

/**
 * Takes a fill, even if it comes late (§4.5): it is booked, or held when its price is too far from
 * the quote. Refused with `trade.invalid_request` and the figures when the order cannot have it: no
 * or too many lots, more left than is open, no price; with `trade.order_changed` when another
 * report booked it.
 */
export const traded = (turn: Turn, report: Report): Execution => {
  const { command, symbol } = report;
  const fill = fillOf(turn, report);
  if (fill === undefined) return refuseFill(turn, report);
  if (fill.volume <= 0) return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  return isFar(turn, report, fill) ? holdFill(turn, report, fill) : bookFill(turn, report, fill);
};

/** Books a fill at the provider's price plus our markup; `lines` go to the journal. */
export const bookFill = (
  turn: Turn,
  report: Report,
  fill: BookedFill,
  lines: readonly JournalLine[] = [],
): Execution => {
  const { command, order, row, symbol } = report;
  const { volume, leaves, price, markup, price_gateway } = fill;
  const { gateway_id, deal_side: side } = row;
  const target = orderTarget(turn, order, row.position_id);
  const plan = planFill(turn, symbol, side, volume, price, target);
  const external_id = command.external_id || order.external_id;
  const oco_order_id = pairedWith(turn, order, row);
  const dealt: Order = { ...order, gateway_id, external_id, oco_order_id };
  const { reason, comment } = order;
  const rule = ruleById(turn.ctx.settings.routing, row.rule_id) ?? null;
  const route = routeBy(rule, row.clear_stops);
  const facts = { order: dealt, reason, comment, cause: causeOf(report) };
  const { deal, change } = execution(turn, plan, facts, route, triggerOf(report));
  const [filled] = change.orders as readonly [Order];
  // An order of which a fill is held stays open until staff have decided.
  const isHeld = order.volume_held > 0;
  const next = orderAfter(filled, order, isHeld ? -1 : leaves, turn.now);
  const deal_ids = withDeal(row.deal_ids, deal.id);
  const sent_value = valueAfter(row, { volume, price_gateway }, 1);
  const ends_as = isHeld && leaves === 0 ? 'canceled' : row.ends_as;
  const kept: Queued = {
    ...row,
    deal_ids,
    external_id,
    sent_value,
    timeout_at: dueAnswered(row),
    ends_as,
  };
  change.orders = withPartner(turn, next);
  change.deals = [{ ...deal, gateway_id, price_gateway, external_id: command.execution_id ?? '' }];
  if (target === null || plan.entry === 'inout') {
    change.positions = change.positions?.map((one) => ({ ...one, gateway_id, external_id })) ?? [];
  }
  change.queued = isFinal(next) ? endRows(report) : [kept];
  if (change.explain) {
    change.explain.received_at = row.received_at;
    change.explain.gateway = turn.ctx.settings.gateways.get(gateway_id)?.name ?? '';
    change.explain.markup = markup;
    if (row.kind === 'sl' || row.kind === 'tp') change.explain.price_asked = row.price;
  }
  const broken = ends_as === '' && breaksFok(turn, report, next);
  change.journal = broken ? [...lines, fokWarning(report, next)] : lines;
  const done = record(turn, report, change);
  if (broken) cancelRest(turn, causeOf(report), next, kept);
  if (isFinal(next)) answerClients(turn, report, next, kept, endOutcome(next, {}));
  if (order.reason === 'so') compensate(turn);
  return done;
};
