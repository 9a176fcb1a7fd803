// Schemas: TypeBox types, and checks whose errors name the field.

import {
  type SchemaOptions,
  type Static,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { type Fields, isFields } from './object.js';
import { DECIMAL_PATTERN, parseScaledBig, RATE_SCALE } from './scale.js';
import { TIME_EXAMPLE } from './time.js';
import { SERVER_MARK } from './uuid.js';
import { type SchemaFault, validatorOf } from './validator.js';

/** Records that fields name. */
type ReferenceKind =
  | ('account' | 'brand' | 'group' | 'leverage_profile' | 'mail_server' | 'report')
  | ('staff' | 'symbol');

/** A form's knowledge of a field beyond its type; validators ignore it. */
interface FormHints {
  /** Published as `x-format`, because formats of JSON Schema refuse the empty text. */
  readonly format?:
    | 'color'
    | 'currency'
    | 'date'
    | 'email'
    | 'hh:mm'
    | 'hostname'
    | 'html'
    | 'minute-of-day'
    | 'multiline'
    | 'url'
    | 'weekday';
  /** The record that the value names, by this field of the record; `mask` = all that fit. */
  readonly reference?: {
    readonly kind: ReferenceKind;
    readonly by: 'id' | 'login' | 'mask' | 'name' | 'path';
  };
  readonly isSecret?: true;
}

/** Hints are kept under a symbol, as words of fields are. */
const HINTS = Symbol.for('brokerd.hints');
type Hinted = TSchema & { readonly [HINTS]?: FormHints };

const hinted = <T extends TSchema>(schema: T, hints: FormHints): T => ({
  ...schema,
  [HINTS]: hints,
});

/** The hints of a schema, of the items of a list, or of the value that may also be null. */
export const hintsOf = (schema: Hinted): FormHints => {
  const parts: readonly TSchema[] = schema.anyOf ?? (schema.items ? [schema.items] : []);
  return schema[HINTS] ?? parts.map(hintsOf).find((one) => Object.keys(one).length > 0) ?? {};
};

/** A field that names a record, or with `mask` all records that fit; or a list of them. */
export const refersTo = <T extends TSchema>(
  kind: ReferenceKind,
  by: NonNullable<FormHints['reference']>['by'],
  schema: T,
): T => hinted(schema, { reference: { kind, by } });
/** A text that is entered and shown in a form of its own. */
export const formatted = <T extends TSchema>(
  format: NonNullable<FormHints['format']>,
  schema: T,
): T => hinted(schema, { format });
/** A text that is sent and never answered. */
export const secretText = <T extends TSchema>(schema: T): T => hinted(schema, { isSecret: true });

/** One of the given words; its error lists them. */
export const Words = <const T extends readonly string[]>(words: T): TUnsafe<T[number]> =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] });

/** A decimal as text. */
export const Decimal = () => Type.String({ pattern: DECIMAL_PATTERN, description: 'decimal' });
/** A value or null. */
export const OrNull = <T extends TSchema>(schema: T, options?: SchemaOptions) =>
  Type.Union([schema, Type.Null()], options);
/** A price as text, or null for none. */
export const PriceOrNull = () => OrNull(Decimal());
/** A time, RFC 3339 in UTC. */
export const Time = () => Type.String({ format: 'date-time' });
/** A time, or null for none. */
export const TimeOrNull = () => OrNull(Time());
/** A positive id. */
export const Id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/**
 * Characters without a shape, of which scripts need none: spaces and hyphens of no width, fillers,
 * marks of formats, and tags. Allowed are joiners, which Persian and Indic words and emoji need,
 * and variation selectors: names are compared without them.
 */
const SHAPELESS =
  '\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u2060-\\u2065\\u3164\\uFEFF\\uFFA0' +
  '\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}';
/** Marks that turn the direction of writing or the form of letters. */
const DIRECTION = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u206F';
/**
 * The inside of a class of characters that no line of text may have: controls and ends of lines;
 * marks of direction and shapeless characters, by which a name reads as another; and halves of
 * surrogate pairs, for which UTF-8 has no bytes, so that the text in memory would differ from the
 * text in the log.
 */
export const UNSEEN = `\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${DIRECTION}${SHAPELESS}`;

/** The beginning of a text, without half a character at its end. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

const LINE_PATTERN = `^[^${UNSEEN}]*$`;
/** A line of text. */
export const WholeText = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: LINE_PATTERN });
/** Most spaces before, and after, a text that is trimmed. */
const SPACES_MAX = 48;
/** A line of text that has 1 to `most` characters without the spaces around it. */
export const TrimmedText = (most: number) => {
  const spaces = `\\s{0,${SPACES_MAX}}`;
  const pattern = `^${spaces}(?!\\s)[^${UNSEEN}]{1,${most}}${spaces}$`;
  WANTED[pattern] = `must have 1 to ${most} visible characters without the spaces around it`;
  return Type.String({ pattern });
};
const EMAIL_PART = `[^\\s@<>",;${UNSEEN}]+`;
export const EMAIL_PATTERN = `^$|^${EMAIL_PART}@${EMAIL_PART}\\.${EMAIL_PART}$`;
/** An e-mail address in a line of text; empty = none. */
export const Email = () =>
  formatted('email', Type.String({ maxLength: 128, pattern: EMAIL_PATTERN }));
