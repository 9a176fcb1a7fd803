// Faults of input: all faults of a value, by field, with the limits of the field.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../base/codes.js';
import { isFields } from '../base/object.js';
import { DECIMAL_PATTERN } from '../base/scale.js';
import {
  compile,
  EMAIL_PATTERN,
  fieldOf,
  messageOfFault,
  Named,
  REQUIRED,
  UNKNOWN,
} from '../base/schema.js';
import { TIME_EXAMPLE } from '../base/time.js';
import {
  type JsonSchema,
  type SchemaFault,
  type Validator,
  validatorOf,
} from '../base/validator.js';
import { section } from './words.js';

const faultField = section('Fault');
const faults = section('Faults');

/** A field at fault, and its limits. `min` and `max` of a text or a list count its length. */
const InputFault = Named('InputFault', {
  field: faultField('Field', 'Name of the field, its parts separated by dots.', Type.String()),
  message: faultField('Message', 'The fault of the field.', Type.String()),
  min: faultField(
    'Minimum',
    'Least value; least length of a text or list.',
    Type.Optional(Type.Number()),
    'unit of the field',
  ),
  max: faultField(
    'Maximum',
    'Most value; most length of a text or list.',
    Type.Optional(Type.Number()),
    'unit of the field',
  ),
  step: faultField(
    'Step',
    'The field must be a multiple of this step.',
    Type.Optional(Type.Number()),
    'unit of the field',
  ),
  allowed: faultField(
    'Allowed',
    'Words or numbers that the field may have.',
    Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
    'number',
  ),
  example: faultField('Example', 'A value that fits.', Type.Optional(Type.String())),
});
type InputFault = Readonly<Static<typeof InputFault>>;

/** The data of a refusal `invalid_input`. */
export const InputFaults = Named('InputFaults', {
  faults: faults('Faults', 'Fields at fault, at most 20.', Type.Array(InputFault)),
});
type InputFaults = Readonly<Static<typeof InputFaults>>;

/** Most faults in an answer, so that senders of nonsense cannot cause much work. */
const FAULTS_MAX = 20;

/** Examples of texts, by the format or the pattern of their schema. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': TIME_EXAMPLE,
  [DECIMAL_PATTERN]: '1.25',
  [EMAIL_PATTERN]: 'name@example.com',
};

/** The keywords of a schema that answers show, and the names under which they do. */
const SHOWN = {
  min: ['minimum', 'minLength', 'minItems'],
  max: ['maximum', 'maxLength', 'maxItems', 'maxBytes'],
  step: ['multipleOf'],
  allowed: ['enum'],
} as const;

/** The limits of a field, by its schema; for a value or null, the limits of the value. */
const limitsOf = (schema: JsonSchema): Partial<InputFault> => {
  const { anyOf } = schema as { anyOf?: readonly JsonSchema[] };
  const plain = anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const limits: Record<string, unknown> = {};
  for (const [name, keywords] of Object.entries(SHOWN)) {
    const keyword = keywords.find((one) => plain[one] !== undefined);
    if (keyword !== undefined) limits[name] = plain[keyword];
  }
  const { format, pattern } = plain;
  const example = EXAMPLES[String(format ?? pattern)];
  return example === undefined ? limits : { ...limits, example };
};

const FIELD = '[A-Za-z_][\\w.-]*';
const FIELDS_FIRST = new RegExp(`^(${FIELD}(?:, ${FIELD})*): (.+)$`, 's');
const WHOLE_FIELD = new RegExp(`^${FIELD}$`);

/** Can a sentence name this field? Other names are no fields of any route. */
export const isFieldName = (name: string): boolean => WHOLE_FIELD.test(name);

/**
 * The faults in a sentence, which begins with the names of the fields at fault, if there are any.
 */
const named = (sentence: string): InputFault[] => {
  const [, fields = 'body', message = sentence] = FIELDS_FIRST.exec(sentence) ?? [];
  return fields.split(', ').map((field) => ({ field, message }));
};

/**
 * The compiled checks of schemas that were searched for faults: of the whole schema, and of a list
 * without its items.
 */
const wholes = new WeakMap<JsonSchema, Validator>();
const bares = new WeakMap<JsonSchema, Validator>();

const wholeOf = (schema: JsonSchema): Validator => {
  const known = wholes.get(schema) ?? validatorOf(schema);
  wholes.set(schema, known);
  return known;
};

const bareOf = (schema: JsonSchema): Validator => {
  const known = bares.get(schema) ?? validatorOf({ ...schema, items: true });
  bares.set(schema, known);
  return known;
};

/** Searches for the faults of one value; stops at the most that an answer lists. */
class FaultSearch {
  readonly found: InputFault[] = [];

  get isFull(): boolean {
    return this.found.length >= FAULTS_MAX;
  }

