// The load process: a lean WebSocket client over plain sockets, the same for server and yardstick.
//
// It must cost little beside what it measures: frames are copies of a template with two numbers
// written into them, the mask is zero, and of an answer only its id and `success` are read.

import { connect, type Socket } from 'node:net';
import { ID_MARK, type LoadJob, type LoadResult, UNIQUE_MARK } from './job.js';
import { Histogram } from './measures.js';

const HEAD = Buffer.from('{"id":');
const SUCCESS_AT = HEAD.length + ID_MARK.length + ',"success":'.length;
const EVENT_LETTER = 'e'.charCodeAt(0);
const TRUE_LETTER = 't'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** Send times are remembered by id in a ring; more requests than this are never under way. */
const UNDER_WAY_MAX = 1024;

/** A frame ready to be sent, and where its numbers stand. */
interface Template {
  readonly bytes: Buffer;
  readonly idAt: number;
  readonly uniqueAt: number;
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

/** Counts of the measured time, over all sockets. */
class Tally {
  readonly times = new Histogram();
  refused = 0;
  events = 0;
  bytes = 0;

  clear(): void {
    this.times.clear();
    this.refused = 0;
    this.events = 0;
    this.bytes = 0;
  }
}

/** Starts where no other run of this machine was: request ids must be new to the server. */
let unique = (Date.now() * 1000) % 10 ** UNIQUE_MARK.length;

class LoadSocket {
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #templates: readonly Template[];
  readonly #tally: Tally;
  readonly #sentAt = new Float64Array(UNDER_WAY_MAX);
  #sent = 0;
  #rest: Buffer | undefined;
  #running = true;

  constructor(job: LoadJob, header: string, templates: readonly Template[], tally: Tally) {
    this.#templates = templates;
    this.#tally = tally;
    this.#socket = connect({ host: '127.0.0.1', port: job.port, noDelay: true });
    this.#socket.write(
      `GET ${job.path} HTTP/1.1\r\nHost: 127.0.0.1:${job.port}\r\nUpgrade: websocket\r\n` +
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

  /** Sends that many requests in one write. */
  send(count: number, now: number): void {
    const frames: Buffer[] = [];
    for (let n = 0; n < count; n += 1) {
      const { bytes, idAt, uniqueAt } = this.#templates[this.#sent % this.#templates.length]!;
      const frame = Buffer.from(bytes);
      writeDigits(frame, idAt, ID_MARK.length, Number(ID_MARK) + this.#sent);
      if (uniqueAt >= 0) writeDigits(frame, uniqueAt, UNIQUE_MARK.length, unique++);
      this.#sentAt[this.#sent % UNDER_WAY_MAX] = now;
      this.#sent += 1;
      frames.push(frame);
    }
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  stop(): void {
    this.#running = false;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const now = performance.now();
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    let answered = 0;
    while (bytes.length - at >= 4) {
      const short = bytes[at + 1]! & 0x7f;
      const start = at + (short < 126 ? 2 : 4);
      const end = start + (short < 126 ? short : bytes.readUInt16BE(at + 2));
      if (end > bytes.length) break;
      answered += this.#frame(bytes, start, end, now);
      at = end;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
    if (answered > 0 && this.#running) this.send(answered, now);
  }

  /** Reads a frame; answers 1 for an answer, 0 for an event or a control frame. */
  #frame(bytes: Buffer, start: number, end: number, now: number): 0 | 1 {
    if (end - start < SUCCESS_AT) return 0;
    if (bytes[start + 2] === EVENT_LETTER) {
      this.#tally.events += 1;
      return 0;
    }
    const sent = readDigits(bytes, start + HEAD.length, ID_MARK.length) - Number(ID_MARK);
    this.#tally.times.add(now - this.#sentAt[sent % UNDER_WAY_MAX]!);
    this.#tally.bytes += end - start;
    if (bytes[start + SUCCESS_AT] !== TRUE_LETTER) this.#tally.refused += 1;
    return 1;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const run = async (job: LoadJob): Promise<LoadResult> => {
  const tally = new Tally();
  const templates = job.frames.map(template);
  const sockets = job.headers.map((header) => new LoadSocket(job, header, templates, tally));
  await Promise.all(sockets.map(({ opened }) => opened));
  for (const socket of sockets) socket.send(job.depth, performance.now());
  await wait(job.warmupMs);
  tally.clear();
  const started = performance.now();
  await wait(job.measureMs);
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.stop();
  return {
    answers: tally.times.count,
    refused: tally.refused,
    events: tally.events,
    answerBytes: Math.round(tally.bytes / Math.max(tally.times.count, 1)),
    seconds,
    ms: tally.times.percentiles(),
  };
};

process.once('message', async (job: LoadJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
