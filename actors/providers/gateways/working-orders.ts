// The orders of one gateway at its provider: the requests for them, and the results of reports.
//
// The provider's total of fills decides what is booked: a repeated report books nothing, and the
// fill of a lost report is booked with the next report (trading-rules §4.5). This file only turns
// reports into commands. The account makes sure that each command takes effect once, and shows when
// it has judged a command.

import { parseScaled, VOLUME_SCALE } from '../../../wire/base/scale.js';
import { EXEC, ORDER_REJECT } from '../../../wire/codec/fix/order-tags.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { clientIdOf, isLateId, orderIdOf, rowOf } from './client-ids.js';
import { FillReports, isUnclearOf } from './fill-reports.js';
import { sideOf, worksOn } from './order-messages.js';
import type { ExecutionReport } from './provider-report.js';
import { commandOf, type ReportPart } from './report-commands.js';
import {
  bookedValue,
  bound,
  judge,
  knownAs,
  nameOf,
  newOrder,
  remember,
  type WorkingOrder,
} from './working-order.js';

/** Most questions for an order by ids that the provider does not know. */
const ASKED_AGAIN_MAX = 8;

/** The sides of orders as they are sent, field 54; providers may name finer ones. */
const SIDES: ReadonlySet<string> = new Set(['1', '2']);

/** The result of a report. */
export interface ReportFinding {
  readonly order: WorkingOrder;
  readonly commands: readonly GatewayCommand[];
  /** Warnings for the operator. */
  readonly faults: readonly string[];
  /** Is it unknown whether the fill is booked? Then the state of the order must be asked for. */
  readonly isUnclear?: boolean;
}

/** Does the row place an order? The row of a placement without an answer becomes its cancel. */
const isPlacement = ({ sent_as, timed_out }: SentRequest): boolean =>
  timed_out || (sent_as !== 'modify' && sent_as !== 'cancel');

/** The data of its session and settings that the orders of a gateway need. */
interface OrdersEnv {
  /** The provider's name of a symbol. */
  sourceOf(symbol: string): string;
  /**
   * When the session's numbers began, ms since 1970: the provider may have forgotten orders that
   * were sent before.
   */
  begunAt(): number;
  /** The gateway's `fill_deviation_max`, in percent. */
  readonly deviationMax: number;
}

const NO_SESSION: OrdersEnv = { sourceOf: (symbol) => symbol, begunAt: () => 0, deviationMax: 0 };

/** The orders of one gateway. `isUnits`: does the provider count units instead of lots? */
export class WorkingOrders {
  readonly #env: OrdersEnv;
  readonly #fills: FillReports;
  readonly #orders = new Map<number, WorkingOrder>();
  /** The orders by the provider's ids. */
  readonly #byExternalId = new Map<string, number>();

  constructor(
    private readonly gateway: number,
    isUnits: boolean,
    env: Partial<OrdersEnv> = {},
  ) {
    this.#env = { ...NO_SESSION, ...env };
    this.#fills = new FillReports(gateway, isUnits, this.#env.deviationMax);
  }

  get all(): Iterable<WorkingOrder> {
    return this.#orders.values();
  }

  get size(): number {
    return this.#orders.size;
  }

  of(orderId: number): WorkingOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** Is the request known, or was it? */
  has(request: Pick<SentRequest, 'id' | 'order_id'>): boolean {
    const order = this.#orders.get(request.order_id);
    return order?.placement.id === request.id || order?.rows.has(request.id) === true;
  }

  /** Takes a request in as it is now; its order, undefined if it is a change of an unknown one. */
  take(request: SentRequest): WorkingOrder | undefined {
    const order = this.#orders.get(request.order_id);
    if (!isPlacement(request)) {
      if (order === undefined) return undefined;
      const before = order.changes.get(request.id);
      // A request that is known and waits no more has been answered.
      if (before === undefined && this.has(request)) return order;
      const attempts = request.isNew ? 0 : 1;
      const unsent = { isSent: false, sentAt: 0, attempts, isDuplicate: false };
      order.changes.set(request.id, { ...(before ?? unsent), request });
      remember(order.rows, request.id);
      return order;
    }
    if (order === undefined) return this.#add(request);
    if (request.sent_id !== order.placement.sent_id) this.#renamed(order, knownAs(request));
    const { filled } = order.placement;
    order.placement = request;
    judge(order, request, filled);
    order.busted = Math.max(order.busted, request.busted);
    const isSame = order.filled === request.filled && order.busted === request.busted;
    if (isSame && order.value === undefined) order.value = bookedValue(request);
    if (request.external_id !== '') this.#nameExternal(order, request.external_id);
    return order;
  }

