// The control socket, through which commands talk to the server of a data folder.

import { closeSync, openSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { type Outcome, refuse } from '../../wire/base/codes.js';

/** Name of the socket in the data folder. */
export const CONTROL_SOCKET = 'control.sock';
const LINE_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 8;
/** Time for an answer: the longest is a backup. */
const ANSWER_MS = 600_000;
/** The file mask for mode 0600. */
const OWNER_ONLY_MASK = 0o177;

/** The handlers of operations; each gets the command's input. */
export type ControlHandlers = Readonly<
  Record<string, (input: unknown) => Promise<Outcome<unknown>>>
>;

/** A running control socket. */
export interface ControlServer {
  close(): Promise<void>;
}

/** The longest path in a socket address; a longer one would be cut silently. */
const PATH_BYTES_MAX = 107;

/** Calls `run` with a short path to the same socket, however deep its folder is. */
const withAddress = async <T>(path: string, run: (address: string) => Promise<T>): Promise<T> => {
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return run(path);
  const folder = openSync(dirname(path), 'r');
  try {
    return await run(`/proc/self/fd/${folder}/${basename(path)}`);
  } finally {
    closeSync(folder);
  }
};

interface ControlRequest {
  readonly op: string;
  readonly input: unknown;
}

const parseRequest = (line: string): ControlRequest | undefined => {
  try {
    const { op, input } = JSON.parse(line) as { op?: unknown; input?: unknown };
    return typeof op === 'string' ? { op, input } : undefined;
  } catch {
    return undefined;
  }
};

const answer = async (handlers: ControlHandlers, line: string): Promise<Outcome<unknown>> => {
  const request = parseRequest(line);
  if (request === undefined) return refuse('invalid_input', 'not a line of JSON with an op');
  const handler = Object.hasOwn(handlers, request.op) ? handlers[request.op] : undefined;
  if (handler === undefined) return refuse('invalid_input', `op: ${request.op} is not known`);
  try {
    return await handler(request.input);
  } catch (error) {
    return refuse('internal', (error as Error).message);
  }
};

/** Answers a connection line by line; a line that is too long ends the connection. */
const converse = (socket: Socket, handlers: ControlHandlers): void => {
  let pending = '';
  let turn = Promise.resolve();
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    if (pending.length > LINE_BYTES_MAX) socket.destroy();
    for (const line of lines) {
      turn = turn.then(async () => {
        const outcome = await answer(handlers, line);
        if (!socket.destroyed) socket.write(`${JSON.stringify(outcome)}\n`);
      });
    }
  });
};

/**
 * Serves the control socket: each line of JSON `{op, input}` is answered by a line with the outcome
 * of the operation. The caller must hold the folder's lock: an existing socket file is therefore
 * stale, and is replaced. Only for the main thread, because it sets the process's file mask.
 */
export const serveControl = async (
  path: string,
  handlers: ControlHandlers,
): Promise<ControlServer> => {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    converse(socket, handlers);
  });
  server.maxConnections = CONNECTIONS_MAX;
  const listen = (address: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const mask = process.umask(OWNER_ONLY_MASK);
      server.once('error', reject);
      server.listen(address, resolve);
      process.umask(mask);
    });
  await withAddress(path, listen);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        rmSync(path, { force: true });
        resolve();
      });
      for (const socket of open) socket.destroy();
    });
  return { close };
};

/** Errors of a connection whose other end was killed. */
const SEVERED: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

const connect = (address: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = createConnection(address, () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });

/** Is a server listening on this control socket? */
export const isServed = async (path: string): Promise<boolean> => {
  const socket = await withAddress(path, connect);
  socket?.destroy();
  return socket !== undefined;
};

/**
 * Sends an operation to the server of a control socket. Refuses with `not_found` when no server
 * listens, with `internal` when it ends before it answers.
 */
export const callControl = async (
  path: string,
  op: string,
  input: unknown = null,
  timeoutMs = ANSWER_MS,
): Promise<Outcome<unknown>> => {
  const socket = await withAddress(path, connect);
  if (socket === undefined) return refuse('not_found', `no server answers at ${path}`);
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.write(`${JSON.stringify({ op, input })}\n`);
  const ended = refuse('internal', 'the server ended before it had answered');
  try {
    for await (const line of createInterface(socket)) return JSON.parse(line) as Outcome<unknown>;
    return ended;
  } catch (error) {
    if (SEVERED.includes((error as NodeJS.ErrnoException).code)) return ended;
    throw error;
  } finally {
    socket.destroy();
  }
};
