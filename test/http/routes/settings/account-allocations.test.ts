// Account allocation over REST: the rules by which who signs up is placed, and its settings.

import { linksFor, offersFor, pagesFor } from '../../../../actors/desk/types/allocation-choice.js';
import type { AllocationSettingsRecord } from '../../../../wire/settings/allocations.js';
import { type Answer, each, type Fields } from '../../../support/http-harness.js';
import { type Family, followed, type Kind, type Made, testsOf, traceOf } from './kind.js';
import { settingLaws } from './setting-laws.js';

const REAL = 'real\\standard';
const GERMAN = { kind: 'real', brand: null, country: 'DE' } as const;
const FAMILY: Family = {
  path: 'account-allocations',
  body: () => ({ group_path: REAL }),
  change: { description: 'another', enabled: false },
  readOnly: [],
  broken: [{ default_leverage: 10_001 }, 'default_leverage'],
  required: ['group_path'],
  replaces: true,
  service: {
    open: async (kind) => () => {
      const offers = offersFor(kind.harness.desk.records, GERMAN, null);
      return offers.map(({ group, description }) => `${group} ${description}`).join();
    },
    create: { description: 'for all' },
    change: { description: 'for Austria', countries: ['AT'] },
    does: ['', `${REAL} for all`, ''],
  },
};
const test = testsOf(FAMILY);

settingLaws(FAMILY, {
  create: { required: 1, unknown: 15, follow: '12, #13', ignored: 14 },
  read: { missing: 2 },
  patch: { version: 2, follow: '14, #15' },
  remove: { gone: 1, follow: '3, #4' },
});

const colleague = async (kind: Kind, group_scope: string[]) => {
  const staff = await kind.colleague(['config.allocation'], group_scope);
  return (method: string, path: string, body?: unknown) =>
    staff.ask(method, `/account-allocations${path}`, { body });
};

test`rules of groups in scope, the lowest priority first [GET #1, #2]`(async (t, kind) => {
  await kind.create({ priority: 5, description: 'c' });
  await kind.create({ priority: -1, description: 'a' });
  await kind.create({ priority: 5, description: 'd', group_path: 'demo\\standard' });
  await kind.create({ priority: 2, description: 'b', enabled: false });
  const seen = ({ data }: Answer) => (data as Fields[]).map((one) => one.description).join('');
  t.equal(seen(await kind.get()), 'abcd');
  const limited = await colleague(kind, ['demo\\*']);
  t.equal(seen(await limited('GET', '')), 'd');
});

test`out of scope a rule is not there [GET /{id} #1]`(async (t, kind) => {
  const { id } = await kind.create();
  const limited = await colleague(kind, ['demo\\*']);
  t.match(await kind.read(`/${id}`), { id, group_path: REAL });
  const missing = { code: 'not_found' };
  t.match(await limited('GET', `/${id}`), missing);
  t.match(await limited('DELETE', `/${id}`), missing);
  t.match(await limited('PUT', `/${id}`, { group_path: 'demo\\standard', version: 1 }), missing);
  const denied = { code: 'forbidden' };
  t.match(await limited('POST', '', { group_path: REAL }), denied);
  const own = (await limited('POST', '', { group_path: 'demo\\standard' })).data as Made;
  t.match(await limited('PUT', `/${own.id}`, { group_path: REAL, version: 1 }), denied);
});

test`a country is named, and kept out by rules that do not list it`(async (t, kind) => {
  const wrong = ['!US', 'D*', 'DE,AT', 'DE;AT'];
  await kind.refuses(
    t,
    ...wrong.map((country): [Fields, string] => [{ countries: ['CH', country] }, 'countries']),
  );
  const { version } = await kind.read<Made>('/settings');
  const sets = { link_sets: [{ countries: ['DE'] }, { countries: ['!US'] }] };
  t.match(await kind.put('/settings', { version, ...sets }), {
    code: 'invalid_input',
    message: /^link_sets\.1\.countries: "!US" is no country/,
  });
});

