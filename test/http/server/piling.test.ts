// Answers that nobody reads: they are not kept for who asks on, and whoever reads slowly gets all.

import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { ok } from '../../../wire/base/codes.js';
import { cookieOf, openFront, signed, type TestFront } from '../../support/front-harness.js';
import { until } from '../../support/guard.js';

const MIB = 2 ** 20;
/** Five hundred pages would be several times as much. */
const HELD_MIB = 200;
const PAGE = '/docs/swagger-ui-bundle.js';
const asking = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Asks so often without reading; answers whether the server has cut the connection. */
const askOnly = (port: number, request: string, times: number): (() => boolean) => {
  let isCut = false;
  const cut = (): void => {
    isCut = true;
  };
  const socket = connect(port, '127.0.0.1').on('error', cut).on('close', cut);
  socket.pause();
  const writeOn = (left: number): void => {
    if (left === 0 || socket.destroyed) return;
    socket.write(request.repeat(100), () => setImmediate(writeOn, left - 1));
  };
  writeOn(times / 100);
  return () => isCut;
};

t.test('Whoever asks on without reading is cut, and nothing piles up for him', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const page = await fetch(`http://127.0.0.1:${front.port}${PAGE}`);
  t.ok((await page.arrayBuffer()).byteLength > MIB, 'a large page');
  const before = process.memoryUsage.rss();
  const held = () => (process.memoryUsage.rss() - before) / MIB;
  const requests: readonly (readonly [string, number])[] = [
    [asking('GET', PAGE), 500],
    [asking('GET', '/healthz'), 100_000],
    [asking('OPTIONS', '/trader/v1/trades'), 100_000],
    [asking('HEAD', '/healthz'), 100_000],
  ];
  for (const [request, times] of requests) {
    const isCut = askOnly(front.port, request, times);
    await until(`cut of ${request}`, () => isCut() || held() > HELD_MIB);
  }
  t.ok(held() < HELD_MIB, `${Math.round(held())} MiB`);
});

/** Reads a page part by part; after each of them another client is answered. */
const readSlowly = async (
  { port, ask }: TestFront,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject);
  });
  const parts: Buffer[] = [];
  for await (const part of answer) {
    parts.push(part as Buffer);
    await ask('GET', '/nowhere');
  }
  return Buffer.concat(parts).toString('latin1');
};

t.test('Whoever reads slowly gets the whole of a large page', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const whole = await fetch(`http://127.0.0.1:${front.port}${PAGE}`);
  const expected = Buffer.from(await whole.arrayBuffer()).toString('latin1');
  t.ok((await readSlowly(front, PAGE)) === expected);
});

t.test('Whoever reads slowly gets the whole of a long list in its envelope', async (t) => {
  const list = JSON.stringify(Array.from({ length: 2_000_000 }, (_, n) => n));
  const json = new Uint8Array(Buffer.from(list));
  const front = await openFront({ desk: { 'settings.list': () => ok({ json }) } });
  t.teardown(() => front.close());
  const staff = front.admit(signed({ rights: ['config.symbols'] }));
  const headers = { ...cookieOf(staff), 'x-request-id': 'a-list' };
  const text = await readSlowly(front, '/admin/v1/symbols', headers);
  t.ok(text.includes(list), 'all of it');
  const envelope = { success: true, code: 'ok', request_id: 'a-list', data: 0 };
  t.match(JSON.parse(text.replace(list, '0')), envelope);
});
