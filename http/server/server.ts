// The HTTP server: all rules of uWebSockets.js in one place, so that no handler can break one.

import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../actors/client.js';
import type { AddressGauge } from './address-gauge.js';
import { BodyBuffer } from './body.js';
import { BODY_BYTES_MAX, BODY_PACE, BodyRoom } from './body-limits.js';
import {
  type Answer,
  type Body,
  describeCause,
  type Expected,
  type Incoming,
  type Logger,
  type RequestHandler,
} from './exchange.js';
import { decodeAddress, plainPath, readHead } from './head.js';
import { bodyUnits, frameUnits, WORK } from './loop-work.js';
import { chain, type MaybePromise } from './maybe-promise.js';
import {
  type HttpRequest,
  type HttpResponse,
  type NativeApp,
  native,
  type WebSocket,
} from './native.js';
import { freePort, portFault } from './port-fault.js';
import { Exchange, type Fixed, fixedHeaders, type Keeper } from './response.js';
import { Socket, type SocketBehaviour } from './upgrade.js';

/** Time for a request to arrive completely, and for its handler to answer. */
const DEADLINE_MS = patience(30_000);
/** Interval at which open requests are checked for lateness. */
const LOOK_MS = 1_000;
/** An oversized body up to this size is read to its end, so that the connection can be kept. */
const DRAIN_BYTES_MAX = 1_048_576;
/** Time for running requests when the server closes. */
const CLOSING_MS = patience(5_000);

/** Pause before another try to listen on a port that somebody took. */
const LISTEN_AGAIN_MS = 1_000;

/** A second listener on the port is refused instead of sharing it. */
const EXCLUSIVE = 1;

interface ServerOptions {
  readonly handler: RequestHandler;
  /** PEM files; null = plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Adds HSTS, when TLS is used here or at a proxy. */
  readonly secure: boolean;
  /** The client's address, from the socket's address and the request's headers. */
  addressOf(peer: string, headers: ReadonlyMap<string, string>): string;
  /** Counts the open requests and sockets of each address. */
  readonly gauge: AddressGauge;
  readonly refusals: Refusals;
  readonly log: Logger;
}

/** Prepared answers for requests that are refused before a handler. */
export interface Refusals {
  malformed(why: string): Answer;
  tooManyConnections(): Answer;
  tooManyBodies(): Answer;
  tooMuchAtOnce(): Answer;
  tooManyUnread(): Answer;
  failed(request: Incoming, cause: unknown): Answer;
  /** There was no answer within `limitMs`. */
  late(request: Incoming, limitMs: number): Answer;
  stopping(): Answer;
}

const EMPTY_BODY = Buffer.alloc(0);

const hasBody = (head: ReadonlyMap<string, string>): boolean =>
  head.has('content-length') || head.has('transfer-encoding');

interface Reading {
  /** The most bytes of the body. */
  readonly limit: number;
  /** Does the sender have a valid credential? Otherwise no long body is stored. */
  readonly admits: MaybePromise<boolean>;
  /** Is there room for `size` bytes of it? */
  readonly grow: (size: number) => boolean;
  /** The stored part was dropped. */
  readonly clear: () => void;
  /** There was no room. */
  readonly full: () => void;
  /**
   * May another piece be read, which makes the body `size` bytes long? If not, the connection is
   * closed, because the library would continue to read.
   */
  readonly mayRead: (size: number) => boolean;
  readonly done: (body: Body, ended: boolean) => void;
}

/**
 * Collects the body, then calls `done` or `full` once. Must be called before any await. The
 * connection is closed if the body comes in too many small pieces.
 */
const readBody = (
  res: HttpResponse,
  head: ReadonlyMap<string, string>,
  { limit, admits, grow, clear, full, mayRead, done }: Reading,
): void => {
  const length = Number(head.get('content-length') ?? 0);
  const buffer = new BodyBuffer(length);
  let most = limit;
  let isPassed = false;
  const isOver = (): boolean => buffer.size > most || length > most;
  const drop = (): void => {
    buffer.drop();
    clear();
  };
  const pass = (body: Body, ended: boolean): void => {
    if (isPassed) return;
    isPassed = true;
    done(body, ended);
  };
  res.onData((chunk, isLast) => {
    const { byteLength } = chunk;
    if (!buffer.count(byteLength) || !mayRead(buffer.size)) return void res.close();
    if (isPassed) return;
    if (isOver()) drop();
    else if (!grow(buffer.with(byteLength))) {
      drop();
      isPassed = true;
      return full();
    } else if (byteLength > 0) buffer.add(new Uint8Array(chunk));
    if (isLast) pass(isOver() ? 'too_large' : buffer.whole(), true);
    else if (buffer.size > DRAIN_BYTES_MAX + most) pass('too_large', false);
  });
  chain(admits, (may) => {
    if (may || isPassed) return;
    most = Math.min(limit, BODY_BYTES_MAX);
    if (isOver()) drop();
  });
  if (length > DRAIN_BYTES_MAX + most) pass('too_large', false);
};

