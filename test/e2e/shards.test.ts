// Two shards: settings change the very next order on each, and one that dies comes back.

import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { faultsOf } from '../faults/checker.js';
import { History, noted, settled } from '../faults/history.js';
import { Holds } from '../faults/hold.js';
import type { Position, TradeResult } from '../support/client/shapes.js';
import { changeRow } from '../support/client/staff.js';
import { during, until } from '../support/guard.js';
import { countOf } from '../support/run.js';
import { canSetSlices, schedulingOf } from '../support/scheduling.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader, traderOfEach } from '../support/trader.js';

const SHARDS = 2;
/** Orders of each trader while a shard is gone, and when it is back. */
const AFTERWARDS = 10;
/** At the least; more until an order came first, and a delete. */
const ROUNDS = countOf({ test: 5, deep: 200, soak: 200 });
/** Turns that an order waits for, at most, after the delete of its symbol. */
const STEPS = 9;
/** Shard 0 dies at this request; each connection and each frame of its accounts is one. */
const FATAL_REQUEST = 25;
/** And its next start waits here until the test lets it go on. */
const START = 'shard.0.start';
const holds = new Holds([START]);
t.teardown(() => holds.clear());
const DEADLY = {
  ...holds.env,
  BROKERD_FAILPOINT: `shard.0.request:${FATAL_REQUEST},${holds.env.BROKERD_FAILPOINT}`,
};

const data = t.testdir();
const start = async (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const one = await ServerProcess.start({ data, args: ['--shards', String(SHARDS)], env });
  t.teardown(() => one.kill());
  return one;
};
const server = await start();
const staff = await server.staff();

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

const changed = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const { success, message, data } = await staff.request<T>(method, path, body);
  if (!success) throw new Error(`${method} ${path}: ${message}`);
  return data;
};

/** A trader on each shard. */
const openAll = () => traderOfEach(server, SHARDS, { deposit: '100000' });

const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

t.test('a rule that is created, changed or moved decides the very next order', async (t) => {
  await server.quote('EURUSD', '1.20000', '1.20000');
  const traders = await openAll();
  const next = async (): Promise<string[]> => {
    const answers = await Promise.all(traders.map((trader) => trader.trade(open)));
    return answers.map(({ code, message }) => (code === 'trade.rejected' ? message : code));
  };
  t.same(await next(), ['ok', 'ok']);
  const rule = { name: 'stop it', action: 'reject', action_value: 'not now', position: 1 };
  await changed('POST', '/routing', rule);
  t.same(await next(), ['not now', 'not now'], 'created');
  await changed('PATCH', '/routing/2', { version: 1, action_value: 'later' });
  t.same(await next(), ['later', 'later'], 'changed');
  await changed('PUT', '/routing/order', { ids: [1, 2] });
  t.same(await next(), ['ok', 'ok'], 'moved');
  await changed('PUT', '/routing/order', { ids: [2, 1] });
  await changed('PATCH', '/routing/2', { version: 4, enabled: false });
  t.same(await next(), ['ok', 'ok'], 'switched off');
  await changed('PATCH', '/routing/2', { version: 5, enabled: true });
  await changed('DELETE', '/routing/2');
  t.same(await next(), ['ok', 'ok'], 'deleted');
});

/** The server's threads by the names that tools of the system see. */
const threadsByName = (): Map<string, number> => {
  const tasks = `/proc/${server.process.pid}/task`;
  const nameOf = (task: string) => readFileSync(`${tasks}/${task}/comm`, 'utf8').trim();
  return new Map(readdirSync(tasks).map((task) => [nameOf(task), Number(task)]));
};

t.test('Tools of the system see each thread by its name', async () => {
  await until('the names of the threads', () => {
    const names = threadsByName();
    return ['shard 0', 'shard 1', 'log', 'desk', 'market', 'reader'].every((one) => names.has(one));
  });
});

t.test('threads whose work may wait let those go first that orders pass through', async (t) => {
  const own = schedulingOf();
  if (own === undefined) return t.comment('NOT TESTED: the scheduling cannot be read here');
  const hasSlices = canSetSlices();
  if (!hasSlices) t.comment('NOT TESTED: threads cannot set their slices here, only priorities');
  const prompt = { nice: own.nice, sliceNs: 500_000 };
  const background = { nice: 10, sliceNs: 100_000_000 };
  const all = new Map([
    ...['shard 0', 'shard 1', 'log', 'market'].map((one) => [one, prompt] as const),
    ...['desk', 'reader'].map((one) => [one, background] as const),
  ]);
  const isAs = (task: number | undefined, asked: typeof prompt): boolean => {
    const found = task === undefined ? undefined : schedulingOf(task);
    return found?.nice === asked.nice && (!hasSlices || found.sliceNs === asked.sliceNs);
  };
  await until('the scheduling of the threads', () => {
    const threads = threadsByName();
    return [...all].every(([name, asked]) => isAs(threads.get(name), asked));
  });
  t.ok(isAs(server.process.pid, prompt), 'the front');
});

