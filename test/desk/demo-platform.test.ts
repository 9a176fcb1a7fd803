// The demo platform: what an empty folder gets, in one event; and the tools beside it.

import t from 'tap';
import type { Draft } from '../../actors/desk/draft.js';
import type { Outcome } from '../../wire/codes.js';
import type { PriceSource } from '../../wire/connections.js';
import { RIGHTS } from '../../wire/identity.js';
import { isStrongPassword } from '../../wire/password.js';
import { heldParams } from '../support/connections.js';
import {
  ADMIN_PASSWORD,
  codeOf,
  DeskHarness,
  dataOf,
  openDesk,
  opening,
  staffCaller,
} from '../support/desk-harness.js';

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
  t.same(
    settings.group.map((one) => one.path),
    [
      'demo\\netting',
      'demo\\standard',
      'managers\\administrators',
      'managers\\dealers',
      'real\\standard',
    ],
  );
  t.match(
    settings.group.find((one) => one.path === 'demo\\standard'),
    {
      margin_mode: 'hedging',
      currency: 'USD',
      leverage_default: 100,
      margin_call: '100',
      stop_out: '50',
    },
  );
  t.equal(settings.group.find((one) => one.path === 'demo\\netting')?.margin_mode, 'netting');
  t.match(settings.routing, [{ action: 'confirm_market_price', enabled: true }]);
  t.match(settings.datafeed, [
    { module: 'demo', server: 'local', params: [{ key: 'seed', value: '7' }] },
  ]);
  t.match(made, { admin_login: 1, trader_login: 1001 });
  t.ok(isStrongPassword(made.admin_password) && isStrongPassword(made.trader_password));
  t.not(made.admin_password, made.trader_password);
  t.notMatch(JSON.stringify(harness.log[0]?.journal), made.admin_password);
  const staff = await harness.signInStaff({ password: made.admin_password });
  t.match(dataOf(staff).session, { rights: [...RIGHTS], group_scope: ['*'] });
  t.equal(codeOf(await harness.signIn({ password: made.trader_password })), 'ok');
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
  t.equal(codeOf(await harness.desk.settle(owed?.request_id ?? '')), 'ok');
  t.equal(codeOf(await harness.desk.settle(owed?.request_id ?? '')), 'ok', 'twice does no harm');
  t.same(harness.restarted().desk.deposits(), []);
});

t.test('a given password that breaks the rule stops it and is named by its variable', async (t) => {
  const harness = new DeskHarness();
  const prices = { kind: 'none' } as const;
  const admin = await harness.desk.createDemoPlatform({
    ...NEW_PASSWORDS,
    prices,
    adminPassword: 'short',
  });
  t.match(admin, { ok: false, message: /BROKERD_ADMIN_PASSWORD/ });
  const trader = await harness.desk.createDemoPlatform({
    ...NEW_PASSWORDS,
    prices,
    traderPassword: 'short',
  });
  t.match(trader, { ok: false, message: /BROKERD_TRADER_PASSWORD/ });
  t.ok(harness.desk.isEmpty());
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
  const seeded = heldParams({ seed: '7' });
  t.same((await use({ kind: 'demo', seed: '7' }))[0], ['demo', true, seeded]);
  t.same((await use({ kind: 'demo', seed: '' }))[0], ['demo', true, []], 'any seed again');
});

t.test(
  'what staff make of the local price source stands over starts with equal flags',
  async (t) => {
    let harness = await openDesk({ kind: 'demo', seed: '' });
    const start = async (source: PriceSource) => {
      harness = harness.restarted();
      dataOf(await harness.desk.usePrices(source));
      return harness.desk.settings().datafeed.map((one) => [one.module, one.enabled, one.priority]);
    };
    const change = async (decide: (draft: Draft) => Outcome<unknown>) =>
      dataOf(await harness.desk.writer.change([], { by: 0, ip: '' }, decide));
    await change((draft) => draft.patch('datafeed', '1', { enabled: false }));
    t.same(await start({ kind: 'demo', seed: '' }), [['demo', false, 1]]);
    t.same(
      await start({ kind: 'demo', seed: '7' }),
      [['demo', true, 1]],
      'other flags are followed',
    );
    const bank = {
      name: 'Bank',
      module: 'dde',
      server: 'quotes.example:80',
      priority: 4,
      enabled: false,
    } as const;
    await change((draft) => draft.create('datafeed', bank));
    await change((draft) => draft.remove('datafeed', '1'));
    t.same(await start({ kind: 'demo', seed: '7' }), [['dde', false, 4]]);
    t.same(await start({ kind: 'demo', seed: '8' }), [
      ['dde', false, 4],
      ['demo', true, 5],
    ]);
  },
);

t.test('the operator makes administrators and lets one in again', async (t) => {
  const harness = new DeskHarness();
  const make = (input: { login?: number; password?: string } = {}) =>
    harness.desk.handle('staff.administrator', input);
  const first = dataOf(await make());
  t.equal(first.login, 1);
  t.equal(codeOf(await harness.signInStaff(first)), 'ok');
  await harness.patch('account', '1', { enabled: false });
  const again = dataOf(await make({ login: 1, password: ADMIN_PASSWORD }));
  t.equal(again.password, ADMIN_PASSWORD);
  t.equal([...harness.desk.sessions()].length, 0, 'its sessions ended');
  t.equal(codeOf(await harness.signInStaff(first)), 'auth.invalid_credentials');
  t.equal(codeOf(await harness.signInStaff()), 'ok');
  const weak = await make({ password: 'weak' });
  t.match(weak, { code: 'auth.password_weak', message: /^password: needs/ });
  t.equal(dataOf(await make()).login, 2);
  const demo = await openDesk();
  const { login } = dataOf(
    await demo.desk.handle('accounts.create', {
      caller: staffCaller(),
      body: opening({ group: 'managers\\dealers' }),
    }),
  );
  const alike = await demo.desk.handle('staff.administrator', { login, password: 'Invest-1x' });
  t.match(alike, { code: 'invalid_input', message: /^password: must differ/ });
  const trader = await demo.desk.handle('staff.administrator', { login: 1001 });
  t.equal(codeOf(trader), 'invalid_input');
});
