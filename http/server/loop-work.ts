// Limits the work that one client causes in one iteration of the event loop. The library
// reads 512 KiB of a connection at a time, which can be 87,000 chunks, frames or pings.

import { markAlive } from '../../actors/client.js';
import { ACCOUNT_FRAME_BYTES_MAX } from '../../wire/codec/frames.js';

/** The cost of work in units of about a microsecond. */
export const WORK = { request: 16, chunk: 1, frame: 1 } as const;
/**
 * Bytes of a frame that cost a further unit, for short frames and for those longer than account
 * requests.
 */
const FRAME_UNIT_BYTES = { short: 256, long: 32 } as const;

/** The units of a frame. */
export const frameUnits = (bytes: number): number => {
  const { short, long } = FRAME_UNIT_BYTES;
  return WORK.frame + Math.floor(bytes / (bytes > ACCOUNT_FRAME_BYTES_MAX ? long : short));
};

/** Bytes of a body that cost a unit: the shortest fields take as long to parse and to check. */
const BODY_UNIT_BYTES = 16;

/** The units of a request's body. */
export const bodyUnits = (bytes: number): number => 1 + Math.floor(bytes / BODY_UNIT_BYTES);

/** Most units for an address in an iteration: some 20 ms. */
export const LOOP_UNITS = 16_384;

/** The number of this iteration, and whether a callback for the next one is scheduled. */
let loop = 0;
let isCounted = false;

const currentLoop = (): number => {
  if (isCounted) return loop;
  isCounted = true;
  setImmediate(() => {
    isCounted = false;
    loop += 1;
  });
  return loop;
};

/** The work for one client in the present iteration. */
export class LoopWork {
  /** Most units that any client has used in an iteration since the start. */
  static most = 0;
  #loop = -1;
  #taken = 0;

  constructor(private readonly max = LOOP_UNITS) {}

  /**
   * Uses units; false = the units of this iteration are used up. Also beats the thread's heart,
   * because processing frames is progress.
   */
  take(units: number): boolean {
    const now = currentLoop();
    if (this.#loop !== now) {
      this.#loop = now;
      this.#taken = 0;
      markAlive();
    }
    if (this.#taken + units > this.max) return false;
    this.#taken += units;
    if (this.#taken > LoopWork.most) LoopWork.most = this.#taken;
    return true;
  }

  /** Was nothing done for it in this iteration so far? */
  get isFresh(): boolean {
    return this.#loop !== currentLoop();
  }
}
