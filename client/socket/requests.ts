// Requests that wait for their answers, from connection to connection.

import { BrokerError, clientError } from '../session/errors.js';
import type { Reply } from './frames.js';

/**
 * The effect of a lost connection on a request that was sent. `repeat`: it is sent again, because a
 * second execution has no further effect; `unknown`: it fails, because it may have been executed;
 * `bound`: it belongs to the opening of a connection and fails with it.
 */
export type WhenLost = 'repeat' | 'unknown' | 'bound';

/** A request, and the functions that settle its promise. */
export interface PendingRequest {
  readonly id: number;
  readonly op: string;
  readonly data: object;
  readonly whenLost: WhenLost;
  isSent: boolean;
  resolve(data: unknown): void;
  reject(error: BrokerError): void;
}

/** The requests of one client. Ids are never used twice. */
export class Requests {
  readonly #byId = new Map<number, PendingRequest>();
  #nextId = 1;

  /** `max`: the number of requests that may wait at the same time. */
  constructor(private readonly max: number) {}

  /**
   * Adds a request. Throws `client.busy` when too many wait; there is always room for `bound`
   * requests.
   */
  add(
    op: string,
    data: object,
    whenLost: WhenLost,
  ): { readonly request: PendingRequest; readonly answer: Promise<unknown> } {
    if (whenLost !== 'bound' && this.#byId.size >= this.max) {
      throw clientError('client.busy', `${this.max} requests are waiting for their answers`);
    }
    const id = this.#nextId;
    this.#nextId += 1;
    let request: PendingRequest | undefined;
    const answer = new Promise<unknown>((resolve, reject) => {
      request = { id, op, data, whenLost, isSent: false, resolve, reject };
    });
    this.#byId.set(id, request as unknown as PendingRequest);
    return { request: request as unknown as PendingRequest, answer };
  }

  /** The request that an answer belongs to; undefined: none waits for it. */
  of({ id }: Reply): PendingRequest | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** Passes an answer to the caller that waits for it. */
  answered(request: PendingRequest, { success, code, message, data }: Reply): void {
    this.#byId.delete(request.id);
    if (success) request.resolve(data);
    else request.reject(new BrokerError(code, message, { data }));
  }

  /** Fails a request that cannot be sent. */
  refuse(request: PendingRequest, error: BrokerError): void {
    this.#byId.delete(request.id);
    request.reject(error);
  }

  /** The connection is lost: requests that can be sent again wait for the next one. */
  lost(): void {
    for (const request of [...this.#byId.values()]) {
      if (request.whenLost === 'bound') {
        this.refuse(request, clientError('client.unreachable', 'the connection was lost'));
      } else if (request.isSent && request.whenLost === 'unknown') {
        this.refuse(request, unknownOutcome(request));
      } else request.isSent = false;
    }
  }

  /** The requests that wait to be sent, in the order in which they were made. */
  unsent(): PendingRequest[] {
    return [...this.#byId.values()].filter(
      ({ isSent, whenLost }) => !isSent && whenLost !== 'bound',
    );
  }

  /** Fails all requests, because no answer will come any more. */
  endAll(error: BrokerError): void {
    for (const request of [...this.#byId.values()]) {
      const isOpen = request.isSent && request.whenLost === 'unknown';
      this.refuse(request, isOpen ? unknownOutcome(request, error) : error);
    }
  }
}

const unknownOutcome = ({ op }: PendingRequest, cause?: BrokerError): BrokerError =>
  clientError('client.outcome_unknown', `the answer to ${op} was lost`, { cause });
