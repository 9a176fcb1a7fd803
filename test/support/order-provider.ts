// A provider of execution in the test's process, over FIX: it keeps its orders while connections
// are cut, and reports fills, cancels and states by itself. feed-provider.ts has no orders, and
// sends only what a test writes.

import { FixDialer } from '../../actors/providers/fix/dialer.js';
import { FixEndpoint, systemEnv } from '../../actors/providers/fix/endpoint.js';
import { FixListener } from '../../actors/providers/fix/listener.js';
import type { FixSettings } from '../../actors/providers/fix/session-types.js';
import type { FixMessage } from '../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../wire/codec/fix/fix-writer.js';
import { KeepingStore, PLAIN } from '../actors/providers/fix/session-harness.js';
import { now } from './clock.js';
import { GUARD_MS, until } from './guard.js';

export const OURS = 'BROKER';
export const THEIRS = 'PROVIDER';

/** An order as the provider has it; quantities in its unit. */
export interface ProviderOrder {
  readonly externalId: string;
  /** The id under which it was placed, and the one under which it is known now. */
  readonly firstId: string;
  clientId: string;
  readonly symbol: string;
  readonly side: string;
  quantity: number;
  readonly type: string;
  price: string;
  filled: number;
  value: number;
  /** Field 39. */
  status: string;
}

/** A message that came: its type and some of its fields. */
export interface Received {
  readonly type: string;
  readonly seq: number;
  readonly clientId: string;
  readonly originalId: string;
  /** The id of the provider, if the message names the order by it. */
  readonly externalId: string;
  readonly isPossDup: boolean;
}

/** States (39) of orders that are open: new, and filled in part. */
const OPEN: ReadonlySet<string> = new Set(['0', '1']);

/** Fields of a report that a test gives. */
type Fields = Readonly<Record<number, string>>;

/**
 * What it does with an order: it fills it at once, or in two parts, the second somewhat later; it
 * accepts it and waits, or takes it without a word.
 */
export type Manner = 'fill' | 'parts' | 'rest' | 'silent';

/** How a provider that dials us goes on: at once, and again and again. */
const DIALLING = { pauseMs: 10, attempts: Number.POSITIVE_INFINITY, restMs: 10 };

/** A provider that listens on a port of its own, or dials us. */
export class OrderProvider {
  readonly orders = new Map<string, ProviderOrder>();
  readonly received: Received[] = [];
  /** The cash of the accounts that it keeps, by name. */
  readonly accounts = new Map<string, string>();
  readonly endpoint: FixEndpoint;
  /** What is done with orders, or with the one that has come. */
  manner: Manner | ((order: ProviderOrder) => Manner) = 'fill';
  /** Why it refuses lists; empty = it does not. */
  listRefusal = '';
  /** What its id of an order begins with. */
  idPrefix = 'E';
  /** The price at which it fills. */
  price = '1.10015';
  /** Called before a message is taken: true = the provider acts as if it had not come. */
  intercept: (message: Received) => boolean = () => false;
  readonly #listener: FixListener;
  #dialer: FixDialer | undefined;
  readonly #env = systemEnv(() => undefined);
  readonly #store = new KeepingStore();
  #executions = 0;
  port = 0;

