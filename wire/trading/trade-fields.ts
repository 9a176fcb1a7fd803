// The fields of trade requests as they are read from bytes, made from the schemas of the requests.

import { type TSchema, Type } from '@sinclair/typebox';
import { type TextForm, textFormOf } from '../base/text-forms.js';
import { TRADE_REQUESTS, type TradeRequest } from './commands.js';

/** A field that is read in place: a text of a form, or a whole number within bounds. */
export interface RequestField {
  /** Its place in the list of values. */
  readonly place: number;
  /** Its bit in sets of fields. */
  readonly bit: number;
  readonly form: TextForm | undefined;
  readonly min: number;
  readonly max: number;
}

type FieldsByName = ReadonlyMap<string, RequestField>;

/** A kind of request: sets of its fields, and the constructor of its requests. */
interface ReadableKind {
  readonly required: number;
  readonly allowed: number;
  readonly build: (values: readonly unknown[], given: number) => TradeRequest;
}

/** Sets of fields are whole numbers of 31 bits. */
export const FIELDS_MAX = 31;

const fieldOf = (schema: TSchema, place: number): RequestField | undefined => {
  const { type, minimum: min = 0, maximum: max = 0 } = schema;
  const form = textFormOf(schema);
  if (place >= FIELDS_MAX || (form === undefined && type !== 'integer')) return undefined;
  return { place, bit: 1 << place, form, min, max };
};

/** The fields that a reader must know. */
export const ID = fieldOf(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  0,
) as RequestField;
const OP = fieldOf(Type.Literal('trade'), 1) as RequestField;
/** The field that has the request. */
export const DATA: RequestField = { ...ID, place: 2, bit: 1 << 2 };
/** The fields of a frame. */
export const FRAME_FIELDS: FieldsByName = new Map([
  ['id', ID],
  ['op', OP],
  ['data', DATA],
]);

/**
 * The fields of all kinds by name. A field of which two kinds have different schemas is not read in
 * place, except for the kind itself.
 */
const requestFields = (): FieldsByName => {
  const schemas = new Map<string, TSchema[]>();
  for (const { schema } of Object.values(TRADE_REQUESTS)) {
    for (const [name, one] of Object.entries<TSchema>(schema.properties)) {
      schemas.set(name, [...(schemas.get(name) ?? []), one]);
    }
  }
  const kind = Type.Unsafe({ type: 'string', enum: Object.keys(TRADE_REQUESTS) });
  schemas.set('kind', [kind]);
  const fields = new Map<string, RequestField>();
  for (const [name, all] of schemas) {
    const isOne = new Set(all.map((one) => JSON.stringify(one))).size === 1;
    const field = isOne && fieldOf(all[0] as TSchema, FRAME_FIELDS.size + fields.size);
    if (field) fields.set(name, field);
  }
  return fields;
};

/** The fields of a request, of all kinds. */
export const REQUEST_FIELDS = requestFields();
export const KIND = REQUEST_FIELDS.get('kind') as RequestField;

/**
 * Compiles the constructor of a kind's requests: a literal with the required fields, then the
 * optional ones in the order of the schema. So requests with the same fields have one hidden class,
 * whatever the order of their bytes. The names in the generated code are the schema's own.
 */
const builderOf = (required: FieldsByName, optional: FieldsByName): ReadableKind['build'] => {
  const members = [...required].map(([name, { place }]) => `${name}: values[${place}]`);
  const more = [...optional].map(
    ([name, { place, bit }]) => `if (given & ${bit}) request.${name} = values[${place}];`,
  );
  const body = `const request = { ${members.join(', ')} }; ${more.join('\n')} return request;`;
  return new Function('values', 'given', body) as ReadableKind['build'];
};

const setOf = (fields: FieldsByName): number =>
  [...fields.values()].reduce((set, { bit }) => set | bit, 0);

/** The kinds that can be read in place: those whose required fields can. */
export const KINDS: ReadonlyMap<string, ReadableKind> = new Map(
  Object.entries(TRADE_REQUESTS).flatMap(([kind, { schema }]) => {
    const names: readonly string[] = schema.required ?? [];
    const of = Object.keys(schema.properties).flatMap((name) => {
      const field = REQUEST_FIELDS.get(name);
      return field === undefined ? [] : [[name, field] as const];
    });
    const required = new Map(of.filter(([name]) => names.includes(name)));
    const optional = new Map(of.filter(([name]) => !names.includes(name)));
    if (required.size < names.length) return [];
    const requiredSet = setOf(FRAME_FIELDS) | setOf(required);
    const build = builderOf(required, optional);
    return [
      [kind, { required: requiredSet, allowed: requiredSet | setOf(optional), build }] as const,
    ];
  }),
);