test`staff see what people from a country are offered at a host`(async (t, kind) => {
  await kind.create({ countries: ['DE', 'AT'], description: 'special', priority: 1 });
  await kind.create({ description: 'general', priority: 2 });
  const offered = async (country: string) => {
    const data = await kind.read<{ readonly allocations: readonly Fields[] }>(
      `/preview?country=${country}&host=demo.example`,
    );
    const { allocations } = data;
    return allocations.filter((one) => one.kind === 'real').map((one) => one.description);
  };
  t.same(await offered('de'), ['special', 'general'], 'every rule that fits is an offer');
  t.same(await offered('US'), ['general']);
});

test`what is left out of a replacement goes to zero [PUT /{id} #1]`(async (t, kind) => {
  const full = {
    description: 'd',
    enabled: true,
    priority: 3,
    countries: ['DE'],
    default_leverage: 50,
    leverages: [50, 100],
  };
  const created = await kind.create(full);
  t.match(created, full);
  const sent = { version: 1, group_path: 'demo\\standard' };
  const { created_at, updated_at, ...rest } = (await kind.put('/1', sent)).data as Fields;
  t.equal(created_at, created.created_at);
  t.equal(typeof updated_at, 'string');
  const zero = { description: '', enabled: false, priority: 0, countries: [], leverages: [] };
  const more = { id: 1, default_leverage: 0, white_label_id: null };
  t.same(rest, { ...zero, ...more, version: 2, group_path: 'demo\\standard' });
});

test`what was read can be sent back`(async (t, kind) => {
  const created = await kind.create({ leverages: [100, 200], countries: ['DE'] });
  const before = traceOf(kind);
  t.same((await kind.put('/1', created)).data, created);
  t.same(traceOf(kind), before, 'it is no change');
  t.match(await kind.put('/1', { ...created, surprise: 1 }), { status: 400 });
});

test`a rule is for a trading group that is there [POST #1] [PUT /{id} #3]`(async (t, kind) => {
  await kind.takes(t, {});
  for (const group_path of ['real\\none', 'managers\\dealers', '', undefined]) {
    await kind.refuses(t, [{ group_path }, 'group_path']);
  }
});

test`leverages are 1 to 10000 [POST #8] [PUT /{id} #10]`(async (t, kind) => {
  const full = { default_leverage: 10_000, leverages: [1, 10_000] };
  await kind.takes(t, full, { default_leverage: 1 });
  await kind.refuses(
    t,
    [{ default_leverage: 10_001 }, 'default_leverage'],
    [{ default_leverage: -1 }, 'default_leverage'],
    [{ leverages: [0, 100] }, 'leverages'],
    [{ leverages: [100, 10_001] }, 'leverages'],
  );
});

test`a list of leverages has the default in it, that of the group where it has none
  [POST #9] [PUT /{id} #11]`(async (t, kind) => {
  await kind.takes(t, { leverages: [50, 100] }, { default_leverage: 50, leverages: [50] });
  const without = { default_leverage: 30, leverages: [50, 100] };
  await kind.refuses(t, [{ leverages: [50, 200] }, 'leverages'], [without, 'leverages']);
});

test`a rule is for one brand, or for every brand of the company of its group
  [POST #2] [PUT /{id} #4]`(async (t, kind) => {
  const brands = kind.staff;
  const made = (company: string) =>
    brands.made<{ id: number; company: string }>('/licence/brands', { company });
  const own = await made('Demo Brokerage');
  const other = await made('Other Brokerage');
  await kind.harness.patch('group', REAL, { company: own.company });
  await kind.takes(t, { white_label_id: null }, { white_label_id: other.id });
  await kind.refuses(t, [{ white_label_id: 7 }, 'white_label_id']);
});

