// JSON of records, written as bytes: field tables are compiled into writers of their members.

import type { Digits, FieldTable, FieldType, Row } from '../base/field-table.js';
import { formatShortest, PRICE_EXTRA, RATE_SCALE } from '../base/scale.js';
import { type LiveFields, MONEY_DEFAULT_DIGITS } from '../trading/live-fields.js';
import { type Bytes, PAIRS, TEXT_BYTES } from './bytes.js';
import { codeAt, known } from './char-codes.js';
import { KeptObjects, wordCopyOfText } from './word-copy.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
/** An escaped character of a text takes at most this number of bytes. */
const ESCAPED_MAX = 6;

/** Writes a text in quotes; the fast path is for printable ASCII without escapes. */
export const writeText = (out: Bytes, given: string): void => {
  const text = known(given);
  const { length } = text;
  out.reserve(ESCAPED_MAX * length + 2);
  if (length > TEXT_BYTES) {
    out.at += out.buffer.write(JSON.stringify(text), out.at);
    return;
  }
  const { buffer, at } = out;
  buffer[at] = QUOTE;
  out.at = at + 1;
  if (out.again(text, length)) return out.byte(QUOTE);
  for (let n = 0; n < length; n += 1) {
    const code = codeAt(text, n);
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) {
      out.at = at + buffer.write(JSON.stringify(text), at);
      return;
    }
    buffer[at + 1 + n] = code;
  }
  out.at = at + 1 + length;
  out.keepText(text, length);
  buffer[out.at] = QUOTE;
  out.at += 1;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
const CLOCK = wordCopyOfText('00:00:00.000Z"');
/** The day written last, and the text before its time: `"2026-11-20T`. */
let lastDay = Number.NaN;
let dayText = wordCopyOfText('');

const newDay = (day: number): void => {
  const text = new Date(day * DAY_MS).toISOString();
  lastDay = day;
  dayText = wordCopyOfText(`"${text.slice(0, text.indexOf('T') + 1)}`);
};

/** Writes a time; 0 becomes null. */
export const writeTime = (out: Bytes, time: number): void => {
  if (time === 0) return out.utf8('null');
  const day = Math.floor(time / DAY_MS);
  if (day !== lastDay) newDay(day);
  out.eights(dayText);
  out.eights(CLOCK);
  const { buffer, view } = out;
  const clock = out.at - CLOCK.length;
  const ms = (time - day * DAY_MS) | 0;
  view.setUint16(clock, PAIRS[(ms / HOUR_MS) | 0] as number);
  view.setUint16(clock + 3, PAIRS[((ms % HOUR_MS) / MINUTE_MS) | 0] as number);
  view.setUint16(clock + 6, PAIRS[((ms % MINUTE_MS) / SECOND_MS) | 0] as number);
  const thousandths = ms % SECOND_MS;
  view.setUint16(clock + 9, PAIRS[(thousandths / 10) | 0] as number);
  buffer[clock + 11] = ZERO + (thousandths % 10);
};

/** Writes a rate ×10^12; most fit a double. */
const writeRate = (out: Bytes, value: bigint): void => {
  const near = Number(value);
  if (Number.isSafeInteger(near)) out.shortest(near, RATE_SCALE);
  else out.utf8(formatShortest(value, RATE_SCALE));
};

const keptObjects = new KeptObjects();

/** Caches the JSON of an object that never changes and is written repeatedly. */
export const keepJson = (value: object): void =>
  keptObjects.keep(value, Buffer.from(JSON.stringify(value)));

