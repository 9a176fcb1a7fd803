// The prices of the simulated world as they walk, gap and stand still.

import { formatExact, POW10 } from '../../wire/scale.js';
import type { Dice } from './dice.js';
import { WALKS, type Walk } from './symbols.js';

/** Price units in a point: prices carry three digits more than they are shown with. */
const POINT = 1000;

/** A symbol's price in points. */
interface Stand {
  readonly walk: Walk;
  bid: number;
  ask: number;
  last: number;
}

/** What a tick is told with: prices ×10^(digits+3). */
export interface Tick {
  readonly id: number;
  readonly bid: number;
  readonly ask: number;
  /** The price of the newest trade. */
  readonly last: number;
}

/** A tick that gaps moves this many times as far as a usual one may. */
const GAP = 40;

/** Symbols that mostly refuse: few ask for them. */
const SELDOM: ReadonlySet<string> = new Set(['GBPJPY', 'XAGUSD', 'OILFWD', 'SAP']);

/** Prices by symbol. */
export class Market {
  readonly #stands = new Map<string, Stand>(
    WALKS.map((walk) => [
      walk.record.name,
      { walk, bid: walk.middle, ask: walk.middle + walk.spread, last: walk.middle },
    ]),
  );
  /** Symbols that are quoted. */
  readonly names: readonly string[] = WALKS.map(({ record }) => record.name);
  /** The same as often as clients ask for them. */
  readonly wanted: readonly string[] = WALKS.flatMap(({ record }) =>
    Array.from({ length: SELDOM.has(record.name) ? 1 : 4 }, () => record.name),
  );

  /** The price as it stands, told again. */
  again(name: string): Tick {
    const { walk, bid, ask, last } = this.#stand(name);
    return { id: walk.record.id, bid: bid * POINT, ask: ask * POINT, last: last * POINT };
  }

  /** Moves a symbol by chance: mostly a little, at times by a gap. It stays within a third. */
  move(name: string, dice: Dice): Tick {
    const stand = this.#stand(name);
    const { middle, spread, step } = stand.walk;
    const far = dice.oneIn(150) ? step * GAP : step;
    const moved = stand.bid + dice.within(-far, far);
    const third = Math.floor(middle / 3);
    stand.bid = Math.min(middle + third, Math.max(middle - third, moved));
    stand.ask = stand.bid + (dice.oneIn(20) ? dice.within(0, 3 * spread) : spread);
    if (dice.oneIn(3)) stand.last = dice.oneIn(2) ? stand.bid : stand.ask;
    return this.again(name);
  }

  /** Bid and Ask in points. */
  points(name: string): { readonly bid: number; readonly ask: number } {
    return this.#stand(name);
  }

  /** The most that one tick moves a symbol, in points. */
  step(name: string): number {
    return this.#stand(name).walk.step;
  }

  /** Points as a price in text. */
  text(name: string, points: number): string {
    const { digits } = this.#stand(name).walk.record;
    return formatExact(points, digits, digits);
  }

  /** A price ×10^(digits+3) as text. */
  shown(name: string, price: number): string {
    return this.text(name, Math.round(price / (POW10[3] as number)));
  }

  #stand(name: string): Stand {
    const stand = this.#stands.get(name);
    if (stand === undefined) throw new Error(`${name} is not quoted`);
    return stand;
  }
}
