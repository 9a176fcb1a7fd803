// The server at the level of bytes: what it refuses, what stands on every answer, what it survives.

import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { refuse } from '../../wire/codes.js';
import { openFront } from '../support/front-harness.js';

const login = { login: 1, password: 'x' };

t.test('Every answer carries the security headers and none names the software', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const paths = ['/admin/v1/auth/me', '/nowhere', '/healthz', '/openapi.json', '/docs'];
  for (const path of paths) {
    const { headers } = await fetch(`http://127.0.0.1:${front.port}${path}`);
    t.equal(headers.get('x-content-type-options'), 'nosniff', path);
    t.equal(headers.get('referrer-policy'), 'no-referrer', path);
    t.equal(headers.get('cache-control'), 'no-store', path);
    t.match(headers.get('content-security-policy'), /default-src 'none'/, path);
    t.equal(headers.get('server'), null, path);
    t.equal(headers.get('uwebsockets'), null, path);
    t.equal(headers.get('strict-transport-security'), null, 'plain HTTP promises no TLS');
  }
});

t.test('Behind a TLS proxy every answer carries HSTS', async (t) => {
  const front = await openFront({}, { trustedProxies: ['127.0.0.1'] });
  t.teardown(() => front.close());
  const { headers } = await fetch(`http://127.0.0.1:${front.port}/nowhere`);
  t.match(headers.get('strict-transport-security'), /max-age=31536000/);
});

t.test('Unknown paths and methods get an envelope, not a dropped connection', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const lost = await front.ask('GET', '/admin/v1/nothing-here');
  t.equal(lost.status, 404);
  t.match(lost.envelope, { success: false, code: 'not_found', data: null });
  const wrong = await front.ask('DELETE', '/admin/v1/auth/me');
  t.equal(wrong.status, 405);
  t.equal(wrong.headers.get('allow'), 'GET, OPTIONS, HEAD');
  t.match(wrong.envelope, { success: false, data: null });
  const trace = await front.raw('TRACE /admin/v1/auth/me HTTP/1.1\r\nHost: a\r\n\r\n');
  t.match(trace.text, /^HTTP\/1\.1 405 /);
});

t.test('HEAD answers the head alone and OPTIONS the methods', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const asked = 'HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const head = await front.raw(asked, { closed: true });
  t.match(head.text, /^HTTP\/1\.1 200 OK\r\n/);
  t.match(head.text, /Content-Length: 14\r\n\r\n$/i);
  t.ok(head.closed, 'the connection ends as the head says');
  const options = await front.ask('OPTIONS', '/trader/v1/trades');
  t.equal(options.headers.get('allow'), 'POST, OPTIONS');
  t.match(options, { status: 200, envelope: { success: true, data: ['POST', 'OPTIONS'] } });
});

t.test('While it stops, what was asked before is answered, and nothing after', async (t) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = (): void => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const front = await openFront({
    desk: async () => {
      asked();
      await released;
      return refuse('auth.invalid_credentials');
    },
  });
  const before = front.ask('POST', '/admin/v1/auth/login', { body: login });
  await isAsked;
  const open = connect(front.port, '127.0.0.1').setEncoding('latin1');
  const next = async (): Promise<string> => {
    open.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    return ((await once(open, 'data')) as [string])[0];
  };
  t.match(await next(), /^HTTP\/1\.1 200 /);
  const closed = front.close();
  const refused = await next();
  t.match(refused, /^HTTP\/1\.1 503 /);
  t.match(refused, /\r\nRetry-After: \d+\r\n/i);
  t.match(refused, /"code":"trade.too_many_requests","message":"The server is restarting/);
  await once(open, 'close');
  release();
  t.equal((await before).envelope.code, 'auth.invalid_credentials');
  await closed;
});

t.test('A cookie of 5 kB is read', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const head = `GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(5_000)}\r\n\r\n`;
  t.match((await front.raw(head)).text, /^HTTP\/1\.1 200 /);
});

t.test('A body over the limit is refused and the connection kept', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const body = 'x'.repeat(65_537);
  const post = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';
  const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const { text, closed } = await front.raw(
    `${post}Content-Length: ${body.length}\r\n\r\n${body}${next}`,
    { answers: 2 },
  );
  t.match(text, /^HTTP\/1\.1 400 /);
  t.match(text, /body: longer than 65536 bytes/);
  t.match(text, /HTTP\/1\.1 200 OK/, 'the next request of the connection is answered');
  t.notOk(closed);
});

t.test('A body without end is cut off', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const post = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const endless = [
    `${post}Content-Length: 900000000\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`,
  ];
  for (const head of endless) {
    const { text, closed } = await front.raw(head, { closed: true });
    t.match(text, /^HTTP\/1\.1 400 .*body: longer than 65536 bytes/s);
    t.ok(closed);
  }
});

/** A desk whose sign-ins wait until they are let go. */
const holding = () => {
  let reach: () => void = () => {};
  let release: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const signIn = async () => {
    reach();
    await held;
    return refuse('auth.invalid_credentials');
  };
  return { desk: { 'auth.login': signIn }, reached, release };
};

t.test('A client that goes away while its answer is made leaves the server alive', async (t) => {
  const { desk, reached, release } = holding();
  const front = await openFront({ desk });
  t.teardown(() => front.close());
  const body = JSON.stringify(login);
  const socket = connect(front.port, '127.0.0.1');
  socket.write(
    `POST /admin/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await reached;
  socket.destroy();
  release();
  const after = await front.ask('GET', '/admin/v1/auth/me');
  t.equal(after.status, 401);
});

t.test('A door that closes lets the requests in it end, and takes no more', async (t) => {
  const { desk, reached, release } = holding();
  const front = await openFront({ desk });
  const first = front.ask('POST', '/admin/v1/auth/login', { body: login });
  await reached;
  const closed = front.close();
  await t.rejects(fetch(`http://127.0.0.1:${front.port}/healthz`, { keepalive: false }));
  release();
  t.equal((await first).envelope.code, 'auth.invalid_credentials');
  await closed;
});

t.test('A second server on the same port is refused', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  await t.rejects(openFront({}, { port: front.port }), /cannot be listened on/);
});

t.test('An address at its limit of open requests is told to come back', async (t) => {
  const { desk, reached, release } = holding();
  const front = await openFront({ desk }, { connectionsPerAddress: 1 });
  t.teardown(() => front.close());
  const first = front.ask('POST', '/admin/v1/auth/login', { body: login });
  await reached;
  const second = await front.ask('GET', '/healthz');
  t.equal(second.status, 429);
  t.ok(second.headers.get('retry-after'));
  release();
  t.equal((await first).status, 401);
  t.equal((await fetch(`http://127.0.0.1:${front.port}/healthz`)).status, 200);
});
