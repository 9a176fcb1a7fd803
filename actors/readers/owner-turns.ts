// Turns at sliced reads: how many of one owner or audience are open at a time, so that others have
// room.

import type { Outcome, Refusal } from '../../wire/base/codes.js';
import { AUDIENCE_JOBS_MAX, JOB_WAIT_MS, OWNER_JOBS_MAX } from '../shared/fair-queue.js';
import { WorkSlots } from '../shared/work-slots.js';

/** Most reads that are open at a time, and most that wait for one of them to end. */
interface TurnLimits {
  readonly open: number;
  readonly waiting: number;
}
export const OF_OWNER: TurnLimits = { open: 2, waiting: OWNER_JOBS_MAX };
/** Half of the reads that a thread has open: neither audience takes the room of the other. */
export const OF_AUDIENCE: TurnLimits = { open: 8, waiting: AUDIENCE_JOBS_MAX };

/** Gives the reads of each owner or audience their turns, in the order of their arrival. */
export class OwnerTurns {
  readonly #owners = new Map<string, WorkSlots>();

  /** `busy` is the answer where too many wait, or one waited too long; `now` is the time in ms. */
  constructor(
    private readonly limits: TurnLimits,
    private readonly busy: Refusal,
    private readonly now = (): number => performance.now(),
  ) {}

  /** Runs a read of an owner when it is its turn; refused when too many of the owner's wait. */
  async take<T>(owner: string, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const slots = this.#owners.get(owner) ?? new WorkSlots(this.limits.open);
    if (slots.waiting >= this.limits.waiting) return this.busy;
    this.#owners.set(owner, slots);
    const cameAt = this.now();
    try {
      return await slots.run(async () =>
        this.now() - cameAt > JOB_WAIT_MS ? this.busy : await read(),
      );
    } finally {
      if (slots.isIdle) this.#owners.delete(owner);
    }
  }
}
