// A server that is killed and started again: it tells what has been as before, to the same people.

import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { explain } from '../../actors/commands/explain.js';
import { rebuild } from '../../actors/commands/rebuild.js';
import { verify } from '../../actors/commands/verify.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { dropDatabase } from '../../storage/database/database.js';
import type { Right } from '../../wire/accounts/rights.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { RestClient } from '../support/client/rest.js';
import type { Execution } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { deposit } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { dataOf } from '../support/desk-harness.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';

const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };
const OPEN = { kind: 'open', ...EURUSD };
const EXPLAINED = 'demo\\explained';
const DEALER_PASSWORD = 'Dealer-1-pass';

const data = t.testdir();
let server = await ServerProcess.start({ data });
t.teardown(() => server.kill());
await server.quote('EURUSD', '1.10000', '1.10010');

/** What each test looks at again after the kill, in the order of the tests. */
const again: (readonly [title: string, look: (t: Test) => Promise<unknown>])[] = [];

/** Does something before the kill, and what that answers after it. */
const acrossKill = (title: string, act: (t: Test) => Promise<(t: Test) => Promise<unknown>>) =>
  t.test(title, async (t) => {
    again.push([title, await act(t)]);
  });

const signInAgain = ({ login, password }: Trader) => Trader.signIn(server, login, password);

