// Values of forms: the body of a change, differences, what two people changed, what is left out.

import fc from 'fast-check';
import t from 'tap';
import {
  changedFields,
  clashes,
  clockMinutes,
  clockText,
  emptyRow,
  filledValues,
  isSame,
  localTime,
  momentOf,
  pairsOf,
  pairsText,
  rebased,
  recordDifferences,
  shownValues,
} from '../../../pages/forms/values.js';

t.test('A change sends the fields that differ, whatever the order of members', async (t) => {
  const base = { name: 'A', rows: [{ a: 1, b: '2' }], on: true };
  t.same(changedFields(base, { ...base, rows: [{ b: '2', a: 1 }] }), {});
  t.same(changedFields(base, { ...base, on: false }), { on: false });
  t.notOk(isSame([], {}));
  t.notOk(isSame({ a: undefined }, { b: undefined }));
  t.notOk(isSame('1', 1));
});

t.test('A difference is as deep as rows and members can be told apart', async (t) => {
  const row = { position: 1, mask: 'Forex\\*', spread: 0 };
  const base = { symbols: [row], access: { groups: ['a'] }, stop_out: '50' };
  const next = {
    symbols: [{ ...row, spread: 2 }],
    access: { groups: ['a', 'b'] },
    stop_out: '50',
  };
  t.same(recordDifferences(base, next), [
    { path: 'symbols.0.spread', was: 0, is: 2 },
    { path: 'access.groups', was: ['a'], is: ['a', 'b'] },
  ]);
});

t.test('A row that was added or taken away is the difference, and no other row', async (t) => {
  const [first, second, third] = ['A', 'B', 'C'].map((mask, at) => ({ position: at + 1, mask }));
  const whole = { symbols: [first, second, third] };
  const shorter = { symbols: [first, { ...third, position: 2 }] };
  t.same(recordDifferences(whole, shorter), [{ path: 'symbols.1', was: second, is: undefined }]);
  t.same(recordDifferences(shorter, whole), [{ path: 'symbols.1', was: undefined, is: second }]);
});

t.test('Only a field that both changed to other values is a conflict', async (t) => {
  const base = { a: 1, b: 1, c: 1, d: 1 };
  const theirs = { a: 2, b: 2, c: 2, d: 1 };
  const mine = { a: 1, b: 2, c: 3, d: 4 };
  t.same(clashes(base, theirs, mine), [{ field: 'c', was: 1, theirs: 2, mine: 3 }]);
  t.same(rebased(base, theirs, mine), { a: 2, b: 2, c: 3, d: 4 });
});

t.test('Changes upon the newest record change what they changed, and nothing else', async () => {
  const record = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) });
  fc.assert(
    fc.property(record, record, record, (base, theirs, mine) => {
      const joined = rebased(base, theirs, mine);
      const changed = changedFields(base, mine);
      return Object.entries(joined).every(([name, value]) =>
        isSame(value, name in changed ? changed[name] : theirs[name as 'a']),
      );
    }),
  );
});

t.test('A new record has its defaults, and leaves out what is empty and may be', async (t) => {
  const fields = {
    name: { type: 'string', isRequired: true },
    alias: { type: 'string', minLength: 1 },
    note: { type: 'string', default: '' },
    role: { type: 'string', choices: ['dealer', 'auditor'] },
    module: { type: 'string', choices: ['fix44', 'dde'], isRequired: true },
    limit: { type: 'decimal' },
    profile: { type: 'integer', isNullable: true },
  } as const;
  const made = emptyRow(fields);
  t.same(made, {
    ...{ name: '', alias: '', note: '', role: undefined },
    ...{ module: 'fix44', limit: '0', profile: null },
  });
  t.same(filledValues(fields, made), {
    ...{ name: '', note: '', module: 'fix44', limit: '0', profile: null },
  });
  t.same(shownValues({ limit: fields.limit }, { limit: '7', version: 3 }), { limit: '7' });
});

t.test('Minutes of a day are a clock, and back', async (t) => {
  t.equal(clockText(0), '00:00');
  t.equal(clockText(1440), '24:00');
  t.equal(clockMinutes('9:05'), 545);
  t.equal(clockMinutes('9:75'), '9:75', 'what is no time stays a text, which the check refuses');
  for (const minutes of [0, 61, 1439, 1440]) t.equal(clockMinutes(clockText(minutes)), minutes);
});

t.test('A moment goes through the field of the browser to the minute', async (t) => {
  const moment = '2027-03-04T05:06:00.000Z';
  t.equal(momentOf(localTime(moment)), moment);
  t.equal(localTime('soon'), '');
  t.equal(momentOf(''), '');
});

t.test('Pairs of a key and a value are lines, and back', async (t) => {
  t.same(pairsOf('Support=https://a.example/?x=1\n\n Help \n'), {
    ...{ Support: 'https://a.example/?x=1', Help: '' },
  });
  t.equal(pairsText({ a: 'b', c: 'd=e' }), 'a=b\nc=d=e');
  t.equal(pairsText(null), '');
});
