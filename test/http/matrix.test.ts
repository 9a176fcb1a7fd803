// The matrix of authorization over the real desk: every route × every kind of caller.

import t, { type Test } from 'tap';
import type { Route } from '../../http/route.js';
import { routes } from '../../http/routes/table.js';
import { RIGHTS, type Right } from '../../wire/identity.js';
import type { Answer, Terminal } from '../support/http-harness.js';
import {
  type Asked,
  ask,
  codeFor,
  foreignHeaders,
  INSIDE,
  INVESTOR_PASSWORD,
  PASSWORD,
  type Sample,
  Stage,
} from './matrix-stage.js';
import { type Needed, openersOf, rightsOf } from './route-rights.js';
import { SCOPED } from './scope-cases.js';
import { UNSCOPED } from './setting-cases.js';
import { TRADERS } from './trader-cases.js';

const SAMPLES: Readonly<Record<string, Sample>> = { ...SCOPED, ...UNSCOPED, ...TRADERS };
const stage = await Stage.open();
t.teardown(() => stage.http.close());

const restricted = {
  staff: {
    password: await stage.restrictedStaff('password'),
    codes: await stage.restrictedStaff('codes'),
  },
  trader: {
    password: await stage.restrictedTrader('password'),
    codes: await stage.restrictedTrader('codes'),
  },
};
const foreigners = {
  staff: foreignHeaders(await stage.trader(INSIDE, PASSWORD, 'desktop')),
  trader: foreignHeaders(await stage.staffWith(RIGHTS)),
};
const trader = await stage.trader();
const investor = await stage.trader(INSIDE, INVESTOR_PASSWORD);

const sampleOf = ({ name }: Route): Sample => SAMPLES[name] ?? {};
const made = async (route: Route, rights: readonly Right[] = RIGHTS): Promise<Asked> =>
  (await sampleOf(route).ask?.(stage, rights)) ?? {};

/** What a caller is answered who may. */
const codeOf = ({ refusal }: Sample, rights: readonly Right[] = []): string => {
  if (refusal === undefined) return 'ok';
  return refusal.of === undefined || rights.includes(refusal.of) ? refusal.code : 'ok';
};

const RESTRICTED = {
  password: 'auth.password_change_required',
  codes: 'auth.otp_enrol_required',
} as const;

/** Nobody, the other audience, and sessions that must do something else first. */
const strangers = async (t: Test, route: Route, asked: Asked): Promise<void> => {
  const { audience, session } = route;
  const unknown = session === 'none' ? codeOf(sampleOf(route)) : 'auth.session_expired';
  t.equal(await codeFor(stage, route, asked), unknown, 'nobody');
  if (session === 'none' || session === 'own') return;
  const foreign = await codeFor(stage, route, asked, foreigners[audience]);
  t.equal(foreign, 'auth.invalid_terminal', 'the other audience');
  for (const by of ['password', 'codes'] as const) {
    if (session === 'restricted' || session === by) continue;
    const { code } = await ask(restricted[audience][by], route, asked);
    t.equal(code, RESTRICTED[by], `whose ${by} come first`);
  }
};

const rowsOf = ({ data }: Answer): readonly unknown[] =>
  Array.isArray(data) ? data : (data as { items: readonly unknown[] }).items;

/** Staff with all that is needed, but for other groups. */
const outsider = async (t: Test, route: Route, rights: readonly Right[]): Promise<void> => {
  const { outside } = sampleOf(route);
  if (outside === undefined) return;
  const one = await stage.staffWith(rights, ['elsewhere\\*']);
  const answer = await ask(one, route, await made(route, rights));
  if (outside !== 'unlisted') t.equal(answer.code, outside, 'out of scope');
  else t.equal(rowsOf(answer).length, 0, 'nothing out of scope is listed');
};

/** Staff with every right but one that is needed, or but all the alternatives. */
const lacking = async (t: Test, route: Route, asked: Asked, needed: Needed): Promise<void> => {
  const { all, any } = needed;
  for (const missing of [...all.map((right) => [right]), ...(any.length > 0 ? [any] : [])]) {
    const without = await stage.staffWith(RIGHTS.filter((one) => !missing.includes(one)));
    t.equal((await ask(without, route, asked)).code, 'forbidden', `without ${missing.join(', ')}`);
  }
};

/** Staff with what is needed and nothing else. */
const insider = async (t: Test, route: Route, rights: readonly Right[]): Promise<void> => {
  const sample = sampleOf(route);
  const one = await stage.staffWith(rights, ['*'], sample.fresh);
  const answer = await ask(one, route, await made(route, rights));
  const said = `${rights.join(', ')}: ${sample.refusal?.why ?? answer.message}`;
  t.equal(answer.code, codeOf(sample, rights), said);
  if (sample.outside === 'unlisted') t.ok(rowsOf(answer).length > 0, 'it is listed');
};

for (const route of routes.filter(({ audience }) => audience === 'staff')) {
  t.test(`${route.name}: its rights alone open it, and nothing outside the scope`, async (t) => {
    const needed = rightsOf(route);
    if (needed === undefined) return t.fail('it is not said which rights it needs');
    const asked = await made(route);
    await strangers(t, route, asked);
    await lacking(t, route, asked, needed);
    for (const rights of openersOf(needed)) {
      await outsider(t, route, rights);
      if (route.session !== 'none') await insider(t, route, rights);
    }
  });
}

/** A caller for one request, or the one for all. */
const callerOf = (sample: Sample, one: Terminal, password: string): Promise<Terminal> | Terminal =>
  sample.fresh ? stage.trader(INSIDE, password) : one;

for (const route of routes.filter(({ audience }) => audience === 'trader')) {
  t.test(`${route.name}: traders ask it, and who may only watch changes nothing`, async (t) => {
    const sample = sampleOf(route);
    const asked = await made(route);
    await strangers(t, route, asked);
    if (route.session === 'none') return;
    const own = await ask(await callerOf(sample, trader, PASSWORD), route, asked);
    t.equal(own.code, codeOf(sample), `a trader: ${own.message}`);
    const watching = await callerOf(sample, investor, INVESTOR_PASSWORD);
    const watched = await ask(watching, route, asked);
    t.equal(watched.code, sample.investor ?? codeOf(sample), `an investor: ${watched.message}`);
  });
}

t.test('Every route has a sample, and every sample a route', async (t) => {
  const names = routes.map(({ name }) => name).sort();
  const samples = [SCOPED, UNSCOPED, TRADERS].flatMap((part) => Object.keys(part)).sort();
  t.same(samples, names);
});

t.test('Routes ask for rights that there are', async (t) => {
  const asked = new Set(routes.flatMap(({ rights, anyRights }) => [...rights, ...anyRights]));
  t.ok(asked.size > 10);
  for (const right of asked) t.ok(RIGHTS.includes(right), right);
});
