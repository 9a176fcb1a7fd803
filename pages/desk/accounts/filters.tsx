// The filters of the list: chips of those that apply, and a dialog that makes one.

import { useState } from 'preact/hooks';
import {
  FIELD_NAMES,
  FIELD_TYPES,
  type FieldFilter,
  type FieldName,
  type FieldOperator,
  fieldWords,
  filtersOf,
  filterText,
  operatorsOf,
  operatorText,
  parameterOf,
} from '../../accounts/fields.js';
import { useQuery } from '../../frame/routes.js';
import { momentOf } from '../../live/clock.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/language.js';
import { typedNumber } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Segments, SelectField, TextField } from '../../ui/field.js';

const words = texts({
  add: ['Filter', 'Filter'],
  title: ['Add a filter', 'Filter hinzufügen'],
  field: ['Field', 'Feld'],
  how: ['Comparison', 'Vergleich'],
  value: ['Value', 'Wert'],
  several: ['Numbers with commas between', 'Zahlen mit Kommas dazwischen'],
  wrong: ['This is no number.', 'Das ist keine Zahl.'],
  remove: [(text: string) => `Remove filter: ${text}`, (text) => `Filter entfernen: ${text}`],
  clear: ['Clear all', 'Alle entfernen'],
  apply: ['Apply', 'Anwenden'],
});

/** The value as the server takes it; null = it is none. */
const typedValue = (field: FieldName, op: FieldOperator, text: string): string | null => {
  const typed = text.trim();
  if (typed === '') return null;
  const type = FIELD_TYPES[field];
  if (op === 'unset' || type === 'bool') return typed;
  if (op === 'in') return /^\d+(\s*,\s*\d+)*$/.test(typed) ? typed.replace(/\s/g, '') : null;
  if (type === 'decimal' || type === 'whole') return typedNumber(typed);
  if (type !== 'time') return typed;
  const start = momentOf(typed);
  return Number.isNaN(start) ? null : new Date(start).toISOString();
};

interface FilterValueProps extends Omit<FieldFilter, 'value'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly fault: string | null;
}

const ValueField = ({ field, op, value, onInput, fault }: FilterValueProps) => {
  const type = FIELD_TYPES[field];
  if (op === 'unset' || type === 'bool') {
    return (
      <Segments
        label={words().value}
        value={value === 'false' ? 'false' : 'true'}
        choices={[
          { value: 'true', text: common().yes },
          { value: 'false', text: common().no },
        ]}
        onSelect={onInput}
      />
    );
  }
  return (
    <TextField
      label={words().value}
      type={type === 'time' ? 'date' : 'text'}
      hint={op === 'in' ? words().several : undefined}
      value={value}
      onInput={onInput}
      fault={fault}
    />
  );
};

interface FilterDialogProps {
  readonly onAdd: (filter: FieldFilter) => void;
  readonly onClose: () => void;
}

const FilterDialog = ({ onAdd, onClose }: FilterDialogProps) => {
  const [field, setField] = useState<FieldName>('balance');
  const [op, setOp] = useState<FieldOperator>('ge');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isSwitch = op === 'unset' || FIELD_TYPES[field] === 'bool';
  const add = (): void => {
    const value = isSwitch ? text || 'true' : typedValue(field, op, text);
    if (value === null) setWrong(true);
    else onAdd({ field, op, value });
  };
  const choose = (name: FieldName): void => {
    setField(name);
    setOp(operatorsOf(name)[0] as FieldOperator);
    setText('');
    setWrong(false);
  };
  const fault = !isWrong ? null : text.trim() === '' ? common().required : words().wrong;
  return (
    <Dialog
      title={words().title}
      onClose={onClose}
      onSubmit={add}
      footer={
        <>
          <Button onClick={onClose}>{common().cancel}</Button>
          <Button tone="main" type="submit">
            {words().apply}
          </Button>
        </>
      }
    >
      <SelectField
        label={words().field}
        value={field}
        choices={FIELD_NAMES.map((name) => ({ value: name, text: fieldWords()[name] }))}
        onSelect={choose}
      />
      <SelectField
        label={words().how}
        value={op}
        choices={operatorsOf(field).map((name) => ({ value: name, text: operatorText(name) }))}
        onSelect={setOp}
      />
      <ValueField field={field} op={op} value={text} onInput={setText} fault={fault} />
    </Dialog>
  );
};

/** The button that adds a filter. */
export const AddFilter = () => {
  const { change } = useQuery();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        {words().add}
      </Button>
      {isOpen ? (
        <FilterDialog
          onClose={() => setOpen(false)}
          onAdd={(filter) => {
            setOpen(false);
            change({ [parameterOf(filter)]: filter.value });
          }}
        />
      ) : null}
    </>
  );
};

/** The filters that apply; each can be removed. */
export const FilterChips = () => {
  const { query, change } = useQuery();
  const filters = filtersOf(query);
  if (filters.length === 0) return null;
  return (
    <div class="line chips">
      {filters.map((filter) => (
        <Button
          key={parameterOf(filter)}
          label={words().remove(filterText(filter))}
          onClick={() => change({ [parameterOf(filter)]: undefined })}
        >
          {`${filterText(filter)} ×`}
        </Button>
      ))}
      {filters.length < 2 ? null : (
        <button
          type="button"
          class="link"
          onClick={() =>
            change(Object.fromEntries(filters.map((filter) => [parameterOf(filter), undefined])))
          }
        >
          {words().clear}
        </button>
      )}
    </div>
  );
};
