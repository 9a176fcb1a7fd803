// Which orders are in flight between a server and its provider, by the messages that go over.

import type { FixMessage } from '../../wire/codec/fix/fix-message.js';
import type { Cut } from '../support/cut-proxy.js';

/** States (39) after which nothing more becomes of an order. */
const ENDED: ReadonlySet<string> = new Set(['2', '4', '8', 'C']);

/** The order that one of the server's ids is of. */
const rootOf = (clientId: string): string => /^\d+/.exec(clientId)?.[0] ?? '';

/**
 * What the server has sent and does not know the outcome of: market orders until their end, limit
 * orders, changes and cancels until their first answer.
 */
export class OrdersInFlight {
  /** By the server's ids: does it last until the order's end? */
  readonly #sent = new Map<string, boolean>();
  readonly #ended = new Set<string>();

  get count(): number {
    return this.#sent.size;
  }

  /** The server has sent a message, which need not arrive, or has got one. */
  readonly seen = (to: Cut['to'], message: FixMessage): void => {
    const id = message.text(11);
    if (to === 'provider') this.#send(message, id);
    else if (message.type === '8' || message.type === '9') this.#answer(message, id);
  };

  #send(message: FixMessage, id: string): void {
    const isSent = ['D', 'F', 'G'].includes(message.type);
    if (isSent && !this.#ended.has(rootOf(id))) this.#sent.set(id, message.text(40) === '1');
  }

  #answer(message: FixMessage, id: string): void {
    if (this.#sent.get(id) !== true) this.#sent.delete(id);
    const isUnknown = message.text(150) === 'I' && message.text(39) === '8';
    // A change that the provider does not know says nothing of its order.
    const isEnd = message.type === '8' && ENDED.has(message.text(39));
    if (!isEnd || (isUnknown && id !== rootOf(id))) return;
    const root = rootOf(id);
    this.#ended.add(root);
    for (const one of this.#sent.keys()) if (rootOf(one) === root) this.#sent.delete(one);
  }
}
