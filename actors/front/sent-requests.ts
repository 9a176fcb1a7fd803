// The requests that are sent to providers, as shards show them.

import type { SentRequest, ShownRequests } from '../../wire/trading/queued.js';

/** Keeps the requests at providers of all shards, for gateways that start later. */
export class SentRequests {
  readonly all = new Map<number, SentRequest>();
  /** The shards that have shown theirs since they started, and who waits for all of them. */
  readonly #shown = new Set<number>();
  #waiting: (() => void)[] = [];

  /** `tell` gets each change; there are so many shards. */
  constructor(
    private readonly tell: (request: SentRequest) => void,
    private readonly shards: number,
  ) {}

  /** A shard shows a request as JSON, or that it has shown all. */
  changed(text: string): void {
    const told = JSON.parse(text) as SentRequest | ShownRequests;
    if ('shard' in told) return this.#begin(told.shard);
    if (told.isGone) this.all.delete(told.id);
    else this.all.set(told.id, { ...told, isNew: false });
    this.tell(told);
  }

  /** Resolves when every shard has shown its requests: before, reports would find no order. */
  whole(): Promise<void> {
    if (this.#shown.size === this.shards) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #begin(shard: number): void {
    this.#shown.add(shard);
    if (this.#shown.size < this.shards) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Forgets the requests of a shard that failed: it shows them again when it has started. */
  drop(shard: number, isOf: (login: number) => boolean): void {
    this.#shown.delete(shard);
    for (const [id, { login }] of this.all) if (isOf(login)) this.all.delete(id);
  }
}
