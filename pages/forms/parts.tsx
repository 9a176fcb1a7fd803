// Parts that the fields of forms share: their props, and fields side by side.

import type { ComponentType } from 'preact';
import type { FieldSchema } from '../made/settings.js';
import type { FormFault } from './check.js';
import type { References } from './references.js';
import type { RecordValues } from './values.js';

/** The value that a field of a row inherits, in words; null = it is not known. */
export type Inherited = (name: string, field: FieldSchema, row: RecordValues) => string | null;

/** The context that the fields of a form share. */
export interface FormContext {
  readonly references: References;
  readonly faults: readonly FormFault[];
  readonly isReadOnly: boolean;
  /** Draws a field; fields within fields are drawn by it. */
  readonly Control: ComponentType<FormFieldProps>;
  /** Controls of some fields of the view itself, by the name of the field. */
  readonly own: Readonly<Record<string, ComponentType<FormFieldProps>>>;
  /** The value that a field of a row has while it has none of its own, in words. */
  readonly inherited?: Inherited | undefined;
}

/** The props of a field. */
export interface FormFieldProps {
  readonly name: string;
  readonly field: FieldSchema;
  /** The path of the field, with points between its parts. */
  readonly path: string;
  readonly value: unknown;
  /** The record or the row that has the field. */
  readonly record: RecordValues;
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
}

interface FieldGridProps {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly values: RecordValues;
  /** The path of the fields' record; empty = the record of the form. */
  readonly path: string;
  readonly onChange: (values: RecordValues) => void;
  readonly context: FormContext;
}

/** The fields of an object, side by side. */
export const FieldGrid = ({ fields, values, path, onChange, context }: FieldGridProps) => (
  <div class="form-grid">
    {Object.entries(fields).map(([name, field]) => {
      const Control = (path === '' ? context.own[name] : undefined) ?? context.Control;
      return (
        <Control
          key={name}
          name={name}
          field={field}
          path={path === '' ? name : `${path}.${name}`}
          value={values[name]}
          record={values}
          onChange={(value) => onChange({ ...values, [name]: value })}
          context={context}
        />
      );
    })}
  </div>
);
