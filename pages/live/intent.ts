// Trade intents: each owns one request id until it is answered or changed, whatever the network
// does.

import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { BrokerError, type TradeRequest, type TradeResult } from '../../client/index.js';
import type { Connection } from './connection.js';
import { compareDecimals, exact, minus, shortTextOf } from './decimal.js';
import type { LiveParts } from './parts.js';
import { type Refusal, refusalOf } from './refusal.js';

/** A request as it is sent: with its id, and the time after which it is not executed. */
export type SentRequest = TradeRequest & {
  readonly request_id: string;
  readonly valid_until: string;
};

/** The side of a deal. */
export type TradeSide = 'buy' | 'sell';

/** The state of an intent. */
export type IntentState =
  | { readonly kind: 'sending' }
  /** The answer was lost: the outcome is asked for, and nothing is sent again by another id. */
  | { readonly kind: 'asking' }
  /** A dealer, a provider or a delay decides. */
  | { readonly kind: 'queued'; readonly result: TradeResult }
  /** Done, or an order was placed; `rest` are the lots of a partial fill that were not done. */
  | { readonly kind: 'done'; readonly result: TradeResult; readonly rest: string | null }
  /** A new price is offered: accept it as long as the symbol's `request_timeout_sec` lasts. */
  | { readonly kind: 'requote'; readonly result: TradeResult; readonly refusal: Refusal }
  /** The answer to a price request: its prices can be accepted as long. */
  | { readonly kind: 'priced'; readonly result: TradeResult }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** An intent of the user to trade. */
export interface Intent {
  readonly request: SentRequest;
  readonly state: ReadonlySignal<IntentState>;
  /** The server's time in ms when it was sent. */
  readonly sentAt: number;
  /** The server's time in ms of the newest answer; null = there is none. */
  readonly answeredAt: ReadonlySignal<number | null>;
}

/** The intents of an account. */
export interface Intents {
  /** Intents without a final outcome, oldest first: sending, asking, queued. */
  readonly open: ReadonlySignal<readonly Intent[]>;
  /** The newest intent that got its final outcome, for a toast. */
  readonly settled: ReadonlySignal<Intent | null>;
  /** Sends a request under a new id. Use `draft` where a user may press a button twice. */
  readonly send: (request: TradeRequest) => Intent;
  /** Makes the draft of a ticket, a row or a dialog. */
  readonly draft: () => IntentDraft;
}

/** The sender of the requests of a ticket, a row or a dialog. */
export interface IntentDraft {
  /** The intent that was sent last; null = none yet. */
  readonly current: ReadonlySignal<Intent | null>;
  /**
   * Sends a request. The same request again, while the first has no answer or within half a second,
   * is the same intent: nothing is sent. The price that the user saw makes no other market request.
   */
  readonly send: (request: TradeRequest) => Intent;
  /**
   * The request that accepts the offered price, to be checked and sent as a new intent; null = no
   * price is offered. `side` is the side of the deal: a close of a long position sells.
   */
  readonly acceptance: (side: TradeSide) => TradeRequest | null;
  /** Forgets the current intent, for instance when the ticket is changed after an answer. */
  readonly clear: () => void;
}

/** How an account trades: a trader by the socket, staff by REST. */
interface TradeWay {
  readonly trade: (request: SentRequest) => Promise<TradeResult>;
  /**
   * The stored outcome. Throws `not_found` where the request took no effect, so far; where the same
   * request may be sent again instead, this does so.
   */
  readonly outcome: (request: SentRequest) => Promise<TradeResult>;
}

/** Validity of a request in ms: one that reaches the server later is not executed. */
const VALID_MS = 30_000;
/** A second press of a button within this time in ms is the same intent. */
const TWICE_MS = 500;
/** The pause in ms between questions for an outcome. */
const ASK_AGAIN_MS = 1_000;
/** A queued request whose event does not come is asked for after this time in ms. */
const QUEUED_MS = 5_000;

/** After these codes the request may have been executed. */
const UNKNOWN: readonly string[] = [
  'client.outcome_unknown',
  'client.unreachable',
  'client.protocol',
  'trade.timeout',
  'timeout',
  'internal',
];
/** Does an answer to the question for an outcome say nothing of the request? */
const saysNothing = (code: string): boolean =>
  UNKNOWN.includes(code) || /^(?:client|auth)\.|^trade\.too_many_requests$/.test(code);

const brokerErrorOf = (error: unknown): BrokerError => {
  if (error instanceof BrokerError) return error;
  throw error;
};

/** Is it the result of a trade? Other refusals have faults, or nothing. */
const isResult = (data: unknown): data is TradeResult =>
  typeof data === 'object' && data !== null && 'status' in data && 'volume' in data;

