// The requests that are sent to providers, as shards show them.

import type { SentRequest } from '../../wire/trading/queued.js';

/** Keeps the requests at providers of all shards, for gateways that start later. */
export class SentRequests {
  readonly all = new Map<number, SentRequest>();

  /** `tell` gets each change. */
  constructor(private readonly tell: (request: SentRequest) => void) {}

  /** A shard shows a request as JSON. */
  changed(text: string): void {
    const request = JSON.parse(text) as SentRequest;
    if (request.isGone) this.all.delete(request.id);
    else this.all.set(request.id, { ...request, isNew: false });
    this.tell(request);
  }

  /** Forgets the requests of a shard that failed: it shows them again when it has started. */
  drop(isOf: (login: number) => boolean): void {
    for (const [id, { login }] of this.all) if (isOf(login)) this.all.delete(id);
  }
}
