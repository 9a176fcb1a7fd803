// The newest batches of the log in memory: a reader that keeps up costs no reading of the file.

import type { Stored } from './newest-commit.js';

/** Bytes of each half. */
const HALF_BYTES = 1 << 19;

interface Half {
  readonly room: Buffer;
  /** Oldest first, as views of the room. */
  readonly batches: Stored[];
  readonly used: number;
}

/** The newest stored batches without a gap; when a half is full, the older half makes room. */
export class RecentBatches {
  #older: Half;
  #newer: Half;

  constructor() {
    const half = (): Half => ({ room: Buffer.allocUnsafeSlow(HALF_BYTES), batches: [], used: 0 });
    [this.#older, this.#newer] = [half(), half()];
  }

  /** Keeps a copy of the batch that follows the newest one; if it fits no half, nothing is kept. */
  add({ first, value }: Stored): void {
    const fits = this.#newer.used + value.length <= HALF_BYTES;
    if (!fits) this.#turn();
    if (value.length > HALF_BYTES) return this.#turn();
    const { room, batches, used } = this.#newer;
    const end = used + value.length;
    value.copy(room, used);
    batches.push({ first, value: room.subarray(used, end) });
    this.#newer = { room, batches, used: end };
  }

  /**
   * The batches from the one that contains `seq` on, as views that are valid until the next `add`;
   * undefined when there are older ones among them than are kept.
   */
  from(seq: number): Stored[] | undefined {
    const kept = [...this.#older.batches, ...this.#newer.batches];
    const begin = kept.findLastIndex(({ first }) => first <= seq);
    return begin < 0 ? undefined : kept.slice(begin);
  }

  #turn(): void {
    const { room } = this.#older;
    this.#older = this.#newer;
    this.#newer = { room, batches: [], used: 0 };
  }
}