const restOf = (request: TradeRequest, { status, volume }: TradeResult): string | null => {
  if (status !== 'partial' || !('volume' in request) || request.volume === undefined) return null;
  if (compareDecimals(request.volume, volume) <= 0) return null;
  return shortTextOf(minus(exact(request.volume), exact(volume)));
};

/** The state that a result without an error makes. */
const stateOf = (request: TradeRequest, result: TradeResult): IntentState => {
  const { status, code, message } = result;
  if (status === 'queued') return { kind: 'queued', result };
  if (status === 'requote' || status === 'rejected') {
    return refusedState(new BrokerError(code, message, { data: result }));
  }
  if (request.kind === 'price') return { kind: 'priced', result };
  return { kind: 'done', result, rest: restOf(request, result) };
};

const refusedState = (error: unknown): IntentState => {
  const refusal = refusalOf(error);
  const { data } = error as BrokerError;
  const isOffer = isResult(data) && data.status === 'requote';
  return isOffer ? { kind: 'requote', result: data, refusal } : { kind: 'refused', refusal };
};

/** States without a final outcome. */
const OPEN: readonly IntentState['kind'][] = ['sending', 'asking', 'queued'];

const isOpen = ({ kind }: IntentState): boolean => OPEN.includes(kind);

/** Waits for the first state of an intent that is none of these. */
const stateBeyond = ({ state }: Intent, kinds: readonly IntentState['kind'][]) =>
  new Promise<IntentState>((resolve) => {
    const stop = effect(() => {
      const now = state.value;
      if (kinds.includes(now.kind)) return;
      resolve(now);
      queueMicrotask(() => stop());
    });
  });

/** Waits for the first answer to an intent: done, refused, or queued. */
export const answerOf = (intent: Intent): Promise<IntentState> =>
  stateBeyond(intent, ['sending', 'asking']);

/** Waits until an intent has its final outcome. */
export const outcomeOf = (intent: Intent): Promise<IntentState> => stateBeyond(intent, OPEN);

interface OwnIntent extends Intent {
  readonly state: Signal<IntentState>;
  readonly answeredAt: Signal<number | null>;
}

/** The requests that were sent from this tab and have no final answer, kept over a reload. */
const keeper = ({ keptByTab }: LiveParts, name: string) => ({
  read: (): readonly SentRequest[] => {
    try {
      return JSON.parse(keptByTab.getItem(name) ?? '[]') as readonly SentRequest[];
    } catch {
      return [];
    }
  },
  write: (requests: readonly SentRequest[]): void => {
    if (requests.length === 0) keptByTab.removeItem(name);
    else keptByTab.setItem(name, JSON.stringify(requests));
  },
});

/**
 * The content of a request without its id; the price of a market request moves between two presses.
 */
const askedOf = ({ request_id: _, valid_until: __, ...asked }: TradeRequest): string => {
  if (asked.kind !== 'open' && asked.kind !== 'close') return JSON.stringify(asked);
  const { price: ___, ...rest } = asked;
  return JSON.stringify(rest);
};

/** The price that an answer offers for a side; null = none. */
export const offeredPrice = ({ price, bid, ask }: TradeResult, side: TradeSide): string | null =>
  price ?? (side === 'buy' ? ask : bid);

/** The request that takes an offered price. */
const acceptingRequest = (
  { request_id: requote_of, valid_until: _, ...asked }: SentRequest,
  price: string,
): TradeRequest =>
  ({ ...asked, kind: asked.kind === 'price' ? 'open' : asked.kind, price, requote_of }) as never;

/** The functions that a draft needs. */
interface DraftNeeds {
  readonly now: () => number;
  readonly send: (request: TradeRequest) => Intent;
}

const makeDraft = ({ now, send }: DraftNeeds): IntentDraft => {
  const current = signal<Intent | null>(null);
  let pressedAt = 0;
  const sendOnce = (request: TradeRequest): Intent => {
    const before = current.peek();
    if (before !== null && askedOf(before.request) === askedOf(request)) {
      const isUnanswered = ['sending', 'asking'].includes(before.state.peek().kind);
      if (isUnanswered || now() - pressedAt < TWICE_MS) return before;
    }
    pressedAt = now();
    const intent = send(request);
    current.value = intent;
    return intent;
  };
  const acceptance = (side: TradeSide): TradeRequest | null => {
    const before = current.peek();
    const state = before?.state.peek();
    if (before === null || (state?.kind !== 'requote' && state?.kind !== 'priced')) return null;
    const price = offeredPrice(state.result, side);
    return price === null ? null : acceptingRequest(before.request, price);
  };
  const clear = (): void => {
    current.value = null;
  };
  return { current, send: sendOnce, acceptance, clear };
};

/** The connection, as far as intents need it. */
type IntentConnection = Pick<Connection<unknown>, 'state' | 'isLive' | 'serverNow'>;

