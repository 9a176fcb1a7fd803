// Market hours: how lively each kind of market is by the hour of the week, in UTC.

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
const WEEK_MS = WEEK_HOURS * HOUR_MS;
/** A Sunday, 00:00 UTC: business time counts from here. */
const EPOCH_MS = Date.UTC(2023, 0, 1);
/** What is left of a market's liveliness while it is closed. */
const CLOSED = 0.02;

/** When a market opens and closes in the week, [weekday, hour], and its day by the hour. */
interface Hours {
  readonly opens: readonly [day: number, hour: number];
  readonly closes: readonly [day: number, hour: number];
  readonly day: readonly number[];
}

// Variance of prices by the hour of the day from 0:00 to 23:00; 1 is an average hour.
const HOURS = {
  forex: {
    opens: [0, 21],
    closes: [5, 21],
    day: [
      0.6, 0.7, 0.6, 0.5, 0.5, 0.6, 0.9, 1.4, 1.5, 1.2, 1.1, 1.1, 1.6, 2.0, 2.1, 1.8, 1.4, 0.9, 0.8,
      0.7, 0.6, 0.3, 0.4, 0.5,
    ],
  },
  metals: {
    opens: [0, 22],
    closes: [5, 21],
    day: [
      0.6, 0.7, 0.6, 0.5, 0.5, 0.6, 0.8, 1.1, 1.2, 1.1, 1.0, 1.1, 1.7, 2.2, 2.3, 1.9, 1.4, 1.0, 0.9,
      0.7, 0.5, 0.02, 0.4, 0.5,
    ],
  },
  america: {
    opens: [0, 22],
    closes: [5, 21],
    day: [
      0.3, 0.3, 0.3, 0.2, 0.2, 0.3, 0.4, 0.6, 0.6, 0.5, 0.5, 0.6, 0.9, 2.4, 3.2, 2.4, 1.9, 1.7, 1.8,
      2.6, 0.6, 0.02, 0.3, 0.3,
    ],
  },
  europe: {
    opens: [1, 0],
    closes: [5, 21],
    day: [
      0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 2.2, 2.6, 2.0, 1.6, 1.5, 1.6, 2.0, 2.2, 1.8, 0.9, 0.6, 0.5,
      0.5, 0.4, 0.02, 0.1, 0.1,
    ],
  },
  asia: {
    opens: [0, 23],
    closes: [5, 20],
    day: [
      2.4, 2.2, 1.8, 1.4, 1.6, 1.8, 1.2, 0.8, 0.7, 0.6, 0.5, 0.5, 0.7, 1.0, 1.2, 0.9, 0.7, 0.6, 0.6,
      0.6, 0.02, 0.02, 0.5, 1.4,
    ],
  },
  crypto: {
    opens: [0, 0],
    closes: [7, 0],
    day: [
      1.0, 1.0, 0.9, 0.8, 0.7, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 1.0, 1.1, 1.4, 1.6, 1.5, 1.3, 1.1, 1.0,
      1.0, 0.9, 0.9, 1.0, 1.0,
    ],
  },
} as const satisfies Record<string, Hours>;

/** A kind of market by its hours. */
export type MarketKind = keyof typeof HOURS;

/** A week of a kind of market. */
export class MarketWeek {
  /** Liveliness of each hour of the week, Sunday 0:00 first. */
  readonly #rates: readonly number[];
  /** Business hours gone by at the start of each hour of the week, and at its end. */
  readonly #gone: readonly number[];

  constructor(kind: MarketKind) {
    const { opens, closes, day } = HOURS[kind];
    const from = opens[0] * 24 + opens[1];
    const to = closes[0] * 24 + closes[1];
    const hours = Array.from({ length: WEEK_HOURS }, (_, hour) => hour);
    this.#rates = hours.map((hour) => (hour >= from && hour < to ? day[hour % 24]! : CLOSED));
    const gone = [0];
    for (const rate of this.#rates) gone.push(gone.at(-1)! + rate);
    this.#gone = gone;
  }

  /** How lively the market is at a time: the variance of an average hour is 1. */
  livelinessAt(time: number): number {
    const inWeek = (((time - EPOCH_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS;
    return this.#rates[Math.floor(inWeek / HOUR_MS)]!;
  }

  /**
   * Business time in seconds: it runs as fast as the market is lively, so a path that is read by
   * it moves in open hours and rests at night and on weekends.
   */
  businessSeconds(time: number): number {
    const weeks = Math.floor((time - EPOCH_MS) / WEEK_MS);
    const inWeek = time - EPOCH_MS - weeks * WEEK_MS;
    const hour = Math.floor(inWeek / HOUR_MS);
    const part = (inWeek - hour * HOUR_MS) / HOUR_MS;
    const hours = weeks * this.#gone[WEEK_HOURS]! + this.#gone[hour]! + part * this.#rates[hour]!;
    return hours * 3600;
  }
}
