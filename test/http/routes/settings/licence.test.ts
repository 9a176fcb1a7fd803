// The licence over REST: status, keys, what they issue and limit, and images of brands.

import { createHash } from 'node:crypto';
import { EVENT_BYTES_MAX } from '../../../../actors/desk/store/desk-log.js';
import { newVendorKeys } from '../../../../actors/secrets/licence-key.js';
import { unwrap } from '../../../../wire/base/codes.js';
import { packEvent } from '../../../../wire/codec/pack.js';
import type { LicenceStatus } from '../../../../wire/rest/settings/licence.js';
import type { LicenceClaims } from '../../../../wire/settings/licence.js';
import { codeOf, staffCaller } from '../../../support/desk-harness.js';
import { dataOf, type Fields } from '../../../support/http-harness.js';
import { claimsFor, daysFrom, signed, VENDOR } from '../../../support/licence-vendor.js';
import { RUN } from '../../../support/run.js';
import { type Kind, testsOf } from './kind.js';

const test = testsOf({ path: 'licence' });
const DAY_MS = 86_400_000;
/** Groups of the renamed company; the deep run has as many as a large platform. */
const GROUPS = RUN === 'test' ? 200 : 5_000;
const MUTATED = 500;
const INVALID = { code: 'invalid_input' };
const CONFLICT = { code: 'conflict' };

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const GIF = Buffer.from('474946383961aabb', 'hex');

const statusOf = (kind: Kind): Promise<LicenceStatus> => kind.read<LicenceStatus>();

/** The server's identity, which the first start has made. */
const identified = async ({ http }: Kind): Promise<string> => {
  const { desk } = http.harness;
  await desk.licences.identify();
  return desk.records.get('server_identity', 'server')?.record.server_id ?? '';
};

const keyOf = async (kind: Kind, given: Partial<LicenceClaims> = {}): Promise<string> =>
  signed(claimsFor(await identified(kind), kind.harness.now, given));

const apply = async (kind: Kind, given: Partial<LicenceClaims> = {}) =>
  kind.post('', { key: await keyOf(kind, given) });

/** Applies a key that has to be taken. */
const applied = async (kind: Kind, given: Partial<LicenceClaims> = {}): Promise<LicenceStatus> =>
  dataOf(await apply(kind, given));

const linesOf = ({ http }: Kind): string[] =>
  http.harness.log.flatMap(({ journal }) => journal).map(({ text }) => text);

/** What a desk has but for its journal: its records, and the changes of its log. */
const recordsOf = ({ http }: Kind): unknown => [...http.harness.desk.records.everything()];

const main = (name: string, ...white: readonly string[]): LicenceClaims['companies'] => [
  { name, main: true },
  ...white.map((one) => ({ name: one, main: false })),
];

/** The warning that the demo's groups are of a company that no key of these tests issues. */
const OTHERS = /does not issue: Demo Brokerage \(5\)/;