  private constructor(role: FixSettings['role']) {
    const env = this.#env;
    const settings = {
      ...{ ...PLAIN, role, sender: THEIRS, target: OURS },
      replayMaxAgeMs: Number.POSITIVE_INFINITY,
      logoutTimeoutMs: 200,
    };
    const application = {
      loggedOn: () => undefined,
      loggedOff: () => undefined,
      deliver: (message: FixMessage) => this.#take(message),
    };
    this.endpoint = new FixEndpoint(settings, this.#store, application, env);
    const find = (sender: string, target: string) =>
      sender === THEIRS && target === OURS ? this.endpoint : undefined;
    this.#listener = new FixListener({}, find, env);
  }

  static async open(port = 0): Promise<OrderProvider> {
    const provider = new OrderProvider('acceptor');
    provider.port = await provider.#listener.listen({ host: '127.0.0.1', port });
    return provider;
  }

  /** A provider that dials a port until it is closed. */
  static dial(port: number): OrderProvider {
    const provider = new OrderProvider('initiator');
    const target = { host: '127.0.0.1', port, timeoutMs: GUARD_MS };
    provider.#dialer = new FixDialer(provider.endpoint, target, DIALLING, provider.#env);
    provider.#dialer.start();
    return provider;
  }

  close(): void {
    this.#listener.close();
    void this.#dialer?.stop('closed');
    this.endpoint.cut();
  }

  /** Cuts the connection; the peer may dial again. */
  cut(): void {
    this.endpoint.cut();
  }

  /** The order of one of our ids, once it has come. */
  order(clientId: number | string): Promise<ProviderOrder> {
    return until(`order ${clientId}`, () => this.orders.get(String(clientId)));
  }

  /** The first message of a type that has come, or comes. */
  message(type: string, clientId?: string): Promise<Received> {
    const fits = (one: Received): boolean =>
      one.type === type && (clientId === undefined || one.clientId === clientId);
    return until(`a message ${type}`, () => this.received.find(fits));
  }

  #take(message: FixMessage): undefined {
    const received: Received = {
      type: message.type,
      seq: message.int(34),
      clientId: message.text(11),
      originalId: message.text(41),
      externalId: message.text(37),
      isPossDup: message.flag(43),
    };
    const text = (tag: number): string => message.text(tag);
    const isLost = this.intercept(received);
    this.received.push(received);
    if (isLost) return;
    if (message.type === 'D') this.#placed(text);
    if (message.type === 'F') this.#canceled(text);
    if (message.type === 'G') this.#changed(text);
    if (message.type === 'H') this.#asked(text);
    if (message.type === 'BB') this.#listAccounts(text(909));
    if (message.type === 'x') this.#listSymbols(text(320));
  }