const HOST_LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOST_PATTERN = `^${HOST_LABEL}(\\.${HOST_LABEL})*$`;
/** A host name in lower case, without port. */
export const HostName = () =>
  formatted('hostname', Type.String({ maxLength: 253, pattern: HOST_PATTERN }));
const COLOR_PATTERN = '^(#[0-9A-Fa-f]{6})?$';
/** A colour; empty = none. */
export const ColorOrNone = () =>
  formatted('color', Type.Unsafe<string>({ type: 'string', pattern: COLOR_PATTERN, default: '' }));
const LONG_PATTERN = '^\\P{Cs}*$';
/** A text of several lines. */
export const LongText = (maxLength: number) =>
  formatted('multiline', Type.String({ maxLength, pattern: LONG_PATTERN }));
const PLAIN_PATTERN = '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$';
/** A text of several lines without control characters but tabs and ends of lines. */
export const PlainText = (maxLength: number) =>
  formatted('multiline', Type.String({ maxLength, pattern: PLAIN_PATTERN }));
const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$';
/** A day of the server clock. */
export const Day = () =>
  formatted('date', Type.String({ pattern: DAY_PATTERN, description: 'YYYY-MM-DD' }));
const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
/** A UUID in its canonical spelling, in either letter case. */
export const Uuid = () => Type.String({ pattern: UUID_PATTERN });
const SHA256_PATTERN = '^[0-9a-f]{64}$';
/** A SHA-256 in lower-case hexadecimal. */
export const Sha256 = () => Type.String({ pattern: SHA256_PATTERN });

/** The form of a time. */
const TIME_WANTED = `must be a date and time such as ${TIME_EXAMPLE}`;

/** `SERVER_MARK` in either letter case. */
const MARK_PATTERN = SERVER_MARK.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const REQUEST_ID_PATTERN = UUID_PATTERN.replace('^', `^(?!${MARK_PATTERN}-[0-9a-fA-F]{4}-8)`);
/** The error message for a request id of another form. */
const REQUEST_ID_WANTED =
  `must be a UUID; UUIDs of version 8 that begin with ${SERVER_MARK} ` +
  'are for requests of the server itself';
/**
 * The request id of a client: a UUID of any version. Clients that know a deal can compute the ids
 * of the requests that the server makes about the deal (`serverId`), so those are refused.
 */
export const RequestId = () => Type.String({ pattern: REQUEST_ID_PATTERN });

/** An object schema that refuses unknown fields. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  Type.Object<T>(properties, { additionalProperties: false });

/** The same under the name that the description of the API gives it. */
export const Named = <T extends Parameters<typeof Type.Object>[0]>(title: string, properties: T) =>
  Type.Object<T>(properties, { title, additionalProperties: false });

/** The messages for texts that do not match a pattern. */
const WANTED: Record<string, string> = {
  [REQUEST_ID_PATTERN]: REQUEST_ID_WANTED,
  [PLAIN_PATTERN]: 'must not have control characters but tabs and line breaks, or half characters',
  [LINE_PATTERN]: 'must not have control characters, direction marks, invisible or half characters',
  [LONG_PATTERN]: 'must not have half characters',
  [DECIMAL_PATTERN]:
    'must be a decimal without exponent, such as 1.25: at most 18 digits before the point and 12 ' +
    'after it',
  [EMAIL_PATTERN]: 'must be an e-mail address, such as name@example.com, or empty',
  [UUID_PATTERN]: 'must be a UUID, such as 0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01',
  [SHA256_PATTERN]: 'must be a SHA-256: 64 digits and letters a to f',
  [DAY_PATTERN]: 'must be a day, such as 2026-11-20',
  [HOST_PATTERN]: 'must be a host name in lower case, without port',
  [COLOR_PATTERN]: 'must be #rrggbb or empty',
};

/** Gives a pattern the message for texts that do not match it; returns the pattern. */
export const wantedBy = (pattern: string, message: string): string => {
  WANTED[pattern] = message;
  return pattern;
};

/** The messages for a missing field and for an unknown field. */
export const REQUIRED = 'required';
export const UNKNOWN = 'unknown field';

/** The field that a fault is about, its parts separated by dots; empty = the value itself. */
export const fieldOf = (error: SchemaFault): string => {
  const params = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
  };
  const parts = error.instancePath.split('/').slice(1);
  const last = params.additionalProperty ?? params.missingProperty;
  if (last !== undefined) parts.push(last);
  return parts.join('.');
};

