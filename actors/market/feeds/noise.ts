// Noise: deterministic numbers that look random, computed from a seed and a time.

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const TWO_32 = 2 ** 32;

/** A 32-bit seed from text. */
export const seedOf = (text: string): number => {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  }
  return hash | 0;
};

const mix = (value: number): number => {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
};

/** A number in [0, 1) for the n-th cell of a seed; n is any integer. */
export const noiseAt = (seed: number, n: number): number => {
  const high = Math.floor(n / TWO_32);
  const low = n - high * TWO_32;
  return (mix(mix(seed ^ high) ^ low) >>> 0) / TWO_32;
};

/** An octave: random values at the borders of cells, linear interpolation between them. */
interface Octave {
  readonly seed: number;
  /** Cells in a second. */
  readonly rate: number;
  readonly height: number;
  cell: number;
  from: number;
  to: number;
}

/** The finest and the coarsest octave: cells of a quarter of a second, and of about 12 days. */
const FINEST_SEC = 0.25;
const OCTAVES = 23;
const DAY_SEC = 86_400;
/** Scales the octaves so that changes over a day have the requested deviation. */
const DAY_SCALE = 0.72;

/**
 * A path that resembles a random walk over seconds to days and returns to 0 over weeks: the sum of
 * octaves whose amplitude grows with the root of their length. Any moment can be computed; adjacent
 * moments are cheap.
 */
export class Path {
  readonly #octaves: readonly Octave[];

  /** `daily` is the standard deviation of a day's change. */
  constructor(seed: number, daily: number) {
    this.#octaves = Array.from({ length: OCTAVES }, (_, k) => {
      const seconds = FINEST_SEC * 2 ** k;
      return {
        seed: mix(seed + k),
        rate: 1 / seconds,
        height: DAY_SCALE * daily * Math.sqrt(seconds / DAY_SEC),
        cell: Number.NaN,
        from: 0,
        to: 0,
      };
    });
  }

  /** The path's value at a time in seconds. */
  at(seconds: number): number {
    let sum = 0;
    for (const octave of this.#octaves) {
      const place = seconds * octave.rate;
      const cell = Math.floor(place);
      if (cell !== octave.cell) {
        octave.cell = cell;
        octave.from = (noiseAt(octave.seed, cell) - 0.5) * 2 * octave.height;
        octave.to = (noiseAt(octave.seed, cell + 1) - 0.5) * 2 * octave.height;
      }
      sum += octave.from + (octave.to - octave.from) * (place - cell);
    }
    return sum;
  }
}
