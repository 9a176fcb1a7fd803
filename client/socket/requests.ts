// Requests that wait for their answers, from connection to connection.

import { BrokerError, clientError } from '../session/errors.js';
import type { Reply } from './frames.js';

/**
 * What a lost connection means for a request that was sent: `repeat`: it is sent again, it changes
 * nothing that is not asked for; `unknown`: it fails, as it may have been carried out; `bound`: it
 * is part of opening a connection and fails with it.
 */
export type WhenLost = 'repeat' | 'unknown' | 'bound';

/** A request and who waits for its answer. */
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
  readonly #max: number;
  readonly #byId = new Map<number, PendingRequest>();
  #nextId = 1;

  /** `max`: how many may wait at the same time. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a request. Throws `client.busy` when too many wait; `bound` ones always have room. */
  add(
    op: string,
    data: object,
    whenLost: WhenLost,
  ): { readonly request: PendingRequest; readonly answer: Promise<unknown> } {
    if (whenLost !== 'bound' && this.#byId.size >= this.#max) {
      throw clientError('client.busy', `${this.#max} requests are waiting for their answers`);
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

  /** The request that an answer belongs to; undefined: nobody waits for it. */
  of({ id }: Reply): PendingRequest | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** Gives an answer to who waits for it. */
  answered(request: PendingRequest, { success, code, message, data }: Reply): void {
    this.#byId.delete(request.id);
    if (success) request.resolve(data);
    else request.reject(new BrokerError(code, message, { data }));
  }

  /** A request cannot be sent. */
  refuse(request: PendingRequest, error: BrokerError): void {
    this.#byId.delete(request.id);
    request.reject(error);
  }

  /** The connection is gone: what can be sent again waits for the next one. */
  lost(): void {
    for (const request of [...this.#byId.values()]) {
      if (request.whenLost === 'bound') {
        this.refuse(request, clientError('client.unreachable', 'the connection was lost'));
      } else if (request.isSent && request.whenLost === 'unknown') {
        this.refuse(request, unknownOutcome(request));
      } else request.isSent = false;
    }
  }

  /** Those that wait to be sent, in the order in which they were asked for. */
  unsent(): PendingRequest[] {
    return [...this.#byId.values()].filter(
      ({ isSent, whenLost }) => !isSent && whenLost !== 'bound',
    );
  }

  /** No answer will come any more. */
  endAll(error: BrokerError): void {
    for (const request of [...this.#byId.values()]) {
      const isOpen = request.isSent && request.whenLost === 'unknown';
      this.refuse(request, isOpen ? unknownOutcome(request, error) : error);
    }
  }
}

const unknownOutcome = ({ op }: PendingRequest, cause?: BrokerError): BrokerError =>
  clientError('client.outcome_unknown', `the answer to ${op} was lost`, { cause });
