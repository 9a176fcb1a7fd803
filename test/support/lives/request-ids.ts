// Request ids in many accounts' lives: new and repeated ones.

import type { StoredRequest } from '../../../storage/read/queries.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { SeededRandom } from './random.js';

/** An operation as it was sent, and how it was answered. */
export interface Sent {
  readonly login: number;
  readonly op: string;
  readonly data: { readonly request_id: string };
  readonly caller: Caller;
  readonly answer: string;
}

const PREFIX = '00000000-0000-4000-8000-';
const DIGITS = 12;
/** The newest remembered requests, any of which may be sent again. */
const RECENT = 512;
/** Older ones that may be sent again after the shard has forgotten their outcomes. */
const OLD = 256;

/** The result in an answer; what it changed is told once. */
const dataOf = (answer: string): string =>
  answer
    .slice(answer.indexOf('"data":'))
    .replace(/,"changes":\[.*\](?=$|,"seq":)/, '')
    .replace(/,"seq":"\d+"}}$/, '')
    .replace(/,"repeated":(?:true|false)/, '');

/** Does a request that is sent again say what it said at first? One that waited may have an end. */
export const saysSame = (first: string, again: string): boolean =>
  first.includes('"status":"queued"') || dataOf(again) === dataOf(first);

/** The ids that were used, and samples of what they were used for. */
export class RequestIds {
  #last = 0;
  /** Requests that waited, and those with an outcome. */
  readonly #waiting = new Set<string>();
  readonly #done = new Set<string>();
  readonly #recent: Sent[] = [];
  #next = 0;
  readonly #old: Sent[] = [];
  readonly #stored = new Map<string, StoredRequest>();

  /** A fresh id. */
  fresh(): string {
    this.#last += 1;
    return PREFIX + this.#last.toString(16).padStart(DIGITS, '0');
  }

  /**
   * Notes that an id took effect; false when it had already. A request that waited has two: that it
   * waits, and its outcome, of which its client is told once more. Ids of the server do not count.
   */
  takeEffect({ kind, remembered }: AccountEvent): boolean {
    const id = remembered?.request_id ?? '';
    if (!id.startsWith(PREFIX)) return true;
    const waits = remembered?.result.status === 'queued';
    const known = this.#done.has(id) || (waits && this.#waiting.has(id));
    const isOutcome = kind === 'trade_result' && this.#waiting.has(id);
    (waits ? this.#waiting : this.#done).add(id);
    return !known || isOutcome;
  }

  /** Keeps a request that is remembered from now on, so that it can be sent again. */
  keep(sent: Sent, event: AccountEvent, seq: number, random: SeededRandom): void {
    this.#recent[this.#next] = sent;
    this.#next = (this.#next + 1) % RECENT;
    if (event.remembered === null || this.#old.length >= OLD || !random.oneIn(64)) return;
    this.#old.push(sent);
    const { digest, result } = event.remembered;
    this.#stored.set(`${sent.login}:${sent.data.request_id}`, {
      digest,
      result,
      seq,
    });
  }

  /** A request to send again; mostly a new one. */
  again(random: SeededRandom): Sent | undefined {
    const list = random.oneIn(4) && this.#old.length > 0 ? this.#old : this.#recent;
    return random.any(list);
  }

  /** A remembered request as the database would hold it. */
  stored(login: number, requestId: string): StoredRequest | null {
    return this.#stored.get(`${login}:${requestId}`) ?? null;
  }
}
