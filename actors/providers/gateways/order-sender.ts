// Sends the requests about the orders of one gateway, and knows which messages they were.

import type { SentRequest } from '../../../wire/trading/queued.js';
import type { FixEndpoint, FixEnv } from '../fix/endpoint.js';
import { clientIdOf, lateIdOf } from './client-ids.js';
import { asking, cancelling, type OrderMessage, placing, replacing } from './order-messages.js';
import { type SentMessage, SentMessages } from './sent-messages.js';
import type { WorkingOrder } from './working-order.js';

/** The services of the gateway that sending uses. */
interface SenderEnv extends Pick<FixEnv, 'now' | 'elapsed'> {
  /** The provider's name of a symbol. */
  sourceOf(symbol: string): string;
}

/** Sends over the gateway's session, while that is logged on. */
export class OrderSender {
  readonly #sent = new SentMessages();
  /** When orders were sent that have not been answered, by our ids; elapsed ms. */
  readonly #unanswered = new Map<string, number>();

  constructor(
    private readonly endpoint: FixEndpoint,
    private readonly env: SenderEnv,
  ) {}

  /** Number of orders that have not been answered. */
  get unanswered(): number {
    return this.#unanswered.size;
  }

  /** Places an order; false = it cannot be sent. */
  place(order: WorkingOrder): boolean {
    const { placement } = order;
    order.isSent = this.#send(placing(placement, this.#symbolOf(order), this.env.now()));
    if (order.isSent) this.#unanswered.set(clientIdOf(placement), this.env.elapsed());
    return order.isSent;
  }

  /** Cancels an order that was not answered in time (§4.5); false = this was done, or cannot be. */
  cancelLate(order: WorkingOrder): boolean {
    if (order.lateSentAt !== undefined || order.isEnded || !this.#isOn) return false;
    const { placement } = order;
    const id = lateIdOf(placement, order.lateCancels + 1);
    const symbol = this.#symbolOf(order);
    this.#send(cancelling(placement, id, order, symbol, placement.quantity, this.env.now()));
    order.lateSentAt = this.env.elapsed();
    order.lateCancels += 1;
    return true;
  }

  /** Asks for the state of an order by one of our ids. */
  ask(order: WorkingOrder, id: string): void {
    // By its own id the provider would find it whether it has seen the change or not.
    const externalId = id === order.clientId ? order.externalId : '';
    this.#send(asking(order.placement, { clientId: id, externalId }, this.#symbolOf(order)));
  }

  /** Sends the changes of an order that this connection has not sent. */
  sendChanges(order: WorkingOrder): void {
    if (order.isEnded || !this.#isOn) return;
    for (const change of order.changes.values()) {
      if (change.isSent) continue;
      change.isSent = this.#send(this.#changing(order, change.request));
      change.sentAt = this.env.elapsed();
      change.attempts += 1;
    }
  }

  /** The message of a change; providers count the whole order in it, with what is filled. */
  #changing(order: WorkingOrder, request: SentRequest): OrderMessage {
    const symbol = this.#symbolOf(order);
    const now = this.env.now();
    const { quantity } = order.placement;
    return request.sent_as === 'modify'
      ? replacing(request, order, symbol, quantity, now)
      : cancelling(request, clientIdOf(request), order, symbol, quantity, now);
  }

  /** An order was answered; after how long in ms, undefined = it is not known. */
  answered(clientId: string): number | undefined {
    const sentAt = this.#unanswered.get(clientId);
    this.#unanswered.delete(clientId);
    return sentAt === undefined ? undefined : Math.round(this.env.elapsed() - sentAt);
  }

  /** The order or change that the message of a number was about; undefined = not known. */
  about(seq: number): SentMessage | undefined {
    return this.#sent.of(seq);
  }

  /** Forgets messages with numbers from `next` on: they were sent before a reset. */
  renumbered(next: number): void {
    this.#sent.forgetFrom(next);
  }

  /** A new connection: numbers may have begun again. */
  loggedOn(): void {
    this.#sent.clear();
  }

  loggedOff(): void {
    this.#unanswered.clear();
  }

  get #isOn(): boolean {
    return this.endpoint.session.isOn;
  }

  #symbolOf({ placement }: WorkingOrder): string {
    return this.env.sourceOf(placement.symbol);
  }

  #send(message: OrderMessage): boolean {
    const seq = this.endpoint.send(message.type, message.body);
    if (seq !== undefined) this.#sent.add(seq, message);
    return seq !== undefined;
  }
}