/** The list that a fault of a value is about. */
const listAt = (value: unknown, { instancePath }: SchemaFault): readonly unknown[] => {
  const parts = instancePath.split('/').slice(1);
  return parts.reduce((held, part) => (held as Fields)[part], value) as unknown[];
};

/** Most characters of a value that a message shows. */
const SHOWN_CHARS_MAX = 64;

/** A text of the sender in a message: as JSON, cut. */
const quoted = (value: unknown): string => cutText(JSON.stringify(value), SHOWN_CHARS_MAX);

/** The allowed words in a sentence. */
const listed = (words: readonly unknown[]): string => {
  const named = words.filter((word) => word !== '').join(', ');
  return words.includes('') ? `${named} or empty` : named;
};

/** A number of things, such as `1 item` and `2 items`. */
const counted = (count: unknown, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The words for a value of each JSON type in a message. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** The message for a text without the form of its pattern. */
const ofPattern = (pattern: unknown): string => WANTED[String(pattern)] ?? 'is not valid';

type FaultWords = (params: Fields, fault: SchemaFault, value: unknown) => string;

/** The message for a fault, by the keyword of the schema; a schema may use no other keyword. */
export const FAULT_WORDS: Readonly<Record<string, FaultWords>> = {
  type: ({ type }) => `must be ${TYPE_WORDS[String(type)]}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  enum: ({ allowedValues }) => `must be one of ${listed(allowedValues as unknown[])}`,
  pattern: ({ pattern }) => ofPattern(pattern),
  format: ({ format }) => (format === 'date-time' ? TIME_WANTED : 'is not valid'),
  required: () => REQUIRED,
  additionalProperties: () => UNKNOWN,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must be at least ${counted(limit, 'character')} long`,
  maxLength: ({ limit }) => `must be at most ${counted(limit, 'character')} long`,
  maxBytes: ({ limit }) => `must be at most ${counted(limit, 'byte')} long in UTF-8`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }, fault, value) =>
    `must have at most ${counted(limit, 'item')}, has ${listAt(value, fault).length}`,
  uniqueItems: ({ i }, fault, value) => `has ${quoted(listAt(value, fault)[i as number])} twice`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'field')}`,
};

/** The message for a fault of a value. */
export const messageOfFault = (fault: SchemaFault, value: unknown): string => {
  const { keyword, params, propertyName } = fault;
  const message = FAULT_WORDS[keyword]?.(params, fault, value) ?? 'is not valid';
  return propertyName === undefined ? message : `the name ${quoted(propertyName)} ${message}`;
};

const faultSentence = (fault: SchemaFault, value: unknown): string =>
  `${fieldOf(fault) || 'body'}: ${messageOfFault(fault, value)}`;

/** Checks a value: undefined when it is valid, else a sentence that names the field at fault. */
export type Check = (value: unknown) => string | undefined;

/** Builds the check of a schema; it is compiled at its first use. */
export const compile = (schema: TSchema): Check => {
  const judge = validatorOf(schema);
  return (value) => {
    const fault = judge(value);
    return fault && faultSentence(fault, value);
  };
};

/** A schema with its check and a type guard. */
export const checked = <T extends TSchema>(schema: T) => {
  const check = compile(schema);
  return {
    schema,
    /** The sentence about the first fault, or undefined. */
    fault: check,
    /** Is the value valid? Narrows its type. */
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
 * The value in its stored spelling: equal decimals get the same text, `1.5` for `1.50`, in nested
 * objects and lists too. The value must be valid.
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

/**
 * An object with every field of a schema, at its default or null; as it is parsed, V8 gives it one
 * hidden class.
 */
const blankOf = (properties: Properties): Fields => {
  const known = blanks.get(properties);
  if (known !== undefined) return known;
  const fields = Object.entries(properties).map(([name, shape]) => [name, shape.default ?? null]);
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Fields;
  blanks.set(properties, blank);
  return blank;
};

/**
 * A copy of an object to complete. Adding the missing fields of an object with 60 fields takes V8
 * some 100 µs, spreading it over an object with all fields 1 µs. That works only where each missing
 * field has a default: other missing fields would become null.
 */
const begun = (properties: Properties, given: Fields): Record<string, unknown> => {
  for (const name in properties) {
    if (given[name] === undefined && properties[name]?.default === undefined) return { ...given };
  }
  return { ...blankOf(properties), ...given };
};

/**
 * The value with the defaults of its schema for missing fields, in nested objects and lists too. A
 * complete value is returned as it is, so records share it: callers must not change it.
 */
export const complete = (schema: Shape, value: unknown): unknown => {
  if (value === undefined) return schema.default;
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, items, properties } = schema;
  // Of a union of a type and null, take the type: it has the items or properties.
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
