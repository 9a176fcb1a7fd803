// The pages beside the API: description, documentation, health and figures.

import t from 'tap';
import { routes } from '../../http/routes/table.js';
import { CODES, statusOf } from '../../wire/codes.js';
import { TRADE_REQUESTS } from '../../wire/commands.js';
import { openFront } from '../support/front-harness.js';

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
  const front = await openFront();
  t.teardown(() => front.close());
  const answer = await get(front.port, '/openapi.json');
  t.equal(answer.status, 200);
  const description = (await answer.json()) as Description;
  t.equal(description.openapi, '3.1.0');
  for (const reference of new Set(references(description))) {
    t.ok(resolve(description, reference), reference);
  }
  const ids = new Set<string>();
  for (const route of routes) {
    const operation = description.paths[route.path]?.[route.method.toLowerCase()];
    t.ok(operation, `${route.method} ${route.path}`);
    if (operation === undefined) continue;
    ids.add(operation.operationId);
    const done = route.name.startsWith('socket.') ? '101' : '200';
    const statuses = new Set([done, ...route.errors.map((code) => String(statusOf(code)))]);
    t.same(new Set(Object.keys(operation.responses)), statuses, route.name);
    t.equal(operation.requestBody !== undefined, route.body !== undefined, route.name);
    t.equal(operation.security.length === 0, route.session === 'none', route.name);
  }
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

t.test('Every code that a route may answer is in the table of codes', async (t) => {
  for (const { name, errors } of routes) {
    t.same(
      errors.filter((code) => !CODES.includes(code)),
      [],
      name,
    );
  }
});

t.test('The documentation page loads everything from this machine', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const page = await get(front.port, '/docs');
  t.match(page.headers.get('content-type'), /^text\/html/);
  const policy = page.headers.get('content-security-policy') ?? '';
  t.match(policy, /script-src 'self';/);
  t.notMatch(policy, /unsafe|https?:|\*/);
  const html = await page.text();
  t.notMatch(html, /<script>|<style>|https?:\/\/| on\w+=/);
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  t.equal(files.length, 4);
  for (const path of files) {
    const file = await get(front.port, path);
    t.equal(file.status, 200, path);
    t.ok((await file.arrayBuffer()).byteLength > 0, path);
  }
  t.equal((await get(front.port, '/docs/../package.json')).status, 404);
});

t.test('Health, readiness and figures need no session', async (t) => {
  const waits = { name: 'wait_seconds', label: 'at="door"', bounds: [0.001], sum: 0.5 };
  const histograms = [{ ...waits, counts: [2, 1] }];
  const front = await openFront({ ready: false, metrics: { log_seq: 42 }, histograms });
  t.teardown(() => front.close());
  t.equal((await get(front.port, '/healthz')).status, 200);
  const ready = await get(front.port, '/readyz');
  t.equal(ready.status, 503);
  t.same(await ready.json(), { ready: false });
  const figures = await get(front.port, '/metrics');
  t.match(figures.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await figures.text();
  t.match(text, '# TYPE brokerd_log_seq gauge\nbrokerd_log_seq 42\n');
  t.match(text, /# TYPE brokerd_requests_2xx_total counter\n/);
  const bucket = 'brokerd_wait_seconds_bucket{at="door",le=';
  t.match(text, `# TYPE brokerd_wait_seconds histogram\n${bucket}"0.001"} 2\n${bucket}"+Inf"} 3\n`);
  t.match(
    text,
    'brokerd_wait_seconds_sum{at="door"} 0.5\nbrokerd_wait_seconds_count{at="door"} 3\n',
  );
});

t.test('Figures are for this machine alone, unless they are opened', async (t) => {
  const trustedProxies = ['127.0.0.1'];
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const closed = await openFront({}, { trustedProxies });
  t.teardown(() => closed.close());
  const refused = await fetch(`http://127.0.0.1:${closed.port}/metrics`, { headers });
  t.equal(refused.status, 404);
  const open = await openFront({}, { trustedProxies, metricsOpen: true });
  t.teardown(() => open.close());
  const served = await fetch(`http://127.0.0.1:${open.port}/metrics`, { headers });
  t.equal(served.status, 200);
});
