// The table of acts that are confirmed: it has every door to money, and a code opens one of them.

import { randomUUID } from 'node:crypto';
import type { TObject } from '@sinclair/typebox';
import t from 'tap';
import { SETTING_KINDS } from '../../../actors/desk/types/setting-types.js';
import { routes } from '../../../http/routes/table.js';
import { FRONT_OPS } from '../../../http/socket/operations.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import {
  CONFIRMED_ACTIONS,
  CONFIRMED_ACTS,
  MONEY_FIELDS,
} from '../../../wire/rest/accounts/confirmed-acts.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import { asksConfirmed } from '../../support/confirmed.js';
import { dataOf, httpFor } from '../../support/http-harness.js';
import { fileOf, groupBody, symbolBody } from './settings/setting-bodies.js';
import { test } from './tags.js';
import { PositionsDesk } from './trading/positions-desk.js';

/** Rights with which money of accounts is moved. */
const MONEY: readonly Right[] = [
  'accounts.balance',
  'trades.edit',
  'trades.delete',
  'symbols.quick_edit',
];

const SETTING = 'fields of settings that move money are confirmed, see `NO_MONEY_FIELDS`';
/** Why other types of settings have no field that is confirmed. */
const NO_MONEY_FIELDS: Readonly<Partial<Record<SettingKind, string>>> = {
  holiday: 'hours of trading',
  report: 'reads',
  leverage_profile: 'margin, no price and no payment',
  leverage_switch: 'margin, no price and no payment',
  mail_server: 'messages',
  routing: 'who decides on a request, at prices of the market or of a dealer',
  allocation: 'where accounts are opened',
  allocation_settings: 'where accounts are opened',
  sign_up: 'where accounts are opened',
  email_template: 'messages',
  logical_server: 'addresses of the server',
  brand: 'names',
};
/** Why other rights move no money of accounts. */
const NO_MONEY: Readonly<Partial<Record<Right, string>>> = {
  ...Object.fromEntries(RIGHTS.filter((one) => one.startsWith('config.')).map((r) => [r, SETTING])),
  'trades.view': 'reads',
  'accounts.view': 'reads',
  'accounts.edit': 'opens empty accounts; demo money does not become real by a move or an agent',
  'accounts.online': 'ends sessions',
  'accounts.delete': 'deletes accounts that were never paid',
  'accounts.password': 'opens sessions of traders, whose trades have the rules of traders',
  'accounts.hidden': 'reads',
  applications: 'opens empty accounts',
  'clients.view': 'reads',
  mailbox: 'messages',
  notifications: 'messages',
  confirm_actions: 'permits nothing',
  'terminal.admin': 'a terminal',
  'server.machines': 'reads',
  reports: 'reads',
  'reports.export': 'reads',
  'journal.view': 'reads',
  'fields.name': 'reads',
  'fields.email': 'reads',
  'fields.phone': 'reads',
  'fields.address': 'reads',
  'fields.documents': 'reads',
};

const BOUNDED =
  'a price of the user is near the market (`manual_quote_pts`), and dealers are quick';
/** Routes with rights that move money that are not confirmed, and why. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  'accounts.trade': BOUNDED,
  'accounts.trade.check': 'reads',
  'accounts.correct': 'the amount is the sum of the deals, not of the user’s choice',
  'accounts.orders.release': 'makes no deal',
  'positions.delete': 'the contract names none; it moves no balance',
  'positions.payments.preview': 'reads',
  'bars.rebuild': 'changes charts, and no price at which anybody deals',
  'dealing.take': 'makes no deal',
  'dealing.confirm': BOUNDED,
  'dealing.requote': BOUNDED,
  'dealing.reject': 'makes no deal',
  'dealing.return': 'makes no deal',
  'transfer.export': 'reads',
  'transfer.preview': 'reads',
  'transfer.import': 'files leave fields that are confirmed as they are, with a warning',
};

/** Operations of staff over sockets, none of which is confirmed. */
const OVER_SOCKETS: Readonly<Record<string, string>> = {
  hello: 'reads',
  ping: 'reads',
  subscribe: 'reads',
  unsubscribe: 'reads',
  resume: 'reads',
  dealer_take: 'makes no deal',
  dealer_answer: BOUNDED,
};

t.test('A right moves money, or it is said why not', async (t) => {
  const listed = [...MONEY, ...Object.keys(NO_MONEY)];
  t.same(listed.toSorted(), RIGHTS.toSorted());
});

