// Judges of schemas: those of many fields tell what the whole schema tells, and compile less.

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { KINDS } from '../../actors/desk/kinds.js';
import { routes } from '../../http/routes/table.js';
import { atOnce, type JsonSchema, type Judge, judgeOf } from '../../wire/judge.js';
import { isFields } from '../../wire/object.js';
import { broken, fitting, swapped } from '../hostile/requests.js';

const VALUES = 12;
const SEED = 20261122;

const bodies = routes.flatMap(({ name, body }) => (body ? [{ name, schema: body.schema }] : []));
const records = Object.entries(KINDS).flatMap(([name, { schema }]) =>
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

const told = (judge: Judge, value: unknown) => {
  const fault = judge(value);
  if (fault === undefined) return 'it fits';
  const { instancePath, keyword, params, message } = fault;
  return { instancePath, keyword, params, message };
};

t.test('of a wide schema only what a value has is compiled', async (t) => {
  const wide: JsonSchema | undefined = KINDS.symbol.schema;
  // What no compiler takes tells whether it was compiled.
  const properties = { ...wide?.properties, odd: { type: 'no type' } };
  const schema = { ...wide, properties, required: ['digits'] };
  const judge = judgeOf(schema);
  t.equal(told(judge, { digits: 3 }), 'it fits');
  t.throws(() => judge({ digits: 3, odd: 1 }), /no type/);
  t.throws(() => atOnce(schema)({ digits: 3 }), /no type/);
});

t.test('the first fault is that of the whole schema, however wide it is', async (t) => {
  for (const { name, schema } of [...bodies, ...records]) {
    const [judge, whole] = [judgeOf(schema), atOnce(schema)];
    const unlike = valuesFor(schema).filter(
      (value) => JSON.stringify(told(judge, value)) !== JSON.stringify(told(whole, value)),
    );
    t.same(unlike, [], name);
  }
});

t.test('a fault within a list of wide objects names the item and its field', async (t) => {
  const { schema } = bodies.find(({ name }) => name === 'config.symbols.create') ?? {};
  t.ok(schema, 'the widest of them');
  const judge = judgeOf({ type: 'array', items: schema as TSchema, maxItems: 2 });
  const fits = {
    path: 'Forex\\A',
    name: 'A',
    currency_base: 'EUR',
    currency_profit: 'USD',
    digits: 5,
    contract_size: '100000',
    calc_mode: 'forex',
  };
  t.equal(told(judge, [fits, fits]), 'it fits');
  t.match(told(judge, [fits, { ...fits, digits: 'two' }]), {
    instancePath: '/1/digits',
    keyword: 'type',
  });
  t.match(told(judge, [fits, fits, fits]), { instancePath: '', keyword: 'maxItems' });
});
