// Trade requests that are read in place: the same requests as by the general way.

import { isDeepStrictEqual } from 'node:util';
import { encode } from '@msgpack/msgpack';
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { readFrame } from '../../../wire/codec/frame-reader.js';
import type { Encoding } from '../../../wire/codec/frames.js';
import { readTradeFrame, type TradeFrame } from '../../../wire/codec/trade-frames.js';
import { TRADE_REQUESTS } from '../../../wire/trading/commands.js';
import { tradeRefusal } from '../../../wire/trading/trade-input.js';
import { countOf } from '../../support/run.js';
import { FRAMES_AT_ONCE, type PlacedFrame, tradeFrames } from '../../support/trade-frames.js';

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
/** A map of more fields has a longer head. */
const SHORT_MAP_MAX = 15;

t.test('Every kind is read in place with each of its fields, in both encodings', async (t) => {
  for (const [kind, { schema }] of Object.entries(TRADE_REQUESTS)) {
    const required: readonly string[] = schema.required ?? [];
    const all = Object.entries<TSchema>(schema.properties).filter(([name]) => name !== STAFF_ONLY);
    const requestWith = (names: readonly string[]) =>
      Object.fromEntries(
        all
          .filter(([name]) => names.includes(name))
          .map(([name, one]) => [name, givenTo(name, one)]),
      );
    const sets = [...all.map(([name]) => [...required, name]), all.map(([name]) => name)];
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

/** The same answer: what is read in place is what the general way reads. */
const isSame = ({ encoding, memory, from, end }: PlacedFrame): boolean | undefined => {
  const found = readTradeFrame(encoding, memory, from, end);
  if (found === undefined) return undefined;
  return isDeepStrictEqual(found, readGenerally(encoding, memory.subarray(from, end)));
};

const show = ({ encoding, memory, from, end }: PlacedFrame): string =>
  `${encoding} ${memory.toString(encoding === 'json' ? 'latin1' : 'hex', from, end)}`;

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
  const numRuns = countOf({ test: 20_000, deep: 200_000, soak: 1_000_000 }) / FRAMES_AT_ONCE;
  const found = fc.check(property, { numRuns, seed: 11 });
  t.notOk(found.failed, fc.defaultReportMessage(found) ?? 'the same');
  t.ok(
    counts.inPlace > counts.frames / 4,
    `${counts.inPlace} of ${counts.frames} are read in place`,
  );
});
