// Quote readers: a process whose sockets follow channels, and count the quotes that they are sent.

import { connect } from 'node:net';
import { QuoteTimes } from '../measure/quote-times.js';
import { textFrame, upgradeRequest } from './load-socket.js';
import type {
  QuoteReadersAnswer,
  QuoteReadersJob,
  QuoteReadersMessage,
} from './quote-readers-host.js';

/** An unsolicited pong, because the server closes silent sockets. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const PONG_MS = 20_000;

/** Most sockets that are opened at a time. */
const OPENING = 32;

const quotes = new QuoteTimes();
let bytes = 0;

/** Opens a socket; returns a function that sends on it. */
const join = (job: QuoteReadersJob, header: string): Promise<(frame: string) => void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: job.port, noDelay: true });
    socket.write(upgradeRequest(job, header));
    socket.once('error', reject);
    socket.once('data', (first) => {
      if (!first.toString('latin1').startsWith('HTTP/1.1 101')) reject(new Error(String(first)));
      setInterval(() => socket.write(PONG), PONG_MS);
      let rest: Buffer | undefined;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        rest = quotes.read(rest === undefined ? chunk : Buffer.concat([rest, chunk]));
      });
      resolve((frame) => socket.write(textFrame(frame)));
    });
    socket.once('close', () =>
      reject(new Error('the server closed a socket of the quote readers')),
    );
  });

const sockets: ((frame: string) => void)[] = [];

const open = async (job: QuoteReadersJob): Promise<void> => {
  for (let at = 0; at < job.headers.length; at += OPENING) {
    const some = job.headers.slice(at, at + OPENING).map((header) => join(job, header));
    sockets.push(...(await Promise.all(some)));
  }
};

const take = async (message: QuoteReadersMessage): Promise<void> => {
  switch (message.type) {
    case 'open':
      return open(message.job);
    case 'send':
      for (const [at, frames] of message.frames.entries()) {
        for (const frame of frames) sockets[at]?.(frame);
      }
      return;
    case 'time':
      return quotes.time(message.span);
    case 'count':
      return;
  }
};

process.on('message', async (message: QuoteReadersMessage) => {
  await take(message);
  process.send?.({
    quotes: quotes.quotes,
    bytes,
    timed: quotes.timed(),
  } satisfies QuoteReadersAnswer);
});
process.once('disconnect', () => process.exit());