acrossKill('Closed positions and ended orders are told from what never was', async (t) => {
  const [trader, other] = [await server.openAccount(), await server.openAccount()];
  const { data: opened } = await trader.trade(OPEN);
  const position_id = opened.position_id;
  await trader.trade({ kind: 'close', position_id });
  const limit = { kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' };
  const { order_id } = (await trader.trade(limit)).data;
  await trader.trade({ kind: 'pending_cancel', order_id });
  const answers = async (one: Trader): Promise<string[]> => {
    const close = await one.trade({ kind: 'close', position_id });
    const cancel = await one.trade({ kind: 'pending_cancel', order_id });
    const market = await one.trade({ kind: 'pending_cancel', order_id: opened.order_id });
    const never = await one.trade({ kind: 'pending_cancel', order_id: 1_000_000 });
    return [close.code, cancel.code, market.code, never.code];
  };
  const check = async (t: Test, [one, two]: readonly [Trader, Trader]) => {
    const gone = ['trade.position_closed', 'trade.order_changed', 'trade.order_changed'];
    const foreign = ['trade.position_not_found', 'trade.order_not_found', 'trade.order_not_found'];
    t.same(await answers(one), [...gone, 'trade.order_not_found']);
    t.same(await answers(two), [...foreign, 'trade.order_not_found']);
  };
  await check(t, [trader, other]);
  return async (t) => check(t, [await signInAgain(trader), await signInAgain(other)]);
});

/** Opens the account of a dealer who sees every group and no hidden account; answers his login. */
const openDealer = async (...more: readonly Right[]): Promise<number> => {
  const staff = await server.staff();
  const { data: account } = await staff.post<{ login: number }>('/accounts', {
    group: 'managers\\dealers',
    master_password: DEALER_PASSWORD,
    investor_password: 'Watch-1-only',
  });
  const scope = { rights: ['accounts.view', 'trades.view', ...more], group_scope: ['*'] };
  const { success, message } = await staff.post('/staff', { login: account.login, ...scope });
  if (!success) throw new Error(message);
  return account.login;
};

const dealerRest = async (login: number): Promise<RestClient> => {
  const rest = server.client('staff');
  await rest.signIn(login, DEALER_PASSWORD);
  return rest;
};
const dealerSocket = async (login: number): Promise<SocketClient> =>
  SocketClient.signIn(await dealerRest(login));

/** Follows all deals; answers the seq from which on. */
const follow = async (t: Test, socket: SocketClient): Promise<string> => {
  const all = { channel: 'deals', group: '*' };
  const { success, data } = await socket.request<{ seq: string }>('subscribe', all);
  t.ok(success);
  return data.seq;
};

/** The logins of the deals that a socket was told. */
const dealt = ({ events }: SocketClient): number[] =>
  events
    .filter(({ event }) => event === 'deal')
    .map(({ data }) => (data as { login: number }).login);

acrossKill('What happens on a hidden account is told to those who see it', async (t) => {
  const staff = await server.staff();
  const dealer = await openDealer();
  const [shown, hidden] = [await server.openAccount(), await server.openAccount()];
  const [few, all] = [await dealerSocket(dealer), await SocketClient.signIn(staff)];
  const after_seq = await follow(t, few);
  await follow(t, all);
  const { data: account } = await staff.get<{ version: number }>(`/accounts/${hidden.login}`);
  const { version } = account;
  const hide = await staff.request('PATCH', `/accounts/${hidden.login}`, { version, hidden: true });
  t.equal(hide.code, 'ok', hide.message);
  for (const trader of [hidden, shown]) t.equal((await trader.trade(OPEN)).code, 'ok');
  for (const socket of [few, all]) {
    await socket.take<{ login: number }>('deal', ({ data }) => data.login === shown.login);
  }
  t.same(dealt(few), [shown.login]);
  t.same(dealt(all), [hidden.login, shown.login]);
  return async (t) => {
    const sockets = [await dealerSocket(dealer), await SocketClient.signIn(await server.staff())];
    for (const socket of sockets) {
      const missed = { after_seq, channels: [{ channel: 'deals' }] };
      t.match((await socket.request('resume', missed)).data, { resumed: true });
    }
    const [little, whole] = sockets.map(dealt);
    t.notOk(little?.includes(hidden.login), 'nor what happened before the restart');
    t.ok(little?.includes(shown.login));
    t.ok(whole?.includes(hidden.login));
  };
});

const explained = async (deal: number): Promise<Explanation> => {
  const answer = await (await server.staff()).get<Explanation>(`/deals/${deal}/explain`);
  if (!answer.success) throw new Error(answer.message);
  return answer.data;
};

/** As the command tells it, from a running server or from the folder alone. */
const byTool = async (deal: number): Promise<Explanation> => dataOf(await explain(data, deal));

/** A group with markups and a commission. */
const openGroup = async (): Promise<void> => {
  const tier = { range_from: '0', range_to: '0', mode: 'deposit', currency: '' };
  const rule = {
    ...{ name: 'lots', description: '', mask: '*', kind: 'standard', charge: 'instant' },
    ...{ range: 'volume', turnover_currency: '', entry: 'all', side: 'all' },
    ...{ profit_filter: 'all', reasons: [] },
    tiers: [{ ...tier, type: 'per_lot', value: '3.5', min: '0', max: '0' }],
  };
  const symbols = [{ mask: '*', spread_diff: 4, spread_diff_bid: 1 }];
  const group = { path: EXPLAINED, currency: 'USD', symbols, commissions: [rule] };
  const { success, message } = await (await server.staff()).post('/groups', group);
  if (!success) throw new Error(message);
};

acrossKill('A stop loss that fired is explained the same way everywhere', async (t) => {
  await openGroup();
  const trader = await server.openAccount({ group: EXPLAINED, deposit: '10000' });
  const opened = (await trader.trade({ ...OPEN, volume: '1', sl: '1.09500' })).data;
  const [bought = 0] = opened.deal_ids;
  const first = await explained(bought);
  t.hasStrict(first, {
    login: trader.login,
    seq: opened.seq,
    cause: { kind: 'open', source: 'client', request_id: opened.request_id },
    quote: { symbol_bid: '1.10000', symbol_ask: '1.10010', bid: '1.09999', ask: '1.10013' },
    money: { balance_before: '10000.00', balance_after: '9996.50', margin_before: '0.00' },
    charges: [{ kind: 'standard', rule: 'lots', amount: '-3.50' }],
  });
  await server.quote('EURUSD', '1.09321', '1.09331');
  const fired = (await trader.dealt('sl')).data;
  const sold = fired.deals[0]?.id ?? 0;
  const second = await explained(sold);
  t.hasStrict(second, {
    cause: { kind: 'sl', source: 'server', request_id: '', result: null },
    rule: { action: 'confirm_market_price' },
    price_asked: '1.09500',
    quote: { bid: '1.09320' },
    money: { margin_before: '1100.13', margin_after: '0.00' },
    position: { closed: true },
  });
  const [, why] = second.sentences;
  const place = `of position ${opened.position_id} was reached: Bid 1.09320 at `;
  t.ok(why?.startsWith(`Stop loss 1.09500 ${place}`), why);

  t.same([await byTool(bought), await byTool(sold)], [first, second], 'by a tool');
  const printed = await runCommand(['explain', String(sold), '--data', data]);
  t.equal(printed.stdout, `${second.sentences.join('\n')}\n`);
  const unknown = await runCommand(['explain', '99999', '--data', data]);
  t.match(unknown, { code: 1, stderr: 'brokerd explain: there is no deal 99999\n' });
  return async (t) => {
    t.same([await explained(bought), await explained(sold)], [first, second]);
    const staff = await server.staff();
    t.match(await staff.get('/deals/99999/explain'), { status: 404, code: 'not_found' });
    await server.kill();
    t.same([await byTool(bought), await byTool(sold)], [first, second], 'of a killed server');
    dropDatabase(pathsOf(data).database);
    t.same(await byTool(sold), second, 'from the log alone');
    t.match(await rebuild(data), { ok: true });
    t.same(await byTool(bought), first, 'from a database that was built again');
  };
});

interface JournalPage {
  readonly items: { readonly by: number; readonly text: string }[];
}

interface Greeting {
  readonly seq: string;
  readonly account_seq: number | null;
  readonly run_id: string;
}

const greet = async (socket: SocketClient): Promise<Greeting> =>
  (await socket.request<Greeting>('hello')).data;

acrossKill('A new run of the server knows the numbers and the events of the last', async () => {
  const trader = await server.openAccount();
  const staff = await server.staff();
  for (const amount of ['1', '2', '3']) await deposit(staff, trader.login, amount);
  await trader.socket.take<Execution>('deal', ({ data }) => data.money.balance === '1006.00');
  const before = await greet(trader.socket);
  const seen = trader.socket.events.flatMap(({ seq }) => seq ?? []);
  return async (t) => {
    const { socket } = await signInAgain(trader);
    const after = await greet(socket);
    t.not(after.run_id, before.run_id);
    t.equal(after.account_seq, before.account_seq);
    t.ok(Number(after.seq) >= Number(before.seq), `${after.seq} is not below ${before.seq}`);
    t.match((await socket.resume(1)).data, { resumed: true });
    const numbers = socket.events.flatMap(({ account_seq }) => account_seq ?? []);
    t.same(numbers, [2, 3, 4], 'for traders');
    const desk = await SocketClient.signIn(await server.staff(), 'msgpack');
    const missed = { after_seq: seen.at(-2), channels: [{ channel: 'deals' }] };
    t.match((await desk.request('resume', missed)).data, { resumed: true });
    const own = desk.events.filter(
      ({ data }) => (data as Execution & { login: number }).login === trader.login,
    );
    const shown = own.flatMap(({ seq }) => seq ?? []);
    t.same(shown, seen.slice(-1), 'and for staff');
  };
});

acrossKill('A restart counts as a disconnect, after which orders are cancelled', async (t) => {
  const [gone, patient] = [await server.openAccount(), await server.openAccount()];
  const limit = { kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' };
  for (const [trader, grace_sec] of [
    [gone, 1],
    [patient, 3600],
  ] as const) {
    t.equal((await trader.trade(limit)).code, 'ok');
    const rule = { enabled: true, grace_sec };
    t.match(await trader.socket.request('cancel_on_disconnect', rule), { success: true });
  }
  return async (t) => {
    const [one, other] = [await signInAgain(gone), await signInAgain(patient)];
    await until('the cancel', async () => (await one.snapshot()).orders.length === 0);
    t.equal((await other.snapshot()).orders.length, 1, 'one whose grace period lasts works on');
  };
});

acrossKill('What staff did to an account stands in the journal once', async (t) => {
  const trader = await server.openAccount();
  const { login } = trader;
  const [first, second] = [await trader.trade(OPEN), await trader.trade(OPEN)];
  const [closed, deleted] = [first.data.position_id, second.data.position_id];
  const dealer = await openDealer('accounts.balance', 'trades.edit', 'trades.delete');
  const items = [{ login, request_id: randomUUID(), action: 'balance', amount: '5' }];
  const pay = async () => (await dealerRest(dealer)).post('/accounts/bulk-balance', { items });
  const rest = await dealerRest(dealer);
  await until('both positions', async () => {
    const { data } = await rest.get<{ total: number }>(`/positions?login=${login}`);
    return data.total === 2;
  });
  const closing = { close_positions: true, positions: [closed] };
  const made = await rest.post('/positions/bulk-close', closing);
  t.match(made, { data: { results: [{ code: 'ok' }] } });
  t.match(await rest.post('/positions/delete', { ids: [deleted] }), { data: { deleted: 1 } });
  t.match(await pay(), { data: [{ status: 'done' }] });
  return async (t) => {
    t.match(await pay(), { data: [{ status: 'done' }] }, 'the same payment again');
    t.same((await (await signInAgain(trader)).snapshot()).positions, []);
    const path = `/journal?login=${login}&kind=trade`;
    const { data } = await (await server.staff()).get<JournalPage>(path);
    t.match(data.items.reverse(), [
      { by: 1, text: 'payment of 1000.00 as balance (deposit): done, deal #' },
      { by: dealer, text: `position #${closed} EURUSD: close done, 0.1 lots at 1.09` },
      { by: dealer, text: `position #${deleted} EURUSD: deletion done, 0.1 lots` },
      { by: dealer, text: 'payment of 5.00 as balance: done, deal #' },
    ]);
    t.equal(data.items.length, 4);
  };
});

acrossKill('The platform mode and its plan stay', async (t) => {
  const set = async (body: object) => (await server.staff()).post('/platform/mode', body);
  const trader = await server.openAccount();
  const planned = [{ mode: 'closed', at: '2099-01-01T00:00:00.000Z', text: 'Work.' }];
  t.match(await set({ mode: 'close_only' }), { code: 'ok' });
  t.match(await set(planned[0] as object), { code: 'ok' });
  t.equal((await trader.trade(OPEN)).code, 'trade.close_only');
  return async (t) => {
    const back = await signInAgain(trader);
    t.equal((await back.trade(OPEN)).code, 'trade.close_only');
    const platform = (await (await server.staff()).get('/platform')).data;
    t.match(platform, { mode: 'close_only', planned });
    t.match(await set({ mode: 'closed', text: 'Work.' }), { code: 'ok' });
    await back.socket.take<{ text: string }>('restart', ({ data }) => data.text === 'Work.');
    t.match(await back.socket.closed, { code: 1012 });
    const trade = { request_id: randomUUID(), ...OPEN };
    t.equal((await back.rest.post('/trades', trade)).code, 'trade.disabled');
    t.match(await set({ mode: 'open' }), { data: { mode: 'open', planned: [] } });
    t.equal((await back.rest.post('/trades', trade)).code, 'ok');
  };
});

acrossKill('A deleted account is gone, and its login is not given out again', async (t) => {
  const staff = await server.staff();
  const body = {
    group: 'demo\\standard',
    master_password: 'Secret-1-x',
    investor_password: 'Reader-1-x',
  };
  const { data: account } = await staff.post<{ login: number }>('/accounts', body);
  const path = `/accounts/${account.login}`;
  const next = async () =>
    (
      await (
        await server.staff()
      ).get<{ login: number }>('/accounts/next-login?group=demo%5Cstandard')
    ).data.login;
  const paid = await server.openAccount();
  const refused = await staff.request('DELETE', `/accounts/${paid.login}`);
  t.match(refused, { code: 'conflict', message: /has a history/ });
  t.match(await staff.request('DELETE', path), { code: 'ok' });
  const given = await next();
  return async (t) => {
    t.equal((await (await server.staff()).get(path)).code, 'not_found');
    t.equal(await next(), given);
    await server.kill();
    t.match(verify(data), { ok: true, data: { broken: 0 } });
    server = await ServerProcess.start({ data });
    await server.quote('EURUSD', '1.10000', '1.10010');
  };
});

t.test('After the kill', async (t) => {
  await server.kill();
  server = await ServerProcess.start({ data });
  const lines = server.records.filter(({ msg }) =>
    msg?.startsWith('the server before did not stop'),
  );
  const read = { events: Number, accounts: Number, orders: Number, seconds: Number };
  t.match(lines, [read], 'one line says what was read again');
  await server.quote('EURUSD', '1.10000', '1.10010');
  const [known, hidden, explaining, resuming, leaving, acting, modes, deleted] = again;
  for (const one of [modes, leaving, acting, known, hidden, resuming, deleted, explaining]) {
    if (one) await t.test(...one);
  }
});
