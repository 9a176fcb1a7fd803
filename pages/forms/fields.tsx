// The control of a field, chosen by its schema.

import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldSchema } from '../made/settings.js';
import { texts } from '../texts/language.js';
import { typedNumber } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { Combobox } from '../ui/combobox.js';
import { CheckField, Field, NumberField, SelectField, TextField } from '../ui/field.js';
import { FieldGrid, type FormFieldProps, wordsOf } from './parts.js';
import { Chips, Rows } from './rows.js';
import { emptyValue, type RecordValues } from './values.js';

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

const INPUT_TYPES: Readonly<Record<string, 'email' | 'date'>> = { email: 'email', date: 'date' };

/** Pairs of a key and a value as lines of text. */
const pairsText = (value: unknown): string =>
  Object.entries((value ?? {}) as RecordValues)
    .map(([key, one]) => `${key}=${String(one)}`)
    .join('\n');

const pairsOf = (text: string): RecordValues =>
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

interface Shown {
  readonly label: string;
  readonly hint: string | undefined;
  readonly fault: string | null;
  readonly isOff: boolean;
  readonly unit: string | undefined;
}

interface ControlProps extends FormFieldProps {
  /** The label and what stands around the control. */
  readonly shown: Shown;
  /** The value as text; null is empty. */
  readonly text: string;
}

/** What was typed as a value of the field; a number that is still being typed stays a text. */
const parsed = ({ type }: FieldSchema, typed: string): unknown => {
  if (type === 'string') return typed;
  const plain = typedNumber(typed);
  if (plain === null || type === 'decimal') return plain ?? typed;
  return String(Number(plain)) === typed ? Number(plain) : typed;
};

const CheckControl = ({ shown, value, onChange }: ControlProps) => (
  <CheckField {...shown} isChecked={value === true} onChange={onChange} />
);

const ChoiceControl = ({ shown, text, field, onChange }: ControlProps) => {
  const choices = field.choices ?? [];
  const isNumber = typeof choices[0] === 'number';
  return (
    <SelectField
      {...shown}
      value={text}
      choices={choices.map((one) => ({
        value: String(one),
        text: isNumber ? String(one) : wordsOf(String(one)),
      }))}
      onSelect={(chosen) => onChange(isNumber ? Number(chosen) : chosen)}
    />
  );
};

const ReferenceControl = ({ shown, text, field, onChange, context }: ControlProps) => {
  const { kind = '', by = '' } = field.reference ?? {};
  return (
    <Combobox
      {...shown}
      value={text}
      isFree
      find={context.references.find(kind, by)}
      onChoose={(chosen) => onChange(parsed(field, chosen))}
    />
  );
};

/** Text in several lines; pairs of a key and a value are a line each. */
const LinesControl = ({ shown, text, field, value, onChange }: ControlProps) => {
  const hasPairs = field.values !== undefined;
  const [typed, setTyped] = useState(hasPairs ? pairsText(value) : '');
  return (
    <Field {...shown}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={5}
          spellcheck={false}
          value={hasPairs ? typed : text}
          onInput={(event) => {
            const now = event.currentTarget.value;
            setTyped(now);
            onChange(hasPairs ? pairsOf(now) : now);
          }}
        />
      )}
    </Field>
  );
};

const ClockControl = ({ shown, text, value, onChange }: ControlProps) => (
  <TextField
    {...shown}
    unit={undefined}
    value={typeof value === 'number' ? clockText(value) : text}
    onInput={(typed) => onChange(clockMinutes(typed))}
  />
);

const ColorControl = ({ shown, text, onChange }: ControlProps) => (
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

const TextControl = ({ shown, text, field, onChange }: ControlProps) => (
  <TextField
    {...shown}
    value={text}
    type={field.isSecret ? 'password' : INPUT_TYPES[field.format ?? '']}
    autocomplete={field.isSecret ? 'new-password' : 'off'}
    onInput={onChange}
  />
);

const NumberControl = ({ shown, text, field, onChange }: ControlProps) => (
  <NumberField {...shown} value={text} onInput={(typed) => onChange(parsed(field, typed))} />
);

const BY_FORMAT: Readonly<Record<string, ComponentType<ControlProps>>> = {
  'minute-of-day': ClockControl,
  multiline: LinesControl,
  html: LinesControl,
  color: ColorControl,
};

const controlOf = (field: FieldSchema): ComponentType<ControlProps> => {
  if (field.type === 'boolean') return CheckControl;
  if (field.choices !== undefined) return ChoiceControl;
  if (field.reference !== undefined) return ReferenceControl;
  if (field.values !== undefined) return LinesControl;
  const plain = field.type === 'string' ? TextControl : NumberControl;
  return BY_FORMAT[field.format ?? ''] ?? plain;
};

const Single = (props: FormFieldProps) => {
  const { name, field, path, value, context } = props;
  const shown = {
    label: field.title ?? wordsOf(name),
    hint: field.isSecret
      ? `${field.description ?? ''} ${words().secret}`.trim()
      : field.description,
    fault: context.faults.find((one) => one.path === path)?.text ?? null,
    isOff: context.isReadOnly,
    unit: field.unit === 'id' ? undefined : field.unit,
  };
  const Control = controlOf(field);
  return <Control {...props} shown={shown} text={value == null ? '' : String(value)} />;
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
          values={(value ?? {}) as RecordValues}
          path={path}
          onChange={onChange}
          context={context}
        />
      </fieldset>
    );
  }
  return <Single {...props} />;
};
