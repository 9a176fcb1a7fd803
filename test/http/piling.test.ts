// Answers that nobody reads: they are not kept for who asks on, and whoever reads slowly gets all.

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import t from 'tap';
import { done } from '../../wire/codes.js';
import { cookieOf, openFront, signed } from '../support/front-harness.js';
import { within } from '../support/guard.js';

const MIB = 2 ** 20;
const asking = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Asks so often without reading; resolves when the server has cut the connection. */
const askOnly = (port: number, request: string, times: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    const writeOn = (left: number): void => {
      if (left === 0 || socket.destroyed) return;
      socket.write(request.repeat(100), () => setImmediate(writeOn, left - 1));
    };
    writeOn(times / 100);
  });

t.test('Whoever asks on without reading is cut, and nothing piles up for him', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const page = await fetch(`http://127.0.0.1:${front.port}/docs/swagger-ui-bundle.js`);
  t.ok((await page.arrayBuffer()).byteLength > MIB, 'a large page');
  const before = process.memoryUsage.rss();
  const requests: readonly (readonly [string, number])[] = [
    [asking('GET', '/docs/swagger-ui-bundle.js'), 500],
    [asking('GET', '/healthz'), 100_000],
    [asking('OPTIONS', '/trader/v1/trades'), 100_000],
    [asking('HEAD', '/healthz'), 100_000],
  ];
  for (const [request, times] of requests) {
    await within(askOnly(front.port, request, times), `cut of ${request}`);
  }
  const grown = process.memoryUsage.rss() - before;
  t.ok(grown < 200 * MIB, `${Math.round(grown / MIB)} MiB`);
});

/** Reads a page in small steps, a moment apart. */
const readSlowly = async (url: string, headers: Record<string, string> = {}): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  const { body } = await fetch(url, { headers });
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Buffer.concat(parts);
};

t.test('Whoever reads slowly gets the whole of a large page', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const url = `http://127.0.0.1:${front.port}/docs/swagger-ui-bundle.js`;
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const whole = hashOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  t.equal(hashOf(await readSlowly(url)), whole);
  t.equal((await fetch(`http://127.0.0.1:${front.port}/healthz`)).status, 200);
});

t.test('Whoever reads slowly gets the whole of a long list in its envelope', async (t) => {
  const data = Array.from({ length: 2_000_000 }, (_, n) => n);
  const json = new Uint8Array(Buffer.from(JSON.stringify(data)));
  const front = await openFront({ desk: { 'settings.list': () => done({ json }) } });
  t.teardown(() => front.close());
  const staff = front.admit(signed({ rights: ['config.symbols'] }));
  const headers = { ...cookieOf(staff), 'x-request-id': 'a-list' };
  const url = `http://127.0.0.1:${front.port}/admin/v1/symbols`;
  const text = (await readSlowly(url, headers)).toString();
  const { data: read, ...envelope } = JSON.parse(text);
  t.match(envelope, { success: true, code: 'ok', request_id: 'a-list' });
  t.equal(read.join(), data.join());
});
