// The matrix of authorization over the real desk: every route × every kind of caller, and rights
// that count in some cases.

import t, { type Test } from 'tap';
import type { Route } from '../../../http/rest/route.js';
import { routes } from '../../../http/routes/table.js';
import { RIGHTS, type Right, rightsOf as rightsOfRole } from '../../../wire/accounts/rights.js';
import type { Answer, Terminal } from '../../support/http-harness.js';
import { CASES, type Case } from './conditional-cases.js';
import { LIST_CASES } from './list-cases.js';
import {
  type Asked,
  ask,
  Callers,
  codeFor,
  foreignHeaders,
  INSIDE,
  INVESTOR_PASSWORD,
  PASSWORD,
  type Sample,
  type Samples,
} from './matrix-callers.js';
import { OWN } from './own-cases.js';
import { conditionsOf, type Needed, openersOf, rightsOf } from './route-rights.js';
import { SCOPED } from './scope-cases.js';
import { UNSCOPED } from './setting-cases.js';
import { test } from './tags.js';

const SAMPLES: Samples = { ...SCOPED, ...UNSCOPED, ...OWN };
const callers = await Callers.open();
t.teardown(() => callers.http.close());

const restricted = {
  staff: {
    password: await callers.restrictedStaff('password'),
    codes: await callers.restrictedStaff('codes'),
  },
  trader: {
    password: await callers.restrictedTrader('password'),
    codes: await callers.restrictedTrader('codes'),
  },
};
const foreigners = {
  staff: foreignHeaders(await callers.trader(INSIDE, PASSWORD, 'desktop')),
  trader: foreignHeaders(await callers.staffWith(RIGHTS)),
};
const trader = await callers.trader();
const investor = await callers.trader(INSIDE, INVESTOR_PASSWORD);

const sampleOf = ({ name }: Route): Sample => SAMPLES[name] ?? {};
const made = async (route: Route, rights: readonly Right[] = RIGHTS): Promise<Asked> =>
  (await sampleOf(route).ask?.(callers, rights)) ?? {};

/** What a caller is answered who may. */
const codeOf = ({ refusal }: Sample, rights: readonly Right[] = []): string => {
  if (refusal === undefined) return 'ok';
  const { of } = refusal;
  return of === undefined || [of].flat().some((one) => rights.includes(one)) ? refusal.code : 'ok';
};

const RESTRICTED = {
  password: 'auth.password_change_required',
  codes: 'auth.otp_enrol_required',
} as const;

/** Nobody, the other audience, and sessions that must do something else first. */
const strangers = async (t: Test, route: Route, asked: Asked): Promise<void> => {
  const { audience, session } = route;
  const unknown = session === 'none' ? codeOf(sampleOf(route)) : 'auth.session_expired';
  t.equal(await codeFor(callers, route, asked), unknown, 'nobody');
  if (session === 'none' || session === 'own') return;
  const foreign = await codeFor(callers, route, asked, foreigners[audience]);
  t.equal(foreign, 'auth.invalid_terminal', 'the other audience');
  for (const by of ['password', 'codes'] as const) {
    if (session === 'restricted' || session === by) continue;
    const { code } = await ask(restricted[audience][by], route, asked);
    t.equal(code, RESTRICTED[by], `whose ${by} come first`);
  }
};

/** How many rows a list shows, or counts. */
const rowsOf = ({ data }: Answer): number => {
  if (Array.isArray(data)) return data.length;
  const { items, total } = data as { items?: readonly unknown[]; total?: number };
  return items?.length ?? total ?? 0;
};

/** Staff with all that is needed, but for other groups. */
const outsider = async (t: Test, route: Route, rights: readonly Right[]): Promise<void> => {
  const { outside } = sampleOf(route);
  if (outside === undefined) return;
  const one = await callers.staffWith(rights, ['elsewhere\\*']);
  const answer = await ask(one, route, await made(route, rights));
  if (outside !== 'unlisted') t.equal(answer.code, outside, 'out of scope');
  else t.equal(rowsOf(answer), 0, 'nothing out of scope is listed');
};

/** Staff with every right but one that is needed, or but all the alternatives. */
const lacking = async (t: Test, route: Route, asked: Asked, needed: Needed): Promise<void> => {
  const { all, any } = needed;
  for (const missing of [...all.map((right) => [right]), ...(any.length > 0 ? [any] : [])]) {
    const without = await callers.staffWith(RIGHTS.filter((one) => !missing.includes(one)));
    const { code, message } = await ask(without, route, asked);
    t.equal(code, 'forbidden', `without ${missing.join(', ')}`);
    t.ok(
      missing.every((right) => message.includes(right)),
      message,
    );
  }
};

/** Staff with what is needed and nothing else. */
const insider = async (t: Test, route: Route, rights: readonly Right[]): Promise<void> => {
  const sample = sampleOf(route);
  const one = await callers.staffWith(rights, ['*'], sample.fresh);
  const answer = await ask(one, route, await made(route, rights));
  const said = `${rights.join(', ')}: ${sample.refusal?.why ?? answer.message}`;
  t.equal(answer.code, codeOf(sample, rights), said);
  if (sample.outside === 'unlisted') t.ok(rowsOf(answer) > 0, 'it is listed');
};

