// Connections that come in a storm and break off: the server lives, and gives everything back.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Test } from 'tap';
import { during, until, within } from '../support/guard.js';
import { RUN } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import { History, settled } from './history.js';
import { assertWhole } from './recovery.js';
import { complaints, figure } from './said.js';

/** Of all counts so much. */
const PART = RUN === 'test' ? 0.3 : 1;
const CUT_REQUESTS = 300 * PART;
/** Connections: half say nothing, half are reset in the middle of a body. */
const CONNECTS = 1_000 * PART;
const CONNECTS_AT_ONCE = 100;
const UPGRADES = 100 * PART;
/** Requests at a time from one address: fewer than are cut in all, so that none counts for ever. */
const AT_A_TIME = 350 * PART;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** A server in a storm, with a trader who trades all the time. */
class Storm {
  readonly #port: number;
  readonly #pid: number;
  readonly #headers: string;
  readonly #silent: Promise<unknown>[] = [];

  constructor(server: ServerProcess, token: string) {
    this.#port = server.port;
    this.#pid = server.process.pid as number;
    this.#headers = `Host: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\n`;
  }

  /** Open descriptors of the process. */
  descriptors(): number {
    return readdirSync(`/proc/${this.#pid}/fd`).length;
  }

  /** Connects, writes something, and waits for the first of an answer where it is to. */
  async #connect(text: string, waits: boolean): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1');
    // The server may close it at any step, which is as good; a later wait sees no event of that.
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const happens = (event: string) =>
      Promise.race([closed, new Promise<void>((resolve) => socket.once(event, () => resolve()))]);
    await happens('connect');
    const written = new Promise<void>((resolve) => socket.write(text, () => resolve()));
    await Promise.race([closed, written]);
    if (waits) await happens('data');
    return socket;
  }

  /** A request whose client is gone: at once, or as soon as the answer begins. */
  async cutRequest(n: number): Promise<void> {
    const paths = ['/openapi.json', '/trader/v1/quotes', '/trader/v1/history/deals', '/metrics'];
    const request = `GET ${paths[n % paths.length]} HTTP/1.1\r\n${this.#headers}\r\n`;
    (await this.#connect(request, n % 8 >= 4)).destroy();
  }

  /** Connects and says nothing. */
  async silent(): Promise<void> {
    const socket = await this.#connect('', false);
    if (!socket.closed) this.#silent.push(once(socket, 'close'));
    socket.resume();
  }

  /** Resolves when the server has cut all that say nothing. */
  async silenced(): Promise<void> {
    await within(Promise.all(this.#silent.splice(0)), 'end of silent connections');
  }

  /** Is reset in the middle of a body. */
  async reset(): Promise<void> {
    const head = `POST /trader/v1/trades HTTP/1.1\r\n${this.#headers}`;
    const type = 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"kind":';
    (await this.#connect(head + type, false)).resetAndDestroy();
  }

  /** Becomes a socket, and is reset while it does, or as soon as it is one. */
  async upgrade(n: number): Promise<void> {
    const key = randomBytes(16).toString('base64');
    const ask = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n`;
    const head = `GET /trader/v1/socket HTTP/1.1\r\n${this.#headers}${ask}`;
    const request = `${head}Sec-WebSocket-Key: ${key}\r\n\r\n`;
    (await this.#connect(request, n % 2 === 0)).resetAndDestroy();
  }

  /** All of these side by side, and then as many silent and reset connections. */
  async all(cut: number, connects: number, upgrades: number): Promise<void> {
    await Promise.all(Array.from({ length: cut }, (_, n) => this.cutRequest(n)));
    await Promise.all(Array.from({ length: upgrades }, (_, n) => this.upgrade(n)));
    for (let done = 0; done < connects; done += CONNECTS_AT_ONCE) {
      const some = Array.from({ length: Math.min(CONNECTS_AT_ONCE, connects - done) });
      await Promise.all(some.map((_, n) => (n % 2 === 0 ? this.silent() : this.reset())));
    }
  }
}

/** A storm over a server, that many times; asserts that it lives, trades, and leaks nothing. */
export const storm = async (t: Test, times: number): Promise<void> => {
  const args = [
    ...['--connections-per-address', String(AT_A_TIME), '--sockets-per-account', '1000'],
    ...['--trade-rate', '0'],
  ];
  const server = await ServerProcess.start({ args });
  t.teardown(() => server.kill());
  await server.quote('EURUSD', '1.10000', '1.10010');
  const trader = await server.openAccount({ deposit: '1000000' });
  const history = new History();
  const trade = settled(history, trader);
  const one = new Storm(server, trader.rest.accessToken);
  // What is opened at the first use stays open: it is used once before it is counted.
  await one.all(8, 0, 2);
  await trader.rest.get('/history/deals');
  const before = one.descriptors();
  for (let n = 0; n < times; n += 1) {
    const refused: string[] = [];
    await during(one.all(CUT_REQUESTS, CONNECTS, UPGRADES), async () => {
      const { success, code } = await trade(wish);
      if (!success) refused.push(code);
    });
    t.same(refused, [], 'orders go on');
    await one.silenced();
    await until(`end of all but ${before} descriptors`, () => one.descriptors() <= before);
  }
  t.equal((await trader.rest.get('/auth/me')).code, 'ok', 'no request counts for ever');
  t.equal(await figure(server, 'sockets'), 1, 'only the trader’s socket is left');
  t.same(complaints(server), []);
  await trader.rest.fenced('/history/deals?limit=1', (await trader.snapshot()).seq);
  await assertWhole(t, server.data, history);
  t.equal((await server.stop()).code, 0);
};
