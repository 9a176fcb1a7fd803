// Revocation over real sockets: what ends a session closes its sockets at once, and no others.

import t, { type Test } from 'tap';
import { within } from '../support/guard.js';
import { STAFF_PASSWORD, type Terminal, TRADER_PASSWORD } from '../support/http-harness.js';
import { OnlineHouse } from './online-house.js';

const SESSION_ENDED = 4001;

interface Scene {
  readonly one: OnlineHouse;
  readonly login: number;
  readonly owner: Terminal;
  readonly staff: Terminal;
}

const patch = ({ one, login }: Scene, fields: Readonly<Record<string, unknown>>) =>
  one.http.harness.patch('account', String(login), fields);

/** What ends the sessions of a client, and the word that its sockets close with. */
const ENDS: readonly (readonly [string, (scene: Scene) => Promise<unknown>, string])[] = [
  ['a client is disabled', (scene) => patch(scene, { enabled: false }), 'ended'],
  [
    'a terminal is taken away',
    ({ staff, login }) =>
      staff.ask('PATCH', `/accounts/${login}`, { body: { version: 1, terminals: ['web'] } }),
    'ended',
  ],
  [
    'the owner changes the password',
    ({ owner }) =>
      owner.ask('POST', '/auth/change-password', {
        body: { current_password: STAFF_PASSWORD, new_password: 'N3w-passw' },
      }),
    'password',
  ],
  [
    'staff set the password',
    ({ staff, login }) =>
      staff.ask('POST', `/accounts/${login}/password`, {
        body: { kind: 'master', password: 'N3w-passw' },
      }),
    'password',
  ],
  ['the client signs out', ({ owner }) => owner.ask('POST', '/auth/logout'), 'logout'],
];

const scene = async (t: Test): Promise<Scene> => {
  const one = await OnlineHouse.open(t);
  const login = await one.account('demo\\standard');
  const owner = await one.trader(login);
  const rights = ['accounts.view', 'accounts.edit', 'accounts.password'] as const;
  const staff = await one.staff({ rights });
  return { one, login, owner, staff };
};

/** Live sockets, as the server counts them. */
const socketsOf = async ({ http }: OnlineHouse): Promise<number> => {
  const figures = await fetch(`http://127.0.0.1:${http.front.port}/metrics`);
  return Number(/^brokerd_sockets (\d+)$/m.exec(await figures.text())?.[1]);
};

for (const [what, end, reason] of ENDS) {
  t.test(`When ${what} the sockets have been closed by the answer, and no others`, async (t) => {
    const all = await scene(t);
    const { one, owner } = all;
    const other = await one.trader(1001, { password: TRADER_PASSWORD });
    const staying = await one.socket(other);
    const sockets = [await one.socket(owner), await one.socket(owner)];
    t.equal(await socketsOf(one), 3);
    await end(all);
    t.equal(await socketsOf(one), 1, 'nothing is waited for');
    const ends = await within(Promise.all(sockets.map(({ closed }) => closed)), 'their end');
    t.same(ends, [
      [SESSION_ENDED, reason],
      [SESSION_ENDED, reason],
    ]);
    t.equal((await owner.ask('GET', '/auth/me')).code, 'auth.session_expired');
    t.equal(staying.ws.readyState, staying.ws.OPEN);
  });
}

t.test(
  'When a staff profile shuts its address out the sockets have been closed by the answer',
  async (t) => {
    const one = await OnlineHouse.open(t);
    const login = await one.http.hire({ rights: ['accounts.view'] });
    const password = STAFF_PASSWORD;
    const dealer = await one.http.signedIn('staff', { login, password });
    const admin = await one.http.signedIn('staff');
    const [staying, socket] = [await one.socket(admin), await one.socket(dealer)];
    const narrow = (version: number, ip_allow: readonly string[]) =>
      admin.ask('PATCH', `/staff/${login}`, { body: { version, ip_allow } });
    t.equal((await narrow(1, ['127.0.0.1'])).code, 'ok');
    t.equal(socket.ws.readyState, socket.ws.OPEN, 'its own address is among them');
    t.equal((await narrow(2, ['203.0.113.0/24'])).code, 'ok');
    t.equal(await socketsOf(one), 1, 'nothing is waited for');
    t.same(await within(socket.closed, 'its end'), [SESSION_ENDED, 'ended']);
    t.equal((await dealer.ask('GET', '/auth/me')).code, 'auth.session_expired');
    t.equal(staying.ws.readyState, staying.ws.OPEN);
  },
);
