// Unique names: which spellings of a name are one name.

import t from 'tap';
import { foldedName } from '../../../../actors/desk/store/names.js';
import { openDesk } from '../../../support/desk-harness.js';

t.test('names that look alike are equal', async (t) => {
  const same = [
    ['EURUSD', 'eurusd'],
    ['EURUSD', 'ＥＵＲＵＳＤ'],
    ['office', 'oﬃce'],
    ['strasse', 'Straße'],
    ['Kelvin', '\u212aelvin'],
    ['gold', 'go\u200bld'],
    ['gold', 'go\u00adld'],
    ['Zoë', 'Zoe\u0308'],
  ];
  for (const [one = '', other = ''] of same) t.equal(foldedName(one), foldedName(other), other);
  t.not(foldedName('gold'), foldedName('g0ld'));
  t.not(foldedName('Ann'), foldedName('Anna'));
});

t.test('a setting does not take a name that looks like that of another', async (t) => {
  const { desk } = await openDesk();
  const made = await desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.create('group', { path: 'real\\Ｍｙ office', currency: 'USD' }),
  );
  t.match(made, { ok: true });
  const again = await desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.create('group', { path: 'real\\my o\ufb03ce', currency: 'USD' }),
  );
  t.match(again, { ok: false, code: 'conflict' });
});
