// Servers in child processes: the messages to them, and their answers.

import { type ChildOptions, QuestionedChild } from './questioned-child.js';

const CHILD = new URL('./server-child.js', import.meta.url);
/** Time for a start, which is long when there is much to replay. */
const LIMIT_MS = 120_000;

/** An operation on an account. */
export interface DrillRequest {
  readonly login: number;
  readonly op: 'balance' | 'trade';
  readonly body: Readonly<Record<string, unknown>>;
}

/** An acknowledged request and its answer. */
export interface Acknowledged extends DrillRequest {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A log line of level `error`, or a fatal failure; no drill case should cause one. */
export interface Complaint {
  readonly said: string;
}

/** Sent when the shard that was made to fail is back. */
export interface Recovered {
  readonly back: true;
}

/** The commands to the child. */
export type ServerCommand =
  | { readonly op: 'open'; readonly data: string; readonly keyFile: string }
  | { readonly op: 'work' | 'state' | 'stop' }
  | { readonly op: 'lost'; readonly acknowledged: readonly Acknowledged[] };

/** The accounts and symbol that a server works with. */
export interface ServerWork {
  readonly accounts: number;
  /** Can a symbol be traded? Otherwise there are only payments. */
  readonly traded: boolean;
}

/** The state of the server's memory and log; `wrong` lists differences and complaints. */
export interface State {
  readonly seq: number;
  readonly state_hash: string;
  readonly wrong: readonly string[];
}

/** A child process for a server; it is started later. */
export const serverChild = (options: Omit<ChildOptions, 'limitMs'> = {}): QuestionedChild =>
  new QuestionedChild(CHILD, { ...options, limitMs: LIMIT_MS });

/** Sends a command to a server; a text is the reason why there is no answer. */
export const order = async <T extends object>(
  server: QuestionedChild,
  what: ServerCommand,
): Promise<T | string> => {
  const answer = await server.ask<T & { failed?: string }>(what);
  return typeof answer === 'string' ? answer : (answer.failed ?? answer);
};

/** Starts a server on a folder and compares its memory with the log; a text describes the fault. */
export const stateOf = async (
  server: QuestionedChild,
  data: string,
  keyFile: string,
): Promise<State | string> => {
  const opened = await order(server, { op: 'open', data, keyFile });
  return typeof opened === 'string' ? opened : order<State>(server, { op: 'state' });
};
