// The body of a request while it is read: one growing buffer for all its pieces.

/** Number of pieces that may be small, and bytes required for each further piece. */
const PIECES_FREE = 1_024;
const PIECE_BYTES = 64;
/** The buffer's initial size, unless the first piece is larger. */
const FIRST_BYTES = 1_024;

/** Collects the pieces of one body. */
export class BodyBuffer {
  #bytes = Buffer.alloc(0);
  #pieces = 0;
  /** Number of received bytes, kept or not. */
  size = 0;
  #kept = 0;

  /** `length`: the content length in the head; 0 = unknown. */
  constructor(private readonly length: number) {}

  /** Counts a piece; false = the body comes in too many small pieces. */
  count(bytes: number): boolean {
    this.#pieces += 1;
    this.size += bytes;
    return this.#pieces <= PIECES_FREE + this.size / PIECE_BYTES;
  }

  /** The memory in bytes that it would take with one more piece. */
  with(bytes: number): number {
    const wanted = this.#kept + bytes;
    const room = this.#bytes.length;
    if (wanted <= room) return room;
    const more = room === 0 ? wanted : Math.max(wanted, 2 * room, FIRST_BYTES);
    return wanted <= this.length ? Math.min(more, this.length) : more;
  }

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

  /** The whole body. */
  whole(): Buffer {
    return this.#bytes.subarray(0, this.#kept);
  }
}
