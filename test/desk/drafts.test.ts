// Decisions: what one of them changes twice.

import t from 'tap';
import { done } from '../../wire/codes.js';
import { dataOf, openOffice } from './office.js';

const WHO = { by: 1, ip: '192.0.2.1' };

t.test('what one decision changes twice is one change and one version', async (t) => {
  const office = await openOffice();
  const symbol = { path: 'Other\\A', name: 'A' };
  dataOf(
    await office.desk.writer.change(['settings'], WHO, (draft) => {
      draft.patch('group', 'demo\\standard', { company: 'first' });
      const inner = draft.attempt((within) => {
        within.patch('group', 'demo\\standard', { company: 'second' });
        return done(null);
      });
      const model = draft.get('symbol', '1')?.record;
      const made = draft.create('symbol', { ...model, id: 90, ...symbol });
      return made.ok && inner.ok ? draft.remove('symbol', '90') : made;
    }),
  );
  t.match(office.log.at(-1)?.changes, [
    { kind: 'group', version: 2, record: { company: 'second', version: 2 } },
  ]);
  t.equal(office.log.at(-1)?.changes.length, 1);
});
