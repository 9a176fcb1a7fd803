// Lists within forms: rows in an order that the user sets, and short values as chips.

import { useEffect, useState } from 'preact/hooks';
import { compileMask } from '../live/rows.js';
import type { FieldSchema } from '../made/settings.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/language.js';
import { Button } from '../ui/button.js';
import { Combobox, type Option } from '../ui/combobox.js';
import { TextField } from '../ui/field.js';
import { FieldGrid, type FormFieldProps } from './parts.js';
import { emptyRow, moved, type RecordValues } from './values.js';
import { choiceText, hintText, titleText, valueText } from './words.js';

const words = texts({
  add: ['Add', 'Hinzufügen'],
  addRow: ['Add a row', 'Zeile hinzufügen'],
  none: ['None.', 'Keine.'],
  up: ['Up (Alt+Up)', 'Nach oben (Alt+Auf)'],
  down: ['Down (Alt+Down)', 'Nach unten (Alt+Ab)'],
  remove: [(what: string) => `Remove ${what}`, (what) => `${what} entfernen`],
  row: [(n: number) => `Row ${n}`, (n) => `Zeile ${n}`],
  fits: [(n: number, names: string) => `${n} fit: ${names}`, (n, names) => `${n} passen: ${names}`],
});

/** Rows of an order: which is being dragged, and the keys that move one. */
const useOrder = <T,>(list: readonly T[], onMove: (list: readonly T[]) => void) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number): void => {
    const next = moved(list, from, to);
    if (next !== list) onMove(next);
  };
  const rowProps = (at: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, at);
      setDragged(null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      move(at, at + by);
    },
  });
  const gripProps = (at: number) => ({
    draggable: true,
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(null),
  });
  return { move, rowProps, gripProps };
};

