// Settings over REST: the very next order on every shard follows them, and what is used stays.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { shardOf } from '../../actors/shard-of.js';
import type { RestClient } from '../support/client/rest.js';
import { throwIn } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const SHARDS = 2;
const ROUNDS = 200;
/** An order is sent so many ms after the delete, at most. */
const STEPS = 9;

const data = mkdtempSync(join(tmpdir(), 'brokerd-at-once-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

const start = async (): Promise<ServerProcess> => {
  const server = await ServerProcess.start({ data, args: ['--shards', String(SHARDS)] });
  t.teardown(() => server.kill());
  return server;
};

/** A trader on each shard. */
const enterAll = async (server: ServerProcess, staff: RestClient): Promise<Trader[]> => {
  const found = new Map<number, Trader>();
  while (found.size < SHARDS) {
    const trader = await Trader.enter(server, staff, { deposit: '100000' });
    found.set(shardOf(trader.login, SHARDS), trader);
  }
  return [...found.values()];
};

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

const rowOf = async (staff: RestClient, kind: string, path: string): Promise<Row> => {
  const { data: rows } = await staff.get<Row[]>(`/${kind}`);
  const found = rows.find((row) => row.path === path);
  if (found === undefined) throw new Error(`no ${path} among ${kind}`);
  return found;
};

const change = async (staff: RestClient, kind: string, path: string, fields: object) => {
  const { id, version } = await rowOf(staff, kind, path);
  const answer = await staff.request('PATCH', `/${kind}/${id}`, { version, ...fields });
  if (answer.code !== 'ok') throw new Error(`${path}: ${answer.code} ${answer.message}`);
};

/** Buys one lot; answers the price, what was charged, and by how much the margin grew. */
const buy = async (trader: Trader) => {
  const before = (await trader.picture()).money.margin;
  const { code, data: result } = await trader.trade({
    ...{ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' },
  });
  const { positions, money } = await trader.picture();
  const position = positions.find(({ id }) => id === result.position_id);
  const { data: deal } = await trader.dealt('client');
  return {
    code,
    price: result.price,
    commission: deal.deals[0]?.commission,
    margin: (Number(money.margin) - Number(before)).toFixed(2),
    held: position !== undefined,
  };
};

t.test('Margin rate, spread and commission change the very next order on each shard', async (t) => {
  const server = await start();
  const staff = await signInStaff(server);
  const traders = await enterAll(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  for (const trader of traders) {
    const first = {
      code: 'ok',
      price: '1.10010',
      commission: '0.00',
      margin: '1100.10',
      held: true,
    };
    t.same(await buy(trader), first);
  }
  const rate = (side: string) => ({ side, order_kind: 'market', initial: '2' });
  const margin_rates = [rate('buy'), rate('sell')];
  await change(staff, 'symbols', 'Forex\\EURUSD', { margin_rates });
  for (const trader of traders) t.match(await buy(trader), { price: '1.10010', margin: '2200.20' });
  await change(staff, 'groups', 'demo\\standard', {
    symbols: [{ mask: '*', spread_diff: 10, spread_diff_bid: 4 }],
  });
  for (const trader of traders) t.match(await buy(trader), { price: '1.10016' });
  await change(staff, 'groups', 'demo\\standard', {
    commissions: [{ name: 'lots', mask: 'Forex\\*', tiers: [{ value: '3.5' }] }],
  });
  for (const trader of traders) t.match(await buy(trader), { commission: '-3.50' });
  await change(staff, 'symbols', 'Forex\\EURUSD', { spread: 30 });
  for (const trader of traders) t.match(await buy(trader), { price: '1.10026' });
  t.equal((await server.stop()).code, 0);
});

const SYMBOL = {
  ...{ currency_base: 'USD', currency_profit: 'USD', digits: 2 },
  ...{ contract_size: '1', calc_mode: 'cfd', swap_mode: 'disabled' },
};

t.test('An order and the delete of its symbol: one of them is done, never both', async (t) => {
  const server = await start();
  const staff = await signInStaff(server);
  const traders = await enterAll(server, staff);
  const seen = { ordered: 0, deleted: 0 };
  const kept = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `R${round}`;
    const made = await staff.post<Row>('/symbols', { ...SYMBOL, path: `Race\\${name}` });
    await throwIn(staff, name, '10.00', '10.01');
    const order = { kind: 'open', symbol: name, side: 'buy', volume: '1' };
    const trade = () => Promise.all(traders.map((trader) => trader.trade(order)));
    const remove = () => staff.request('DELETE', `/symbols/${made.data.id}`);
    // Orders come before the delete, and at each moment of what becomes of it.
    const [traded, removed] = await Promise.all([
      sleep(round % STEPS).then(trade),
      round % STEPS === 0 ? sleep(0).then(remove) : remove(),
    ]);
    const codes = traded.map(({ code }) => code);
    if (codes.includes('ok')) kept.add(name);
    if (removed.code === 'ok') {
      seen.deleted += 1;
      t.same([...new Set(codes)], ['trade.symbol_not_found'], 'deleted, so nobody has it');
    } else {
      seen.ordered += 1;
      t.equal(removed.code, 'conflict');
      t.ok(codes.includes('ok'), 'kept, since somebody has it');
    }
  }
  t.ok(seen.ordered > 0, `${seen.ordered} were ordered`);
  t.ok(seen.deleted > 0, `${seen.deleted} were deleted`);
  t.equal((await server.stop()).code, 0);
  t.equal((await runCommand(['verify', '--data', data])).code, 0);
  const again = await start();
  for (const { login, password } of traders) {
    const { positions } = await (await Trader.signIn(again, login, password)).picture();
    for (const { symbol } of positions) t.ok(kept.has(symbol), `${symbol} is there`);
  }
  const { data: rows } = await (await signInStaff(again)).get<Row[]>('/symbols');
  const left = rows.filter(({ path }) => String(path).startsWith('Race\\'));
  t.equal(left.length, kept.size);
  t.equal((await again.stop()).code, 0);
});
