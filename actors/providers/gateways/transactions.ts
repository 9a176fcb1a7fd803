// The messages of a gateway that are kept for monitoring: a file a day, a line a message.

import { isUtf8 } from 'node:buffer';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileReason } from '../../../wire/base/file-errors.js';
import { SOH } from '../../../wire/codec/fix/fix-message.js';
import type { GatewayTransaction } from '../../../wire/rest/settings/connections.js';
import type { FixEnv } from '../fix/endpoint.js';
import type { MessagePage } from './gateway-messages.js';

/** Most bytes of a day; further messages of it are not kept. */
const DAY_BYTES_MAX = 256 * 2 ** 20;
/** Lines are written after this time, or when they are so long. */
const WRITE_MS = 1000;
const WRITE_BYTES = 64 * 1024;
/** Bytes of a day that are read at a time; more where a line is longer. */
const READ_BYTES = 1024 * 1024;
/** A page ends behind so many characters of messages. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

const DAY_MS = 86_400_000;
const FILE = /^(\d{4}-\d{2}-\d{2})\.log$/;
/** The end of a field. */
const END = String.fromCharCode(SOH);
/** Administrative messages of the session, other than logon, logout and rejects. */
const UNKEPT = new RegExp(`${END}35=[0124]${END}`);
const PASSWORD = new RegExp(`${END}(554|925)=[^${END}]*`, 'g');

/** The kept messages of one gateway. */
export class Transactions {
  readonly #password: string;
  #lines: string[] = [];
  #bytes = 0;
  #timer: unknown;
  #day = '';
  #size = 0;

  /** Keeps messages for so many days in the folder, 0 = none; the password is left out of them. */
  constructor(
    private readonly folder: string,
    private readonly days: number,
    password: string,
    private readonly env: Pick<FixEnv, 'now' | 'setTimer' | 'clearTimer' | 'log'>,
    private readonly dayBytesMax = DAY_BYTES_MAX,
  ) {
    this.#password = Buffer.from(password).toString('latin1');
    this.#dropOld();
  }

  /** Keeps a message, unless it is only about the session. The bytes hold during the call. */
  add(direction: 'in' | 'out', bytes: Uint8Array): void {
    if (this.days === 0) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (UNKEPT.test(text)) return;
    const bare = text.replace(PASSWORD, `${END}$1=*`);
    // The provider may repeat our password in its texts.
    const safe = this.#password === '' ? bare : bare.replaceAll(this.#password, '***');
    const kept = Buffer.from(safe.replaceAll(END, '|'), 'latin1');
    const message = isUtf8(kept) ? kept.toString() : kept.toString('latin1');
    const line = `${JSON.stringify([this.env.now(), direction, message])}\n`;
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= WRITE_BYTES) this.write();
    else this.#timer ??= this.env.setTimer(() => this.write(), WRITE_MS);
  }

  /** Writes what was kept, so that it can be read. */
  write(): void {
    this.env.clearTimer(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    const lines = this.#lines.join('');
    this.#lines = [];
    this.#bytes = 0;
    try {
      this.#append(lines);
    } catch (error) {
      // Trading goes on without its copy.
      this.#end(`cannot be written: ${fileReason(error)}`);
    }
  }

  #append(lines: string): void {
    this.#turnTo(new Date(this.env.now()).toISOString().slice(0, 10));
    const bytes = Buffer.byteLength(lines);
    if (this.#size + bytes > this.dayBytesMax) {
      return this.#end(`fill their ${this.dayBytesMax} bytes`);
    }
    appendFileSync(this.#pathOf(this.#day), lines, { mode: 0o600 });
    this.#size += bytes;
  }

  /** Keeps nothing more of this day. */
  #end(why: string): void {
    const isFirst = this.#size !== Number.POSITIVE_INFINITY;
    this.#size = Number.POSITIVE_INFINITY;
    const msg = `${this.folder}: the messages of the day ${why}`;
    if (isFirst) this.env.log('warn', { msg });
  }

  #turnTo(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#size = statSync(this.#pathOf(day), { throwIfNoEntry: false })?.size ?? 0;
    this.#dropOld();
  }

  #dropOld(): void {
    const oldest = this.env.now() - this.days * DAY_MS;
    const first = new Date(oldest).toISOString().slice(0, 10);
    for (const day of daysIn(this.folder)) if (day <= first) rmSync(this.#pathOf(day));
  }

  #pathOf(day: string): string {
    return pathOf(this.folder, day);
  }
}

const pathOf = (folder: string, day: string): string => join(folder, `${day}.log`);

/** The days with a file, ascending. */
const daysIn = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .sort();
};

/**
 * A page of the messages that are kept in a folder, the newest first. It is shorter than its limit
 * where its messages are long; the last one is empty.
 */
export const readTransactions = (
  folder: string,
  { before, limit }: MessagePage,
): GatewayTransaction[] => {
  const [lastDay = '', lastByte = ''] = before.split(':');
  const found: GatewayTransaction[] = [];
  let size = 0;
  for (const day of daysIn(folder).reverse()) {
    if (lastDay !== '' && day > lastDay) continue;
    const end = day === lastDay ? Number(lastByte) : Number.POSITIVE_INFINITY;
    for (const one of readDay(folder, day, end)) {
      found.push(one);
      size += one.message.length;
      if (found.length >= limit || size >= PAGE_CHARACTERS) return found;
    }
  }
  return found;
};

/** A kept message; undefined for a part of a line, such as one whose writing was cut off. */
const readLine = (line: string): Omit<GatewayTransaction, 'id'> | undefined => {
  try {
    const [at, direction, message] = JSON.parse(line) as [number, 'in' | 'out', string];
    return { at: new Date(at).toISOString(), direction, message };
  } catch {
    return undefined;
  }
};

/** The messages of a day before a byte of its file, the newest first. */
function* readDay(folder: string, day: string, end: number): Generator<GatewayTransaction> {
  const file = openSync(pathOf(folder, day), 'r');
  try {
    let to = Math.min(end, fstatSync(file).size);
    let window = READ_BYTES;
    while (to > 0) {
      const from = Math.max(0, to - window);
      const bytes = Buffer.alloc(to - from);
      readSync(file, bytes, 0, bytes.length, from);
      let lineEnd = bytes.length;
      while (lineEnd > 0) {
        const start = bytes.lastIndexOf('\n', lineEnd - 2) + 1;
        // The first line of what was read may have begun before.
        if (start === 0 && from > 0) break;
        const kept = readLine(bytes.toString('utf8', start, lineEnd - 1));
        if (kept !== undefined) yield { id: `${day}:${from + start}`, ...kept };
        lineEnd = start;
      }
      // A line that is longer than what was read needs more at a time.
      window = lineEnd === bytes.length ? 2 * window : READ_BYTES;
      to = from + lineEnd;
    }
  } finally {
    closeSync(file);
  }
}
