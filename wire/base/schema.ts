// Schemas and their checks: TypeBox values, and errors that name the field.

import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { type Fields, isFields } from './object.js';
import { DECIMAL_PATTERN, parseScaledBig, RATE_SCALE } from './scale.js';
import { type SchemaFault, validatorOf } from './validator.js';

/** One of the given words; its error lists them. */
export const Words = <const T extends readonly string[]>(words: T): TUnsafe<T[number]> =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] });

/** A decimal as text. */
export const Decimal = () => Type.String({ pattern: DECIMAL_PATTERN, description: 'decimal' });
/** A time, RFC 3339 in UTC. */
export const Time = () => Type.String({ format: 'date-time' });
/** A time, or null for none. */
export const TimeOrNull = () => Type.Union([Time(), Type.Null()]);
/** A positive id. */
export const Id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/**
 * Text without half a surrogate pair: UTF-8 has no bytes for one, so that the text in memory would
 * differ from the text in the log.
 */
export const WholeText = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: '^\\P{Cs}*$' });
/** A UUID in its canonical spelling, in either letter case. */
export const Uuid = () =>
  Type.String({
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  });

const REQUEST_ID_PATTERN =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-46-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
/** Why a request id does not fit. */
const REQUEST_ID_WANTED = 'must be a UUID of another version than 5, whose ids the server derives';
/**
 * The id that a client gives a request: a UUID, but none of version 5. The server derives ids of
 * version 5 from deals, and clients that know the deal can compute them.
 */
export const RequestId = () => Type.String({ pattern: REQUEST_ID_PATTERN });

/** An object that refuses unknown fields. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object<T>(properties, { additionalProperties: false });

/** The same under the name that the description of the API gives it. */
export const Named = <T extends Parameters<typeof Type.Object>[0]>(title: string, properties: T) =>
  Type.Object<T>(properties, { title, additionalProperties: false });

const fieldOf = (error: SchemaFault): string => {
  const params = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
  };
  const parts = error.instancePath.split('/').slice(1);
  const last = params.additionalProperty ?? params.missingProperty;
  if (last !== undefined) parts.push(last);
  return parts.join('.') || 'body';
};

const say = (error: SchemaFault): string => {
  const field = fieldOf(error);
  if (error.keyword === 'additionalProperties') return `${field}: unknown field`;
  if (error.keyword === 'required') return `${field}: required`;
  if (error.keyword === 'enum') {
    const words = (error.params as { allowedValues: unknown[] }).allowedValues.join(', ');
    return `${field}: must be one of ${words}`;
  }
  if (error.keyword === 'pattern') {
    const { pattern } = error.params as { pattern?: string };
    return `${field}: ${pattern === REQUEST_ID_PATTERN ? REQUEST_ID_WANTED : 'malformed'}`;
  }
  return `${field}: ${error.message ?? 'not valid'}`;
};

/** Checks a value: undefined when it fits, else a sentence that names the field at fault. */
export type Check = (value: unknown) => string | undefined;

/** Makes a schema's check; what it needs is compiled at the first use. */
export const compile = (schema: TSchema): Check => {
  const judge = validatorOf(schema);
  return (value) => {
    const fault = judge(value);
    return fault && say(fault);
  };
};

/** A schema and its check together, narrowing the value's type. */
export const checked = <T extends TSchema>(schema: T) => {
  const check = compile(schema);
  return {
    schema,
    /** The sentence about the first fault, or undefined. */
    fault: check,
    /** Narrows a value that has no fault. */
    is: (value: unknown): value is Static<T> => check(value) === undefined,
  };
};

interface Shape {
  readonly anyOf?: readonly Shape[];
  readonly default?: unknown;
  readonly items?: Shape;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
}

const isSameDecimal = (one: string, other: string): boolean =>
  one === other || parseScaledBig(one, RATE_SCALE) === parseScaledBig(other, RATE_SCALE);

/**
 * A value in the spelling in which it is held: decimals that are equal are the same, `1.50` where
 * `1.5` was said, within objects and lists too. The value must fit the schema.
 */
export const respelt = (schema: Shape, value: unknown, held: unknown): unknown => {
  const { anyOf, items, properties } = schema;
  if (typeof value === 'string' && typeof held === 'string') {
    const isDecimal = [schema, ...(anyOf ?? [])].some((one) => one.pattern === DECIMAL_PATTERN);
    return isDecimal && isSameDecimal(value, held) ? held : value;
  }
  const parted = anyOf?.find((one) => one.items !== undefined || one.properties !== undefined);
  if (parted !== undefined) return respelt(parted, value, held);
  if (Array.isArray(value) && Array.isArray(held) && items !== undefined) {
    return value.map((one, at) => respelt(items, one, held[at]));
  }
  if (!isFields(value) || !isFields(held) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const shape = properties[name];
      return [name, shape === undefined ? inner : respelt(shape, inner, held[name])];
    }),
  );
};

type Properties = NonNullable<Shape['properties']>;

const blanks = new WeakMap<Properties, Fields>();

/** An object with every field of a schema, null or by default; parsed, V8 gives it one shape. */
const blankOf = (properties: Properties): Fields => {
  const known = blanks.get(properties);
  if (known !== undefined) return known;
  const fields = Object.entries(properties).map(([name, shape]) => [name, shape.default ?? null]);
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Fields;
  blanks.set(properties, blank);
  return blank;
};

/**
 * An object to complete. V8 takes some 100 µs where one of 60 fields grows by those it lacks, and
 * 1 µs where it is copied from one that has them all; only where each of them has a default, since
 * what is not said would stay null.
 */
const begun = (properties: Properties, given: Fields): Record<string, unknown> => {
  for (const name in properties) {
    if (given[name] === undefined && properties[name]?.default === undefined) return { ...given };
  }
  return { ...blankOf(properties), ...given };
};

/**
 * The value, with its schema's defaults where fields are missing, within objects and lists too. A
 * complete value is returned as it is, so that records share it: it must not be changed.
 */
export const complete = (schema: Shape, value: unknown): unknown => {
  if (value === undefined) return schema.default;
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, items, properties } = schema;
  // Of a value or null the value's form is the one that has parts.
  const parted = anyOf?.find((one) => one.items !== undefined || one.properties !== undefined);
  if (parted !== undefined) return complete(parted, value);
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    const filled = value.map((one) => complete(items, one));
    return filled.some((one, at) => one !== value[at]) ? filled : value;
  }
  if (properties === undefined) return value;
  const given = value as Fields;
  let out: Record<string, unknown> | undefined;
  for (const name in properties) {
    const held = given[name];
    const filled = complete(properties[name] as Shape, held);
    if (filled === held) continue;
    out ??= begun(properties, given);
    out[name] = filled;
  }
  return out ?? value;
};
