// The orders of one gateway at its provider: what is sent for them, and what its reports mean.
//
// The provider's total of fills decides what is booked: a report that comes again books nothing,
// and one that was missed is booked with the next (trading-rules §4.5). Reports are only turned
// into commands here; that a command takes effect once is up to the account.

import {
  formatShortest,
  PRICE_EXTRA,
  parseScaled,
  VOLUME_SCALE,
} from '../../../wire/base/scale.js';
import { uuidV5 } from '../../../wire/base/uuid.js';
import { EXEC, ORDER_REJECT, ORDER_STATUS } from '../../../wire/codec/fix/order-tags.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { clientIdOf, lateIdOf, rowOf } from './client-ids.js';
import { sideOf } from './order-messages.js';
import { type ExecutionReport, PROVIDER_PRICE_SCALE } from './provider-report.js';

/** One lot as a volume. */
const LOT = 10n ** BigInt(VOLUME_SCALE);
/** 1 as a provider's price. */
const PROVIDER_UNIT = 10n ** BigInt(PROVIDER_PRICE_SCALE);
/** Namespace of the request ids of reports. */
const REPORT_NAMESPACE = '5b1c8f62-93a4-5d0b-8c57-2f6d1e9a7b30';
/** An order that the provider does not know by an id that it has no more is asked for so often. */
const ASKED_AGAIN_MAX = 8;

/** A modification or cancel of an order. */
interface OrderChange {
  request: SentRequest;
  /** Was it sent over the present connection, or is its order asked for again? */
  isSent: boolean;
  /** When it was sent or asked for last; elapsed ms. */
  sentAt: number;
}

/** An order that works at the provider, or is on its way there. */
export interface WorkingOrder {
  /** The row of its placement. */
  placement: SentRequest;
  /** The id under which the provider knows it now, and the provider's own id. */
  clientId: string;
  externalId: string;
  /** The volume that was booked or is about to be, also what the provider took back of it. */
  filled: number;
  /** The volume that the provider has taken back, and counts no more. */
  busted: number;
  /**
   * The value of what the provider counts, at its prices ×10^12; undefined while what it has taken
   * back is not known to be booked.
   */
  value: bigint | undefined;
  /** The executions that it has taken back. */
  readonly bustedIds: Set<string>;
  /** Was the cancel that follows a timeout sent over the present connection? */
  isLateSent: boolean;
  /** Has the provider said that it ended? Then its state is not told again. */
  isEnded: boolean;
  /** Does the provider refuse its id as one that it has already, maybe for another order? */
  isDuplicate: boolean;
  /** How often it was asked for by a later id over the present connection. */
  askedAgain: number;
  /** The fills that came without a total: they are told apart by their ids alone. */
  readonly executions: Set<string>;
  /** Our ids of all that was sent for it. */
  readonly names: string[];
  /** Those that the provider has not answered, by id of their rows, the oldest first. */
  readonly changes: Map<number, OrderChange>;
}

/** A command without the parts that are the same for all reports about an order. */
type ReportPart = Pick<GatewayCommand, 'report'> &
  Partial<
    Pick<
      GatewayCommand,
      'execution_id' | 'volume' | 'price' | 'leaves' | 'total' | 'change_id' | 'text'
    >
  >;

/** What a report comes to. */
export interface ReportFinding {
  readonly order: WorkingOrder;
  readonly commands: readonly GatewayCommand[];
  /** Warnings for the operator. */
  readonly faults: readonly string[];
}

/** Is the row that of a placement? A placement without an answer becomes a cancel of itself. */
const isPlacement = ({ sent_as, timed_out }: SentRequest): boolean =>
  timed_out || (sent_as !== 'modify' && sent_as !== 'cancel');

/** The orders of one gateway. `isUnits`: does the provider count units instead of lots? */
export class WorkingOrders {
  readonly #gateway: number;
  readonly #isUnits: boolean;
  readonly #sourceOf: (symbol: string) => string;
  readonly #orders = new Map<number, WorkingOrder>();
  /** The orders by our ids of all that was sent for them, and by the provider's ids. */
  readonly #byClientId = new Map<string, number>();
  readonly #byExternalId = new Map<string, number>();

