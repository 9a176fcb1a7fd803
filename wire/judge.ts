// Judges of values by schemas. A schema of many fields takes ajv 30 to 50 ms to compile, in which
// its thread does nothing else: such objects are judged field by field, each compiled at its first
// use.

import { Ajv, type ErrorObject } from 'ajv';
import type { Fields } from './object.js';
import { parseTime, TIME_MAX } from './time.js';

/** What is wrong with a value, and where in it. */
export type Fault = ErrorObject;

/** Tells the first thing that is wrong with a value; undefined when it fits. */
export type Judge = (value: unknown) => Fault | undefined;

/** What matters here of a schema as JSON Schema has it; `true` fits everything. */
export interface Shape {
  readonly type?: string;
  readonly items?: Shape | true;
  readonly properties?: Readonly<Record<string, Shape | true>>;
  readonly [keyword: string]: unknown;
}

/** The schemas are our own and typed: holding them against the schema of schemas costs 20 ms. */
const ajv = new Ajv({
  strict: true,
  allErrors: false,
  code: { optimize: false },
  meta: false,
  validateSchema: false,
});
ajv.addFormat('email', /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/);
/** RFC 3339: a time without its zone would mean another moment on another machine. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
/** Is it a date of the calendar? `Date` takes 30 February for 2 March. */
const isDate = (text: string): boolean =>
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
ajv.addFormat('date-time', {
  validate: (text: string) =>
    DATE_TIME.test(text) && parseTime(text) <= TIME_MAX && isDate(text.slice(0, 10)),
});

/** Objects of more fields than these are judged field by field. */
const FIELDS_AT_ONCE = 16;

/** Compiles the whole of a schema at its first use. */
export const atOnce = (schema: Shape): Judge => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? undefined : validate.errors?.[0];
  };
};

const within = (place: string | number, fault: Fault): Fault => ({
  ...fault,
  instancePath: `/${place}${fault.instancePath}`,
});

/** By text: fields of the same kind share a judge, whatever their default. */
const fieldJudges = new Map<string, Judge>();

const fieldJudge = (schema: Shape): Judge => {
  const text = JSON.stringify({ ...schema, default: undefined, description: undefined });
  const known = fieldJudges.get(text);
  if (known !== undefined) return known;
  const judge = judgeOf(schema);
  fieldJudges.set(text, judge);
  return judge;
};

/** Judges the object without its fields, then field by field in the schema's order. */
const byField = (schema: Shape, properties: NonNullable<Shape['properties']>): Judge => {
  const names = Object.keys(properties);
  const any = Object.fromEntries(names.map((name) => [name, true as const]));
  const judgeBare = atOnce({ ...schema, properties: any });
  const judges = new Map<string, Judge>();
  const judgeField = (name: string): Judge => {
    const judge = judges.get(name) ?? fieldJudge(properties[name] as Shape);
    judges.set(name, judge);
    return judge;
  };
  return (value) => {
    const fault = judgeBare(value);
    if (fault !== undefined) return fault;
    const fields = value as Fields;
    for (const name of names) {
      const field = fields[name];
      const fieldFault = field === undefined ? undefined : judgeField(name)(field);
      if (fieldFault !== undefined) return within(name, fieldFault);
    }
    return undefined;
  };
};

/** Judges the list without its items, then item by item. */
const byItem = (schema: Shape, items: Shape): Judge => {
  const judgeBare = atOnce({ ...schema, items: true });
  const judgeItem = judgeOf(items);
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

const isWide = ({ type, items, properties = {} }: Shape): boolean => {
  if (type === 'array') return items !== undefined && items !== true && isWide(items);
  return Object.keys(properties).length > FIELDS_AT_ONCE;
};

/** The judge of a schema: it tells the same fault as ajv does of the whole. */
export const judgeOf = (schema: Shape): Judge => {
  if (!isWide(schema)) return atOnce(schema);
  const { items, properties } = schema;
  return properties === undefined ? byItem(schema, items as Shape) : byField(schema, properties);
};
