// Leverage switches over REST: the rules of the family, and their times.

import type { Fields } from '../../../support/http-harness.js';
import { type Kind, testsOf } from './kind.js';
import { marginWith, PROFILES, rule, SWITCHES, tier } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const test = testsOf(SWITCHES);
const MINUTE_MS = 60_000;
const CONFLICT = { code: 'conflict' };
const DEMO = 'demo\\standard';

settingLaws(SWITCHES, {});

/** A profile that multiplies margin. */
const profile = async (kind: Kind, name: string, rate: string): Promise<number> => {
  const rules = [rule({ tiers: [tier('0', rate)] })];
  return (await kind.staff.made<{ id: number }>(`/${PROFILES.path}`, { name, rules })).id;
};

const profileOf = ({ http }: Kind, path: string): number | null | undefined =>
  http.harness.desk.records.get('group', path)?.record.leverage_profile_id;

/** Lets the clock go on, and what is due be done. */
const pass = async ({ http: { harness } }: Kind, minutes: number): Promise<void> => {
  harness.now += minutes * MINUTE_MS;
  await harness.desk.leverageSwitches.look();
};

const inMinutes = ({ http }: Kind, minutes: number): string =>
  new Date(http.harness.now + minutes * MINUTE_MS).toISOString();

test`groups get a profile and get the former one back, each in one event`(async (t, kind) => {
  const [one, two] = [await profile(kind, 'One', '2'), await profile(kind, 'Two', '5')];
  await kind.harness.patch('group', DEMO, { leverage_profile_id: one });
  const margin = marginWith(kind);
  const plan = { groups: '*', profile_from_id: one, profile_to_id: two };
  const made = await kind.create({ ...plan, at: inMinutes(kind, 1), until: inMinutes(kind, 3) });
  t.match(made, { status: 'planned', switched: [] });
  await pass(kind, 0);
  t.equal(margin(), '2000.00');
  const before = kind.harness.log.length;
  await pass(kind, 1);
  t.equal(kind.harness.log.length, before + 1);
  t.equal(margin(), '5000.00', 'other threads follow');
  t.equal(profileOf(kind, 'real\\standard'), null, 'another profile is no matter');
  const { id } = kind.harness.desk.records.get('group', DEMO)?.record ?? {};
  t.match(await kind.read(`/${made.id}`), { status: 'active', switched: [id] });
  t.match(kind.harness.log.at(-1)?.journal, [
    { setting: 'leverage_switch', text: 'leverage switch 1: from One to Two' },
    {
      setting: 'group',
      group: DEMO,
      text: `group ${DEMO}: from One to Two, by the leverage switch 1`,
      changes: [{ field: 'leverage_profile_id', from: 'One', to: 'Two' }],
    },
  ]);
  const [about] = kind.harness.log.at(-1)?.journal ?? [];
  t.notMatch(about, { changes: [] }, 'readers of the switch alone are told of no group');
  const limited = await kind.colleague(['config.leverage'], ['real\\*']);
  t.match(await limited.get(`/leverage-switches/${made.id}`), { data: { switched: [] } });
  t.match(await kind.change(made.id, 2, { groups: 'real\\*' }), CONFLICT);
  t.match(await kind.delete(`/${made.id}`), CONFLICT);
  t.match(await kind.change(made.id, 2, { until: inMinutes(kind, 1) }), { code: 'ok' });
  await pass(kind, 1);
  t.equal(margin(), '2000.00');
  t.match(await kind.read(`/${made.id}`), { status: 'done' });
  t.match(await kind.change(made.id, 4, { until: null }), CONFLICT);
  t.match(await kind.delete(`/${made.id}`), { code: 'ok' });
});

test`what passed while the server stood still is made up for, in order`(async (t, kind) => {
  const [one, two] = [await profile(kind, 'One', '2'), await profile(kind, 'Two', '5')];
  const plan = { groups: DEMO, profile_from_id: null };
  const [first, back, last] = [1, 2, 3].map((minutes) => inMinutes(kind, minutes));
  await kind.create({ ...plan, profile_from_id: one, profile_to_id: two, at: last });
  await kind.create({ ...plan, profile_to_id: one, at: back });
  await kind.create({ ...plan, profile_to_id: two, at: first, until: back });
  const again = kind.harness.restarted();
  again.now += 9 * MINUTE_MS;
  await again.desk.leverageSwitches.look();
  const lines = again.log.flatMap(({ journal }) => journal).map(({ text }) => text);
  t.same(lines.filter((text) => text.startsWith('leverage switch')).slice(-4), [
    'leverage switch 3: from no profile to Two',
    'leverage switch 3: from Two to no profile',
    'leverage switch 2: from no profile to One',
    'leverage switch 1: from One to Two',
  ]);
  t.equal(again.desk.records.get('group', DEMO)?.record.leverage_profile_id, two);
  const { records } = again.restarted().desk;
  t.equal(records.get('group', DEMO)?.record.leverage_profile_id, two, 'by the log, too');
  t.match(records.get('group', DEMO)?.record, { currency: 'USD' }, 'the rest of it stays');
});

