// The demo platform, confirmations, and groups of staff.

import t from 'tap';
import type { Decide } from '../../../../actors/desk/state/writer.js';
import { recordCipher } from '../../../../actors/secrets/record-cipher.js';
import { isStrongPassword } from '../../../../wire/accounts/password.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { ConfirmedAction } from '../../../../wire/rest/accounts/confirmed-acts.js';
import {
  type DatafeedRecord,
  type GatewayRecord,
  type PriceSource,
  paramOf,
} from '../../../../wire/settings/connections.js';
import { heldParams } from '../../../support/connections.js';
import {
  ADMIN_PASSWORD,
  codeOf,
  DeskHarness,
  dataOf,
  openDesk,
  staffCaller,
} from '../../../support/desk-harness.js';

const NEW_PASSWORDS = { adminPassword: '', traderPassword: '' };
const PROMISED = [
  ...['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'AUDUSD', 'EURGBP', 'EURJPY'],
  ...['XAUUSD', 'US500', 'DE40', 'BTCUSD'],
];

t.test('an empty folder gets groups, symbols, routing and two logins in one event', async (t) => {
  const harness = new DeskHarness();
  t.ok(harness.desk.isEmpty());
  const prices = { kind: 'demo', seed: '7' } as const;
  const made = dataOf(await harness.desk.createDemoPlatform({ ...NEW_PASSWORDS, prices }));
  t.equal(harness.log.length, 1);
  t.notOk(harness.desk.isEmpty());
  const settings = harness.desk.settings();
  t.equal(settings.version, 1);
  const demo = { currency: 'USD', leverage_default: 100, margin_call: '100', stop_out: '50' };
  t.match(settings.group, [
    { path: 'demo\\netting', margin_mode: 'netting' },
    { path: 'demo\\standard', margin_mode: 'hedging', ...demo },
    { path: 'managers\\administrators' },
    { path: 'managers\\dealers' },
    { path: 'real\\standard' },
  ]);
  t.equal(settings.group.length, 5);
  t.match(settings.routing, [{ action: 'confirm_market_price', enabled: true }]);
  t.match(settings.datafeed, [
    { module: 'demo', server: 'local', params: [{ key: 'seed', value: '7' }] },
  ]);
  t.match(made, { admin_login: 1, trader_login: 1001 });
  const { admin_password = '', trader_password = '' } = made;
  t.ok(isStrongPassword(admin_password) && isStrongPassword(trader_password));
  t.not(admin_password, trader_password);
  t.notMatch(JSON.stringify(harness.log[0]?.journal), admin_password);
  const staff = await harness.signInStaff({ password: admin_password });
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  t.same(dataOf(staff).session.rights, rights, 'nothing is to be confirmed');
  t.match(dataOf(staff).session, { group_scope: ['*'] });
  t.equal(codeOf(await harness.signIn({ password: trader_password })), 'ok');
});

t.test('its symbols are those of a usual broker, tradable around the clock', async (t) => {
  const { symbol } = (await openDesk()).desk.settings();
  const names = symbol.map((one) => one.name);
  for (const name of PROMISED) t.ok(names.includes(name), name);
  t.equal(new Set(names).size, names.length);
  for (const one of symbol) {
    t.match(one.path, /^(Forex|Metals|Indices|Crypto)\\/);
    t.equal(one.trade_sessions.length, 7);
    t.ok(one.trade_sessions.every((session) => session.to_min - session.from_min === 1440));
  }
});

t.test('the deposit is owed until it is made, over restarts', async (t) => {
  const harness = await openDesk();
  const [owed] = harness.restarted().desk.deposits();
  t.match(owed, { login: 1001, amount: '10000.00' });
  t.match(
    owed?.request_id,
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  t.equal(codeOf(await harness.desk.confirmDeposit(owed?.request_id ?? '')), 'ok');
  t.equal(
    codeOf(await harness.desk.confirmDeposit(owed?.request_id ?? '')),
    'ok',
    'twice does no harm',
  );
  t.same(harness.restarted().desk.deposits(), []);
});

t.test('a given password that breaks the rule stops it and is named by its variable', async (t) => {
  const harness = new DeskHarness();
  const create = (given: Partial<typeof NEW_PASSWORDS>) =>
    harness.desk.createDemoPlatform({ ...NEW_PASSWORDS, prices: { kind: 'none' }, ...given });
  const admin = await create({ adminPassword: 'short' });
  t.match(admin, { ok: false, message: /BROKERD_ADMIN_PASSWORD/ });
  const trader = await create({ traderPassword: 'short' });
  t.match(trader, { ok: false, message: /BROKERD_TRADER_PASSWORD/ });
  t.ok(harness.desk.isEmpty());
});

const PROVIDER = { server: '127.0.0.1:4711', password: 'the-provider-one' };
const DEMO = { kind: 'demo', seed: '' } as const;

/** A demo platform with the demo provider, and its records as they are. */
const openProvided = async () => {
  const harness = new DeskHarness();
  const options = { ...NEW_PASSWORDS, prices: DEMO, provider: PROVIDER };
  dataOf(await harness.desk.createDemoPlatform(options));
  return harness;
};
const providerRecords = ({ desk }: DeskHarness) => {
  const { datafeed, gateway } = desk.settings();
  return [datafeed.find(({ module }) => module === 'fix44'), gateway[0]] as const;
};
const passwordsOf = (harness: DeskHarness) =>
  (['datafeed', 'gateway'] as const).map((kind, at) => {
    const record = providerRecords(harness)[at];
    const sealed = record?.password ?? '';
    return recordCipher(harness.keys).open(sealed, `${kind}/${record?.id}/password`);
  });

t.test('with the demo provider it has a datafeed, a gateway and a group for it', async (t) => {
  const harness = await openProvided();
  const { server } = PROVIDER;
  const session = { name: 'Demo provider', module: 'fix44', server, login: 'brokerd' };
  const [feed, gateway] = providerRecords(harness);
  t.match([feed, gateway], [session, session]);
  t.ok(feed?.enabled && gateway?.enabled);
  t.equal(gateway?.mode, 'Active');
  const settings = harness.desk.settings();
  t.same(
    settings.datafeed.map(({ module, priority }) => [module, priority]),
    [
      ['demo', 1],
      ['fix44', 2],
    ],
    'the local market comes first',
  );
  t.equal(paramOf(feed as DatafeedRecord, 'SenderCompID'), 'BROKERD-PRICES');
  const params = { SenderCompID: 'BROKERD-ORDERS', TargetCompID: 'DEMO-PROVIDER' };
  const wanted = {
    ...params,
    'FIX Quantity Mode': 'Units',
    'Limit Orders Coverage Mode': 'Gateway',
  };
  for (const [key, value] of Object.entries(wanted)) {
    t.equal(paramOf(gateway as GatewayRecord, key), value, key);
  }
  t.same(passwordsOf(harness), [PROVIDER.password, PROVIDER.password]);
  t.notMatch(JSON.stringify(harness.log), PROVIDER.password);
  t.match(settings.routing, [
    { action: 'gateway', dealers: [gateway?.id], conditions: [{ value: 'real\\provider' }] },
    { action: 'confirm_market_price', conditions: [] },
  ]);
  t.ok(settings.group.some(({ path }) => path === 'real\\provider'));
});

t.test('its records follow the provider, unless staff have made others of them', async (t) => {
  let harness = await openProvided();
  const start = async (provider: typeof PROVIDER | null, prices: PriceSource = DEMO) => {
    harness = harness.restarted();
    dataOf(await harness.desk.usePrices(prices, provider));
    return providerRecords(harness).map((one) => one && [one.server, one.enabled]);
  };
  const written = harness.log.length;
  await start(PROVIDER);
  t.equal(harness.log.length, written, 'an unchanged port is not written');
  const moved = { server: '127.0.0.1:4712', password: 'another-provider-one' };
  t.same(await start(moved), [
    ['127.0.0.1:4712', true],
    ['127.0.0.1:4712', true],
  ]);
  t.same(passwordsOf(harness), [moved.password, moved.password]);
  const off = await start(null, { kind: 'none' });
  t.same(
    off.map((one) => one?.[1]),
    [false, false],
    'without the provider they are off',
  );
  t.same(await start(PROVIDER), [
    [PROVIDER.server, true],
    [PROVIDER.server, true],
  ]);
  const [feed, gateway] = providerRecords(harness);
  const change = async (decide: Decide<unknown>) => dataOf(await harness.write(decide));
  await change((tx) => tx.patch('gateway', `${gateway?.id}`, { enabled: false }));
  t.match(await start(null, { kind: 'none' }), [{ 1: false }, { 1: false }]);
  t.match(await start(PROVIDER), [{ 1: true }, { 1: false }], 'what staff disabled stays so');
  await change((tx) => tx.patch('datafeed', `${feed?.id}`, { server: 'lp.example.com:80' }));
  t.match(await start(moved), [{ 0: 'lp.example.com:80' }, { 0: moved.server }]);
  await change((tx) => tx.remove('datafeed', `${feed?.id}`));
  t.match(await start(PROVIDER), [undefined, { 0: PROVIDER.server }]);
});

t.test('the start flags choose the local price source; equal flags change nothing', async (t) => {
  const harness = await openDesk();
  const use = async (source: PriceSource) => {
    dataOf(await harness.desk.usePrices(source));
    return harness.desk.settings().datafeed.map((one) => [one.module, one.enabled, one.params]);
  };
  t.same(await use({ kind: 'demo', seed: '' }), [['demo', true, []]]);
  const written = harness.log.length;
  await use({ kind: 'demo', seed: '' });
  t.equal(harness.log.length, written);
  const replay = heldParams({ file: '/prices.csv', speed: '0', loop: 'true' });
  t.same(await use({ kind: 'replay', file: '/prices.csv', speed: '0', loop: true }), [
    ['demo', false, []],
    ['replay', true, replay],
  ]);
  t.same(await use({ kind: 'none' }), [
    ['demo', false, []],
    ['replay', false, replay],
  ]);
  dataOf(await harness.desk.usePrices({ kind: 'demo', seed: '' }, null, false));
  const kinds = harness.desk.settings().datafeed.map(({ enabled }) => enabled);
  t.same(kinds, [false, false], 'the default replaces no other source');
  const seeded = heldParams({ seed: '7' });
  t.same((await use({ kind: 'demo', seed: '7' }))[0], ['demo', true, seeded]);
  t.same((await use({ kind: 'demo', seed: '' }))[0], ['demo', true, []], 'any seed again');
});

t.test('the local price source of staff stands over starts with equal flags', async (t) => {
  let harness = await openDesk({ kind: 'demo', seed: '' });
  const start = async (source: PriceSource) => {
    harness = harness.restarted();
    dataOf(await harness.desk.usePrices(source));
    return harness.desk.settings().datafeed.map((one) => [one.module, one.enabled, one.priority]);
  };
  const change = async (decide: Decide<unknown>) => dataOf(await harness.write(decide));
  await change((tx) => tx.patch('datafeed', '1', { enabled: false }));
  t.same(await start({ kind: 'demo', seed: '' }), [['demo', false, 1]]);
  const seeded = await start({ kind: 'demo', seed: '7' });
  t.same(seeded, [['demo', true, 1]], 'other flags are followed');
  const bank = { name: 'Bank', module: 'dde', server: 'quotes.example:80' } as const;
  await change((tx) => tx.create('datafeed', { ...bank, priority: 4, enabled: false }));
  await change((tx) => tx.remove('datafeed', '1'));
  t.same(await start({ kind: 'demo', seed: '7' }), [['dde', false, 4]]);
  t.same(await start({ kind: 'demo', seed: '8' }), [
    ['dde', false, 4],
    ['demo', true, 5],
  ]);
});

t.test('a platform of one’s own gets no demo prices by default', async (t) => {
  const harness = new DeskHarness();
  dataOf(await harness.desk.handle('staff.administrator', {}));
  dataOf(await harness.desk.usePrices(DEMO, PROVIDER, false));
  t.same(harness.desk.settings().datafeed, []);
});

t.test('the operator makes administrators and lets one in again', async (t) => {
  const harness = new DeskHarness();
  const make = (input: { login?: number; password?: string } = {}) =>
    harness.desk.handle('staff.administrator', input);
  const first = dataOf(await make());
  t.equal(first.login, 1);
  t.equal(codeOf(await harness.signInStaff(first)), 'ok');
  await harness.patch('account', '1', { enabled: false });
  const again = dataOf(await make({ login: 1, password: ADMIN_PASSWORD }));
  t.equal(again.password, undefined, 'who gave it knows it');
  t.equal([...harness.desk.sessions()].length, 0, 'its sessions ended');
  t.equal(codeOf(await harness.signInStaff(first)), 'auth.invalid_credentials');
  t.equal(codeOf(await harness.signInStaff()), 'ok');
  const weak = await make({ password: 'weak' });
  t.match(weak, { code: 'auth.password_weak', message: /^password: needs/ });
  t.equal(dataOf(await make()).login, 2);
  const demo = await openDesk();
  const { login } = await demo.openAccount({ group: 'managers\\dealers' });
  const alike = await demo.desk.handle('staff.administrator', { login, password: 'Invest-1x' });
  t.match(alike, { code: 'invalid_input', message: /^password: must differ/ });
  const trader = await demo.desk.handle('staff.administrator', { login: 1001 });
  t.equal(codeOf(trader), 'invalid_input');
});

const REQUEST = { action: 'positions.close', digest: 'a'.repeat(64) } as const;

/** A demo platform whose administrator confirms acts. */
const openConfirming = async (): Promise<DeskHarness> => {
  const harness = await openDesk();
  await harness.patch('staff', '1', { rights: RIGHTS });
  return harness;
};

/** A confirmation of the administrator's request, and until when it counts. */
const issue = async (harness: DeskHarness) => {
  const issued = dataOf(await harness.ask('confirmations.issue', REQUEST));
  const { confirm_token: token, confirm_code: code, expires_at } = issued;
  return { given: { token, code }, expires_at };
};

interface Use {
  readonly action?: ConfirmedAction;
  readonly digest?: string;
  readonly token?: string;
  readonly code?: string;
}

const use = async (harness: DeskHarness, given: Use, who?: Caller): Promise<string> => {
  const used = { ...REQUEST, token: '', code: '', ...given };
  return codeOf(await harness.ask('confirmations.use', used, who));
};

t.test('a confirmation is six digits and a token, and is good once', async (t) => {
  const harness = await openConfirming();
  const { given, expires_at } = await issue(harness);
  t.match(given.code, /^\d{6}$/);
  t.ok(Buffer.from(given.token, 'base64url').length >= 16, '128 bits at least');
  t.equal(Date.parse(expires_at) - harness.now, 120_000);
  const codes = await Promise.all(Array.from({ length: 20 }, () => use(harness, given)));
  t.equal(codes.filter((one) => one === 'ok').length, 1);
  t.equal(codes.filter((one) => one === 'confirmation_required').length, 19);
});

t.test('it counts for its caller, session, action and body alone', async (t) => {
  const harness = await openConfirming();
  const login = await harness.hire({ rights: RIGHTS, group_scope: ['*'] });
  const others: readonly [string, Use, Caller?][] = [
    ['another session', {}, staffCaller({ session: 'e'.repeat(32) })],
    ['another login', {}, staffCaller({ login })],
    ['another action', { action: 'positions.payments' }],
    ['another body', { digest: 'b'.repeat(64) }],
    ['no token', { token: '' }],
    ['no code', { code: '' }],
  ];
  for (const [what, other, who] of others) {
    const { given } = await issue(harness);
    t.equal(await use(harness, { ...given, ...other }, who), 'confirmation_required', what);
    t.equal(await use(harness, given), 'ok', `${what}: the right one still does`);
  }
});

t.test('three wrong uses void it', async (t) => {
  const harness = await openConfirming();
  const { given } = await issue(harness);
  const wrong = { ...given, code: given.code === '000000' ? '111111' : '000000' };
  for (let i = 0; i < 2; i += 1) t.equal(await use(harness, wrong), 'confirmation_required');
  const other = await issue(harness);
  t.equal(await use(harness, wrong), 'confirmation_required');
  t.equal(await use(harness, given), 'confirmation_required', 'void');
  t.equal(await use(harness, other.given), 'ok', 'the next');
});

t.test('it counts for two minutes, and not over a restart', async (t) => {
  const harness = await openConfirming();
  const [early, late] = [await issue(harness), await issue(harness)];
  harness.now += 119_999;
  t.equal(await use(harness, early.given), 'ok');
  harness.now += 1;
  t.equal(await use(harness, late.given), 'confirmation_required');
  const { given } = await issue(harness);
  t.equal(await use(harness.restarted(), given), 'confirmation_required');
});

t.test('a session has sixteen open at most: one more voids the oldest', async (t) => {
  const harness = await openConfirming();
  const [oldest, second] = [await issue(harness), await issue(harness)];
  for (let i = 2; i < 17; i += 1) await issue(harness);
  t.equal(await use(harness, oldest.given), 'confirmation_required');
  t.equal(await use(harness, second.given), 'ok');
});

t.test('only holders of the right need one, by their newest profile', async (t) => {
  const harness = await openConfirming();
  t.equal(await use(harness, {}), 'confirmation_required');
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  await harness.patch('staff', '1', { rights });
  t.equal(await use(harness, {}), 'ok', 'though the session was told otherwise');
  await harness.patch('staff', '1', { rights: RIGHTS });
  t.equal(await use(harness, {}, staffCaller({ rights })), 'confirmation_required');
});
