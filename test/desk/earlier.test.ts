// Settings of earlier versions: a data folder of before is taken over, a part at a time.

import t from 'tap';
import { RIGHTS } from '../../wire/rights.js';
import { DeskHarness, dataOf, openDesk } from '../support/desk-harness.js';

t.test('large settings of an earlier version are taken over a part at a time', async (t) => {
  const [first] = (await openDesk()).log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const changes = first.changes.map((change) => {
    const { created_at: _, ...record } = change.record ?? {};
    return change.kind === 'group'
      ? { ...change, record: { ...record, company: 'x'.repeat(600_000) } }
      : change;
  });
  const later = new DeskHarness([{ ...first, changes }]);
  const groups = changes.filter(({ kind }) => kind === 'group').length;
  await later.desk.adoptEarlier();
  t.equal(later.log.length, 1 + groups, 'two are more than one event is to hold');
  t.equal(later.desk.settings().group.length, groups);
});

t.test('parameters of an earlier version become lists, once', async (t) => {
  const harness = new DeskHarness();
  const prices = { kind: 'demo', seed: '7' } as const;
  const passwords = { adminPassword: '', traderPassword: '' };
  dataOf(await harness.desk.createDemoPlatform({ ...passwords, prices }));
  const [first] = harness.log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const changes = first.changes.map((change) => {
    const { created_at: _, params: __, ...record } = change.record ?? {};
    return change.kind === 'datafeed'
      ? { ...change, record: { ...record, params: { seed: '7' } } }
      : change;
  });
  const later = new DeskHarness([{ ...first, changes }]);
  await later.desk.adoptEarlier();
  const events = later.log.length;
  t.equal(events, 2);
  t.match(later.desk.settings().datafeed, [{ params: [{ key: 'seed', value: '7' }] }]);
  await later.restarted().desk.adoptEarlier();
  t.equal(later.log.length, events);
  dataOf(await later.desk.usePrices({ kind: 'demo', seed: '8' }));
  t.match(later.desk.settings().datafeed, [{ params: [{ key: 'seed', value: '8' }] }]);
});

t.test('profiles of staff of an earlier version have no report lines, once', async (t) => {
  const [first] = (await openDesk()).log;
  if (first === undefined) throw new Error('the demo platform is one event');
  const changes = first.changes.map((change) => {
    const { reports: _, ...record } = change.record ?? {};
    return change.kind === 'staff' ? { ...change, record } : change;
  });
  const later = new DeskHarness([{ ...first, changes }]);
  await later.desk.adoptEarlier();
  const profile = later.desk.records.get('staff', '1')?.record;
  t.match(profile, { reports: [], rights: RIGHTS, version: 2 });
  await later.restarted().desk.adoptEarlier();
  t.equal(later.log.length, 2);
});
