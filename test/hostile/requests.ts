// Values made up from schemas: some that fit, some with one field broken, some of other types.

import fc from 'fast-check';
import { BODY_BYTES_MAX } from '../../http/server/body-limits.js';
import { compile } from '../../wire/base/schema.js';

/** What is read of a schema. */
interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly format?: string;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What fields of these names hold in life: most of what fits a schema alone is just not found. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
  symbol: ['EURUSD', 'EURUSD', 'eurusd', 'USDJPY'],
  symbols: ['EURUSD', 'EURUSD,USDJPY'],
  volume: ['0.01', '0.1', '1', '0.015', '1000000'],
  price: ['1.10000', '1.05000', '1.20000', '1.1'],
  price_stop_limit: ['1.20100', '1.04000'],
  sl: ['1.05000', '0'],
  tp: ['1.15000', '0'],
  bid: ['1.10000', '1.10001'],
  ask: ['1.10010', '1.10011'],
  position_id: [1, 2, 3, 4, 5],
  by_position_id: [1, 2, 3],
  order_id: [1, 2, 3, 4, 5, 6],
  oco_order_id: [4, 5, 6],
  amount: ['10.00', '-5.00', '0', '99999999999999'],
  action: ['balance', 'credit', 'correction'],
  group: ['demo\\standard', 'demo\\nowhere', 'managers\\dealers'],
  // Whoever guesses is blocked: it must be nobody who is needed later.
  login: [1001],
  leverage: [0, 100],
  valid_until: ['2099-01-01T00:00:00Z'],
  expires_at: ['2099-01-01T00:00:00Z'],
  page: [1, 2],
  limit: [1, 100, 1000],
  terminal: ['desktop', 'manager', 'web'],
  timeframe: ['m1', 'h1'],
};

/** What breaks most fields, and what has broken other servers. */
const ODD: readonly unknown[] = [
  ...[null, true, '', ' ', '1e5', '-1', '0x10', 'NaN'],
  "'; DROP TABLE accounts; --",
  ...['\u0000', '\ud800', '\u2028\r\nSet-Cookie: a=b', 'x'.repeat(5_000), '9'.repeat(400)],
  ...[-1, 0, 1.5, 1e308, 2 ** 53, [], [1], {}],
  JSON.parse('{"__proto__":{"admin":true}}'),
  { toString: 'x', length: 1 },
];

const UNKNOWN_FIELDS = ['__proto__', 'constructor', 'is_admin', 'balance', 'rights', ''];

const within = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) =>
  fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.nat().map((n) => Math.min(maximum, Math.max(minimum, n))),
  );

/** What the generator of texts knows nothing of: it is left out, and what is wrong of it after. */
const plainer = (pattern: string): RegExp =>
  new RegExp(
    pattern
      .replace(/\(\?![^)]*\)/g, '')
      .replace(/\\p\{Cc?\}/g, '\\x00-\\x1f')
      .replace(/\\p\{\w+\}/g, '')
      .replace(/\\u\{\w+\}-?/g, ''),
  );

/** Texts that match a pattern: fast-check takes milliseconds to make a generator of them. */
const matching = new Map<string, fc.Arbitrary<string>>();
const textThat = (pattern: string): fc.Arbitrary<string> => {
  const whole = new RegExp(pattern, 'u');
  const made =
    matching.get(pattern) ?? fc.stringMatching(plainer(pattern)).filter((one) => whole.test(one));
  matching.set(pattern, made);
  return made;
};

const text = ({ format, pattern, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> => {
  if (format === 'date-time') {
    const span = { min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true };
    return fc.date(span).map((date) => date.toISOString());
  }
  if (pattern === undefined || pattern.includes('\\P')) {
    // A text of megabytes has signs of one byte: the server cuts who sends far more than it takes.
    const wide = maxLength > BODY_BYTES_MAX ? '' : '\\"\u00e9\u20ac\u4e2d\t\n';
    const unit = fc.constantFrom(...`aZ09 _-,*!'${wide}`);
    // A drawn part is repeated: megabytes that are drawn whole would keep this process at work.
    const drawn = Math.min(maxLength, 256);
    const longest = fc
      .string({ unit, minLength: drawn, maxLength: drawn })
      .map((part) => part.repeat(Math.ceil(maxLength / drawn)).slice(0, maxLength));
    const short = fc.string({ unit, minLength, maxLength: Math.min(maxLength, 20) });
    return fc.oneof({ weight: 4, arbitrary: short }, { weight: 1, arbitrary: longest });
  }
  return textThat(pattern);
};

const anyThat = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(one)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return within(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return object(schema);
    default:
      return fc.constant(null);
  }
};

/** Fields that may be left out mostly are: each of them may be what a request is refused for. */
const object = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<Fields> => {
  const fields = Object.entries(properties).map(([name, one]) => {
    const value = fitting(one, name);
    if (required.includes(name)) return [name, value] as const;
    const left = { weight: 4, arbitrary: fc.constant(undefined) };
    return [name, fc.oneof(left, { weight: 1, arbitrary: value })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)));
};

/** Values that fit the schema; of a field with that name, mostly such as the server knows. */
export const fitting = (schema: object, name = ''): fc.Arbitrary<unknown> => {
  const fault = compile(schema as never);
  const known = (LIKELY[name] ?? []).filter((value) => fault(value) === undefined);
  if (known.length === 0) return anyThat(schema);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: anyThat(schema) },
  );
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with one field left out, made odd, or added. */
const withFault = (value: unknown): fc.Arbitrary<unknown> => {
  if (!isObject(value)) return fc.constantFrom(...ODD);
  const names = Object.keys(value);
  const added = fc.constantFrom(...UNKNOWN_FIELDS).map((name) =>
    JSON.parse(`${JSON.stringify(value).slice(0, -1)}${names.length ? ',' : ''}
      ${JSON.stringify(name)}:1}`),
  );
  if (names.length === 0) return added;
  const field = fc.constantFrom(...names);
  return fc.oneof(
    field.map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))),
    fc.tuple(field, fc.constantFrom(...ODD)).map(([name, odd]) => ({ ...value, [name]: odd })),
    added,
  );
};

/** Values of which one field is broken, so that `isBad` says so of them. */
export const broken = (schema: object, isBad: (value: unknown) => boolean): fc.Arbitrary<unknown> =>
  fitting(schema).chain(withFault).filter(isBad);

/** Values in which about every other field has something of another type. */
export const swapped = (schema: object): fc.Arbitrary<unknown> =>
  fitting(schema).chain((value) => {
    if (!isObject(value)) return fc.constantFrom(...ODD);
    const entries = Object.entries(value).map(([name, own]) =>
      fc.oneof(fc.constant(own), fc.constantFrom(...ODD)).map((one) => [name, one] as const),
    );
    return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs));
  });
