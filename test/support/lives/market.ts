// Random prices with moves and gaps, and the prices in requests.

import type { Prices } from '../../model/account.js';
import type { SeededRandom } from './random.js';
import type { Instrument } from './symbols.js';

/** How far one move goes at most, as shares of the usual price: mostly little, sometimes a gap. */
const WILD = [0.0005, 0.002, 0.006, 0.006, 0.03] as const;

/** Prices of some instruments, a clock and chance. */
export class Market {
  /** Middle prices in points. */
  private readonly middles = new Map<string, number>();
  /** Prices of the newest trades. */
  private readonly lasts = new Map<string, string>();
  private readonly byName: ReadonlyMap<string, Instrument>;

  constructor(
    readonly random: SeededRandom,
    readonly instruments: readonly Instrument[],
    /** What is mostly traded. */
    readonly active: readonly Instrument[],
    public now: number,
    private readonly reaches: readonly number[] = WILD,
  ) {
    this.byName = new Map(instruments.map((one) => [one.name, one]));
    for (const { name, middle } of instruments) this.middles.set(name, middle);
  }

  instrument(name: string): Instrument {
    const found = this.byName.get(name);
    if (found === undefined) throw new Error(`no instrument ${name}`);
    return found;
  }

  /** A price some points from the middle, on tick, as text. */
  near({ name, tick, record }: Instrument, points: number): string {
    const at = (this.middles.get(name) ?? 0) + points;
    const onTick = Math.max(tick, Math.round(at / tick) * tick);
    return (onTick / 10 ** record.digits).toFixed(record.digits);
  }

  /** Bid and Ask at symbol level, and the price of the newest trade. */
  prices(instrument: Instrument): Prices {
    const last = this.lasts.get(instrument.name) ?? '0';
    return [this.near(instrument, 0), this.near(instrument, instrument.width), last];
  }

  /** Moves a price by a share of what is usual; it stays between 60 % and 160 % of that. */
  move(instrument: Instrument): void {
    const { random } = this;
    const { name, middle, tick, width, record } = instrument;
    const reach = random.pick(this.reaches);
    const points = Math.round(middle * reach * (random.next() * 2 - 1));
    const moved = Math.max(Math.round(middle * 0.6), (this.middles.get(name) ?? 0) + points);
    const kept = Math.min(Math.round(middle * 1.6), moved);
    this.middles.set(name, kept - (kept % tick));
    if (record.chart_mode === 'bid' || !random.chance(0.7)) return;
    this.lasts.set(name, this.near(instrument, random.within(-3, 4) * width));
  }
}
