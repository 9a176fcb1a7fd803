// Side volumes: volume of one side with the sums that its means of price and rate are taken from.

import type { Position, Side } from '../../wire/trading/records.js';

/**
 * The entry of a side. A lookup by a name that varies is many times slower than this comparison.
 */
export const bySide = <T>({ buy, sell }: Readonly<Record<Side, T>>, side: Side): T =>
  side === 'buy' ? buy : sell;

/** Σ volume·price and Σ volume·rate_margin of rows, exactly. */
export interface ExactSums {
  prices: bigint;
  rates: bigint;
}

/**
 * Sums over rows in doubles, where each term is positive; the exact sums are computed on request.
 */
export interface Sums {
  readonly volume: number;
  readonly prices: number;
  readonly rates: number;
  /** The number of rounded operations that each double may include. */
  readonly steps: number;
  exact(): ExactSums;
}

/** The sums of one row. */
export class RowSums implements Sums {
  readonly prices: number;
  readonly rates: number;
  readonly steps = 2;

  /** `price` ×10^(digits+3), `rate_margin` ×10^12. */
  constructor(
    readonly volume: number,
    private readonly price: number,
    private readonly rate_margin: bigint,
  ) {
    this.prices = volume * price;
    this.rates = volume * Number(rate_margin);
  }

  exact(): ExactSums {
    const volume = BigInt(this.volume);
    return { prices: volume * BigInt(this.price), rates: volume * this.rate_margin };
  }
}

/**
 * Above this number of positions the exact sums are updated with each event; below it they are
 * computed when needed.
 */
const MANY = 32;

/** The sums of a symbol's positions of one side. */
class HeldSums implements Sums {
  private static readonly none = { buy: new HeldSums('buy', []), sell: new HeldSums('sell', []) };

  /** Sums that are never updated: only for rows that do not change, such as the empty list. */
  static of(side: Side, positions: readonly Summed[]): HeldSums {
    for (const row of positions) if (row.side === side) return new HeldSums(side, positions);
    return bySide(HeldSums.none, side);
  }

  volume = 0;
  prices = 0;
  rates = 0;
  steps = 2;
  private kept: ExactSums | null = null;

  constructor(
    private readonly side: Side,
    private readonly positions: readonly Summed[],
  ) {
    if (positions.length > MANY) this.kept = { prices: 0n, rates: 0n };
    for (const position of positions) if (position.side === side) this.add(position, 1);
  }

  /** Adds or removes a position; only where the exact sums are kept. */
  add({ volume, price_open, rate_margin }: Summed, times: 1 | -1): void {
    this.volume += times * volume;
    if (this.kept === null) {
      this.prices += volume * price_open;
      this.rates += volume * Number(rate_margin);
      this.steps += 1;
      return;
    }
    const lots = BigInt(times * volume);
    this.kept.prices += lots * BigInt(price_open);
    this.kept.rates += lots * rate_margin;
    this.prices = Number(this.kept.prices);
    this.rates = Number(this.kept.rates);
  }

  /** A copy for the same rows; only where the exact sums are kept. */
  copy(): HeldSums {
    const copy = new HeldSums(this.side, []);
    copy.volume = this.volume;
    copy.kept = this.exact();
    return copy;
  }

  exact(): ExactSums {
    if (this.kept !== null) return { ...this.kept };
    let prices = 0n;
    let rates = 0n;
    for (const { side, volume, price_open, rate_margin } of this.positions) {
      if (side !== this.side) continue;
      prices += BigInt(volume) * BigInt(price_open);
      rates += BigInt(volume) * rate_margin;
    }
    return { prices, rates };
  }
}

/** The sums of positions by side. */
export interface HeldBySide {
  readonly buy: Sums;
  readonly sell: Sums;
}

/** Volume of a position that is closed. */
interface ClosedPart {
  readonly target: Position | null;
  readonly volume_closed: number;
}

/** The fields of a position that are summed up. */
type Summed = Pick<Position, 'id' | 'side' | 'volume' | 'price_open' | 'rate_margin'>;

/** The fields of a position with another volume. */
const summed = ({ id, side, price_open, rate_margin }: Summed, volume: number): Summed => ({
  id,
  side,
  volume,
  price_open,
  rate_margin,
});

