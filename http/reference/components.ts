// Schemas as a document shows them: named ones once, by reference; each field with its words.

import type { TSchema } from '@sinclair/typebox';
import { DECIMAL_PATTERN } from '../../wire/base/scale.js';
import { hintsOf } from '../../wire/base/schema.js';
import { wordsOf } from '../../wire/fields/common-words.js';
import { UNITS, type Unit } from '../../wire/fields/words.js';
import { SYMBOL_NAME_PATTERN } from '../../wire/settings/symbols.js';

/** A part of a document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A reference to a named schema. */
export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const DECIMAL: JsonObject = {
  type: 'string',
  title: 'Decimal',
  description: 'A decimal number as text: digits are not lost to binary fractions.',
  pattern: DECIMAL_PATTERN,
};

/** Suffixes of names that denote a unit. */
const BY_NAME: readonly (readonly [end: RegExp, unit: Unit])[] = [
  [/_pts$/, 'points'],
  [/_sec$|_seconds$/, 'seconds'],
  [/_ms$/, 'milliseconds'],
  [/_min$/, 'minutes'],
  [/_days$/, 'days'],
  [/_months$/, 'months'],
  [/^bytes_/, 'bytes'],
  [/^ids?$|_ids?$|^login$|^dealers?$|^agent$/, 'id'],
];

interface MeasuredShape {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly MeasuredShape[];
  readonly items?: MeasuredShape;
}

/** Is it of this kind, a list of this kind, or a union with it? */
const is = (shape: MeasuredShape, fits: (one: MeasuredShape) => boolean): boolean =>
  fits(shape) ||
  (shape.anyOf ?? []).some((one) => is(one, fits)) ||
  (shape.items !== undefined && is(shape.items, fits));

const unitOf = (name: string, schema: MeasuredShape, given: Unit | undefined): Unit | undefined => {
  if (given !== undefined) return given;
  const time = is(schema, ({ format }) => format === 'date-time');
  const number = is(schema, ({ type }) => type === 'integer' || type === 'number');
  return time ? 'time' : number ? BY_NAME.find(([end]) => end.test(name))?.[1] : undefined;
};

/** A schema of requests of several kinds names the kind in `kind`. */
const byKind = (shown: readonly JsonObject[], given: readonly TSchema[]): JsonObject => {
  const kinds = given.map(({ properties }) => properties?.kind?.const as string | undefined);
  if (kinds.some((kind) => kind === undefined)) return {};
  const mapping = Object.fromEntries(kinds.map((kind, at) => [kind, shown[at]?.$ref]));
  return { discriminator: { propertyName: 'kind', mapping } };
};

const CONTROLS = '\\u0000-\\u001F\\u007F-\\u009F';
/** Replacements of Unicode classes. Characters beyond 16 bits cannot be excluded: all pass. */
const PLAIN_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\\P\{Cs\}/g, '[\\s\\S]'],
  [/\\p\{Cs\}/g, ''],
  [/\\p\{Cc\}|\\p\{C\}/g, CONTROLS],
  [/\\p\{Zl\}/g, '\\u2028'],
  [/\\p\{Zp\}/g, '\\u2029'],
  [/\\u\{[0-9A-F]+\}(-\\u\{[0-9A-F]+\})?/g, ''],
];

/** Names of symbols: without the ASCII characters that they may not have. */
const SYMBOL_NAME = '^(?![! ])[^\\u0000-\\u001F\\u007F-\\u00A0"*,:;<>?\\[\\\\\\]`{|}~]*$';

/**
 * The published form of a pattern: without what only some regular expressions know. The server
 * checks texts with Unicode classes (ECMA 262 with the flag `u`). Generators of other languages
 * compile patterns without the flag, or with Python's `re`. The published form takes every text
 * that the server takes, and some that the server refuses.
 */
const publishedPattern = (pattern: string): string =>
  pattern === SYMBOL_NAME_PATTERN
    ? SYMBOL_NAME
    : PLAIN_FORMS.reduce((text, [unicode, plain]) => text.replace(unicode, plain), pattern);

