// End of day on a shard beside trading, and what a shard tells of what is in use.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import {
  SLICE_ACCOUNTS,
  SLICE_POSITIONS,
  UNCOMMITTED_MAX,
  UNPROJECTED_MAX,
} from '../../../actors/shard/end-of-day.js';
import { usageOf } from '../../../actors/shard/usage.js';
import type { AccountState } from '../../../engine/account/types.js';
import { compileSettings } from '../../../engine/engine.js';
import { complete } from '../../../wire/base/schema.js';
import { PlatformRecord } from '../../../wire/settings/config.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { group, NOON, row, rule, symbol } from '../../support/engine-harness.js';
import { idleEvents } from '../../support/idle-days.js';
import { countOf } from '../../support/run.js';
import {
  LOGIN,
  marketOrder,
  ShardHarness,
  settings,
  switches,
} from '../../support/shard-harness.js';

const DAY_MS = 86_400_000;
/** Wednesday, 12 March 2025, 23:59:59 UTC: the end of the day of NOON. */
const END = Date.UTC(2025, 2, 12, 23, 59, 59);

/** A shard with so many accounts beside the usual two, at a time. */
const shardOf = (accounts: number, now = END): ShardHarness => {
  const one = new ShardHarness();
  for (let n = 0; n < accounts; n += 1) one.shard.switched(switches(2000 + n));
  one.now = now;
  return one;
};

/**
 * Takes slices until nothing is left; answers what was committed, in order, and of each idle day an
 * event of each account.
 */
const endDays = (one: ShardHarness): AccountEvent[] => {
  const events: AccountEvent[] = [];
  do {
    one.shard.endOfDay.slice();
    const known = one.idle.length;
    events.push(...one.commit());
    for (const event of one.idle.slice(known)) {
      events.push(...idleEvents(event, (login) => one.shard.accounts.look(login)));
    }
  } while (one.shard.endOfDay.due);
  return events;
};

const rowsOf = (events: readonly AccountEvent[]): string[] =>
  events.flatMap(({ daily }) => (daily === null ? [] : [`${daily.date} ${daily.login}`]));

t.test('when it is time every account has its day ended, and leaves a row', async (t) => {
  const one = shardOf(0, END - 1);
  t.same(endDays(one), []);
  one.now = END;
  const events = endDays(one);
  t.same(rowsOf(events), ['2025-03-12 1001', '2025-03-12 1002']);
  t.match(events[0]?.daily, { balance: 10_000_00, daily_deposits: 10_000_00 });
  t.same(events[0]?.ledger.day_ended_at, END);
  t.match(one.logged, [{ msg: 'end of day', at: '2025-03-12T23:59:59.000Z', accounts: 2 }]);
  t.match(one.shard.endOfDay.metrics(), {
    end_of_day_runs_total: 1,
    end_of_day_accounts_total: 2,
    end_of_day_left: 0,
    end_of_day_ended_seconds: END / 1000,
  });
  one.shard.configure(compileSettings(settings));
  t.same(endDays(one), [], 'looking again changes nothing');
  one.now += DAY_MS;
  t.same(rowsOf(endDays(one)), ['2025-03-13 1001', '2025-03-13 1002']);
});

t.test('accounts that are done trade on while others are still to come', async (t) => {
  const one = shardOf(SLICE_ACCOUNTS);
  t.equal(one.shard.endOfDay.slice(), true, 'more is left');
  t.equal(one.trade(marketOrder()).answer.code, 'ok');
  t.match(one.shard.endOfDay.metrics(), { end_of_day_left: 2 });
  t.equal(one.shard.endOfDay.slice(), false, 'all is done');
});

t.test('accounts with many positions are ended few at a time', async (t) => {
  const one = new ShardHarness();
  for (let n = 0; n < SLICE_POSITIONS; n += 1) one.trade(marketOrder({ volume: '0.01' }));
  one.now = END;
  t.equal(one.shard.endOfDay.slice(), true, 'the next one waits for its turn');
  t.match(one.shard.endOfDay.metrics(), { end_of_day_left: 1 });
  t.same(rowsOf(endDays(one)).length, 2);
});

t.test('an account whose day is still to be ended answers that the market is closed', async (t) => {
  const one = shardOf(0);
  t.equal(one.trade(marketOrder()).answer.code, 'trade.market_closed');
  endDays(one);
  t.equal(one.trade(marketOrder()).answer.code, 'ok');
});

