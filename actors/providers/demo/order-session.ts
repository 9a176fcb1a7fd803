// The orders of the demo provider: taken, filled at its prices, changed, cancelled, and reported.

import { DATA_TYPE } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import {
  CANCEL_REJECT,
  EXEC,
  ORDER_REJECT,
  ORDER_STATUS,
  ORDER_TAG,
  ORDER_TYPE,
} from '../../../wire/codec/fix/order-tags.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import { ACCOUNT_TYPE } from '../fix/account-list.js';
import type { FixApplication } from '../fix/endpoint.js';
import type { BusinessRefusal } from '../fix/session-types.js';
import type { ProviderInstrument, ProviderInstruments } from './instruments.js';
import { type SendMessage, sendAccounts, sendSymbols } from './lists.js';
import type { OrderFile } from './order-file.js';
import { CLIENT_ID_MAX, kindFault, type TermsFault, termsOf } from './order-terms.js';
import {
  BUY,
  executed,
  fill,
  IN_FORCE,
  isWorking,
  LIMIT,
  NO_ORDER,
  type ProviderOrder,
  writeExecution,
  writeRefusal,
} from './provider-order.js';

/** Most orders that work at a time, and most changes of one. */
export const WORKING_MAX = 10_000;
const CHANGES_MAX = 1000;

const UNSUPPORTED: BusinessRefusal = { reason: 3, text: 'Unsupported Message Type' };
const LONG_ID: BusinessRefusal = {
  reason: 0,
  text: `An id has at most ${CLIENT_ID_MAX} characters`,
};

/** Something that happened to an order. */
type Unreported = ProviderOrder['untold'][number];

/** Why a cancel or change is refused: field 102, and a text for people. */
type CancelFault = readonly [reason: number, text: string];

const isSentAgain = (message: FixMessage): boolean =>
  message.flag(TAG.possDupFlag) || message.flag(TAG.possResend);

/** The session for orders. */
export class OrderSession implements FixApplication {
  /** Executions that were sent and are not known to be kept by the session's store. */
  readonly #sent = new Map<Unreported, ProviderOrder>();
  /** Executions that an earlier run may have reported already. */
  readonly #maybeReported: Set<Unreported>;

  constructor(
    private readonly instruments: ProviderInstruments,
    private readonly file: OrderFile,
    private readonly send: SendMessage,
    private readonly now: () => number,
  ) {
    this.#maybeReported = new Set([...file.all].flatMap(({ untold }) => untold));
  }

  /** Are there orders that can still be filled, which need `beat`? */
  get isWorking(): boolean {
    return this.file.working.size > 0;
  }

  /** Reports what happened while nobody was logged on. */
  loggedOn(): void {
    for (const order of this.file.all) if (order.untold.length > 0) this.#report(order);
  }

  loggedOff(): void {}

  /** The messages that were sent are kept for the peer to ask for again. */
  stored(): void {
    for (const [execution, order] of this.#sent) {
      order.untold = order.untold.filter((one) => one !== execution);
      this.#maybeReported.delete(execution);
      this.file.changed(order);
    }
    this.#sent.clear();
  }

  deliver(message: FixMessage): BusinessRefusal | undefined {
    switch (message.type) {
      case ORDER_TYPE.order:
        return this.#idFault(message) ?? this.#order(message);
      case ORDER_TYPE.cancel:
        return this.#idFault(message) ?? this.#change(message);
      case ORDER_TYPE.replace:
        return this.#idFault(message) ?? this.#change(message);
      case ORDER_TYPE.status:
        return this.#idFault(message) ?? this.#status(message);
      case DATA_TYPE.securityListRequest:
        return sendSymbols(message, this.instruments, this.send);
      case ACCOUNT_TYPE.inquiry:
        return sendAccounts(message, this.send);
      case TYPE.reject:
      case TYPE.businessReject:
        return undefined;
      default:
        return UNSUPPORTED;
    }
  }

  /** Fills what the prices allow, and ends what has expired. */
  beat(): void {
    const now = this.now();
    for (const order of [...this.file.working]) {
      if (order.expiresAt !== 0 && order.expiresAt <= now) {
        this.#end(order, ORDER_STATUS.expired, EXEC.expired);
      } else this.#match(order);
    }
    this.file.write();
  }

  // New orders

