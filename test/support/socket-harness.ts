// A front with real sockets on a free port, a test clock, and independent clients.

import { decode, encode } from '@msgpack/msgpack';
import type t from 'tap';
import WebSocket from 'ws';
import { createFront } from '../../http/front.js';
import { createSockets } from '../../http/socket/socket.js';
import { ACCOUNT_FRAMES } from '../../wire/socket/operations.js';
import type { Envelope } from './client/shapes.js';
import { checkClose, DescribedFrames } from './described-frames.js';
import { FRONT_FLAGS } from './front-harness.js';
import { within } from './guard.js';
import { HandClock } from './hand-clock.js';
import { MemoryActors, sessionOf, staffSession } from './memory-actors.js';

/** Any frame from the server. */
export interface Frame {
  readonly id?: number | null;
  readonly event?: string;
  readonly seq?: string;
  readonly account_seq?: number;
  readonly success?: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly data: never;
}

export interface PeerOptions {
  /** Bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly encoding?: 'json' | 'msgpack';
  readonly protocols?: readonly string[];
  readonly autoPong?: boolean;
}

/** The server answered an upgrade over HTTP. */
export interface Refused {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Envelope<null> & { readonly request_id: string };
}

/** What the runtime in memory makes up has no shape. */
const MADE_UP = [
  ...Object.keys(ACCOUNT_FRAMES).map((op) => new RegExp(`\\.${op}\\.`)),
  /\.subscribe\.accounts\.|\.event\.(account_money|deal|snapshot)$/,
];

/** A client: frames are taken one by one, in order. Those of the front must be as described. */
export class Peer {
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Every frame so far. */
  readonly frames: Frame[] = [];
  readonly #untaken: Frame[] = [];
  readonly #described: DescribedFrames;
  #wake: () => void = () => undefined;
  #isClosed = false;
  #nextId = 1;

  constructor(
    readonly ws: WebSocket,
    readonly encoding: 'json' | 'msgpack',
    audience: 'trader' | 'staff' = 'trader',
  ) {
    this.#described = new DescribedFrames(audience);
    ws.on('message', (bytes: Buffer, binary) => {
      if (binary !== (encoding === 'msgpack')) throw new Error('a frame of the other encoding');
      const frame = (binary ? decode(bytes) : JSON.parse(bytes.toString())) as Frame;
      const made = MADE_UP.some((one) => one.test(this.#described.keyOf(frame)));
      const fault = made ? undefined : this.#described.came(frame);
      if (fault !== undefined) throw new Error(`${fault}: ${JSON.stringify(frame)}`);
      this.frames.push(frame);
      this.#untaken.push(frame);
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        checkClose(code);
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: reason.toString() });
      });
    });
    ws.on('error', () => undefined);
  }

  /** The next frame that fits; those before it are passed over. */
  async next(fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    for (;;) {
      const at = this.#untaken.findIndex(fits);
      if (at >= 0) return this.#untaken.splice(0, at + 1).at(-1) as Frame;
      if (this.#isClosed) throw new Error('the socket closed before the frame came');
      const come = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await within(come, 'frame', () => JSON.stringify(this.frames.slice(-3)));
    }
  }

  event(name: string): Promise<Frame> {
    return this.next((frame) => frame.event === name);
  }

  /** Sends an operation; answers its id. */
  send(op: string, data: unknown = {}): number {
    const id = this.#nextId++;
    this.raw({ id, op, data });
    return id;
  }

  /** Sends any value as a frame; text and bytes as they are. */
  raw(frame: unknown): void {
    this.#described.sent(frame);
    if (typeof frame === 'string' || frame instanceof Uint8Array) this.ws.send(frame);
    else this.ws.send(this.encoding === 'json' ? JSON.stringify(frame) : encode(frame));
  }

  /** Resolves when the server has read everything that was sent before. */
  async pong(): Promise<void> {
    const come = new Promise((resolve) => this.ws.once('pong', resolve));
    this.ws.ping();
    await within(come, 'pong');
  }

  /** Sends an operation and takes its answer. */
  request(op: string, data: unknown = {}): Promise<Frame> {
    const id = this.send(op, data);
    return this.next((frame) => frame.id === id);
  }
}

/** The subscriptions that the server has ended, in order. */
export const ended = ({ frames }: Peer): unknown[] =>
  frames.filter(({ event }) => event === 'resubscribe').map(({ data }) => data);

/** The client stops reading, as a machine does that hangs. */
export const stall = (peer: Peer): void => {
  (peer.ws as unknown as { _socket: { pause(): void } })._socket.pause();
};

