// Messages of the provider that are under way to the accounts, in their order.

/** Reports up to which message all have had their effect. */
export class Tickets {
  /** Parts of the messages that have not had their effect, by their tickets, ascending. */
  readonly #open = new Map<number, number>();
  #newest = 0;
  #reported = 0;

  /** `handled` gets the ticket up to which all messages have had their effect. */
  constructor(private readonly handled: (ticket: number) => void) {}

  /** A message came, of so many parts. Returns what to call for each that has had its effect. */
  open(ticket: number, parts: number): () => void {
    this.#newest = ticket;
    if (parts > 0) this.#open.set(ticket, parts);
    else this.#report();
    return () => {
      const left = (this.#open.get(ticket) ?? 0) - 1;
      if (left > 0) this.#open.set(ticket, left);
      else this.#open.delete(ticket);
      if (left <= 0) this.#report();
    };
  }

  #report(): void {
    const [first = this.#newest + 1] = this.#open.keys();
    if (first - 1 <= this.#reported) return;
    this.#reported = first - 1;
    this.handled(this.#reported);
  }
}
