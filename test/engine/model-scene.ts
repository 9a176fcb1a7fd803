// One random world as it runs: its settings, its prices, its clock, and who the account is.

import type { AccountSwitches, Settings } from '../../wire/config.js';
import type { Prices } from '../model/account.js';
import { NOON } from '../support/engine-harness.js';
import { Dice } from './model-dice.js';
import { changedSettings, type Scope, settingsOf } from './model-settings.js';
import { type Instrument, instrumentsOf } from './model-symbols.js';

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
interface World {
  readonly instruments: readonly Instrument[];
  /** What the account mostly trades. */
  readonly active: readonly Instrument[];
  readonly switches: AccountSwitches;
  readonly settings: Settings;
  /** What settings and switches may become, and become again, in a life. */
  readonly changes: readonly Change[];
  /** The dice as they lie when the world is made. */
  readonly dice: Dice;
}

/** Worlds by seed and scope: many lives are lived in each. */
const worlds = new Map<string, World>();

const createWorld = (seed: number, scope: Scope): World => {
  const dice = new Dice(seed);
  const instruments = instrumentsOf(dice);
  const settings = settingsOf(dice, instruments, scope);
  const created_at = dice.pick(STARTS);
  const count = dice.int(1, 4);
  const active = Array.from({ length: count }, () => dice.pick(instruments));
  const switches = {
    login: 1001,
    version: 1,
    group: settings.group[0]?.path ?? '',
    name: '',
    enabled: true,
    trading_enabled: true,
    api_enabled: false,
    leverage_own: dice.chance(0.2) ? 50 : 0,
    limit_orders: dice.chance(0.05) ? 2 : 0,
    limit_positions: dice.chance(0.05) ? 3 : 0,
    agent: dice.chance(0.5) ? 2002 : 0,
    archived: false,
    hidden: false,
    created_at,
  };
  const first = { settings, switches };
  const second = {
    settings: changedSettings(dice, settings, scope),
    switches: {
      ...switches,
      leverage_own: dice.pick([0, 20, 50, 200]),
      limit_orders: dice.chance(0.1) ? 2 : 0,
      agent: dice.chance(0.5) ? 2002 : 0,
    },
  };
  const third = {
    settings: dice.chance(0.5) ? settings : second.settings,
    switches: { ...switches, trading_enabled: dice.chance(0.6), leverage_own: dice.int(10, 400) },
  };
  return { instruments, active, switches, settings, dice, changes: [first, second, third] };
};

const worldOf = (seed: number, scope: Scope): World => {
  const key = `${seed} ${scope.profiles}`;
  const world = worlds.get(key) ?? createWorld(seed, scope);
  worlds.set(key, world);
  return world;
};

/** A world in which one account lives. */
export class Scene {
  readonly dice: Dice;
  readonly instruments: readonly Instrument[];
  readonly active: readonly Instrument[];
  switches: AccountSwitches;
  settings: Settings;
  private readonly changes: readonly Change[];
  now: number;
  /** Middle prices in points. */
  private readonly middles = new Map<string, number>();
  /** Prices of the newest trades. */
  private readonly lasts = new Map<string, string>();

  constructor(seed: number, scope: Scope) {
    const { instruments, active, switches, settings, changes, dice } = worldOf(seed, scope);
    this.changes = changes;
    this.dice = dice.copy();
    this.instruments = instruments;
    this.active = active;
    this.switches = switches;
    this.settings = settings;
    this.now = switches.created_at;
    for (const { name, middle } of instruments) this.middles.set(name, middle);
  }

  /** Settings and switches change. */
  change(): void {
    const { settings, switches } = this.dice.pick(this.changes);
    this.settings = settings;
    this.switches = switches;
  }

  /** The deposit that a life begins with. */
  deposit(): string {
    const yen = this.settings.group[0]?.currency === 'JPY';
    return String(this.dice.pick([2_000, 5_000, 10_000, 40_000]) * (yen ? 150 : 1));
  }

  instrument(name: string): Instrument {
    const found = this.instruments.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no instrument ${name}`);
    return found;
  }

  /** A price some points from the middle, on tick, as text. */
  near(instrument: Instrument, points: number): string {
    const { tick, record } = instrument;
    const at = (this.middles.get(instrument.name) ?? 0) + points;
    const onTick = Math.max(tick, Math.round(at / tick) * tick);
    return (onTick / 10 ** record.digits).toFixed(record.digits);
  }

  /** Bid and Ask at symbol level, and the price of the newest trade. */
  prices(instrument: Instrument): Prices {
    const last = this.lasts.get(instrument.name) ?? '0';
    return [this.near(instrument, 0), this.near(instrument, instrument.width), last];
  }

  /** Moves a price by a share of itself: mostly little, sometimes a gap. */
  move(instrument: Instrument): void {
    const { dice } = this;
    const middle = this.middles.get(instrument.name) ?? 0;
    const reach = dice.pick([0.0005, 0.002, 0.006, 0.006, 0.03]);
    const points = Math.round(instrument.middle * reach * (dice.next() * 2 - 1));
    const least = Math.round(instrument.middle * 0.6);
    const moved = Math.max(least, middle + points);
    this.middles.set(instrument.name, moved - (moved % instrument.tick));
    if (instrument.record.chart_mode === 'bid' || !dice.chance(0.7)) return;
    const off = dice.int(-3, 4) * instrument.width;
    this.lasts.set(instrument.name, this.near(instrument, off));
  }
}