/** And reads again. */
export const wake = (peer: Peer): void => {
  (peer.ws as unknown as { _socket: { resume(): void } })._socket.resume();
};

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits until the condition holds, a turn of the loop at a time. */
export const turnUntil = async (what: string, holds: () => boolean): Promise<void> => {
  const turns = async (): Promise<void> => {
    while (!holds()) await turn();
  };
  await within(turns(), what);
};

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const admitted = (met: Peer | Refused): Peer => {
  if (met instanceof Peer) return met;
  throw new Error(`the upgrade was refused: ${met.status} ${met.body.code}`);
};

/** The token of the trader that most tests connect. */
export const TOKEN = 'session-of-terminal';

/** A running front with its runtime in memory. */
export class SocketHarness {
  readonly actors = new MemoryActors();
  readonly clock = new HandClock();
  /** What has the sockets. */
  hub: ReturnType<typeof createSockets> | undefined;
  readonly #peers: Peer[] = [];
  /** The whole, for a test that names its parts as well. */
  readonly harness = this;
  readonly #front: ReturnType<typeof createFront>;
  #port = 0;
  #closing: Promise<void> | undefined;

  constructor(more: Partial<typeof FRONT_FLAGS> = {}) {
    this.#front = createFront({
      client: this.actors,
      flags: { ...FRONT_FLAGS, ...more },
      log,
      elapsed: () => this.clock.now(),
      sockets: (parts) => {
        this.hub = createSockets(parts, this.clock);
        return this.hub;
      },
    });
  }

  /** Starts it and ends it with the test. */
  static async open(
    test: Pick<typeof t, 'teardown'>,
    more: ConstructorParameters<typeof SocketHarness>[0] = {},
    prepare: (actors: MemoryActors) => void = () => undefined,
  ): Promise<SocketHarness> {
    const harness = new SocketHarness(more);
    prepare(harness.actors);
    harness.#port = await harness.#front.listen();
    test.teardown(() => harness.#end());
    return harness;
  }

  /** Starts it and connects one trader. */
  static async withTrader(
    test: Pick<typeof t, 'teardown'>,
    options: PeerOptions = {},
    prepare?: (actors: MemoryActors) => void,
  ) {
    const { harness, actors, clock } = await SocketHarness.open(test, {}, prepare);
    return { harness, actors, clock, peer: await harness.trader(TOKEN, options) };
  }

  async #end(): Promise<void> {
    for (const { ws } of this.#peers) ws.terminate();
    await this.clock.through(this.close(), 'end of the front');
  }

  /** Closes the front, as the server does when it stops. */
  close(): Promise<void> {
    this.#closing ??= this.#front.close();
    return this.#closing;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Tries to connect; answers the socket or the refusal. */
  async upgrade(path: string, options: PeerOptions = {}): Promise<Peer | Refused> {
    const { token, encoding = 'json', autoPong = true } = options;
    const protocols = options.protocols ?? [`brokerd.v1.${encoding}`];
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const ws = new WebSocket(`ws://127.0.0.1:${this.#port}${path}`, [...protocols], {
      headers: { ...bearer, ...options.headers },
      perMessageDeflate: false,
      autoPong,
    });
    const peer = new Peer(ws, encoding, path.startsWith('/admin') ? 'staff' : 'trader');
    this.#peers.push(peer);
    const met = new Promise<Peer | Refused>((resolve, reject) => {
      ws.on('open', () => resolve(peer));
      ws.on('error', reject);
      ws.on('unexpected-response', (_, response) => {
        response.setEncoding('utf8');
        const { statusCode: status = 0, headers } = response;
        response
          .toArray()
          .then(
            (chunks) => resolve({ status, headers, body: JSON.parse(chunks.join('')) }),
            reject,
          );
      });
    });
    return within(met, 'upgrade');
  }

  /** Connects as a trader by his token; one that is not known is that of a session as most are. */
  async trader(token = TOKEN, options: PeerOptions = {}): Promise<Peer> {
    if (!this.actors.knows(token)) this.actors.setSession(sessionOf(token));
    return admitted(await this.upgrade('/trader/v1/socket', { token, ...options }));
  }

  /** Connects as staff by cookie and says hello; sessions as for traders. */
  async staff(id: string, options: PeerOptions = {}): Promise<Peer> {
    if (!this.actors.knows(id)) this.actors.setSession(staffSession(id));
    const headers = { cookie: `admin_access=${id}`, origin: this.origin };
    const peer = admitted(await this.upgrade('/admin/v1/socket', { headers, ...options }));
    await peer.request('hello', { csrf: `csrf-of-${id}` });
    return peer;
  }
}
