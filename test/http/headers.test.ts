// What stands on every answer, whoever gives it: of each route, refused, failed, or never routed.

import t from 'tap';
import { routes } from '../../http/routes/table.js';
import { RIGHTS } from '../../wire/identity.js';
import { cookieOf, openFront, signed, signedTrader } from '../support/front-harness.js';

const EXPECTED: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cache-control': /^no-store$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/,
  'strict-transport-security': /^max-age=31536000/,
};
/** What would tell an attacker what runs here. */
const TELLTALE = ['server', 'x-powered-by', 'uwebsockets'];

const headersOf = (text: string): Headers => {
  const [head = ''] = text.split('\r\n\r\n');
  const pairs = head.split('\r\n').slice(1);
  return new Headers(pairs.map((line) => line.split(/: /, 2) as [string, string]));
};

const faultsOf = (headers: Headers): string[] => [
  ...Object.entries(EXPECTED).flatMap(([name, value]) =>
    value.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  ),
  ...TELLTALE.filter((name) => headers.has(name)),
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
  for (const { method, path, audience, name } of routes) {
    const known = { login: '1', id: '1', request_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2' };
    const filled = path.replace(/\{(\w+)\}/g, (_, one: keyof typeof known) => known[one]);
    for (const headers of [{}, members[audience]]) {
      const answer = await front.ask(method, filled, { headers });
      statuses.add(answer.status);
      t.same(faultsOf(answer.headers), [], `${name}: ${answer.status}`);
      t.notMatch(JSON.stringify(answer.envelope), /canary|\.js:\d/, `${name} tells no cause`);
      if (answer.status !== 500) continue;
      const logged = front.logged.find(
        ({ facts }) => facts.request_id === answer.envelope.request_id,
      );
      t.match(logged, { level: 'error', facts: { cause: /canary/ } }, 'the log has the cause');
    }
  }
  t.same([...statuses].sort(), [200, 400, 401, 500]);
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
    t.same(faultsOf(headersOf(text)), [], what);
  }
});
