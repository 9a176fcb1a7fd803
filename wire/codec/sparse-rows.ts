// Sparse rows: the rows of an event, written against the values that the event has before them. A
// field at its empty value, or equal to the last value of the same meaning, takes two bits.
//
// A row is one byte with the number of bytes of states, the states (two bits a field in the order
// of the table), then the values of the fields that have one. Fields may be appended to a table:
// bytes of states that a row lacks are zero.
//
// Log and database write every byte of an event: a measured order took 432 bytes in this form and
// 982 as whole rows, and the server needed 0.88 of the processor time.

import type { FieldTable, FieldType, Row } from '../base/field-table.js';
import type { Mutable } from '../base/object.js';
import { RATE_SCALE } from '../base/scale.js';
import type { Bytes } from './bytes.js';
import { packBig, packText } from './msgpack.js';
import { type MsgpackReader, readBig, readText, skip } from './msgpack-reader.js';
import {
  packFlat,
  packRequestId,
  packWhole,
  readFlat,
  readRequestId,
  readWhole,
  skipRequestId,
  skipWhole,
} from './packed-values.js';

/** The states of a field: empty, the same as before, or a value of its own. */
const SAME = 1;
const OWN = 2;
const FIELDS_A_BYTE = 4;

/** Fields of different names whose values are often equal; other fields share by name. */
const SHARED: Readonly<Record<string, string>> = {
  price_order: 'price',
  price_filled: 'price',
  price_open: 'price',
  price_dealt: 'price',
  price_position: 'price',
  volume_initial: 'volume',
  volume_current: 'volume',
  volume_filled: 'volume',
  volume_closed: 'volume',
  market_bid: 'bid',
  market_ask: 'ask',
  symbol_bid: 'bid',
  symbol_ask: 'ask',
  equity: 'balance',
  margin_free: 'balance',
  balance_prev_day: 'balance',
  balance_prev_month: 'balance',
  equity_prev_day: 'balance',
  equity_prev_month: 'balance',
  margin_before: 'margin',
  margin_after: 'margin',
};

type Kind = 'numbers' | 'texts' | 'rates' | 'objects' | 'unshared' | 'time';

const kindOf = (type: FieldType): Kind => {
  if (typeof type !== 'string' || type === 'text') return 'texts';
  if (type === 'rate') return 'rates';
  if (type === 'time') return 'time';
  if (type === 'bool' || type === 'list') return 'unshared';
  return type === 'object' ? 'objects' : 'numbers';
};

/** The place of each value that rows share, by kind. */
const places: Record<Kind, string[]> = {
  numbers: ['login', 'dealer'],
  texts: ['request_id'],
  rates: [],
  objects: [],
  unshared: [],
  time: [],
};

const placeOf = (kind: Kind, name: string): number => {
  const names = places[kind];
  const at = names.indexOf(name);
  return at >= 0 ? at : names.push(name) - 1;
};

type FlatObject = Readonly<Record<string, unknown>>;

const ONE_RATE = 10n ** BigInt(RATE_SCALE);
const EMPTY_OBJECT: FlatObject = {};
/**
 * The last values in an event, against which its next row is written or read. It has places for the
 * tables that were compiled before it.
 */
export class RowBase {
  readonly numbers = new Float64Array(places.numbers.length);
  readonly texts: string[] = places.texts.map(() => '');
  readonly rates: bigint[] = places.rates.map(() => ONE_RATE);
  readonly objects: FlatObject[] = places.objects.map(() => EMPTY_OBJECT);
  time = 0;

  /** Begins an event with what its head says. */
  begin(login: number, time: number, dealer: number, requestId: string): this {
    this.numbers.fill(0);
    this.texts.fill('');
    this.rates.fill(ONE_RATE);
    this.objects.fill(EMPTY_OBJECT);
    this.numbers[0] = login;
    this.numbers[1] = dealer;
    this.texts[0] = requestId;
    this.time = time;
    return this;
  }
}

