// Every route of the table: who is let in, what stands on each answer, and what is said of it.

import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import type { Route } from '../../../http/rest/route.js';
import { routes } from '../../../http/routes/table.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { statusOf } from '../../../wire/base/codes.js';
import { TRADE_REQUESTS } from '../../../wire/trading/commands.js';
import { deferred } from '../../support/deferred.js';
import {
  cookieOf,
  openFront,
  type Signed,
  signed,
  signedTrader,
} from '../../support/front-harness.js';
import { test } from './tags.js';

const path = (route: Route): string => route.path.replace(/\{\w+\}/g, '1');
const guarded = routes.filter(({ session }) => session !== 'none' && session !== 'own');
const front = await openFront();
t.teardown(() => front.close());

const member = (route: Route, given: Partial<Signed['session']> = {}): Signed =>
  front.admit(
    route.audience === 'staff'
      ? signed({ rights: RIGHTS, ...given })
      : signedTrader({ terminal: 'web', browser: true, ...given }),
  );

const code = async (route: Route, headers: Record<string, string>): Promise<string> => {
  const body = route.method === 'GET' ? {} : { body: { surprise: true } };
  return (await front.ask(route.method, path(route), { headers, ...body })).envelope.code;
};

// Who is let in at all is shown by the matrix of authorization.
for (const route of guarded) {
  t.test(`${route.name} asks for proof, the account of the session and known fields`, async (t) => {
    if (route.session === 'codes') {
      const both = { must_change_password: true, must_enrol_otp: true };
      t.equal(await code(route, cookieOf(member(route, both))), 'auth.password_change_required');
      const { cookie = '' } = cookieOf(member(route, { must_enrol_otp: true }));
      const beyond = route.csrf ? 'auth.csrf_invalid' : 'internal';
      t.equal(await code(route, { cookie }), beyond, 'let in by this gate');
    }
    const { cookie = '' } = cookieOf(member(route));
    if (route.csrf) t.equal(await code(route, { cookie }), 'auth.csrf_invalid', 'no proof');
    if (route.accountHeader) {
      const named = { ...cookieOf(member(route)), 'x-app-account': '4711' };
      t.equal(await code(route, named), 'auth.account_changed', 'another account');
    }
    // Who reads a whole body is asked in the tests of its routes.
    if (route.body !== undefined && !route.wholeBody) {
      t.equal(await code(route, cookieOf(member(route))), 'invalid_input', 'a surprising field');
    }
  });
}

test`Every staff route that shows or changes more than the own login names its
  rights`(async (t) => {
  const free = guarded.filter(
    ({ audience, rights, anyRights, name }) =>
      audience === 'staff' &&
      rights.length + anyRights.length === 0 &&
      !/^(auth\.staff|preferences)\./.test(name),
  );
  t.same(free.map(({ name }) => name).sort(), ['confirmations.issue', 'socket.staff']);
});

t.test('A client that leaves, before or after its answer, does no harm on any route', async (t) => {
  const runtime = new EventEmitter();
  const held = deferred<never>();
  const answer = () => {
    runtime.emit('asked');
    return held.promise;
  };
  const slow = await openFront({ desk: answer, query: answer, call: answer, explain: answer });
  t.teardown(() => slow.close());
  const leave = async (route: Route, when: 'at once' | 'asked' | 'answered'): Promise<void> => {
    const one = slow.admit(member(route));
    const socket = connect(slow.port, '127.0.0.1').on('error', () => undefined);
    const headers = Object.entries({ host: 'a', ...cookieOf(one) });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    // Routes that refuse it ask nobody.
    const asked = when === 'asked' ? [once(runtime, 'asked')] : [];
    const answered = once(socket, 'data').catch(() => undefined);
    const sent = new Promise((resolve) => {
      socket.write(`${route.method} ${path(route)} HTTP/1.1\r\n${head}\r\n`, resolve);
    });
    await (when === 'at once' ? sent : Promise.race([...asked, answered]));
    socket.destroy();
  };
  for (const when of ['at once', 'asked'] as const) {
    for (const route of routes) await leave(route, when);
  }
  held.reject(new Error('let go'));
  for (const route of routes) await leave(route, 'answered');
  t.equal((await slow.ask('GET', '/nowhere')).status, 404, 'others are answered');
});

const EXPECTED: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /^no-store$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/,
  'strict-transport-security': /^max-age=31536000/,
};
/** Of answers to a session that have a tag. */
const TAGGED = { ...EXPECTED, 'cache-control': /^private, no-cache$/ };
/** What would tell an attacker what runs here. */
const REVEALING = ['server', 'x-powered-by', 'uwebsockets'];

const headersOf = (text: string): Headers => {
  const [head = ''] = text.split('\r\n\r\n');
  const pairs = head.split('\r\n').slice(1);
  return new Headers(pairs.map((line) => line.split(/: /, 2) as [string, string]));
};

