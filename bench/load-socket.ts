// A lean WebSocket client over a plain socket, the same for server and yardstick.
//
// It must cost little beside what it measures: frames are copies of a template with two numbers
// written into them, the mask is zero, and of an answer only its id and `success` are read.

import { connect, type Socket } from 'node:net';
import { ID_MARK, type LoadTarget, UNIQUE_MARK } from './job.js';

const HEAD = Buffer.from('{"id":');
const SUCCESS_AT = HEAD.length + ID_MARK.length + ',"success":'.length;
const EVENT_LETTER = 'e'.charCodeAt(0);
const TRUE_LETTER = 't'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** Send times are remembered by id in a ring; more requests than this may not be under way. */
const UNDER_WAY_MAX = 4096;

/** A frame ready to be sent, and where its numbers stand. */
interface Template {
  readonly bytes: Buffer;
  readonly idAt: number;
  readonly uniqueAt: number;
}

/** Who hears of what a socket receives. */
export interface Listener {
  /** A request was answered: when it was sent, when the answer came, and its size. */
  answered(sentAt: number, now: number, size: number, success: boolean): void;
  /** A frame came that was no answer. */
  event(): void;
  /** All that had arrived is read; so many answers were in it. */
  read(socket: LoadSocket, answers: number, now: number): void;
}

/** A masked text frame with the mask 0, so that its text stays as it is. */
const template = (text: string): Template => {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8);
  head[0] = 0x81;
  head[1] = 0x80 | Math.min(body.length, 126);
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  const bytes = Buffer.concat([head, body]);
  return { bytes, idAt: bytes.indexOf(ID_MARK), uniqueAt: bytes.indexOf(UNIQUE_MARK) };
};

const writeDigits = (bytes: Buffer, at: number, digits: number, value: number): void => {
  let rest = value;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    bytes[place] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
};

const readDigits = (bytes: Buffer, at: number, digits: number): number => {
  let value = 0;
  for (let place = at; place < at + digits; place += 1) {
    value = value * 10 + ((bytes[place] ?? ZERO) - ZERO);
  }
  return value;
};

/** Starts where no other run of this machine was: request ids must be new to the server. */
let unique = (Date.now() * 1000) % 10 ** UNIQUE_MARK.length;

/** One socket of a load. */
export class LoadSocket {
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #templates: readonly Template[];
  readonly #listener: Listener;
  readonly #sentAt = new Float64Array(UNDER_WAY_MAX);
  #sent = 0;
  #answered = 0;
  #rest: Buffer | undefined;

  private constructor(
    { port, path }: LoadTarget,
    header: string,
    templates: readonly Template[],
    listener: Listener,
  ) {
    this.#templates = templates;
    this.#listener = listener;
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n`,
    );
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('error', reject);
      this.#socket.once('data', (bytes) => {
        const text = bytes.toString('latin1');
        const end = text.indexOf('\r\n\r\n') + 4;
        if (!text.startsWith('HTTP/1.1 101')) reject(new Error(text.slice(0, 500)));
        this.#socket.on('data', (chunk) => this.#receive(chunk));
        if (bytes.length > end) this.#receive(bytes.subarray(end));
        resolve();
      });
    });
  }

  /** Opens all sockets of a load. */
  static async openAll(target: LoadTarget, listener: Listener): Promise<LoadSocket[]> {
    const templates = target.frames.map(template);
    const sockets = target.headers.map(
      (header) => new LoadSocket(target, header, templates, listener),
    );
    await Promise.all(sockets.map(({ opened }) => opened));
    return sockets;
  }

  /** Sends that many requests in one write; their times count from `sentAt`. */
  send(count: number, sentAt: number): void {
    if (this.#sent + count - this.#answered > UNDER_WAY_MAX) {
      throw new Error(`more than ${UNDER_WAY_MAX} requests under way on a socket`);
    }
    const frames: Buffer[] = [];
    for (let n = 0; n < count; n += 1) {
      const { bytes, idAt, uniqueAt } = this.#templates[this.#sent % this.#templates.length]!;
      const frame = Buffer.from(bytes);
      writeDigits(frame, idAt, ID_MARK.length, Number(ID_MARK) + this.#sent);
      if (uniqueAt >= 0) writeDigits(frame, uniqueAt, UNIQUE_MARK.length, unique++);
      this.#sentAt[this.#sent % UNDER_WAY_MAX] = sentAt;
      this.#sent += 1;
      frames.push(frame);
    }
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const now = performance.now();
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    let answers = 0;
    while (bytes.length - at >= 4) {
      const short = bytes[at + 1]! & 0x7f;
      const start = at + (short < 126 ? 2 : 4);
      const end = start + (short < 126 ? short : bytes.readUInt16BE(at + 2));
      if (end > bytes.length) break;
      answers += this.#frame(bytes, start, end, now);
      at = end;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
    this.#answered += answers;
    if (answers > 0) this.#listener.read(this, answers, now);
  }

  /** Reads a frame; answers 1 for an answer, 0 for an event or a control frame. */
  #frame(bytes: Buffer, start: number, end: number, now: number): 0 | 1 {
    if (end - start < SUCCESS_AT) return 0;
    if (bytes[start + 2] === EVENT_LETTER) {
      this.#listener.event();
      return 0;
    }
    const sent = readDigits(bytes, start + HEAD.length, ID_MARK.length) - Number(ID_MARK);
    const success = bytes[start + SUCCESS_AT] === TRUE_LETTER;
    this.#listener.answered(this.#sentAt[sent % UNDER_WAY_MAX]!, now, end - start, success);
    return 1;
  }
}