t.test('A type of settings has fields that are confirmed, or it is said why not', async (t) => {
  const listed = [...Object.keys(MONEY_FIELDS), ...Object.keys(NO_MONEY_FIELDS)];
  t.same(listed.toSorted(), SETTING_KINDS.toSorted());
  const acts = CONFIRMED_ACTIONS.map((action) => CONFIRMED_ACTS[action]);
  const kinds = acts.flatMap((act) => ('setting' in act ? [act.setting.kind] : []));
  t.same(kinds.toSorted(), Object.keys(MONEY_FIELDS).toSorted());
});

test`Each route and operation that moves money is confirmed, or it is said why not`(async (t) => {
  const acts = new Set<string>(Object.values(CONFIRMED_ACTS).map(({ route }) => route));
  const moving = routes.filter(
    ({ audience, method, rights, anyRights }) =>
      audience === 'staff' &&
      method !== 'GET' &&
      [...rights, ...anyRights].some((one) => MONEY.includes(one)),
  );
  const names = moving.map(({ name }) => name).filter((name) => !acts.has(name));
  t.same(names.toSorted(), Object.keys(UNCONFIRMED).toSorted());
  t.same([...FRONT_OPS.staff.keys()].toSorted(), Object.keys(OVER_SOCKETS).toSorted());
});

t.test('Each act has a route, whose body takes the confirmation', async (t) => {
  for (const action of CONFIRMED_ACTIONS) {
    const { route: name, ...act } = CONFIRMED_ACTS[action];
    const route = routes.find((one) => one.name === name);
    t.equal(route?.confirm?.action, action);
    t.ok(route?.errors.includes('confirmation_required'), `${action}: the description tells of it`);
    const body = Object.keys((route?.body?.schema as TObject | undefined)?.properties ?? {});
    const path = Object.keys((route?.params?.schema as TObject | undefined)?.properties ?? {});
    const fields = 'fields' in act ? act.fields : 'unless' in act ? [act.unless] : [];
    for (const field of ['confirm_token', 'confirm_code', ...fields]) {
      t.ok(body.includes(field), `${action}: ${field}`);
    }
    t.same(
      path.filter((one) => body.includes(one)),
      [],
      `${action}: the digest has both`,
    );
  }
});

test`A code for one account, position or deal confirms the same body for no other`(async (t) => {
  const desk = await PositionsDesk.open(t, { margin_mode: 'hedging' });
  const rights = [...MONEY, 'confirm_actions'] as const;
  const staff = await desk.http.staff({ rights });
  const login = await desk.trader();
  const [one, other] = [desk.trade(login), desk.trade(login)];
  const deals = desk.events.flatMap(({ deals }) => deals).filter(({ symbol }) => symbol !== '');
  const body = { request_id: randomUUID(), action: 'balance', amount: '5.00' };
  for (const [method, at, asked] of [
    ['POST', [`/accounts/${login}/balance`, '/accounts/1001/balance'], body],
    ['POST', [`/deals/${deals[0]?.id}/bust`, `/deals/${deals[1]?.id}/bust`], {}],
    ['PATCH', [`/positions/${other}`, `/positions/${one}`], { price_open: '1.09900' }],
    ['PATCH', [`/positions/${other}`, `/positions/${one}`], { volume: '0.05' }],
  ] as const) {
    const given = await asksConfirmed(staff, method, at[0], asked);
    const elsewhere = await staff.ask(method, at[1], { body: { ...asked, ...given } });
    t.equal(elsewhere.code, 'confirmation_required', at[1]);
    const done = await staff.ask(method, at[0], { body: { ...asked, ...given } });
    t.equal(done.code, 'ok', `${at[0]}: ${done.message}`);
    t.equal(
      (await staff.ask(method, at[0], { body: { ...asked, ...given } })).code,
      'confirmation_required',
      'once',
    );
  }
  const stops = { body: { sl: '1.05000' } };
  dataOf(await staff.ask('PATCH', `/positions/${other}`, stops));
});