test`without a key the status says so, and the server has its identity
  [GET /admin/v1/licence #3]`(async (t, kind) => {
  const server_id = await identified(kind);
  t.match(server_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const status = await statusOf(kind);
  t.match(status, { server_id, valid: false, licence_id: '', expires_at: null, companies: [] });
  t.same(status.warnings, ['No licence key is applied.']);
  kind.harness.vendorKey = '';
  t.match((await statusOf(kind)).warnings, [/BROKERD_VENDOR_KEY/, /No licence key/]);
  const again = kind.harness.restarted();
  await again.desk.licences.identify();
  t.equal(again.log.length, kind.harness.log.length, 'it is made once');
});

test`a key makes companies and brands what it issues, in one decision
  [POST /admin/v1/licence #1, #3, #7]`(async (t, kind) => {
  const own = await kind.staff.post('/licence/brands', {
    company: 'White',
    domains: ['white.example'],
    phone: '2',
    color_primary: '#102030',
  });
  const brands = [
    { company: 'Main', domains: ['main.example'], phone: '1', logo: PNG.toString('base64') },
  ];
  const before = kind.harness.log.length;
  t.match(await applied(kind, { brands, entitlements: { max_accounts: 9 } }), {
    valid: true,
    licence_id: 'L-1',
    applied_by: 1,
    warnings: [OTHERS],
    entitlements: { max_accounts: 9, max_groups: 0 },
    companies: [
      { name: 'Main', main: true },
      { name: 'White', main: false },
    ],
    brands: [{ company: 'Main', phone: '1', is_licenced: true, has_logo: true, has_icon: false }],
  });
  const events = kind.harness.log.slice(before);
  const deciding = events.filter(({ changes }) => changes.some(({ kind }) => kind === 'licence'));
  t.equal(deciding.length, 1);
  const kinds = new Set(deciding[0]?.changes.map(({ kind }) => kind));
  t.ok(
    ['brand', 'brand_image', 'file'].every((one) => kinds.has(one)),
    'all of it in one event',
  );
  t.match(deciding[0]?.journal[0], {
    kind: 'config',
    text: /^licence L-1 applied: .*Main \(main\)/,
    changes: [
      { field: 'licence_id', from: '', to: 'L-1' },
      { field: 'issued_at', from: '' },
      { field: 'expires_at', from: '' },
      { field: 'companies', from: '', to: 'Main (main), White' },
      { field: 'max_accounts', from: '0', to: '9' },
    ],
  });
  t.match(own.data, { company: 'White', is_licenced: false });
  const kept = await kind.staff.read(`/licence/brands/${(own.data as Fields).id}`);
  t.same(kept, own.data, 'a brand that the key does not ship stays as it is');
  const length = kind.harness.log.length;
  t.match(await apply(kind, { brands, entitlements: { max_accounts: 9 } }), { code: 'ok' });
  t.equal(kind.harness.log.length, length, 'the same key again changes nothing');
  await applied(kind, { brands: [], entitlements: { max_groups: 7 }, licence_id: 'L-1' });
  const lines = kind.harness.log.slice(length).flatMap(({ journal }) => journal);
  t.same(lines.find(({ text }) => text.startsWith('licence L-1 applied'))?.changes, [
    { field: 'max_accounts', from: '9', to: '0' },
    { field: 'max_groups', from: '0', to: '7' },
  ]);
});

test`a later key replaces the brands that it ships, and removes those of others
  [POST /admin/v1/licence #5] [PATCH /admin/v1/licence/brands/{id} #7]`(async (t, kind) => {
  const one = { company: 'Main', domains: ['a.example'], phone: '1', website: 'https://a.example' };
  const other = { company: 'White', domains: ['b.example'], icon: GIF.toString('base64') };
  const [first, second] = (await applied(kind, { brands: [one, other] })).brands;
  await kind.staff.patch(`/licence/brands/${first?.id}`, {
    version: first?.version,
    phone: '2',
    address: 'Here',
  });
  const turned = [
    { ...one, domains: ['b.example'] },
    { ...other, domains: ['a.example'] },
  ];
  t.match((await applied(kind, { brands: turned })).brands, [
    { company: 'Main', phone: '1', address: 'Here', domains: ['b.example'] },
    { company: 'White', domains: ['a.example'], has_icon: true },
  ]);
  const icon = `/licence/brands/${second?.id}/images/icon`;
  t.equal((await kind.staff.put(icon)).code, 'invalid_input');
  const last = await applied(kind, { brands: [one], companies: main('Main') });
  t.match(last, { brands: [{ company: 'Main', domains: ['a.example'] }] });
  t.match(await kind.staff.get(`/licence/brands/${second?.id}`), { status: 404 });
  const { records } = kind.harness.desk;
  t.same([...records.all('brand_image')], [], 'its image went with it');
  const left = [...records.everything()].filter((held) => held.kind.includes('file'));
  t.match(
    left.filter((held) => held.kind === 'file').map((held) => (held.record as Fields).uses),
    [1],
    'the key alone is stored',
  );
  t.same(
    left.filter((held) => held.kind === 'unused_file'),
    [],
  );
  t.same((await applied(kind, { brands: [], companies: main('Main') })).brands, []);
  t.match(await kind.staff.delete(`/licence/brands/${first?.id}`), { code: 'ok' });
});

test`the main company is renamed with its groups and its brand, in one event
  [POST /admin/v1/licence #4]`(async (t, kind) => {
  await applied(kind, { brands: [{ company: 'Main', phone: '1' }] });
  await kind.harness.write((tx) => {
    for (let n = 0; n < GROUPS; n += 1) {
      unwrap(tx.create('group', { path: `real\\g${n}`, currency: 'USD', company: 'Main' }));
    }
    return tx.create('group', { path: 'real\\white', currency: 'USD', company: 'White' });
  });
  const groupOf = (path: string) => kind.harness.desk.records.get('group', path);
  const version = groupOf('real\\g7')?.version ?? 0;
  const at = kind.harness.log.length;
  const status = await applied(kind, { companies: main('Renamed', 'White'), licence_id: 'L-2' });
  t.match(status.companies, [{ name: 'Renamed', main: true }, { name: 'White' }]);
  for (let n = 0; n < GROUPS; n += 1) {
    const held = groupOf(`real\\g${n}`);
    if (held?.record.company !== 'Renamed' || held.version !== version + 1) t.fail(`group ${n}`);
  }
  t.equal(groupOf('real\\white')?.record.company, 'White');
  t.match(await kind.staff.read('/licence/brands'), [
    { company: 'Renamed', phone: '1', is_licenced: false },
  ]);
  const renaming = kind.harness.log.slice(at).find(({ changes }) => changes.length > GROUPS);
  const text = `main company renamed from Main to Renamed, with ${GROUPS} groups`;
  t.match(
    renaming?.journal.find((line) => line.text === text)?.changes,
    [{ field: 'company', from: 'Main', to: 'Renamed' }],
    text,
  );
  const bytes = renaming === undefined ? 0 : packEvent(renaming).length;
  t.ok(bytes / GROUPS < EVENT_BYTES_MAX / 5_000 / 4, `${bytes} bytes for ${GROUPS} groups`);
  const { desk } = kind.harness.restarted();
  t.match(desk.records.get('group', 'real\\g7')?.record, { currency: 'USD', company: 'Renamed' });
  t.same(kind.harness.copied.group, desk.settings().group, 'other threads know the same');
  const both = await applied(kind, { companies: main('White', 'Renamed'), licence_id: 'L-3' });
  t.match(both.companies, [
    { name: 'White', main: true },
    { name: 'Renamed', main: false },
  ]);
  t.equal(groupOf('real\\g7')?.record.company, 'Renamed', 'another main company renames nothing');
});

test`a key with a fault changes nothing but for a warning in the journal
  [POST /admin/v1/licence #1, #6]`(async (t, kind) => {
  const { now } = kind.harness;
  await applied(kind, { issued_at: daysFrom(now, -50) });
  const server = await identified(kind);
  const before = recordsOf(kind);
  const badly = { company: 'Main', logo: Buffer.from('<svg/>').toString('base64') };
  const claims = (given: object) => signed(claimsFor(server, now, given));
  const other = newVendorKeys();
  const [head = '', payload = '', signature = ''] = claims({}).split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const wrong: readonly (readonly [key: string, why: RegExp])[] = [
    [signed(claimsFor(server, now), other), /signature/],
    [`${none}.${payload}.${signature}`, /"alg": "EdDSA"/],
    [`${none}.${payload}.`, /three parts/],
    [`${head}.${payload}`, /three parts/],
    [`${head}.${payload}.${signature}=`, /three parts/],
    [claims({ expires_at: daysFrom(now, -1) }), /it ended/],
    [claims({ server_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01' }), /it is for the server/],
    [claims({}), /issued .* before the applied one/],
    ['no key', /three parts/],
  ];
  for (const [key, why] of wrong) {
    const refused = await kind.post('', { key });
    t.match(refused, INVALID, String(why));
    t.match(refused.message, why);
    t.match(linesOf(kind).at(-1), /^warning: a licence key was refused: /);
    t.match(linesOf(kind).at(-1), why);
  }
  t.same(recordsOf(kind), before);
  t.throws(() => claims({ brands: [badly] }), /brands.0.logo: must be png/, 'nor is it signed');
  t.throws(() => claims({ companies: [{ name: 'A', main: false }] }), /one must be the main/);
  t.throws(() => claims({ more: 1 }), /more: unknown field/);
  const taken = { company: 'White', domains: ['main.example'] };
  await kind.staff.post('/licence/brands', { company: 'Main', domains: ['main.example'] });
  const clash = recordsOf(kind);
  const refused = await apply(kind, { issued_at: daysFrom(now, -40), brands: [taken] });
  t.match(refused, INVALID);
  t.match(refused.message, /White: domains: main.example belongs/);
  t.same(recordsOf(kind), clash, 'also when only the decision sees the fault');
});

test`${MUTATED} mutated keys change nothing`(async (t, kind) => {
  await applied(kind);
  const key = await keyOf(kind, { licence_id: 'L-2' });
  const before = recordsOf(kind);
  const caller = staffCaller();
  for (let n = 0; n < MUTATED; n += 1) {
    const bytes = Buffer.from(key);
    const random = createHash('sha256').update(`${n}`).digest();
    const at = random.readUInt32LE() % (bytes.length - 3);
    if (n % 4 === 0) bytes[at] = (bytes[at] as number) ^ (1 << ((random[4] as number) % 7));
    else if (n % 4 === 1) bytes.copyWithin(at, at + 1);
    else if (n % 4 === 2) bytes.fill(random.toString('base64url'), at, at + 3);
    else bytes.reverse();
    const mutated = n % 4 === 1 ? bytes.toString().slice(0, -1) : bytes.toString();
    if (mutated === key) continue;
    // A minute each, so that the allowance of writes is no reason.
    kind.harness.now += 60_000;
    const answer = await kind.harness.desk.handle('licence.apply', { caller, key: mutated });
    if (codeOf(answer) !== 'invalid_input') t.fail(`${n}: ${codeOf(answer)}`);
  }
  t.same(recordsOf(kind), before);
});

test`a key of 8 MiB is the largest [POST /admin/v1/licence #2]`(async (t, kind) => {
  const { status, code } = await kind.post('', { key: 'a'.repeat((8 << 20) + 1) });
  t.match({ status, code }, INVALID);
  const large = Buffer.concat([PNG, Buffer.alloc((1 << 20) - PNG.length)]).toString('base64');
  const brands = [
    { company: 'Main', logo: large, banner: large, icon: large },
    { company: 'White', logo: large },
  ];
  const key = await keyOf(kind, { brands });
  t.ok(key.length > 7 << 20, `${key.length} bytes`);
  t.match(await kind.made('', { key }), { valid: true });
  t.match((await statusOf(kind)).brands, [{ has_icon: true }, { has_icon: false }]);
});

test`the status is checked again at each read, and never has the key
  [GET /admin/v1/licence #1, #2, #4]`(async (t, kind) => {
  const key = await keyOf(kind);
  await kind.post('', { key });
  const status = await statusOf(kind);
  t.match(status, { valid: true, used_groups: status.used_groups, warnings: [OTHERS] });
  t.notOk(JSON.stringify(status).includes(key.slice(-40)));
  kind.harness.vendorKey = newVendorKeys().publicKey;
  t.match(await statusOf(kind), { valid: false, warnings: [/not that of the vendor/, OTHERS] });
  t.match(linesOf(kind).at(-1), /^warning: the licence is invalid: its signature/);
  kind.harness.vendorKey = '';
  t.match(await statusOf(kind), {
    valid: false,
    warnings: [/cannot be checked/, /invalid/, OTHERS],
  });
  kind.harness.vendorKey = VENDOR.publicKey;
  t.match(await statusOf(kind), { valid: true, warnings: [OTHERS] });
  t.equal(linesOf(kind).at(-1), 'the licence is valid again');
  await kind.staff.post('/groups', { path: 'real\\x', currency: 'USD' });
  await kind.harness.write((tx) => tx.patch('licence', 'licence', { companies: [] }));
  await kind.harness.write((tx) => {
    tx.amend('group', 'real\\x', { company: 'Gone' });
    return tx.patch('licence', 'licence', { fault: '' });
  });
  t.match((await statusOf(kind)).warnings, [/does not issue: .* \(\d+\) and 1 other company\./]);
});

test`it warns from 30 days before the end, with a line each day
  [GET /admin/v1/licence #3]`(async (t, kind) => {
  const { desk } = kind.harness;
  await applied(kind, { expires_at: new Date(kind.harness.now + 31 * DAY_MS).toISOString() });
  const alarms = () => linesOf(kind).filter((text) => text.startsWith('alarm: '));
  const look = () => desk.licences.look();
  await look();
  t.same(alarms(), []);
  for (const day of [1, 2]) {
    kind.harness.now += DAY_MS;
    await look();
    await look();
    t.equal(alarms().length, day, 'one a day');
  }
  t.match(alarms()[0], /ends at .*, in 30 days/);
  const status = async () =>
    (await desk.handle('licence.status', { caller: staffCaller() })) as Fields;
  t.match(await status(), { data: { warnings: [/in 29 days/, OTHERS] } });
  kind.harness.now += 30 * DAY_MS;
  await look();
  t.match(alarms().at(-1), /The licence ended at/);
  t.match(await status(), { data: { valid: false } });
});

const ACCOUNT = { master_password: 'Client-pass1', investor_password: 'Reader-pass1' };
const opening = (group = 'demo\\standard') => ({ body: { group, ...ACCOUNT } });

test`200 openings at the limit open exactly the rest`(async (t, kind) => {
  const { used_accounts: used } = await statusOf(kind);
  await applied(kind, { entitlements: { max_accounts: used + 7, max_groups: 1 } });
  const caller = staffCaller();
  const body = { group: 'demo\\standard', ...ACCOUNT };
  const before = kind.harness.log.length;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const own = { ...caller, session: `session ${n}`, login: 1 };
      return kind.harness.desk.handle('accounts.create', { caller: own, body });
    }),
  );
  const codes = answers.map(codeOf);
  t.equal(codes.filter((code) => code === 'ok').length, 7, JSON.stringify([...new Set(codes)]));
  const opened = kind.harness.log
    .slice(before)
    .filter(({ changes }) =>
      changes.some(({ kind: one, record }) => one === 'account' && record !== null),
    );
  t.equal(opened.length, 7);
  t.match(await statusOf(kind), { used_accounts: used + 7 });
  const login = opened.flatMap(({ changes }) =>
    changes.filter((change) => change.kind === 'account').map(({ key }) => Number(key)),
  )[0];
  const full = await kind.staff.ask('POST', '/accounts', opening());
  t.match(full, CONFLICT);
  t.match(full.message, `allows ${used + 7} accounts`);
  t.match(await kind.staff.post(`/accounts/${login}/archive`), { code: 'ok' });
  t.match(await statusOf(kind), { used_accounts: used + 6 });
  t.match(await kind.staff.ask('POST', '/accounts', opening()), { code: 'ok' });
  t.match(await kind.staff.post(`/accounts/${login}/restore`), CONFLICT, 'it would count');
  t.match(await kind.staff.ask('POST', '/accounts', opening('managers\\dealers')), { code: 'ok' });
  const group = { path: 'real\\more', currency: 'USD' };
  const refused = await kind.staff.post('/groups', group);
  t.match(refused, CONFLICT);
  t.match(refused.message, 'allows 1 groups');
});

test`what grows the platform ends with the licence, and all else goes on`(async (t, kind) => {
  await applied(kind);
  t.match(await kind.staff.ask('POST', '/accounts', opening()), { code: 'ok' });
  const gone = (await kind.staff.ask('POST', '/accounts', opening())).data as Fields;
  t.match(await kind.staff.post(`/accounts/${gone.login}/archive`), { code: 'ok' });
  const register = async (email: string, form: Fields) => {
    const body = { name: 'Ann Example', email, ...form };
    return (await kind.http.front.ask('POST', '/trader/v1/register', { body })).envelope;
  };
  const real = await register('ann@client.example', { type: 'real' });
  t.equal(real.code, 'ok', real.message);
  const changes = kind.harness.log.flatMap((event) => event.changes);
  const application = changes.findLast(({ kind }) => kind === 'application')?.key;
  kind.harness.now += 100 * DAY_MS;
  const staff = await kind.http.signedIn('staff', { terminal: 'manager' });
  const ended = async (path: string, body: Fields) => {
    const answer = await staff.post(path, body);
    t.match(answer, CONFLICT, path);
    t.match(answer.message, /The licence ended/);
  };
  await ended('/accounts', opening().body);
  await ended('/groups', { path: 'real\\more', currency: 'USD' });
  await ended('/licence/brands', { company: 'Main' });
  await ended(`/applications/${application}/approve`, {});
  await ended(`/accounts/${gone.login}/restore`, {});
  const request_id = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';
  const imported = { request_id, accounts: [opening().body] };
  t.match(await staff.post('/accounts/import', imported), {
    data: [{ code: 'conflict', message: /The licence ended/ }],
  });
  for (const form of [{ type: 'demo', password: 'Demo-pass1' }, { type: 'real' }]) {
    const refused = await register('ben@client.example', form);
    t.match(refused, { code: 'conflict', message: /not opened now/ }, JSON.stringify(form));
  }
  t.match(await staff.post(`/applications/${application}/reject`, {}), { code: 'ok' });
  t.equal(codeOf(await kind.harness.signIn()), 'ok', 'traders sign in');
  t.match((await staff.ask('POST', '/accounts', opening('managers\\dealers'))).code, 'ok');
  t.match(await staff.post('/accounts/1001/disable'), { code: 'ok' });
});

const FORM = (bytes: Buffer) => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
};
const upload = (bytes: Buffer) => ({
  body: FORM(bytes),
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});