  /** `sourceOf` tells the provider's name of a symbol. */
  constructor(gateway: number, isUnits: boolean, sourceOf = (symbol: string): string => symbol) {
    this.#gateway = gateway;
    this.#isUnits = isUnits;
    this.#sourceOf = sourceOf;
  }

  get all(): Iterable<WorkingOrder> {
    return this.#orders.values();
  }

  /** Number of orders. */
  get size(): number {
    return this.#orders.size;
  }

  of(orderId: number): WorkingOrder | undefined {
    return this.#orders.get(orderId);
  }

  /** Is the request known, or was it? */
  has(request: Pick<SentRequest, 'id' | 'order_id'>): boolean {
    return this.#orders.get(request.order_id)?.names.includes(clientIdOf(request)) === true;
  }

  /** Takes a request in as it is now; its order, undefined if it is a change of an unknown one. */
  take(request: SentRequest): WorkingOrder | undefined {
    const order = this.#orders.get(request.order_id);
    if (!isPlacement(request)) {
      if (order === undefined) return undefined;
      const before = order.changes.get(request.id);
      // What is known and waits no more has been answered.
      if (before === undefined && this.has(request)) return order;
      const { isSent = false, sentAt = 0 } = before ?? {};
      order.changes.set(request.id, { request, isSent, sentAt });
      this.#name(order, clientIdOf(request));
      return order;
    }
    if (order === undefined) return this.#add(request);
    if (request.sent_id !== order.placement.sent_id) this.#renamed(order, knownAs(request));
    order.placement = request;
    // What the account has booked was reported before the start of this thread.
    order.filled = Math.max(order.filled, request.filled);
    order.busted = Math.max(order.busted, request.busted);
    const isSame = order.filled === request.filled && order.busted === request.busted;
    if (isSame && order.value === undefined) order.value = bookedValue(request);
    if (request.external_id !== '') this.#nameExternal(order, request.external_id);
    return order;
  }

