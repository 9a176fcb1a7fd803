// Schemas: which texts are times.

import t from 'tap';
import { checked, Time } from '../../wire/schema.js';

const time = checked(Time());

t.test('a time is a moment of the calendar with its zone', async (t) => {
  for (const text of ['2028-02-29T12:00:00Z', '2026-11-20T10:00:00.123456789+05:30']) {
    t.ok(time.is(text), text);
  }
  for (const text of ['2026-11-20T10:00:00', '2026-11-20', '2026-13-01T00:00:00Z', 'now']) {
    t.notOk(time.is(text), text);
  }
});

t.test('days that a month does not have are refused, not run over', async (t) => {
  for (const day of ['2027-02-29', '2027-02-30', '2027-04-31']) {
    t.notOk(time.is(`${day}T00:00:00Z`), day);
  }
});

t.test('a time beyond the last spelled year is refused', async (t) => {
  t.ok(time.is('9999-12-31T23:59:59Z'));
  t.notOk(time.is('9999-12-31T23:59:59-01:00'));
});