test`a rule of a deleted brand stays, and can be changed`(async (t, kind) => {
  const { id } = await kind.staff.made<{ id: number }>('/licence/brands', { company: 'Own' });
  const rule = await kind.create({ white_label_id: id });
  t.match(await kind.staff.delete(`/licence/brands/${id}`), { code: 'ok' });
  const { created_at, ...rest } = rule;
  const changed = await kind.put(`/${rule.id}`, { ...rest, description: 'kept' });
  t.match(changed.data, { white_label_id: id, description: 'kept' });
});

test`a delete leaves accounts where they are [DELETE /{id} #2, #3]`(async (t, kind) => {
  const { id } = await kind.create({ group_path: 'demo\\standard' });
  const before = kind.harness.desk.records.get('account', '1001');
  await kind.delete(`/${id}`);
  t.match(traceOf(kind).journal, [{ kind: 'config', text: /allocation rule 1 .*deleted/ }]);
  t.same(kind.harness.log.at(-1)?.changes, [
    { kind: 'allocation', key: '1', version: 2, record: null },
  ]);
  t.same(kind.harness.desk.records.get('account', '1001'), before);
});

test`a group that is offered is neither deleted nor renamed`(async (t, kind) => {
  const ask = (method: string, path: string, body?: unknown) =>
    kind.staff.ask(method, path, { body });
  const created = await ask('POST', '/groups', { path: 'real\\offered', currency: 'USD' });
  const { id } = created.data as { id: number };
  const rule = await kind.create({ group_path: 'real\\offered' });
  const refused = { code: 'conflict', message: /allocation rule/ };
  t.match(await ask('DELETE', `/groups/${id}`), refused);
  t.match(await ask('PATCH', `/groups/${id}`, { version: 1, path: 'real\\other' }), refused);
  t.match(await ask('PATCH', `/groups/${id}`, { version: 1, company: 'x' }), { code: 'ok' });
  await kind.delete(`/${rule.id}`);
  t.match(await ask('DELETE', `/groups/${id}`), { code: 'ok' });
});

const settings = testsOf({ path: 'account-allocations/settings' });

const EMPTY = { demo_url: '', deposit_url: '', withdraw_url: '', link_sets: [] };
const WEB = 'https://broker.example/';
const link = (url: string, more: object = {}) => ({ url, ...more });
const set = (description: string, sort: number, countries: string[] = []) => ({
  description,
  sort,
  countries,
  links: [link(`https://${description}.example`)],
});
const shown = (data: unknown) => data as AllocationSettingsRecord & { version: number };

settings`they are there from the start, at version 1`(async (t, kind) => {
  const { updated_at, ...rest } = await kind.read<Record<string, unknown>>();
  t.same(rest, { ...EMPTY, version: 1 });
  t.equal(typeof updated_at, 'string');
  const { data } = await kind.put('', { version: 1, demo_url: 'https://demo.example' });
  t.match(data, { version: 2, demo_url: 'https://demo.example' });
  t.same(await kind.read(), data);
  const held = kind.harness.restarted().desk.records;
  t.match(held.get('allocation_settings', 'allocation_settings'), { version: 2 });
});

settings`a replacement is whole [PUT #1]`(async (t, kind) => {
  const full = {
    version: 1,
    demo_url: 'https://a',
    deposit_url: 'https://b',
    withdraw_url: 'http://c',
    link_sets: [set('one', 0), set('two', 1)],
  };
  t.match((await kind.put('', full)).data, { ...full, version: 2 });
  const { data } = await kind.put('', { version: 2, link_sets: [set('three', 0)] });
  t.match(data, { demo_url: '', deposit_url: '', withdraw_url: '', version: 3 });
  t.same(each(shown(data).link_sets, 'description'), ['three']);
  const none = shown((await kind.put('', { version: 3 })).data);
  t.same(none.link_sets, []);
});