const faultsOf = (headers: Headers, expected = EXPECTED): string[] => [
  ...Object.entries(expected).flatMap(([name, value]) =>
    value.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  ),
  ...REVEALING.filter((name) => headers.has(name)),
];

const throwing = () => Promise.reject(new Error('the canary of a stack'));
const failing = { desk: throwing, query: throwing, call: throwing, explain: throwing } as never;
/** Behind a proxy that ends TLS, so that HSTS is promised. */
const behindProxy = { trustedProxies: ['127.0.0.1'] };

t.test('Every answer of every route carries the security headers, refused or failed', async (t) => {
  const front = await openFront(failing, behindProxy);
  t.teardown(() => front.close());
  const session = { terminal: 'web', browser: true } as const;
  const prefixed = (headers: Record<string, string>) => ({
    ...headers,
    cookie: `__Host-${headers.cookie}`,
  });
  const members = {
    staff: prefixed(cookieOf(front.admit(signed({ rights: RIGHTS })))),
    trader: prefixed(cookieOf(front.admit(signedTrader(session)))),
  };
  const statuses = new Set<number>();
  const faults: string[] = [];
  for (const { method, path, audience, name } of routes) {
    const known = { login: '1', id: '1', request_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2' };
    const filled = path.replace(/\{(\w+)\}/g, (_, one: keyof typeof known) => known[one]);
    for (const headers of [{}, members[audience]]) {
      const answer = await front.ask(method, filled, { headers });
      statuses.add(answer.status);
      // Browsers keep what has a tag, and ask whether it is still the same.
      const expected = answer.headers.has('etag') ? TAGGED : EXPECTED;
      faults.push(...faultsOf(answer.headers, expected).map((fault) => `${name}: ${fault}`));
      if (/canary|\.js:\d/.test(JSON.stringify(answer.envelope))) faults.push(`${name} tells why`);
      if (answer.status !== 500) continue;
      const { request_id } = answer.envelope;
      const logged = front.logged.find(({ facts }) => facts.request_id === request_id);
      const isLogged = logged?.level === 'error' && /canary/.test(String(logged.facts.cause));
      if (!isLogged) faults.push(`${name}: the log has no cause`);
    }
  }
  t.same(faults, []);
  t.same([...statuses].sort(), [200, 400, 401, 404, 500]);
});

t.test('So do answers that come from no route', async (t) => {
  const front = await openFront({}, { ...behindProxy, connectionsPerAddress: 2 });
  t.teardown(() => front.close());
  const line = (first: string, ...more: string[]) =>
    `${[first, 'Host: a', ...more].join('\r\n')}\r\n\r\n`;
  const login = 'POST /admin/v1/auth/login HTTP/1.1';
  const answers: Readonly<Record<string, string>> = {
    'nothing there': line('GET /nowhere HTTP/1.1'),
    'another method': line('DELETE /admin/v1/auth/me HTTP/1.1'),
    'the methods': line('OPTIONS /admin/v1/auth/me HTTP/1.1'),
    'the head alone': line('HEAD /healthz HTTP/1.1'),
    'a page': line('GET /docs HTTP/1.1'),
    'a body that is too large': line(login, 'Content-Length: 900000000'),
    'a head that is too large': line('GET / HTTP/1.1', `X-A: ${'x'.repeat(17_000)}`),
    'a head that is not trusted': line('GET / HTTP/1.1', 'Host: b'),
    'a socket that is refused': line(
      'GET /trader/v1/socket HTTP/1.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ),
  };
  for (const [what, sent] of Object.entries(answers)) {
    const { text } = await front.raw(sent);
    t.match(text, /^HTTP\/1\.1 [24]\d\d /, what);
    // Pages are kept by browsers, which ask whether they are still the same.
    const kept = what === 'a page' ? { ...EXPECTED, 'cache-control': /^no-cache$/ } : EXPECTED;
    t.same(faultsOf(headersOf(text), kept), [], what);
  }
});

type Node = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly security: readonly Node[];
  readonly parameters?: readonly Node[];
  readonly requestBody?: Node;
  readonly responses: Readonly<Record<string, Node>>;
}
interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Node>>;
}

const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

/** Every reference of the description. */
const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
};

const resolve = (root: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], root);

