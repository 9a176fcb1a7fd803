// The flooders: sockets of one account that send worthless frames at full speed, and reconnect. The
// frames are well formed, so that the limit of malformed frames does not close the sockets before
// the rate limit does. They come from an address of their own, so that no limit of the address
// shuts them out.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';

/** The target of the flood. */
export interface FloodJob {
  readonly url: string;
  readonly authorization: string;
  readonly sockets: number;
  readonly localAddress: string;
}

/** The result of the flood. */
export interface FloodCount {
  readonly sent: number;
  /** Sockets that the server closed, by code, and upgrades that it refused, by status. */
  readonly closed: Readonly<Record<string, number>>;
  readonly shut: Readonly<Record<string, number>>;
}

const FRAMES = 1_000;
const RETRY_MS = 50;
const trade = {
  request_id: randomUUID(),
  kind: 'open',
  symbol: 'NOTHING',
  side: 'buy',
  volume: '0.01',
};
const frames = [
  { id: 0, op: 'trade', data: trade },
  { id: 1, op: 'account', data: {} },
].map((frame) => JSON.stringify(frame));

let going = true;
let sent = 0;
const closed: Record<string, number> = {};
const shut: Record<string, number> = {};

const flood = async ({ url, authorization, localAddress }: FloodJob): Promise<void> => {
  while (going) {
    const options = { headers: { authorization }, localAddress };
    const socket = new WebSocket(url, ['brokerd.v1.json'], options);
    let isOver = false;
    const end = new Promise<void>((resolve) => {
      const over = (counts: Record<string, number>, name: string | number): void => {
        if (!isOver) counts[name] = (counts[name] ?? 0) + 1;
        isOver = true;
        resolve();
      };
      socket.on('unexpected-response', (_, { statusCode = 0 }) => over(shut, statusCode));
      socket.on('error', ({ message }) => over(shut, message));
      socket.on('close', (code) => over(closed, code));
    });
    socket.on('open', async () => {
      while (going && socket.readyState === WebSocket.OPEN) {
        for (let n = 0; n < FRAMES; n += 1) socket.send(frames[n % 2] as string);
        sent += FRAMES;
        await wait(1);
      }
      socket.terminate();
    });
    await end;
    await wait(RETRY_MS);
  }
};

process.once('disconnect', () => process.exit());
process.once('message', async (job: FloodJob) => {
  process.once('message', () => {
    going = false;
  });
  await Promise.all(Array.from({ length: job.sockets }, () => flood(job)));
  process.send?.({ sent, closed, shut } satisfies FloodCount, () => process.disconnect());
});
