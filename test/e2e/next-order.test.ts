// Routing and leverage over REST on a running server: the very next order goes by a change.

import t, { type Test } from 'tap';
import { shardOf } from '../../actors/shard-of.js';
import type { RestClient } from '../support/client/rest.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const SHARDS = 2;
const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

interface Row {
  readonly id: number;
  readonly path: string;
  readonly version: number;
}

/** A trader on each shard. */
const traders = async (server: ServerProcess, staff: RestClient): Promise<Trader[]> => {
  const found = new Map<number, Trader>();
  while (found.size < SHARDS) {
    const trader = await Trader.enter(server, staff);
    found.set(shardOf(trader.login, SHARDS), trader);
  }
  return [...found.values()];
};

/** A server with two shards, EURUSD at 1.2, and a trader on each shard. */
const opened = async (t: Test) => {
  const server = await ServerProcess.start({ args: ['--shards', String(SHARDS)] });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  await throwIn(staff, 'EURUSD', '1.20000', '1.20000');
  const changed = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { success, message, data } = await staff.request<T>(method, path, body);
    if (!success) throw new Error(`${method} ${path}: ${message}`);
    return data;
  };
  return { changed, all: await traders(server, staff) };
};

t.test('a rule that is created, changed or moved decides the very next order', async (t) => {
  const { changed, all } = await opened(t);
  const next = async (): Promise<string[]> => {
    const answers = await Promise.all(all.map((trader) => trader.trade(open)));
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

t.test('a leverage profile that changes is in the margin of the very next order', async (t) => {
  const { changed, all } = await opened(t);
  const margins = async (): Promise<(string | null)[]> => {
    await Promise.all(all.map((trader) => trader.trade(open)));
    const pictures = await Promise.all(all.map((trader) => trader.picture()));
    return pictures.map(({ money }) => money?.margin ?? null);
  };
  t.same(await margins(), ['12.00', '12.00'], '0.01 lots at 1:100');
  const tiers = (rate: string) => [{ range_to: '0', initial: rate, maintenance: rate }];
  const rule = (rate: string) => ({
    name: 'all',
    mask: '*',
    range_basis: 'volume',
    tiers: tiers(rate),
  });
  const { id } = await changed<{ id: number }>('POST', '/leverage-profiles', {
    name: 'steps',
    rules: [rule('2')],
  });
  const groups = await changed<Row[]>('GET', '/groups');
  const group = groups.find(({ path }) => path === 'demo\\standard');
  await changed('PATCH', `/groups/${group?.id}`, {
    version: group?.version,
    leverage_profile_id: id,
  });
  t.same(await margins(), ['48.00', '48.00'], 'twice the margin of 0.02 lots');
  await changed('PATCH', `/leverage-profiles/${id}/rules/1`, { version: 1, tiers: tiers('0.5') });
  t.same(await margins(), ['18.00', '18.00'], 'half of that of 0.03 lots');
  await changed('PATCH', `/leverage-profiles/${id}`, { version: 2, enabled: false });
  t.same(await margins(), ['48.00', '48.00'], 'plain leverage again');
});