  look(schema: JsonSchema, value: unknown, path: readonly (string | number)[]): void {
    const { anyOf, properties, items } = schema as JsonSchema & { anyOf?: JsonSchema[] };
    const isParted = typeof value === 'object' && value !== null;
    const parted = isParted ? anyOf?.find((one) => one.properties ?? one.items) : undefined;
    if (parted !== undefined) return this.look(parted, value, path);
    if (properties !== undefined && isFields(value)) return this.#lookInside(schema, value, path);
    if (items !== undefined && items !== true && Array.isArray(value)) {
      const fault = bareOf(schema)(value);
      if (fault !== undefined) return this.#add(schema, fault, value, path);
      for (const [at, item] of value.entries()) {
        if (this.isFull) return;
        this.look(items, item, [...path, at]);
      }
      return;
    }
    const fault = wholeOf(schema)(value);
    if (fault !== undefined) this.#add(schema, fault, value, path);
  }

  #lookInside(
    schema: JsonSchema,
    value: Readonly<Record<string, unknown>>,
    path: readonly (string | number)[],
  ): void {
    const before = this.found.length;
    const { properties = {}, required = [], additionalProperties } = schema;
    for (const name of required as readonly string[]) {
      if (Object.hasOwn(value, name) && value[name] !== undefined) continue;
      this.#say([...path, name], REQUIRED, properties[name]);
    }
    for (const name in value) {
      if (this.isFull) return;
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (field !== undefined && field !== true) {
        if (value[name] !== undefined) this.look(field, value[name], [...path, name]);
      } else if (field === undefined && additionalProperties === false) {
        this.#say([...path, name], UNKNOWN);
      }
    }
    if (this.found.length > before) return;
    const fault = wholeOf(schema)(value);
    if (fault !== undefined) this.#add(schema, fault, value, path);
  }

  #add(
    schema: JsonSchema,
    fault: SchemaFault,
    value: unknown,
    path: readonly (string | number)[],
  ): void {
    const inner = fieldOf(fault);
    const isOwn = inner === '';
    this.#say(
      isOwn ? path : [...path, inner],
      messageOfFault(fault, value),
      isOwn ? schema : undefined,
    );
  }

  #say(path: readonly (string | number)[], message: string, schema?: JsonSchema | true): void {
    if (this.isFull) return;
    const limits = schema === undefined || schema === true ? {} : limitsOf(schema);
    this.found.push({ field: path.join('.') || 'body', message, ...limits });
  }
}

/**
 * The faults of a value that does not fit its schema, at most 20. The one that `sentence` describes
 * is the first, the others are in the order of the value; for a rule about the value as a whole it
 * is the only one.
 */
export const faultsOf = (
  schema: TSchema,
  value: unknown,
  sentence: string,
): readonly InputFault[] => {
  const search = new FaultSearch();
  search.look(schema as JsonSchema, value, []);
  const { found } = search;
  if (found.length === 0) return named(sentence);
  const isDescribed = ({ field, message }: InputFault): boolean =>
    `${field}: ${message}` === sentence;
  return [...found.filter(isDescribed), ...found.filter((one) => !isDescribed(one))];
};

/** Checks input: undefined when it fits, else the refusal that lists its faults. */
export type InputCheck = (value: unknown) => Refusal | undefined;

/** Makes the input check of a schema; it is compiled at its first use. */
export const inputCheck = (schema: TSchema): InputCheck => {
  const check = compile(schema);
  return (value) => {
    const sentence = check(value);
    if (sentence === undefined) return undefined;
    return refuse('invalid_input', sentence, { faults: faultsOf(schema, value, sentence) });
  };
};

/**
 * Adds to the check of a change the refusal of fields that it does not take although a reply shows
 * them: one sentence names all that were sent. Other faults of the value are listed after them.
 */
export const readOnlyCheck =
  (names: readonly string[], check: InputCheck): InputCheck =>
  (value) => {
    if (!isFields(value)) return check(value);
    const sent = names.filter((name) => Object.hasOwn(value, name));
    if (sent.length === 0) return check(value);
    const sentence = `${sent.join(', ')}: read-only in a change, cannot be sent`;
    const others = Object.entries(value).filter(([name]) => !names.includes(name));
    const refused = check(Object.fromEntries(others));
    const more = refused === undefined ? [] : (dataOf(refused) as InputFaults).faults;
    return refuse('invalid_input', sentence, { faults: [...named(sentence), ...more] });
  };

/**
 * The data of a refusal's envelope. A violated rule lists the fields that its message names, as a
 * schema does.
 */
export const dataOf = ({ code, message, data }: Refusal): object | null => {
  if (data !== undefined) return data;
  return code === 'invalid_input' ? { faults: named(message) } : null;
};
