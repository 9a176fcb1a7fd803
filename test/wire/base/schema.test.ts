// Schemas and their judges: which texts are times, what defaults fill in, which fault is told.

import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { RECORD_TYPES } from '../../../actors/desk/types/record-types.js';
import { routes } from '../../../http/routes/table.js';
import { isFields } from '../../../wire/base/object.js';
import { checked, complete, Time, WholeText } from '../../../wire/base/schema.js';
import { DayTimeOrNone, Masks, Path, Url } from '../../../wire/base/setting-fields.js';
import {
  atOnce,
  type JsonSchema,
  type Validator,
  validatorOf,
} from '../../../wire/base/validator.js';
import { pack, unpack } from '../../../wire/codec/pack.js';
import { PlatformRecord } from '../../../wire/settings/config.js';
import { TRADE_REQUESTS } from '../../../wire/trading/commands.js';
import { broken, fitting, swapped } from '../../hostile/requests.js';
import { runsOf } from '../../support/run.js';

const time = checked(Time());

t.test('a line has no controls, no marks of direction and nothing invisible', async (t) => {
  const line = checked(WholeText(64));
  for (const text of ['', 'Ünïcode ✓', 'سهم', 'نمی\u200cخواهم', '👩‍💻']) t.ok(line.is(text), text);
  const unseen = [
    '\0',
    '\n',
    '\t',
    '\x7f',
    '\x85',
    '\u061c',
    '\u200e',
    '\u202e',
    '\u2066',
    '\u206f',
    '\u2028',
    '\u2029',
    '\u00ad',
    '\u200b',
    '\u2060',
    '\u3164',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
  ];
  for (const mark of unseen)
    t.match(line.fault(`a${mark}b`), /control characters, direction marks/);
  const address = checked(Url());
  t.ok(address.is('https://broker.example/a?b=1'));
  for (const mark of unseen) t.notOk(address.is(`https://broker${mark}.example`));
  const named = checked(Type.Object({ path: Path(), mask: Masks() }));
  t.ok(named.is({ path: 'real\\gold', mask: 'real\\*' }));
  for (const mark of unseen) {
    t.notOk(named.is({ path: `real\\a${mark}b`, mask: '*' }));
    t.notOk(named.is({ path: 'real', mask: `real${mark}*` }));
  }
});

t.test(
  'a comment with a control or a direction mark is refused in each kind of trade',
  async (t) => {
    const order = {
      request_id: '5f0c7a52-9d1e-4c6b-8a4e-000000000001',
      symbol: 'EURUSD',
      side: 'buy',
    };
    const open = { kind: 'open', volume: '0.10', ...order };
    t.equal(TRADE_REQUESTS.open.fault({ ...open, comment: 'hedge' }), undefined);
    for (const mark of ['\u202e', '\n']) {
      const fault = TRADE_REQUESTS.open.fault({ ...open, comment: `a${mark}b` });
      t.match(fault, /^comment: must not have control characters/);
    }
  },
);

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
    t.equal(
      faultOf(half),
      'comment: must not have control characters, direction marks, invisible or half characters',
    );
  }
  for (const whole of ['', '\u0000', '\n', 'é', '\u{1f4a5}']) t.equal(unpack(pack(whole)), whole);
  for (const line of ['', 'é', '\u{1f4a5}']) t.equal(faultOf(line), undefined);
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
  t.strictSame(complete(Box, { colour: 1 }), { colour: 1, rows: [], inner: null, color: 'red' });
});

t.test('what lacks nothing is given back itself; what lacks something is left alone', async (t) => {
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
});

const VALUES = runsOf(12);
const SEED = 20261122;

const bodies = routes.flatMap(({ name, body }) => (body ? [{ name, schema: body.schema }] : []));
const records = Object.entries(RECORD_TYPES).flatMap(([name, { schema }]) =>
  schema === undefined ? [] : [{ name, schema }],
);

/** The same with its fields in the other order. */
const reversed = (value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;

const valuesFor = (schema: TSchema): unknown[] => {
  const whole = atOnce(schema);
  const isBad = (value: unknown): boolean => whole(value) !== undefined;
  const kinds = [fitting(schema), broken(schema, isBad), swapped(schema), fc.jsonValue()];
  return kinds
    .flatMap((kind) => fc.sample<unknown>(kind, { numRuns: VALUES, seed: SEED }))
    .flatMap((value) => [value, reversed(value)]);
};

const verdict = (judge: Validator, value: unknown) => {
  const fault = judge(value);
  if (fault === undefined) return 'it fits';
  const { instancePath, keyword, params, message } = fault;
  return { instancePath, keyword, params, message };
};

t.test('of a wide schema only what a value has is compiled', async (t) => {
  const wide: JsonSchema | undefined = RECORD_TYPES.symbol.schema;
  // What no compiler takes tells whether it was compiled.
  const properties = { ...wide?.properties, odd: { type: 'no type' } };
  const schema = { ...wide, properties, required: ['digits'] };
  const judge = validatorOf(schema);
  t.equal(verdict(judge, { digits: 3 }), 'it fits');
  t.throws(() => judge({ digits: 3, odd: 1 }), /no type/);
  t.throws(() => atOnce(schema)({ digits: 3 }), /no type/);
});

t.test('the first fault is that of the whole schema, however wide it is', async (t) => {
  for (const { name, schema } of [...bodies, ...records]) {
    const [judge, whole] = [validatorOf(schema), atOnce(schema)];
    const unlike = valuesFor(schema).filter(
      (value) => JSON.stringify(verdict(judge, value)) !== JSON.stringify(verdict(whole, value)),
    );
    t.same(unlike, [], name);
  }
});

t.test('a fault within a list of wide objects names the item and its field', async (t) => {
  const { schema } = bodies.find(({ name }) => name === 'config.symbols.create') ?? {};
  t.ok(schema, 'the widest of them');
  const judge = validatorOf({ type: 'array', items: schema as TSchema, maxItems: 2 });
  const fits = {
    path: 'Forex\\A',
    name: 'A',
    currency_base: 'EUR',
    currency_profit: 'USD',
    digits: 5,
    contract_size: '100000',
    calc_mode: 'forex',
  };
  t.equal(verdict(judge, [fits, fits]), 'it fits');
  t.match(verdict(judge, [fits, { ...fits, digits: 'two' }]), {
    instancePath: '/1/digits',
    keyword: 'type',
  });
  t.match(verdict(judge, [fits, fits, fits]), { instancePath: '', keyword: 'maxItems' });
});

t.test('A list that has an item twice is told which; a time of day has its form', async (t) => {
  const days = checked(
    Type.Object({
      at: Type.Array(Type.Object({ days: Type.Array(Type.Integer(), { uniqueItems: true }) })),
    }),
  );
  t.equal(days.fault({ at: [{ days: [1] }, { days: [5, 3, 5] }] }), 'at.1.days: has 5 twice');
  const words = checked(Type.Array(Type.String(), { uniqueItems: true }));
  t.equal(words.fault(['a', 'a']), 'body: has "a" twice');
  for (const field of [PlatformRecord.properties.eod_time, DayTimeOrNone()]) {
    t.match(checked(field).fault('24:00'), /: must be a time of the day, such as 23:59/);
  }
});