t.test('a leverage profile that changes is in the margin of the very next order', async (t) => {
  const traders = await openAll();
  const margins = async (): Promise<(string | null)[]> => {
    await Promise.all(traders.map((trader) => trader.trade(open)));
    const snapshots = await Promise.all(traders.map((trader) => trader.snapshot()));
    return snapshots.map(({ money }) => money?.margin ?? null);
  };
  t.same(await margins(), ['12.00', '12.00'], '0.01 lots at 1:100');
  const tiers = (rate: string) => [{ range_to: '0', initial: rate, maintenance: rate }];
  const rules = [{ name: 'all', mask: '*', range_basis: 'volume', tiers: tiers('2') }];
  const profile = await changed<Row>('POST', '/leverage-profiles', { name: 'steps', rules });
  await changeRow(staff, 'groups', 'demo\\standard', { leverage_profile_id: profile.id });
  t.same(await margins(), ['48.00', '48.00'], 'twice the margin of 0.02 lots');
  const path = `/leverage-profiles/${profile.id}`;
  await changed('PATCH', `${path}/rules/1`, { version: 1, tiers: tiers('0.5') });
  t.same(await margins(), ['18.00', '18.00'], 'half of that of 0.03 lots');
  await changed('PATCH', path, { version: 2, enabled: false });
  t.same(await margins(), ['48.00', '48.00'], 'plain leverage again');
});

/** Buys one lot; answers the price, what was charged, and by how much the margin grew. */
const buy = async (trader: Trader) => {
  const before = (await trader.snapshot()).money.margin;
  const { code, data: result } = await trader.trade({ ...open, volume: '1' });
  const { positions, money } = await trader.snapshot();
  const { data: deal } = await trader.dealt('client');
  return {
    code,
    price: result.price,
    commission: deal.deals[0]?.commission,
    margin: (Number(money.margin) - Number(before)).toFixed(2),
    held: positions.some(({ id }) => id === result.position_id),
  };
};

t.test('Margin rate, spread and commission change the very next order on each shard', async (t) => {
  const traders = await openAll();
  await server.quote('EURUSD', '1.10000', '1.10010');
  const bought = () => Promise.all(traders.map(buy));
  const both = <T>(one: T) => [one, one];
  const first = { code: 'ok', price: '1.10010', commission: '0.00', margin: '1100.10', held: true };
  t.same(await bought(), both(first));
  const rate = (side: string) => ({ side, order_kind: 'market', initial: '2' });
  await changeRow(staff, 'symbols', 'Forex\\EURUSD', { margin_rates: [rate('buy'), rate('sell')] });
  t.match(await bought(), both({ price: '1.10010', margin: '2200.20' }));
  await changeRow(staff, 'groups', 'demo\\standard', {
    symbols: [{ mask: '*', spread_diff: 10, spread_diff_bid: 4 }],
  });
  t.match(await bought(), both({ price: '1.10016' }));
  await changeRow(staff, 'groups', 'demo\\standard', {
    commissions: [{ name: 'lots', mask: 'Forex\\*', tiers: [{ value: '3.5' }] }],
  });
  t.match(await bought(), both({ commission: '-3.50' }));
  await changeRow(staff, 'symbols', 'Forex\\EURUSD', { spread: 30 });
  t.match(await bought(), both({ price: '1.10026' }));
});

const SYMBOL = {
  ...{ currency_base: 'USD', currency_profit: 'USD', digits: 2 },
  ...{ contract_size: '1', calc_mode: 'cfd', swap_mode: 'disabled' },
};

/** What holds after a race of orders and the delete of their symbol; else what does not. */
const raceFault = (codes: readonly string[], removed: string): string | undefined => {
  const outcomes = `delete ${removed}, orders ${codes}`;
  if (removed === 'ok') {
    return codes.every((code) => code === 'trade.symbol_not_found') ? undefined : outcomes;
  }
  return removed === 'conflict' && codes.includes('ok') ? undefined : outcomes;
};

