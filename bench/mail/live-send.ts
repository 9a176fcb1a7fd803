// A message to groups while some of its recipients are on sockets: who gets a frame, how soon, and
// what the message takes in the log and the database.

import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { DATABASE_FILE, LOG_FOLDER, openReader } from '../../storage/database/database.js';
import type { RestClient } from '../../test/support/client/rest.js';
import { until } from '../../test/support/guard.js';
import type { ServerProcess } from '../../test/support/server-process.js';
import type { Platform } from '../desk/platform.js';
import { Histogram, type Percentiles, rounded } from '../measure/measures.js';
import { bytesOf, type WrittenMail } from './mailboxes.js';

/** One in so many accounts is on a socket, and so many that get nothing. */
const SOCKET_OF = 1_000;
const OTHERS = 10;
/** Traders who sign in at the same time. */
const SIGNING_IN = 2;
/** How long after the last frame no further one may have come, in ms. */
const QUIET_MS = 1_000;
/** Sockets of an address. */
const ADDRESS_SOCKETS = 50;

/** The cost of a message to groups on sockets. */
export interface LiveSend {
  readonly sockets: number;
  /** From the send's begin to the frame. */
  readonly frame_ms: Percentiles;
  readonly grown_mib: number;
}

/** A trader's socket, and the `mail` frames that came. */
class Receiver {
  readonly times: number[] = [];
  messageSeq = '';
  #accountSeq = 0;
  readonly #ws: WebSocket;

  constructor(url: string, trader: RestClient, place: number) {
    const address = 1 + Math.floor(place / ADDRESS_SOCKETS);
    this.#ws = new WebSocket(url, ['brokerd.v1.json'], {
      headers: trader.socketHeaders(),
      localAddress: `127.4.0.${address}`,
      perMessageDeflate: false,
    });
    this.#ws.on('message', (bytes: Buffer) => this.#take(JSON.parse(bytes.toString()) as object));
  }

  /** Resolves when the socket is signed in. */
  async open(): Promise<this> {
    await once(this.#ws, 'open');
    this.#ws.send('{"id":1,"op":"hello","data":{}}');
    await until('hello', () => this.messageSeq !== '');
    return this;
  }

  #take(frame: {
    readonly event?: string;
    readonly data?: { readonly message_seq?: string; readonly account_seq?: number };
  }): void {
    if (frame.event === 'mail') this.times.push(performance.now());
    const { message_seq, account_seq } = frame.data ?? {};
    if (message_seq === undefined) return;
    this.messageSeq = message_seq;
    this.#accountSeq = account_seq ?? 0;
  }

  /** Asks for the messages that have come since another socket of the trader was opened. */
  resume({ messageSeq }: Receiver): void {
    const data = { after: this.#accountSeq, after_seq: messageSeq };
    this.#ws.send(JSON.stringify({ id: 2, op: 'resume', data }));
  }

  close(): void {
    this.#ws.close();
  }
}

/** Bytes of the log and the database that are in use. */
const storedBytes = (data: string): number => {
  const db = openReader(join(data, DATABASE_FILE));
  const folder = join(data, LOG_FOLDER);
  const blocks = readdirSync(folder).map((name) => statSync(join(folder, name)).blocks);
  const bytes = bytesOf(db) + blocks.reduce((sum, count) => sum + count, 0) * 512;
  db.close();
  return bytes;
};

/** Signs traders in, some at a time, and opens a socket for each. */
const receiversOf = async (
  server: ServerProcess,
  password: string,
  logins: readonly number[],
): Promise<{ readonly trader: RestClient; readonly receiver: Receiver }[]> => {
  const url = server.url('/trader/v1/socket').replace('http', 'ws');
  const opened: { readonly trader: RestClient; readonly receiver: Receiver }[] = [];
  const queue = logins.entries();
  const signIn = async (): Promise<void> => {
    for (const [place, login] of queue) {
      const trader = server.client('trader');
      await trader.signIn(login, password);
      opened[place] = { trader, receiver: await new Receiver(url, trader, place).open() };
    }
  };
  await Promise.all(Array.from({ length: SIGNING_IN }, signIn));
  return opened;
};

/**
 * Sends a message to groups. Throws when a recipient on a socket gets no frame or several, when
 * another account gets one, or when one that was away does not get it by `resume`.
 */
export const sendLive = async (
  server: ServerProcess,
  data: string,
  staff: RestClient,
  { password, groupOf, firstLogin }: Platform,
  { recipients }: WrittenMail,
): Promise<LiveSend> => {
  const chosen = new Set(recipients.logins);
  const sockets = Math.max(OTHERS, Math.floor(groupOf.length / SOCKET_OF));
  // Of each fifty accounts one is disabled.
  const isEnabled = (login: number): boolean => login % 50 !== 1;
  const enabled = recipients.logins.filter(isEnabled);
  const step = Math.floor(enabled.length / sockets);
  const logins = Array.from({ length: sockets }, (_, n) => enabled[n * step] as number);
  const others: number[] = [];
  for (let login = firstLogin; others.length < OTHERS; login += 1) {
    if (isEnabled(login) && !chosen.has(login)) others.push(login);
  }
  const all = await receiversOf(server, password, [...logins, ...others]);
  const [away, ...present] = all.slice(0, sockets);
  const outside = all.slice(sockets);
  if (away === undefined) throw new Error('nobody is on a socket');
  away.receiver.close();
  const before = storedBytes(data);
  const began = performance.now();
  const body = { subject: 'News', body: 'Markets are closed on Friday.' };
  await staff.post('/mail', { ...body, to_group: recipients.mask });
  const isReached = ({ receiver }: { receiver: Receiver }): boolean => receiver.times.length > 0;
  await until('the frames', () => present.every(isReached));
  await passed(QUIET_MS);
  if (present.some(({ receiver }) => receiver.times.length !== 1)) throw new Error('repeated');
  if (outside.some(isReached)) throw new Error('another account got the message');
  const grown_mib = rounded((storedBytes(data) - before) / 2 ** 20, 2);
  const url = server.url('/trader/v1/socket').replace('http', 'ws');
  const back = await new Receiver(url, away.trader, 0).open();
  back.resume(away.receiver);
  await until('the missed message', () => back.times.length === 1);
  const frames = new Histogram();
  for (const { receiver } of present) frames.add((receiver.times[0] as number) - began);
  for (const { receiver } of [...all, { receiver: back }]) receiver.close();
  return { sockets, frame_ms: frames.percentiles(), grown_mib };
};
