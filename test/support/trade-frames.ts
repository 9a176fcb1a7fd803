// Random frames of trade requests: requests as the schemas allow them and odd ones, spelt in either
// encoding in unusual ways, and their bytes damaged.

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import type { Encoding } from '../../wire/codec/frames.js';
import { TRADE_REQUESTS } from '../../wire/trading/commands.js';

type Member = readonly [name: string, value: unknown];
/** Members of an object in their order, of which two may have one name. */
class Members {
  constructor(readonly all: readonly Member[]) {}
}

const listOf = (value: object): readonly Member[] =>
  value instanceof Members ? value.all : Object.entries(value);

/** Choices of how something is spelt, over and over; none = as the libraries spell it. */
class Choices {
  #at = 0;

  constructor(private readonly from: readonly number[]) {}

  /** A number from 0 to 255, 0 where nothing is to be chosen. */
  next(): number {
    if (this.from.length === 0) return 0;
    this.#at += 1;
    return this.from[this.#at % this.from.length] as number;
  }
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const decimal = fc.oneof(
  fc.constantFrom('0.01', '1.10002', '0', '-0', '100', '-1.5', '007.50'),
  fc
    .tuple(fc.boolean(), digits(1, 18), fc.boolean(), digits(1, 12))
    .map(
      ([isNegative, whole, isPart, part]) =>
        (isNegative ? '-' : '') + whole + (isPart ? `.${part}` : ''),
    ),
);
const hex = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
  minLength: 32,
  maxLength: 32,
});
const requestId = fc
  .tuple(hex, fc.constantFrom(...'0123466789aF'))
  .map(([text, version]) =>
    [
      text.slice(0, 8),
      text.slice(8, 12),
      version + text.slice(13, 16),
      text.slice(16, 20),
      text.slice(20),
    ].join('-'),
  );
const time = fc.constantFrom(
  '2026-01-31T12:00:00.000Z',
  '2026-02-28T23:59:59Z',
  '2024-02-29T00:00:00.123456+02:00',
  '0000-01-01T00:00:00Z',
);

/** Values of a field, of which all or nearly all are valid. */
const valuesOf = (schema: TSchema): fc.Arbitrary<unknown> => {
  const { type, pattern, format, minimum, maximum, maxLength } = schema;
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words !== undefined) return fc.constantFrom(...(words as unknown[]));
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') {
    const near = [minimum, minimum + 1, 127, 128, 255, 256, 65_536, maximum - 1, maximum];
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(...near));
  }
  if (format !== undefined) return time;
  if (pattern === undefined || maxLength !== undefined) {
    return fc.oneof(
      fc.constantFrom('EURUSD', 'note 1', 'a"b\\c', 'x'.repeat(maxLength)),
      fc.string({ maxLength: 40 }),
    );
  }
  return pattern.includes('a-f') ? requestId : decimal;
};

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that few fields may have. */
export const ODD: readonly unknown[] = [
  ...['', ' ', '-', '.5', '5.', '1.2.3', '+1', '1e5', ' 1', '1 ', '0x1', '١', 'NaN'],
  ...['1,5', '-0.10'],
  ...[18, 19].flatMap((length) => ['9'.repeat(length), `-${'0'.repeat(length)}.5`]),
  ...[12, 13].map((length) => `1.${'0'.repeat(length)}`),
  ...[31, 32, 33, 64, 65, 255, 256].map((length) => 'x'.repeat(length)),
  ...['é', '\0', '\u007f', '\t', '\n', '\u2028', '\u200e', '\ud800', '😀', 'a"b', 'a\\b', '\u00ff'],
  ...['OPEN', 'open ', 'stop_', 'constructor', 'price', 'trade', 'sell', 'gtc', 'ioc', 'limit'],
  ...['0d2a5c1e-6a52-5d0c-9d5b-3f7f0f6f1a01', '0d2a5c1e6a524d0c9d5b3f7f0f6f1a01'],
  ...['0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a0g', '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a012'],
  ...['0D2A5C1E-6A52-4D0C-9D5B-3F7F0F6F1A01', '0d2a5c1-e6a52-4d0c-9d5b-3f7f0f6f1a01'],
  ...['2026-02-30T12:00:00Z', '2026-01-31 12:00:00Z', '2026-01-31T12:00:00'],
  ...['2026-01-31T25:00:00Z', '2024-02-29T00:00:00.123456+02:00', '9999-12-31T23:59:59-23:59'],
  ...[0, -0, 1, -1, 1.5, 0.1, 1e21, 1e-7, 1_000_000, 1_000_001, 2 ** 31, 2 ** 32, 2 ** 64],
  ...[2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), null, true, false, {}, [], ['open']],
  ...[{ kind: 'open' }, nested(3), nested(15), nested(20), Array(300).fill(0)],
];
const ODD_NAMES = ['', 'Kind', 'kind ', 'kin', 'id', 'op', 'data', '__proto__', 'constructor', 'é'];
const odd = fc.constantFrom(...ODD);
/** So rarely is a value odd, or a field missing or too much. */
const RARE = 80;