t.test('Spread, swaps, the clock and deletes are confirmed through every door', async (t) => {
  const http = await httpFor(t);
  const rights = ['config.servers', 'config.symbols', 'confirm_actions'] as const;
  const staff = await http.staff({ rights });
  const ask = async (method: string, path: string, body?: object) =>
    dataOf<{ items: readonly object[] } & Record<string, unknown>>(
      await staff.ask(method, path, body === undefined ? {} : { body }),
    );
  const { path, version } = await ask('GET', '/symbols/1');
  const dearer = { version, spread: 9, swap_long: '-2' };
  const given = await asksConfirmed(staff, 'PATCH', '/symbols/1', dearer);
  t.match(await ask('PATCH', '/symbols/1', { ...dearer, ...given }), { spread: 9 });
  await ask('PATCH', '/symbols/1', { version: Number(version) + 1, description: 'Another' });
  const settings = await ask('GET', '/platform/settings');
  const file = fileOf({
    symbols: [{ path, swap_long: '1000000', description: 'Moved' }],
    platform: [{ eod_time: '21:30' }],
  });
  for (const way of ['preview', 'import']) {
    t.match((await ask('POST', `/config/transfer/${way}`, { file })).items, [
      { action: /^update/, changes: ['description'], warnings: [/^swap_long: kept; .*\/symbols/] },
      { action: 'unchanged', changes: [], warnings: [/^eod_time: kept; .*\/platform\/settings/] },
    ]);
  }
  t.same(await ask('GET', '/platform/settings'), settings);
  t.match(await ask('GET', '/symbols/1'), { swap_long: dearer.swap_long, description: 'Moved' });
  const list = { kind: 'symbols', items: [{ path, swap_long: '1000000' }] };
  t.match(await ask('POST', '/config/import', list), [{ action: 'error', error: /swap_long/ }]);
  const keys = { kind: 'symbols', keys: [path] };
  t.match(await ask('POST', '/config/transfer/delete', keys), { items: [{ key: path }] });
  const asked = { ...keys, dry_run: false };
  const code = await asksConfirmed(staff, 'POST', '/config/transfer/delete', asked);
  const gone = await ask('POST', '/config/transfer/delete', { ...asked, ...code });
  t.match(gone, { items: [{ action: 'deleted' }] });
});

