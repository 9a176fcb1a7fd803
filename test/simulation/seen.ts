// What a simulation has seen: how often each kind of thing happened.

import type { AccountEvent } from '../../wire/events.js';

/** The kinds of things that are counted. */
export const SIGHTS = [
  'operation',
  'event',
  'cause',
  'code',
  'command',
  'order',
  'entry',
  'action',
  'reason',
  'queue',
] as const;
export type Sight = (typeof SIGHTS)[number];

/** Counts by kind and name. */
export class Seen {
  readonly #counts = new Map<Sight, Map<string, number>>(SIGHTS.map((kind) => [kind, new Map()]));

  note(kind: Sight, name: string): void {
    const counts = this.of(kind) as Map<string, number>;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** Notes what an event shows. */
  event(event: AccountEvent): void {
    this.note('event', event.kind);
    this.note('cause', event.cause.kind);
    for (const order of event.orders) this.note('order', order.state);
    for (const deal of event.deals) {
      this.note('entry', deal.entry);
      this.note('action', deal.action);
      this.note('reason', deal.reason);
    }
    for (const queued of event.queued) this.note('queue', queued.state);
  }

  /** Counts of a kind by name. */
  of(kind: Sight): ReadonlyMap<string, number> {
    return this.#counts.get(kind) as Map<string, number>;
  }

  /** Which of the names were never seen. */
  missing(kind: Sight, names: readonly string[]): readonly string[] {
    const counts = this.of(kind);
    return names.filter((name) => !counts.has(name));
  }

  /** Takes over the counts of another run. */
  add(other: Seen): void {
    for (const kind of SIGHTS) {
      const counts = this.of(kind) as Map<string, number>;
      for (const [name, count] of other.of(kind)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }

  /** All counts as lines. */
  lines(): readonly string[] {
    return SIGHTS.map((kind) => {
      const counts = [...this.of(kind)].sort(([a], [b]) => (a < b ? -1 : 1));
      return `${kind}: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}`;
    });
  }
}
