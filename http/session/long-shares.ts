// Long shares: the bytes of long bodies and long answers that an account may have, which cost the
// front by their length.

import { setTimeout as elapsed } from 'node:timers/promises';
import { Allowances } from '../../actors/client.js';
import type { Audience, SessionCopy } from '../../wire/accounts/identity.js';
import { type Refusal, refuse } from '../../wire/base/codes.js';
import { BODY_BYTES_MAX, SessionTurns } from '../server/limits.js';

/** The bytes at once, and in a minute; a MiB takes the front some 10 ms. */
export const LONG_BYTES = {
  staff: { most: 32 << 20, perMinute: (8 << 20) * 60 },
  trader: { most: 8 << 20, perMinute: (2 << 20) * 60 },
} as const;
/** A request that would have to wait for longer is refused, in ms. */
const WAIT_MS_MAX = 1_000;

const tooLong = refuse(
  'trade.too_many_requests',
  'The account has had too many long answers or requests; try again. retry_after=1',
);

type Owner = Pick<SessionCopy, 'audience' | 'login' | 'read_only'>;

/** Investors do not use up what the owner of their account may have. */
const nameOf = ({ login, read_only }: Owner): string => `${login}${read_only ? ' read-only' : ''}`;

/** What counts as long, in bytes. */
const longBytes = (sent: string | Uint8Array): number =>
  sent.length > BODY_BYTES_MAX ? Buffer.byteLength(sent) : 0;

/** The shares of all accounts. */
export class LongShares {
  readonly #left: Readonly<Record<Audience, Allowances>> = {
    staff: new Allowances(LONG_BYTES.staff),
    trader: new Allowances(LONG_BYTES.trader),
  };
  readonly #turns = new SessionTurns();

  /** `now`: a monotonic clock in ms. */
  constructor(private readonly now: () => number) {}

  /**
   * Takes the bytes of a body, or looks whether there may be another long answer, where the body is
   * short. Undefined = now; else the request waits for its turn, or is refused.
   */
  take(owner: Owner, body: string | Uint8Array): Promise<Refusal | undefined> | undefined {
    const waitMs = this.#take(owner, body);
    if (waitMs === 0) return undefined;
    // Its body would be kept while it waits, also when its sender is gone.
    if (waitMs > WAIT_MS_MAX) return Promise.resolve(tooLong);
    return this.#turns.take(nameOf(owner), () => this.#wait(owner, body));
  }

  /** Counts an answer. */
  count(owner: Owner, answer: string | Uint8Array): void {
    const bytes = longBytes(answer);
    if (bytes > 0) this.spend(owner, bytes);
  }

  /** Counts bytes that are sent in pieces. */
  spend(owner: Owner, bytes: number): void {
    this.#left[owner.audience].spend(nameOf(owner), bytes, this.now());
  }

  /** The ms until more may be sent. */
  waitMs(owner: Owner): number {
    return this.#left[owner.audience].wait(nameOf(owner), 0, this.now());
  }

  async #wait(owner: Owner, body: string | Uint8Array): Promise<Refusal | undefined> {
    for (;;) {
      const waitMs = this.#take(owner, body);
      if (waitMs === 0) return undefined;
      if (waitMs > WAIT_MS_MAX) return tooLong;
      await elapsed(waitMs);
    }
  }

  /** Takes the bytes of a body; returns 0, or the ms to wait for them, or for any at all. */
  #take(owner: Owner, body: string | Uint8Array): number {
    const bytes = longBytes(body);
    const { rate } = this.#left[owner.audience];
    const amount = Math.min(rate.most, bytes);
    return this.#left[owner.audience].take(nameOf(owner), amount, this.now());
  }
}