/** The intents of an account, and what the store sends them. */
export class AccountIntents implements Intents {
  readonly open = signal<readonly OwnIntent[]>([]);
  readonly settled = signal<Intent | null>(null);
  readonly #way: TradeWay;
  readonly #connection: IntentConnection;
  readonly #parts: LiveParts;
  readonly #kept: ReturnType<typeof keeper>;
  readonly #stop: () => void;
  #isOver = false;

  /** `name` tells accounts apart in what the tab keeps. Asks for what the tab has kept. */
  constructor(way: TradeWay, connection: IntentConnection, parts: LiveParts, name: string) {
    this.#way = way;
    this.#connection = connection;
    this.#parts = parts;
    this.#kept = keeper(parts, `brokerd.intents.${name}`);
    // While the connection is lost, a request that was sent has an unknown outcome.
    this.#stop = effect(() => {
      if (connection.isLive.value) return;
      for (const { state } of this.open.peek()) {
        if (state.peek().kind === 'sending') state.value = { kind: 'asking' };
      }
    });
    for (const request of this.#kept.read()) void this.#ask(this.#add(request));
  }

  readonly send = (asked: TradeRequest): Intent => {
    const valid_until = new Date(this.#connection.serverNow() + VALID_MS).toISOString();
    const request = { ...asked, request_id: this.#parts.uuid(), valid_until } as SentRequest;
    const intent = this.#add(request);
    this.#keep();
    void this.#run(intent);
    return intent;
  };

  readonly draft = (): IntentDraft =>
    makeDraft({ now: () => this.#parts.clock.now(), send: this.send });

  /** Takes the outcome of a queued request. */
  readonly resolved = (result: TradeResult): void => {
    const { request_id } = result;
    const intent = this.open.peek().find(({ request }) => request.request_id === request_id);
    if (intent !== undefined) this.#move(intent, stateOf(intent.request, result));
  };

  /** Events were missed: asks what became of queued requests. */
  readonly askQueued = (): void => {
    for (const intent of this.open.peek()) {
      if (intent.state.peek().kind === 'queued') void this.#ask(intent);
    }
  };

  readonly close = (): void => {
    this.#isOver = true;
    this.#stop();
  };

  /** After the end of a session the page that follows asks, because the tab keeps requests. */
  get #isEnded(): boolean {
    return this.#isOver || this.#connection.state.peek().kind === 'ended';
  }

  #add(request: SentRequest): OwnIntent {
    const intent = {
      request,
      state: signal<IntentState>({ kind: 'sending' }),
      sentAt: this.#connection.serverNow(),
      answeredAt: signal<number | null>(null),
    };
    this.open.value = [...this.open.peek(), intent];
    return intent;
  }

  #keep(): void {
    this.#kept.write(this.open.peek().map(({ request }) => request));
  }

  #move(intent: OwnIntent, state: IntentState): void {
    if (!isOpen(intent.state.peek())) return;
    batch(() => {
      intent.state.value = state;
      intent.answeredAt.value = this.#connection.serverNow();
      if (isOpen(state)) return;
      this.open.value = this.open.peek().filter((one) => one !== intent);
      this.settled.value = intent;
    });
    this.#keep();
    if (state.kind !== 'queued') return;
    this.#parts.clock.after(QUEUED_MS, () => {
      if (intent.state.peek() === state) void this.#ask(intent);
    });
  }

  async #run(intent: OwnIntent): Promise<void> {
    const { request } = intent;
    try {
      this.#move(intent, stateOf(request, await this.#way.trade(request)));
    } catch (error) {
      const { code, data } = brokerErrorOf(error);
      if (UNKNOWN.includes(code) && !isResult(data)) return this.#ask(intent);
      this.#move(intent, refusedState(error));
    }
  }

  /** Asks until the outcome is known; a page that is opened later goes on asking. */
  async #ask(intent: OwnIntent): Promise<void> {
    const { clock } = this.#parts;
    if (intent.state.peek().kind === 'sending') intent.state.value = { kind: 'asking' };
    while (!this.#isEnded && isOpen(intent.state.peek())) {
      const state = await this.#outcome(intent.request);
      if (state !== undefined) return this.#move(intent, state);
      await new Promise<void>((resolve) => void clock.after(ASK_AGAIN_MS, resolve));
    }
  }

  /** The outcome as the server has it now; undefined = it is not known yet. */
  async #outcome(request: SentRequest): Promise<IntentState | undefined> {
    try {
      return stateOf(request, await this.#way.outcome(request));
    } catch (error) {
      const { code, data } = brokerErrorOf(error);
      if (isResult(data)) return refusedState(error);
      if (code !== 'not_found') return saysNothing(code) ? undefined : refusedState(error);
      if (this.#connection.serverNow() <= Date.parse(request.valid_until)) return undefined;
      const message = 'The request was lost; nothing was done.';
      return refusedState(new BrokerError('trade.canceled', message));
    }
  }
}