const mostly = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: RARE, arbitrary: usual }, { weight: 1, arbitrary: odd });
const often = <T>(value: fc.Arbitrary<T>, freq: number): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq });

const NAMES = [
  ...new Set(Object.values(TRADE_REQUESTS).flatMap(({ schema }) => Object.keys(schema.properties))),
];
const extra: fc.Arbitrary<readonly Member[]> = fc.oneof(
  { weight: RARE, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES, ...ODD_NAMES), fc.oneof(odd, decimal))
      .map((one) => [one]),
  },
);

/** Some members in an order by chance, and now and then one more. */
const membersOf = (members: readonly fc.Arbitrary<Member | undefined>[]): fc.Arbitrary<Members> =>
  fc
    .tuple(fc.tuple(...members), extra, fc.array(fc.nat({ max: 20 }), { maxLength: 4 }))
    .map(([some, more, moves]) => {
      const all = [...some.filter((one) => one !== undefined), ...more];
      for (const to of moves) all.splice(to % all.length, 0, all.pop() as Member);
      return new Members(all);
    });

const requestOf = ({ properties, required = [] }: TSchema): fc.Arbitrary<Members> =>
  membersOf(
    Object.entries<TSchema>(properties).map(([name, schema]) => {
      const member = mostly(valuesOf(schema)).map((value) => [name, value] as const);
      return often(member, required.includes(name) ? RARE : 1);
    }),
  );

const requests = fc.oneof(...Object.values(TRADE_REQUESTS).map(({ schema }) => requestOf(schema)));

const frames = membersOf([
  often(
    mostly(fc.maxSafeInteger().map(Math.abs)).map((id) => ['id', id] as const),
    RARE,
  ),
  often(
    mostly(fc.constantFrom('trade', 'trade', 'trade', 'trade_check')).map(
      (op) => ['op', op] as const,
    ),
    RARE,
  ),
  often(
    fc
      .oneof({ weight: RARE, arbitrary: requests }, { weight: 1, arbitrary: odd })
      .map((data) => ['data', data] as const),
    RARE,
  ),
]);

const BLANKS = [' ', ' ', ' ', '\t', '\n', '\r', '  ', ' \n ', '\f', '\u00a0'];
const blank = (choices: Choices): string => BLANKS[choices.next() - 230] ?? '';

const textInJson = (text: string, choices: Choices): string => {
  const plain = JSON.stringify(text);
  if (text === '' || choices.next() !== 255) return plain;
  const escaped = `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${escaped}${JSON.stringify(text.slice(1)).slice(1)}`;
};

const numberInJson = (number: number, choices: Choices): string => {
  const plain = JSON.stringify(number);
  const spelt = [`${plain}.0`, `${plain}e0`, `0${plain}`, `-${plain}`, `${plain}0`];
  return spelt[choices.next() - 250] ?? plain;
};

const json = (value: unknown, choices: Choices): string => {
  const around = (text: string): string => blank(choices) + text + blank(choices);
  if (typeof value === 'string') return around(textInJson(value, choices));
  if (typeof value === 'number') return around(numberInJson(value, choices));
  if (Array.isArray(value)) return around(`[${value.map((one) => json(one, choices)).join()}]`);
  if (typeof value !== 'object' || value === null) return around(JSON.stringify(value));
  const members = listOf(value).map(
    ([name, one]) => `${around(textInJson(name, choices))}:${json(one, choices)}`,
  );
  return around(`{${members.join()}}`);
};

/** A head byte, and a number of some bytes after it. */
const headed = (head: number, size: number, number: number): number[] => {
  const bytes = Buffer.alloc(9);
  bytes[0] = head;
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(number)), 1);
  return [head, ...bytes.subarray(9 - size)];
};

const float = (number: number, size: 4 | 8): number[] => {
  const bytes = Buffer.alloc(size);
  if (size === 4) bytes.writeFloatBE(number);
  else bytes.writeDoubleBE(number);
  return [size === 4 ? 0xca : 0xcb, ...bytes];
};

/** A whole number in the shortest form or in one of the other forms. */
const whole = (number: number, choices: Choices): number[] => {
  const choice = choices.next() - 230;
  const width = [1, 2, 4, 8].find((size) => number < 256 ** size) as number;
  const unsigned = 0xcc + Math.log2(width);
  if (number < 0) return headed(0xd3, 8, number);
  if (choice >= 0 && choice < 4 && 2 ** choice >= width) {
    return headed(0xcc + choice, 2 ** choice, number);
  }
  if (choice >= 4 && choice < 8) return headed(0xd0 + choice - 4, 2 ** (choice - 4), number);
  if (choice === 8) return float(number, 4);
  if (choice === 9) return float(number, 8);
  return number < 0x80 ? [number] : headed(unsigned, width, number);
};

