// MessagePack: any value by the library; records by generated writers of their field tables.

import { Packr } from 'msgpackr';
import type { FieldTable, FieldType, Row } from '../base/field-table.js';
import { type Bytes, TEXT_BYTES } from './bytes.js';
import { codeAt, known } from './char-codes.js';

const TEXT_HEAD_MAX = 5;
const UTF8_BYTES_MAX = 3;
const NUMBER_MAX = 9;

/** Packs and unpacks any value. Writers of rows produce the same bytes as the library. */
export const packr = new Packr({
  useRecords: false,
  variableMapSize: true,
  int64AsType: 'bigint',
  // Rates between very different currencies exceed 64 bits at 12 decimals.
  useBigIntExtension: true,
});

/** Packs any value, by the library. */
export const packAny = (out: Bytes, value: unknown): void => {
  const bytes = packr.pack(value) as Buffer;
  out.reserve(bytes.length);
  out.buffer.set(bytes, out.at);
  out.at += bytes.length;
};

const packPositive = (out: Bytes, value: number): void => {
  const { buffer, view, at } = out;
  if (value < 0x80) {
    buffer[at] = value;
    out.at = at + 1;
  } else if (value < 0x100) {
    view.setUint16(at, 0xcc00 | value);
    out.at = at + 2;
  } else if (value < 0x1_0000) {
    buffer[at] = 0xcd;
    view.setUint16(at + 1, value);
    out.at = at + 3;
  } else {
    buffer[at] = 0xce;
    view.setUint32(at + 1, value);
    out.at = at + 5;
  }
};

const packNegative = (out: Bytes, value: number): void => {
  const { buffer, view, at } = out;
  if (value >= -0x20) {
    buffer[at] = value & 0xff;
    out.at = at + 1;
  } else if (value >= -0x80) {
    view.setUint16(at, 0xd000 | (value & 0xff));
    out.at = at + 2;
  } else if (value >= -0x8000) {
    buffer[at] = 0xd1;
    view.setInt16(at + 1, value);
    out.at = at + 3;
  } else {
    buffer[at] = 0xd2;
    view.setInt32(at + 1, value);
    out.at = at + 5;
  }
};

/** Packs a number: 32-bit integers in their shortest form, others as doubles. */
export const packNumber = (out: Bytes, value: number): void => {
  if (value >>> 0 === value) return packPositive(out, value);
  if ((value | 0) === value) return packNegative(out, value);
  const { buffer, view, at } = out;
  buffer[at] = 0xcb;
  view.setFloat64(at + 1, value);
  out.at = at + 9;
};

const textHead = (out: Bytes, bytes: number): void => {
  const { buffer, view, at } = out;
  if (bytes < 0x20) {
    buffer[at] = 0xa0 | bytes;
    out.at = at + 1;
  } else if (bytes < 0x100) {
    view.setUint16(at, 0xd900 | bytes);
    out.at = at + 2;
  } else if (bytes < 0x1_0000) {
    buffer[at] = 0xda;
    view.setUint16(at + 1, bytes);
    out.at = at + 3;
  } else {
    buffer[at] = 0xdb;
    view.setUint32(at + 1, bytes);
    out.at = at + 5;
  }
};

/** Packs a text; the fast path is for ASCII, whose length in bytes is known at once. */
export const packText = (out: Bytes, given: string): void => {
  const text = known(given);
  const { length } = text;
  out.reserve(TEXT_HEAD_MAX + UTF8_BYTES_MAX * length);
  const start = out.at;
  if (length > TEXT_BYTES) {
    textHead(out, Buffer.byteLength(text));
    out.at += out.buffer.write(text, out.at);
    return;
  }
  textHead(out, length);
  if (out.again(text, length)) return;
  const { buffer, at } = out;
  for (let n = 0; n < length; n += 1) {
    const code = codeAt(text, n);
    if (code > 0x7f) {
      out.at = start;
      textHead(out, Buffer.byteLength(text));
      out.at += buffer.write(text, out.at);
      return;
    }
    buffer[at + n] = code;
  }
  out.at = at + length;
  out.keepText(text, length);
};

/** Packs a whole number in 64 bits. */
export const packBig = (out: Bytes, value: bigint): void => {
  if (BigInt.asIntN(64, value) !== value) return packAny(out, value);
  const { buffer, view, at } = out;
  buffer[at] = 0xd3;
  view.setBigInt64(at + 1, value);
  out.at = at + 9;
};

/** Packs the head of a list of `items` items. */
export const packListHead = (out: Bytes, items: number): void => {
  const { view, at } = out;
  if (items < 0x10) out.byte(0x90 | items);
  else if (items < 0x1_0000) {
    out.byte(0xdc);
    view.setUint16(at + 1, items);
    out.at = at + 3;
  } else {
    out.byte(0xdd);
    view.setUint32(at + 1, items);
    out.at = at + 5;
  }
};

const packList = (out: Bytes, list: readonly number[]): void => {
  out.reserve(NUMBER_MAX * list.length);
  packListHead(out, list.length);
  for (const value of list) packNumber(out, value);
};

/** A flat object of texts and numbers. */
export type Flat = Readonly<Record<string, string | number>>;

/** Makes a writer of flat objects of few members; others are packed by the library. */
export const flatPacker =
  (packName: (out: Bytes, name: string) => void, packMember: (out: Bytes, text: string) => void) =>
  (out: Bytes, value: Flat): void => {
    let members = 0;
    for (const name in value) {
      const type = typeof value[name];
      if (type !== 'string' && type !== 'number') return packAny(out, value);
      members += 1;
    }
    if (members >= 0x10) return packAny(out, value);
    out.reserve(members * (NUMBER_MAX + TEXT_HEAD_MAX));
    out.byte(0x80 | members);
    for (const name in value) {
      packName(out, name);
      const member = value[name];
      if (typeof member === 'string') packMember(out, member);
      else packNumber(out, member as number);
    }
  };

const packObject = flatPacker(packText, packText);

const WRITERS = {
  text: packText,
  number: packNumber,
  big: packBig,
  object: packObject,
  list: packList,
};

const writerOf = (type: FieldType): keyof typeof WRITERS | 'bool' => {
  if (typeof type !== 'string' || type === 'text') return 'text';
  if (type === 'rate') return 'big';
  if (type === 'bool' || type === 'object' || type === 'list') return type;
  return 'number';
};

/** Compiles a table into a writer of its rows as lists in field order. */
export const rowPacker = <T extends FieldTable>(table: T): ((out: Bytes, row: Row<T>) => void) => {
  const entries = Object.entries(table);
  const lines = entries.map(([name, type]) => {
    const writer = writerOf(type);
    const value = `row[${JSON.stringify(name)}]`;
    if (writer === 'bool') return `out.byte(${value} ? 0xc3 : 0xc2);`;
    return `write.${writer}(out, ${value});`;
  });
  const body = `out.reserve(0); head(out, ${entries.length});\n${lines.join('\n')}`;
  return new Function('write', 'head', `return (out, row) => { ${body} }`)(WRITERS, packListHead);
};