t.test('The description says all of the table and nothing that is not there', async (t) => {
  const answer = await get(front.port, '/openapi.json');
  t.equal(answer.status, 200);
  const description = (await answer.json()) as Description;
  t.equal(description.openapi, '3.1.0');
  const lost = references(description).filter((one) => resolve(description, one) === undefined);
  t.same(lost, []);
  const ids = new Set<string>();
  const said: unknown[] = [];
  const meant: unknown[] = [];
  for (const route of routes) {
    const operation = description.paths[route.path]?.[route.method.toLowerCase()];
    ids.add(operation?.operationId ?? '');
    const { responses = {}, requestBody, security = [] } = operation ?? {};
    const open = security.length === 0;
    said.push([route.name, Object.keys(responses).sort(), requestBody !== undefined, open]);
    const done = route.name.startsWith('socket.') ? '101' : '200';
    const statuses = new Set([done, ...route.errors.map((code) => String(statusOf(code)))]);
    const isOpen = route.session === 'none';
    meant.push([route.name, [...statuses].sort(), route.body !== undefined, isOpen]);
  }
  t.same(said, meant);
  t.equal(ids.size, routes.length, 'operation ids are unique');
});

/** The fields of each kind of trade request that a route's body lists. */
const tradeFields = (path: string): ReadonlyMap<unknown, readonly string[]> => {
  const body = routes.find((route) => route.path === path && route.method === 'POST')?.body;
  const { anyOf = [] } = (body?.schema ?? {}) as { anyOf?: Node[] };
  return new Map(
    anyOf.map(({ properties }) => {
      const fields = properties as Readonly<Record<string, Node>>;
      return [fields.kind?.const, Object.keys(fields)];
    }),
  );
};

t.test('The description lists of trade requests what each audience may send', async (t) => {
  const trader = tradeFields('/trader/v1/trades');
  const staff = tradeFields('/admin/v1/accounts/{login}/trade');
  const kinds = Object.keys(TRADE_REQUESTS);
  t.same([...trader.keys()], kinds);
  t.same(
    [...staff.keys()],
    kinds.filter((kind) => kind !== 'price'),
  );
  for (const [kind, fields] of trader) t.notOk(fields.includes('skip_margin_check'), `${kind}`);
  for (const [kind, fields] of staff) t.ok(fields.includes('skip_margin_check'), `${kind}`);
});

t.test('The documentation page loads everything from this machine', async (t) => {
  const page = await get(front.port, '/docs');
  t.match(page.headers.get('content-type'), /^text\/html/);
  const policy = page.headers.get('content-security-policy') ?? '';
  t.match(policy, /script-src 'self';/);
  t.notMatch(policy, /unsafe|https?:|\*/);
  const html = await page.text();
  t.notMatch(html, /<script>|<style>|https?:\/\/| on\w+=/);
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  t.equal(files.length, 6);
  for (const path of files) {
    const file = await get(front.port, path);
    t.equal(file.status, 200, path);
    t.ok((await file.arrayBuffer()).byteLength > 0, path);
  }
  t.equal((await get(front.port, '/docs/../package.json')).status, 404);
});

t.test('Health, readiness and figures need no session', async (t) => {
  const waits = { name: 'wait_seconds', label: 'at="front"', bounds: [0.001], sum: 0.5 };
  const histograms = [{ ...waits, counts: [2, 1] }];
  const front = await openFront({ ready: false, metrics: { log_seq: 42 }, histograms });
  t.teardown(() => front.close());
  t.equal((await get(front.port, '/healthz')).status, 200);
  const ready = await get(front.port, '/readyz');
  t.equal(ready.status, 503);
  t.same(await ready.json(), { ready: false, released: true });
  const figures = await get(front.port, '/metrics');
  t.match(figures.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await figures.text();
  t.match(text, '# TYPE brokerd_log_seq gauge\nbrokerd_log_seq 42\n');
  t.equal((await get(front.port, '/admin/v1/nothing')).status, 404);
  const counted = await (await get(front.port, '/metrics')).text();
  t.match(counted, /# TYPE brokerd_requests_total counter\n.*\{status="4xx"\} 1\n/);
  t.notMatch(counted, 'status="5xx"', 'an answer of a page such as /readyz is not counted');
  const bucket = 'brokerd_wait_seconds_bucket{at="front",le=';
  t.match(text, '\n# HELP brokerd_sockets Open sockets.\n# TYPE brokerd_sockets gauge\n');
  t.match(text, `# TYPE brokerd_wait_seconds histogram\n${bucket}"0.001"} 2\n${bucket}"+Inf"} 3\n`);
  t.match(
    text,
    'brokerd_wait_seconds_sum{at="front"} 0.5\nbrokerd_wait_seconds_count{at="front"} 3\n',
  );
});

t.test('Figures are for this machine alone, unless they are opened', async (t) => {
  const trustedProxies = ['127.0.0.1'];
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const closed = await openFront({}, { trustedProxies });
  t.teardown(() => closed.close());
  t.equal((await fetch(`http://127.0.0.1:${closed.port}/metrics`, { headers })).status, 404);
  const open = await openFront({}, { trustedProxies, metricsOpen: true });
  t.teardown(() => open.close());
  t.equal((await fetch(`http://127.0.0.1:${open.port}/metrics`, { headers })).status, 200);
});