/** Rules of the contract about the rights or the scope of a route. */
const RULES: Readonly<Record<string, string>> = {
  'accounts.read': '#2',
  'config.symbols.list': '#2',
  'config.symbols.create': '#2',
  'groups.list': '#2',
  'groups.create': '#2',
  'positions.delete': '#1',
  'transfer.catalog': '#4',
  'transfer.delete': '#9',
  'transfer.export': '#10',
  'transfer.import': '#10',
  'transfer.preview': '#12',
  'watchlists.create': '#6',
  'watchlists.change': '#8',
  'watchlists.delete': '#3',
};
const ruled = ({ method, path }: Route, rules: string | undefined): string =>
  rules === undefined ? '' : ` [${method} ${path} ${rules}]`;

for (const route of routes.filter(({ audience }) => audience === 'staff')) {
  const tag = ruled(route, RULES[route.name]);
  t.test(
    `${route.name}: its rights alone open it, and nothing outside the scope${tag}`,
    async (t) => {
      const needed = rightsOf(route);
      if (needed === undefined) return t.fail('it is not said which rights it needs');
      const asked = await made(route);
      await strangers(t, route, asked);
      await lacking(t, route, asked, needed);
      for (const rights of openersOf(needed)) {
        await outsider(t, route, rights);
        if (route.session !== 'none') await insider(t, route, rights);
      }
    },
  );
}

/** Routes that only read, though they are no GET. */
const READING = new Set(['accounts.recalculate']);

t.test('An auditor reads, and is refused each route that changes something', async (t) => {
  const one = await callers.staffWith(rightsOfRole('auditor'));
  const read = ['accounts.list', 'journal.list', 'groups.list', 'clients.list', 'staff.list'];
  for (const name of read) {
    const route = routes.find((each) => each.name === name) as Route;
    t.equal((await ask(one, route, await made(route))).code, 'ok', name);
  }
  let refused = 0;
  for (const route of routes) {
    const { all, any } = rightsOf(route) ?? { all: [], any: [] };
    if (route.method === 'GET' || READING.has(route.name) || all.length + any.length === 0)
      continue;
    t.equal((await ask(one, route, await made(route))).code, 'forbidden', route.name);
    refused += 1;
  }
  t.ok(refused > 100, `${refused} routes`);
});

/** Reads with a right to maintain settings that `config.view` does not open, and why. */
const NO_SETTINGS: Readonly<Record<string, string>> = {
  'network.servers.monitor': 'figures of machines, which need a right of their own',
  'network.servers.firewall': 'rules of machines; the contract names all its rights',
  'gateways.transactions': 'orders of all groups',
  'datafeeds.symbols': 'asks the provider',
  'gateways.symbols': 'asks the provider',
  'transfer.catalog': 'a part of transfers, whose rights the contract names',
  'config.export': 'a part of transfers, whose rights the contract names',
  'reports.list': 'what the caller may request',
  'reports.jobs.list': 'reports',
  'reports.jobs.read': 'reports',
  'reports.jobs.download': 'reports',
};

t.test('config.view opens each read of settings that a right to maintain them opens', async (t) => {
  const maintains = (right: Right): boolean => /^config\.(?!view$)/.test(right);
  const found = routes.filter(
    ({ method, rights, anyRights }) =>
      method === 'GET' && [...rights, ...anyRights].some(maintains),
  );
  const closed = found.filter(
    ({ rights, anyRights }) => rights.some(maintains) || !anyRights.includes('config.view'),
  );
  t.ok(found.length > 40, `${found.length} reads`);
  t.same(closed.map(({ name }) => name).sort(), Object.keys(NO_SETTINGS).sort());
});

/** A caller for one request, or the one for all. */
const callerOf = (sample: Sample, one: Terminal, password: string): Promise<Terminal> | Terminal =>
  sample.fresh ? callers.trader(INSIDE, password) : one;

/** The first and last of the contract's rules about the account that a route's header names. */
const NAMING: Readonly<Record<string, readonly [number, number]>> = {
  'auth.trader.refresh': [9, 10],
  'auth.trader.logout': [6, 8],
  'auth.trader.me': [4, 6],
  'auth.trader.password': [9, 11],
  'auth.trader.otp': [3, 5],
  'auth.trader.otp.enrol': [6, 8],
  'auth.trader.otp.confirm': [6, 8],
  'auth.trader.otp.disable': [5, 7],
  'notifications.list': [4, 6],
  'mail.trader.list': [15, 17],
  'mail.send_to_staff': [14, 16],
  'mail.trader.draft': [11, 13],
  'mail.trader.redraft': [12, 14],
  'mail.trader.attach': [10, 12],
  'mail.trader.detach': [4, 6],
  'watchlists.list': [8, 10],
  'watchlists.create': [7, 9],
  'watchlists.change': [9, 11],
  'watchlists.delete': [4, 6],
};

