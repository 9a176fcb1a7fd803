// The control of a field, chosen by its schema.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FieldSchema } from '../made/settings.js';
import { texts } from '../texts/language.js';
import { typedNumber } from '../texts/numbers.js';
import { Button } from '../ui/button.js';
import { Combobox } from '../ui/combobox.js';
import { CheckField, Field, NumberField, SelectField, TextField } from '../ui/field.js';
import { FieldGrid, type FormFieldProps } from './parts.js';
import { Chips, Fitting, Rows } from './rows.js';
import {
  clockMinutes,
  clockText,
  emptyValue,
  localTime,
  momentOf,
  pairsOf,
  pairsText,
  type RecordValues,
} from './values.js';
import { choiceText, hintText, titleText, unitText } from './words.js';

const words = texts({
  none: ['not set', 'nicht gesetzt'],
  inherited: ['inherited', 'geerbt'],
  inheritedValue: [(value: string) => `inherited: ${value}`, (value) => `geerbt: ${value}`],
  leaveOut: ['No own value', 'Kein eigener Wert'],
  noValue: ['No value', 'Kein Wert'],
  own: ['Set an own value', 'Eigenen Wert setzen'],
  value: ['Set a value', 'Wert setzen'],
  secret: [
    'Kept as it is while it shows ********.',
    'Bleibt, wie es ist, solange ******** dasteht.',
  ],
});

const INPUT_TYPES: Readonly<Record<string, 'email' | 'date'>> = { email: 'email', date: 'date' };

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

/** A typed text as a value of the field; an unfinished number stays a text. */
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
      choices={[
        ...(text === '' ? [{ value: '', text: '–' }] : []),
        ...choices.map((one) => ({
          value: String(one),
          text: isNumber ? String(one) : choiceText(String(one)),
        })),
      ]}
      onSelect={(chosen) => onChange(isNumber ? Number(chosen) : chosen)}
    />
  );
};

/** The name of the record to which a field refers by a number. */
const useNameOf = ({ text, field, context }: ControlProps): string | undefined => {
  const { kind = '', by = '' } = field.reference ?? {};
  const [name, setName] = useState<string | undefined>();
  useEffect(() => {
    void context.references
      .options(kind, by)
      .then((all) => setName(all.find(({ value }) => value === text)?.hint));
  }, [kind, by, text]);
  return name;
};

const ReferenceControl = (props: ControlProps) => {
  const { shown, text, field, onChange, context } = props;
  const { kind = '', by = '' } = field.reference ?? {};
  const name = useNameOf(props);
  return (
    <div>
      <Combobox
        {...shown}
        hint={name === undefined ? shown.hint : `${name}. ${shown.hint ?? ''}`}
        value={text}
        isFree
        find={context.references.find(kind, by)}
        onChoose={(chosen) => onChange(parsed(field, chosen))}
      />
      {by === 'mask' && text !== '' ? (
        <Fitting value={text.split(',')} context={context} reference={field.reference} />
      ) : null}
    </div>
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

const TimeControl = ({ shown, text, onChange }: ControlProps) => (
  <TextField
    {...shown}
    type="datetime-local"
    value={localTime(text)}
    onInput={(typed) => onChange(momentOf(typed))}
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
  'date-time': TimeControl,
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
  const hint = hintText(field) ?? '';
  const shown = {
    label: titleText(name, field),
    hint: field.isSecret && !hint.includes('*') ? `${hint} ${words().secret}`.trim() : hint,
    fault: context.faults.find((one) => one.path === path)?.text ?? null,
    isOff: context.isReadOnly,
    unit: unitText(field),
  };
  const Control = controlOf(field);
  return <Control {...props} shown={shown} text={value == null ? '' : String(value)} />;
};

/** The text of a field without an own value: nothing, or the inherited value if it is known. */
const Inheritance = ({ text }: { readonly text: string | null | undefined }) => {
  if (text === undefined) return <>{words().none}</>;
  return <>{text === null ? words().inherited : words().inheritedValue(text)}</>;
};

/** The value with which a field begins that had none: of a record nothing is chosen yet. */
const firstValue = (field: FieldSchema): unknown =>
  field.type === 'integer' && field.reference !== undefined
    ? ''
    : emptyValue({ ...field, default: undefined });

/** A field that may be inherited: the value of its own, or the word that it has none. */
const Inheritable = (props: FormFieldProps) => {
  const { field, name, path, value, record, onChange, context } = props;
  const { isNullable: _, ...own } = field;
  // Only rows inherit; a field of the record itself has a value or none.
  const isInRow = path.includes('.');
  const inherited = isInRow ? context.inherited?.(name, field, record) : undefined;
  const label = titleText(name, field);
  if (value === null || value === undefined) {
    return (
      <Field label={label} hint={hintText(field)} unit={unitText(field)}>
        {({ id, ...attributes }) => (
          <>
            <output id={id} class="muted grow">
              <Inheritance text={inherited} />
            </output>
            {context.isReadOnly ? null : (
              <button
                type="button"
                class="link"
                aria-describedby={attributes['aria-describedby']}
                onClick={() => onChange(firstValue(own))}
              >
                {isInRow ? words().own : words().value}
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
          label={`${label}: ${isInRow ? words().leaveOut : words().noValue}`}
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
        <legend>{titleText(name, field)}</legend>
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
