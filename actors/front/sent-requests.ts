// The requests that are sent to providers, as shards show them.

import type { SentRequest, ShownRequests } from '../../wire/trading/queued.js';

/** Keeps the requests at providers of all shards, for gateways that start later. */
export class SentRequests {
  readonly all = new Map<number, SentRequest>();
  /** The shards that have shown theirs since they started, and who waits for all of them. */
  readonly #shown = new Set<number>();
  /** The requests that failed shards had shown, until these shards have shown theirs again. */
  readonly #dropped = new Map<number, Map<number, SentRequest>>();
  #waiting: (() => void)[] = [];
  /** Changes that wait for `flush`. */
  #unsent: SentRequest[] = [];

  /** `send` gets all changes in their order; there are so many shards. */
  constructor(
    private readonly send: (requests: readonly SentRequest[]) => void,
    private readonly shards: number,
  ) {}

  /**
   * Sends the changes since the last call. New requests do not wait for it: waking another thread
   * takes as long as sending the answers of a turn, which go first otherwise.
   */
  flush(): void {
    if (this.#unsent.length === 0) return;
    const unsent = this.#unsent;
    this.#unsent = [];
    this.send(unsent);
  }

  /** A shard shows a request as JSON, or that it has shown all. */
  changed(text: string): void {
    const change = JSON.parse(text) as SentRequest | ShownRequests;
    if ('shard' in change) return this.#begin(change.shard);
    if (change.isGone) this.all.delete(change.id);
    else this.all.set(change.id, { ...change, isNew: false });
    this.#unsent.push(change);
    if (change.isNew) this.flush();
  }

  /** Resolves when every shard has shown its requests: before, reports would find no order. */
  whole(): Promise<void> {
    if (this.#shown.size === this.shards) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** A request that a shard shows no more ended in the moment of the shard's failure. */
  #begin(shard: number): void {
    for (const [id, request] of this.#dropped.get(shard) ?? []) {
      if (!this.all.has(id)) this.#unsent.push({ ...request, isGone: true });
    }
    this.#dropped.delete(shard);
    this.#shown.add(shard);
    if (this.#shown.size < this.shards) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Forgets the requests of a shard that failed: it shows them again when it has started. */
  drop(shard: number, isOf: (login: number) => boolean): void {
    this.#shown.delete(shard);
    const dropped = this.#dropped.get(shard) ?? new Map<number, SentRequest>();
    for (const [id, request] of this.all) {
      if (!isOf(request.login)) continue;
      dropped.set(id, request);
      this.all.delete(id);
    }
    this.#dropped.set(shard, dropped);
  }
}