/** Writes a flat object of texts and numbers. */
const writeObject = (out: Bytes, value: Readonly<Record<string, string | number>>): void => {
  const bytes = keptObjects.of(value);
  if (bytes !== undefined) return out.eights(bytes);
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

/** Writes a price ×10^(digits+3); without a price (0), null. */
export const writePrice = (out: Bytes, price: number, digits: number, decimals: number): void => {
  if (price === 0) return out.utf8('null');
  out.byte(QUOTE);
  out.exact(price, digits + PRICE_EXTRA, decimals);
  out.byte(QUOTE);
};

const writeTick = (out: Bytes, value: number, { digits }: Digits): void => {
  if (value >= 0) out.shortest(value, 8);
  else out.shortest(-value, digits + PRICE_EXTRA);
};

/**
 * Generates code that writes a constant text, eight bytes at a time: byte by byte, the names of the
 * fields would cost more than their values. ASCII bytes never form a NaN.
 */
const constantCode = (text: string): string => {
  const stores = wordCopyOfText(text).doubles.map(
    (value, n) => `view.setFloat64(at + ${8 * n}, ${value}, true);`,
  );
  return `{ const { view, at } = out; ${stores.join(' ')} out.at = at + ${text.length}; }`;
};

/** Compiles short constant texts of ASCII into their writers. */
export const constantsOf = <K extends string>(
  texts: Readonly<Record<K, string>>,
): Readonly<Record<K, (out: Bytes) => void>> => {
  const writers = Object.entries<string>(texts).map(
    ([name, text]) => `${name}: (out) => { out.reserve(0); ${constantCode(text)} }`,
  );
  return new Function(`return { ${writers.join(',\n')} }`)();
};

const WRITERS = {
  ...constantsOf({ yes: 'true', no: 'false' }),
  text: writeText,
  object: writeObject,
  price: writePrice,
  time: writeTime,
  tick: writeTick,
  rate: writeRate,
};

/** Generates code that writes a field's value; most decimals without their quotes. */
const valueCode = (type: FieldType, value: string): string => {
  if (typeof type !== 'string') return `out.utf8(${value})`;
  switch (type) {
    case 'int':
      return `out.int(${value})`;
    case 'bool':
      return `if (${value}) write.yes(out); else write.no(out)`;
    case 'money':
      return `out.exact(${value}, shown.currency_digits, shown.currency_digits)`;
    case 'price':
      return `write.price(out, ${value}, shown.digits, shown.digits)`;
    case 'average':
      return `write.price(out, ${value}, shown.digits, shown.digits + ${PRICE_EXTRA})`;
    case 'volume':
    case 'size':
      return `out.shortest(${value}, 8)`;
    case 'percent':
      return `out.exact(${value}, 2, 2)`;
    case 'list':
      return `out.utf8(JSON.stringify(${value}))`;
    default:
      return `write.${type}(out, ${value}, shown)`;
  }
};

/** Generates the test whether a live row has the field: its value is not its default. */
const isGivenCode = (type: FieldType, value: string): string => {
  if (typeof type !== 'string') return `${value} !== ${JSON.stringify(type.choices[0])}`;
  switch (type) {
    case 'text':
      return `${value} !== ''`;
    case 'rate':
      return `${value} !== 0n`;
    case 'money':
      return `${value} !== 0 || shown.currency_digits !== ${MONEY_DEFAULT_DIGITS}`;
    case 'bool':
      return value;
    case 'object':
    case 'list':
      return 'true';
    default:
      return `${value} !== 0`;
  }
};

const QUOTED: readonly FieldType[] = ['money', 'volume', 'size', 'tick', 'percent', 'rate'];

const inQuotes = (type: FieldType): boolean => typeof type !== 'string' || QUOTED.includes(type);

/**
 * Compiles a table into a writer of `showRow`'s JSON, members only: the caller adds the braces and
 * further members.
 */
export const membersOf = <T extends FieldTable>(
  table: T,
): ((out: Bytes, row: Row<T>, shown: Digits) => void) => {
  let between = '';
  const lines: string[] = [];
  for (const [name, type] of Object.entries(table)) {
    const quote = inQuotes(type) ? '"' : '';
    lines.push(constantCode(`${between}"${name}":${quote}`));
    lines.push(`${valueCode(type, `row[${JSON.stringify(name)}]`)};`);
    between = `${quote},`;
  }
  const end = between.slice(0, -1);
  if (end !== '') lines.push(constantCode(end));
  const body = `(out, row, shown) => { out.reserve(0); ${lines.join('\n')} }`;
  return new Function('write', `return ${body}`)(WRITERS);
};

/**
 * As `membersOf`, for live frames: the fields that they always have, then those that differ from
 * their default.
 */
export const liveMembersOf = <T extends FieldTable>(
  table: T,
  live: LiveFields<keyof T & string>,
): ((out: Bytes, row: Row<T>, shown: Digits) => void) => {
  const { always, never } = live as LiveFields;
  const memberCode = (name: string, between: string): string => {
    const type = table[name] as FieldType;
    const quote = inQuotes(type) ? '"' : '';
    const end = quote === '' ? '' : constantCode(quote);
    const head = constantCode(`${between}"${name}":${quote}`);
    return `${head} ${valueCode(type, `row.${name}`)}; ${end}`;
  };
  const first = always.map((name, n) => memberCode(name, n === 0 ? '' : ','));
  const others = Object.entries(table)
    .filter(([name]) => !always.includes(name) && !never.includes(name))
    .map(([name, type]) => `if (${isGivenCode(type, `row.${name}`)}) { ${memberCode(name, ',')} }`);
  const lines = [...first, ...others].join('\n');
  const body = `(out, row, shown) => { out.reserve(0); ${lines} }`;
  return new Function('write', `return ${body}`)(WRITERS);
};
