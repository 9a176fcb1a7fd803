// The prototype: the server's front, rings and log around a shard without rules.
//
// It reports its port, and ends with its parent's channel.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type AnswerTaker, ShardLink } from '../../actors/front/shard-link.js';
import { LogCopySync } from '../../actors/main/log-copy-sync.js';
import { LogHost } from '../../actors/main/log-host.js';
import { Cells } from '../../actors/shared/cells.js';
import { heartbeatMemory } from '../../actors/shared/heartbeat.js';
import { Bell, RingReader, ringMemory } from '../../actors/shared/ring.js';
import { NOTICE_RING_BYTES, Request, readNotice } from '../../actors/shared/ring-records.js';
import { native, type WebSocket } from '../../http/server/native.js';
import type { PrototypeShard } from './prototype-shard.js';

const { library } = native();

type Socket = WebSocket<{ token: number }>;

const OWNER = {
  message: () => {},
  log: () => {},
  failed: (error: Error) => {
    throw error;
  },
};

/** The main thread's part: sockets on one side, rings on the other. */
class Front implements AnswerTaker {
  readonly bell = Bell.create();
  /** The prototype measures no hops. */
  readonly times = { isMeasured: () => false, delivered: () => {} };
  readonly noticeMemory = ringMemory(NOTICE_RING_BYTES);
  readonly #notices = new RingReader(this.noticeMemory);
  readonly #sockets = new Map<number, Socket>();
  /** Texts of this turn, in runs of the same socket. */
  #runs: { readonly token: number; readonly texts: Uint8Array[] }[] = [];
  #tokens = 0;
  #flushing = false;

  listen(link: ShardLink): void {
    library
      .App()
      .ws<{ token: number }>('/*', {
        upgrade: (response, request, context) => {
          this.#tokens += 1;
          response.upgrade(
            { token: this.#tokens },
            request.getHeader('sec-websocket-key'),
            '',
            '',
            context,
          );
        },
        open: (socket) => {
          this.#sockets.set(socket.getUserData().token, socket);
        },
        message: (socket, message) => this.#request(link, socket.getUserData().token, message),
        close: (socket) => {
          this.#sockets.delete(socket.getUserData().token);
        },
      })
      .listen('127.0.0.1', 0, (token) => {
        process.send?.(token && library.us_socket_local_port(token));
      });
    this.bell.serve(
      () => this.#turn(link),
      () => this.#notices.pending() || link.pending(),
    );
  }

  answer(token: number, _status: number, text: Buffer): void {
    this.#queue(token, text);
  }

  /** Its answer tells it. */
  event(): void {}

  positions(): void {
    throw new Error('the prototype tells no positions');
  }

  money(): void {
    throw new Error('the prototype tells no money');
  }

  #request(link: ShardLink, token: number, message: ArrayBuffer): void {
    if (!link.send(Request.jsonFrame, token, token, new Uint8Array(message)))
      throw new Error('full');
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      link.flush();
    });
  }

  #queue(token: number, text: Uint8Array): void {
    const last = this.#runs.at(-1);
    if (last?.token === token) last.texts.push(text);
    else this.#runs.push({ token, texts: [text] });
  }

  #turn(link: ShardLink): boolean {
    this.#notices.take((buffer, at) => {
      const { count, seq } = readNotice(buffer, at);
      link.commits.note(count, seq);
      return true;
    }, Number.MAX_SAFE_INTEGER);
    this.#notices.free();
    const more = link.drain(performance.now());
    const runs = this.#runs;
    this.#runs = [];
    for (const { token, texts } of runs) {
      const socket = this.#sockets.get(token);
      socket?.cork(() => {
        for (const text of texts) socket.send(text, false);
      });
    }
    link.free();
    return more || this.#notices.pending() || link.pending();
  }
}

const data = mkdtempSync(join(tmpdir(), 'brokerd-prototype-'));
mkdirSync(join(data, 'log'));
const front = new Front();
const cells = Cells.create(1);
const shares = {
  cells: cells.shared,
  notices: front.noticeMemory,
  frontBell: front.bell.shared,
  mainHeartbeat: heartbeatMemory(),
};
const log = new LogHost({ options: { data }, ...shares }, OWNER);
await log.start();
const access = await log.attach(0);
const logCopy = new LogCopySync(data, OWNER.log);
logCopy.start();
const bell = Bell.create();
const link = new ShardLink(bell, access.generation, access.head, front);
const shard = new Worker(new URL('./prototype-shard.js', import.meta.url), {
  workerData: {
    full: process.argv[2] === 'full',
    bell: bell.shared,
    requests: link.requestMemory,
    answers: link.answerMemory,
    frontBell: front.bell.shared,
    log: access.ring,
    logBell: access.bell,
  } satisfies PrototypeShard,
});
shard.once('error', OWNER.failed);
front.listen(link);

process.once('disconnect', async () => {
  shard.postMessage('stop');
  await log.stop();
  await logCopy.stop();
  rmSync(data, { recursive: true });
  process.exit();
});
