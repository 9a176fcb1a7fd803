// A random world of one account: settings, prices, clock and switches.

import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { accountSwitches, NOON } from '../engine-harness.js';
import { Market } from './market.js';
import { SeededRandom } from './random.js';
import { changedSettings, type Scope, settingsOf } from './settings.js';
import { type Instrument, instrumentsOf } from './symbols.js';

/** Starts of lives: a plain Wednesday, near changes of the clock, weekends, month and year ends. */
const STARTS = [
  NOON,
  NOON,
  Date.UTC(2025, 2, 28, 18),
  Date.UTC(2025, 2, 30, 0, 30),
  Date.UTC(2025, 9, 31, 20),
  Date.UTC(2025, 11, 31, 9),
] as const;

/** Settings and switches that a life may find from some moment on. */
interface Change {
  readonly settings: Settings;
  readonly switches: AccountSwitches;
}

/** What a life finds. */
interface Made {
  readonly instruments: readonly Instrument[];
  /** What the account mostly trades. */
  readonly active: readonly Instrument[];
  readonly switches: AccountSwitches;
  readonly settings: Settings;
  /** What settings and switches may become, and become again, in a life. */
  readonly changes: readonly Change[];
  /** The random as they lie when the world is made. */
  readonly random: SeededRandom;
}

/** Worlds by seed and scope: many lives are lived in each. */
const worlds = new Map<string, Made>();

const createWorld = (seed: number, scope: Scope): Made => {
  const random = new SeededRandom(seed);
  const instruments = instrumentsOf(random);
  const settings = settingsOf(random, instruments, scope);
  const created_at = random.pick(STARTS);
  const count = random.within(1, 4);
  const picked = Array.from({ length: count }, () => random.pick(instruments));
  // Where orders wait at a provider, others of their symbol come meanwhile.
  const active = scope.providers ? picked.slice(0, 1) : picked;
  const switches = accountSwitches(1001, {
    group: settings.group[0]?.path ?? '',
    leverage_own: random.chance(0.2) ? 50 : 0,
    limit_orders: random.chance(0.05) ? 2 : 0,
    limit_positions: random.chance(0.05) ? 3 : 0,
    agent: random.chance(0.5) ? 2002 : 0,
    created_at,
  });
  const first = { settings, switches };
  const second = {
    settings: changedSettings(random, settings, scope),
    switches: {
      ...switches,
      leverage_own: random.pick([0, 20, 50, 200]),
      limit_orders: random.chance(0.1) ? 2 : 0,
      agent: random.chance(0.5) ? 2002 : 0,
    },
  };
  const third = {
    settings: random.chance(0.5) ? settings : second.settings,
    switches: {
      ...switches,
      trading_enabled: random.chance(0.6),
      leverage_own: random.within(10, 400),
    },
  };
  return { instruments, active, switches, settings, random, changes: [first, second, third] };
};

const worldOf = (seed: number, scope: Scope): Made => {
  const key = `${seed} ${scope.profiles} ${scope.providers === true}`;
  const world = worlds.get(key) ?? createWorld(seed, scope);
  worlds.set(key, world);
  return world;
};

/** A world in which one account lives. */
export class World extends Market {
  switches: AccountSwitches;
  settings: Settings;
  private readonly changes: readonly Change[];

  constructor(seed: number, scope: Scope) {
    const made = worldOf(seed, scope);
    const { instruments, active, switches, random } = made;
    super(random.copy(), instruments, active, switches.created_at);
    this.switches = switches;
    this.settings = made.settings;
    this.changes = made.changes;
  }

  group(path: string): GroupRecord {
    const group = this.settings.group.find((one) => one.path === path);
    if (group === undefined) throw new Error(`no group ${path}`);
    return group;
  }

  /** Settings and switches change. */
  change(): void {
    const { settings, switches } = this.random.pick(this.changes);
    this.settings = settings;
    this.switches = switches;
  }

  /** The deposit that a life begins with. */
  deposit(): string {
    const yen = this.settings.group[0]?.currency === 'JPY';
    return String(this.random.pick([2_000, 5_000, 10_000, 40_000]) * (yen ? 150 : 1));
  }
}
