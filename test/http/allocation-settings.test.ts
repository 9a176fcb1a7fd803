// The settings of account allocation over REST: one record that is there from the start.

import t from 'tap';
import { linksFor, pagesFor } from '../../actors/desk/allocation-choice.js';
import type { AllocationSettingsRecord } from '../../wire/allocations.js';
import { type Family, isTold, openKind, traceOf } from './setting-laws.js';

const FAMILY = { path: 'account-allocations/settings' } as Family;
const PATH = '/admin/v1/account-allocations/settings';

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

t.test('they are there from the start, at version 1', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { updated_at, ...rest } = (await kind.ask('GET', '')).data as Record<string, unknown>;
  t.same(rest, { ...EMPTY, version: 1 });
  t.equal(typeof updated_at, 'string');
  const { data } = await kind.ask('PUT', '', { version: 1, demo_url: 'https://demo.example' });
  t.match(data, { version: 2, demo_url: 'https://demo.example' });
  t.same((await kind.ask('GET', '')).data, data);
  const held = kind.http.harness.restarted().desk.records;
  t.match(held.get('allocation_settings', 'allocation_settings'), { version: 2 });
});

t.test(`a replacement is whole [PUT ${PATH} #1]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const full = {
    version: 1,
    demo_url: 'https://a',
    deposit_url: 'https://b',
    withdraw_url: 'http://c',
    link_sets: [set('one', 0), set('two', 1)],
  };
  t.match((await kind.ask('PUT', '', full)).data, { ...full, version: 2 });
  const { data } = await kind.ask('PUT', '', { version: 2, link_sets: [set('three', 0)] });
  t.match(data, { demo_url: '', deposit_url: '', withdraw_url: '', version: 3 });
  t.same(
    shown(data).link_sets.map(({ description }) => description),
    ['three'],
  );
  const none = shown((await kind.ask('PUT', '', { version: 3 })).data);
  t.same(none.link_sets, []);
});

t.test(`a replacement rests on a version [PUT ${PATH} #2]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const before = traceOf(kind);
  t.match(await kind.ask('PUT', '', { demo_url: 'https://x' }), {
    status: 400,
    code: 'invalid_input',
  });
  t.match(await kind.ask('PUT', '', { version: 2 }), { status: 409, code: 'conflict' });
  t.same(traceOf(kind), before);
  await kind.ask('PUT', '', { version: 1, demo_url: 'https://x' });
  t.match(await kind.ask('PUT', '', { version: 1 }), { status: 409, code: 'conflict' });
  const { data } = await kind.ask('GET', '');
  t.same((await kind.ask('PUT', '', data)).data, data, 'what was read changes nothing');
});

t.test(`links [PUT ${PATH} #3, #4]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const put = (given: object) =>
    kind.ask('PUT', '', { version: 1, link_sets: [{ ...set('one', 0), links: [given] }] });
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
    t.match(refused, { status: 400, code: 'invalid_input' }, JSON.stringify(wrong));
    t.match(refused.message, /^link_sets\.0\.links\.0\./);
  }
  const links = [link(WEB.padEnd(512, 'u'), { caption: 'ours' }), link(WEB, { caption_type: 8 })];
  const { data } = await kind.ask('PUT', '', {
    version: 1,
    link_sets: [{ ...set('one', 0), links }],
  });
  t.same(shown(data).link_sets[0]?.links, [
    { url: WEB.padEnd(512, 'u'), caption: 'ours', caption_type: 0 },
    { url: WEB, caption: '', caption_type: 8 },
  ]);
});

t.test(`sets are looked at in their order [GET ${PATH} #2] [PUT ${PATH} #5]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const link_sets = [set('all', 9), set('german', 1, ['de', 'AT']), set('late', 10, ['FR'])];
  await kind.ask('PUT', '', { version: 1, link_sets });
  const settings = shown((await kind.ask('GET', '')).data);
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

t.test(`pages of a group come before the general ones [GET ${PATH} #1]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.ask('PUT', '', { version: 1, deposit_url: `${WEB}pay`, withdraw_url: `${WEB}out` });
  const settings = shown((await kind.ask('GET', '')).data);
  const group = { deposit_url: 'own', withdraw_url: '' };
  t.same(pagesFor(settings, group), { deposit_url: 'own', withdraw_url: `${WEB}out` });
});

t.test('pages are addresses of the web', async (t) => {
  const kind = await openKind(t, FAMILY);
  for (const field of ['demo_url', 'deposit_url', 'withdraw_url']) {
    for (const wrong of ['javascript:alert(1)', 'broker.example', 'https://', `${WEB} x`]) {
      const refused = await kind.ask('PUT', '', { version: 1, [field]: wrong });
      t.match(refused, { status: 400, code: 'invalid_input' }, wrong);
      t.ok(refused.message.startsWith(field), refused.message);
    }
  }
});

t.test(`a change is journaled and told [PUT ${PATH} #6, #7]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const before = traceOf(kind);
  await kind.ask('PUT', '', { version: 1, demo_url: 'https://x' });
  isTold(t, kind, before);
  t.match(traceOf(kind).journal, [
    { kind: 'config', text: 'allocation settings changed: demo_url' },
  ]);
});