  #add(placement: SentRequest): WorkingOrder {
    const order: WorkingOrder = {
      placement,
      clientId: knownAs(placement),
      externalId: '',
      filled: placement.filled,
      busted: placement.busted,
      value: bookedValue(placement),
      bustedIds: new Set(),
      executions: new Set(),
      isLateSent: false,
      isEnded: false,
      isDuplicate: false,
      askedAgain: 0,
      names: [],
      changes: new Map(),
    };
    this.#orders.set(placement.order_id, order);
    for (const id of [clientIdOf(placement), lateIdOf(placement), order.clientId]) {
      this.#name(order, id);
    }
    if (placement.external_id !== '') this.#nameExternal(order, placement.external_id);
    return order;
  }

  #name(order: WorkingOrder, clientId: string): void {
    if (this.#byClientId.has(clientId)) return;
    this.#byClientId.set(clientId, order.placement.order_id);
    order.names.push(clientId);
  }

  /** The provider knows the order by a newer id; ids of requests grow. */
  #renamed(order: WorkingOrder, clientId: string): void {
    if (rowOf(clientId) <= rowOf(order.clientId)) return;
    order.clientId = clientId;
    this.#name(order, clientId);
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
    for (const name of order.names) this.#byClientId.delete(name);
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
   * The order, and the id by which it is to be asked for next, when the provider does not know it
   * by this one. Undefined: it is known, or unknown by all ids.
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
   * A new connection: whatever was sent before may have been lost. An end that has not ended the
   * order at its account is told again, and fills that it has not booked are: the provider's total
   * is compared with what is booked.
   */
  reconnected(): void {
    for (const order of this.#orders.values()) {
      order.filled = order.placement.filled;
      order.busted = order.placement.busted;
      order.value = bookedValue(order.placement);
      order.isEnded = false;
      order.isLateSent = false;
      order.askedAgain = 0;
      for (const change of order.changes.values()) change.isSent = false;
    }
  }

  /** The orders with changes that were sent by then and have no answer: they are sent again. */
  *unanswered(until: number): Generator<WorkingOrder> {
    for (const order of this.#orders.values()) {
      const late = [...order.changes.values()].filter(({ sentAt }) => sentAt <= until);
      for (const change of late) change.isSent = false;
      if (late.length > 0) yield order;
    }
  }

  /** The order that one of our ids belongs to. */
  byClientId(clientId: string): WorkingOrder | undefined {
    return this.#orders.get(this.#byClientId.get(clientId) ?? 0);
  }

  /** A provider's quantity ×10^8 as a volume; undefined when it is no volume, or far too large. */
  #volumeOf({ placement }: WorkingOrder, quantity: bigint): number | undefined {
    const size = this.#isUnits ? BigInt(placement.contract_size) : LOT;
    if (size === 0n || (quantity * LOT) % size !== 0n) return undefined;
    const volume = Number((quantity * LOT) / size);
    return Number.isSafeInteger(volume) ? volume : undefined;
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
      (symbol !== '' && symbol !== this.#sourceOf(placement.symbol)) ||
      (side !== '' && side !== sideOf(placement)) ||
      (quantity !== undefined && quantity !== asked)
    );
  }

  /** The provider has another order of this id, and did not take ours. */
  #untaken(order: WorkingOrder): ReportFinding {
    if (order.isEnded) return { order, commands: [], faults: [] };
    order.isEnded = true;
    const text = 'the provider has another order of this id';
    const commands = [this.#commandBy(order, 'duplicate', { report: 'rejected', text })];
    return { order, commands, faults: [`order ${order.placement.order_id}: ${text}`] };
  }

  /** What an execution report means; undefined when it is about no order of this gateway. */
  execution(report: ExecutionReport): ReportFinding | undefined {
    const { externalId } = report;
    const order = this.orderOf(report);
    if (order === undefined) return undefined;
    if (order.isDuplicate && this.#isOther(order, report)) return this.#untaken(order);
    if (isDuplicate(report, order)) order.isDuplicate = true;
    if (externalId !== '' && !isUnknown(report)) this.#nameExternal(order, externalId);
    const faults: string[] = [];
    const parts = [...this.#fills(order, report, faults), ...this.#state(order, report)];
    return { order, commands: parts.map((part) => this.#command(order, report, part)), faults };
  }

  /** The provider has taken a fill of the order back: it counts less than was booked. */
  busted(order: WorkingOrder, report: ExecutionReport): void {
    const told = report.filled === undefined ? undefined : this.#volumeOf(order, report.filled);
    const before = order.busted;
    if (told !== undefined) order.busted = Math.max(0, order.filled - told);
    else if (!order.bustedIds.has(report.aboutId) && report.last !== undefined) {
      order.busted += this.#volumeOf(order, report.last) ?? 0;
    }
    // The account tells what the rest is worth, once it has taken the deal back.
    if (order.busted !== before) order.value = undefined;
    remember(order.bustedIds, report.aboutId);
  }

  /**
   * What a refusal of a request means: a cancel reject (35=9), a reject or a business reject.
   * `isGone`: the provider says that it does not know the order.
   */
  refusal(clientId: string, text: string, isGone = false): ReportFinding | undefined {
    const order = this.byClientId(clientId);
    if (order === undefined) return undefined;
    const isOrder = clientId === clientIdOf(order.placement);
    const isChange = order.changes.has(rowOf(clientId));
    // An order that was never answered, and that the provider does not know, was lost.
    const isLost = isGone && clientId === lateIdOf(order.placement) && order.placement.timed_out;
    if (isLost && order.isEnded) return { order, commands: [], faults: [] };
    if (!isOrder && !isChange && !isLost) return { order, commands: [], faults: [] };
    if (isChange) order.changes.delete(rowOf(clientId));
    else order.isEnded = true;
    const report = isLost ? 'canceled' : isOrder ? 'rejected' : 'refused';
    const part = { report, text, ...(isChange && { change_id: rowOf(clientId) }) } as const;
    return { order, commands: [this.#commandBy(order, `refusal ${clientId}`, part)], faults: [] };
  }

  /** Nothing was sent for the order, and nothing will be. */
  unsent(order: WorkingOrder, text: string): GatewayCommand {
    const part = { report: 'unsent', text } as const;
    const { received_at } = order.placement;
    return this.#commandBy(order, `unsent ${this.#gateway} ${received_at}`, part);
  }

  #command(order: WorkingOrder, report: ExecutionReport, part: ReportPart): GatewayCommand {
    const { executionId, filled = 0n, type, status, clientId } = report;
    // Execution ids of some providers begin anew with each day: the total tells them apart.
    if (part.report === 'trade') {
      const { execution_id, volume } = part;
      const total = report.filled === undefined ? '' : part.total;
      return this.#commandBy(order, `trade ${execution_id} ${total} ${volume}`, part);
    }
    // Answers to status requests have no execution id of their own.
    const id = type === EXEC.status ? `status ${status}` : executionId;
    const about = `${clientId} ${order.placement.received_at}`;
    return this.#commandBy(order, `${part.report} ${id} ${filled} ${about}`, part);
  }

  #commandBy({ placement, externalId }: WorkingOrder, id: string, part: ReportPart) {
    const { order_id } = placement;
    const text = `${this.#gateway} ${order_id} ${id}`;
    return {
      op: 'gateway',
      request_id: uuidV5(REPORT_NAMESPACE, text),
      gateway_id: this.#gateway,
      order_id,
      external_id: externalId,
      ...part,
      ...(part.text !== undefined && { text: part.text.slice(0, TEXT_MAX) }),
    } satisfies GatewayCommand;
  }

  /** The fills that a report tells: its own, and before it those that no report told. */
  #fills(order: WorkingOrder, report: ExecutionReport, faults: string[]): ReportPart[] {
    if (isUnknown(report)) return [];
    const isFill = FILL_TYPES.has(report.type);
    if (isFill && report.filled === undefined) {
      if (order.executions.has(report.executionId)) return [];
      remember(order.executions, report.executionId);
    }
    const last = isFill && report.last !== undefined ? this.#volumeOf(order, report.last) : 0;
    const told = report.filled === undefined ? undefined : this.#volumeOf(order, report.filled);
    const total =
      report.filled === undefined
        ? order.filled + (last ?? 0)
        : (told ?? Number.NaN) + order.busted;
    if (last === undefined || Number.isNaN(total)) {
      faults.push(`order ${order.placement.order_id}: a filled quantity is no volume`);
      return [];
    }
    const missing = total - order.filled;
    if (missing < 0 && report.type === EXEC.status) {
      const [all, booked] = [total, order.filled].map((one) => formatShortest(one, VOLUME_SCALE));
      faults.push(
        `order ${order.placement.order_id}: the provider tells ${all} lots, ` +
          `${booked} are booked; no fill is booked before it tells more`,
      );
    }
    if (missing <= 0) return [];
    const own = Math.min(last, missing);
    if (own < last && own > 0) {
      const [all, booked] = [last, own].map((one) => formatShortest(one, VOLUME_SCALE));
      faults.push(
        `order ${order.placement.order_id}: of a fill of ${all} lots ${booked} are booked, ` +
          'because the provider tells less of the order than is booked',
      );
    }
    const untold = missing - own;
    const parts: ReportPart[] = [];
    if (untold > 0) {
      const price = untoldPrice(order, report, total - order.busted, untold, own);
      const lots = formatShortest(untold, VOLUME_SCALE);
      faults.push(
        `order ${order.placement.order_id}: a fill of ${lots} lots was not reported; ` +
          'it is booked at the price that the average of all fills leaves for it',
      );
      const id = `untold ${formatShortest(total - own, VOLUME_SCALE)}`;
      parts.push(...this.#fill(order, id, untold, price, faults));
    }
    if (own > 0) {
      const leaves = report.status === ORDER_STATUS.filled ? 0n : report.leaves;
      const open = leaves === undefined ? undefined : this.#volumeOf(order, leaves);
      const known = open === undefined ? {} : { leaves: formatShortest(open, VOLUME_SCALE) };
      const fills = this.#fill(order, report.executionId, own, report.price, faults);
      parts.push(...fills.map((one) => ({ ...one, ...known })));
    }
    return parts;
  }

  #fill(
    order: WorkingOrder,
    execution_id: string,
    filled: number,
    price: bigint | undefined,
    faults: string[],
  ): ReportPart[] {
    if (price === undefined || price === 0n) {
      faults.push(`order ${order.placement.order_id}: a fill has no price`);
      return [];
    }
    order.filled += filled;
    if (order.value !== undefined) order.value += BigInt(filled) * price;
    const volume = formatShortest(filled, VOLUME_SCALE);
    const total = formatShortest(order.filled, VOLUME_SCALE);
    const text = formatShortest(price, PROVIDER_PRICE_SCALE);
    return [{ report: 'trade', execution_id, volume, total, price: text }];
  }

  /** The provider knows the order by the id of a change, which is not sent again. */
  #changed(order: WorkingOrder, clientId: string): void {
    if (clientId === '') return;
    this.#renamed(order, clientId);
    order.changes.delete(rowOf(clientId));
  }

  /** What a report says of the order's state, beside fills. */
  #state(order: WorkingOrder, report: ExecutionReport): ReportPart[] {
    const { text, clientId } = report;
    if (order.isEnded) return [];
    if (isUnknown(report)) {
      const { placement, externalId } = order;
      const isPast = clientId !== order.clientId && order.names.includes(clientId);
      if (isPast) return [];
      const never = externalId === '' && placement.filled === 0 && !placement.timed_out;
      order.isEnded = true;
      return [{ report: never ? 'unsent' : 'canceled', text }];
    }
    const kind = stateOf(order, report);
    if (kind === undefined || (kind === 'new' && order.placement.external_id !== '')) return [];
    if (kind === 'modified') this.#changed(order, clientId);
    order.isEnded = ENDS.has(kind);
    const answered = kind === 'modified' && { change_id: rowOf(clientId) };
    return [{ report: kind, ...answered, ...(text !== '' && { text }) }];
  }
}

