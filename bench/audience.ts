// The audience: a process whose sockets follow channels, and count the quotes that they are sent.

import { connect } from 'node:net';
import type { AudienceCount, AudienceJob } from './audience-host.js';
import { textFrame, upgradeRequest } from './load-socket.js';

/** Begins every row of quotes, and nothing else that these sockets are sent. */
const ROW = Buffer.from('["');
/** A pong that nobody asked for: the server closes sockets that are silent. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const PONG_MS = 10_000;

let quotes = 0;
let bytes = 0;

const count = (chunk: Buffer): void => {
  bytes += chunk.length;
  for (let at = chunk.indexOf(ROW); at >= 0; at = chunk.indexOf(ROW, at + 2)) quotes += 1;
};

const join = (job: AudienceJob, header: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: job.port, noDelay: true });
    socket.write(upgradeRequest(job, header));
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      if (!chunk.toString('latin1').startsWith('HTTP/1.1 101')) reject(new Error(String(chunk)));
      for (const frame of job.frames) socket.write(textFrame(frame));
      setInterval(() => socket.write(PONG), PONG_MS);
      socket.on('data', count);
      resolve();
    });
    socket.once('close', () => reject(new Error('the server closed a socket of the audience')));
  });

process.on('message', async (message: AudienceJob | 'count') => {
  if (message !== 'count') {
    for (const header of message.headers) await join(message, header);
  }
  process.send?.({ quotes, bytes } satisfies AudienceCount);
});
process.once('disconnect', () => process.exit());
