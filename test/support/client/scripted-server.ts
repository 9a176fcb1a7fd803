// The server's end of a client's sockets, played by a test: what it answers, tells and closes.

import { signInStaff, signInTrader } from '../../../client/client.js';
import { browserPlatform, type WebSocketLike } from '../../../client/session/platform.js';
import type { SocketOptions } from '../../../client/socket/live-socket.js';
import type { TraderSocket, TraderSocketOptions } from '../../../client/socket/trader-socket.js';
import { HandClock } from '../hand-clock.js';
import { AuthServer } from './auth-server.js';

const ACCOUNT = { url: 'https://broker.example', login: 1001, password: 'Trader-pass1' };

/** A request as it came. */
export interface Asked {
  readonly id: number;
  readonly op: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An answer: its data, or a refusal; undefined: none comes. */
type Answer = { readonly code: string; readonly data?: unknown } | undefined;

/** One connection. */
class ScriptedSocket implements WebSocketLike {
  bufferedAmount = 0;
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;

  constructor(private readonly server: ScriptedServer) {}

  send(frame: string): void {
    this.server.take(this, JSON.parse(frame) as Asked);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Answers as a server does whose account has had `accountSeq` events, unless a test says else. */
export class ScriptedServer {
  readonly clock = new HandClock();
  readonly auth = new AuthServer(this.clock);
  readonly asked: Asked[] = [];
  readonly sockets: ScriptedSocket[] = [];
  accountSeq = 5;
  /** Does an upgrade succeed? */
  isOpen = true;
  /** What an operation is answered, where it is not what is usual. */
  readonly answers = new Map<string, (asked: Asked) => Answer>();

  /** A trader who is signed in, with a socket that is ready. */
  async trader(options: TraderSocketOptions = {}): Promise<TraderSocket> {
    const client = await signInTrader(this.platform(), { ...ACCOUNT });
    return client.connect(options);
  }

  /** A staff user who is signed in, with a socket that is ready. */
  async staff(options: SocketOptions = {}) {
    const client = await signInStaff(this.platform(), { ...ACCOUNT });
    return client.connect(options);
  }

  /** The newest connection. */
  get socket(): ScriptedSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('nobody has connected');
    return socket;
  }

  /** Tells an event. */
  send(event: string, data: unknown, numbers: object = {}): void {
    this.socket.onmessage?.({ data: JSON.stringify({ event, ...numbers, data }) });
  }

  /** Tells numbered events. */
  number(...numbers: number[]): void {
    for (const account_seq of numbers) {
      this.send(
        'deal',
        { money: {}, cause: { kind: 'balance' } },
        { seq: String(account_seq), account_seq },
      );
    }
  }

  /** Closes the newest connection. */
  close(code = 1006): void {
    this.socket.onclose?.({ code, reason: '' });
  }

  answer(socket: ScriptedSocket, id: number, { code, data = null }: NonNullable<Answer>): void {
    const frame = { id, success: code === 'ok', code, message: code, data };
    socket.onmessage?.({ data: JSON.stringify(frame) });
  }

  take(socket: ScriptedSocket, asked: Asked): void {
    this.asked.push(asked);
    const scripted = this.answers.get(asked.op);
    const answer = scripted === undefined ? this.#usual(asked) : scripted(asked);
    if (answer !== undefined) queueMicrotask(() => this.answer(socket, asked.id, answer));
  }

  /** The data of requests of an operation. */
  asks(op: string): readonly unknown[] {
    return this.asked.filter((one) => one.op === op).map(({ data }) => data);
  }

  #usual({ op, data }: Asked): Answer {
    const seq = '100';
    if (op === 'hello') {
      const server_time = new Date(this.clock.now()).toISOString();
      return { code: 'ok', data: { seq, server_time, account_seq: null, run_id: 'r' } };
    }
    if (op === 'account') {
      const account_seq = this.accountSeq;
      return { code: 'ok', data: { account_seq, seq, positions: [], orders: [] } };
    }
    if (op === 'resume') return { code: 'ok', data: { resumed: true, seq } };
    if (op === 'subscribe') {
      return { code: 'ok', data: { channel: data.channel, snapshot: [], seq } };
    }
    return { code: 'ok', data: {} };
  }

  /** The platform of a client of this server. */
  platform() {
    return {
      ...browserPlatform(),
      clock: this.clock,
      fetch: this.auth.fetch,
      random: () => 1,
      openChannel: undefined,
      openSocket: () => {
        const socket = new ScriptedSocket(this);
        this.sockets.push(socket);
        queueMicrotask(() => {
          if (this.isOpen) socket.onopen?.();
          else socket.onclose?.({ code: 1006, reason: '' });
        });
        return socket;
      },
    };
  }
}

/** Lets everything that can go on go on. */
export const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((done) => setImmediate(done));
};
