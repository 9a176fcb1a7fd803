// The account of a random life in the engine: every quote is remembered, and settings may change.

import type { Context } from '../../../engine/account/types.js';
import {
  changeSettings,
  compileSettings,
  newAccount,
  onTick,
  TickProgress,
} from '../../../engine/engine.js';
import type { Quote } from '../../../engine/settings/quotes.js';
import type { EngineSettings } from '../../../engine/settings/settings.js';
import { parseScaled } from '../../../wire/base/scale.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Prices } from '../../model/account.js';
import { EngineHarness } from '../engine-harness.js';
import { deltaBetween } from '../settings-delta.js';
import type { Instrument } from './symbols.js';

/** Settings as the engine takes them: worlds are lived in more than once. */
const compiled = new WeakMap<Settings, EngineSettings>();

const compiledOf = (settings: Settings): EngineSettings => {
  const known = compiled.get(settings) ?? compileSettings(settings);
  compiled.set(settings, known);
  return known;
};

/** The account in its world: every quote of it is remembered. */
export class LifeAccount extends EngineHarness {
  private readonly streams = new Map<number, Quote[]>();

  constructor(
    settings: Settings,
    switches: AccountSwitches,
    /** Are settings compiled as changes of those before? Then no other account has them. */
    private readonly changes: boolean,
  ) {
    super({
      settings,
      compiled: changes ? compileSettings(settings) : compiledOf(settings),
      switches,
      now: switches.created_at,
    });
  }

  override get ctx(): Context {
    const ctx = super.ctx as { -readonly [name in keyof Context]: Context[name] };
    ctx.inStream = (id, fits, since) => {
      const stream = this.streams.get(id) ?? [];
      return stream.some(
        ({ time, bid, ask }, at) => (time >= since || at === stream.length - 1) && fits(bid, ask),
      );
    };
    return ctx;
  }

  /** A quote of a symbol, offered to the account's group or not. */
  quoteOf({ record: { id, digits } }: Instrument, [bid, ask, last]: Prices): void {
    const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
    const quote = { bid: scaled(bid), ask: scaled(ask), time: this.now, last: scaled(last) };
    this.quotes.set(id, quote);
    const stream = this.streams.get(id) ?? [];
    stream.push(quote);
    this.streams.set(id, stream);
  }

  /** A tick of a symbol, in parts of at most so many events or a few more. */
  settle(id: number, most: number): void {
    const progress = new TickProgress();
    while (this.keep(onTick(this.state, this.ctx, id, progress, most)).length >= most);
  }

  /** Settings and switches are others. */
  adopt(settings: Settings, switches: AccountSwitches): void {
    const before = this.settings;
    this.settings = settings;
    this.state.switches = switches;
    this.compiled = this.changes
      ? changeSettings(this.compiled, settings, deltaBetween(before, settings)).settings
      : compiledOf(settings);
  }

  /** The server stops and starts: the account is made again from its rows. */
  restart(): void {
    const { switches, ledger, positions, orders, queue } = this.state;
    const rows = [[...positions.values()], [...orders.values()], [...queue.values()]] as const;
    this.state = newAccount(switches, ledger, ...rows);
  }

  /** Keeps what has happened; history knows of it at once. */
  protected override keep(events: readonly AccountEvent[]): readonly AccountEvent[] {
    for (const { orders, positions } of events) {
      for (const { id } of orders) this.past.add(`order ${id}`);
      for (const { id } of positions) this.past.add(`position ${id}`);
    }
    return super.keep(events);
  }
}
