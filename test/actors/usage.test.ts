// Usage: a shard tells whether a symbol or a group is in use, whatever happened to its accounts.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { usageOf } from '../../actors/shard/usage.js';
import { compileSettings } from '../../engine/engine.js';
import { group, row, rule, symbol } from '../support/engine-harness.js';
import { LOGIN, ShardHarness, settings, switches } from '../support/shard-harness.js';

const NAMES = ['EURUSD', 'GBPUSD', 'USDCHF'];
const PATHS = ['real\\std', 'real\\other', 'real\\none'];
const SETTINGS = {
  ...settings,
  version: 2,
  symbol: NAMES.map((name, at) => symbol(name, { id: at + 1 })),
  group: PATHS.map((path) => group({ path, symbols: [row('*')] })),
  routing: [
    rule({
      name: 'late',
      position: 1,
      action: 'delay',
      action_value: '60000',
      conditions: [{ field: 'comment', op: 'eq', value: 'late' }],
    }),
    rule({ id: 2, position: 2 }),
  ],
};

/** What a walk over all accounts finds: whether there is any. */
const walked = ({ shard }: ShardHarness) => {
  const states = [...shard.accounts.states()];
  const some = (rows: Iterable<{ symbol: string }>, name: string): boolean =>
    [...rows].some((one) => one.symbol === name);
  const symbols = NAMES.map((name) =>
    states.some(({ positions, orders, queue }) =>
      [positions, orders, queue].some((rows) => some(rows.values(), name)),
    ),
  );
  const groups = PATHS.map((path) => {
    const members = states.filter((state) => state.switches.group === path);
    return [members.length, members.some(({ positions }) => positions.size > 0)];
  });
  return { symbols, groups };
};

const told = ({ shard }: ShardHarness) => {
  const { symbols, groups } = usageOf(shard, { symbols: NAMES, groups: PATHS });
  return {
    symbols: NAMES.map((name) => {
      const { positions = 0, orders = 0 } = symbols[name] ?? {};
      return positions + orders > 0;
    }),
    groups: PATHS.map((path) => [groups[path]?.accounts, (groups[path]?.positions ?? 0) > 0]),
  };
};

const openShard = (): ShardHarness => {
  const one = new ShardHarness();
  one.shard.configure(compileSettings(SETTINGS));
  for (const id of [1, 2, 3]) one.shard.tick(id, 110000_000, 110010_000, one.now);
  return one;
};

/** Something happens to the account that is signed in, or to its group. */
const happen = (
  one: ShardHarness,
  [what = 0, which = 0]: readonly number[],
  version: number,
): void => {
  const name = NAMES[which % NAMES.length] as string;
  const state = one.shard.accounts.get(LOGIN)?.state;
  const first = <T>(rows: ReadonlyMap<number, T> | undefined): T | undefined =>
    [...(rows?.values() ?? [])].at(which % Math.max(1, rows?.size ?? 1));
  const trade = (request: object) => one.send('trade', { request_id: randomUUID(), ...request });
  const common = { symbol: name, side: 'buy', volume: '0.10' };
  switch (what % 8) {
    case 0:
      trade({ kind: 'open', ...common });
      break;
    case 1:
      trade({ kind: 'close', position_id: first(state?.positions)?.id ?? 1 });
      break;
    case 2:
      trade({ kind: 'pending', order_kind: 'limit', ...common, price: '1.05000' });
      break;
    case 3:
      trade({ kind: 'pending_cancel', order_id: first(state?.orders)?.id ?? 1 });
      break;
    case 4:
      trade({ kind: 'open', ...common, comment: 'late' });
      break;
    case 5:
      one.now += 61_000;
      one.shard.timers();
      break;
    case 6:
      one.shard.switched(switches(LOGIN, { version, group: PATHS[which % 2] as string }));
      break;
    default:
      one.now += 100_000;
      for (let times = 0; times < 4; times += 1) {
        one.now += 40_000;
        while (!one.shard.accounts.rest(one.now));
      }
  }
  one.commit();
};

const die = fc.integer({ min: 0, max: 99 });

t.test('what is told is what a walk over all accounts finds', async (t) => {
  const seen = { used: 0, free: 0 };
  fc.assert(
    fc.property(fc.array(fc.tuple(die, die), { maxLength: 25 }), (steps) => {
      const one = openShard();
      for (const [at, step] of steps.entries()) {
        happen(one, step, at + 2);
        const [expected, answer] = [walked(one), told(one)];
        if (JSON.stringify(expected) !== JSON.stringify(answer)) {
          throw new Error(`${JSON.stringify(answer)} told, ${JSON.stringify(expected)} found`);
        }
        for (const used of answer.symbols) seen[used ? 'used' : 'free'] += 1;
      }
    }),
    { numRuns: 60 },
  );
  t.ok(seen.used > 100 && seen.free > 100);
});

t.test('of many accounts that hold a symbol one is looked at', async (t) => {
  const one = openShard();
  for (let login = 2000; login < 2200; login += 1) one.shard.load(switches(login), null, [], []);
  happen(one, [0, 0], 2);
  const looked: number[] = [];
  const { accounts, rows } = one.shard;
  const look = accounts.look.bind(accounts);
  accounts.look = (login) => {
    looked.push(login);
    return look(login);
  };
  const { symbols, groups } = usageOf({ accounts, rows }, { symbols: NAMES, groups: PATHS });
  t.same(looked, [LOGIN]);
  t.match(symbols, { EURUSD: { positions: 1 }, GBPUSD: { positions: 0, orders: 0 } });
  t.match(groups[PATHS[0] as string], { accounts: 202, positions: 1 });
});
