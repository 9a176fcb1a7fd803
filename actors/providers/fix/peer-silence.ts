// The silence of a peer: when it is tested, and when it counts as gone.

/** Parts of a heartbeat interval without a message: then the peer is tested, or given up. */
const TEST_AFTER = 1.2;
const LOST_AFTER = 2.4;

/** Times are elapsed ms. While we hold back what the peer sends, its silence does not grow. */
export class PeerSilence {
  #heardAt = 0;
  #isTesting = false;
  /** Since when we hold it back; undefined = we do not. */
  #heldSince: number | undefined;

  /** A connection has begun. */
  begin(now: number): void {
    this.#heldSince = undefined;
    this.heard(now);
  }

  /** A message has come. */
  heard(now: number): void {
    this.#heardAt = now;
    this.#isTesting = false;
  }

  /** Was it tested, and has not answered? Nothing else is sent to it meanwhile. */
  get isTesting(): boolean {
    return this.#isTesting && !this.isHeld;
  }

  /** Is what the peer sends held back? */
  get isHeld(): boolean {
    return this.#heldSince !== undefined;
  }

  /** Holds back what the peer sends. */
  hold(now: number): void {
    this.#heldSince ??= now;
  }

  /** Reads on: for how long it was held back, in ms. */
  release(now: number): number {
    const heldMs = now - (this.#heldSince ?? now);
    this.#heldSince = undefined;
    this.#heardAt += heldMs;
    return heldMs;
  }

  /** When `due` is to be asked again, for an interval in ms; infinite while held back. */
  dueAt(interval: number): number {
    if (this.isHeld) return Number.POSITIVE_INFINITY;
    return this.#heardAt + (this.#isTesting ? LOST_AFTER : TEST_AFTER) * interval;
  }

  /**
   * The step that is due for an interval in ms: the peer is `lost`, it is to be tested by a message
   * (`test`, once), or to be waited for after that (`wait`); undefined = it was heard lately.
   */
  due(interval: number, now: number): 'lost' | 'test' | 'wait' | undefined {
    if (this.isHeld) return undefined;
    const silence = now - this.#heardAt;
    if (silence >= LOST_AFTER * interval) return 'lost';
    if (this.#isTesting) return 'wait';
    if (silence < TEST_AFTER * interval) return undefined;
    this.#isTesting = true;
    return 'test';
  }
}
