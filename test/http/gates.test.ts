// Every route of the table at its gates: who is let in, and who is not.

import { connect } from 'node:net';
import t from 'tap';
import type { Route } from '../../http/route.js';
import { routes } from '../../http/routes/table.js';
import { RIGHTS } from '../../wire/identity.js';
import {
  bearerOf,
  cookieOf,
  openFront,
  type Signed,
  signed,
  signedTrader,
} from '../support/front-harness.js';

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

for (const route of guarded) {
  t.test(`${route.name} lets in its own and nobody else`, async (t) => {
    t.equal(await code(route, {}), 'auth.session_expired', 'nobody');
    const stranger = front.admit(route.audience === 'staff' ? signedTrader() : signed());
    const foreign =
      route.audience === 'staff'
        ? bearerOf(stranger)
        : { cookie: `trader_access=${stranger.token}` };
    t.equal(await code(route, foreign), 'auth.invalid_terminal', 'the other audience');
    for (const right of route.rights) {
      const rights = RIGHTS.filter((one) => one !== right);
      t.equal(await code(route, cookieOf(member(route, { rights }))), 'forbidden', right);
    }
    if (route.anyRights.length > 0) {
      const rights = RIGHTS.filter((one) => !route.anyRights.includes(one));
      t.equal(await code(route, cookieOf(member(route, { rights }))), 'forbidden', 'none of them');
    }
    if (route.session === 'full' || route.session === 'codes') {
      const must = cookieOf(member(route, { must_change_password: true }));
      t.equal(await code(route, must), 'auth.password_change_required');
    }
    if (route.session === 'full' || route.session === 'password') {
      const enrol = cookieOf(member(route, { must_enrol_otp: true }));
      t.equal(await code(route, enrol), 'auth.otp_enrol_required');
    }
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

t.test(
  'Every staff route that shows or changes more than the own login names its rights',
  async (t) => {
    const free = guarded.filter(
      ({ audience, rights, anyRights, name }) =>
        audience === 'staff' &&
        rights.length + anyRights.length === 0 &&
        !/^(auth\.staff|preferences)\./.test(name),
    );
    t.same(free.map(({ name }) => name).sort(), ['confirmations.issue', 'socket.staff']);
  },
);

/** A runtime whose every answer takes a while. */
const slowly = () => new Promise<never>((_, reject) => setTimeout(reject, 50, new Error('late')));

t.test('A client that leaves, before or after its answer, does no harm on any route', async (t) => {
  const slow = await openFront({ desk: slowly, query: slowly, call: slowly, explain: slowly });
  t.teardown(() => slow.close());
  const leave = async (route: Route, afterMs: number): Promise<void> => {
    const one = slow.admit(member(route));
    const socket = connect(slow.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const headers = Object.entries({ host: 'a', ...cookieOf(one) });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`${route.method} ${path(route)} HTTP/1.1\r\n${head}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    socket.destroy();
  };
  for (const afterMs of [0, 20, 200]) await Promise.all(routes.map((one) => leave(one, afterMs)));
  t.equal((await fetch(`http://127.0.0.1:${slow.port}/healthz`)).status, 200);
});
