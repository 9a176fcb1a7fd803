// Changes of settings and switches that befall the simulated world while it runs.

import type { AccountSwitches, Settings } from '../../wire/config.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { RoutingRecord } from '../../wire/routing.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { row } from '../support/engine-harness.js';
import type { Simulation } from './simulation.js';

type Change = (settings: Settings, sim: Simulation) => Partial<Settings>;

const some = <T>(
  list: readonly T[],
  fits: (one: T) => boolean,
  change: (one: T) => Partial<T>,
): readonly T[] => list.map((one) => (fits(one) ? { ...one, ...change(one) } : one));

const symbols = (
  { symbol }: Settings,
  name: string,
  change: (one: SymbolRecord) => Partial<SymbolRecord>,
): Partial<Settings> => ({ symbol: some(symbol, (one) => one.name === name, change) });

const groups = (
  { group }: Settings,
  path: string,
  change: (one: GroupRecord) => Partial<GroupRecord>,
): Partial<Settings> => ({ group: some(group, (one) => one.path === path, change) });

const rules = (
  { routing }: Settings,
  name: string,
  change: (one: RoutingRecord) => Partial<RoutingRecord>,
): Partial<Settings> => ({ routing: some(routing, (one) => one.name === name, change) });

/** A word and the one that takes its turn with it. */
const turns = <T>(now: T, one: T, other: T): T => (now === one ? other : one);

/** What staff may change at any time; each goes there and back. */
const CHANGES: readonly Change[] = [
  (settings) =>
    groups(settings, 'real\\oneway', (one) => ({ trading_enabled: !one.trading_enabled })),
  (settings) =>
    groups(settings, 'real\\std', (one) => ({
      leverage_default: turns(one.leverage_default, 200, 80),
      stop_out: turns(one.stop_out, '50', '70'),
    })),
  (settings) =>
    groups(settings, 'real\\fifo', (one) => ({
      symbols:
        one.symbols.length === 1 ? [row('!SAP,*', { spread_diff: 6 }), row('*')] : [row('*')],
    })),
  (settings) =>
    groups(settings, 'real\\comp', (one) => ({ stop_out: turns(one.stop_out, '90', '30') })),
  (settings) =>
    groups(settings, 'real\\interest', (one) => ({
      stopout_mode: turns(one.stopout_mode, 'percent', 'money'),
    })),
  (settings) =>
    symbols(settings, 'EURUSD', (one) => ({ stops_level: turns(one.stops_level, 5, 40) })),
  (settings) =>
    symbols(settings, 'NZDUSD', (one) => ({
      trade_access: turns(one.trade_access, 'full', 'disabled'),
    })),
  (settings) =>
    symbols(settings, 'AUDUSD', (one) => ({ hedged_larger_leg: !one.hedged_larger_leg })),
  (settings) =>
    symbols(settings, 'XAUUSD', (one) => ({
      execution_mode: turns(one.execution_mode, 'instant', 'market'),
    })),
  (settings) =>
    symbols(settings, 'GBPUSD', (one) => ({
      margin_hedged: turns(one.margin_hedged, '100000', '0'),
    })),
  (settings) => rules(settings, 'again', (one) => ({ enabled: !one.enabled })),
  (settings) => rules(settings, 'no stops', (one) => ({ enabled: !one.enabled })),
  (settings) =>
    rules(settings, 'rest', (one) => ({
      action: turns(one.action, 'confirm_market_price', 'confirm_request_price'),
    })),
];

/** Changes settings in one way. */
export const reconfigure = (sim: Simulation): void => {
  const { world, house, dice } = sim;
  world.change(dice.pick(CHANGES)(world.settings, sim));
  house.configure(world.compiled);
};

/** Groups among which accounts move: one currency, and no turnover that is running. */
const NEIGHBOURS = ['real\\std', 'real\\net', 'real\\fifo', 'real\\oneway', 'real\\comp'];

type Switch = (now: AccountSwitches, sim: Simulation) => Partial<AccountSwitches>;

const SWITCHES: readonly Switch[] = [
  ({ enabled }) => ({ enabled: !enabled }),
  ({ trading_enabled }) => ({ trading_enabled: !trading_enabled }),
  ({ leverage_own }) => ({ leverage_own: turns(leverage_own, 0, 30) }),
  ({ limit_orders }) => ({ limit_orders: turns(limit_orders, 0, 2) }),
  ({ login, group }, sim) => {
    const { positions, orders, queue } = sim.house.state(login);
    const flat = positions.size === 0 && orders.size === 0 && queue.size === 0;
    return flat && NEIGHBOURS.includes(group) ? { group: sim.dice.pick(NEIGHBOURS) } : {};
  },
];

/** Changes an account's switches; what was closed is opened again before long. */
export const flip = (sim: Simulation): void => {
  const { world, dice } = sim;
  const closed = sim.closedLogins;
  const again = closed.size > 3 ? [...closed][0] : undefined;
  if (again !== undefined) {
    closed.delete(again);
    sim.switched(world.switch(again, { enabled: true, trading_enabled: true }));
    return;
  }
  const login = dice.pick(world.logins);
  const now = world.accounts.get(login);
  if (now === undefined) return;
  const after = world.switch(login, dice.pick(SWITCHES)(now, sim));
  if (after.enabled && after.trading_enabled) closed.delete(login);
  else closed.add(login);
  sim.switched(after);
};
