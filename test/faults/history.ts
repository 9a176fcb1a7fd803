// A client history: what clients asked of a server, when, and what they were told. It is held
// against what is there afterwards (checker.ts).

import { randomUUID } from 'node:crypto';
import type { TradeResult } from '../support/client/shapes.js';
import { until } from '../support/guard.js';

/** What a client knows of a request: `unknown` when no answer came, it may be done or not. */
export type Known = 'ok' | 'failed' | 'unknown';

/** What an answer says that a request has done. */
export type RequestOutcome = Partial<Omit<TradeResult, 'repeated'>>;

/** One request. Asked again with the same id it is another entry. */
export interface Asked {
  readonly id: string;
  readonly login: number;
  /** The connection that it was sent over: 1, 2, 3 … */
  readonly connection: number;
  /** What was sent, to be sent again. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Moments, for all connections: a later one is a higher number. */
  readonly invokedAt: number;
  answeredAt?: number;
  known: Known;
  outcome?: RequestOutcome;
}

/** The number of an account's newest event, as a client was shown it. */
export interface Read {
  readonly login: number;
  readonly connection: number;
  /** When it was asked for: what was acknowledged before must be in it; 0 = it came unasked. */
  readonly invokedAt: number;
  readonly answeredAt: number;
  readonly accountSeq: number;
}

/** What the checker needs of a history. */
export interface Recorded {
  readonly asked: readonly Asked[];
  readonly reads: readonly Read[];
  /** Accounts that staff were told are open. */
  readonly opened: readonly number[];
  /** Events that never came to a client who saw later ones, in words. */
  readonly missed: readonly string[];
}

/** Nothing was asked. */
export const NO_HISTORY: Recorded = { asked: [], reads: [], opened: [], missed: [] };

/** An answer as far as it is noted. */
interface Answer {
  readonly success: boolean;
  readonly code: string;
  readonly data: (RequestOutcome & { readonly repeated?: boolean }) | null;
}

/** Zero has decimals over REST, and none in live frames, which leave it out. */
const ZERO = /^0\.0+$/;
const alike = (answered: RequestOutcome): RequestOutcome =>
  Object.fromEntries(
    Object.entries(answered).map(([name, value]) => [name, ZERO.test(String(value)) ? '0' : value]),
  );

/** What is said to new requests while commits stall. */
const BUSY = 'trade.too_many_requests';
const TIMEOUT = 'trade.timeout';
/** What a server that stops adds to a refusal. */
export const STOPPING = /restarting/;

/** What every answer says. */
interface Said {
  readonly code: string;
  readonly message: string;
}

/** Does it say no more than that nobody knows yet, or not now? */
export const isOpen = ({ code, message }: Said): boolean =>
  code === TIMEOUT || (code === BUSY && !STOPPING.test(message));

/** Asks, by the same id each time, until it is told what became of the request. */
export const toEnd = <T extends Said>(ask: () => Promise<T>): Promise<T> =>
  until('answer that says what was done', async () => {
    const answer = await ask();
    return !isOpen(answer) && answer;
  });

/**
 * After a timeout a request may be done or not; nor does it tell of one that may be done already
 * that it was refused unread when it was asked again.
 */
const knownBy = ({ success, code }: Answer, mayBeDone: boolean): Known => {
  if (success) return 'ok';
  return code === TIMEOUT || (code === BUSY && mayBeDone) ? 'unknown' : 'failed';
};

/** Notes what all clients of a test ask and are told. */
export class History implements Recorded {
  readonly asked: Asked[] = [];
  readonly reads: Read[] = [];
  readonly opened: number[] = [];
  readonly missed: string[] = [];
  /** Codes of requests that failed. */
  readonly refused = new Set<string>();
  #connections = 0;
  #moment = 0;
  #waiting: (() => void)[] = [];
  /** Ids of requests that may have been done. */
  readonly #open = new Set<string>();

  /** A number for a new connection. */
  connect(): number {
    this.#connections += 1;
    return this.#connections;
  }

  /** The moment of what happens next. */
  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** Waits for the next answer. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends a request and notes it with its answer; rejects as the sending does. */
  async ask<T extends Answer>(
    of: Pick<Asked, 'id' | 'login' | 'connection' | 'request'>,
    send: (request: Asked['request']) => Promise<T>,
  ): Promise<T> {
    const asked: Asked = { ...of, invokedAt: this.moment(), known: 'unknown' };
    this.asked.push(asked);
    const mayBeDone = this.#open.has(of.id);
    this.#open.add(of.id);
    const answer = await send(of.request);
    asked.answeredAt = this.moment();
    asked.known = knownBy(answer, mayBeDone);
    if (asked.known === 'failed') this.#open.delete(of.id);
    if (!answer.success) this.refused.add(answer.code);
    if (answer.success && answer.data !== null) {
      // What it changed is told once.
      const { repeated, changes, ...answered } = answer.data;
      asked.outcome = alike(answered);
    }
    for (const wake of this.#waiting.splice(0)) wake();
    return answer;
  }

  /** How many requests were answered `ok`. */
  get acknowledged(): number {
    return this.asked.filter(({ known }) => known === 'ok').length;
  }

  /** How many requests were never answered. */
  get unanswered(): number {
    return this.asked.filter(({ known }) => known === 'unknown').length;
  }

  /** The server ended in good order: what it did not answer it has not done. */
  endedInOrder(): void {
    for (const asked of this.asked) if (asked.known === 'unknown') asked.known = 'failed';
  }

  /** Requests of a login that may have been done, each once: to be asked again. */
  toRepeat(login: number): Asked[] {
    const mine = this.asked.filter((asked) => asked.login === login && asked.known !== 'failed');
    return [...new Map(mine.map((asked) => [asked.id, asked])).values()];
  }

  /** Forgets everything: it was checked. */
  forget(): void {
    for (const list of [this.asked, this.reads, this.opened, this.missed]) list.length = 0;
    this.#open.clear();
  }
}

/** Who sends trade requests. */
interface Sender<T extends Answer> {
  readonly login: number;
  trade(request: Readonly<Record<string, unknown>>): Promise<T>;
}

type Wish = Readonly<Record<string, unknown>>;

/** A trader's requests, each under an id of its own; `ask` is told how to send one and note it. */
const notedBy = <T extends Answer>(
  history: History,
  trader: Sender<T>,
  ask: (send: () => Promise<T>) => Promise<T>,
) => {
  const { login } = trader;
  const connection = history.connect();
  return (wish: Wish): Promise<T> => {
    const id = randomUUID();
    const request = { request_id: id, ...wish };
    const of = { id, login, connection, request };
    return ask(() => history.ask(of, (sent) => trader.trade(sent)));
  };
};

/** A trader's way to send requests, each under an id of its own and noted in a history. */
export const noted = <T extends Answer>(history: History, trader: Sender<T>) =>
  notedBy(history, trader, (send) => send());

/** As `noted`, but each is asked until it is told what became of it, however slow the server is. */
export const settled = <T extends Answer & Said>(history: History, trader: Sender<T>) =>
  notedBy(history, trader, toEnd);
