// The control socket, through which commands talk to the server of a data folder.

import { closeSync, openSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';

/** Name of the socket in the data folder. */
export const CONTROL_SOCKET = 'control.sock';
const LINE_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 8;
/** Interval of the empty lines that the server sends while it works on an answer. */
const WORKING_MS = 5_000;
/** A command waits so long for the next line of the server, which may have no processor time. */
const SILENCE_MS = 120_000;
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

/**
 * Answers a connection line by line, after an empty line for every `workingMs` of work; a line that
 * is too long ends the connection.
 */
const converse = (socket: Socket, handlers: ControlHandlers, workingMs: number): void => {
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
        const beat = (): void => void (socket.destroyed || socket.write('\n'));
        // A handler that a closing server leaves unanswered keeps no process alive.
        const working = setInterval(beat, workingMs).unref();
        const outcome = await answer(handlers, line);
        clearInterval(working);
        if (!socket.destroyed) socket.write(`${JSON.stringify(outcome)}\n`);
      });
    }
  });
};

/**
 * Serves the control socket: each line of JSON `{op, input}` is answered by a line with the outcome
 * of the operation; empty lines before it say that the server works on it. The caller must hold
 * the folder's lock: an existing socket file is therefore stale, and is replaced. Only for the main
 * thread, because it sets the process's file mask.
 */
export const serveControl = async (
  path: string,
  handlers: ControlHandlers,
  workingMs = WORKING_MS,
): Promise<ControlServer> => {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    converse(socket, handlers, workingMs);
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

const ENDED = 'the server ended before it had answered';

/** The first line that is not empty; a refusal where there is none. */
const lineFrom = (socket: Socket, silenceMs: number): Promise<Outcome<string>> =>
  new Promise((resolve) => {
    let pending = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      const line = lines.find((one) => one !== '');
      if (line !== undefined) resolve(ok(line));
    });
    socket.setTimeout(silenceMs, () => {
      const silence = `the server said nothing for ${silenceMs / 1000} s`;
      resolve(refuse('timeout', `${silence}; the server may still do what was asked`));
    });
    // A connection whose other end was killed has an error, too.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(refuse('internal', ENDED)));
  });

/**
 * Sends an operation to the server of a control socket. Refuses with `not_found` when no server
 * listens, with `internal` when it ends before it answers, with `timeout` when it says nothing for
 * `silenceMs`.
 */
export const callControl = async (
  path: string,
  op: string,
  input: unknown = null,
  silenceMs = SILENCE_MS,
): Promise<Outcome<unknown>> => {
  const socket = await withAddress(path, connect);
  if (socket === undefined) return refuse('not_found', `no server answers at ${path}`);
  try {
    const answered = lineFrom(socket, silenceMs);
    socket.write(`${JSON.stringify({ op, input })}\n`);
    const line = await answered;
    return line.ok ? (JSON.parse(line.data) as Outcome<unknown>) : line;
  } finally {
    socket.destroy();
  }
};