settings`a replacement rests on a version [PUT #2]`(async (t, kind) => {
  const before = traceOf(kind);
  t.match(await kind.put('', { demo_url: 'https://x' }), { code: 'invalid_input' });
  t.match(await kind.put('', { version: 2 }), { code: 'conflict' });
  t.same(traceOf(kind), before);
  await kind.put('', { version: 1, demo_url: 'https://x' });
  t.match(await kind.put('', { version: 1 }), { code: 'conflict' });
  const { data } = await kind.get();
  t.same((await kind.put('', data)).data, data, 'what was read changes nothing');
});

settings`links [PUT #3, #4]`(async (t, kind) => {
  const put = (given: object) =>
    kind.put('', { version: 1, link_sets: [{ ...set('one', 0), links: [given] }] });
  for (const wrong of [
    { url: '' },
    { url: WEB.padEnd(513, 'u') },
    { url: 'javascript:alert(1)' },
    { url: 'broker.example' },
    { caption: 'no url' },
    { url: WEB, caption_type: 9 },
    { url: WEB, caption_type: -1 },
    { url: WEB, surprise: 1 },
  ]) {
    const refused = await put(wrong);
    t.match(refused, { code: 'invalid_input' }, JSON.stringify(wrong));
    t.match(refused.message, /^link_sets\.0\.links\.0\./);
  }
  const links = [link(WEB.padEnd(512, 'u'), { caption: 'ours' }), link(WEB, { caption_type: 8 })];
  const { data } = await kind.put('', { version: 1, link_sets: [{ ...set('one', 0), links }] });
  t.same(shown(data).link_sets[0]?.links, [
    { url: WEB.padEnd(512, 'u'), caption: 'ours', caption_type: 0 },
    { url: WEB, caption: '', caption_type: 8 },
  ]);
});

settings`sets are looked at in their order [GET #2] [PUT #5]`(async (t, kind) => {
  const link_sets = [set('all', 9), set('german', 1, ['de', 'AT']), set('late', 10, ['FR'])];
  await kind.put('', { version: 1, link_sets });
  const settings = shown(await kind.read());
  t.same(
    settings.link_sets.map(({ id, description }) => [id, description]),
    [
      [1, 'german'],
      [2, 'all'],
      [3, 'late'],
    ],
  );
  const first = (country: string) => linksFor(settings, country)[0]?.url;
  t.equal(first('DE'), 'https://german.example');
  t.equal(first('at'), 'https://german.example');
  t.equal(first('FR'), 'https://all.example', 'an earlier one is for every country');
  t.equal(first(''), 'https://all.example');
  t.same(linksFor({ ...settings, link_sets: [] }, 'DE'), []);
});

settings`pages of a group come before the general ones [GET #1]`(async (t, kind) => {
  await kind.put('', { version: 1, deposit_url: `${WEB}pay`, withdraw_url: `${WEB}out` });
  const settings = shown(await kind.read());
  const group = { deposit_url: 'own', withdraw_url: '' };
  t.same(pagesFor(settings, group), { deposit_url: 'own', withdraw_url: `${WEB}out` });
});

settings`pages are addresses of the web`(async (t, kind) => {
  for (const field of ['demo_url', 'deposit_url', 'withdraw_url']) {
    for (const wrong of ['javascript:alert(1)', 'broker.example', 'https://', `${WEB} x`]) {
      const refused = await kind.put('', { version: 1, [field]: wrong });
      t.match(refused, { code: 'invalid_input' }, wrong);
      t.ok(refused.message.startsWith(field), refused.message);
    }
  }
});

settings`a change is journaled, and counts for who comes next [PUT #6, #7]`(async (t, kind) => {
  const page = () => {
    const { records } = kind.harness.desk;
    const held = records.get('allocation_settings', 'allocation_settings')?.record;
    return held && pagesFor(held, { deposit_url: '', withdraw_url: '' }).deposit_url;
  };
  t.equal(page(), '');
  await followed(t, kind, () => kind.put('', { version: 1, deposit_url: 'https://x' }));
  t.equal(page(), 'https://x');
  t.match(traceOf(kind).journal, [
    { kind: 'config', text: 'allocation settings changed: deposit_url' },
  ]);
});
