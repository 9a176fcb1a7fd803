// Lists of logins as text: `1001, 1005-1010`.

import { type Outcome, ok, refuse } from '../../base/codes.js';

const PART = /^\s*([1-9]\d{0,15})(?:\s*-\s*([1-9]\d{0,15}))?\s*$/;
/** The most characters of a part in an error. */
const QUOTED_MAX = 40;

/** A range of logins, both ends included. */
interface LoginRange {
  readonly low: number;
  readonly high: number;
}

const rangeOf = (part: string): LoginRange | string => {
  const [, first, last = first] = PART.exec(part) ?? [];
  const [low, high] = [Number(first), Number(last)];
  const quoted = part.trim().slice(0, QUOTED_MAX);
  if (part.trim() === '') return 'an empty part';
  if (first === undefined || !Number.isSafeInteger(high) || !Number.isSafeInteger(low)) {
    return `${quoted} is no login and no range such as 1001-1010`;
  }
  return low > high ? `${quoted} begins above its end` : { low, high };
};

/** The number of logins in all ranges, each once: nothing is walked that may be of any size. */
const countOf = (ranges: readonly LoginRange[]): number => {
  let count = 0;
  let reached = 0;
  for (const { low, high } of [...ranges].sort((a, b) => a.low - b.low)) {
    count += Math.max(0, high - Math.max(low - 1, reached));
    reached = Math.max(reached, high);
  }
  return count;
};

/** Gathers logins in the order of first mention; an overlap of ranges is walked once. */
class MentionedLogins {
  readonly #logins = new Set<number>();
  /** For logins that were mentioned: one above, below which nothing of the run is left. */
  readonly #next = new Map<number, number>();

  add({ low, high }: LoginRange): void {
    for (let at = this.#unmentioned(low); at <= high; at = this.#unmentioned(at + 1)) {
      this.#logins.add(at);
      this.#next.set(at, at + 1);
    }
  }

  all(): number[] {
    return [...this.#logins];
  }

  /** The first login from `from` on that was not mentioned. */
  #unmentioned(from: number): number {
    let found = from;
    for (let next = this.#next.get(found); next !== undefined; next = this.#next.get(found)) {
      found = next;
    }
    for (let at = from; at !== found; ) {
      const next = this.#next.get(at) ?? found;
      this.#next.set(at, found);
      at = next;
    }
    return found;
  }
}

/**
 * Reads logins and ranges with commas between, each login once, in the order of first mention.
 * Refuses what is neither, and more logins than `most`; `field` is the name in the refusal.
 */
export const loginsOf = (field: string, text: string, most: number): Outcome<number[]> => {
  const ranges: LoginRange[] = [];
  for (const part of text.split(',')) {
    const range = rangeOf(part);
    if (typeof range === 'string') return refuse('invalid_input', `${field}: ${range}`);
    ranges.push(range);
  }
  const count = countOf(ranges);
  if (count > most) {
    return refuse('invalid_input', `${field}: ${count} logins, at most ${most}`);
  }
  const logins = new MentionedLogins();
  for (const range of ranges) logins.add(range);
  return ok(logins.all());
};