interface RowLineProps {
  readonly at: number;
  readonly count: number;
  readonly text: string;
  readonly isOpen: boolean;
  readonly isOff: boolean;
  readonly grip: object;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** The summary of a row, with its buttons. */
const RowLine = (props: RowLineProps) => {
  const { at, count, text, isOpen, isOff, grip, onToggle, onMove, onCopy, onRemove } = props;
  const remove = words().remove(words().row(at + 1));
  return (
    <div class="line">
      {isOff ? null : (
        <span class="grip" {...grip} aria-hidden="true">
          ⠿
        </span>
      )}
      <button type="button" class="link grow summary" aria-expanded={isOpen} onClick={onToggle}>
        {at + 1}. <bdi>{text || words().row(at + 1)}</bdi>
      </button>
      {isOff ? null : (
        <>
          <Button
            icon="arrowUp"
            class="bare"
            label={words().up}
            isOff={at === 0}
            onClick={() => onMove(at - 1)}
          />
          <Button
            icon="arrowDown"
            class="bare"
            label={words().down}
            isOff={at === count - 1}
            onClick={() => onMove(at + 1)}
          />
          <Button icon="copy" class="bare" label={common().copy} onClick={onCopy} />
          <Button icon="trash" class="bare" label={remove} onClick={onRemove} />
        </>
      )}
    </div>
  );
};

/** The sentence under a list. */
const FieldHint = ({ field }: Pick<FormFieldProps, 'field'>) => {
  const text = hintText(field);
  return text === undefined ? null : <p class="hint">{text}</p>;
};

/** Rows of fields; each opens on its own, and keeps a summary while it is closed. */
export const Rows = ({ name, field, path, value, onChange, context }: FormFieldProps) => {
  const rows = (value ?? []) as readonly RecordValues[];
  const { position, ...fields } = field.items?.fields ?? {};
  const { faults, isReadOnly: isOff } = context;
  const fault = faults.find((one) => one.path === path)?.text;
  /** Rows that name their place get the one that they stand at. */
  const put = (next: readonly RecordValues[]): void =>
    onChange(position === undefined ? next : next.map((row, at) => ({ ...row, position: at + 1 })));
  const { move, rowProps, gripProps } = useOrder(rows, put);
  const [opened, setOpened] = useState<number | null>(null);
  const change = (at: number, ...next: readonly RecordValues[]): void =>
    put([...rows.slice(0, at), ...next, ...rows.slice(at + 1)]);
  return (
    <fieldset class="wide form-rows">
      <legend>{titleText(name, field)}</legend>
      <FieldHint field={field} />
      {fault === undefined ? null : <p class="fault">{fault}</p>}
      {rows.length === 0 ? <p class="muted">{words().none}</p> : null}
      <ol>
        {rows.map((row, at) => {
          const isAtFault = faults.some((one) => one.path.startsWith(`${path}.${at}.`));
          const isOpen = opened === at || isAtFault;
          return (
            <li key={at} {...(isOff ? {} : rowProps(at))}>
              <RowLine
                at={at}
                count={rows.length}
                text={valueText(row, field.items)}
                isOpen={isOpen}
                isOff={isOff}
                grip={gripProps(at)}
                onToggle={() => setOpened(isOpen ? null : at)}
                onMove={(to) => move(at, to)}
                onCopy={() => change(at, row, row)}
                onRemove={() => change(at)}
              />
              {isOpen ? (
                <FieldGrid
                  fields={fields}
                  values={row}
                  path={`${path}.${at}`}
                  context={context}
                  onChange={(next) => change(at, next)}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      {isOff ? null : (
        <Button
          icon="plus"
          onClick={() => {
            put([...rows, emptyRow(fields)]);
            setOpened(rows.length);
          }}
        >
          {words().addRow}
        </Button>
      )}
    </fieldset>
  );
};

const NAMES_MAX = 4;

interface FittingProps extends Pick<FormFieldProps, 'value' | 'context'> {
  readonly reference: FieldSchema['reference'];
}

/** The records that the masks of a field match now. */
export const Fitting = ({ value, context, reference }: FittingProps) => {
  const [options, setOptions] = useState<readonly Option[]>([]);
  useEffect(() => {
    if (reference === undefined) return;
    void context.references.options(reference.kind, reference.by).then(setOptions);
  }, []);
  const masks = ((value ?? []) as readonly unknown[]).map(String);
  // Each is a list of its own, unless one of them excludes what others take.
  const isOne = masks.some((mask) => mask.startsWith('!'));
  const lists = isOne ? [compileMask(masks.join(','))] : masks.map(compileMask);
  if (options.length === 0 || masks.length === 0) return null;
  const found = options.filter(({ value: path, hint = '' }) =>
    lists.some((fits) => fits(path) || fits(hint)),
  );
  const names = found.slice(0, NAMES_MAX).map((one) => one.value);
  const more = found.length > NAMES_MAX ? ', …' : '';
  return <p class="hint">{words().fits(found.length, names.join(', ') + more)}</p>;
};

/** Some of a few choices. */
const Choices = ({ name, field, path, value, onChange, context }: FormFieldProps) => {
  const list = (value ?? []) as readonly (string | number)[];
  const all = field.items?.choices ?? [];
  const fault = context.faults.find((one) => one.path === path)?.text;
  return (
    <fieldset class="wide">
      <legend>{titleText(name, field)}</legend>
      <FieldHint field={field} />
      <div class="chips">
        {all.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={list.includes(choice)}
              disabled={context.isReadOnly}
              onChange={(event) => {
                const isIn = event.currentTarget.checked;
                onChange(all.filter((one) => (one === choice ? isIn : list.includes(one))));
              }}
            />
            {choiceText(String(choice))}
          </label>
        ))}
      </div>
      {fault === undefined ? null : <p class="fault">{fault}</p>}
    </fieldset>
  );
};

interface AddProps extends Pick<FormFieldProps, 'context'> {
  readonly label: string;
  readonly reference: FieldSchema['reference'];
  readonly onAdd: (text: string) => void;
}

/** The field that adds a value: what is offered, or what is typed and Enter. */
const Add = ({ label, reference, onAdd, context }: AddProps) => {
  const [typed, setTyped] = useState('');
  if (reference !== undefined) {
    const find = context.references.find(reference.kind, reference.by);
    return <Combobox label={words().add} value="" isFree find={find} onChoose={onAdd} />;
  }
  const add = (): void => {
    setTyped('');
    onAdd(typed);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field adds
    <div
      class="line"
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        add();
      }}
    >
      <TextField label={words().add} value={typed} onInput={setTyped} />
      <Button icon="plus" label={`${label}: ${words().add}`} onClick={add} />
    </div>
  );
};

/** Short values side by side, each with a button that removes it. */
const Values = ({ name, field, path, value, onChange, context }: FormFieldProps) => {
  const list = (value ?? []) as readonly (string | number)[];
  const reference = field.reference ?? field.items?.reference;
  const label = titleText(name, field);
  const { rowProps, gripProps } = useOrder(list, onChange);
  const { faults, isReadOnly: isOff } = context;
  const fault = faults.find((one) => `${one.path}.`.startsWith(`${path}.`))?.text;
  const add = (text: string): void => {
    const plain = text.trim();
    const isNumber = field.items?.type === 'integer' && /^-?\d+$/.test(plain);
    const one = isNumber ? Number(plain) : plain;
    if (plain !== '' && !list.includes(one)) onChange([...list, one]);
  };
  return (
    <fieldset class="wide">
      <legend>{label}</legend>
      <FieldHint field={field} />
      <ul class="chips">
        {list.map((one, at) => (
          <li key={String(one)} {...(isOff ? {} : { ...rowProps(at), ...gripProps(at) })}>
            <bdi>{String(one)}</bdi>
            {isOff ? null : (
              <Button
                icon="close"
                class="bare"
                label={words().remove(String(one))}
                onClick={() => onChange(list.filter((_, other) => other !== at))}
              />
            )}
          </li>
        ))}
      </ul>
      {reference?.by === 'mask' ? (
        <Fitting value={list} context={context} reference={reference} />
      ) : null}
      {fault === undefined ? null : <p class="fault">{fault}</p>}
      {isOff ? null : <Add label={label} reference={reference} onAdd={add} context={context} />}
    </fieldset>
  );
};

/** A list of short values: boxes where there are a few choices, else chips. */
export const Chips = (props: FormFieldProps) =>
  props.field.items?.choices === undefined ? <Values {...props} /> : <Choices {...props} />;