/**
 * The positions of a symbol by side. An instance is valid for the present rows; a change of rows
 * updates it or replaces it.
 */
export class HeldSides {
  readonly buy: HeldSums;
  readonly sell: HeldSums;

  /** Are the sums updated with each change? For few positions new sums are cheaper. */
  private readonly follows: boolean;

  constructor(private readonly positions: readonly Summed[]) {
    this.follows = positions.length > MANY;
    this.buy = this.follows ? new HeldSums('buy', positions) : HeldSums.of('buy', positions);
    this.sell = this.follows ? new HeldSums('sell', positions) : HeldSums.of('sell', positions);
  }

  /** The remaining positions after closes. */
  without(parts: readonly ClosedPart[]): HeldBySide {
    if (this.follows) {
      const left = { buy: this.buy.copy(), sell: this.sell.copy() };
      for (const { target, volume_closed } of parts) {
        if (target !== null) bySide(left, target.side).add(summed(target, volume_closed), -1);
      }
      return left;
    }
    const closedOf = (id: number): number =>
      parts.reduce((sum, part) => (part.target?.id === id ? sum + part.volume_closed : sum), 0);
    const rest = (row: Summed): Summed => {
      const closed = closedOf(row.id);
      return closed === 0 ? row : summed(row, row.volume - closed);
    };
    return new HeldSides(this.positions.map(rest));
  }

  /**
   * Takes in that a position was added, changed or ended; false: the caller must build new sums.
   */
  replace(before: Position | undefined, after: Position | undefined): boolean {
    if (!this.follows || this.positions.length <= MANY / 2) return false;
    if (before !== undefined) bySide(this, before.side).add(before, -1);
    if (after !== undefined) bySide(this, after.side).add(after, 1);
    return true;
  }
}

/** The sums over one side's volume that the formulas need. */
export interface SideTotals<N> {
  readonly volume: N;
  readonly prices: N;
  readonly rates: N;
  /** Σ volume · size · market rate */
  readonly sizes: N;
  /** Σ volume · market rate */
  readonly market: N;
}

/**
 * The volume of one side: held, new or reserved rows, each kind with its size and market rate.
 * Immutable: adding rows makes a new one.
 */
export class SideVolume implements SideTotals<number> {
  readonly volume: number;
  readonly prices: number;
  readonly rates: number;
  readonly sizes: number;
  readonly market: number;
  readonly steps: number;

  private constructor(
    readonly side: Side,
    private readonly sums: Sums,
    private readonly size: number,
    private readonly rate: number,
    private readonly before: SideVolume | null,
  ) {
    const { volume } = sums;
    this.volume = volume + (before?.volume ?? 0);
    this.prices = sums.prices + (before?.prices ?? 0);
    this.rates = sums.rates + (before?.rates ?? 0);
    this.sizes = volume * size * rate + (before?.sizes ?? 0);
    this.market = volume * rate + (before?.market ?? 0);
    this.steps = sums.steps + 2 + (before?.steps ?? 0);
  }

  private static readonly none = {
    buy: new SideVolume('buy', new RowSums(0, 0, 0n), 0, 0, null),
    sell: new SideVolume('sell', new RowSums(0, 0, 0n), 0, 0, null),
  };

  static empty(side: Side): SideVolume {
    return bySide(SideVolume.none, side);
  }

  /**
   * The volume with further rows: `size` is the contract size or money a lot, `rate` the market
   * rate, both ×10^8.
   */
  with(sums: Sums, size: number, rate: number): SideVolume {
    if (sums.volume === 0) return this;
    return new SideVolume(this.side, sums, size, rate, this.volume === 0 ? null : this);
  }

  /** The same sums as big integers. */
  exact(): SideTotals<bigint> {
    const totals = { volume: BigInt(this.volume), prices: 0n, rates: 0n, sizes: 0n, market: 0n };
    for (let one: SideVolume | null = this; one !== null; one = one.before) {
      const { prices, rates } = one.sums.exact();
      const market = BigInt(one.sums.volume) * BigInt(one.rate);
      totals.prices += prices;
      totals.rates += rates;
      totals.market += market;
      totals.sizes += market * BigInt(one.size);
    }
    return totals;
  }
}

/** Both sides of a symbol. */
export interface BothSides {
  readonly buy: SideVolume;
  readonly sell: SideVolume;
}
