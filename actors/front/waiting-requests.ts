// The requests that wait for dealers, as shards show them.

import type { WaitingRequest } from '../client.js';

/** Keeps the waiting requests of all shards. */
export class WaitingRequests {
  readonly all = new Map<number, WaitingRequest>();

  /** `send` gets each change; the state of a request that dealers have no longer is `gone`. */
  constructor(private readonly send: (request: WaitingRequest) => void) {}

  /** A shard shows a request as JSON. */
  changed(login: number, group: string, text: string): void {
    const row = JSON.parse(text) as WaitingRequest['row'];
    const request = { login, group, row };
    if (row.state === 'gone') this.all.delete(row.id);
    else this.all.set(row.id, request);
    this.send(request);
  }

  /** An account has changed: it may be in another group, or hidden. */
  moved(login: number, group: string): void {
    for (const [id, request] of this.all) {
      if (request.login !== login) continue;
      const moved = { ...request, group };
      this.all.set(id, moved);
      this.send(moved);
    }
  }

  /** Forgets the requests of a shard that failed: it shows them again when it has started. */
  drop(isOf: (login: number) => boolean): void {
    for (const [id, request] of this.all) {
      if (!isOf(request.login)) continue;
      this.all.delete(id);
      this.send({ ...request, row: { ...request.row, state: 'gone' } });
    }
  }
}
