// Lines of the journal about what a provider reports and nothing was done for: staff settle that.

import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { ORDER_TAG } from '../../../wire/codec/fix/order-tags.js';
import type { ProviderExecution } from '../../messages.js';
import type { FixEnv } from '../fix/endpoint.js';
import { peerText } from '../fix/peer-text.js';
import { orderIdOf } from './client-ids.js';
import { readExecution } from './provider-report.js';

/** Longest value of a field in a line. */
const SHOWN_MAX = 64;
/** Most lines in an hour, and most fills in an hour of orders that are not open. */
const NOTES_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** What lines are written with. */
export interface NotesEnv extends Pick<FixEnv, 'now'> {
  /** Writes a line of the journal, for what staff have to settle by hand. */
  note(text: string): void;
  /** Writes a line of the journal unless a deal of the execution is booked: it may come again. */
  stray(execution: ProviderExecution, text: string): void;
}

/** The gateway that the lines are about. */
interface NotedGateway {
  readonly id: number;
  readonly name: string;
}

/** Writes the lines of one gateway. */
export class GatewayNotes {
  readonly #gateway: NotedGateway;
  readonly #password: string;
  readonly #env: NotesEnv;
  readonly #notes = { hour: 0, count: 0 };
  /** Apart from the others: many may be booked, and come again. */
  readonly #strays = { hour: 0, count: 0 };

  constructor(gateway: NotedGateway, password: string, env: NotesEnv) {
    this.#gateway = gateway;
    this.#password = password;
    this.#env = env;
  }

  /** What is wrong about an order. */
  fault(text: string): void {
    this.#warn(`: ${text}`);
  }

  /** Writes a warning; beyond a number in an hour there are none. */
  #warn(text: string): void {
    if (this.#isFree(this.#notes)) this.#env.note(this.#line(text));
  }

  /** A fill of an order that is not open: without a deal of it, the provider has a trade alone. */
  stray(message: FixMessage): void {
    const { clientId, originalId, executionId, last = 0n } = readExecution(message);
    if (last === 0n) return;
    const { volume, symbol, price, execution, order } = this.#shown(message);
    const text =
      ` reports a fill of order ${order}, which is not open: ` +
      `${volume} ${symbol} at ${price}, execution ${execution}; nothing was booked`;
    const order_id = orderIdOf(clientId) ?? orderIdOf(originalId);
    if (order_id === undefined || executionId === '') return this.#warn(text);
    if (!this.#isFree(this.#strays)) return;
    const about = { login: 0, gateway_id: this.#gateway.id, order_id, execution_id: executionId };
    this.#env.stray(about, this.#line(text));
  }

  /** A trade is taken back that names none of ours. */
  unknownBust(message: FixMessage): void {
    const { volume, symbol, price, about, order } = this.#shown(message);
    this.#warn(
      ` takes execution ${about} of order ${order} back, which is none of ours: ` +
        `${volume} ${symbol} at ${price}; nothing was changed here`,
    );
  }

  /** A trade has another volume or price than was reported. */
  corrected(message: FixMessage): void {
    const { volume, symbol, price, about, order } = this.#shown(message);
    this.#warn(
      ` corrects execution ${about} of order ${order}: it was ${volume} ${symbol} at ${price}; ` +
        'nothing was changed here',
    );
  }

  #line(text: string): string {
    return `warning: gateway ${this.#gateway.name}${text}`;
  }

  /** May a further line be written in this hour? */
  #isFree(written: { hour: number; count: number }): boolean {
    const hour = Math.floor(this.#env.now() / HOUR_MS);
    if (hour !== written.hour) written.count = 0;
    written.hour = hour;
    written.count += 1;
    return written.count <= NOTES_PER_HOUR;
  }

  /** What a report says of a trade, in the provider's words as the journal may show them. */
  #shown(message: FixMessage) {
    const shown = (tag: number): string =>
      peerText(message.text(tag), this.#password).slice(0, SHOWN_MAX);
    return {
      order: shown(ORDER_TAG.clientId),
      volume: shown(ORDER_TAG.lastQuantity),
      symbol: shown(ORDER_TAG.symbol),
      price: shown(ORDER_TAG.lastPrice),
      execution: shown(ORDER_TAG.executionId),
      about: shown(ORDER_TAG.executionRef),
    };
  }
}
