// A WebSocket client that writes bytes as it is told to, and reads what comes back frame by frame.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { within } from '../support/guard.js';

/** A frame to be sent; what is not given is as it should be. */
export interface FrameParts {
  readonly opcode?: number;
  readonly fin?: boolean;
  /** The three reserved bits, as a number from 0 to 7. */
  readonly reserved?: number;
  readonly masked?: boolean;
  readonly payload?: string | Uint8Array;
  /** Bytes that its length is written in, when not as few as may be: 2 or 8. */
  readonly lengthBytes?: 2 | 8;
  /** What is said to be its length. */
  readonly length?: bigint;
}

/** Opcodes of frames. */
export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const lengthOf = (bytes: number, { lengthBytes, length }: FrameParts): Buffer => {
  const said = length ?? BigInt(bytes);
  const width = lengthBytes ?? (said < 126n ? 0 : said < 65_536n ? 2 : 8);
  if (width === 0) return Buffer.from([Number(said)]);
  const written = Buffer.alloc(1 + width);
  written[0] = width === 2 ? 126 : 127;
  if (width === 2) written.writeUInt16BE(Number(said), 1);
  else written.writeBigUInt64BE(said, 1);
  return written;
};

/** The bytes of a frame. */
export const frame = (parts: FrameParts): Buffer => {
  const { opcode = OPCODE.text, fin = true, reserved = 0, masked = true, payload = '' } = parts;
  const bytes = Buffer.from(payload as string);
  const head = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode]);
  const length = lengthOf(bytes.length, parts);
  if (!masked) return Buffer.concat([head, length, bytes]);
  length[0] = (length[0] ?? 0) | 0x80;
  const mask = randomBytes(4);
  return Buffer.concat([head, length, mask, bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
};

/** A frame of the server's. */
export interface Received {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Where and as whom to connect. */
export interface Upgrade {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding?: 'json' | 'msgpack';
}

const SHORT_HEAD = 2;

/** A connection that was upgraded. */
export class RawSocket {
  /** Frames that came; who reads on for long takes them out. */
  readonly received: Received[] = [];
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  isEnded = false;
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (part: Buffer) => this.#read(part));
    this.ended = new Promise((resolve) => {
      socket.on('close', () => {
        this.isEnded = true;
        this.#wake();
        resolve();
      });
    });
  }

  /** Connects and upgrades; throws when the server refuses. */
  static async open({ port, path, headers, encoding = 'json' }: Upgrade): Promise<RawSocket> {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const lines = Object.entries({
      host: `127.0.0.1:${port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-protocol': `brokerd.v1.${encoding}`,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const head = new Promise<string>((resolve, reject) => {
      let text = '';
      const take = (part: Buffer): void => {
        text += part.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        socket.off('data', take);
        socket.unshift(Buffer.from(text.slice(end + 4), 'latin1'));
        resolve(text);
      };
      socket.on('data', take);
      socket.once('close', () => reject(new Error(`cut while upgrading: ${text}`)));
    });
    const answer = await within(head, 'upgrade');
    if (!answer.startsWith('HTTP/1.1 101')) throw new Error(answer);
    return new RawSocket(socket);
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Ends it without a word. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Waits until so many frames came, or the connection ended. */
  async frames(count: number): Promise<readonly Received[]> {
    const wait = async (): Promise<void> => {
      while (this.received.length < count && !this.isEnded) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    };
    await within(wait(), `${count} frames`, () => `${this.received.length} came`);
    return this.received;
  }

  /** Waits for a frame that fits; undefined = the connection ended without one. */
  async find(fits: (one: Received) => boolean): Promise<Received | undefined> {
    for (let seen = 0; ; seen += 1) {
      await this.frames(seen + 1);
      const one = this.received[seen];
      if (one === undefined || fits(one)) return one;
    }
  }

  /** The server's frames are short or have 16 bits of length, or 64; none is masked. */
  #read(part: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, part]);
    for (;;) {
      if (this.#bytes.length < SHORT_HEAD) break;
      const [first = 0, second = 0] = this.#bytes;
      const head = second < 126 ? SHORT_HEAD : second === 126 ? 4 : 10;
      if (this.#bytes.length < head) break;
      const length =
        head === SHORT_HEAD
          ? second
          : this.#bytes.readUIntBE(head === 4 ? 2 : 4, head === 4 ? 2 : 6);
      if (this.#bytes.length < head + length) break;
      const payload = this.#bytes.subarray(head, head + length);
      this.received.push({ opcode: first & 0x0f, payload });
      this.#bytes = this.#bytes.subarray(head + length);
    }
    this.#wake();
  }
}
