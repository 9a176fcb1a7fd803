// Schemas: which texts are times, which comments can be kept, and what defaults fill in.

import { Type } from '@sinclair/typebox';
import t from 'tap';
import { TRADE_REQUESTS } from '../../wire/commands.js';
import { pack, unpack } from '../../wire/pack.js';
import { checked, complete, Time } from '../../wire/schema.js';

const time = checked(Time());

t.test('a time is a moment of the calendar with its zone', async (t) => {
  for (const text of ['2028-02-29T12:00:00Z', '2026-11-20T10:00:00.123456789+05:30']) {
    t.ok(time.is(text), text);
  }
  for (const text of ['2026-11-20T10:00:00', '2026-11-20', '2026-13-01T00:00:00Z', 'now']) {
    t.notOk(time.is(text), text);
  }
});

t.test('days that a month does not have are refused, not run over', async (t) => {
  for (const day of ['2027-02-29', '2027-02-30', '2027-04-31']) {
    t.notOk(time.is(`${day}T00:00:00Z`), day);
  }
});

t.test('a time beyond the last spelled year is refused', async (t) => {
  t.ok(time.is('9999-12-31T23:59:59Z'));
  t.notOk(time.is('9999-12-31T23:59:59-01:00'));
});

t.test('a comment that the log could not give back is refused', async (t) => {
  const faultOf = (comment: string): string | undefined =>
    TRADE_REQUESTS.close.fault({
      kind: 'close',
      request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01',
      position_id: 1,
      comment,
    });
  for (const half of ['\ud800', 'a\udfffb', '\udc00\ud800']) {
    t.not(unpack(pack(half)), half, 'it does not come back');
    t.equal(faultOf(half), 'comment: malformed');
  }
  for (const whole of ['', '\u0000', '\n', 'é', '\u{1f4a5}']) {
    t.equal(unpack(pack(whole)), whole);
    t.equal(faultOf(whole), undefined);
  }
});

const Row = Type.Object({ size: Type.Integer({ default: 1 }), mask: Type.String() });
const Box = Type.Object({
  name: Type.String(),
  rows: Type.Array(Row, { default: [] }),
  inner: Type.Union([Row, Type.Null()], { default: null }),
  color: Type.String({ default: 'red' }),
});
const Noted = Type.Object({ ...Box.properties, note: Type.Optional(Type.String()) });

t.test('what a value does not say is filled in, in its parts too', async (t) => {
  const whole = { name: 'a', rows: [], inner: null, color: 'red' };
  t.strictSame(complete(Box, { name: 'a' }), whole);
  t.strictSame(complete(Box, { name: 'a', color: undefined }), whole);
  t.strictSame(complete(Noted, { name: 'a' }), whole, 'nothing stands where nothing is said');
  t.strictSame(complete(Box, { name: 'a', rows: [{ mask: '*' }], inner: { mask: 'b', size: 2 } }), {
    ...whole,
    rows: [{ mask: '*', size: 1 }],
    inner: { mask: 'b', size: 2 },
  });
  t.strictSame(complete(Box, { color: 'blue' }), { rows: [], inner: null, color: 'blue' });
  t.strictSame(complete(Box, { colour: 1 }), {
    colour: 1,
    rows: [],
    inner: null,
    color: 'red',
  });
});

t.test(
  'what lacks nothing is given back itself, and what lacks something is left alone',
  async (t) => {
    const rows = [{ size: 2, mask: '*' }];
    const whole = { name: 'a', rows, inner: null, color: 'red' };
    t.equal(complete(Box, whole), whole);
    const { color, ...less } = whole;
    const filled = complete(Box, less) as typeof whole;
    t.equal(filled.rows, rows, 'parts that lack nothing are shared');
    const [first, second] = (
      complete(Box, { ...whole, rows: [rows[0], { mask: 'b' }] }) as typeof whole
    ).rows;
    t.equal(first, rows[0], 'so are rows beside one that lacks something');
    t.strictSame(second, { size: 1, mask: 'b' });
    t.equal(filled.color, color);
    t.notOk('color' in less);
  },
);
