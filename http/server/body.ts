// The body of a request while it is read: one buffer that grows, whatever pieces it comes in.

/** Pieces of a body that may be small, and bytes for each further one. */
const PIECES_FREE = 1_024;
const PIECE_BYTES = 64;
/** The buffer's size at first, unless the first piece is larger. */
const FIRST_BYTES = 1_024;

/** Collects the pieces of one body. */
export class BodyBuffer {
  #bytes = Buffer.alloc(0);
  #pieces = 0;
  /** Bytes that came, kept or not. */
  size = 0;
  #kept = 0;

  /** `length`: what the head says that it has; 0 = it does not say. */
  constructor(private readonly length: number) {}

  /** Counts a piece; false = the body comes in too many small ones. */
  count(bytes: number): boolean {
    this.#pieces += 1;
    this.size += bytes;
    return this.#pieces <= PIECES_FREE + this.size / PIECE_BYTES;
  }

  /** Bytes of memory that it takes with a piece more. */
  with(bytes: number): number {
    const wanted = this.#kept + bytes;
    const room = this.#bytes.length;
    if (wanted <= room) return room;
    const more = room === 0 ? wanted : Math.max(wanted, 2 * room, FIRST_BYTES);
    return wanted <= this.length ? Math.min(more, this.length) : more;
  }

  /** Adds a piece: a copy of it. */
  add(piece: Uint8Array): void {
    const room = this.with(piece.length);
    if (room > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(room);
      this.#bytes.copy(grown, 0, 0, this.#kept);
      this.#bytes = grown;
    }
    this.#bytes.set(piece, this.#kept);
    this.#kept += piece.length;
  }

  /** Drops the kept bytes. */
  drop(): void {
    this.#bytes = Buffer.alloc(0);
    this.#kept = 0;
  }

  /** All that was added. */
  whole(): Buffer {
    return this.#bytes.subarray(0, this.#kept);
  }
}