/** Hints for forms beyond the type of a field. */
const shownHints = (schema: TSchema): JsonObject => {
  const { format, reference, isSecret } = hintsOf(schema);
  return {
    ...(format !== undefined && { 'x-format': format }),
    ...(reference !== undefined && { 'x-reference': reference }),
    ...(isSecret && { format: 'password', writeOnly: true }),
  };
};

/** The named schemas of a document, gathered while it is made. */
export class Components {
  /** The names of schemas that were found, so that each is processed once. */
  readonly #names = new WeakMap<object, string>();
  readonly #held = new Map<string, { readonly text: string; readonly schema: JsonObject }>([
    ['Decimal', { text: '', schema: DECIMAL }],
  ]);

  /** All of them by name, in the order of the alphabet. */
  all(): Readonly<Record<string, JsonObject>> {
    const names = [...this.#held.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#held.get(name)?.schema ?? {}]));
  }

  /** A schema in the form of the document: a named schema is stored here, and referred to. */
  shown(schema: TSchema): JsonObject {
    const { title: _title, maxBytes, ...given } = schema;
    const rest =
      given.pattern === undefined ? given : { ...given, pattern: publishedPattern(given.pattern) };
    if (rest.pattern === DECIMAL_PATTERN) {
      return { ...schemaRef('Decimal'), ...('default' in rest && { default: rest.default }) };
    }
    if (rest.anyOf !== undefined) {
      const anyOf = (rest.anyOf as TSchema[]).map((one) => this.shown(one));
      return { ...rest, anyOf, ...byKind(anyOf, rest.anyOf as TSchema[]) };
    }
    if (rest.type === 'array') return { ...rest, items: this.shown(rest.items as TSchema) };
    if (rest.type !== 'object') {
      return maxBytes === undefined ? rest : { ...rest, 'x-max-bytes': maxBytes };
    }
    const { default: value, ...bare } = rest;
    const held = value === undefined ? {} : { default: value };
    if (bare.properties !== undefined) return { ...schemaRef(this.#nameOf(schema)), ...held };
    const values = bare.additionalProperties ?? bare.patternProperties?.['^(.*)$'];
    if (typeof values !== 'object') return rest;
    const { patternProperties: _, ...free } = bare;
    const names = free.propertyNames as TSchema | undefined;
    return {
      ...free,
      ...(names !== undefined && { propertyNames: this.shown(names) }),
      additionalProperties: this.shown(values as TSchema),
      ...held,
    };
  }

  /** A field with its title, description, unit and section. */
  field(name: string, schema: TSchema): JsonObject {
    const { description: _, ...shown } = this.shown(schema);
    const words = wordsOf(name, schema);
    if (words === undefined) return shown;
    const { title, section } = words;
    const unit = unitOf(name, schema as MeasuredShape, words.unit);
    const description = `${words.description} ${unit === undefined ? '' : UNITS[unit]}`.trim();
    return {
      ...shown,
      title,
      description,
      'x-section': section,
      ...(unit !== undefined && { 'x-unit': unit }),
      ...shownHints(schema),
    };
  }

  #nameOf(schema: TSchema): string {
    const known = this.#names.get(schema.properties);
    if (known !== undefined) return known;
    const name = this.#named(schema.title ?? '', schema);
    this.#names.set(schema.properties, name);
    return name;
  }

  /**
   * Stores an object under its name. If the name has another content, `Input` is appended to it.
   */
  #named(title: string, given: TSchema): string {
    const fields = Object.entries(given.properties as Record<string, TSchema>);
    const properties = Object.fromEntries(
      fields.map(([name, field]) => [name, this.field(name, field)]),
    );
    const { default: _, ...bare } = given;
    const schema = { ...bare, title, properties };
    const text = JSON.stringify(schema);
    for (const name of [title, `${title}Input`]) {
      const held = this.#held.get(name);
      if (held === undefined) this.#held.set(name, { text, schema: { ...schema, title: name } });
      else if (held.text !== text) continue;
      return name;
    }
    throw new Error(`${title} names more than two schemas`);
  }
}
