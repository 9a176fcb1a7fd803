// The matrix of authorization over the real desk: every route × investors, staff with and without.

import t from 'tap';
import type { Route } from '../../http/route.js';
import { routes } from '../../http/routes/table.js';
import { done } from '../../wire/codes.js';
import { RIGHTS, type Right } from '../../wire/identity.js';
import type { Explanation } from '../../wire/rest/deals.js';
import { type Answer, type House, openHouse, STAFF_PASSWORD, type Terminal } from './house.js';
import { type Sample, type Scene, scoped, UNSCOPED } from './scope-cases.js';

const INVESTOR = 'Watch-1only';
/** What tells that a gate is shut, or broken: codes of identity, of rights, of a defect. */
const isShut = (code: string): boolean =>
  ['forbidden', 'internal'].includes(code) || code.startsWith('auth.');

const house = await openHouse({}, { explain: async () => done(explained()) });
t.teardown(() => house.close());
const scene = await build(house);
const samples = scoped(scene);

function explained(): Explanation {
  return { login: scene.trader } as unknown as Explanation;
}

/** A group with a trader, and a rule that offers it. */
async function build({ office, signedIn, hire }: House): Promise<Scene> {
  const staff = await signedIn('staff');
  const of = async <T>(answer: Promise<Answer>): Promise<T> => {
    const { code, message, data } = await answer;
    if (code !== 'ok') throw new Error(`${code} ${message}`);
    return data as T;
  };
  const post = <T>(path: string, body: unknown) => of<T>(staff.ask('POST', path, { body }));
  const group = await post<Scene['group']>('/groups', { path: 'real\\inside', currency: 'USD' });
  const { login } = await post<{ login: number }>('/accounts', {
    group: group.path,
    master_password: 'Matrix-1a',
    investor_password: INVESTOR,
    name: 'Ada',
  });
  const { login: recruit } = await post<{ login: number }>('/accounts', {
    group: 'managers\\dealers',
    master_password: 'Matrix-1a',
    investor_password: INVESTOR,
  });
  const staffUsers = { member: await hire(), leaver: await hire(), recruit };
  const rule = { group_path: group.path };
  const allocation = await post<Scene['allocation']>('/account-allocations', rule);
  office.used[group.path] = { accounts: 0, positions: 0, orders: 0 };
  await signedIn('trader', { login, password: 'Matrix-1a' });
  const online = await of<readonly { login: number; session: string }[]>(
    staff.ask('GET', '/online'),
  );
  const session = online.find((row) => row.login === login)?.session ?? '';
  return { trader: login, group, allocation, session, ...staffUsers };
}

const terminals = new Map<string, Promise<Terminal>>();

/** Staff with these rights and this scope alone, hired once. */
const staffWith = (rights: readonly Right[], group_scope: string[]): Promise<Terminal> => {
  const key = JSON.stringify([[...rights].sort(), group_scope]);
  const known = terminals.get(key);
  if (known !== undefined) return known;
  const hired = house
    .hire({ rights, group_scope })
    .then((login) => house.signedIn('staff', { login, password: STAFF_PASSWORD }));
  terminals.set(key, hired);
  return hired;
};

const ask = (one: Terminal, route: Route, { path = {}, body }: Partial<Sample>) => {
  const whole = route.path.replace(/\{(\w+)\}/g, (_, name) => String(path[name] ?? 1));
  const below = whole.slice(whole.indexOf('/v1') + 3);
  return one.ask(route.method, below, route.method === 'GET' ? {} : { body: body ?? {} });
};

/** Sets of rights that open a route: all of them together, with each one of the alternatives. */
const openers = ({ rights, anyRights }: Route): (readonly Right[])[] =>
  anyRights.length === 0 ? [rights] : anyRights.map((one) => [...rights, one]);

const staffRoutes = routes.filter(
  ({ audience, session }) => audience === 'staff' && session === 'full',
);

for (const route of staffRoutes) {
  const sample = samples[route.name];
  const more = (sample?.more ?? []) as readonly Right[];
  t.test(`${route.name}: its rights alone open it, and nothing outside the scope`, async (t) => {
    const isPlatforms = UNSCOPED.some((name) => name.test(route.name));
    t.not(isPlatforms, sample !== undefined, 'it is said whether its objects lie in groups');
    if (sample !== undefined) {
      for (const rights of openers(route)) {
        const outsider = await staffWith([...rights, ...more], ['elsewhere\\*']);
        const answer = await ask(outsider, route, sample);
        if (sample.outside === 'unlisted') {
          t.notMatch(JSON.stringify(answer.data), scene.group.path.slice(5), 'nothing is listed');
        } else t.equal(answer.code, sample.outside, 'out of scope');
      }
    }
    for (const rights of openers(route)) {
      const lacking = [...rights, ...more].filter((one) => !route.anyRights.includes(one));
      for (const right of lacking) {
        const without = await staffWith(
          RIGHTS.filter((one) => one !== right),
          ['*'],
        );
        t.equal((await ask(without, route, sample ?? {})).code, 'forbidden', `without ${right}`);
      }
    }
    for (const rights of openers(route)) {
      const insider = await staffWith([...rights, ...more], ['*']);
      const { code, message } = await ask(insider, route, sample ?? {});
      t.notOk(isShut(code), `${[...rights, ...more].join(', ')}: ${code} ${message}`);
    }
  });
}

t.test('Routes ask for rights that there are', async (t) => {
  const asked = new Set(routes.flatMap(({ rights, anyRights }) => [...rights, ...anyRights]));
  t.ok(asked.size > 10);
  for (const right of asked) t.ok(RIGHTS.includes(right), right);
});

/** What an investor may do though it changes something: it is about his own session. */
const INVESTORS_OWN: readonly string[] = ['auth.trader.logout', 'auth.trader.refresh'];

t.test('An investor reads what a trader reads, and changes nothing', async (t) => {
  const login = { login: scene.trader, password: INVESTOR };
  const investor = await house.signedIn('trader', login);
  const trader = await house.signedIn('trader', { login: scene.trader, password: 'Matrix-1a' });
  const own = routes.filter(
    ({ audience, session }) => audience === 'trader' && session !== 'none' && session !== 'own',
  );
  for (const route of own) {
    const read = await ask(investor, route, {});
    if (route.method === 'GET') {
      t.equal(read.code, (await ask(trader, route, {})).code, `${route.name} is read alike`);
    } else if (!INVESTORS_OWN.includes(route.name)) {
      t.ok(
        route.readOnly !== undefined && read.code === route.readOnly,
        `${route.name}: ${read.code}`,
      );
    }
  }
});