  #add(placement: SentRequest): WorkingOrder {
    const order = newOrder(placement, this.#env.sourceOf(placement.symbol));
    this.#orders.set(placement.order_id, order);
    if (placement.external_id !== '') this.#nameExternal(order, placement.external_id);
    return order;
  }

  /** The provider knows the order by a newer id; ids of requests grow. */
  #renamed(order: WorkingOrder, clientId: string): void {
    if (rowOf(clientId) <= rowOf(order.clientId)) return;
    order.clientId = clientId;
    remember(order.rows, rowOf(clientId));
  }

  /** An id that another order has is not taken from it. */
  #nameExternal(order: WorkingOrder, externalId: string): void {
    const { order_id } = order.placement;
    if ((this.#byExternalId.get(externalId) ?? order_id) !== order_id) return;
    this.#byExternalId.delete(order.externalId);
    order.externalId = externalId;
    this.#byExternalId.set(externalId, order_id);
  }

  /** Forgets a request that ended: a change, or the order with all that was sent for it. */
  forget({ id, order_id }: Pick<SentRequest, 'id' | 'order_id'>): void {
    const order = this.#orders.get(order_id);
    if (order === undefined) return;
    if (order.placement.id !== id) {
      order.changes.delete(id);
      return;
    }
    this.#orders.delete(order_id);
    this.#byExternalId.delete(order.externalId);
  }

  /** Our ids under which the provider may know an order now, the newest first. */
  idsOf({ changes, clientId }: WorkingOrder): string[] {
    const ids = [...changes.values()]
      .filter(({ request }) => request.sent_as === 'modify' && clientIdOf(request) !== clientId)
      .map(({ request }) => clientIdOf(request));
    return [...ids.reverse(), clientId];
  }

  /**
   * The order, and the next id by which to ask for it, when the provider does not know this id.
   * Undefined: the order is known, or unknown by all ids.
   */
  askNext(report: ExecutionReport): { order: WorkingOrder; id: string } | undefined {
    const order = this.byClientId(report.clientId);
    if (order === undefined || !isUnknown(report)) return undefined;
    const ids = this.idsOf(order);
    const at = ids.indexOf(report.clientId);
    const id = ids[at + 1];
    const isPast = at < 0;
    if (isPast && order.askedAgain === ASKED_AGAIN_MAX) return undefined;
    if (isPast) order.askedAgain += 1;
    return id === undefined ? undefined : { order, id };
  }

  /**
   * A new connection: all messages before it may have been lost. An end that has not ended the
   * order at its account is reported again. The volume that the provider has taken back becomes the
   * volume that the account knows to be taken back.
   */
  reconnected(): void {
    for (const order of this.#orders.values()) {
      if (order.busted !== order.placement.busted) order.value = undefined;
      order.busted = order.placement.busted;
      order.isEnded = false;
      order.isSent = false;
      order.lateSentAt = undefined;
      order.askedAgain = 0;
      for (const change of order.changes.values()) change.isSent = false;
    }
  }

  /**
   * The orders with a change that was sent by `until` and has no answer, and the orders that still
   * work although their late cancel was sent by `until`. The changes and cancels are sent again.
   */
  *unanswered(until: number): Generator<WorkingOrder> {
    for (const order of this.#orders.values()) {
      const late = [...order.changes.values()].filter(({ sentAt }) => sentAt <= until);
      for (const change of late) change.isSent = false;
      const isLate = order.placement.timed_out && !order.isEnded;
      const isUncanceled = isLate && (order.lateSentAt ?? until) <= until;
      if (isUncanceled) order.lateSentAt = undefined;
      if (late.length > 0 || isUncanceled) yield order;
    }
  }

  /** The order that one of our ids names. */
  byClientId(clientId: string): WorkingOrder | undefined {
    return this.#orders.get(orderIdOf(clientId) ?? 0);
  }

  /** The order that a report is about, by our ids or the provider's. */
  orderOf({ clientId, originalId, externalId }: ExecutionReport): WorkingOrder | undefined {
    return (
      this.byClientId(clientId) ??
      this.byClientId(originalId) ??
      this.#orders.get(this.#byExternalId.get(externalId) ?? 0)
    );
  }

  /** Is the provider's order of this id another one, by its symbol, side or quantity? */
  #isOther({ placement }: WorkingOrder, { symbol, side, quantity }: ExecutionReport): boolean {
    const asked = BigInt(parseScaled(placement.quantity, VOLUME_SCALE) ?? 0);
    return (
      (symbol !== '' && symbol !== this.#env.sourceOf(placement.symbol)) ||
      (side !== '' && side !== sideOf(placement)) ||
      (quantity !== undefined && quantity !== asked)
    );
  }

  /**
   * The fault of a report with another symbol or side than the order, or with an earlier id of the
   * order: the provider had not known the order by that id.
   */
  #strangeness(order: WorkingOrder, report: ExecutionReport): string | undefined {
    const { placement, symbolSent } = order;
    const { clientId, symbol, side } = report;
    if (rowOf(clientId) < placement.id && !isUnknown(report)) {
      const what = `a report names it ${clientId}, as it was sent before, not ${order.clientId}`;
      return `${nameOf(order)}: ${what}: nothing is done for it; compare with the provider`;
    }
    const names = [symbolSent, this.#env.sourceOf(placement.symbol), placement.symbol];
    const own = sideOf(placement);
    const isOther = (symbol !== '' && !names.includes(symbol)) || (SIDES.has(side) && side !== own);
    if (!isOther) return undefined;
    const what = `a report names symbol ${symbol} and side ${side}`;
    return `${nameOf(order)}: ${what}, not ${names[0]} and ${own}: nothing is done for it`;
  }

  /** The provider has another order of this id, and did not take ours. */
  #untaken(order: WorkingOrder): ReportFinding {
    if (order.isEnded) return { order, commands: [], faults: [] };
    order.isEnded = true;
    const text = 'the provider has another order of this id';
    const commands = [this.#commandBy(order, 'duplicate', { report: 'rejected', text })];
    return { order, commands, faults: [`order ${order.placement.order_id}: ${text}`] };
  }

  /** The result of an execution report; undefined when it is about no order of this gateway. */
  execution(report: ExecutionReport): ReportFinding | undefined {
    const { externalId } = report;
    const order = this.orderOf(report);
    if (order === undefined) return undefined;
    if (order.isDuplicate && this.#isOther(order, report)) return this.#untaken(order);
    if (isDuplicate(report, order)) order.isDuplicate = true;
    const fault = this.#strangeness(order, report);
    if (fault !== undefined) return { order, commands: [], faults: [fault] };
    if (externalId !== '' && !isUnknown(report)) this.#nameExternal(order, externalId);
    const faults: string[] = [];
    const isUnclear = isUnclearOf(order, report);
    const fills = isUnknown(report) || isUnclear ? [] : this.#fills.fillsOf(order, report, faults);
    // The state of a doubtful order is asked for once the doubts are resolved.
    const parts = order.doubts > 0 ? [] : this.#state(order, report, faults);
    const states = parts.map((part) => this.#command(order, report, part));
    const refused = isWorking(report) && order.doubts === 0 ? this.#refusedAgain(order) : [];
    return { order, commands: [...fills, ...states, ...refused], faults, isUnclear };
  }

  /** The provider refuses the id of a request because it has already received the id. */
  duplicate(clientId: string): void {
    const change = this.byClientId(clientId)?.changes.get(rowOf(clientId));
    if (change !== undefined) change.isDuplicate = change.attempts > 1;
  }

  /**
   * Refusals of changes that the provider has received, and that are neither executed nor under
   * way: the provider has refused these changes, and its answer was lost.
   */
  #refusedAgain(order: WorkingOrder): GatewayCommand[] {
    const text = 'the provider has had the request, and the order works on';
    const refused = [...order.changes.values()].filter(({ isDuplicate }) => isDuplicate);
    return refused.map(({ request }) => {
      order.changes.delete(request.id);
      const part = { report: 'refused', text, change_id: request.id } as const;
      return this.#commandBy(order, `refusal ${clientIdOf(request)}`, part);
    });
  }

  /**
   * The provider has cancelled a trade of the order, and counts less than is booked. Returns
   * whether only the account knows if the fill is booked. Call `settled` with this value when the
   * account has judged the cancel; until then only fills of the order are reported.
   */
  busted(order: WorkingOrder, report: ExecutionReport): boolean {
    const { aboutId } = report;
    const isKnown = order.executions.has(aboutId) && !order.refused.has(aboutId);
    const isDoubtful = order.isRestored && !isKnown && aboutId !== '';
    if (isDoubtful) order.doubts += 1;
    if (order.bustedIds.has(aboutId)) return isDoubtful;
    const before = order.busted;
    if (!isDoubtful) order.busted += this.#bustedBy(order, report, isKnown);
    if (aboutId !== '') order.bustedIds.set(aboutId, order.busted - before);
    bound(order.bustedIds);
    // The account reports the value of the rest once it has cancelled the deal.
    if (order.busted !== before) order.value = undefined;
    return isDoubtful;
  }

  /** The booked volume that a trade cancel of the provider removes. */
  #bustedBy(order: WorkingOrder, report: ExecutionReport, isKnown: boolean): number {
    const total =
      report.filled === undefined ? undefined : this.#fills.volumeOf(order, report.filled);
    const last = report.last === undefined ? 0 : (this.#fills.volumeOf(order, report.last) ?? 0);
    // The report's total also counts fills of lost reports, which hide the cancelled volume.
    const isHidden = isKnown && last + (total ?? 0) + order.busted > order.filled;
    if (total === undefined || isHidden) return last;
    return Math.max(0, order.filled - total - order.busted);
  }

  /** The account has judged a trade cancel; true = the state of the order must be asked for. */
  settled(order: WorkingOrder, { aboutId }: ExecutionReport, isDoubtful: boolean): boolean {
    if (isDoubtful) order.doubts -= 1;
    const added = order.bustedIds.get(aboutId) ?? 0;
    // The account had refused the fill: no booked volume was cancelled.
    const isUndone = added > 0 && order.refused.has(aboutId);
    if (isUndone) {
      order.busted = Math.max(order.busted - added, order.placement.busted);
      order.bustedIds.set(aboutId, 0);
      order.value = undefined;
    }
    return (isDoubtful || isUndone) && order.doubts === 0;
  }

  /**
   * The result of a refusal of a request: a cancel reject (35=9), a reject or a business reject.
   * `isGone`: the provider says that it does not know the order.
   */
  refusal(clientId: string, text: string, isGone = false): ReportFinding | undefined {
    const order = this.byClientId(clientId);
    if (order === undefined) return undefined;
    const isOrder = clientId === clientIdOf(order.placement);
    const isChange = order.changes.has(rowOf(clientId));
    // An order that was never answered, and that the provider does not know, was lost.
    const isLost = isGone && isLateId(clientId, order.placement) && order.placement.timed_out;
    if (isLost && order.isEnded) return { order, commands: [], faults: [] };
    if (!isOrder && !isChange && !isLost) return { order, commands: [], faults: [] };
    if (isChange) order.changes.delete(rowOf(clientId));
    else order.isEnded = true;
    const report = isLost ? 'canceled' : isOrder ? 'rejected' : 'refused';
    const part = { report, text, ...(isChange && { change_id: rowOf(clientId) }) } as const;
    const commands = [this.#commandBy(order, `refusal ${clientId}`, part)];
    return { order, commands, faults: isLost ? this.#forgotten(order) : [] };
  }

  /** Nothing was sent for the order, and nothing will be. */
  unsent(order: WorkingOrder, text: string): GatewayCommand {
    const part = { report: 'unsent', text } as const;
    const { id, received_at } = order.placement;
    return this.#commandBy(order, `unsent ${this.gateway} ${id} ${received_at}`, part);
  }

  #command(order: WorkingOrder, report: ExecutionReport, part: ReportPart): GatewayCommand {
    const { executionId, filled = 0n, type, status, clientId } = report;
    // Answers to status requests have no execution id of their own.
    const id = type === EXEC.status ? `status ${status}` : executionId;
    const about = `${clientId} ${order.placement.received_at}`;
    return this.#commandBy(order, `${part.report} ${id} ${filled} ${about}`, part);
  }

  #commandBy(order: WorkingOrder, id: string, part: ReportPart): GatewayCommand {
    return commandOf(this.gateway, order, id, part);
  }

  /**
   * The warning that an order which the provider does not know may have been filled there: one that
   * was sent before the numbers of the session began. No other gateway gets such an order.
   */
  #forgotten(order: WorkingOrder): string[] {
    if (order.placement.received_at > this.#env.begunAt()) return [];
    return [
      `${nameOf(order)}: the provider does not know it, and the numbers of the session have ` +
        'begun again since it was sent: it is ended here, and may have been filled there',
    ];
  }

  /** The provider knows the order by the id of a change, which is not sent again. */
  #changed(order: WorkingOrder, clientId: string): void {
    if (clientId === '') return;
    this.#renamed(order, clientId);
    order.changes.delete(rowOf(clientId));
  }

  /** The parts of a report about the order's state, beside fills. */
  #state(order: WorkingOrder, report: ExecutionReport, faults: string[]): ReportPart[] {
    const { text, clientId } = report;
    if (order.isEnded) return [];
    if (isUnknown(report)) {
      const isPast = clientId !== order.clientId && this.byClientId(clientId) === order;
      if (isPast) return [];
      const { placement, externalId } = order;
      const never = externalId === '' && placement.filled === 0 && !placement.timed_out;
      // One that was sent just now may be on its way: if it was lost, its time runs out.
      if (never && order.isSent) return [];
      const forgotten = this.#forgotten(order);
      faults.push(...forgotten);
      order.isEnded = true;
      return [{ report: never && forgotten.length === 0 ? 'unsent' : 'canceled', text }];
    }
    const kind = this.#fills.isOverShort(order, report) ? 'canceled' : stateOf(order, report);
    if (kind === undefined || (kind === 'new' && order.placement.external_id !== '')) return [];
    if (kind === 'modified') this.#changed(order, clientId);
    order.isEnded = ENDS.has(kind);
    const answered = kind === 'modified' && { change_id: rowOf(clientId) };
    return [{ report: kind, ...answered, ...(text !== '' && { text }) }];
  }
}

