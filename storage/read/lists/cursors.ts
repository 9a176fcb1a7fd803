// Cursors: positions in a window that only this server makes, for one reader and one query.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Place, SortKey } from './stored-list.js';

/** Characters of a tag: 132 bits. */
const TAG_LENGTH = 22;

/** Makes and reads the cursors of a query. */
export class WindowCursors {
  /** `key` is of the reader and their rights; `bound` is all else that cursors hold for. */
  constructor(
    private readonly key: string,
    private readonly bound: string,
  ) {}

  /** An id that changes when older cursors become invalid. */
  get id(): string {
    return this.tag('query', '');
  }

  write({ key, id }: Place): string {
    const place = Buffer.from(JSON.stringify([key, id])).toString('base64url');
    return `${place}.${this.tag('cursor', place)}`;
  }

  /** The place of a cursor; undefined when it is invalid. */
  read(cursor: string): Place | undefined {
    const cut = cursor.lastIndexOf('.');
    const place = cursor.slice(0, Math.max(0, cut));
    if (!isSame(this.tag('cursor', place), cursor.slice(cut + 1))) return undefined;
    const [key, id] = JSON.parse(Buffer.from(place, 'base64url').toString()) as [SortKey, number];
    return { key, id };
  }

  /** A tag over a text; `purpose` separates the tags of different uses. */
  tag(purpose: string, text: string): string {
    const whole = `${purpose}\0${text}\0${this.bound}`;
    const tag = createHmac('sha256', this.key).update(whole).digest('base64url');
    return tag.slice(0, TAG_LENGTH);
  }
}

/** Compares tags in constant time. */
const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