t.test('What moves prices or money in settings is confirmed through every door', async (t) => {
  const http = await httpFor(t);
  const rights = [
    'config.symbols',
    'config.groups',
    'config.datafeeds',
    'config.gateways',
  ] as const;
  const staff = await http.staff({ rights: [...rights, 'confirm_actions'], group_scope: ['*'] });
  const ask = async (method: string, path: string, body?: object) =>
    dataOf<{ items: readonly object[] } & Record<string, unknown>>(
      await staff.ask(method, path, body === undefined ? {} : { body }),
    );
  const symbol = await ask('POST', '/symbols', symbolBody('Other'));
  const group = await ask(
    'POST',
    '/groups',
    groupBody('real\\other', { symbols: [{ mask: '*' }] }),
  );
  const params = [
    { key: 'SenderCompID', value: 'US' },
    { key: 'TargetCompID', value: 'THEM' },
  ];
  const connection = { name: 'Other', module: 'fix44', server: '127.0.0.1:1', params };
  const translates = [{ symbol_id: 1, source: 'A', bid_markup_pts: 9, ask_markup_pts: 9 }];
  const tiers = [{ range_to: '1000000', value: '-1000' }];
  const created = async (path: 'datafeeds' | 'gateways', body: object = connection) => {
    const given = await asksConfirmed(staff, 'POST', `/${path}`, body);
    return ask('POST', `/${path}`, { ...body, ...given });
  };
  const [feed, gateway] = [await created('datafeeds'), await created('gateways')];
  const served = [{ group: 'real\\other', symbols: ['EUR*'] }];
  for (const [path, made, change, harmless] of [
    ['symbols', symbol, { source_symbol_id: 1 }, { description: 'Another' }],
    ['groups', group, { symbols: [{ mask: '*', spread_diff: 9 }] }, { limit_orders: 7 }],
    ['groups', group, { commissions: [{ mask: '*', tiers }] }, { limit_orders: 8 }],
    ['groups', group, { interest_rate: '100' }, { limit_orders: 9 }],
    ['groups', group, { demo_deposit: '100' }, { limit_orders: 11 }],
    ['datafeeds', feed, { translates }, { timeout_sec: 9 }],
    ['datafeeds', feed, { enabled: false }, { timeout_sec: 10 }],
    ['datafeeds', feed, { enabled: true }, { timeout_sec: 11 }],
    ['datafeeds', feed, { server: '127.0.0.1:2' }, { timeout_sec: 12 }],
    ['datafeeds', feed, { symbols: ['EUR*'] }, { timeout_sec: 13 }],
    ['datafeeds', feed, { priority: 7 }, { timeout_sec: 14 }],
    ['datafeeds', feed, { quotes_enabled: false }, { timeout_sec: 15 }],
    ['gateways', gateway, { translates }, { timeout_sec: 9 }],
    ['gateways', gateway, { server: '127.0.0.1:2' }, { timeout_sec: 10 }],
    ['gateways', gateway, { symbols: ['EUR*'] }, { timeout_sec: 11 }],
    ['gateways', gateway, { groups: served }, { timeout_sec: 12 }],
    ['gateways', gateway, { fill_deviation_max: 0 }, { timeout_sec: 13 }],
  ] as const) {
    const at = `/${path}/${made.id}`;
    const { version } = await ask('GET', at);
    const { version: next } = await ask('PATCH', at, { version, ...harmless });
    const dearer = { version: next, ...change };
    const given = await asksConfirmed(staff, 'PATCH', at, dearer);
    const changed = await ask('PATCH', at, { ...dearer, ...given });
    t.match(changed, { version: Number(next) + 1, ...change }, at);
  }
  for (const [path, { id }] of [
    ['datafeeds', feed],
    ['gateways', gateway],
  ] as const) {
    const { version } = await ask('GET', `/${path}/${id}`);
    const other = { version, params: [{ key: 'SenderCompID', value: 'OTHERS' }, params[1]] };
    const given = await asksConfirmed(staff, 'PATCH', `/${path}/${id}`, other);
    const changed = await ask('PATCH', `/${path}/${id}`, { ...other, ...given });
    t.match(JSON.stringify(changed.params), /OTHERS/, 'parameters say where, and who answers');
    t.match(await created(path, { ...connection, name: 'Marked up', translates }), { translates });
    const all = await staff.get(`/${path}`);
    const ids = dataOf<{ id: number }[]>(all)
      .map((one) => one.id)
      .reverse();
    const order = await asksConfirmed(staff, 'PUT', `/${path}/order`, { ids });
    const moved = await staff.put(`/${path}/order`, { ids, ...order });
    t.same(
      dataOf<{ id: number }[]>(moved).map((one) => one.id),
      ids,
    );
  }
  const rows = [{ mask: '*', swap_long: '1000000' }];
  const { path: first } = await ask('GET', '/symbols/1');
  const named = [{ symbol: first, source: 'A', bid_markup_pts: 900 }];
  const file = fileOf({
    symbols: [{ path: symbol.path, source_symbol: null, tick_value: '0' }],
    groups: [{ path: group.path, symbols: rows, interest_rate: '200', limit_orders: 10 }],
    datafeeds: [
      { name: 'Other', translates: named, server: '127.0.0.1:3', enabled: false, rest_sec: 9 },
      { ...connection, name: 'New', translates: named },
    ],
    gateways: [{ ...connection, name: 'New' }],
  });
  const kept = (name: string) => new RegExp(`^${name}: kept; `);
  for (const way of ['preview', 'import']) {
    t.match((await ask('POST', `/config/transfer/${way}`, { file })).items, [
      { action: 'unchanged', warnings: [kept('source_symbol_id')] },
      { changes: ['limit_orders'], warnings: [kept('symbols'), kept('interest_rate')] },
      {
        action: /^update/,
        changes: ['rest_sec'],
        warnings: [kept('enabled'), kept('server'), kept('translates')],
      },
      { action: 'create', warnings: [/^enabled: arrives disabled; .*PATCH.*\/datafeeds/] },
      { action: 'create', warnings: [/^enabled: arrives disabled; .*PATCH.*\/gateways/] },
    ]);
  }
  for (const path of ['datafeeds', 'gateways']) {
    const all = await staff.read<{ name: string }[]>(`/${path}`);
    const arrived = all.find(({ name }) => name === 'New');
    t.match(arrived, { enabled: false }, 'nothing comes of it before a code switches it on');
  }
  t.match(await ask('GET', `/symbols/${symbol.id}`), { source_symbol_id: 1 });
  const { symbols, version: now } = await ask('GET', `/groups/${group.id}`);
  t.match(symbols, [{ spread_diff: 9, swap_long: null }]);
  for (const item of [{ symbols }, { symbols: [{ mask: '*', spread_diff: 9 }] }]) {
    const same = fileOf({ groups: [{ path: group.path, ...item }] });
    const { items } = await ask('POST', '/config/transfer/import', { file: same });
    t.match(items, [{ action: 'unchanged', warnings: [] }], 'the same rows are no change');
  }
  const list = { kind: 'groups', items: [{ path: group.path, interest_rate: '300' }] };
  t.match(await ask('POST', '/config/import', list), [{ action: 'error', error: /interest_rate/ }]);
  t.match(await ask('GET', `/groups/${group.id}`), { interest_rate: '100', version: now });
});

