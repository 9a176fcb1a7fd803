// Writes a body part by part, as fast as the network takes it, in turns with other connections.

import type { Answer, BodySource } from './exchange.js';

/** A part that is written at once: bytes, or text that is sent as UTF-8. */
export type BodyPart = string | Uint8Array;

/** The network connection of a body: takes parts, and reports the offset. */
export interface Outlet {
  tryEnd(part: BodyPart, length: number): [isTaken: boolean, isWhole: boolean];
  getWriteOffset(): number;
}

/**
 * Bytes that are written before other connections have their turn: some tenths of a ms. A client on
 * the same machine may take a body as fast as it is written.
 */
const TURN_BYTES = 262_144;

/**
 * The state of a body after a write: written whole, stopped because the network takes no more, or
 * paused because other answers have their turn first.
 */
export type Written = 'whole' | 'full' | 'paused';

/** Longer text is converted to bytes once, because the network may take it in many pieces. */
const TEXT_MAX = 16_384;

const bytesOf = (part: BodyPart): Uint8Array =>
  typeof part === 'string' ? Buffer.from(part) : part;

/** A body as a list of parts. */
export const partsOf = (body: Exclude<Answer['body'], BodySource>): readonly BodyPart[] => {
  if (typeof body === 'string') return [body.length > TEXT_MAX ? bytesOf(body) : body];
  return body instanceof Uint8Array ? [body] : body;
};

/** The total number of bytes of the parts. */
export const lengthOf = (parts: readonly BodyPart[]): number =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

/** All parts as one. */
export const joined = (parts: readonly BodyPart[]): Uint8Array => Buffer.concat(parts.map(bytesOf));

/** The bytes from an offset up to the end of its part, as many as are written in a turn. */
const restAt = (parts: readonly BodyPart[], offset: number): BodyPart => {
  let begin = 0;
  for (const part of parts) {
    const end = begin + Buffer.byteLength(part);
    if (offset < end) {
      const from = offset - begin;
      if (from === 0 && typeof part === 'string') return part;
      return bytesOf(part).subarray(from, from + TURN_BYTES);
    }
    begin = end;
  }
  return '';
};

/** Writes a body from an offset, as much as the network takes in this turn. */
export const writeBody = (
  outlet: Outlet,
  parts: readonly BodyPart[],
  length: number,
  from: number,
): Written => {
  for (let offset = from; offset < from + TURN_BYTES; offset = outlet.getWriteOffset()) {
    const [isTaken, isWhole] = outlet.tryEnd(restAt(parts, offset), length);
    if (isWhole) return 'whole';
    if (!isTaken) return 'full';
  }
  return 'paused';
};

/** Bytes of a source that are read at a time. */
const READ_BYTES = 262_144;

/** The network connection of a body that is read while it is sent. */
interface CorkedOutlet extends Outlet {
  cork(run: () => void): unknown;
}

/** The owner, who waits for a body that is read while it is sent. */
interface BodyOwner {
  /** Is somebody there who reads it? */
  isOpen(): boolean;
  /** It is written from an offset on. */
  sent(offset: number): void;
  /** It was written to its end. */
  ended(): void;
  /** It cannot be read any further. */
  failed(error: Error): void;
}

/** Writes a body that is read while it is sent, one piece after the other. */
export class SourceWriter {
  #piece: Uint8Array = new Uint8Array();
  /** Offset of the piece in the body. */
  #from = 0;
  #isReading = false;

  constructor(
    private readonly outlet: CorkedOutlet,
    private readonly source: BodySource,
    private readonly owner: BodyOwner,
  ) {}

  /** Writes on from an offset; returns whether the network took all that was written. */
  writeOn(offset: number): boolean {
    if (this.#isReading) return true;
    this.owner.sent(offset);
    if (offset >= this.#from + this.#piece.length) {
      void this.#read(offset);
      return true;
    }
    const { length } = this.source;
    let isTaken = false;
    let isWhole = false;
    this.outlet.cork(() => {
      const rest = this.#piece.subarray(offset - this.#from);
      [isTaken, isWhole] = this.outlet.tryEnd(rest, length);
    });
    if (isWhole) this.owner.ended();
    else if (isTaken) void this.#read(this.#from + this.#piece.length);
    return isWhole || isTaken;
  }

  /** Reads the next piece, and writes it: other connections have their turn meanwhile. */
  async #read(from: number): Promise<void> {
    this.#isReading = true;
    try {
      this.#piece = await this.source.read(from, READ_BYTES);
      this.#from = from;
      this.#isReading = false;
      if (this.owner.isOpen()) this.writeOn(from);
    } catch (error) {
      if (this.owner.isOpen()) this.owner.failed(error as Error);
    }
  }
}
