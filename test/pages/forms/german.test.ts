// German words of generated forms: each title, sentence, section, unit and value of the schemas has
// some.

import t from 'tap';
import { SECTIONS, TITLES, UNITS, VALUES } from '../../../pages/forms/german.js';
import { OFFICE_HINTS } from '../../../pages/forms/german-office.js';
import { TRADING_HINTS } from '../../../pages/forms/german-trading.js';
import { englishHint } from '../../../pages/forms/words.js';
import { BODIES, type FieldSchema, KINDS, STAFF } from '../../../pages/made/settings.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';

type Fields = Readonly<Record<string, FieldSchema>>;

/** A field and all that is within it. */
const within = (field: FieldSchema): readonly FieldSchema[] => [
  field,
  ...(field.items === undefined ? [] : within(field.items)),
  ...Object.values(field.fields ?? {}).flatMap(within),
];

const forms: readonly Fields[] = [
  ...[...KINDS, STAFF].map(({ fields }) => fields),
  ...Object.values(BODIES),
];
const fields = forms.flatMap((form) => Object.values(form).flatMap(within));

/** The words that are wanted and have no German, and German words that nothing wants. */
const differences = (
  wanted: readonly (string | undefined)[],
  german: Readonly<Record<string, string>>,
) => {
  const names = new Set(wanted.filter((one) => one !== undefined));
  return {
    missing: [...names].filter((name) => !german[name]),
    unused: Object.keys(german).filter((name) => !names.has(name)),
  };
};
const NONE = { missing: [], unused: [] };

t.test('Each title, sentence, section, unit and value of a form has German words', async (t) => {
  t.same(
    differences(
      fields.map(({ title }) => title),
      TITLES,
    ),
    NONE,
    'titles',
  );
  t.same(
    differences(fields.map(englishHint), Object.fromEntries([...TRADING_HINTS, ...OFFICE_HINTS])),
    NONE,
    'sentences',
  );
  const sections = forms.flatMap((form) => Object.values(form).map(({ section }) => section));
  t.same(differences([...sections, 'General'], SECTIONS), NONE, 'sections');
  const silent = ['id', 'number', 'count', 'time'];
  const units = fields.map(({ unit }) => unit).filter((unit) => !silent.includes(unit ?? ''));
  t.same(differences(units, UNITS), NONE, 'units');
  const values = fields.flatMap(({ choices = [] }) => choices);
  const words = values.filter((value) => typeof value === 'string');
  const shown = words.filter((value) => !(RIGHTS as readonly string[]).includes(value));
  t.same(differences(shown, VALUES), NONE, 'values');
});
