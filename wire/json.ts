// JSON of records, written as bytes: field tables are compiled into writers of their members.

import type { Bytes } from './bytes.js';
import type { Digits, FieldTable, FieldType, Row } from './fields.js';
import { formatShortest, PRICE_EXTRA, RATE_SCALE } from './scale.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A character of a text takes at most this many bytes with its escape. */
const ESCAPED_MAX = 6;

/** A text in quotes; the quick way for printable ASCII that needs no escapes. */
export const writeText = (out: Bytes, text: string): void => {
  out.reserve(ESCAPED_MAX * text.length + 2);
  const { buffer, at } = out;
  buffer[at] = QUOTE;
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n);
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) {
      out.at = at + buffer.write(JSON.stringify(text), at);
      return;
    }
    buffer[at + 1 + n] = code;
  }
  buffer[at + 1 + text.length] = QUOTE;
  out.at = at + text.length + 2;
};

/** ASCII text as doubles of eight bytes, the last filled up with blanks. */
const eights = (text: string): readonly number[] => {
  const padded = Buffer.from(text.padEnd(8 * Math.ceil(text.length / 8)));
  return Array.from({ length: padded.length / 8 }, (_, n) => padded.readDoubleLE(8 * n));
};

const DAY_MS = 86_400_000;
let lastDay = Number.NaN;
let dayText = '';

const writeNewTime = (out: Bytes, time: number): void => {
  const day = Math.floor(time / DAY_MS);
  if (day !== lastDay) {
    const text = new Date(day * DAY_MS).toISOString();
    lastDay = day;
    dayText = `"${text.slice(0, text.indexOf('T') + 1)}`;
  }
  out.utf8(dayText);
  const ms = time - day * DAY_MS;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  out.digits(Math.floor(minutes / 60), 2);
  out.utf8(':');
  out.digits(minutes % 60, 2);
  out.utf8(':');
  out.digits(seconds % 60, 2);
  out.utf8('.');
  out.digits(ms % 1000, 3);
  out.utf8('Z"');
};

let lastTime = 0;
let lastBytes = 0;
const lastText = new Float64Array(4);

/** A time; 0 is null. The times of one event are mostly the same: its bytes are copied. */
export const writeTime = (out: Bytes, time: number): void => {
  if (time === 0) return out.utf8('null');
  const { view, at } = out;
  if (time === lastTime) {
    for (let n = 0; n < 4; n += 1) view.setFloat64(at + 8 * n, lastText[n] as number, true);
    out.at = at + lastBytes;
    return;
  }
  writeNewTime(out, time);
  lastTime = time;
  lastBytes = out.at - at;
  for (let n = 0; n < 4; n += 1) lastText[n] = out.view.getFloat64(at + 8 * n, true);
};

/** A rate ×10^12: most fit a double. */
const writeRate = (out: Bytes, value: bigint): void => {
  const near = Number(value);
  if (Number.isSafeInteger(near)) out.shortest(near, RATE_SCALE);
  else out.utf8(formatShortest(value, RATE_SCALE));
};

/** A flat object of texts and numbers. */
const writeObject = (out: Bytes, value: Readonly<Record<string, string | number>>): void => {
  let before = '{';
  for (const name in value) {
    out.utf8(before);
    writeText(out, name);
    out.utf8(':');
    const member = value[name];
    if (typeof member === 'string') writeText(out, member);
    else out.utf8(JSON.stringify(member));
    before = ',';
  }
  out.utf8(before === '{' ? '{}' : '}');
};

const writeTick = (out: Bytes, value: number, { digits }: Digits): void => {
  if (value >= 0) out.shortest(value, 8);
  else out.shortest(-value, digits + PRICE_EXTRA);
};

const WRITERS = {
  text: writeText,
  object: writeObject,
  time: writeTime,
  tick: writeTick,
  rate: writeRate,
};

/** Code that writes a field's value; decimals without their quotes. */
const valueCode = (type: FieldType, value: string): string => {
  if (typeof type !== 'string') return `out.utf8(${value})`;
  switch (type) {
    case 'int':
      return `out.int(${value})`;
    case 'bool':
      return `out.utf8(${value} ? "true" : "false")`;
    case 'money':
      return `out.exact(${value}, at.currency_digits, at.currency_digits)`;
    case 'price':
      return `out.exact(${value}, at.digits + ${PRICE_EXTRA}, at.digits)`;
    case 'average':
      return `out.exact(${value}, at.digits + ${PRICE_EXTRA}, at.digits + ${PRICE_EXTRA})`;
    case 'volume':
    case 'size':
      return `out.shortest(${value}, 8)`;
    case 'percent':
      return `out.exact(${value}, 2, 2)`;
    case 'list':
      return `out.utf8(JSON.stringify(${value}))`;
    default:
      return `write.${type}(out, ${value}, at)`;
  }
};

const QUOTED: readonly FieldType[] = [
  'money',
  'price',
  'average',
  'volume',
  'size',
  'tick',
  'percent',
  'rate',
];

const inQuotes = (type: FieldType): boolean => typeof type !== 'string' || QUOTED.includes(type);

/**
 * Code that writes a text that is always the same, eight bytes at a time: byte by byte the names of
 * the fields would cost more than their values do. No ASCII makes a double that is no number.
 */
const constantCode = (text: string): string => {
  const stores = eights(text).map(
    (value, n) => `out.view.setFloat64(out.at + ${8 * n}, ${value}, true);`,
  );
  return `${stores.join(' ')} out.at += ${text.length};`;
};

/**
 * Compiles a table into a writer of `showRow`'s JSON, members only: the caller adds the braces and
 * further members.
 */
export const membersOf = <T extends FieldTable>(
  table: T,
): ((out: Bytes, row: Row<T>, at: Digits) => void) => {
  let constant = '';
  const lines: string[] = [];
  for (const [name, type] of Object.entries(table)) {
    const quote = inQuotes(type) ? '"' : '';
    lines.push(constantCode(`${constant}"${name}":${quote}`));
    lines.push(`${valueCode(type, `row[${JSON.stringify(name)}]`)};`);
    constant = `${quote},`;
  }
  const end = constant.slice(0, -1);
  if (end !== '') lines.push(constantCode(end));
  const body = `(out, row, at) => { out.reserve(0); ${lines.join('\n')} }`;
  return new Function('write', `return ${body}`)(WRITERS);
};
