// The control of a field, chosen by its schema.

import type { FieldSchema } from '../made/settings.js';
import { texts } from '../texts/language.js';
import { typedNumber } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { Combobox } from '../ui/combobox.js';
import { CheckField, Field, NumberField, SelectField, TextField } from '../ui/field.js';
import type { FormFault } from './check.js';
import type { References } from './references.js';
import { Chips, Rows } from './rows.js';
import { emptyValue, type Values } from './values.js';

const words = texts({
  none: ['not set', 'nicht gesetzt'],
  inherited: ['inherited', 'geerbt'],
  leaveOut: ['No own value', 'Kein eigener Wert'],
  own: ['Set an own value', 'Eigenen Wert setzen'],
  secret: [
    'Kept as it is while it shows ********.',
    'Bleibt, wie es ist, solange ******** dasteht.',
  ],
});

/** What the fields of a form share. */
export interface FormContext {
  readonly references: References;
  readonly faults: readonly FormFault[];
  readonly isReadOnly: boolean;
}

/** The props of a field. */
export interface FormFieldProps {
  readonly name: string;
  readonly field: FieldSchema;
  /** The path of the field, with points between its parts. */
  readonly path: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
}

/** The words of a name in code: `stop_out_level` is `Stop out level`. */
export const wordsOf = (name: string): string => {
  const text = name.replaceAll(/[_.-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const INPUT_TYPES: Readonly<Record<string, 'email' | 'date'>> = { email: 'email', date: 'date' };

/** The fields of an object, side by side. */
export const FieldGrid = (props: {
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly values: Values;
  readonly path: string;
  readonly onChange: (values: Values) => void;
  readonly context: FormContext;
}) => (
  <div class="form-grid">
    {Object.entries(props.fields).map(([name, field]) => (
      <FormField
        key={name}
        name={name}
        field={field}
        path={props.path === '' ? name : `${props.path}.${name}`}
        value={props.values[name]}
        onChange={(value) => props.onChange({ ...props.values, [name]: value })}
        context={props.context}
      />
    ))}
  </div>
);

/** Pairs of a key and a value as lines of text. */
const pairsText = (value: unknown): string =>
  Object.entries((value ?? {}) as Values)
    .map(([key, one]) => `${key}=${String(one)}`)
    .join('\n');

const pairsOf = (text: string): Values =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.indexOf('=');
        return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
      }),
  );

/** The minutes of a day as `hh:mm`; 1440 is the end of the day. */
const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const clockMinutes = (text: string): number | string => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  return hours === undefined ? text : Number(hours) * 60 + Number(minutes);
};

/** A field of text in several lines. */
const Area = (
  props: Pick<FormFieldProps, 'onChange'> & {
    readonly shown: Parameters<typeof TextField>[0];
    readonly parse: (text: string) => unknown;
  },
) => (
  <Field {...props.shown}>
    {(attributes) => (
      <textarea
        {...attributes}
        rows={5}
        spellcheck={false}
        value={props.shown.value}
        onInput={(event) => props.onChange(props.parse(event.currentTarget.value))}
      />
    )}
  </Field>
);

