// The fields of the body of an operation, for forms that are no records.

import { useStaff } from '../frame/store.js';
import type { Refusal } from '../live/refusal.js';
import type { FieldSchema } from '../made/settings.js';
import { FormField } from './fields.js';
import { FieldGrid } from './parts.js';
import { useReferences } from './references.js';
import type { RecordValues } from './values.js';

/** The members of a body that were filled in. */
export const givenValues = (values: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

interface BodyFieldsProps {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly values: RecordValues;
  readonly onChange: (values: RecordValues) => void;
  readonly refusal: Refusal | null;
}

/** The fields of a body, with the faults that the server found. */
export const BodyFields = ({ fields, values, onChange, refusal }: BodyFieldsProps) => {
  const references = useReferences(useStaff().rest);
  const faults =
    refusal?.faults.map(({ field, message }) => ({ path: field, text: message })) ?? [];
  return (
    <FieldGrid
      fields={fields}
      values={values}
      path=""
      onChange={onChange}
      context={{ references, faults, isReadOnly: false, Control: FormField, own: {} }}
    />
  );
};
