// Fields of forms: a label, a control, a hint, and the fault that the server found.

import type { ComponentChildren, TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import { common } from '../texts/common.js';
import { typedNumber } from '../texts/numbers.js';
import { Button } from './button.js';

/** The parts that all fields have. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The sentence of the fault; it is read out with the control. */
  readonly fault?: string | null | undefined;
  readonly isOff?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** The unit behind the value. */
  readonly unit?: string | undefined;
}

/** The attributes by which a control has its label, hint and fault. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly disabled: boolean;
  readonly required: boolean;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

/** A field around any control, which takes the attributes that `children` is given. */
export const Field = ({
  label,
  hint,
  fault = null,
  isOff = false,
  isRequired = false,
  unit,
  children,
}: FieldFrameProps) => {
  const id = useId();
  const notes = [hint ? `${id}-hint` : '', fault === null ? '' : `${id}-fault`].filter(Boolean);
  return (
    <div class={`field ${fault === null ? '' : 'at-fault'}`}>
      <label for={id}>{label}</label>
      <div class="control">
        {children({
          id,
          'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
          'aria-invalid': fault === null ? undefined : true,
          disabled: isOff,
          required: isRequired,
        })}
        {unit === undefined ? null : <span class="unit">{unit}</span>}
      </div>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {fault === null ? null : (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
};

type InputEvent = TargetedEvent<HTMLInputElement>;

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'search' | 'email' | 'date' | 'datetime-local' | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputMode?: 'numeric' | 'decimal' | 'text' | undefined;
  readonly maxLength?: number | undefined;
  readonly isFocused?: boolean | undefined;
}

/** A line of text. */
export const TextField = (props: TextFieldProps) => {
  const { value, onInput, type = 'text', autocomplete = 'off', inputMode, maxLength } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type={type as 'text'}
          value={value}
          onInput={(event: InputEvent) => onInput(event.currentTarget.value)}
          autocomplete={autocomplete as 'off'}
          inputMode={inputMode}
          maxLength={maxLength}
          spellcheck={false}
          autofocus={props.isFocused ?? false}
        />
      )}
    </Field>
  );
};

interface LongTextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The server takes one line: ends of lines, as in a pasted text, become spaces. */
  readonly isOneLine?: boolean | undefined;
  readonly rows?: number | undefined;
  readonly maxLength?: number | undefined;
}

/** A long text, of several lines unless it has to be one. */
export const LongTextField = (props: LongTextFieldProps) => {
  const { value, onInput, isOneLine = false, rows = 4, maxLength } = props;
  const take = (typed: string): void =>
    onInput(isOneLine ? typed.replace(/\s*[\r\n]\s*/g, ' ') : typed);
  return (
    <Field {...props}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onInput={(event) => take(event.currentTarget.value)}
        />
      )}
    </Field>
  );
};

interface NumberFieldProps extends FieldProps {
  /** The decimal as the user types it, also while it is not whole. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Steps by the buttons and by the arrow keys; the caller counts exactly. */
  readonly onStep?: ((steps: number) => void) | undefined;
  readonly placeholder?: string | undefined;
}

/** A decimal, typed with a point or a comma; Up and Down step, with Shift by ten. */
export const NumberField = (props: NumberFieldProps) => {
  const { value, onInput, onStep, placeholder } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || onStep === undefined) return;
    event.preventDefault();
    onStep(event.shiftKey ? step * 10 : step);
  };
  const finish = (): void => {
    const typed = typedNumber(value);
    if (typed !== null && typed !== value) onInput(typed);
  };
  return (
    <Field {...props}>
      {(attributes) => (
        <>
          {onStep === undefined ? null : (
            <Button icon="minus" label={`${props.label} −`} onClick={() => onStep(-1)} />
          )}
          <input
            {...attributes}
            class="number"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            value={value}
            placeholder={placeholder}
            onInput={(event: InputEvent) => onInput(event.currentTarget.value)}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
          {onStep === undefined ? null : (
            <Button icon="plus" label={`${props.label} +`} onClick={() => onStep(1)} />
          )}
        </>
      )}
    </Field>
  );
};

/** A choice by its value, with its words. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onSelect: (value: Value) => void;
}

/** One of a few choices, by the browser's own list. */
export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => (
  <Field {...props}>
    {(attributes) => (
      <select
        {...attributes}
        value={props.value}
        onChange={(event) => props.onSelect(event.currentTarget.value as Value)}
      >
        {props.choices.map(({ value, text }) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckFieldProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly hint?: ComponentChildren;
  readonly isOff?: boolean | undefined;
}

/** A check box before its words. */
export const CheckField = ({
  label,
  isChecked,
  onChange,
  hint,
  isOff = false,
}: CheckFieldProps) => {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isOff}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
};

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onSelect: (value: Value) => void;
  /** Is the label for readers of the screen alone? */
  readonly isLabelHidden?: boolean | undefined;
}

/** One of two to five choices, side by side: radio buttons that look like one. */
export const Segments = <Value extends string>(props: SegmentsProps<Value>) => {
  const { label, value, choices, onSelect, isLabelHidden = false } = props;
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class={isLabelHidden ? 'visually-hidden' : ''}>{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onSelect(choice.value)}
            />
            <span>{choice.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Says that a field must be filled. */
export const requiredFault = (value: string): string | null =>
  value.trim() === '' ? common().required : null;