  #idFault(message: FixMessage): BusinessRefusal | undefined {
    return message.text(ORDER_TAG.clientId).length > CLIENT_ID_MAX ? LONG_ID : undefined;
  }

  #order(message: FixMessage): undefined {
    const clientId = message.text(ORDER_TAG.clientId);
    const known = this.file.byClientId(clientId);
    if (known !== undefined) return this.#again(message, known);
    const instrument = this.instruments.get(message.text(ORDER_TAG.symbol));
    const now = this.now();
    const fault = this.#orderFault(message, instrument);
    const terms = fault ?? termsOf(message, instrument as ProviderInstrument, now);
    if ('reason' in terms) return this.#refuse(message, EXEC.rejected, terms);
    const order: ProviderOrder = {
      ...terms,
      id: this.file.newId(),
      clientIds: [clientId],
      symbol: message.text(ORDER_TAG.symbol),
      side: message.text(ORDER_TAG.side),
      type: message.text(ORDER_TAG.orderType),
      filled: 0,
      value: '0',
      status: ORDER_STATUS.new,
      untold: [],
    };
    this.#happens(order, EXEC.new);
    this.#match(order);
    return undefined;
  }

  #orderFault(
    message: FixMessage,
    instrument: ProviderInstrument | undefined,
  ): TermsFault | undefined {
    if (instrument === undefined) {
      return { reason: ORDER_REJECT.unknownSymbol, text: 'unknown symbol' };
    }
    if (this.file.working.size >= WORKING_MAX) {
      return { reason: ORDER_REJECT.exceedsLimit, text: `at most ${WORKING_MAX} orders` };
    }
    return kindFault(message);
  }

  /** An id that was used: sent again its order is reported, otherwise it is refused. */
  #again(message: FixMessage, known: ProviderOrder): undefined {
    if (isSentAgain(message)) return this.#sendState(known);
    const text = 'the id was used before';
    return this.#refuse(message, EXEC.rejected, { reason: ORDER_REJECT.duplicate, text });
  }

  #refuse(message: FixMessage, type: string, { reason, text }: TermsFault): undefined {
    const refused = {
      ...{ type, reason, text },
      executionId: this.file.newId(),
      at: this.now(),
      clientId: message.text(ORDER_TAG.clientId),
      symbol: message.text(ORDER_TAG.symbol),
      side: message.text(ORDER_TAG.side),
    };
    this.send(ORDER_TYPE.report, (writer) => writeRefusal(writer, refused));
  }

  #status(message: FixMessage): undefined {
    const order = this.file.byClientId(message.text(ORDER_TAG.clientId));
    if (order !== undefined) return this.#sendState(order);
    const text = 'unknown order';
    return this.#refuse(message, EXEC.status, { reason: ORDER_REJECT.unknownOrder, text });
  }

  /** Reports the present state of an order, which changes nothing. */
  #sendState(order: ProviderOrder): undefined {
    const about = { id: this.file.newId(), type: EXEC.status, at: this.now() };
    const instrument = this.#instrumentOf(order);
    this.send(ORDER_TYPE.report, (writer) =>
      writeExecution(writer, order, executed(order, about), instrument),
    );
  }

  // Cancels and changes

  #change(message: FixMessage): undefined {
    const isCancel = message.type === ORDER_TYPE.cancel;
    const clientId = message.text(ORDER_TAG.clientId);
    const known = this.file.byClientId(clientId);
    const order = this.#named(message);
    if (known !== undefined && isSentAgain(message)) return this.#sendState(known);
    const fault = known
      ? ([CANCEL_REJECT.duplicate, 'the id was used before'] as const)
      : changeFault(order);
    if (fault !== undefined || order === undefined) return this.#keep(message, order, fault);
    if (isCancel) {
      order.clientIds.push(clientId);
      return this.#end(order, ORDER_STATUS.canceled, EXEC.canceled);
    }
    const wanted = this.#replaced(message, order);
    if ('reason' in wanted) return this.#keep(message, order, [CANCEL_REJECT.refused, wanted.text]);
    order.clientIds.push(clientId);
    Object.assign(order, wanted);
    this.#happens(order, EXEC.replaced);
    this.#match(order);
  }

  /** The order that a cancel or change names. */
  #named(message: FixMessage): ProviderOrder | undefined {
    const order = this.file.byClientId(message.text(ORDER_TAG.originalId));
    const id = message.text(ORDER_TAG.orderId);
    return id === '' || id === order?.id ? order : undefined;
  }

  /** The terms of a changed order: a limit order of the same kind, with something left to fill. */
  #replaced(message: FixMessage, order: ProviderOrder) {
    const isSame = (tag: number, value: string): boolean => message.text(tag) === value;
    const isOfOrder =
      isSame(ORDER_TAG.symbol, order.symbol) &&
      isSame(ORDER_TAG.side, order.side) &&
      isSame(ORDER_TAG.orderType, order.type);
    const other = { reason: ORDER_REJECT.other, text: 'only terms of limit orders can be changed' };
    if (!isOfOrder || order.type !== LIMIT) return other;
    const terms = termsOf(message, this.#instrumentOf(order), this.now());
    if ('reason' in terms || terms.quantity > order.filled) return terms;
    return { reason: ORDER_REJECT.quantity, text: 'as much is filled already' };
  }

  /** Refuses a cancel or change; the order stays as it is. */
  #keep(message: FixMessage, order: ProviderOrder | undefined, fault?: CancelFault): undefined {
    const [reason, text] = fault ?? [CANCEL_REJECT.unknownOrder, 'unknown order'];
    this.send(ORDER_TYPE.cancelReject, (writer) => {
      writer.text(ORDER_TAG.orderId, order?.id ?? NO_ORDER);
      writer.text(ORDER_TAG.clientId, message.text(ORDER_TAG.clientId));
      writer.text(ORDER_TAG.originalId, message.text(ORDER_TAG.originalId));
      writer.text(ORDER_TAG.orderStatus, order?.status ?? ORDER_STATUS.rejected);
      writer.time(ORDER_TAG.transactTime, this.now());
      const answersCancel = message.type === ORDER_TYPE.cancel;
      writer.int(ORDER_TAG.cancelRejectResponseTo, answersCancel ? 1 : 2);
      writer.int(ORDER_TAG.cancelRejectReason, reason).text(TAG.text, text);
    });
  }

  // Events of orders

  /** Fills as much of an order as there is for it now; what may not wait for more is cancelled. */
  #match(order: ProviderOrder): void {
    const instrument = this.#instrumentOf(order).look(this.now());
    const isBuy = order.side === BUY;
    const price = isBuy ? instrument.ask : instrument.bid;
    const isWithin = isBuy ? price <= order.price : price >= order.price;
    if (order.type !== LIMIT || isWithin) {
      const open = order.quantity - order.filled;
      const isWhole = order.inForce === IN_FORCE.fok;
      const part = isWhole ? open : Math.min(open, instrument.liquidity);
      fill(order, part, price);
      this.#happens(order, EXEC.trade, part, price);
    } else if (order.inForce === IN_FORCE.ioc || order.inForce === IN_FORCE.fok) {
      this.#end(order, ORDER_STATUS.canceled, EXEC.canceled);
    }
  }

  #end(order: ProviderOrder, status: string, type: string): undefined {
    order.status = status;
    this.#happens(order, type);
  }

  /** Keeps an event of an order, and reports it. */
  #happens(order: ProviderOrder, type: string, quantity = 0, price = 0): void {
    const about = { id: this.file.newId(), type, at: this.now() };
    order.untold.push(executed(order, about, quantity, price));
    this.file.changed(order);
    this.#report(order);
  }

  /** Reports the unreported executions of an order, as long as the peer is logged on. */
  #report(order: ProviderOrder): void {
    const instrument = this.#instrumentOf(order);
    for (const execution of order.untold) {
      if (this.#sent.has(execution)) continue;
      const seq = this.send(ORDER_TYPE.report, (writer) => {
        if (this.#maybeReported.has(execution)) writer.flag(TAG.possResend, true);
        writeExecution(writer, order, execution, instrument);
      });
      if (seq === undefined) return;
      this.#sent.set(execution, order);
    }
  }

  #instrumentOf({ symbol }: ProviderOrder): ProviderInstrument {
    const instrument = this.instruments.get(symbol);
    if (instrument === undefined) throw new Error(`there is no instrument ${symbol}`);
    return instrument;
  }
}

const changeFault = (order: ProviderOrder | undefined): CancelFault | undefined => {
  if (order === undefined) return [CANCEL_REJECT.unknownOrder, 'unknown order'];
  if (!isWorking(order)) return [CANCEL_REJECT.tooLate, 'the order has ended'];
  const isFull = order.clientIds.length > CHANGES_MAX;
  return isFull ? [CANCEL_REJECT.refused, `at most ${CHANGES_MAX} changes`] : undefined;
};
