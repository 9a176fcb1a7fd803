// Clients that send nothing, or a byte now and then: their connections are cut, others are served.

import { connect } from 'node:net';
import t from 'tap';
import { openFront } from '../support/front-harness.js';
import { within } from '../support/guard.js';

const POST = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';
const DRIP_MS = 1_000;

/** Sends the start, then a byte each second; resolves when the connection is cut. */
const drip = (port: number, start: string, byte: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(start);
    const timer = setInterval(() => byte !== '' && socket.write(byte), DRIP_MS);
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
    socket.resume();
  });

t.test('Whoever keeps a connection without asking is cut, by whatever slowness', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const clients: Readonly<Record<string, readonly [start: string, byte: string]>> = {
    'sends nothing': ['', ''],
    'sends half a head': ['GET /healthz HTTP/1.1\r\nHo', ''],
    'sends a head letter by letter': ['GET /healthz HTTP/1.1\r\nX-A: ', 'a'],
    'sends half a body': [`${POST}Content-Length: 1000\r\n\r\n{`, ''],
    'sends a body letter by letter': [`${POST}Content-Length: 1000\r\n\r\n{`, ' '],
    'sends chunks letter by letter': [`${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    'asks once and stays': ['GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  };
  const cut = Object.entries(clients).map(async ([what, [start, byte]]) => {
    await within(drip(front.port, start, byte), `cut of one who ${what}`);
    t.pass(`one who ${what} is cut`);
  });
  const { status } = await fetch(`http://127.0.0.1:${front.port}/healthz`);
  t.equal(status, 200, 'others are served meanwhile');
  await Promise.all(cut);
});
