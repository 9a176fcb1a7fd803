// The server at the level of bytes: whom it takes for whom, what it refuses and what it survives.

import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import t from 'tap';
import { clientAddress, isLoopback } from '../../../http/server/address.js';
import { AddressGauge, type AddressShare } from '../../../http/server/address-gauge.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { openTlsFront } from '../../support/certificate.js';
import { passAnHour } from '../../support/clock.js';
import { deferred } from '../../support/deferred.js';
import { openFront, signed } from '../../support/front-harness.js';
import { until } from '../../support/guard.js';
import { test } from '../routes/tags.js';

const login = { login: 1, password: 'x' };
const plain = await openFront();
t.teardown(() => plain.close());

t.test('Plain HTTP promises no TLS, and a proxy that ends it does', async (t) => {
  const behind = await openFront({}, { trustedProxies: ['127.0.0.1'] });
  t.teardown(() => behind.close());
  const promised = async ({ ask }: typeof plain) =>
    (await ask('GET', '/nowhere')).headers.get('strict-transport-security');
  t.equal(await promised(plain), null);
  t.match(await promised(behind), /max-age=31536000/);
});

t.test('Unknown paths and methods get an envelope, not a dropped connection', async (t) => {
  const lost = await plain.ask('GET', '/admin/v1/nothing-here');
  t.equal(lost.status, 404);
  t.match(lost.envelope, { success: false, code: 'not_found', data: null });
  for (const [path, status] of [
    ...([
      ['/trader/v1/acc%6Funt', 401],
      ['/h%65althz', 200],
      ['/%61dmin/v1/%61uth/me', 401],
    ] as const),
    ...([
      ['/trader/v1%2Faccount', 404],
      ['/trader/v1/acc%256Funt', 404],
    ] as const),
  ]) {
    const { text } = await plain.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    t.match(text, new RegExp(`^HTTP/1.1 ${status} `), path);
  }
  const wrong = await plain.ask('DELETE', '/admin/v1/auth/me');
  t.equal(wrong.status, 405);
  t.equal(wrong.headers.get('allow'), 'GET, OPTIONS, HEAD');
  const known = /DELETE is not known here; this path has GET, OPTIONS, HEAD\.$/;
  t.match(wrong.envelope, { success: false, data: null, message: known });
  for (const path of ['/docs', '/openapi.json']) {
    const page = await plain.ask('POST', path);
    t.equal(page.status, 405, path);
    t.equal(page.headers.get('allow'), 'GET, HEAD', path);
    t.match(page.envelope.message, /POST is not known here; this path has GET, HEAD\.$/, path);
  }
  const trace = await plain.raw('TRACE /admin/v1/auth/me HTTP/1.1\r\nHost: a\r\n\r\n');
  t.match(trace.text, /^HTTP\/1\.1 405 /);
});

test`Who sends no token, or not as one, is told so; a session that is over is another
  thing`(async (t) => {
  const answerTo = async (headers: Record<string, string>) =>
    (await plain.ask('GET', '/trader/v1/account', { headers })).envelope;
  const code = 'auth.session_expired';
  const token = 'a-token-of-nobody-1';
  t.match(await answerTo({}), { code, message: /^The request has no access token/ });
  t.match(await answerTo({ authorization: token }), {
    code,
    message: /^The Authorization header must/,
  });
  const over = { code, message: 'The session is over; sign in again.' };
  t.match(await answerTo({ authorization: `Bearer ${token}` }), over);
  t.match(await answerTo({ cookie: `trader_access=${token}` }), over);
});

t.test('HEAD answers the head alone and OPTIONS the methods', async (t) => {
  const asked = 'HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const head = await plain.raw(asked, { closed: true });
  t.match(head.text, /^HTTP\/1\.1 200 OK\r\n/);
  t.match(head.text, /Content-Length: 14\r\n\r\n$/i);
  t.ok(head.closed, 'the connection ends as the head says');
  const options = await plain.ask('OPTIONS', '/trader/v1/trades');
  t.equal(options.headers.get('allow'), 'POST, OPTIONS');
  t.match(options, { status: 200, envelope: { success: true, data: ['POST', 'OPTIONS'] } });
});

