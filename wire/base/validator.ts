// Validation of values by schemas. Compiling a schema of many fields blocks the thread for 30 to 50
// ms in ajv. Such objects are validated field by field, and each field is compiled at its first
// use.

import { _, Ajv, type ErrorObject } from 'ajv';
import type { Fields } from './object.js';
import { isTime } from './time.js';

/** A fault of a value, and its path within the value. */
export type SchemaFault = ErrorObject;

/** Returns the first fault of a value; undefined when it is valid. */
export type Validator = (value: unknown) => SchemaFault | undefined;

/** The part of JSON Schema that is used here; `true` accepts any value. */
export interface JsonSchema {
  readonly type?: string;
  readonly items?: JsonSchema | true;
  readonly properties?: Readonly<Record<string, JsonSchema | true>>;
  readonly [keyword: string]: unknown;
}

/**
 * The schemas are our own and typed, so they are not validated against the meta-schema, which costs
 * 20 ms.
 */
const ajv = new Ajv({
  strict: true,
  allErrors: false,
  code: { optimize: false },
  meta: false,
  validateSchema: false,
});
ajv.addKeyword({
  keyword: 'maxBytes',
  type: 'string',
  schemaType: 'number',
  errors: false,
  validate: (most: number, text: string) => Buffer.byteLength(text) <= most,
  error: { message: 'has too many bytes', params: ({ schema }) => _`{ limit: ${schema} }` },
});
ajv.addFormat('date-time', isTime);

/** The bytes of an upload, which are described in schemas but come in no JSON. */
ajv.addFormat('binary', true);

/** Objects with more fields than this are validated field by field; no order has as many. */
const FIELDS_AT_ONCE = 20;

/** Compiles a whole schema at its first use. */
export const atOnce = (schema: JsonSchema): Validator => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? undefined : validate.errors?.[0];
  };
};

const within = (place: string | number, fault: SchemaFault): SchemaFault => ({
  ...fault,
  instancePath: `/${place}${fault.instancePath}`,
});

/**
 * Checks by the text of a field's schema: fields of the same type share one, whatever their
 * default.
 */
const fieldValidators = new Map<string, Validator>();

const fieldValidator = (field: JsonSchema | true): Validator => {
  const { default: _, description, ...schema } = field === true ? {} : field;
  const text = JSON.stringify(schema);
  const known = fieldValidators.get(text);
  if (known !== undefined) return known;
  const judge = validatorOf(schema);
  fieldValidators.set(text, judge);
  return judge;
};

/**
 * Checks the object itself, then its fields. Iterating over the object's own entries takes a third
 * of the time of looking up each field. Of several faults the first in the schema's order is
 * reported.
 */
const byField = (
  schema: JsonSchema,
  properties: NonNullable<JsonSchema['properties']>,
): Validator => {
  const unjudged = Object.keys(properties).map((name) => [name, true] as const);
  const judgeBare = atOnce({ ...schema, properties: Object.fromEntries(unjudged) });
  let judges: Map<string, Validator> | undefined;
  return (value) => {
    const fault = judgeBare(value);
    if (fault !== undefined) return fault;
    judges ??= new Map(
      Object.entries(properties).map(([name, one]) => [name, fieldValidator(one)]),
    );
    const values = Object.values(value as Fields);
    const faults = new Map<string, SchemaFault>();
    for (const [at, name] of Object.keys(value as Fields).entries()) {
      const held = values[at];
      const fieldFault = held === undefined ? undefined : judges.get(name)?.(held);
      if (fieldFault !== undefined) faults.set(name, fieldFault);
    }
    if (faults.size === 0) return undefined;
    const first = [...judges.keys()].find((name) => faults.has(name)) as string;
    return within(first, faults.get(first) as SchemaFault);
  };
};

/** Validates the list without its items, then each item. */
const byItem = (schema: JsonSchema, items: JsonSchema): Validator => {
  const judgeBare = atOnce({ ...schema, items: true });
  const judgeItem = validatorOf(items);
  return (value) => {
    const fault = judgeBare(value);
    if (fault !== undefined) return fault;
    for (const [at, item] of (value as unknown[]).entries()) {
      const itemFault = judgeItem(item);
      if (itemFault !== undefined) return within(at, itemFault);
    }
    return undefined;
  };
};

const isWide = ({ type, items, properties = {} }: JsonSchema): boolean => {
  if (type === 'array') return items !== undefined && items !== true && isWide(items);
  return Object.keys(properties).length > FIELDS_AT_ONCE;
};

/**
 * The check of a schema. It reports the same fault as ajv does for the whole schema: missing and
 * unknown fields come before faults inside fields. Field names must not contain `/` or `~`.
 */
export const validatorOf = (schema: JsonSchema): Validator => {
  if (!isWide(schema)) return atOnce(schema);
  const { items, properties } = schema;
  return properties === undefined
    ? byItem(schema, items as JsonSchema)
    : byField(schema, properties);
};
