// What random lives have seen: how often each thing happened, and what of it never did.

import type { AccountEvent } from '../../../wire/events.js';

/** Names of things of a kind, as they are counted. */
export const named = (kind: string, names: readonly string[]): string[] =>
  names.map((name) => `${kind} ${name}`);

/** Counts by name. */
export class Seen {
  readonly counts = new Map<string, number>();

  note(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }

  /** How often that was. */
  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Notes what an event shows. */
  event({ kind, cause, orders, deals, queued }: AccountEvent): void {
    this.note(`event ${kind}`);
    this.note(`cause ${cause.kind}`);
    for (const { state } of orders) this.note(`order ${state}`);
    for (const { state } of queued) this.note(`queue ${state}`);
    for (const { entry, action, reason } of deals) {
      this.note(`entry ${entry}`);
      this.note(`action ${action}`);
      this.note(`reason ${reason}`);
    }
  }

  /** Which of the names were never seen. */
  missing(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.counts.has(name));
  }

  /** Takes over the counts of another run. */
  add(other: Seen): void {
    for (const [name, count] of other.counts) this.counts.set(name, this.of(name) + count);
  }
}
