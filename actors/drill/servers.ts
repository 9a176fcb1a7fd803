// Servers in child processes: their input, and the questions to them.

import { type ChildOptions, QuestionedChild } from './questioned-child.js';

const CHILD = new URL('./server-child.js', import.meta.url);
/** A start that has much to make up for takes long. */
const LIMIT_MS = 120_000;

/** The operations on an account. */
export interface DrillRequest {
  readonly login: number;
  readonly op: 'balance' | 'trade';
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request that was acknowledged, and the answer. */
export interface Acknowledged extends DrillRequest {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A line of level `error`, or why the server cannot go on: nothing that is tried brings it up. */
export interface Complaint {
  readonly said: string;
}

/** The shard that was made to fail is back. */
export interface Recovered {
  readonly back: true;
}

/** The tasks of the child. */
export type ServerCommand =
  | { readonly op: 'open'; readonly data: string; readonly keyFile: string }
  | { readonly op: 'work' | 'state' | 'stop' }
  | { readonly op: 'lost'; readonly acknowledged: readonly Acknowledged[] };

/** The inputs of a server that is put to work. */
export interface ServerWork {
  readonly accounts: number;
  /** Is a symbol dealt in? Else there are payments only. */
  readonly traded: boolean;
}

/** The state of the server's memory and its log; `wrong` says where they differ, and complaints. */
export interface State {
  readonly seq: number;
  readonly state_hash: string;
  readonly wrong: readonly string[];
}

/** A server of its own process; it is not open yet. */
export const serverChild = (options: Omit<ChildOptions, 'limitMs'> = {}): QuestionedChild =>
  new QuestionedChild(CHILD, { ...options, limitMs: LIMIT_MS });

/** Asks a server; a text is the reason for which there is no answer. */
export const order = async <T extends object>(
  server: QuestionedChild,
  what: ServerCommand,
): Promise<T | string> => {
  const answer = await server.ask<T & { failed?: string }>(what);
  return typeof answer === 'string' ? answer : (answer.failed ?? answer);
};

/**
 * Starts a server on a folder and compares its memory with the log; a text is the reason against
 * it.
 */
export const stateOf = async (
  server: QuestionedChild,
  data: string,
  keyFile: string,
): Promise<State | string> => {
  const opened = await order(server, { op: 'open', data, keyFile });
  return typeof opened === 'string' ? opened : order<State>(server, { op: 'state' });
};
