// The form's own check of its values by the schema, before the server's.

import type { FieldSchema } from '../made/settings.js';
import { texts } from '../texts/language.js';

const words = texts({
  required: ['Must be filled.', 'Muss ausgefüllt sein.'],
  number: ['Must be a number.', 'Muss eine Zahl sein.'],
  whole: ['Must be a whole number.', 'Muss eine ganze Zahl sein.'],
  min: [(n: number) => `At least ${n}.`, (n) => `Mindestens ${n}.`],
  max: [(n: number) => `At most ${n}.`, (n) => `Höchstens ${n}.`],
  longest: [(n: number) => `At most ${n} characters.`, (n) => `Höchstens ${n} Zeichen.`],
  shortest: [(n: number) => `At least ${n} characters.`, (n) => `Mindestens ${n} Zeichen.`],
  rows: [(n: number) => `At most ${n} rows.`, (n) => `Höchstens ${n} Zeilen.`],
  form: ['Does not have the form that is wanted.', 'Hat nicht die verlangte Form.'],
});

/** A fault of a form: the path of its field, and a sentence. */
export interface FormFault {
  readonly path: string;
  readonly text: string;
}

const numberFault = (field: FieldSchema, value: unknown): string | null => {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return words().number;
  if (field.type === 'integer' && !Number.isSafeInteger(value)) return words().whole;
  if (field.min !== undefined && Number(text) < field.min) return words().min(field.min);
  if (field.max !== undefined && Number(text) > field.max) return words().max(field.max);
  return null;
};

const textFault = (field: FieldSchema, text: string): string | null => {
  const { minLength = 0, maxLength, pattern, isRequired } = field;
  if (text === '' && !isRequired && field.default === undefined) return null;
  if (text.length < minLength) {
    return text === '' ? words().required : words().shortest(minLength);
  }
  if (maxLength !== undefined && text.length > maxLength) return words().longest(maxLength);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    return text === '' ? words().required : words().form;
  }
  return null;
};

const fault = (path: string, text: string | null): readonly FormFault[] =>
  text === null ? [] : [{ path, text }];

/** The faults of a value and of what is within it. */
export const faultsIn = (
  field: FieldSchema,
  value: unknown,
  path: string,
): readonly FormFault[] => {
  if (value === undefined) return [];
  if (value === null) return fault(path, field.isNullable ? null : words().required);
  if (field.choices !== undefined || field.type === 'boolean') return [];
  if (field.type === 'array' && Array.isArray(value)) {
    const { items, maxItems } = field;
    const isLong = maxItems !== undefined && value.length > maxItems;
    return [
      ...fault(path, isLong ? words().rows(maxItems) : null),
      ...(items === undefined
        ? []
        : value.flatMap((one, at) => faultsIn(items, one, `${path}.${at}`))),
    ];
  }
  if (field.type === 'object') {
    return Object.entries(field.fields ?? {}).flatMap(([name, one]) =>
      faultsIn(one, (value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`),
    );
  }
  if (field.type === 'string') return fault(path, textFault(field, String(value)));
  return fault(path, numberFault(field, value));
};

/** The faults of the values of a form. */
export const formFaults = (
  fields: Readonly<Record<string, FieldSchema>>,
  values: Readonly<Record<string, unknown>>,
): readonly FormFault[] =>
  Object.entries(fields).flatMap(([name, field]) => faultsIn(field, values[name], name));