/** A request that is confirmed, what makes it another one, and one that needs no code. */
interface Confirmed {
  readonly tag?: string;
  readonly method?: string;
  readonly path: string;
  readonly body: object;
  readonly other?: object;
  readonly free?: object;
}

const ROW = {
  ...{ group: 'demo\\standard', name: 'Ada' },
  ...{ master_password: 'Master-1x', investor_password: 'Investor-1x' },
};
const quick = (body: object): Confirmed => ({
  ...{ method: 'PATCH', path: '/symbols/1/quick', body },
  free: { trade_access: 'close_only' },
});
const clock = (body: object): Confirmed => ({
  ...{ method: 'PATCH', path: '/platform/settings', body },
  free: { default_symbols: ['EURUSD'] },
});
const paid = (login: number) => [{ login, request_id: randomUUID(), amount_buy: '1' }];

/** Requests about an account of a trader who has a position. */
const confirmedOf = (login: number): readonly Confirmed[] => [
  {
    path: '/quotes',
    body: { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' },
    other: { symbol: 'EURUSD', bid: '1.10000', ask: '1.10011' },
  },
  quick({ spread: 9 }),
  quick({ swap_long: '-2' }),
  quick({ swap_short: '-1' }),
  clock({ utc_offset_min: 180 }),
  clock({ daylight_saving: 'europe' }),
  clock({ eod_time: '23:30' }),
  { path: '/accounts/bulk-change', body: { logins: [login], leverage: 25 } },
  {
    path: '/accounts/import',
    body: { request_id: randomUUID(), accounts: [ROW] },
    free: { request_id: randomUUID(), accounts: [ROW], dry_run: true },
  },
  {
    tag: ' [POST /admin/v1/positions/payments #6]',
    path: '/positions/payments',
    body: { buy: { action: 'dividend' }, items: paid(login) },
    other: { buy: { action: 'dividend' }, items: paid(login) },
  },
  {
    tag: ' [POST /admin/v1/positions/bulk-close #12]',
    path: '/positions/bulk-close',
    body: { close_positions: true, symbol: 'EURUSD' },
    free: { close_positions: true, symbol: 'EURUSD', preview: true },
  },
  { path: '/platform/mode', body: { mode: 'closed' }, other: { mode: 'close_only' } },
];

/** One desk for all requests. */
let opened: Promise<PositionsDesk> | undefined;

for (const [at, { tag = '', method = 'POST', path, body }] of confirmedOf(0).entries()) {
  const fields = Object.keys(body).join(', ');
  t.test(
    `${method} ${path} (${fields}) does nothing before it is confirmed${tag}`,
    async (test) => {
      opened ??= PositionsDesk.open(t);
      const desk = await opened;
      const { harness } = desk.http;
      const login = await desk.trader();
      desk.trade(login);
      const staff = await desk.http.staff({ rights: RIGHTS });
      const { body, other, free } = confirmedOf(login)[at] as Confirmed;
      const state = () => [harness.log.length, harness.manualQuotes.length, desk.written().length];
      /** A change rests on the version of what it changes. */
      const rested = async (sent: object): Promise<object> => {
        if (method !== 'PATCH') return sent;
        const read = await staff.get(path.replace('/quick', ''));
        return { ...sent, version: dataOf<{ version: number }>(read).version };
      };
      const code = async (sent: object) =>
        (await staff.ask(method, path, { body: await rested(sent) })).code;
      const before = state();
      const given = await asksConfirmed(staff, method, path, await rested(body));
      test.same(state(), before, 'nothing is done');
      if (other !== undefined) {
        test.equal(await code({ ...other, ...given }), 'confirmation_required', 'for another body');
      }
      test.equal(await code({ ...body, ...given }), 'ok');
      if (free !== undefined) test.equal(await code(free), 'ok', 'needs no code');
    },
  );
}