for (const [name, [first, last]] of Object.entries(NAMING)) {
  const route = routes.find((one) => one.name === name) as Route;
  const rules = Array.from({ length: last - first + 1 }, (_, at) => `#${first + at}`).join(', ');
  test`${name}: the account that the header names may be left out, must be that of the session,
    and selects none [${route.method} ${route.path} ${rules}]`(async (t) => {
    const sample = sampleOf(route);
    const asked = await made(route);
    const one = await callerOf(sample, trader, PASSWORD);
    const { login } = (await one.me()).data as { login: number };
    const named = (account: number): Asked => ({
      ...asked,
      headers: { ...asked.headers, 'x-app-account': String(account) },
    });
    const { log } = callers.http.harness;
    const [events, cookies] = [log.length, [...one.cookies]];
    const other = await ask(one, route, named(1001));
    t.match(other, { code: 'auth.account_changed' }, 'another account');
    t.equal(log.length, events, 'nothing is changed');
    t.same([...one.cookies], cookies, 'the session has its tokens');
    const nobody = await codeFor(callers, route, named(login));
    t.equal(nobody, 'auth.session_expired', 'the header signs nobody in');
    t.equal((await ask(one, route, named(login))).code, codeOf(sample), 'its own account');
    const without = await callerOf(sample, trader, PASSWORD);
    t.equal((await ask(without, route, asked)).code, codeOf(sample), 'left out');
  });
}

for (const route of routes.filter(({ audience }) => audience === 'trader')) {
  const tag = ruled(route, RULES[route.name]);
  t.test(
    `${route.name}: traders ask it, and who may only watch changes nothing${tag}`,
    async (t) => {
      const sample = sampleOf(route);
      const asked = await made(route);
      await strangers(t, route, asked);
      if (route.session === 'none') return;
      const own = await ask(await callerOf(sample, trader, PASSWORD), route, asked);
      t.equal(own.code, codeOf(sample), `a trader: ${own.message}`);
      const watching = await callerOf(sample, investor, INVESTOR_PASSWORD);
      const watched = await ask(watching, route, asked);
      t.equal(watched.code, sample.investor ?? codeOf(sample), `an investor: ${watched.message}`);
    },
  );
}

t.test('Every route has a sample, and every sample a route', async (t) => {
  const names = routes.map(({ name }) => name).sort();
  const samples = [SCOPED, UNSCOPED, OWN].flatMap((part) => Object.keys(part)).sort();
  t.same(samples, names);
});

t.test('Routes ask for rights that there are', async (t) => {
  const asked = new Set(routes.flatMap(({ rights, anyRights }) => [...rights, ...anyRights]));
  t.ok(asked.size > 10);
  for (const right of asked) t.ok(RIGHTS.includes(right), right);
});

const routeOfCase = ({ route }: Case): Route => {
  const found = routes.find(({ name }) => name === route);
  if (found === undefined) throw new Error(`there is no route ${route}`);
  return found;
};

/** What staff see who have these rights alone. */
const seenWith = async (one: Case, rights: readonly Right[]): Promise<unknown> => {
  const asked = await one.ask(callers, rights);
  const answer = await ask(await callers.staffWith(rights), routeOfCase(one), asked);
  return one.seen === undefined ? answer.code : one.seen(answer, asked);
};

const ALL_CASES = [...CASES, ...LIST_CASES];

for (const one of ALL_CASES) {
  const { route, right, when, beside } = one;
  const tag = ruled(routeOfCase(one), one.rule);
  t.test(`${route} asks for ${right} when ${when}${tag}`, async (t) => {
    t.same(await seenWith(one, beside), one.without ?? 'forbidden', 'without it');
    t.same(await seenWith(one, [...beside, right]), one.with ?? 'ok', 'with it');
  });
}

t.test('Each condition of the contract on a route that is here has a case', async (t) => {
  const conditions = routes.flatMap((route) =>
    conditionsOf(route).map((condition) => ({ route: route.name, ...condition })),
  );
  t.ok(conditions.length > 40);
  for (const { route, right, when } of conditions) {
    const cases = ALL_CASES.filter((one) => one.route === route && one.when === when);
    const named = RIGHTS.filter((one) => right.split(/[ ,]/).includes(one));
    const missing = named.filter((one) => !cases.some((shown) => shown.right === one));
    t.ok(cases.length > 0, `${route}: ${when}`);
    t.same(missing, [], `${route}: ${right} when ${when}`);
  }
});

t.test('Every right opens something', async (t) => {
  const opened = new Set<Right>([
    ...routes.flatMap(({ rights, anyRights }) => [...rights, ...anyRights]),
    ...ALL_CASES.map(({ right }) => right),
    ...routes.flatMap(({ confirm }) => (confirm === undefined ? [] : ['confirm_actions' as const])),
  ]);
  for (const right of RIGHTS) t.ok(opened.has(right), right);
});