const openApp = (tls: ServerOptions['tls']): NativeApp => {
  const { library } = native();
  library._cfg('999999990007'); // Omits the header with the library's name.
  if (tls === null) return library.App();
  try {
    return library.SSLApp({ cert_file_name: tls.cert, key_file_name: tls.key });
  } catch (cause) {
    throw new Error(`${tls.cert} and ${tls.key} are no certificate and its key`, { cause });
  }
};

/** The server. Made once; throws when the native library does not load. */
export class HttpServer implements Keeper {
  /** The app that listens is the last; the others serve connections of older certificates. */
  readonly #apps: NativeApp[] = [];
  /** Adds the live sockets to an app. */
  readonly #paths: ((app: NativeApp) => unknown)[] = [];
  #place = { host: '', port: 0 };
  readonly #fixed: Fixed;
  readonly #pending = new Set<Exchange>();
  readonly #room = new BodyRoom<Exchange>();
  #token: object | undefined;
  #idle: (() => void) | undefined;
  #isStopping = false;
  readonly #timer: NodeJS.Timeout;
  /** Time of the last check of open requests. */
  #lookedAt = performance.now();

  constructor(private readonly options: ServerOptions) {
    this.#add();
    this.#fixed = fixedHeaders(options.secure);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Makes an app, which serves as soon as it listens. Throws when the TLS files are not usable. */
  #add(): NativeApp {
    const app = openApp(this.options.tls);
    app.any('/*', (res, req) => this.#serve(res, req));
    for (const add of this.#paths) add(app);
    this.#apps.push(app);
    return app;
  }

  /** Listens exclusively; returns the port. Throws when the address is in use. */
  async listen(host: string, port: number): Promise<number> {
    // The library lets another app take a port over that was chosen, not one that it found itself.
    const isFound = port === 0 && this.options.tls !== null;
    return this.#listen(host, isFound ? await freePort(host) : port);
  }

  #listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#apps.at(-1)?.listen(host, port, EXCLUSIVE, (token) => {
        if (token === false) {
          const fault = portFault(host, port);
          return void fault.then((why = `${host}:${port} was taken`) => reject(new Error(why)));
        }
        this.#token = token;
        this.#place = { host, port: native().library.us_socket_local_port(token) };
        resolve(this.#place.port);
      });
    });
  }

  /**
   * Serves new connections with the TLS files as they are now; open connections stay. The library
   * cannot change a certificate, so another app takes the port over, in one turn of the loop.
   * Rejects when the files are not usable, or the port was taken: the app before goes on.
   */
  async renewTls(): Promise<void> {
    if (this.#isStopping) return;
    if (this.#token === undefined) throw new Error('the server does not listen at present');
    const { host, port } = this.#place;
    const app = this.#add();
    native().library.us_listen_socket_close(this.#token);
    this.#token = undefined;
    try {
      await this.#listen(host, port);
    } catch (error) {
      this.#apps.splice(this.#apps.indexOf(app), 1);
      app.close();
      await this.#listenAgain(host, port);
      throw error;
    }
  }

  /** Listens as soon as the port is free again. */
  async #listenAgain(host: string, port: number): Promise<void> {
    while (!this.#isStopping && this.#token === undefined) {
      try {
        await this.#listen(host, port);
      } catch (error) {
        this.options.log.error({ port, error: (error as Error).message }, 'not listening');
        await sleep(LISTEN_AGAIN_MS);
      }
    }
  }

  /** Accepts no new connections, and no new requests on open ones. */
  stop(): void {
    this.#isStopping = true;
    if (this.#token === undefined) return;
    native().library.us_listen_socket_close(this.#token);
    this.#token = undefined;
  }

  /** Stops listening, waits for running requests, closes all connections. */
  async close(): Promise<void> {
    this.stop();
    if (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        setTimeout(resolve, CLOSING_MS).unref();
      });
    }
    clearInterval(this.#timer);
    for (const app of this.#apps) app.close();
  }

  /** Serves sockets at a path; call it before `listen`. */
  ws<User>(path: string, behaviour: SocketBehaviour<User>): void {
    type Held = { readonly socket: Socket<User> };
    const { gauge } = this.options;
    const guard = (raw: WebSocket<Held>, run: (socket: Socket<User>) => void): void => {
      try {
        run(raw.getUserData().socket);
      } catch (cause) {
        this.options.log.error({ path, cause: describeCause(cause) }, 'socket handler failed');
      }
    };
    const alive = (raw: WebSocket<Held>): void =>
      guard(raw, (socket) => {
        if (socket.take(WORK.frame)) behaviour.alive(socket);
      });
    const add = (app: NativeApp): unknown =>
      app.ws<Held>(path, {
        compression: native().library.DISABLED,
        maxPayloadLength: behaviour.maxPayloadLength,
        maxBackpressure: behaviour.maxBackpressure,
        closeOnBackpressureLimit: true,
        idleTimeout: behaviour.idleTimeoutSec,
        sendPingsAutomatically: true,
        upgrade: (res, req, context) => this.#upgrade(res, req, context, behaviour),
        open: (raw) => {
          raw.getUserData().socket.attach(raw);
          guard(raw, (socket) => behaviour.open(socket));
        },
        message: (raw, bytes, binary) =>
          guard(raw, (socket) => {
            if (socket.take(frameUnits(bytes.byteLength)))
              behaviour.message(socket, new Uint8Array(bytes), binary);
          }),
        drain: (raw) => guard(raw, (socket) => behaviour.drain(socket)),
        ping: alive,
        pong: alive,
        close: (raw, code) => {
          const { socket } = raw.getUserData();
          socket.attach(undefined);
          gauge.release(socket.share);
          guard(raw, () => behaviour.close(socket, code));
        },
      });
    for (const app of this.#apps) add(app);
    this.#paths.push(add);
  }

  /** Abandons late requests. A timer for each request would cost as much as its answer. */
  #look(): void {
    this.#lookedAt = performance.now();
    for (const exchange of this.#pending) exchange.look(this.#lookedAt);
  }

  /** The earliest time at which a new request with a limit of `ms` is late. */
  #lateAfter(ms: number): number {
    return this.#lookedAt + LOOK_MS + ms;
  }

  waits(exchange: Exchange): void {
    this.#pending.add(exchange);
  }

  late(exchange: Exchange): void {
    const { incoming, answerMs } = exchange;
    exchange.answer({ ...this.options.refusals.late(incoming, answerMs), close: true });
  }

  keeps({ share }: Exchange, bytes: number): boolean {
    return share === undefined || this.options.gauge.keep(share, bytes);
  }

  crowded(): Answer {
    return this.options.refusals.tooManyUnread();
  }

  fails({ incoming: { method, path } }: Exchange, { status, why, headers = [] }: Answer): void {
    const [, request_id] = headers.find(([name]) => name === 'X-Request-Id') ?? [];
    this.options.log.warn({ request_id, method, path, status, why }, 'request failed');
  }

  ends(exchange: Exchange): void {
    const { share, kept, waiting } = exchange;
    const { gauge } = this.options;
    if (share !== undefined) {
      if (waiting !== undefined) share.bodies.cancel(waiting);
      gauge.drop(share, kept);
      gauge.release(share);
    }
    this.#room.clear(exchange);
    if (this.#pending.delete(exchange) && this.#pending.size === 0) this.#idle?.();
  }

  /**
   * Copies the request and opens its exchange; undefined = it was refused and answered, or its
   * connection is gone.
   */
  #begin(res: HttpResponse, req: HttpRequest): Exchange | undefined {
    const { gauge, refusals, addressOf } = this.options;
    const path = plainPath(req.getUrl());
    const query = req.getQuery() ?? '';
    const method = req.getCaseSensitiveMethod();
    const { headers, fault } = readHead({ method, path, query }, (visit) => req.forEach(visit));
    const peer = decodeAddress(res.getRemoteAddress());
    if (peer === undefined) {
      res.close();
      return undefined;
    }
    const address = addressOf(peer, headers);
    const incoming = { method, path, query, headers, peer, address };
    const share = gauge.acquire(address);
    const lateAt = this.#lateAfter(DEADLINE_MS);
    const exchange = new Exchange(incoming, share, res, this.#fixed, lateAt, this);
    exchange.answerMs = DEADLINE_MS;
    if (share === undefined) exchange.answer({ ...refusals.tooManyConnections(), close: true });
    else if (!share.work.take(WORK.request)) {
      exchange.answer({ ...refusals.tooMuchAtOnce(), close: true });
    } else if (fault !== '') exchange.answer({ ...refusals.malformed(fault), close: true });
    else if (this.#isStopping) exchange.answer({ ...refusals.stopping(), close: true });
    return exchange.isOpen ? exchange : undefined;
  }

  #serve(res: HttpResponse, req: HttpRequest): void {
    const exchange = this.#begin(res, req);
    if (exchange === undefined) return;
    const { incoming } = exchange;
    const expected = this.options.handler.expect(incoming);
    if (!hasBody(incoming.headers)) return this.#answer(exchange, expected, EMPTY_BODY, true);
    exchange.wait();
    const pace = this.#pace(exchange);
    readBody(res, incoming.headers, {
      limit: expected.bodyBytesMax,
      admits: expected.admits,
      grow: (size) => exchange.isOpen && this.#room.grow(exchange, size),
      clear: () => this.#room.clear(exchange),
      full: () => exchange.answer({ ...this.options.refusals.tooManyBodies(), close: true }),
      mayRead: (size) => {
        pace(size);
        return exchange.share?.work.take(WORK.chunk) === true;
      },
      done: (body, ended) =>
        this.#whenDue(exchange, body, () => this.#answer(exchange, expected, body, ended)),
    });
  }

  /**
   * Starts the time limit of a body; the returned function gets the number of bytes so far. The
   * builds' own limits differ.
   */
  #pace(exchange: Exchange): (size: number) => void {
    let due = BODY_PACE.bytes;
    exchange.isReading = true;
    exchange.lateAt = this.#lateAfter(BODY_PACE.ms);
    return (size) => {
      if (size < due || !exchange.isReading) return;
      due = size + BODY_PACE.bytes;
      exchange.lateAt = this.#lateAfter(BODY_PACE.ms);
    };
  }

  /** Runs `answer` at once, or in a later turn when bodies of its address have used up this one. */
  #whenDue(exchange: Exchange, body: Body, answer: () => void): void {
    exchange.isReading = false;
    exchange.lateAt = this.#lateAfter(DEADLINE_MS);
    exchange.waiting = answer;
    exchange.share?.bodies.run(answer, bodyUnits(body === 'too_large' ? 0 : body.length));
  }

  /** Calls the handler; `ended`: the body was read to its end. */
  #answer(exchange: Exchange, expected: Expected, body: Body, ended: boolean): void {
    if (!exchange.isOpen) return;
    exchange.waiting = undefined;
    exchange.answerMs = expected.answerMs ?? DEADLINE_MS;
    exchange.lateAt = this.#lateAfter(exchange.answerMs);
    const give = (answer: Answer): void =>
      exchange.answer(ended && !this.#isStopping ? answer : { ...answer, close: true });
    const failed = (cause: unknown): void => this.#failed(exchange, cause);
    let answer: MaybePromise<Answer>;
    try {
      answer = expected.answer(body);
    } catch (cause) {
      return failed(cause);
    }
    if (!(answer instanceof Promise)) return give(answer);
    exchange.wait();
    answer.then(give, failed);
  }

  #failed(exchange: Exchange, cause: unknown): void {
    exchange.answer(this.options.refusals.failed(exchange.incoming, cause));
  }

  #upgrade<User>(
    res: HttpResponse,
    req: HttpRequest,
    context: Parameters<HttpResponse['upgrade']>[4],
    behaviour: SocketBehaviour<User>,
  ): void {
    const exchange = this.#begin(res, req);
    if (exchange === undefined) return;
    const { incoming } = exchange;
    const key = incoming.headers.get('sec-websocket-key') ?? '';
    const extensions = incoming.headers.get('sec-websocket-extensions') ?? '';
    exchange.wait();
    behaviour.upgrade(incoming).then(
      (verdict) => {
        if (!exchange.isOpen) return;
        if ('status' in verdict) return exchange.answer(verdict);
        const socket = new Socket(verdict.user, incoming.address, exchange.handOver());
        res.cork(() => res.upgrade({ socket }, key, verdict.protocol, extensions, context));
      },
      (cause: unknown) => this.#failed(exchange, cause),
    );
  }
}
