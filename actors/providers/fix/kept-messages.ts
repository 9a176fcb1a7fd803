// Where the messages lie that a session can send again: a bounded window, the oldest first.

/** Most messages that are kept; the oldest ones are forgotten. */
export const KEPT_MAX = 65_536;

/** Where a message lies in the file. */
interface MessagePlace {
  readonly seq: number;
  /** When it was sent, ms since 1970. */
  readonly at: number;
  readonly place: number;
  readonly length: number;
}

/** The places of messages, by ascending numbers and places. */
export class KeptMessages {
  #places: MessagePlace[] = [];
  /** Messages before this index are forgotten. */
  #first = 0;

  /** The oldest one; undefined when there is none. */
  get first(): MessagePlace | undefined {
    return this.#places[this.#first];
  }

  get size(): number {
    return this.#places.length - this.#first;
  }

  /** Adds a message, whose number and place are beyond all others. */
  add(message: MessagePlace): void {
    this.#places.push(message);
    if (this.size > KEPT_MAX) this.#first += 1;
    this.#shrink();
  }

  /** Forgets the oldest messages that were sent by a time, in ms, or lie before a place. */
  forget(at: number, place: number): void {
    while (this.first !== undefined && (this.first.at <= at || this.first.place < place)) {
      this.#first += 1;
    }
    this.#shrink();
  }

  clear(): void {
    this.#places = [];
    this.#first = 0;
  }

  /** The messages from a number on. Nothing may be added or forgotten meanwhile. */
  *from(seq: number): Iterable<MessagePlace> {
    let [low, high] = [this.#first, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] as MessagePlace).seq < seq) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#places.length; low += 1) yield this.#places[low] as MessagePlace;
  }

  /** Frees the memory of forgotten messages once they are half of all. */
  #shrink(): void {
    if (this.#first === 0 || 2 * this.#first < this.#places.length) return;
    this.#places = this.#places.slice(this.#first);
    this.#first = 0;
  }
}
