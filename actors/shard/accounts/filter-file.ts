// Filters of a shard's older request ids, in a file: as many as there are, in bounded memory.
//
// Filters go into the file in groups. The lines of a group with the same place lie side by side, so
// one read of the file tests an id in all filters of a group. The file is made again at each start,
// from the database, and has no name: it ends with the process.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import type { SeqSpan } from '../../../storage/read/queries.js';
import { type FilterBlock, hasBits, LINE_WORDS, lineOf } from './filter-block.js';

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;
/** Bytes that are written at a time. */
const WRITTEN_BYTES = 1 << 20;

/** The filters of a file. */
export class FilterFile {
  #file: number | undefined;
  readonly #groups: SeqSpan[][] = [];
  /** The span of filters that could not be written, in which any id may be. */
  #unknown: SeqSpan | undefined;
  readonly #page: Int32Array<ArrayBuffer>;

  /**
   * A group has so many filters, each of so many words. `path` is where the file is made.
   * `failed` is called when it cannot be written or read: all ids are then looked up.
   */
  constructor(
    private readonly group: number,
    private readonly words: number,
    private readonly path: string,
    private readonly failed: (error: Error) => void,
  ) {
    this.#page = new Int32Array(group * LINE_WORDS);
  }

  /** Adds a group of filters, at most as many as it may have. Takes some 2 ms for each MiB. */
  add(blocks: readonly FilterBlock[]): void {
    const spans = blocks.map(({ from, to }) => ({ from, to }));
    if (this.#unknown === undefined) {
      try {
        this.#write(blocks);
        this.#groups.push(spans);
        return;
      } catch (error) {
        this.failed(error as Error);
      }
    }
    this.#widen(spans);
  }

  /** The spans of the filters that may hold an id. */
  spans(hash: number, bits: Uint16Array): SeqSpan[] {
    const found = this.#unknown === undefined ? [] : [this.#unknown];
    for (const [at, spans] of this.#groups.entries()) {
      if (!this.#read(at, lineOf(hash, this.words))) return this.spans(hash, bits);
      for (const [n, span] of spans.entries()) {
        if (hasBits(this.#page, n * LINE_WORDS, bits)) found.push(span);
      }
    }
    return found;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Writes the lines of all filters of a group, place by place. */
  #write(blocks: readonly FilterBlock[]): void {
    this.#file ??= this.#open();
    const pageWords = this.#page.length;
    const pages = this.words / LINE_WORDS;
    const most = Math.min(pages, Math.max(1, WRITTEN_BYTES / (pageWords * WORD_BYTES)));
    const written = new Int32Array(most * pageWords);
    let position = this.#groups.length * this.group * this.words * WORD_BYTES;
    for (let first = 0; first < pages; first += most) {
      for (let page = 0; page < most; page += 1) {
        const line = (first + page) * LINE_WORDS;
        for (const [n, { words }] of blocks.entries()) {
          written.set(words.subarray(line, line + LINE_WORDS), page * pageWords + n * LINE_WORDS);
        }
      }
      writeAll(this.#file, new Uint8Array(written.buffer), position);
      position += written.byteLength;
    }
  }

  /** Reads the lines of a group; false = they cannot be read. */
  #read(group: number, line: number): boolean {
    const at = (group * this.words + line) * this.group * WORD_BYTES;
    try {
      const bytes = readSync(this.#file as number, this.#page, 0, this.#page.byteLength, at);
      if (bytes === this.#page.byteLength) return true;
      throw new Error(`filters of request ids: ${bytes} bytes at ${at}`);
    } catch (error) {
      this.failed(error as Error);
      this.#widen(this.#groups.splice(0).flat());
      return false;
    }
  }

  #open(): number {
    const file = openSync(this.path, 'w+', 0o600);
    unlinkSync(this.path);
    return file;
  }

  #widen(spans: readonly SeqSpan[]): void {
    const all = this.#unknown === undefined ? spans : [this.#unknown, ...spans];
    const from = Math.min(...all.map((span) => span.from));
    this.#unknown = { from, to: Math.max(...all.map((span) => span.to)) };
  }
}

const writeAll = (file: number, bytes: Uint8Array, position: number): void => {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
};
