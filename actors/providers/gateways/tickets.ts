// Messages of the provider that are under way to the accounts, in their order.

/** Tells up to which message all have had their effect. */
export class Tickets {
  /** Parts of each message that have not had their effect, by its ticket, ascending. */
  readonly #open = new Map<number, number>();
  readonly #handled: (ticket: number) => void;

  /** `handled` gets the last message up to which all have had their effect. */
  constructor(handled: (ticket: number) => void) {
    this.#handled = handled;
  }

  /** A message came, of so many parts. Returns what to call for each that has had its effect. */
  open(ticket: number, parts: number): () => void {
    this.#open.set(ticket, parts);
    const done = (): void => {
      const left = (this.#open.get(ticket) ?? 0) - 1;
      this.#open.set(ticket, left);
      if (left <= 0) this.#close();
    };
    if (parts === 0) this.#close();
    return done;
  }

  #close(): void {
    let last: number | undefined;
    for (const [ticket, left] of this.#open) {
      if (left > 0) break;
      this.#open.delete(ticket);
      last = ticket;
    }
    if (last !== undefined) this.#handled(last);
  }
}