const textInMsgpack = (text: string, choices: Choices): number[] => {
  const bytes = [...Buffer.from(text)];
  const { length } = bytes;
  const choice = choices.next();
  if (choice === 255) return [...headed(0xc4, 1, length), ...bytes];
  if (choice === 254) return [...headed(0xc7, 1, length), 1, ...bytes];
  if (choice === 253) return [...headed(0xd9, 1, length + 1), ...bytes];
  if (choice === 252 || length > 255) return [...headed(0xda, 2, length), ...bytes];
  if (choice === 251) return [...headed(0xdb, 4, length), ...bytes];
  if (choice > 240 || length > 31) return [...headed(0xd9, 1, length), ...bytes];
  return [0xa0 + length, ...bytes];
};

/** The head of a map or list: its short form, and the forms of two and four bytes. */
const count = (
  heads: readonly [number, number, number],
  of: number,
  choices: Choices,
): number[] => {
  const choice = choices.next();
  if (choice === 255) return headed(heads[2], 4, of);
  if (choice === 254 || of > 15) return headed(heads[1], 2, of);
  return [heads[0] + (choice === 253 ? (of + 1) % 16 : of)];
};

const msgpack = (value: unknown, choices: Choices): number[] => {
  if (typeof value === 'string') return textInMsgpack(value, choices);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? whole(value, choices) : float(value, 8);
  }
  if (Array.isArray(value)) {
    const items = value.flatMap((one) => msgpack(one, choices));
    return [...count([0x90, 0xdc, 0xdd], value.length, choices), ...items];
  }
  if (value === null) return [0xc0];
  if (typeof value !== 'object') return [value === true ? 0xc3 : 0xc2];
  const all = listOf(value);
  const members = all.flatMap(([name, one]) => [
    ...textInMsgpack(name, choices),
    ...msgpack(one, choices),
  ]);
  return [...count([0x80, 0xde, 0xdf], all.length, choices), ...members];
};

/** A change of bytes. */
interface Damage {
  readonly at: number;
  readonly how: 'set' | 'insert' | 'remove' | 'cut' | 'repeat';
  readonly byte: number;
}

const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 400 }),
    how: fc.constantFrom('set', 'set', 'insert', 'remove', 'cut', 'repeat'),
    byte: fc.oneof(
      fc.nat({ max: 255 }),
      fc.constantFrom(...Buffer.from('0123456789abcdefE')),
      fc.constantFrom(...Buffer.from('"\\{}[],:.-+ \n\0'), 0x7f, 0x80, 0xc0, 0xca, 0xd9, 0xff),
    ),
  }),
  { minLength: 1, maxLength: 2 },
);

const damaged = (whole: Buffer, all: readonly Damage[]): Buffer => {
  const bytes = [...whole];
  for (const { at, how, byte } of all) {
    const place = at % (bytes.length + 1);
    if (how === 'set') bytes[place] = byte;
    else if (how === 'insert') bytes.splice(place, 0, byte);
    else if (how === 'remove') bytes.splice(place, 1 + (byte % 8));
    else if (how === 'cut') bytes.length = place;
    else bytes.splice(place, 0, ...bytes.slice(place, place + 1 + (byte % 64)));
  }
  return Buffer.from(bytes);
};

/** A frame in memory, which goes on after it. */
export interface PlacedFrame {
  readonly encoding: Encoding;
  readonly memory: Buffer;
  readonly from: number;
  readonly end: number;
}

/** Places a frame where the bytes after it would go on with it, if it was cut. */
const placed = (encoding: Encoding, bytes: Buffer, whole: Buffer): PlacedFrame => {
  const lead = Buffer.from('{');
  const memory = Buffer.concat([lead, bytes, whole.subarray(bytes.length)]);
  return { encoding, memory, from: lead.length, end: lead.length + bytes.length };
};

/** Spells a frame. */
const spelt = (encoding: Encoding, frame: object, choices: readonly number[]): Buffer =>
  encoding === 'json'
    ? Buffer.from(json(frame, new Choices(choices)))
    : Buffer.from(msgpack(frame, new Choices(choices)));

/** A frame as it is usually spelt. */
export const plainFrame = (encoding: Encoding, frame: object): PlacedFrame => {
  const bytes = spelt(encoding, frame, []);
  return placed(encoding, bytes, bytes);
};

const spellings = fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 20 });

/** The random frames that are made of one: in each encoding three whole and two damaged ones. */
export const FRAMES_AT_ONCE = 10;

/** Random frames. */
export const tradeFrames: fc.Arbitrary<readonly PlacedFrame[]> = fc
  .tuple(frames, spellings, spellings, damages, damages)
  .map(([frame, one, other, ...harms]) =>
    (['json', 'msgpack'] as const).flatMap((encoding) => {
      const plain = spelt(encoding, frame, []);
      const whole = [plain, spelt(encoding, frame, one), spelt(encoding, frame, other)];
      return [
        ...whole.map((bytes) => placed(encoding, bytes, bytes)),
        ...harms.map((harm) => placed(encoding, damaged(plain, harm), plain)),
      ];
    }),
  );