t.test('prices close nothing of an account between two days', async (t) => {
  const one = shardOf(0, END - 1000);
  t.equal(one.trade(marketOrder({ sl: '1.09000' })).answer.code, 'ok');
  one.now = END;
  one.quote('EURUSD', '1.08000', '1.08010');
  t.same(one.commit(), []);
  endDays(one);
  one.quote('EURUSD', '1.08000', '1.08010');
  t.equal(one.commit()[0]?.cause.kind, 'sl');
});

t.test('an interrupted run goes on with the accounts that it had not reached', async (t) => {
  const one = shardOf(SLICE_ACCOUNTS);
  one.shard.endOfDay.slice();
  t.equal(one.commit().length, SLICE_ACCOUNTS);
  const again = new ShardHarness();
  for (const { login, ledger, positions, orders } of one.shard.accounts.states()) {
    again.shard.load(switches(login), ledger, [...positions.values()], [...orders.values()]);
  }
  again.now = END + 60_000;
  again.commit();
  t.same(rowsOf(endDays(again)), ['2025-03-12 2014', '2025-03-12 2015']);
});

t.test('days that were missed are ended one after another, each for all accounts', async (t) => {
  const one = shardOf(1, END + 5 * DAY_MS);
  one.shard.switched(switches(LOGIN, { version: 2, created_at: END + DAY_MS }));
  t.same(rowsOf(endDays(one)), [
    ...['2025-03-12 1002', '2025-03-12 2000'],
    ...['2025-03-13 1002', '2025-03-13 2000'],
    ...['2025-03-14 1001', '2025-03-14 1002', '2025-03-14 2000'],
    ...['2025-03-17 1001', '2025-03-17 1002', '2025-03-17 2000'],
  ]);
  t.equal(one.logged.length, 4);
});

t.test('an account that was opened after the end of a day has no part in it', async (t) => {
  const one = shardOf(0);
  one.shard.switched(switches(3000, { created_at: END + 1 }));
  one.shard.switched(switches(3001, { archived: true }));
  t.same(rowsOf(endDays(one)), ['2025-03-12 1001', '2025-03-12 1002']);
});

t.test('a run waits for the database, before orders are refused', async (t) => {
  const one = shardOf(2 * SLICE_ACCOUNTS);
  one.projectionLag = UNPROJECTED_MAX;
  t.equal(one.shard.endOfDay.slice(), false);
  t.same(one.commit(), [], 'no day was ended');
  one.projectionLag -= 1;
  t.equal(one.shard.endOfDay.slice(), true, 'it goes on');
  t.equal(one.commit().length, SLICE_ACCOUNTS);
});

t.test('a run goes no faster than commits', async (t) => {
  const one = shardOf(2 * UNCOMMITTED_MAX);
  const { output } = one.shard.deps;
  let before = 0;
  while (one.shard.endOfDay.slice()) {
    if (output.emitted - before > SLICE_ACCOUNTS) throw new Error('a slice ends too many days');
    before = output.emitted;
  }
  t.ok(one.shard.endOfDay.due);
  t.equal(one.commit().length, UNCOMMITTED_MAX);
  t.equal(endDays(one).length, UNCOMMITTED_MAX + 2);
});

t.test('another time of the end of day counts from the change of it', async (t) => {
  const one = shardOf(0, NOON + 3_600_000);
  const platform = complete(PlatformRecord, { eod_time: '10:30' }) as PlatformRecord;
  one.shard.configure(compileSettings({ ...settings, platform: [platform], version: 2 }));
  t.same(rowsOf(endDays(one)), ['2025-03-12 1001', '2025-03-12 1002']);
  one.now = END;
  t.same(endDays(one), [], 'a day ends once');
});

/** A shard with the positions of another, of which only a last quote of before is known. */
const afterRestart = (one: ShardHarness, bid: number, ledger: AccountState['ledger']) => {
  const again = new ShardHarness(0, false);
  again.shard.load(switches(LOGIN), ledger, [...one.state().positions.values()], []);
  const quote = { bid, ask: bid + 10_000, last: 0, time: NOON };
  again.shard.useLastQuotes(new Map([[1, quote]]));
  return again;
};