  #placed(text: (tag: number) => string): void {
    const clientId = text(11);
    if (this.orders.has(clientId))
      return this.#send('8', { 150: '8', 39: '8', 103: '6', 11: clientId });
    const order: ProviderOrder = {
      externalId: `${this.idPrefix}${this.orders.size + 1}`,
      firstId: clientId,
      clientId,
      symbol: text(55),
      side: text(54),
      quantity: Number(text(38)),
      type: text(40),
      price: text(44),
      filled: 0,
      value: 0,
      status: '0',
    };
    this.orders.set(clientId, order);
    const manner = typeof this.manner === 'string' ? this.manner : this.manner(order);
    if (manner === 'silent') return;
    this.report(order, '0');
    if (manner === 'fill') this.fill(order, order.quantity);
    if (manner !== 'parts') return;
    this.fill(order, Math.ceil(order.quantity / 2));
    setImmediate(() => {
      if (order.status === '1') this.fill(order, order.quantity - order.filled);
    });
  }

  /** Tells its accounts, each in a message. */
  #listAccounts(request: string): void {
    if (this.listRefusal !== '') return this.#send('BG', { 909: request, 58: this.listRefusal });
    const all = [...this.accounts];
    for (const [at, [account, cash]] of all.entries()) {
      const last = at === all.length - 1 ? 'Y' : 'N';
      this.#send('BA', {
        908: `R${at}`,
        909: request,
        912: last,
        1: account,
        15: 'USD',
        901: cash,
      });
    }
  }

  #listSymbols(request: string): void {
    if (this.listRefusal !== '') {
      return this.#send('y', { 320: request, 322: 'L0', 560: '99', 58: this.listRefusal });
    }
    this.endpoint.send('y', (writer) => {
      writer.text(320, request).text(322, 'L1').int(560, 0).int(393, 1);
      writer.int(146, 1).text(55, 'EUR/NOK');
    });
  }

  #canceled(text: (tag: number) => string): void {
    const order = this.orders.get(text(41));
    const isOpen = order !== undefined && OPEN.has(order.status);
    if (!isOpen) return this.rejectCancel(text(11), text(41), order?.status ?? '8');
    order.status = '4';
    this.report(order, '4', { 11: text(11), 41: text(41) });
  }

  #changed(text: (tag: number) => string): void {
    const order = this.orders.get(text(41));
    const isOpen = order !== undefined && OPEN.has(order.status);
    if (!isOpen) return this.rejectCancel(text(11), text(41), order?.status ?? '8');
    order.price = text(44);
    order.quantity = Number(text(38));
    order.clientId = text(11);
    this.orders.set(order.clientId, order);
    this.report(order, '5', { 41: text(41) });
  }

  #asked(text: (tag: number) => string): void {
    const order = this.orders.get(text(11));
    if (order !== undefined) return this.report(order, 'I');
    this.#send('8', {
      ...{ 150: 'I', 39: '8', 103: '5', 11: text(11), 37: 'NONE', 17: '0', 55: text(55) },
      ...{ 54: text(54), 151: '0', 14: '0', 6: '0' },
    });
  }

  /** Refuses a cancel or change; `reason` is field 102. */
  rejectCancel(
    clientId: string,
    originalId: string,
    status: string,
    reason = status === '8' ? '1' : '0',
  ): void {
    this.#send('9', {
      ...{ 11: clientId, 41: originalId, 37: 'NONE', 39: status, 434: '1' },
      102: reason,
    });
  }

  /** Says that its next message will not come. */
  passOver(): void {
    const after = this.#store.nextOut + 2;
    this.endpoint.send('4', (writer) => writer.flag(123, true).int(36, after));
    this.#store.nextOut = after;
  }

  /** Begins its numbers again, further on, because it has lost what it sent. */
  resetNumbers(): void {
    const next = this.#store.nextOut + 10;
    this.endpoint.send('4', (writer) => writer.int(36, next));
    this.#store.nextOut = next;
  }

  /** Begins the numbers of both sides again by a Logon within the session. */
  logOnAgain(): void {
    this.#store.reset(now());
    this.endpoint.send('A', (writer) => writer.int(98, 0).int(108, 30).flag(141, true));
  }

  /** Refuses a message by its number, by a reject (35=3) or a business reject (35=j). */
  refuse(type: '3' | 'j', seq: number, text: string, about = 'D', fields: Fields = {}): void {
    const more = type === 'j' && { 380: '0' };
    this.#send(type, { 45: String(seq), 372: about, ...more, ...fields, 58: text });
  }

  /** Fills a quantity of an order, and reports that. */
  fill(order: ProviderOrder, quantity: number, price = this.price): void {
    order.filled += quantity;
    order.value += quantity * Number(price);
    order.status = order.filled >= order.quantity ? '2' : '1';
    this.report(order, 'F', { 32: String(quantity), 31: price });
  }

  /** Fills what is left of an order that is still open. */
  fillRest(clientId: number | string): void {
    const order = this.orders.get(String(clientId));
    if (order !== undefined && OPEN.has(order.status)) {
      this.fill(order, order.quantity - order.filled);
    }
  }

  /** The id of the last execution report. */
  get lastExecution(): string {
    return `X${this.#executions}`;
  }

  /** Reports an order as it is; `more` adds fields, or replaces them. */
  report(order: ProviderOrder, type: string, more: Fields = {}): void {
    this.#executions += 1;
    const isOpen = OPEN.has(order.status);
    this.#send('8', {
      37: order.externalId,
      11: order.clientId,
      17: type === 'I' ? '0' : this.lastExecution,
      150: type,
      39: order.status,
      55: order.symbol,
      54: order.side,
      38: String(order.quantity),
      151: String(isOpen ? order.quantity - order.filled : 0),
      14: String(order.filled),
      6: order.filled === 0 ? '0' : (order.value / order.filled).toFixed(8),
      ...more,
    });
  }

  /** Sends a message; one that the peer cannot get now has its number, and is asked for later. */
  #send(type: string, fields: Fields): void {
    const body = (writer: FixWriter): void => {
      for (const [tag, value] of Object.entries(fields)) writer.text(Number(tag), value);
    };
    if (this.endpoint.send(type, body) !== undefined) return;
    const at = now();
    const writer = new FixWriter().begin(type).text(49, THEIRS).text(56, OURS);
    writer.int(34, this.#store.nextOut).time(52, at);
    body(writer);
    this.#store.sent(at, writer.end());
  }
}
