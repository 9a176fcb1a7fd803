// A request and its answer in the form for handlers.

import type { Code } from '../../wire/base/codes.js';
import type { MaybePromise } from './maybe-promise.js';

/** The operators' log. The first argument has the data. */
export interface Logger {
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}

/** A request's head, copied before the first await. */
export interface Incoming {
  /** Upper case, as sent. */
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By lower-case name; repeated headers are joined by a comma, cookies by a semicolon. */
  readonly headers: ReadonlyMap<string, string>;
  /** The address of the other end of the socket. */
  readonly peer: string;
  /** The client's address: that of the socket, or the one from a trusted proxy. */
  readonly address: string;
}

/** A body that is read while it is sent. */
export interface BodySource {
  /** Its bytes in all, more than 0. */
  readonly length: number;
  /** The bytes from an offset on, at most so many and at least one; rejects on failure. */
  read(from: number, most: number): Promise<Uint8Array>;
  /** The body was sent, or is not needed; may be called again. */
  close(): void;
}

/** Is a body read while it is sent? */
export const isSource = (body: Answer['body']): body is BodySource =>
  typeof body === 'object' && 'read' in body;

/** The answer. The server adds the security headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Whole, or in consecutive non-empty parts, or read while it is sent. */
  readonly body: string | Uint8Array | readonly Uint8Array[] | BodySource;
  /** The code of a refusal. */
  readonly code?: Code;
  /** Close the connection afterwards, because further data on it cannot be trusted. */
  readonly close?: boolean;
  /** The log line about an answer that is no fault of the client. */
  readonly why?: string;
}

/** A request body: its bytes, or that it exceeded the limit. */
export type Body = Uint8Array | 'too_large';

/** The error with its stack, for the log only. */
export const describeCause = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);

/** The limits of a request, which the handler derives from its head. */
export interface Expected {
  readonly bodyBytesMax: number;
  /** May the sender send a long body? Never rejects. */
  readonly admits: MaybePromise<boolean>;
  /** Time limit of the answer in ms; undefined = the default. */
  readonly answerMs: number | undefined;
  /**
   * Answers a request; an error that it throws, or rejects with, is reported as an unexpected
   * failure.
   */
  answer(body: Body): MaybePromise<Answer>;
}

/** The handler of requests. */
export interface RequestHandler {
  /** Decides from a request's head before its body is read; never throws. */
  expect(request: Incoming): Expected;
}

export type Header = readonly [name: string, value: string];
