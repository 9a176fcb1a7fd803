// The form's own check: what it refuses before the server is asked, and the path that it names.

import t from 'tap';
import { faultsIn, formFaults } from '../../../pages/forms/check.js';
import { BODIES, type FieldSchema, KINDS, STAFF } from '../../../pages/made/settings.js';
import { language } from '../../../pages/texts/language.js';

language.value = 'en';

const textsOf = (field: FieldSchema, value: unknown): readonly string[] =>
  faultsIn(field, value, 'x').map(({ text }) => text);

t.test('Numbers keep to their bounds, and are whole where they count', async (t) => {
  const percent: FieldSchema = { type: 'decimal', min: 0, max: 100 };
  t.same(textsOf(percent, '99.99'), []);
  t.same(textsOf(percent, '100.01'), ['At most 100.']);
  t.same(textsOf(percent, '-1'), ['At least 0.']);
  t.same(textsOf(percent, '1.'), ['Must be a number.']);
  t.same(textsOf(percent, ''), ['Must be a number.']);
  const days: FieldSchema = { type: 'integer', min: 1 };
  t.same(textsOf(days, 7), []);
  t.same(textsOf(days, '7.5'), ['Must be a whole number.']);
  t.same(textsOf(days, 0), ['At least 1.']);
});

t.test('Texts keep to their lengths and forms; what may be left out may be empty', async (t) => {
  const name: FieldSchema = { type: 'string', minLength: 1, maxLength: 4, isRequired: true };
  t.same(textsOf(name, ''), ['Must be filled.']);
  t.same(textsOf(name, 'abcd'), []);
  t.same(textsOf(name, 'abcde'), ['At most 4 characters.']);
  t.same(textsOf({ type: 'string', minLength: 3 }, ''), []);
  t.same(textsOf({ type: 'string', minLength: 3 }, 'ab'), ['At least 3 characters.']);
  const currency: FieldSchema = { type: 'string', pattern: '^[A-Z]{3,8}$', isRequired: true };
  t.same(textsOf(currency, 'usd'), ['Does not have the form that is wanted.']);
  t.same(textsOf({ type: 'string' }, null), ['Must be filled.']);
  t.same(textsOf({ type: 'string', isNullable: true }, null), []);
});

t.test('A fault within a row is named by its path', async (t) => {
  const row: FieldSchema = { type: 'object', fields: { value: { type: 'decimal' } } };
  const rows: FieldSchema = { type: 'array', items: row, maxItems: 2 };
  const given = [{ value: '1' }, { value: 'x' }, { value: '3' }];
  t.same(formFaults({ rows }, { rows: given }), [
    { path: 'rows', text: 'At most 2 rows.' },
    { path: 'rows.1.value', text: 'Must be a number.' },
  ]);
  t.same(formFaults({ rows }, {}), [], 'a field that was not changed has no fault');
});

t.test('Each pattern of the schemas can be checked, and defaults have no fault', async (t) => {
  const forms = [...[...KINDS, STAFF].map(({ fields }) => fields), ...Object.values(BODIES)];
  const initial = forms.flatMap((fields) =>
    Object.entries(fields)
      .filter(([, field]) => field.default !== undefined)
      .flatMap(([name, field]) => faultsIn(field, field.default, name)),
  );
  t.same(initial, []);
  const patterned = forms.flatMap(Object.values<FieldSchema>).filter(({ pattern }) => pattern);
  t.ok(patterned.length > 0);
  for (const field of patterned) t.doesNotThrow(() => faultsIn(field, '?', 'x'));
});
