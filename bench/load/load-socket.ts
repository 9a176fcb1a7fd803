// A lean WebSocket client over a plain socket, the same for server and yardstick.
//
// It must cost little compared with what it measures: frames are copies of a template with two
// numbers inserted, the mask is zero, and only `id` and `success` of an answer are read.

import { connect, type Socket } from 'node:net';
import { ID_MARK, type LoadTarget, UNIQUE_MARK } from './job.js';

const HEAD = Buffer.from('{"id":');
const SUCCESS_AT = HEAD.length + ID_MARK.length + ',"success":'.length;
const EVENT_LETTER = 'e'.charCodeAt(0);
const TRUE_LETTER = 't'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** Frames come in pairs: the second frame closes the position that the first frame opens. */
const PAIR = 2;
/** Most sockets that are opened at a time, because the server looks up unknown sessions. */
const OPENING = 32;

/** A frame, and the positions of its numbers. */
interface Template {
  readonly bytes: Buffer;
  readonly idAt: number;
  readonly uniqueAt: number;
}

/** The frames of a socket, beginning with `first`, and the most requests in progress. */
interface Plan {
  readonly templates: readonly Template[];
  readonly first: number;
  readonly underWayMax: number;
}

/** The listener of a socket's frames. */
export interface Listener {
  /** A request was answered: its send time, the time of the answer, and its size. */
  answered(sentAt: number, now: number, size: number, success: boolean): void;
  /** A frame other than an answer came. */
  event(frame: Buffer): void;
  /** All received data were read, with `answers` answers. */
  read(socket: LoadSocket, answers: number, now: number): void;
}

/** The request that opens a socket. */
export const upgradeRequest = (
  { port, path }: Pick<LoadTarget, 'port' | 'path'>,
  header: string,
): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
  'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n`;

/** A text frame with the mask 0, which leaves its text unchanged. */
export const textFrame = (text: string): Buffer => {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8);
  head[0] = 0x81;
  head[1] = 0x80 | Math.min(body.length, 126);
  if (body.length >= 126) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
};

const template = (text: string): Template => {
  const bytes = textFrame(text);
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

/** The address of socket `n`: each has its own, as clients have. */
const addressOf = (n: number): string => `127.4.${n >> 8}.${n & 255}`;

/** Starts above all earlier runs on this machine, because request ids must be new to the server. */
let unique = (Date.now() * 1000) % 10 ** UNIQUE_MARK.length;

/** One socket of a load. */
export class LoadSocket {
  readonly opened: Promise<void>;
  /** Settles when `complete` or `close` has closed it. */
  readonly closed: Promise<void>;
  #closedNow = (): void => {};
  readonly #socket: Socket;
  readonly #plan: Plan;
  readonly #listener: Listener;
  /** Send times by id, in a ring. */
  readonly #sentAt: Float64Array;
  #sent = 0;
  #answered = 0;
  #closing = false;
  #rest: Buffer | undefined;

  private constructor(
    target: LoadTarget,
    { header, localAddress }: { header: string; localAddress: string },
    plan: Plan,
    listener: Listener,
  ) {
    this.#plan = plan;
    this.#sentAt = new Float64Array(plan.underWayMax);
    this.#listener = listener;
    this.#socket = connect({
      host: '127.0.0.1',
      port: target.port,
      localAddress,
      noDelay: true,
    });
    this.#socket.write(upgradeRequest(target, header));
    this.#socket.once('close', () => {
      if (!this.#closing) throw new Error('the server closed a socket of the load');
    });
    this.closed = new Promise((resolve) => {
      this.#closedNow = resolve;
    });
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

  /**
   * Opens all sockets of a load, each with at most `depth` requests in progress. Each socket starts
   * with another pair of frames than the one before.
   */
  static async openAll(
    target: LoadTarget,
    underWayMax: number,
    listener: Listener,
  ): Promise<LoadSocket[]> {
    const templates = target.frames.map(template);
    const sockets: LoadSocket[] = [];
    for (const [n, header] of target.headers.entries()) {
      const plan = { templates, first: 2 * n, underWayMax };
      const socket = new LoadSocket(target, { header, localAddress: addressOf(n) }, plan, listener);
      sockets.push(socket);
      if (sockets.length > OPENING) await sockets[sockets.length - OPENING - 1]?.opened;
    }
    await Promise.all(sockets.map(({ opened }) => opened));
    return sockets;
  }

  /** Sends `count` requests in one write; their times count from `sentAt`. */
  send(count: number, sentAt: number): void {
    const { templates, first, underWayMax } = this.#plan;
    if (this.#sent + count - this.#answered > underWayMax) {
      throw new Error(`more than ${underWayMax} requests under way on a socket`);
    }
    const frames: Buffer[] = [];
    for (let n = 0; n < count; n += 1) {
      const { bytes, idAt, uniqueAt } = templates[(first + this.#sent) % templates.length]!;
      const frame = Buffer.from(bytes);
      writeDigits(frame, idAt, ID_MARK.length, Number(ID_MARK) + this.#sent);
      if (uniqueAt >= 0) writeDigits(frame, uniqueAt, UNIQUE_MARK.length, unique++);
      this.#sentAt[this.#sent % underWayMax] = sentAt;
      this.#sent += 1;
      frames.push(frame);
    }
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  /**
   * Sends what is missing of a pair of frames, and closes when all are answered: if none was
   * refused, the account has the positions of before. Call it at each answer.
   */
  complete(now: number): void {
    if (this.#sent % PAIR > 0) this.send(1, now);
    else if (this.#answered === this.#sent) this.close();
  }

  close(): void {
    this.#closing = true;
    this.#socket.destroy();
    this.#closedNow();
  }

  #receive(chunk: Buffer): void {
    const now = performance.now();
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    let answers = 0;
    while (bytes.length - at >= 4) {
      const short = bytes[at + 1]! & 0x7f;
      if (short === 127) throw new Error('a frame of 64 KiB or more: no order is answered so');
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

  /** Reads a frame; returns 1 for an answer, 0 for an event or a control frame. */
  #frame(bytes: Buffer, start: number, end: number, now: number): 0 | 1 {
    if (end - start < SUCCESS_AT) return 0;
    if (bytes[start + 2] === EVENT_LETTER) {
      this.#listener.event(bytes.subarray(start, end));
      return 0;
    }
    const sent = readDigits(bytes, start + HEAD.length, ID_MARK.length) - Number(ID_MARK);
    const success = bytes[start + SUCCESS_AT] === TRUE_LETTER;
    this.#listener.answered(this.#sentAt[sent % this.#sentAt.length]!, now, end - start, success);
    return 1;
  }
}
