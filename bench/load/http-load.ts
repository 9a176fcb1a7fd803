// The HTTP load: connections that send the next request as soon as they were answered, in a process
// of its own.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { processorMs } from '../measure/measures.js';
import type { HttpJob, HttpResult } from './http-load-host.js';

const OK = Buffer.from('HTTP/1.1 200');
const HEAD_END = '\r\n\r\n';

/** A connection; all its answers have the size of the first. */
class Asker {
  readonly #socket: Socket;
  readonly #request: Buffer;
  answers = 0;
  bodyBytes = 0;
  #size = 0;
  #had = 0;
  #first = Buffer.alloc(0);

  constructor(socket: Socket, request: Buffer) {
    this.#socket = socket;
    this.#request = request;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#had === 0 && bytes.compare(OK, 0, OK.length, 0, OK.length) !== 0) {
      throw new Error(`not answered: ${bytes.toString('latin1', 0, 200)}`);
    }
    this.#had += bytes.length;
    if (this.#size === 0) this.#measure(bytes);
    if (this.#size === 0 || this.#had < this.#size) return;
    if (this.#had > this.#size) throw new Error('an answer has another size than the first');
    this.#had = 0;
    this.answers += 1;
    this.#socket.write(this.#request);
  }

  #measure(bytes: Buffer): void {
    this.#first = Buffer.concat([this.#first, bytes]);
    const head = this.#first.toString('latin1').split(HEAD_END)[0] ?? '';
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined || head.length === this.#first.length) return;
    this.bodyBytes = Number(length);
    this.#size = head.length + HEAD_END.length + this.bodyBytes;
  }
}

const run = async (job: HttpJob): Promise<HttpResult> => {
  const lines = [`GET ${job.path} HTTP/1.1`, 'Host: 127.0.0.1', ...job.headers, '', ''];
  const request = Buffer.from(lines.join('\r\n'));
  const askers: Asker[] = [];
  for (let n = 0; n < job.connections; n += 1) {
    const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    askers.push(new Asker(socket, request));
  }
  const count = () => askers.reduce((sum, { answers }) => sum + answers, 0);
  await wait(job.warmupMs);
  const [from, spentFrom, started] = [count(), processorMs(job.pid), performance.now()];
  await wait(job.measureMs);
  const seconds = (performance.now() - started) / 1000;
  const answers = count() - from;
  const serverUs = (1000 * (processorMs(job.pid) - spentFrom)) / answers;
  for (const asker of askers) asker.close();
  return { answersPerSec: answers / seconds, serverUs, bodyBytes: askers[0]?.bodyBytes ?? 0 };
};

process.once('message', async (job: HttpJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