test`images are known by their first bytes, and are public by host`(async (t, kind) => {
  const { front, harness } = kind.http;
  const host = 'trade.example.com';
  const made = await kind.staff.post('/licence/brands', { company: 'Own', domains: [host] });
  const { id } = made.data as Fields;
  const path = (one: string) => `/licence/brands/${id}/images/${one}`;
  const put = (one: string, bytes: Buffer) => kind.staff.ask('PUT', path(one), upload(bytes));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const bytes of [svg, Buffer.from('GIF'), Buffer.alloc((1 << 20) + 1), Buffer.alloc(0)]) {
    t.match(await put('logo', bytes), INVALID);
  }
  t.match(await put('photo', PNG), INVALID);
  t.match((await put('logo', PNG)).data, { has_logo: true, has_banner: false, version: 2 });
  t.match((await put('logo', PNG)).data, { has_logo: true, version: 2 }, 'the same again');
  t.match((await put('logo', GIF)).data, { has_logo: true, version: 3 });
  t.match(await kind.staff.ask('PUT', '/licence/brands/99/images/logo', upload(PNG)), {
    status: 404,
  });
  const files = [...harness.desk.records.everything()].filter((held) => held.kind === 'file');
  t.equal(files.length, 1, 'the former one is gone');
  const get = (headers: Record<string, string>, one = 'logo') =>
    front.ask('GET', `/trader/v1/brand/images/${one}`, { headers: { host, ...headers } });
  const brand = await front.ask('GET', '/trader/v1/brand', { headers: { host } });
  t.match(brand.envelope, { data: { has_logo: true, has_banner: false } }, 'terminals know it');
  const read = await get({});
  t.equal(read.status, 200);
  t.equal(read.headers.get('content-type'), 'image/gif');
  const tag = String(read.headers.get('etag'));
  t.match(tag, /^"[0-9a-f]{64}"$/);
  t.equal((await get({ 'if-none-match': tag })).status, 304);
  t.equal((await get({ 'if-none-match': '"other"' })).status, 200);
  t.equal((await get({}, 'icon')).status, 404);
  t.equal((await get({ host: 'other.example' })).status, 404);
  t.match((await kind.staff.delete(path('logo'))).data, { has_logo: false, version: 4 });
  t.match(await kind.staff.delete(path('logo')), { status: 404 });
  t.equal((await get({})).status, 404);
  await put('icon', PNG);
  t.match(await kind.staff.delete(`/licence/brands/${id}`), { code: 'ok' });
  const left = [...harness.desk.records.everything()].filter((held) => /file/.test(held.kind));
  t.same(left, [], 'nothing of a deleted brand is left');
});
