// Rights that count in some cases, over the real desk; and rights that open nothing yet.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Route } from '../../http/route.js';
import { routes } from '../../http/routes/table.js';
import { RIGHTS, type Right } from '../../wire/identity.js';
import { CASES, type Case } from './conditional-cases.js';
import { ask, Stage } from './matrix-stage.js';
import { conditionsOf } from './route-rights.js';

const stage = await Stage.open();
t.teardown(() => stage.http.close());

const routeOf = ({ route }: Case): Route => {
  const found = routes.find(({ name }) => name === route);
  if (found === undefined) throw new Error(`there is no route ${route}`);
  return found;
};

/** What staff see who have these rights alone. */
const seenWith = async (one: Case, rights: readonly Right[]): Promise<unknown> => {
  const asked = await one.ask(stage, rights);
  const answer = await ask(await stage.staffWith(rights), routeOf(one), asked);
  return one.seen === undefined ? answer.code : one.seen(answer, asked);
};

for (const one of CASES) {
  const { route, right, when, beside } = one;
  t.test(`${route} asks for ${right} when ${when}`, async (t) => {
    t.same(await seenWith(one, beside), one.without, 'without it');
    t.same(await seenWith(one, [...beside, right]), one.with, 'with it');
  });
}

t.test('Each condition of the contract on a route that is here has a case', async (t) => {
  const conditions = routes.flatMap((route) =>
    conditionsOf(route).map((condition) => ({ route: route.name, ...condition })),
  );
  t.ok(conditions.length > 40);
  for (const { route, right, when } of conditions) {
    const cases = CASES.filter((one) => one.route === route && one.when === when);
    const named = RIGHTS.filter((one) => right.split(/[ ,]/).includes(one));
    const missing = named.filter((one) => !cases.some((shown) => shown.right === one));
    t.ok(cases.length > 0, `${route}: ${when}`);
    t.same(missing, [], `${route}: ${right} when ${when}`);
  }
});

/** Rights that can be granted and open nothing, and why. */
const IDLE: Readonly<Partial<Record<Right, string>>> = {
  'trades.delete': 'no route deletes positions',
  'accounts.delete': 'no route deletes accounts',
  applications: 'accounts are not applied for',
  'clients.view': 'there are no records of clients',
  mailbox: 'there is no mail between staff and traders',
  notifications: 'no notifications are sent',
  confirm_actions: 'no route does what is to be confirmed',
  'server.machines': 'the machines are not shown',
  'reports.export': 'no report is made',
  'config.white_labels': 'there are no brands',
};

t.test('Every right opens something, or it is said why it does not yet', async (t) => {
  const opened = new Set<Right>([
    ...routes.flatMap(({ rights, anyRights }) => [...rights, ...anyRights]),
    ...CASES.map(({ right }) => right),
    ...routes.flatMap(({ confirm }) => (confirm === undefined ? [] : ['confirm_actions' as const])),
  ]);
  for (const right of RIGHTS) {
    const said = [opened.has(right) && 'it opens something', IDLE[right]].filter(Boolean);
    t.equal(said.length, 1, `${right}: ${said.join(', but ')}`);
  }
});

t.test('No code asks for a right that is said to open nothing', async (t) => {
  const asking = ['wire', 'engine', 'storage', 'actors', 'http']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((path) => path.endsWith('.ts') && path !== 'wire/rights.ts')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  /** Whoever is to confirm is told by it what others are not asked. */
  const known: Readonly<Record<string, readonly string[]>> = {
    confirm_actions: ['actors/desk/confirmations.ts'],
  };
  for (const right of Object.keys(IDLE)) {
    const found = asking.filter(({ text }) => text.includes(`'${right}'`)).map(({ path }) => path);
    t.same(found, known[right] ?? [], right);
  }
});