/** The report for a type of execution report, or for a state in the answer to a status request. */
const STATES: Readonly<Record<string, GatewayCommand['report']>> = {
  [EXEC.new]: 'new',
  [EXEC.replaced]: 'modified',
  [EXEC.canceled]: 'canceled',
  [EXEC.rejected]: 'rejected',
  [EXEC.expired]: 'expired',
  [EXEC.doneForDay]: 'expired',
};

/** After these nothing more becomes of an order, but fills that come late. */
const ENDS: ReadonlySet<GatewayCommand['report']> = new Set(['canceled', 'rejected', 'expired']);

/**
 * The state that a report shows; undefined = none that matters here. In the answer to a status
 * request, an order that is known by the id of a modification was modified.
 */
const stateOf = (
  order: WorkingOrder,
  { type, status, clientId, reason }: ExecutionReport,
): GatewayCommand['report'] | undefined => {
  // The provider has the order already: the state of the order is asked for.
  if (type === EXEC.rejected && reason === ORDER_REJECT.duplicate) return undefined;
  if (type !== EXEC.status) return endOrState(order, type);
  const change = order.changes.get(rowOf(clientId));
  const isReplaced = change?.request.sent_as === 'modify' && WORKING.has(status);
  if (isReplaced && clientId !== order.clientId) return 'modified';
  // That it was modified once is no news.
  return status === EXEC.replaced ? undefined : endOrState(order, status);
};

/** The report for a type or state. The end of a day ends no order that works for longer. */
const endOrState = (
  { placement }: WorkingOrder,
  state: string,
): GatewayCommand['report'] | undefined =>
  state === EXEC.doneForDay && worksOn(placement) ? undefined : STATES[state];

/** States of an order that still works. */
const WORKING: ReadonlySet<string> = new Set([EXEC.new, EXEC.partialFill42, EXEC.replaced]);

/** Does the answer to a status request show an order that works, with no change under way? */
const isWorking = ({ type, status }: ExecutionReport): boolean =>
  type === EXEC.status && WORKING.has(status);

/** Does the provider say that it has no such order? */
const isUnknown = ({ type, status, reason }: ExecutionReport): boolean =>
  status === EXEC.rejected &&
  reason === ORDER_REJECT.unknownOrder &&
  (type === EXEC.status || type === EXEC.rejected);

/** Does the provider refuse the order itself as one whose id it has already? */
const isDuplicate = ({ type, reason, clientId }: ExecutionReport, order: WorkingOrder): boolean =>
  type === EXEC.rejected &&
  reason === ORDER_REJECT.duplicate &&
  order.externalId === '' &&
  clientId === clientIdOf(order.placement);