t.test('An order and the delete of its symbol: one of them is done, never both', async (t) => {
  const traders = await openAll();
  const kept = new Set<string>();
  const faults: string[] = [];
  let deleted = 0;
  for (let round = 0; round < ROUNDS || kept.size === 0 || deleted === 0; round += 1) {
    const name = `R${round}`;
    const made = await staff.post<Row>('/symbols', { ...SYMBOL, path: `Race\\${name}` });
    await server.quote(name, '10.00', '10.01');
    const order = { kind: 'open', symbol: name, side: 'buy', volume: '1' };
    const trade = () => Promise.all(traders.map((trader) => trader.trade(order)));
    const remove = () => staff.request('DELETE', `/symbols/${made.data.id}`);
    /** Orders come before the delete, and at each moment of what becomes of it. */
    const tradeAfter = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await traders[0]?.socket.request('ping');
      return trade();
    };
    const turns = round % STEPS;
    const [ordered, removing] = turns === 0 ? [trade(), remove()] : [undefined, remove()];
    const [traded, removed] = await Promise.all([ordered ?? tradeAfter(turns - 1), removing]);
    const codes = traded.map(({ code }) => code);
    const fault = raceFault(codes, removed.code);
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
    if (codes.includes('ok')) kept.add(name);
    if (removed.code === 'ok') deleted += 1;
  }
  t.same(faults, []);
  t.equal((await server.stop()).code, 0);
  t.match(verify(data), { ok: true });
  const again = await start(DEADLY);
  const signedIn = await Promise.all(
    traders.map(({ login, password }) => Trader.signIn(again, login, password)),
  );
  const snapshots = await Promise.all(signedIn.map((trader) => trader.snapshot()));
  const held = snapshots.flatMap(({ positions }) => positions.map(({ symbol }) => symbol));
  t.same(new Set(held), kept, 'what somebody holds is there');
  const { data: rows } = await (await again.staff()).get<Row[]>('/symbols');
  const left = rows.filter(({ path }) => String(path).startsWith('Race\\'));
  t.equal(left.length, kept.size);

  await t.test('Each of two shards executes, and one that dies is back', (t) =>
    dies(t, again, signedIn),
  );
});

/** What is wrong: an answered order is there once, any other told of; events have no gap. */
const bookFaults = async (
  trader: Trader,
  { asked }: History,
  before: readonly Position[],
): Promise<string[]> => {
  const faults: string[] = trader.socket.gaps.map((gap) => JSON.stringify(gap));
  const expected = before.map(({ id }) => id);
  const mine = asked.filter(({ login }) => login === trader.login);
  // What was asked again counts as it was answered last.
  for (const { id, known, outcome } of new Map(mine.map((one) => [one.id, one])).values()) {
    const { code, data } = await trader.socket.request<TradeResult>('trade_status', {
      request_id: id,
    });
    const isKnown = code === 'ok' || (known !== 'ok' && code === 'not_found');
    const isSame = known !== 'ok' || data?.order_id === outcome?.order_id;
    if (!isKnown || !isSame) faults.push(`${id}: ${code}`);
    if (code === 'ok') expected.push(data.position_id);
  }
  const there = (await trader.snapshot()).positions.map(({ id }) => id);
  const isWhole = isDeepStrictEqual(new Set(there), new Set(expected));
  if (!isWhole || there.length !== expected.length) faults.push(`${there} are there`);
  return faults;
};

/** Shard 0 dies at a request of the first trader; the second is the other's. */
const dies = async (t: Test, again: ServerProcess, traders: readonly Trader[]): Promise<void> => {
  await again.quote('EURUSD', '1.20000', '1.20000');
  const before = await Promise.all(traders.map((one) => one.snapshot()));
  holds.on(START);
  const history = new History();
  const [first, second] = traders as [Trader, Trader];
  const [mortal, other] = [noted(history, first), settled(history, second)];
  const codes: string[] = [];
  const back = again.record('the shard 0 thread is back');
  const trading = during(back, async () => codes.push((await mortal(open)).code));
  await holds.held(START);
  const isBack = ({ msg }: { msg?: string }): boolean => msg === 'the shard 0 thread is back';
  for (let n = 0; n < AFTERWARDS; n += 1) {
    t.equal((await other(open)).code, 'ok', 'the other shard executes all while it is gone');
  }
  t.notOk(again.records.some(isBack));
  holds.off(START);
  await trading;
  t.same(
    codes.filter((code) => !/^(ok|trade\.(timeout|too_many_requests))$/.test(code)),
    [],
  );
  const revived = settled(history, first);
  for (let n = 0; n < AFTERWARDS; n += 1) {
    t.equal((await revived(open)).code, 'ok', 'it executes again');
  }
  t.equal(again.records.filter(({ msg }) => msg === 'the shard 0 thread failed').length, 1);
  for (const [shard, trader] of traders.entries()) {
    t.same(await bookFaults(trader, history, before[shard]?.positions ?? []), []);
  }
  t.equal((await again.stop()).code, 0);
  t.same(faultsOf(data, history), []);
  t.match(verify(data), { ok: true });
};
