// Compressed answers: pages and long lists in the encoding that a client takes, secrets never; and
// pages that a client has are not sent again.

import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import type { Route } from '../../../http/rest/route.js';
import { routes } from '../../../http/routes/table.js';
import { Compressor } from '../../../http/server/encoding.js';
import type { Answer } from '../../../http/server/exchange.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import { cookieOf, openFront, signed } from '../../support/front-harness.js';
import { each } from '../../support/http-harness.js';
import { test } from '../routes/tags.js';

const rows = Array.from({ length: 400 }, (_, at) => ({ login: at, name: 'x'.repeat(40) }));
const json = Buffer.from(JSON.stringify(rows)) as Uint8Array<ArrayBuffer>;
const long = 'a'.repeat(20_000);
const front = await openFront({
  desk: {
    'settings.list': () => ok({ json }),
    'accounts.read': () => ok(rows[0] as never),
    'confirmations.issue': () =>
      ok({ confirm_token: long, confirm_code: '1234', expires_at: '2026-01-01T00:00:00Z' }),
  },
});
t.teardown(() => front.close());
const staff = cookieOf(front.admit(signed({ rights: RIGHTS })));

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Asks without the client's own decompression. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: front.port, path, headers, method }, (answer) => {
      buffer(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }),
        reject,
      );
    }).on('error', reject);
  });

const PAGES = [
  '/openapi.json',
  '/openapi.json?audience=trader',
  '/openapi.json?audience=staff',
  '/asyncapi.json',
  '/docs/socket',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
];

t.test('Pages come in the smaller encoding that a client takes', async (t) => {
  for (const path of PAGES) {
    const whole = await ask(path);
    t.notOk(whole.headers['content-encoding'], path);
    t.equal(whole.headers.vary, 'Accept-Encoding', path);
    const br = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
    t.equal(br.headers['content-encoding'], 'br', path);
    t.equal(br.headers.vary, 'Accept-Encoding', path);
    t.ok(brotliDecompressSync(br.bytes).equals(whole.bytes), `${path} is the same`);
    t.ok(br.bytes.length < whole.bytes.length / 3, `${br.bytes.length} of ${whole.bytes.length}`);
    const gzip = await ask(path, { 'accept-encoding': 'gzip;q=0.8, br;q=0' });
    t.equal(gzip.headers['content-encoding'], 'gzip', path);
    t.ok(gunzipSync(gzip.bytes).equals(whole.bytes), `${path} is the same`);
  }
});

test`Descriptions and pages are answered by their tag alone while they are the same`(async (t) => {
  for (const path of PAGES) {
    const first = await ask(path);
    const { etag = '' } = first.headers;
    t.match(etag, /^W\/"[\w-]{22}"$/, path);
    t.equal(first.headers['cache-control'], 'no-cache', path);
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask(path, { 'if-none-match': tag, 'accept-encoding': 'br' });
      t.equal(again.status, 304, tag);
      t.equal(again.bytes.length, 0);
      t.equal(again.headers.etag, etag);
      t.equal(again.headers.vary, 'Accept-Encoding');
      t.ok(again.headers['content-security-policy']);
    }
    const other = await ask(path, { 'if-none-match': '"other"' });
    t.equal(other.status, 200);
    t.ok(other.bytes.equals(first.bytes));
  }
});

t.test('The description of one audience has its routes, and every schema they need', async (t) => {
  const read = async (query: string) => {
    const { bytes } = await ask(`/openapi.json${query}`);
    const document = JSON.parse(bytes.toString()) as {
      readonly paths: Record<string, unknown>;
      readonly components: { readonly schemas: Record<string, unknown> };
    };
    return { ...document, text: bytes.toString(), ...document.components };
  };
  const whole = await read('');
  const [trader, staff] = [await read('?audience=trader'), await read('?audience=staff')];
  const paths = Object.keys(whole.paths);
  for (const [part, other] of [
    [trader, '/admin/'],
    [staff, '/trader/'],
  ] as const) {
    t.same(
      Object.keys(part.paths),
      paths.filter((path) => !path.startsWith(other)),
    );
    const named = [...part.text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, one]) => one,
    );
    t.same([...new Set(named)].sort(), Object.keys(part.schemas).sort(), 'no more, no fewer');
    for (const [name, schema] of Object.entries(part.schemas)) t.same(schema, whole.schemas[name]);
    t.ok(Object.keys(part.schemas).length < Object.keys(whole.schemas).length);
  }
  for (const query of ['?audience=dealer', '?audience=trader&x=1', '?x=1']) {
    const refused = await ask(`/openapi.json${query}`);
    t.equal(refused.status, 400);
    t.match(JSON.parse(refused.bytes.toString()), { code: 'invalid_input', message: /audience/ });
  }
});