/** A desk whose sign-ins wait until they are let go. */
const holding = () => {
  const [reached, held] = [deferred(), deferred()];
  const signIn = async () => {
    reached.resolve();
    await held.promise;
    return refuse('auth.invalid_credentials');
  };
  return { desk: { 'auth.login': signIn }, reached: reached.promise, release: held.resolve };
};

t.test('While it stops, what was asked before is answered, and nothing after', async (t) => {
  const { desk, reached, release } = holding();
  const front = await openFront({ desk });
  const before = front.ask('POST', '/admin/v1/auth/login', { body: login });
  await reached;
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

t.test('A request without an answer in time is refused with its limit', async (t) => {
  const { desk, reached, release } = holding();
  const front = await openFront({ desk });
  t.teardown(() => front.close());
  const asked = front.ask('POST', '/admin/v1/auth/login', { body: login });
  await reached;
  passAnHour(t);
  const { status, envelope } = await asked;
  release();
  t.equal(status, 504);
  const message = /^No answer within \d+ s\. .* the outcome is unknown/;
  t.match(envelope, { success: false, code: 'timeout', message, data: null });
});

t.test('A cookie of 5 kB is read', async (t) => {
  const head = `GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(5_000)}\r\n\r\n`;
  t.match((await plain.raw(head)).text, /^HTTP\/1\.1 200 /);
});

t.test('A body over the limit is refused and the connection kept', async (t) => {
  const body = 'x'.repeat(65_537);
  const post = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';
  const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const { text, closed } = await plain.raw(
    `${post}Content-Length: ${body.length}\r\n\r\n${body}${next}`,
    { answers: 2 },
  );
  t.match(text, /^HTTP\/1\.1 400 /);
  t.match(text, /body: longer than 65536 bytes/);
  t.match(text, /HTTP\/1\.1 200 OK/, 'the next request of the connection is answered');
  t.notOk(closed);
});

t.test('A body without end is cut off', async (t) => {
  const post = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const endless = [
    `${post}Content-Length: 900000000\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`,
  ];
  for (const head of endless) {
    const { text, closed } = await plain.raw(head, { closed: true });
    t.match(text, /^HTTP\/1\.1 400 .*body: longer than 65536 bytes/s);
    t.ok(closed);
  }
});

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
  t.equal((await front.ask('GET', '/admin/v1/auth/me')).status, 401);
});

t.test('A second server on the same port is refused', async (t) => {
  await t.rejects(openFront({}, { port: plain.port }), new RegExp(`:${plain.port} is taken`));
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

const forwarded = (value: string) => new Map([['x-forwarded-for', value]]);

t.test('An untrusted peer cannot say who it is', async (t) => {
  const direct = clientAddress([]);
  t.equal(direct('198.51.100.1', forwarded('1.1.1.1')), '198.51.100.1');
  const behind = clientAddress(['10.0.0.0/8']);
  t.equal(behind('198.51.100.1', forwarded('1.1.1.1')), '198.51.100.1');
});

t.test('Behind trusted proxies the right-most untrusted hop is the client', async (t) => {
  const behind = clientAddress(['10.0.0.0/8', '2001:db8::/32']);
  t.equal(behind('10.0.0.1', forwarded('1.1.1.1, 203.0.113.9')), '203.0.113.9');
  t.equal(behind('10.0.0.1', forwarded('203.0.113.9, 10.0.0.7')), '203.0.113.9');
  t.equal(behind('2001:db8::1', forwarded('203.0.113.9:4711')), '203.0.113.9');
  t.equal(behind('10.0.0.1', forwarded('[2a00::5]:80')), '2a00::5');
  t.equal(behind('10.0.0.1', forwarded('unknown, 10.0.0.9')), '10.0.0.9');
  t.equal(behind('10.0.0.1', new Map()), '10.0.0.1');
});

t.test('Loopback is this machine alone', async (t) => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) t.ok(isLoopback(own), own);
  for (const other of ['0.0.0.0', '::', '10.0.0.1', 'example.org'])
    t.notOk(isLoopback(other), other);
});