/** Most ids of executions that are kept of an order; the newest are. */
const EXECUTIONS_MAX = 4096;

/** Keeps an id of an execution. */
const remember = (ids: Set<string>, id: string): void => {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > EXECUTIONS_MAX && oldest !== undefined) ids.delete(oldest);
};

/** The longest text of a provider that is kept. */
const TEXT_MAX = 128;

/** Types of execution reports about fills. */
const FILL_TYPES: ReadonlySet<string> = new Set([EXEC.trade, EXEC.partialFill42, EXEC.fill42]);

/** What a type of execution report, or a state in the answer to a status request, comes to. */
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
 * The state that a report tells; undefined = none that matters here. In the answer to a status
 * request, an order that is known by the id of a modification was modified.
 */
const stateOf = (
  order: WorkingOrder,
  { type, status, clientId, reason }: ExecutionReport,
): GatewayCommand['report'] | undefined => {
  // The provider has the order already: what it has become is asked for.
  if (type === EXEC.rejected && reason === ORDER_REJECT.duplicate) return undefined;
  if (type !== EXEC.status) return STATES[type];
  const change = order.changes.get(rowOf(clientId));
  const isReplaced = change?.request.sent_as === 'modify' && WORKING.has(status);
  if (isReplaced && clientId !== order.clientId) return 'modified';
  // That it was modified once is no news.
  return status === EXEC.replaced ? undefined : STATES[status];
};

