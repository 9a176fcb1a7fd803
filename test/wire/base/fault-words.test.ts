// The sentences about faults of input: each keyword and each pattern of a schema has one.

import { type TSchema, Type } from '@sinclair/typebox';
import t from 'tap';
import { RECORD_TYPES } from '../../../actors/desk/types/record-types.js';
import { routes } from '../../../http/routes/table.js';
import { ACCOUNTS } from '../../../http/socket/channels/accounts.js';
import { BARS } from '../../../http/socket/channels/bars.js';
import { CONFIG } from '../../../http/socket/channels/config.js';
import { DEALING } from '../../../http/socket/channels/dealing.js';
import { EVENT_CHANNELS } from '../../../http/socket/channels/events.js';
import { EXPOSURE } from '../../../http/socket/channels/exposure.js';
import { MONITOR } from '../../../http/socket/channels/monitor.js';
import { OWN_POSITIONS } from '../../../http/socket/channels/positions.js';
import { QUOTES } from '../../../http/socket/channels/quotes.js';
import { FRONT_OPS } from '../../../http/socket/operations.js';
import { compile, FAULT_WORDS } from '../../../wire/base/schema.js';
import { ACCOUNT_FRAMES } from '../../../wire/socket/operations.js';

const channels = [ACCOUNTS, BARS, CONFIG, DEALING, EXPOSURE, MONITOR, OWN_POSITIONS, QUOTES];

/** Every schema of input, by a name for messages of this test. */
const SCHEMAS: readonly (readonly [string, TSchema | undefined])[] = [
  ...routes.flatMap(({ name, params, query, body }) =>
    [params, query, body].map((part) => [name, part?.schema] as const),
  ),
  ...Object.entries(RECORD_TYPES).map(([name, { schema }]) => [name, schema] as const),
  ...[FRONT_OPS.staff, FRONT_OPS.trader].flatMap((ops) =>
    [...ops].flatMap(([name, { form }]) =>
      form === 'channels' ? [] : [[name, form.data] as const],
    ),
  ),
  ...[...channels, ...Object.values(EVENT_CHANNELS)].map(
    ({ name, filter }) => [name, filter] as const,
  ),
  ...Object.entries(ACCOUNT_FRAMES).map(([name, { data }]) => [name, data] as const),
];

/** Keywords of which no fault comes: they describe, or have parts whose faults come first. */
const FAULTLESS = new Set([
  ...['title', 'description', 'default', 'properties', 'patternProperties', 'items', 'anyOf'],
  ...['propertyNames', 'additionalItems'],
]);

type Visit = (schema: Readonly<Record<string, unknown>>) => void;

/** Visits a schema and the schemas within it. */
const walk = (schema: unknown, visit: Visit): void => {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const one of schema) walk(one, visit);
    return;
  }
  const all = schema as Readonly<Record<string, unknown>>;
  visit(all);
  for (const named of ['properties', 'patternProperties']) {
    for (const one of Object.values(all[named] ?? {})) walk(one, visit);
  }
  for (const part of ['items', 'anyOf', 'propertyNames', 'additionalProperties']) {
    walk(all[part], visit);
  }
};

t.test('Each keyword of a schema has its sentence, and so has each pattern', async (t) => {
  const unsaid = new Set<string>();
  const patterns = new Map<string, string>();
  for (const [name, schema] of SCHEMAS) {
    walk(schema, (one) => {
      for (const keyword of Object.keys(one)) {
        if (!FAULTLESS.has(keyword) && !(keyword in FAULT_WORDS)) unsaid.add(keyword);
      }
      if (typeof one.pattern === 'string') patterns.set(one.pattern, name);
    });
  }
  t.same([...unsaid], []);
  t.ok(patterns.size > 30, `${patterns.size} patterns`);
  for (const [pattern, name] of patterns) {
    const text = ['\n', '\ud800', '\u{10FFFF}'.repeat(500), '*'.repeat(50)].find(
      (one) => !new RegExp(pattern, 'u').test(one),
    );
    const sentence = compile(Type.String({ pattern }))(text);
    t.match(sentence, /^body: must (be|have|not) .{3}/, `${name}: ${pattern}`);
    t.notOk(sentence?.includes(pattern), name);
  }
});

t.test('A fault has the field and the figures in plain words', async (t) => {
  const faultOf = (schema: TSchema, value: unknown) => compile(schema)(value);
  const text = (options: object) => Type.String(options);
  const list = (options: object) => Type.Array(Type.Integer(), options);
  const named = Type.Unsafe({ type: 'object', propertyNames: { maxLength: 2 }, maxProperties: 2 });
  const cases: readonly (readonly [TSchema, unknown, string])[] = [
    [text({}), 5, 'must be a string'],
    [Type.Integer(), 'x', 'must be a whole number'],
    [Type.Number(), null, 'must be a number'],
    [Type.Boolean(), 1, 'must be true or false'],
    [Type.Object({}), [], 'must be an object'],
    [Type.Object({}), null, 'must be an object'],
    [list({}), {}, 'must be a list'],
    [Type.Null(), 1, 'must be null'],
    [Type.Union([Type.Integer(), Type.Null()]), 'x', 'must be a whole number'],
    [Type.Literal('open'), 'x', 'must be open'],
    [Type.Integer({ minimum: 3 }), 2, 'must be at least 3'],
    [Type.Integer({ maximum: 3 }), 4, 'must be at most 3'],
    [text({ minLength: 1 }), '', 'must not be empty'],
    [text({ minLength: 2 }), 'a', 'must be at least 2 characters long'],
    [text({ maxLength: 64 }), 'a'.repeat(65), 'must be at most 64 characters long'],
    [text({ maxLength: 1 }), 'ab', 'must be at most 1 character long'],
    [text({ maxBytes: 4 }), 'ééé', 'must be at most 4 bytes long in UTF-8'],
    [list({ minItems: 1 }), [], 'must have at least 1 item'],
    [list({ maxItems: 2 }), [1, 2, 3], 'must have at most 2 items, has 3'],
    [list({ uniqueItems: true }), [7, 7], 'has 7 twice'],
    [named, { abc: 1 }, 'the name "abc" must be at most 2 characters long'],
    [named, { a: 1, b: 1, c: 1 }, 'must have at most 2 fields'],
  ];
  for (const [schema, value, sentence] of cases) {
    t.equal(faultOf(schema, value), `body: ${sentence}`);
  }
  const inner = Type.Object({ row: Type.Array(Type.Object({ size: list({ maxItems: 1 }) })) });
  t.equal(
    faultOf(inner, { row: [{ size: [] }, { size: [1, 2] }] }),
    'row.1.size: must have at most 1 item, has 2',
  );
});
