// Decisions: what one of them changes twice.

import t from 'tap';
import { done, type Outcome } from '../../wire/codes.js';
import { codeOf, dataOf, openDesk } from '../support/desk-harness.js';

const WHO = { by: 1, ip: '192.0.2.1' };

t.test('what one decision changes twice is one change and one version', async (t) => {
  const harness = await openDesk();
  const symbol = { path: 'Other\\A', name: 'A' };
  dataOf(
    await harness.desk.writer.change(['settings'], WHO, (draft) => {
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
  t.match(harness.log.at(-1)?.changes, [
    { kind: 'group', version: 2, record: { company: 'second', version: 2 } },
  ]);
  t.equal(harness.log.at(-1)?.changes.length, 1);
});

t.test('names are taken and free as the decision itself has left them', async (t) => {
  const harness = await openDesk();
  const outcome = await harness.desk.writer.change(['settings'], WHO, (draft) => {
    const group = (path: string) => draft.create('group', { currency: 'USD', path });
    const renamed = (from: string, path: string) => draft.patch('group', from, { path });
    const profile = (name: string) => draft.create('leverage_profile', { name });
    const called = (name: string) => draft.patch('leverage_profile', '1', { name });
    const is = (step: Outcome<unknown>, code: string, what: string) =>
      t.equal(codeOf(step), code, what);
    is(draft.patch('group', 'demo\\standard', { company: 'Other' }), 'ok', 'a group is changed');
    is(group('Demo\\Standard'), 'conflict', 'its path is still its own');
    is(group('real\\a'), 'ok', 'a group is made');
    is(renamed('real\\a', 'demo\\standard'), 'conflict', 'not under the path of another');
    is(renamed('real\\a', 'real\\b'), 'ok', 'under a free one');
    is(group('REAL\\A'), 'ok', 'its old path is free');
    is(renamed('real\\b', 'REAL\\A'), 'conflict', 'and taken again');
    is(profile('First'), 'ok', 'a profile is made');
    is(called('Second'), 'ok', 'and renamed');
    is(profile('First'), 'ok', 'its old name is free');
    is(called('first'), 'conflict', 'and taken again');
    return done(null);
  });
  dataOf(outcome);
});

t.test('a record with its fields in another order is the same one', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  const outcome = await harness.desk.writer.change(['settings'], WHO, (draft) => {
    const { record } = draft.get('symbol', '1') ?? {};
    return draft.replace('symbol', '1', Object.fromEntries(Object.entries(record ?? {}).reverse()));
  });
  t.equal(codeOf(outcome), 'ok');
  t.equal(harness.log.length, before, 'nothing is written');
});
