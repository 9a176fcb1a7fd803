// A search that follows typing, with a pause so that each letter does not ask the server.

import { useEffect, useState } from 'preact/hooks';
import { Field } from './field.js';

/** Time in ms after the last letter. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The search of a view; `/` moves the focus here, Enter searches at once. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field label={label}>
      {(attributes) => (
        <input
          {...attributes}
          type="search"
          data-search=""
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChange(typed);
          }}
        />
      )}
    </Field>
  );
};