t.test('One customer’s IPv6 addresses count as one', async (t) => {
  const gauge = new AddressGauge(2);
  const one = gauge.acquire('2a00:1:2:3::1') as AddressShare;
  t.equal(gauge.acquire('2a00:1:2:3::2'), one);
  t.notOk(gauge.acquire('2a00:1:2:3:4::3'));
  t.ok(gauge.acquire('2a00:1:2:4::1'));
  gauge.release(one);
  t.equal(gauge.acquire('2a00:1:2:3::3'), one);
});

test`Several forwarded headers are one list, of which the last untrusted hop counts`(async (t) => {
  const addresses: string[] = [];
  const desk = {
    'auth.login': ({ ip }: { ip: string }) => {
      addresses.push(ip);
      return refuse('auth.invalid_credentials');
    },
  };
  const behind = await openFront({ desk }, { trustedProxies: ['127.0.0.1', '10.0.0.1'] });
  const direct = await openFront({ desk });
  t.teardown(() => Promise.all([behind.close(), direct.close()]));
  const body = '{"login":1,"password":"x"}';
  const signIn = [
    'POST /admin/v1/auth/login HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'X-Forwarded-For: 1.1.1.1, 198.51.100.7',
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-For: 10.0.0.1',
    '',
    body,
  ].join('\r\n');
  await behind.raw(signIn);
  await direct.raw(signIn);
  t.same(addresses, ['203.0.113.9', '127.0.0.1']);
});

/** Posts a sign-in over TLS; answers status and headers. */
const signInOverTls = (port: number, cert: string) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const path = '/admin/v1/auth/login';
      const headers = { 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port, servername: 'localhost', ca: cert, path, headers };
      const sent = request({ ...options, method: 'POST' }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, headers: answer.headers });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(login));
    },
  );

test`With a certificate the server speaks TLS, promises it, and binds cookies to it`(async (t) => {
  const { session, token } = signed();
  const tokens = { session, access_token: token, refresh_token: 'refresh' };
  const { front, cert } = await openTlsFront({ desk: { 'auth.login': () => ok(tokens) } });
  t.teardown(() => front.close());
  const { status, headers } = await signInOverTls(front.port, cert);
  t.equal(status, 200);
  t.match(headers['strict-transport-security'], /max-age=31536000/);
  t.match(headers['set-cookie'], [/^__Host-admin_access=.*; Secure/, /^__Secure-admin_refresh=/]);
  const asked = 'HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const head = await front.raw(asked, { tls: true, closed: true });
  t.match(head, { text: /^HTTP\/1\.1 200 .*Content-Length: 14\r\n\r\n$/is, closed: true });
  const bare = await front.raw('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', { passed: true });
  t.notMatch(bare.text, /200/);
});

const POST = 'POST /trader/v1/auth/login HTTP/1.1\r\nHost: a\r\n';

/** Sends the start, then byte by byte until the connection is cut; what came back. */
const drip = async (what: string, start: string, byte: string): Promise<string> => {
  let isCut = false;
  let text = '';
  const socket = connect(plain.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isCut = true;
  });
  socket.write(start);
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  await until(`cut of one who ${what}`, () => {
    if (!isCut && byte !== '') socket.write(byte);
    return isCut;
  });
  return text;
};

t.test('Whoever keeps a connection without asking is cut, by whatever slowness', async (t) => {
  const clients: Readonly<Record<string, readonly [start: string, byte: string]>> = {
    'sends nothing': ['', ''],
    'sends half a head': ['GET /healthz HTTP/1.1\r\nHo', ''],
    'sends a head letter by letter': ['GET /healthz HTTP/1.1\r\nX-A: ', 'a'],
    'sends half a body': [`${POST}Content-Length: 60000\r\n\r\n{`, ''],
    'sends a body letter by letter': [`${POST}Content-Length: 60000\r\n\r\n{`, ' '],
    'sends chunks letter by letter': [`${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    'asks once and stays': ['GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  };
  const cuts = Object.entries(clients).map(([what, [start, byte]]) => drip(what, start, byte));
  t.equal((await plain.ask('GET', '/nowhere')).status, 404, 'others are served meanwhile');
  for (const text of await Promise.all(cuts)) t.notMatch(text, /^HTTP\/1\.1 5/);
});