/** States of an order that still works. */
const WORKING: ReadonlySet<string> = new Set([EXEC.new, EXEC.partialFill42, EXEC.replaced]);

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

/** The id under which the provider knows an order. */
const knownAs = ({ id, sent_id, order_id }: SentRequest): string =>
  clientIdOf({ id: sent_id || id, order_id });

/** The value at the provider of what an account has booked of an order, ×10^12; if it is known. */
const bookedValue = ({ filled, sent_value, digits }: SentRequest): bigint | undefined => {
  if (filled > 0 && sent_value === '') return undefined;
  return (BigInt(sent_value) * PROVIDER_UNIT) / 10n ** BigInt(digits + PRICE_EXTRA);
};

/**
 * The price of fills that no report told; undefined = none is known. It is what the average of all
 * that the provider counts (`counted`) leaves for them beside those that were told.
 */
const untoldPrice = (
  { value }: WorkingOrder,
  { average, price }: ExecutionReport,
  counted: number,
  untold: number,
  own: number,
): bigint | undefined => {
  if (average === undefined || average === 0n) return price;
  if (value === undefined) return average;
  const known = value + BigInt(own) * (price ?? 0n);
  const rest = average * BigInt(counted) - known;
  return rest > 0n ? rest / BigInt(untold) : average;
};