test`a profile that a switch names is not deleted
  [DELETE /admin/v1/leverage-profiles/{id} #2]`(async (t, kind) => {
  const [one, two] = [await profile(kind, 'One', '2'), await profile(kind, 'Two', '5')];
  const made = await kind.create({
    ...{ groups: 'real\\*', profile_from_id: one, profile_to_id: two, at: inMinutes(kind, 1) },
  });
  for (const id of [one, two]) {
    const refused = await kind.staff.delete(`/${PROFILES.path}/${id}`);
    t.match(refused, CONFLICT);
    t.match(refused.message, `leverage switch ${made.id}`);
  }
  const body = { kind: 'leverage_profiles', keys: ['One'] };
  const deleted = await kind.staff.post('/config/transfer/delete', body);
  t.match((deleted.data as Fields).items, [{ error: /leverage switch/ }]);
  await pass(kind, 1);
  t.match(await kind.staff.delete(`/${PROFILES.path}/${one}`), { code: 'ok' }, 'it is done');
});

test`a group that got another profile meanwhile keeps it at the end, and the journal tells`(
  async (t, kind) => {
    const [one, two] = [await profile(kind, 'One', '2'), await profile(kind, 'Two', '5')];
    const plan = { groups: DEMO, profile_from_id: null, profile_to_id: one };
    await kind.create({ ...plan, at: inMinutes(kind, 1), until: inMinutes(kind, 3) });
    await pass(kind, 1);
    t.equal(profileOf(kind, DEMO), one);
    await kind.harness.patch('group', DEMO, { leverage_profile_id: two });
    await pass(kind, 2);
    t.equal(profileOf(kind, DEMO), two);
    t.match(kind.harness.log.at(-1)?.journal, [
      { text: 'leverage switch 1: from One to no profile' },
      { group: DEMO, text: `group ${DEMO}: keeps Two at the end of the leverage switch 1` },
    ]);
  },
);

test`a group is under one switch at a time`(async (t, kind) => {
  const [one, two] = [await profile(kind, 'One', '2'), await profile(kind, 'Two', '5')];
  const [start, end, last] = [2, 6, 9].map((minutes) => inMinutes(kind, minutes));
  const first = { groups: 'real\\*,!real\\vip*', profile_from_id: null, profile_to_id: one };
  const { id } = await kind.create({ ...first, at: start, until: end });
  const chained = { groups: '*', profile_from_id: one, profile_to_id: two };
  const body = { ...chained, at: inMinutes(kind, 4), until: last };
  const other = `leverage switch ${id} of ${first.groups} can change the same groups`;
  for (const fields of [
    {},
    { until: null },
    { groups: 'real\\later' },
    { groups: 'demo\\*,*\\standard' },
    { at: start },
    { at: inMinutes(kind, -1) },
    { profile_from_id: null },
    { profile_from_id: two, profile_to_id: null },
  ]) {
    const refused = await kind.post('', { ...body, ...fields });
    t.match(refused, CONFLICT, JSON.stringify(fields));
    t.equal(refused.message, `groups: the ${other}, at ${start} until ${end}`);
  }
  for (const fields of [
    { at: end },
    { at: inMinutes(kind, 1), until: start },
    { groups: 'real\\vip*,demo\\*' },
    { groups: '*,!real\\*' },
    { profile_from_id: two, profile_to_id: one },
  ]) {
    const made = await kind.create({ ...body, ...fields });
    t.match(await kind.delete(`/${made.id}`), { code: 'ok' }, JSON.stringify(fields));
  }
  const next = await kind.create({ ...body, at: end });
  const longer = { until: inMinutes(kind, 7) };
  t.match(await kind.change(id, 1, longer), CONFLICT);
  await pass(kind, 3);
  t.match(await kind.change(id, 2, longer), CONFLICT, 'it is active');
  t.match(await kind.delete(`/${next.id}`), { code: 'ok' });
  t.match(await kind.change(id, 2, longer), { code: 'ok' });
});

test`groups out of scope are not switched`(async (t, kind) => {
  const limited = await kind.colleague(['config.leverage'], ['real\\*']);
  const body = SWITCHES.body(1);
  t.match(await limited.post('/leverage-switches', body), { code: 'ok' });
  const later = { body: { ...body, groups: 'demo\\later*' } };
  const unborn = await limited.ask('POST', '/leverage-switches', later);
  t.match(unborn, { code: 'forbidden', message: /beyond your scope/ }, 'groups to come count, too');
  const { id, version } = await kind.create({ groups: 'demo\\*' });
  const path = `/leverage-switches/${id}`;
  const narrowed = { body: { version, groups: 'real\\*' } };
  t.match(await limited.ask('PATCH', path, narrowed), { code: 'forbidden' });
  t.match(await limited.delete(path), { code: 'forbidden' });
  t.match(await kind.delete(`/${id}`), { code: 'ok' });
  const all = await limited.post('/leverage-switches', { ...body, groups: '*' });
  t.match(all, { code: 'forbidden' });
  await kind.refuses(
    t,
    [{ until: '2099-01-01T00:00:00Z' }, 'until: must be later'],
    [{ groups: '!real\\*' }, 'groups'],
    [{ profile_from_id: 7 }, 'profile_from_id'],
  );
});
