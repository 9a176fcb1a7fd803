// Settings in the API: one declaration for each type, from which its bodies and replies are
// derived.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Right } from '../accounts/rights.js';
import { type Check, compile, Named, Strict, secretText, Time } from '../base/schema.js';
import { wordedAs } from '../fields/words.js';

type SchemaFields = Record<string, TSchema>;

/** A schema with its compiled check. */
interface BodySchema {
  readonly schema: TObject;
  readonly fault: Check;
}

/** Are both times shown, of creation and change, or only the time of the change? */
type ShownTimes = boolean | 'changed';

/** The API form of a type of setting. */
export interface SettingForm<Kind extends string> {
  readonly kind: Kind;
  /** Reading needs any one of these rights; `config.view` is one of every type. */
  readonly read: readonly Right[];
  readonly write: Right;
  /** Rights that a write needs besides `write`. */
  readonly alsoWrite: readonly Right[];
  /** Body of a create: fields without a default are required. */
  readonly create: BodySchema;
  /** Body of a patch: `version` and any other fields. */
  readonly patch: BodySchema;
  /** Body of a full replacement: `version` and the required fields of a create. */
  readonly replace: BodySchema;
  /** The values that a full replacement sets for fields that its body omits. */
  readonly unsaid: Readonly<Record<string, unknown>>;
  /** The fields of an answer. */
  readonly shown: TObject;
  /** Fields that a request may set; they are encrypted at rest and never shown. */
  readonly secrets: readonly string[];
  /** The fields that say where each stored secret is sent, by secret; see `Declaration`. */
  readonly sentTo: Readonly<Record<string, readonly string[]>>;
  /** Fields that a create or a full replacement accepts and ignores. */
  readonly ignored: readonly string[];
  readonly times: ShownTimes;
}

/** The declaration of a type of setting. */
interface Declaration<Kind extends string> {
  readonly kind: Kind;
  readonly read: readonly Right[];
  readonly write: Right;
  /** Rights that a write needs besides `write`; default: none. */
  readonly alsoWrite?: readonly Right[];
  /** The stored record. */
  readonly record: TObject;
  /** Fields that only the server sets; they are shown. */
  readonly server?: readonly string[];
  /** Fields that a create accepts and a patch does not. */
  readonly fixed?: readonly string[];
  /** Fields that a create or a full replacement accepts and ignores. */
  readonly ignored?: SchemaFields;
  /**
   * Fields that a request may set; they are encrypted at rest and never shown. Empty = none stored.
   */
  readonly secret?: SchemaFields;
  /**
   * The fields that say where a stored secret is sent, by secret: a change of one of them asks for
   * the secret again. `params.Token` is a parameter of a connection.
   */
  readonly sentTo?: Readonly<Record<string, readonly string[]>>;
  /**
   * Fields whose form in requests differs from the stored one. A field without words, here and
   * below, has the words of the stored one.
   */
  readonly taken?: SchemaFields;
  /** Fields whose form in replies differs from the stored one, or that are not stored. */
  readonly added?: SchemaFields;
  /**
   * The values that a full replacement sets for fields that its body omits; absent = the defaults.
   */
  readonly unsaid?: Readonly<Record<string, unknown>>;
  readonly times: ShownTimes;
}

const Version = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const hasDefault = (schema: TSchema): boolean => 'default' in schema;
const optional = (fields: SchemaFields, which: (schema: TSchema) => boolean): SchemaFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      which(schema) ? Type.Optional(schema) : schema,
    ]),
  );
/** The schema with defaults in nested lists and objects too. */
const lenient = (schema: TSchema): TSchema => {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: schema.anyOf.map(lenient) };
  if (schema.type === 'array') return { ...schema, items: lenient(schema.items) };
  if (schema.type !== 'object' || schema.properties === undefined) return schema;
  const { required: _, ...rest } = schema;
  return { ...rest, ...Strict(optional(lenientOf(rest.properties), hasDefault)) };
};
const lenientOf = (fields: SchemaFields): SchemaFields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, lenient(schema)]));
const without = (fields: SchemaFields, names: readonly string[]): SchemaFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
const defaultsOf = (fields: SchemaFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, schema]) => hasDefault(schema))
      .map(([name, schema]) => [name, schema.default]),
  );
const body = (title: string, fields: SchemaFields): BodySchema => {
  const schema = Named(title, fields);
  return { schema, fault: compile(schema) };
};

/** Declares a type of setting; bodies and reply are derived from the schema of its record. */
export const setting = <Kind extends string>(given: Declaration<Kind>): SettingForm<Kind> => {
  const { record, server = ['id'], fixed = [], ignored = {} } = given;
  const secret = Object.fromEntries(
    Object.entries(given.secret ?? {}).map(([name, schema]) => [name, secretText(schema)]),
  );
  const held = record.properties as SchemaFields;
  const title = record.title ?? given.kind;
  const secrets = Object.keys(secret);
  const taken = lenientOf({
    ...without(held, server),
    ...wordedAs(held, { ...given.taken, ...secret }),
  });
  const has = Object.fromEntries(secrets.map((name) => [`has_${name}`, Type.Boolean()]));
  const changed = { updated_at: Time() };
  const times = given.times === 'changed' ? changed : { created_at: Time(), ...changed };
  const unheeded = optional(wordedAs(held, ignored), () => true);
  return {
    kind: given.kind,
    read: [...given.read, 'config.view'],
    write: given.write,
    alsoWrite: given.alsoWrite ?? [],
    create: body(`${title}Create`, { ...optional(taken, hasDefault), ...unheeded }),
    patch: body(`${title}Patch`, {
      version: Version(),
      ...optional(without(taken, fixed), () => true),
    }),
    replace: body(`${title}Replace`, {
      ...optional(taken, hasDefault),
      ...unheeded,
      version: Version(),
    }),
    unsaid: { ...defaultsOf(taken), ...given.unsaid },
    secrets,
    sentTo: given.sentTo ?? {},
    ignored: Object.keys(ignored),
    times: given.times,
    shown: Named(title, {
      ...without(held, secrets),
      ...has,
      ...wordedAs(held, { ...given.added }),
      version: Version(),
      ...(given.times !== false && times),
    }),
  };
};
