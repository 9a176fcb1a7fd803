// One request and its answer, as handlers see them.

import type { MaybePromise } from './maybe-promise.js';

/** Where the door writes what operators read. The first argument carries the facts. */
export interface Logger {
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** A request's head, copied before anything is awaited. */
export interface Incoming {
  /** Upper case, as sent. */
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By lower-case name; repeated ones are joined by a comma, cookies by a semicolon. */
  readonly headers: ReadonlyMap<string, string>;
  /** The address of the socket's other end. */
  readonly peer: string;
  /** The client's address: the socket's own, or the one that a trusted proxy gives. */
  readonly address: string;
}

/** The answer. The server adds the security headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Whole, or in parts that follow each other, none of them empty. */
  readonly body: string | Uint8Array | readonly Uint8Array[];
  /** Close the connection afterwards: what follows on it cannot be trusted. */
  readonly close?: boolean;
  /** What the log says of an answer that is no fault of the client. */
  readonly why?: string;
}

/** A request body: its bytes, or that it was longer than the limit. */
export type Body = Uint8Array | 'too_large';

/** The error, with its place in the code: for the log alone. */
export const describeCause = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);

/** The facts about a request that its head gives. */
export interface Expected {
  /** The most bytes that its body may have. */
  readonly bodyBytesMax: number;
  /** Is the sender let in, as far as a long body asks for it? It never rejects. */
  readonly admits: MaybePromise<boolean>;
  /** How long its answer may take, ms; undefined = as long as any. */
  readonly answerMs: number | undefined;
  /**
   * Answers a request; an error that it throws, or rejects with, is reported as an unexpected
   * failure.
   */
  answer(body: Body): MaybePromise<Answer>;
}

/** The handler of requests. */
export interface RequestHandler {
  /** Looks at a request's head, before its body is read; never throws. */
  expect(request: Incoming): Expected;
}

export type Header = readonly [name: string, value: string];