t.test('a change of the server clock ends no date twice, and leaves none out', async (t) => {
  const one = shardOf(0);
  const set = (fields: Partial<PlatformRecord>, version: number): void => {
    const platform = complete(PlatformRecord, fields) as PlatformRecord;
    one.shard.configure(compileSettings({ ...settings, platform: [platform], version }));
  };
  t.same(rowsOf(endDays(one)), ['2025-03-12 1001', '2025-03-12 1002']);
  one.now = END + 20 * 60_000;
  set({ utc_offset_min: -21 }, 2);
  one.now += 2 * 60_000;
  t.same(rowsOf(endDays(one)), [], 'midnight comes once more, for a date that has ended');
  set({ utc_offset_min: 0, eod_time: '00:10' }, 3);
  const next = ['2025-03-13 1001', '2025-03-13 1002'];
  t.same(rowsOf(endDays(one)), next, 'its end was planned before the clock was changed');
  set({ utc_offset_min: 120 }, 4);
  one.now = Date.UTC(2025, 2, 14, 21, 59, 59);
  t.same(rowsOf(endDays(one)), ['2025-03-14 1001', '2025-03-14 1002']);
});

t.test('what has no price since the start is valued at the last one before it', async (t) => {
  const one = shardOf(0, END - 1000);
  one.trade(marketOrder({ volume: '1.00' }));
  const again = afterRestart(one, 109000_000, one.state().ledger);
  again.now = END;
  const [event] = endDays(again);
  t.match(event?.daily, { profit: -1010_00, equity: 10_000_00 - 1010_00 });
  t.equal(again.shard.quote(1).time, 0, 'orders still wait for a price of today');
});

t.test('the stop-out of a day made up for waits for a price after the start', async (t) => {
  const swap = { swap_mode: 'points', swap_long: '-700' } as const;
  const costly = { ...settings, symbol: [symbol('EURUSD', { id: 1, ...swap })], version: 2 };
  const before = new ShardHarness();
  before.shard.configure(compileSettings(costly));
  before.trade(marketOrder({ volume: '1.00' }));
  const ledger = { ...before.state().ledger, balance: 1300_00 };
  const again = afterRestart(before, 110000_000, ledger);
  again.shard.configure(compileSettings({ ...costly, version: 3 }));
  again.now = END + DAY_MS / 2;
  const [event, ...more] = endDays(again).filter(({ login }) => login === LOGIN);
  t.match(event?.daily, { swap: -2100_00, equity: -810_00 });
  const marked = more.map(({ kind, ledger }) => `${kind} ${ledger.so_state}`);
  t.same(marked, ['stop_out stop_out'], 'and nothing is dealt at the price of yesterday');
  again.quote('EURUSD', '1.09500', '1.09510');
  const [closed] = again.commit();
  t.match(closed?.deals, [{ reason: 'so', price: 109500_000 }]);
});

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

const usage = ({ shard }: ShardHarness) => {
  const { symbols, groups } = usageOf(shard, { symbols: NAMES, groups: PATHS, gateways: [] });
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
  const runs = countOf({ test: 15, deep: 60, soak: 60 });
  fc.assert(
    fc.property(fc.array(fc.tuple(die, die), { maxLength: 25 }), (steps) => {
      const one = openShard();
      for (const [at, step] of steps.entries()) {
        happen(one, step, at + 2);
        const [expected, answer] = [walked(one), usage(one)];
        if (JSON.stringify(expected) !== JSON.stringify(answer)) {
          throw new Error(`${JSON.stringify(answer)} told, ${JSON.stringify(expected)} found`);
        }
        for (const used of answer.symbols) seen[used ? 'used' : 'free'] += 1;
      }
    }),
    { numRuns: runs },
  );
  t.ok(seen.used > runs && seen.free > runs);
});

t.test('of many accounts that hold a symbol one is looked at', async (t) => {
  const one = openShard();
  for (let login = 2000; login < 2200; login += 1) one.openAccount(login);
  happen(one, [0, 0], 2);
  const looked: number[] = [];
  const { accounts, rows } = one.shard;
  const look = accounts.look.bind(accounts);
  accounts.look = (login) => {
    looked.push(login);
    return look(login);
  };
  const { symbols, groups } = usageOf(
    { accounts, rows },
    { symbols: NAMES, groups: PATHS, gateways: [] },
  );
  t.same(looked, [LOGIN]);
  t.match(symbols, { EURUSD: { positions: 1 }, GBPUSD: { positions: 0, orders: 0 } });
  t.match(groups[PATHS[0] as string], { accounts: 202, positions: 1 });
});

t.test('positions of an account that moved are those of its new group alone', async (t) => {
  const one = openShard();
  one.trade(marketOrder());
  const [from = '', to = ''] = PATHS;
  const used = () => {
    const { groups } = usageOf(one.shard, { symbols: [], groups: [from, to], gateways: [] });
    return [groups[from]?.positions, groups[to]?.positions];
  };
  t.same(used(), [1, 0]);
  one.shard.switched(switches(LOGIN, { version: 2, group: to }));
  t.same(used(), [0, 1]);
});
