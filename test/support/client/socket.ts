// A socket client for tests, in both encodings: answers by id, events in order, gaps noticed. Every
// frame that comes must be valid by the description of the sockets.

import { decode, encode } from '@msgpack/msgpack';
import WebSocket from 'ws';
import { checkClose, DescribedFrames } from '../described-frames.js';
import { within } from '../guard.js';
import { eventsOf, wholeEvent } from './live-rows.js';
import type { RestClient } from './rest.js';
import type { Envelope, EventFrame } from './shapes.js';

export type Encoding = 'json' | 'msgpack';

/** An answer frame. */
export interface Reply<T> extends Envelope<T> {
  readonly id: number;
}

/** A waiting `take`: which event it wants and whom to give it. */
interface Waiter {
  readonly name: string;
  readonly where: (frame: EventFrame<never>) => boolean;
  readonly give: (frame: EventFrame<never>) => void;
}

/** The server answered an upgrade over HTTP instead. */
export class UpgradeRefused extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`upgrade refused with ${status}: ${body}`);
  }
}

const PATHS = { trader: '/trader/v1/socket', staff: '/admin/v1/socket' } as const;

/** A connected socket. */
export class SocketClient {
  /** Resolves when the socket has closed, with the server's code. */
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Every event frame so far, in the order in which they came. */
  readonly events: EventFrame<never>[] = [];
  /** Breaks in the account's numbering: the number expected and the one that came. */
  readonly gaps: { expected: number; got: number }[] = [];
  /** Ids of answers that no `request` waited for. */
  readonly unasked: number[] = [];
  /** Number of the account's newest event, known from `hello`, `account`, `resume` and events. */
  accountSeq: number | undefined;
  readonly #answers = new Map<number, (reply: Reply<never>) => void>();
  readonly #untaken: EventFrame<never>[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #described: DescribedFrames;
  #nextId = 1;
  #end: Error | undefined;
  readonly #ended: Promise<never>;

