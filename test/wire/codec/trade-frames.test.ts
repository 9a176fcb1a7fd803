// Trade requests that are read in place: the same requests as by the general way.

import { isDeepStrictEqual } from 'node:util';
import { encode } from '@msgpack/msgpack';
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { readFrame } from '../../../wire/codec/frame-reader.js';
import { ACCOUNT_FRAME_BYTES_MAX, type Encoding } from '../../../wire/codec/frames.js';
import { readTradeFrame, type TradeFrame } from '../../../wire/codec/trade-frames.js';
import { TRADE_REQUESTS } from '../../../wire/trading/commands.js';
import { tradeRefusal } from '../../../wire/trading/trade-input.js';
import { countOf } from '../../support/run.js';
import {
  FRAMES_AT_ONCE,
  ODD,
  type PlacedFrame,
  plainFrame,
  tradeFrames,
} from '../../support/trade-frames.js';

const SCHEMAS: readonly TSchema[] = Object.values(TRADE_REQUESTS).map(({ schema }) => schema);
const ENCODINGS = ['json', 'msgpack'] as const;

/** The request of a frame by the general way; undefined where that refuses it or it is no trade. */
const readGenerally = (encoding: Encoding, bytes: Uint8Array): TradeFrame | undefined => {
  const frame = readFrame(encoding, bytes);
  if ('fault' in frame || frame.op !== 'trade') return undefined;
  if (tradeRefusal(frame.data, false) !== undefined) return undefined;
  return { id: frame.id, request: frame.data as TradeFrame['request'] };
};

const inPlace = (encoding: Encoding, frame: Uint8Array): TradeFrame | undefined =>
  readTradeFrame(encoding, Buffer.from(frame), 0, frame.length);

const encoded = (encoding: Encoding, value: unknown): Uint8Array =>
  encoding === 'json' ? Buffer.from(JSON.stringify(value)) : encode(value);

const ID = '0D2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';
const AT = '2026-01-31T12:00:00.000Z';

/** A value of a field. */
const givenTo = (name: string, { type, pattern, format, ...schema }: TSchema): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return (schema.enum as unknown[]).at(-1);
  if (type === 'integer') return schema.maximum > 2 ** 32 ? 70_000 : 5;
  if (format !== undefined) return AT;
  if (name === 'symbol' || name === 'comment') return 'EURUSD.x 1';
  return pattern?.includes('a-f') ? ID : '-12.50';
};

/** Only staff may give it, and they do over REST. */
const STAFF_ONLY = 'skip_margin_check';
/** A request with every field of its kind. */
const full = ({ properties }: TSchema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<TSchema>(properties)
      .filter(([name]) => name !== STAFF_ONLY)
      .map(([name, schema]) => [name, givenTo(name, schema)]),
  );

/** A request with the required fields of its kind. */
const least = (schema: TSchema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(full(schema)).filter(([name]) => schema.required?.includes(name)),
  );

/** A map of more fields has a longer head. */
const SHORT_MAP_MAX = 15;

/** The same answer: what is read in place is what the general way reads. */
const isSame = ({ encoding, memory, from, end }: PlacedFrame): boolean | undefined => {
  const found = readTradeFrame(encoding, memory, from, end);
  if (found === undefined) return undefined;
  return isDeepStrictEqual(found, readGenerally(encoding, memory.subarray(from, end)));
};

const show = ({ encoding, memory, from, end }: PlacedFrame): string =>
  `${encoding} ${memory.toString(encoding === 'json' ? 'latin1' : 'hex', from, end)}`;

t.test('Every kind is read in place with each of its fields, in both encodings', async (t) => {
  for (const [kind, { schema }] of Object.entries(TRADE_REQUESTS)) {
    const required: readonly string[] = schema.required ?? [];
    const all = Object.keys(full(schema));
    const requestWith = (names: readonly string[]) =>
      Object.fromEntries(Object.entries(full(schema)).filter(([name]) => names.includes(name)));
    const sets = [...all.map((name) => [...required, name]), all];
    for (const names of sets) {
      const data = requestWith(names);
      for (const encoding of ENCODINGS) {
        if (encoding === 'msgpack' && names.length > SHORT_MAP_MAX) continue;
        const frame = encoded(encoding, { id: 7, op: 'trade', data });
        t.same(inPlace(encoding, frame), { id: 7, request: data }, `${kind} ${encoding} ${names}`);
      }
    }
    const { [required.at(-1) as string]: _, ...incomplete } = requestWith(required);
    for (const encoding of ENCODINGS) {
      const frame = encoded(encoding, { id: 7, op: 'trade', data: incomplete });
      t.equal(inPlace(encoding, frame), undefined, `${kind} without ${required.at(-1)}`);
    }
  }
});

t.test('The order of the fields and blanks between them make no difference', async (t) => {
  const request = { kind: 'open', request_id: ID, symbol: 'EURUSD', side: 'buy', volume: '0.1' };
  const frame = { id: 7, op: 'trade', data: { ...request, tp: '1.2', sl: '1.1' } };
  const turned = (value: object) => Object.fromEntries(Object.entries(value).reverse());
  const other = turned({ ...frame, data: turned(frame.data) });
  const texts = [frame, other].flatMap((one) => [
    JSON.stringify(one),
    JSON.stringify(one, null, '\t'),
    ` ${JSON.stringify(one).replaceAll(':', ' : ')}\r\n`,
  ]);
  const read = [
    ...texts.map((text) => inPlace('json', Buffer.from(text))),
    ...[frame, other].map((one) => inPlace('msgpack', encode(one))),
  ];
  for (const one of read) {
    t.same(one, { id: 7, request: frame.data });
    t.same(Object.keys(one?.request ?? {}), [...Object.keys(request), 'sl', 'tp'], 'one order');
  }
});