/** The last values in an event of which some fields are picked. */
export class PickBase {
  readonly numbers = new Float64Array(places.numbers.length);
  readonly texts: string[] = places.texts.map(() => '');
  time = 0;
  readonly #texts: readonly number[];

  /** `kept` as in `pick`. */
  constructor(kept: readonly string[]) {
    this.#texts = [...this.texts.keys()].filter((at) => kept.includes(`texts[${at}]`));
  }

  /** Begins an event with what its head says. */
  begin(login: number, time: number, dealer: number): void {
    this.numbers.fill(0);
    for (const at of this.#texts) this.texts[at] = '';
    this.numbers[0] = login;
    this.numbers[1] = dealer;
    this.time = time;
  }
}

/** Do flat objects have the same members in the same order? */
const isSame = (one: FlatObject, other: FlatObject): boolean => {
  if (one === other) return true;
  const names = Object.keys(other);
  let n = 0;
  for (const name in one) {
    if (names[n] !== name || one[name] !== other[name]) return false;
    n += 1;
  }
  return n === names.length;
};

const isNothing = (value: object): boolean => {
  for (const _ in value) return false;
  return true;
};

/** Writes a whole number; throws for another one, because no reader could store it. */
const number = (out: Bytes, value: number, name: string): void => {
  if (!Number.isSafeInteger(value)) throw new Error(`${name} is not exact: ${value}`);
  packWhole(out, value);
};

/** Writes a list: its values, or, after its length as a negative number, those that are not 0. */
const list = (out: Bytes, values: readonly number[], name: string): void => {
  const { length } = values;
  let given = 0;
  for (const value of values) if (value !== 0) given += 1;
  const isSparse = 2 * given < length;
  packWhole(out, isSparse ? -length : length);
  if (isSparse) packWhole(out, given);
  for (let at = 0; at < length; at += 1) {
    const value = values[at] as number;
    if (isSparse && value === 0) continue;
    if (isSparse) packWhole(out, at);
    number(out, value, name);
  }
};

const readList = (from: MsgpackReader): number[] => {
  const length = readWhole(from);
  const isSparse = length < 0;
  const values: number[] = new Array(Math.abs(length)).fill(0);
  const given = isSparse ? readWhole(from) : length;
  for (let n = 0; n < given; n += 1) values[isSparse ? readWhole(from) : n] = readWhole(from);
  return values;
};

const word = (out: Bytes, value: string, choices: readonly string[]): void => {
  const number = choices.indexOf(value);
  if (number < 0) throw new Error(`${value} is not one of ${choices.join(', ')}`);
  out.byte(number);
};

const readWord = (from: MsgpackReader, choices: readonly string[]): string => {
  const found = choices[from.bytes[from.at] as number];
  if (found === undefined) throw new Error(`byte ${from.at} is not one of ${choices.join(', ')}`);
  from.at += 1;
  return found;
};

const WRITERS = {
  number,
  list,
  word,
  isNothing,
  isSame,
  text: packText,
  id: packRequestId,
  rate: packBig,
  object: packFlat,
};
const READERS = {
  number: readWhole,
  list: readList,
  word: readWord,
  text: readText,
  id: readRequestId,
  rate: readBig,
  object: readFlat,
  skip,
  skipNumber: skipWhole,
  skipId: skipRequestId,
};

/** A field in the generated code: the place of its last value, and how an own value is written. */
interface FieldCode {
  readonly name: string;
  readonly kind: Kind;
  readonly last: string;
  /** The test whether a value is not the empty one. */
  readonly given: string;
  readonly empty: string;
  readonly write: string;
  readonly read: string;
  /** How an own value is skipped. */
  readonly pass: string;
}

const fieldCode = (
  row: string,
  name: string,
  type: FieldType,
  shared: string,
  at: number,
): FieldCode => {
  const kind = kindOf(type);
  const last = kind === 'time' ? 'base.time' : `${kind}[${placeOf(kind, shared)}]`;
  const field = { name, kind, last };
  if (typeof type !== 'string') {
    const empty = JSON.stringify(type.choices[0]);
    const [write, read] = [`w.word(out, v, words[${at}]);`, `r.word(from, words[${at}])`];
    return { ...field, given: `v !== ${empty}`, empty, write, read, pass: 'from.at += 1' };
  }
  const named = JSON.stringify(`${row}.${name}`);
  switch (kind) {
    case 'texts': {
      const how = shared === 'request_id' ? 'id' : 'text';
      const [write, read] = [`w.${how}(out, v);`, `r.${how}(from)`];
      const pass = how === 'id' ? 'r.skipId(from)' : 'r.skip(from, 1)';
      return { ...field, given: `v !== ''`, empty: `''`, write, read, pass };
    }
    case 'rates':
      return {
        ...field,
        given: 'v !== 0n',
        empty: '0n',
        write: 'w.rate(out, v);',
        read: 'r.rate(from)',
        pass: 'r.skip(from, 1)',
      };
    case 'objects': {
      const [write, read] = ['w.object(out, v);', 'r.object(from)'];
      const pass = 'r.skip(from, 1)';
      return { ...field, given: '!w.isNothing(v)', empty: '{}', write, read, pass };
    }
    case 'time': {
      const [write, read] = [
        `w.number(out, v - base.time, ${named});`,
        'base.time + r.number(from)',
      ];
      const pass = 'r.skipNumber(from)';
      return { ...field, given: 'v !== 0', empty: '0', write, read, pass };
    }
    case 'unshared': {
      if (type === 'bool')
        return { ...field, given: 'v', empty: 'false', write: '', read: 'true', pass: '' };
      const [write, read] = [`w.list(out, v, ${named});`, 'r.list(from)'];
      return { ...field, given: 'v.length > 0', empty: '[]', write, read, pass: read };
    }
    default:
      return {
        ...field,
        given: 'v !== 0',
        empty: '0',
        write: `w.number(out, v, ${named});`,
        read: 'r.number(from)',
        pass: 'r.skipNumber(from)',
      };
  }
};

/** Does a field keep its value for the rows after it? */
const keeps = (kind: Kind): boolean => kind !== 'time' && kind !== 'unshared';

const writeCode = ({ name, kind, last, given, write }: FieldCode, at: number): string => {
  const shift = 2 * (at % FIELDS_A_BYTE);
  const own = `b |= ${OWN << shift}; ${keeps(kind) ? `${last} = v;` : ''} ${write}`;
  const equal = kind === 'objects' ? `w.isSame(v, ${last})` : `v === ${last}`;
  const same = kind === 'unshared' ? '' : `if (${equal}) b |= ${SAME << shift}; else`;
  return `v = row[${JSON.stringify(name)}]; if (${given}) { ${same} { ${own} } }`;
};

/** The code that reads the value of a field: it is empty, the same as before, or its own. */
const valueCode = ({ kind, last, empty, read }: FieldCode): string => {
  const own = keeps(kind) ? `(${last} = ${read})` : read;
  const same = kind === 'unshared' ? '' : `s === ${SAME} ? ${last} : `;
  return `s === 0 ? ${empty} : ${same}${own}`;
};

const stateCode = (at: number): string => `s = (b >> ${2 * (at % FIELDS_A_BYTE)}) & 3;`;

const readCode = (field: FieldCode, at: number): string =>
  `${stateCode(at)} const v${at} = ${valueCode(field)};`;

const pickCode = (field: FieldCode, at: number): string =>
  `${stateCode(at)} into[${JSON.stringify(field.name)}] = ${valueCode(field)};`;

/** The code that passes over a field; a value that a picked field may repeat is read. */
const passCode = ({ last, read, pass }: FieldCode, at: number, isKept: boolean): string => {
  const own = isKept ? `${last} = ${read}` : pass;
  return `if (((b >> ${2 * (at % FIELDS_A_BYTE)}) & 3) === ${OWN}) { ${own}; }`;
};

const BASE = 'const { numbers, texts, rates, objects } = base;';

/** Some fields of a row, in an object that is reused for the next row. */
type PickedFields<T extends FieldTable, K extends keyof T> = Mutable<Pick<Row<T>, K>>;

/** Writes and reads the sparse rows of one table. */
interface SparseRows<T extends FieldTable> {
  readonly write: (out: Bytes, row: Row<T>, base: RowBase) => void;
  readonly read: (from: MsgpackReader, base: RowBase) => Row<T>;
  /** The places whose values the named fields may repeat. */
  readonly placesOf: (names: readonly (keyof T)[]) => readonly string[];
  /**
   * Compiles a reader of the named fields, none of them a rate or an object, into an object that is
   * reused: a whole row costs three times as much. `kept` are the places of all fields that are
   * picked of the event.
   */
  readonly pick: <K extends keyof T>(
    names: readonly K[],
    kept: readonly string[],
  ) => (from: MsgpackReader, base: PickBase, into: PickedFields<T, K>) => void;
}

/**
 * Compiles a table into a writer and a reader of its sparse rows. `row` names it in errors, `id`
 * the value with which the row's own id shares. Both must get the rows of an event in the same
 * order, with a base that began with the same head.
 */
export const sparseRows = <T extends FieldTable>(
  row: string,
  table: T,
  id = 'id',
): SparseRows<T> => {
  const entries = Object.entries(table);
  const codes = entries.map(([name, type], at) =>
    fieldCode(row, name, type, name === 'id' ? id : (SHARED[name] ?? name), at),
  );
  const words = entries.map(([, type]) => (typeof type === 'string' ? [] : type.choices));
  const size = Math.ceil(entries.length / FIELDS_A_BYTE);
  const perByte = (code: (field: FieldCode, at: number) => string, end: (n: number) => string) =>
    Array.from({ length: size }, (_, n) => {
      const first = n * FIELDS_A_BYTE;
      const some = codes.slice(first, first + FIELDS_A_BYTE);
      return [...some.map((field, at) => code(field, first + at)), end(n)];
    });
  const writing = perByte(writeCode, (n) => `out.buffer[out.start + m + ${n}] = b; b = 0;`);
  const write = `(out, row, base) => { ${BASE} out.reserve(0); let v; let b = 0;
    const m = out.at - out.start + 1; out.buffer[out.at] = ${size}; out.at += ${1 + size};
    ${writing.flat().join('\n')} }`;
  const reading = perByte(readCode, (n) => (n + 1 < size ? next(n + 1) : ''));
  const members = entries.map(([name], at) => `${JSON.stringify(name)}: v${at}`);
  const read = `(from, base) => { ${BASE} const { bytes, at: m } = from; const size = bytes[m];
    from.at = m + 1 + size; let s; let b; ${next(0)} ${reading.flat().join('\n')}
    return { ${members.join(', ')} }; }`;
  const placesOf = (names: readonly PropertyKey[]) =>
    codes.filter(({ name, kind }) => names.includes(name) && keeps(kind)).map(({ last }) => last);
  const pick = (names: readonly PropertyKey[], kept: readonly string[]) => {
    const picking = perByte(
      (field, at) =>
        names.includes(field.name)
          ? pickCode(field, at)
          : passCode(field, at, kept.includes(field.last)),
      (n) => (n + 1 < size ? next(n + 1) : ''),
    );
    const body = `(from, base, into) => { const { numbers, texts } = base;
      const { bytes, at: m } = from; const size = bytes[m]; from.at = m + 1 + size;
      let s; let b; ${next(0)} ${picking.flat().join('\n')} }`;
    return new Function('r', 'words', `return ${body}`)(READERS, words);
  };
  const both = new Function('w', 'r', 'words', `return { write: ${write}, read: ${read} }`);
  return { ...both(WRITERS, READERS, words), placesOf, pick };
};

/** Generates the reading of a byte of states; rows from before the byte was added have none. */
const next = (n: number): string => `b = size > ${n} ? bytes[m + ${1 + n}] : 0;`;
