// JSON from outside: texts end where they end, however long they are and whatever they escape.

import t from 'tap';
import { parseBody } from '../../../wire/codec/json-input.js';

const parsed = (text: string, values?: number) =>
  parseBody(Buffer.from(text), values === undefined ? {} : { values });

/** Texts of lengths around those that are searched in another way, with an end of escapes. */
const TEXTS = Array.from({ length: 140 }, (_, length) =>
  ['', '"', '\\', '\\\\', '\\"', '"\\"', 'é"', '",[{'].map((end) => `${'x'.repeat(length)}${end}`),
).flat();

t.test('A text is read whole, and what stands behind it is checked', (t) => {
  for (const text of TEXTS) {
    const body = { text, after: [1, 2] };
    const json = JSON.stringify(body);
    t.same(parsed(json), { ok: true, data: body });
    t.same(parsed(json, 4), { ok: true, data: body }, 'what is in a text is no value');
    t.match(parsed(json, 3), { code: 'invalid_input', message: 'body: more than 3 values' });
    const twice = `${json.slice(0, -1)},"after":[3]}`;
    t.match(parsed(twice), { code: 'invalid_input', message: 'after: given twice' });
  }
  t.end();
});

t.test('A text without an end is refused', (t) => {
  for (const text of TEXTS) {
    t.match(parsed(JSON.stringify({ text }).slice(0, -2)), { message: 'body: not valid JSON' });
  }
  t.end();
});
