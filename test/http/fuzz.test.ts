// Bad input at the door: whatever is sent, the answer is an envelope and never a server failure.

import fc from 'fast-check';
import t from 'tap';
import type { Route } from '../../http/route.js';
import { routes } from '../../http/routes/table.js';
import { envelopeText } from '../../wire/text.js';
import { openHouse, type Terminal } from './house.js';

/** Requests of each route; more find more, and take longer. */
const RUNS = 25;

const house = await openHouse(
  {},
  {
    call: async (_caller, _login, _op, _data, id) => ({
      status: 200,
      text: envelopeText(id, 'ok'),
    }),
  },
);
t.teardown(() => house.close());
const terminals: Readonly<Record<Route['audience'], Terminal>> = {
  staff: await house.signedIn('staff'),
  trader: await house.signedIn('trader', { terminal: 'web' }),
};

const fieldsOf = (schema: unknown): string[] => {
  const { properties, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] };
  return [...Object.keys(properties ?? {}), ...anyOf.flatMap(fieldsOf)];
};

/** Anything under the names that the route knows, and under some that it does not. */
const bodyOf = ({ body }: Route): fc.Arbitrary<unknown> => {
  const names = [...new Set([...fieldsOf(body?.schema), '__proto__', 'constructor', 'is_admin'])];
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('1', '-1', '0.1', 'EURUSD', 'open', 'balance', 'demo\\standard', 1001, true),
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.tuple(fc.constantFrom(...names), value)).map(toObject) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
};

const toObject = (entries: readonly (readonly [string, unknown])[]): unknown =>
  JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`);

const texts = fc.oneof(fc.string(), fc.constantFrom('1', '1001', '-1', '%', '%00', '..', '\u2028'));

const pathOf = (route: Route): fc.Arbitrary<string> =>
  fc.tuple(texts, fc.dictionary(texts, texts, { maxKeys: 3 })).map(([part, query]) => {
    const path = route.path.replace(/^\/(admin|trader)\/v1/, '');
    const filled = path.replace(/\{\w+\}/g, encodeURIComponent(part === '' ? '1' : part));
    return `${filled}?${new URLSearchParams(query)}`;
  });

for (const route of routes) {
  if (route.name.endsWith('logout')) continue;
  t.test(`${route.name} bears whatever it is sent`, async (t) => {
    const terminal = terminals[route.audience];
    const property = fc.asyncProperty(pathOf(route), bodyOf(route), async (path, body) => {
      const sent = route.method === 'GET' ? {} : { body };
      const { status, code } = await terminal.ask(route.method, path, sent);
      return status < 500 && code !== 'internal';
    });
    await fc.assert(property, { numRuns: RUNS, seed: 1 });
    for (const body of [null, [], 0, '', {}]) {
      const sent = route.method === 'GET' ? {} : { body };
      const path = route.path.replace(/^\/(admin|trader)\/v1/, '').replace(/\{\w+\}/g, '1001');
      t.ok((await terminal.ask(route.method, path, sent)).status < 500, JSON.stringify(body));
    }
    t.pass('no failure of the server');
  });
}

t.test('Nothing that was sent has changed what objects are made of', async (t) => {
  t.same(Object.keys(Object.prototype), []);
  t.equal(({} as { is_admin?: unknown }).is_admin, undefined);
  t.same(house.door.logged, []);
});