t.test('Long JSON is compressed, short JSON is not', async (t) => {
  const headers = { ...staff, 'accept-encoding': 'br, gzip' };
  const list = await ask('/admin/v1/holidays', headers);
  t.equal(list.headers['content-encoding'], 'br');
  t.equal(list.headers.vary, 'Accept-Encoding');
  t.equal(list.headers['cache-control'], 'no-store');
  const { data } = JSON.parse(brotliDecompressSync(list.bytes).toString()) as { data: unknown };
  t.same(data, rows);
  const plain = await ask('/admin/v1/holidays', staff);
  t.notOk(plain.headers['content-encoding']);
  t.equal(plain.headers.vary, 'Accept-Encoding', 'caches are told');
  t.notOk((await ask('/admin/v1/auth/me', headers)).headers['content-encoding']);
  const head = await ask('/admin/v1/holidays', headers, 'HEAD');
  t.equal(head.status, 200);
  t.notOk(head.headers['content-encoding']);
});

/** Fields of an answer that nobody but its client may guess. */
const SECRET = /token|secret|^uri$|^refresh|^csrf/;

const secretsOf = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(SECRET.test(name) ? [name] : []),
    ...secretsOf(inner),
  ]);
};

t.test('Answers with tokens or codes are never compressed', async (t) => {
  const secretsIn = ({ reply }: Route) => secretsOf(Array.isArray(reply) ? reply[0] : reply);
  const open = routes.filter((route) => !route.secrets && secretsIn(route).length > 0);
  t.same(each(open, 'name'), []);
  const named = routes.filter(({ secrets }) => secrets).map(({ name }) => name);
  t.ok(named.includes('auth.trader.login'));
  t.ok(named.includes('auth.staff.otp.enrol'));
  const body = { action: 'positions.close', digest: 'a'.repeat(64) };
  const sent = JSON.stringify(body);
  const url = `http://127.0.0.1:${front.port}/admin/v1/confirmations`;
  const headers = { ...staff, 'content-type': 'application/json', 'accept-encoding': 'br' };
  const answer = await fetch(url, { method: 'POST', body: sent, headers });
  t.equal(answer.status, 200);
  t.notOk(answer.headers.get('content-encoding'), 'a code');
  const cookies: Answer = { status: 200, headers: [['Set-Cookie', 'a=b']], body: long };
  const request = {
    method: 'GET',
    path: '/',
    query: '',
    headers: new Map([['accept-encoding', 'br']]),
    peer: '127.0.0.1',
    address: '127.0.0.1',
  };
  t.equal(await new Compressor().packed(request, cookies), cookies, 'a cookie');
});

t.test('Few answers are compressed at a time; others leave as they are', async (t) => {
  const compressor = new Compressor();
  const request = {
    method: 'GET',
    path: '/',
    query: '',
    headers: new Map([['accept-encoding', 'gzip']]),
    peer: '127.0.0.1',
    address: '127.0.0.1',
  };
  const ask = () => compressor.packed(request, { status: 200, body: long });
  const asked = [ask(), ask(), ask()];
  t.same(
    asked.map((one) => one instanceof Promise),
    [true, true, false],
  );
  const answers = await Promise.all(asked);
  const encoded = answers.filter(({ headers = [] }) =>
    headers.some(([name]) => name === 'Content-Encoding'),
  );
  t.equal(encoded.length, 2);
  t.ok(ask() instanceof Promise, 'there is room again');
});