t.test('A field with an odd value, or of another kind, is the same by both ways', async (t) => {
  const everything = Object.assign({}, ...SCHEMAS.map(full), { [STAFF_ONLY]: true }) as object;
  const differing: string[] = [];
  const compare = (frame: PlacedFrame): void => {
    if (isSame(frame) === false) differing.push(show(frame));
  };
  for (const schema of SCHEMAS) {
    const data = least(schema);
    const others = Object.entries(everything).map(([name, value]) => ({ [name]: value }));
    const odd = [...Object.keys(full(schema)), STAFF_ONLY].flatMap((name) =>
      ODD.map((value) => ({ [name]: value })),
    );
    const frames = [
      ...[...others, ...odd].map((more) => ({ id: 7, op: 'trade', data: { ...data, ...more } })),
      ...ODD.flatMap((value) => [
        { id: value, op: 'trade', data },
        { id: 7, op: value, data },
        { id: 7, op: 'trade', data: value },
      ]),
    ];
    for (const frame of frames) for (const one of ENCODINGS) compare(plainFrame(one, frame));
  }
  t.same(differing, []);
});

/** Spellings of values in JSON, of which most are not valid. */
const SPELLINGS = [
  ...['', '0', '00', '01', '-0', '-1', '+1', '1.0', '1e0', '1E3', '.5', '5.', '0x1', '1 1', '1_0'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '09007199254740991'],
  ...['18446744073709551617', '1'.repeat(30), 'NaN', 'null', 'tru', '"1"', "'1'", '1}', '1,', '"'],
  ...[
    '"a\tb"',
    '"a\nb"',
    '"\x7f"',
    '"\xff"',
    '"a\\u0062"',
    '"\\n"',
    '"buy',
    'buy"',
    '""',
    '"buy""',
  ],
];

t.test('A value in another spelling is the same by both ways', async (t) => {
  const differing: string[] = [];
  for (const schema of SCHEMAS) {
    const frame = { id: 7, op: 'trade', data: full(schema) };
    const places = [
      { ...frame, id: '@' },
      { ...frame, op: '@' },
      ...Object.keys(frame.data).map((name) => ({
        ...frame,
        data: { ...frame.data, [name]: '@' },
      })),
    ];
    for (const place of places) {
      for (const spelling of SPELLINGS) {
        const memory = Buffer.from(JSON.stringify(place).replace('"@"', spelling), 'latin1');
        const placed = { encoding: 'json', memory, from: 0, end: memory.length } as const;
        if (isSame(placed) === false) differing.push(show(placed));
      }
    }
  }
  t.same(differing, []);
});

t.test('Texts that are alike are told apart, however often they were read', async (t) => {
  const repeated = Array.from({ length: 32 }, (_, n) => 'E'.repeat(n + 1));
  const others = repeated.flatMap((text) =>
    Array.from(text, (_, at) => `${text.slice(0, at)}F${text.slice(at + 1)}`),
  );
  // Beginnings of one text, so many that the cache has some in the same place.
  const beginnings = Array.from({ length: 400 }, (_, n) => String(n * n * 7_919 + 1e15)).flatMap(
    (text) => Array.from(text, (_, at) => text.slice(0, text.length - at)),
  );
  const symbols = [...repeated, ...others, ...repeated, ...others, ...beginnings];
  const found = symbols.map((symbol) => {
    const data = { ...least(TRADE_REQUESTS.price.schema), symbol };
    const read = inPlace('json', encoded('json', { id: 7, op: 'trade', data }));
    return (read?.request as { readonly symbol?: string } | undefined)?.symbol;
  });
  t.ok(isDeepStrictEqual(found, symbols));
});

t.test('A frame of more bytes than a request may have is not read in place', async (t) => {
  const text = JSON.stringify({ id: 7, op: 'trade', data: least(TRADE_REQUESTS.open.schema) });
  const [most, more] = [0, 1].map((over) => text.padEnd(ACCOUNT_FRAME_BYTES_MAX + over));
  t.ok(inPlace('json', Buffer.from(most ?? '')));
  t.equal(inPlace('json', Buffer.from(more ?? '')), undefined);
});

t.test('Random frames are the same requests by both ways of reading', async (t) => {
  const counts = { frames: 0, inPlace: 0, valid: 0 };
  const property = fc.property(tradeFrames, (frames) => {
    for (const frame of frames) {
      const same = isSame(frame);
      const { encoding, memory, from, end } = frame;
      counts.frames += 1;
      if (same) counts.inPlace += 1;
      if (readGenerally(encoding, memory.subarray(from, end)) !== undefined) counts.valid += 1;
      if (same === false) throw new Error(show(frame));
    }
  });
  const numRuns = countOf({ test: 20_000, deep: 1_000_000, soak: 1_000_000 }) / FRAMES_AT_ONCE;
  const found = fc.check(property, { numRuns, seed: 11 });
  t.notOk(found.failed, fc.defaultReportMessage(found) ?? 'the same');
  t.ok(
    counts.inPlace > counts.frames / 4,
    `${counts.inPlace} of ${counts.frames} are read in place`,
  );
});
