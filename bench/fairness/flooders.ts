// The flooders: sockets of one account that send worthless frames at full speed, and come back.

import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';

/** Where the flood goes to. */
export interface FloodJob {
  readonly url: string;
  readonly authorization: string;
  readonly sockets: number;
}

/** What became of it. */
export interface FloodCount {
  readonly sent: number;
  /** Sockets that the server closed, and upgrades that it refused. */
  readonly closed: number;
  readonly shut: number;
}

const FRAMES = 1_000;
const RETRY_MS = 50;
const frames = ['trade', 'account'].map((op, id) => JSON.stringify({ id, op, data: { x: 1 } }));

let going = true;
const count = { sent: 0, closed: 0, shut: 0 };

const flood = async ({ url, authorization }: FloodJob): Promise<void> => {
  while (going) {
    const socket = new WebSocket(url, ['brokerd.v1.json'], { headers: { authorization } });
    const end = new Promise<'closed' | 'shut'>((resolve) => {
      socket.on('error', () => resolve('shut'));
      socket.on('close', () => resolve('closed'));
    });
    let isOver = false;
    void end.then(() => {
      isOver = true;
    });
    socket.on('open', async () => {
      while (going && !isOver) {
        for (let n = 0; n < FRAMES; n += 1) socket.send(frames[n % 2] as string);
        count.sent += FRAMES;
        await wait(1);
      }
      socket.terminate();
    });
    count[await end] += 1;
    await wait(RETRY_MS);
  }
};

process.once('disconnect', () => process.exit());
process.once('message', async (job: FloodJob) => {
  process.once('message', () => {
    going = false;
  });
  await Promise.all(Array.from({ length: job.sockets }, () => flood(job)));
  process.send?.(count satisfies FloodCount, () => process.disconnect());
});
