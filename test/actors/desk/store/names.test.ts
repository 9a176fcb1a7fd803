// Unique names: which spellings of a name are one name.

import t from 'tap';
import { codeOf, openDesk } from '../../../support/desk-harness.js';

/** Names that look alike, and a name that does not. */
const ALIKE: readonly (readonly [string, string, string])[] = [
  ['EURUSD', 'eurusd', 'EURUSX'],
  ['gold desk', 'ＧＯＬＤ desk', 'gold disk'],
  ['office', 'oﬃce', 'oftice'],
  ['strasse', 'Straße', 'strase'],
  ['Kelvin', '\u212aelvin', 'Celvin'],
  ['silver', 'sil\u200cver', 'sil-ver'],
  ['copper', 'cop\ufe0fper', 'coper'],
  ['Zoë', 'Zoe\u0308', 'Zoe'],
];

t.test('a setting does not take a name that looks like that of another', async (t) => {
  const { desk } = await openDesk();
  const create = async (name: string) =>
    codeOf(
      await desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
        tx.create('group', { path: `real\\${name}`, currency: 'USD' }),
      ),
    );
  for (const [name, alike, other] of ALIKE) {
    t.equal(await create(name), 'ok', name);
    t.equal(await create(alike), 'conflict', alike);
    t.equal(await create(other), 'ok', other);
  }
});
