// Work of a turn: how much one client may have done for it in one turn of the event loop. The
// library reads 512 KiB of a connection at a time, which is 87,000 chunks, frames or pings.

import { markAlive } from '../../actors/client.js';
import { ACCOUNT_FRAME_BYTES_MAX } from '../../wire/codec/frames.js';

/** The work done for clients, in units of about a microsecond. */
export const WORK = { request: 16, chunk: 1, frame: 1 } as const;
/** Bytes of a frame that are a unit more, and of one that is longer than requests of accounts. */
const FRAME_UNIT_BYTES = { short: 256, long: 32 } as const;

/** Units that a frame takes. */
export const frameUnits = (bytes: number): number => {
  const { short, long } = FRAME_UNIT_BYTES;
  return WORK.frame + Math.floor(bytes / (bytes > ACCOUNT_FRAME_BYTES_MAX ? long : short));
};

/** Units that one address may have done for it in a turn: some 20 ms. */
export const TURN_UNITS = 16_384;

/** The number of this turn, and whether the next one is awaited to count on. */
let turn = 0;
let isCounted = false;

const currentTurn = (): number => {
  if (isCounted) return turn;
  isCounted = true;
  setImmediate(() => {
    isCounted = false;
    turn += 1;
  });
  return turn;
};

/** The work done for one client, turn by turn. */
export class TurnWork {
  /** Most units that any client had done for it in a turn, since the process began. */
  static most = 0;
  #turn = -1;
  #taken = 0;

  constructor(private readonly max = TURN_UNITS) {}

  /** Takes units; false = this turn's are spent. Work is life: the thread is seen to get on. */
  take(units: number): boolean {
    const now = currentTurn();
    if (this.#turn !== now) {
      this.#turn = now;
      this.#taken = 0;
      markAlive();
    }
    if (this.#taken + units > this.max) return false;
    this.#taken += units;
    if (this.#taken > TurnWork.most) TurnWork.most = this.#taken;
    return true;
  }

  /** Was nothing done for it in this turn so far? */
  get isFresh(): boolean {
    return this.#turn !== currentTurn();
  }
}
