// What a log tells, event by event, and what of it cannot be: for histories to be held against.

import { isDeepStrictEqual } from 'node:util';
import { PairCheck } from '../../actors/drill/order-pairs.js';
import { batchOf, eventsOf, lastSeq } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { AccountEvent, DeskEvent, Event } from '../../wire/trading/events.js';
import type { Deal, Ledger, Order, Position, TradeResult } from '../../wire/trading/records.js';
import { Invariants } from '../support/lives/invariants.js';

/** What came of a request, and where in the log that stands. */
export interface Outcome {
  readonly seq: number;
  readonly login: number;
  readonly accountSeq: number;
  readonly result: TradeResult;
}

/** An account as its events tell it. */
interface Account {
  readonly invariants: Invariants;
  seq: number;
}

const push = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/**
 * Follows a log. Faults are gaps in its numbers, accounts whose money is not the sum of their
 * deals, orders that leave their life cycle, rows that lack what they rest on, and batches that end
 * between the ends of a pair of orders.
 */
export class LogFacts {
  readonly faults: string[] = [];
  /** Rows as the log leaves them; positions that are closed are gone. */
  readonly orders = new Map<number, Order>();
  readonly deals = new Map<number, Deal>();
  readonly positions = new Map<number, Position>();
  readonly ledgers = new Map<number, Ledger>();
  /** Logins of the accounts that were opened. */
  readonly opened = new Set<number>();
  /** What was done for each request id: more than one is a fault. */
  readonly outcomes = new Map<string, Outcome[]>();
  /** The first event that each request id caused. */
  readonly causes = new Map<string, number>();
  /** Seq of the newest event. */
  last = 0;
  readonly #accounts = new Map<number, Account>();
  readonly #pairs = new PairCheck();
  /** Groups that are known to be of hedging accounts. */
  readonly #hedging = new Set<string>();

  /** Takes the next event. */
  follow(seq: number, event: Event): void {
    if (seq !== this.last + 1) this.faults.push(`event ${seq} came for ${this.last + 1}`);
    this.last = seq;
    if (event.type === 'desk') this.#desk(event);
    else if (event.type === 'account') this.#account(seq, event);
  }

  /** The number of an account's newest event. */
  accountSeq(login: number): number {
    return this.#accounts.get(login)?.seq ?? 0;
  }

  /** A batch ended: the log could end here. */
  batchEnded(): void {
    this.faults.push(...this.#pairs.halves(this.last));
  }

  #desk({ changes }: DeskEvent): void {
    for (const { kind, key, record } of changes) {
      if (kind === 'account' && record !== null) this.opened.add(Number(key));
      if (kind === 'group' && record?.margin_mode === 'hedging') this.#hedging.add(key);
    }
  }

  #account(seq: number, event: AccountEvent): void {
    const { login, cause } = event;
    const account = this.#accountOf(event);
    const { orders, deals, positions } = this;
    this.#pairs.follow(event.orders);
    for (const order of event.orders) orders.set(order.id, order);
    for (const deal of event.deals) deals.set(deal.id, deal);
    for (const position of event.positions) {
      if (position.closed) positions.delete(position.id);
      else positions.set(position.id, position);
    }
    this.ledgers.set(login, event.ledger);
    const orphans = event.deals.filter(({ order_id }) => order_id > 0 && !orders.has(order_id));
    const broken = [
      ...account.invariants.follow(event),
      ...orphans.map(({ id, order_id }) => `deal ${id} has no order ${order_id}`),
    ];
    this.faults.push(...broken.map((what) => `event ${seq} of ${login}: ${what}`));
    account.seq = event.account_seq;
    if (cause.request_id && !this.causes.has(cause.request_id)) {
      this.causes.set(cause.request_id, seq);
    }
    this.#outcome(seq, event);
  }

  #accountOf({ login, group }: AccountEvent): Account {
    const known = this.#accounts.get(login);
    if (known !== undefined) return known;
    const account = { invariants: new Invariants(!this.#hedging.has(group)), seq: 0 };
    this.#accounts.set(login, account);
    return account;
  }

  /** A request that waits is answered before it has an outcome: that it does. */
  #outcome(seq: number, { kind, login, account_seq, remembered }: AccountEvent): void {
    if (remembered === null) return;
    const { request_id, result } = remembered;
    if (result.status === 'queued' || result.code === 'trade.timeout') return;
    const before = this.outcomes.get(request_id)?.at(-1)?.result;
    if (kind === 'trade_result' && isDeepStrictEqual(before, result)) return;
    push(this.outcomes, request_id, { seq, login, accountSeq: account_seq, result });
  }
}

/** An event of the log; is it the last of its batch? */
interface Logged {
  readonly seq: number;
  readonly event: Event;
  readonly isLast: boolean;
}

/** The events of the log in a folder. */
export function* loggedEvents(log: string): Generator<Logged> {
  for (const { first, value } of storedFrom(log, 1)) {
    const batch = batchOf(first, value);
    for (const { seq, bytes } of eventsOf(batch)) {
      yield { seq, event: unpackEvent(bytes), isLast: seq === lastSeq(batch) };
    }
  }
}

/** Follows the log in a folder, up to an event if not to its end. The log must be whole. */
export const factsOf = (log: string, until = Number.POSITIVE_INFINITY): LogFacts => {
  const facts = new LogFacts();
  for (const { seq, event, isLast } of loggedEvents(log)) {
    if (seq > until) break;
    facts.follow(seq, event);
    if (isLast) facts.batchEnded();
  }
  return facts;
};