  private constructor(
    private readonly ws: WebSocket,
    private readonly encoding: Encoding,
    audience: RestClient['audience'],
  ) {
    this.#described = new DescribedFrames(audience);
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        checkClose(code);
        resolve({ code, reason: reason.toString() });
      });
    });
    this.#ended = this.closed.then(({ code, reason }) => {
      this.#end = new Error(`the socket closed with ${code} ${reason}`);
      throw this.#end;
    });
    this.#ended.catch(() => undefined);
    ws.on('message', (bytes: Buffer) => this.#receive(bytes));
    ws.on('error', () => undefined);
  }

  /** Connects as the REST client is signed in; rejects with `UpgradeRefused` when refused. */
  static async open(rest: RestClient, encoding: Encoding = 'json'): Promise<SocketClient> {
    const url = rest.url.replace('http', 'ws') + PATHS[rest.audience];
    const ws = new WebSocket(url, [`brokerd.v1.${encoding}`], {
      headers: rest.socketHeaders(),
      perMessageDeflate: false,
    });
    const client = new SocketClient(ws, encoding, rest.audience);
    const opened = new Promise<void>((resolve, reject) => {
      ws.on('open', resolve);
      ws.on('error', reject);
      ws.on('unexpected-response', (_, response) => {
        response.setEncoding('utf8');
        response.toArray().then((chunks) => {
          reject(new UpgradeRefused(response.statusCode ?? 0, chunks.join('')));
        }, reject);
      });
    });
    await within(opened, 'upgrade');
    return client;
  }

  /** Connects and says hello with the csrf token, as browsers must and terminals may. */
  static async signIn(rest: RestClient, encoding: Encoding = 'json'): Promise<SocketClient> {
    const client = await SocketClient.open(rest, encoding);
    const csrf = rest.csrfToken === '' ? {} : { csrf: rest.csrfToken };
    const hello = await client.request<{ account_seq?: number }>('hello', csrf);
    if (!hello.success) throw new Error(`hello: ${hello.code} ${hello.message}`);
    client.accountSeq ??= hello.data.account_seq;
    return client;
  }

  /** Sends an operation and waits for its answer; rejects when the socket closes first. */
  async request<T>(op: string, data: Record<string, unknown> = {}): Promise<Reply<T>> {
    const id = this.send(op, data);
    const answer = new Promise<Reply<T>>((resolve) => this.#answers.set(id, resolve));
    return within(Promise.race([answer, this.#ended]), `answer to ${op}`, this.#received);
  }

  /** Sends an operation without waiting; answers its id. */
  send(op: string, data: Record<string, unknown> = {}): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.sendRaw({ id, op, data });
    return id;
  }

  /** Sends any value as one frame; text and bytes go as they are. */
  sendRaw(frame: unknown): void {
    if (this.#end !== undefined) throw this.#end;
    this.#described.sent(frame);
    if (typeof frame === 'string' || frame instanceof Uint8Array) this.ws.send(frame);
    else this.ws.send(this.encoding === 'json' ? JSON.stringify(frame) : encode(frame));
  }

  /**
   * The next event of that name (and kind) which no earlier `take` was given: one that came already
   * or one to come. Rejects when the socket closes first.
   */
  async take<T>(
    name: string,
    where: (frame: EventFrame<T>) => boolean = () => true,
  ): Promise<EventFrame<T>> {
    const fits = (frame: EventFrame<never>) => frame.event === name && where(frame);
    const at = this.#untaken.findIndex(fits);
    const [found] = at < 0 ? [] : this.#untaken.splice(at, 1);
    if (found !== undefined) return found;
    const event = new Promise<EventFrame<T>>((resolve) => {
      this.#waiters.add({ name, where, give: resolve });
    });
    return within(Promise.race([event, this.#ended]), `event ${name}`, this.#received);
  }

  /** Asks for the events after that number; they come as events before this answers. */
  async resume(after: number): Promise<Reply<{ resumed: boolean; seq?: string }>> {
    this.accountSeq = after;
    return this.request('resume', { after });
  }

  /** Closes in good order. */
  async close(): Promise<void> {
    this.ws.close(1000);
    await within(this.closed, 'close of the socket');
  }

  /** Reads nothing more: what the server sends piles up. */
  stall(): void {
    this.ws.pause();
  }

  /** Reads again. */
  wake(): void {
    this.ws.resume();
  }

  /** Cuts the connection without a word. */
  async cut(): Promise<void> {
    this.ws.terminate();
    await within(this.closed, 'close of the socket');
  }

  readonly #received = (): string =>
    `Came: ${this.events.map(({ event, account_seq }) => `${event} ${account_seq ?? ''}`).join()}`;

  #receive(bytes: Buffer): void {
    const frame = (this.encoding === 'json' ? JSON.parse(bytes.toString()) : decode(bytes)) as
      | Reply<never>
      | EventFrame<never>;
    const fault = this.#described.came(frame);
    if (fault !== undefined) throw new Error(`${fault}: ${JSON.stringify(frame)}`);
    if ('event' in frame) this.#receiveEvent(wholeEvent(frame));
    else this.#receiveAnswer(frame);
  }

  /** What a trade changed comes in its answer, unless it came as an event before. */
  #receiveAnswer(reply: Reply<never>): void {
    for (const event of eventsOf(reply.data)) {
      if ((event.account_seq ?? 0) > (this.accountSeq ?? 0)) this.#receiveEvent(event);
    }
    const give = this.#answers.get(reply.id);
    this.#answers.delete(reply.id);
    if (give === undefined) this.unasked.push(reply.id);
    else give(reply);
  }

  #receiveEvent(frame: EventFrame<never>): void {
    this.events.push(frame);
    this.#count(frame);
    for (const waiter of this.#waiters) {
      if (frame.event !== waiter.name || !waiter.where(frame)) continue;
      this.#waiters.delete(waiter);
      waiter.give(frame);
      return;
    }
    this.#untaken.push(frame);
  }

  #count({ account_seq }: EventFrame<never>): void {
    if (account_seq === undefined) return;
    const expected = (this.accountSeq ?? account_seq - 1) + 1;
    if (account_seq !== expected) this.gaps.push({ expected, got: account_seq });
    this.accountSeq = account_seq;
  }
}