const Single = ({ name, field, path, value, onChange, context }: FormFieldProps) => {
  const fault = context.faults.find((one) => one.path === path)?.text ?? null;
  const isOff = context.isReadOnly;
  const shown = {
    label: field.title ?? wordsOf(name),
    hint: field.isSecret
      ? `${field.description ?? ''} ${words().secret}`.trim()
      : field.description,
    fault,
    isOff,
    unit: field.unit === 'id' ? undefined : field.unit,
  };
  const text = value === null || value === undefined ? '' : String(value);
  const parsed = (typed: string): unknown => {
    if (field.type === 'string') return typed;
    const plain = typedNumber(typed);
    if (plain === null || field.type === 'decimal') return plain ?? typed;
    // A number that is still being typed stays as it is.
    return String(Number(plain)) === typed ? Number(plain) : typed;
  };
  if (field.type === 'boolean') {
    return <CheckField {...shown} isChecked={value === true} onChange={(is) => onChange(is)} />;
  }
  if (field.choices !== undefined) {
    const isNumber = typeof field.choices[0] === 'number';
    return (
      <SelectField
        {...shown}
        value={text}
        choices={field.choices.map((one) => ({
          value: String(one),
          text: isNumber ? String(one) : wordsOf(String(one)),
        }))}
        onSelect={(chosen) => onChange(isNumber ? Number(chosen) : chosen)}
      />
    );
  }
  const { reference } = field;
  if (reference !== undefined && !isOff) {
    return (
      <Combobox
        {...shown}
        value={text}
        isFree
        find={context.references.find(reference.kind, reference.by)}
        onChoose={(chosen) => onChange(parsed(chosen))}
      />
    );
  }
  if (field.values !== undefined) {
    return (
      <Area
        shown={{ ...shown, value: pairsText(value), onInput: () => undefined }}
        parse={pairsOf}
        onChange={onChange}
      />
    );
  }
  if (field.format === 'minute-of-day' && typeof value === 'number') {
    return (
      <TextField
        {...shown}
        unit={undefined}
        value={clockText(value)}
        onInput={(typed) => onChange(clockMinutes(typed))}
      />
    );
  }
  if (field.format === 'multiline' || field.format === 'html') {
    return (
      <Area
        shown={{ ...shown, value: text, onInput: () => undefined }}
        parse={(typed) => typed}
        onChange={onChange}
      />
    );
  }
  if (field.format === 'color') {
    return (
      <Field {...shown}>
        {(attributes) => (
          <>
            <input
              {...attributes}
              type="color"
              value={/^#[\da-f]{6}$/i.test(text) ? text : '#000000'}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
            <span class="muted">{text}</span>
          </>
        )}
      </Field>
    );
  }
  if (field.type === 'string') {
    return (
      <TextField
        {...shown}
        value={text}
        type={field.isSecret ? 'password' : INPUT_TYPES[field.format ?? '']}
        autocomplete={field.isSecret ? 'new-password' : 'off'}
        onInput={onChange}
      />
    );
  }
  return <NumberField {...shown} value={text} onInput={(typed) => onChange(parsed(typed))} />;
};

/** A field that may be inherited: the value of its own, or the word that it has none. */
const Inheritable = (props: FormFieldProps) => {
  const { field, name, value, onChange, context } = props;
  const { isNullable: _, ...own } = field;
  if (value === null || value === undefined) {
    return (
      <Field label={field.title ?? wordsOf(name)} hint={field.description}>
        {({ id, ...attributes }) => (
          <>
            <output id={id} class="muted grow">
              {field.description?.includes('null =') ? words().none : words().inherited}
            </output>
            {context.isReadOnly ? null : (
              <button
                type="button"
                class="link"
                aria-describedby={attributes['aria-describedby']}
                onClick={() => onChange(emptyValue({ ...own, default: undefined }))}
              >
                {words().own}
              </button>
            )}
          </>
        )}
      </Field>
    );
  }
  return (
    <div class="inheritable">
      <FormField {...props} field={own} />
      {context.isReadOnly ? null : (
        <Button
          icon="close"
          class="bare"
          label={`${field.title ?? wordsOf(name)}: ${words().leaveOut}`}
          onClick={() => onChange(null)}
        />
      )}
    </div>
  );
};

/** A field of a form: a control, chips, rows, or fields within. */
export const FormField = (props: FormFieldProps) => {
  const { name, field, path, value, onChange, context } = props;
  if (field.isNullable) return <Inheritable {...props} />;
  if (field.type === 'array') {
    return field.items?.type === 'object' ? <Rows {...props} /> : <Chips {...props} />;
  }
  if (field.type === 'object' && field.fields !== undefined) {
    return (
      <fieldset class="wide">
        <legend>{field.title ?? wordsOf(name)}</legend>
        <FieldGrid
          fields={field.fields}
          values={(value ?? {}) as Values}
          path={path}
          onChange={onChange}
          context={context}
        />
      </fieldset>
    );
  }
  return <Single {...props} />;
};
