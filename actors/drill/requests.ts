// Sends requests to a server without its HTTP layer, over connections and by calls; each gets one
// answer.

import type { Caller } from '../../wire/desk/caller.js';
import type { ActorsClient, FrontSink } from '../client.js';

/** The answer to a request. */
export interface RequestAnswer {
  readonly success: boolean;
  readonly code: string;
  readonly data: Record<string, unknown> | null;
}

/** A busy server refuses with these codes: nothing was done. */
const REFUSED: RequestAnswer = { success: false, code: 'trade.too_many_requests', data: null };
/** The shard failed: the request may have been done or not. */
const UNANSWERED: RequestAnswer = { success: false, code: 'trade.timeout', data: null };

interface OpenRequest {
  readonly token: number;
  readonly resolve: (answer: RequestAnswer) => void;
}

/** Sends requests of traders, each with an id of its own. */
export class Requests implements Pick<FrontSink, 'answer' | 'unanswered'> {
  readonly #tokens = new Map<number, number>();
  readonly #open = new Map<number, OpenRequest>();
  #lastId = 0;

  /** `complain` is called with unexpected answers. */
  constructor(
    private readonly client: () => ActorsClient,
    private readonly complain: (said: string) => void,
  ) {}

  /** Sends an operation over the account's connection; the first request opens it. */
  send(caller: Caller, op: string, data: object): Promise<RequestAnswer> {
    const token = this.#tokens.get(caller.login) ?? this.client().connect(caller);
    this.#tokens.set(caller.login, token);
    this.#lastId += 1;
    const id = this.#lastId;
    const frame = Buffer.from(JSON.stringify({ id, op, data }));
    if (!this.client().send(token, 'json', frame)) return Promise.resolve(REFUSED);
    return new Promise((resolve) => this.#open.set(id, { token, resolve }));
  }

  /** Ids of unanswered requests. */
  get open(): readonly number[] {
    return [...this.#open.keys()];
  }

  answer(token: number, text: Uint8Array): void {
    const { id, ...answer } = JSON.parse(Buffer.from(text).toString()) as RequestAnswer & {
      id: number;
    };
    this.#end(id, token, answer);
  }

  unanswered(token: number): void {
    for (const [id, one] of this.#open) if (one.token === token) this.#end(id, token, UNANSWERED);
  }

  #end(id: number, token: number, answer: RequestAnswer): void {
    const open = this.#open.get(id);
    if (open?.token !== token) return this.complain(`an answer to ${id}, which waits for none`);
    this.#open.delete(id);
    open.resolve(answer);
  }
}
