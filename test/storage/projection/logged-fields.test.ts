// Changes of which the log holds some fields alone: they are projected and folded as whole records.

import t from 'tap';
import { Fold } from '../../../actors/commands/fold.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { DeskEvent, RecordChange } from '../../../wire/trading/events.js';
import { projecting } from '../../support/opened.js';

const event = (...changes: readonly RecordChange[]): DeskEvent => ({
  ...{ type: 'desk', time: 1, by: 0, ip: '', config_version: 1, changes, journal: [] },
});

const KEY = 'real\\one';
const before = { path: KEY, company: 'Former', currency: 'USD', currency_digits: 2, version: 1 };
const after = { ...before, company: 'Renamed', version: 2 };
const made = event({ kind: 'group', key: KEY, version: 1, record: before });
const change = { kind: 'group', key: KEY, version: 2, record: after } as const;
const renamed = event({ ...change, fields: ['company', 'version'] });

t.test('a change with some fields is projected and folded as the whole record', async (t) => {
  const packed = packEvent(renamed);
  t.notOk(packed.includes('USD'), 'the log holds the changed fields alone');
  const read = unpackEvent(packed) as DeskEvent;
  const { db, add } = projecting(t, made);
  add(read);
  const row = db.prepare("SELECT version, record FROM records WHERE kind = 'group'").get();
  t.same(row, { version: 2, record: JSON.stringify(after) });
  const company = db.prepare('SELECT licence_company FROM account_buckets').pluck();
  t.same([...new Set(company.all())], ['Renamed']);
  const hashOf = (...events: readonly DeskEvent[]): bigint => {
    const fold = new Fold();
    t.teardown(() => fold.close());
    for (const one of events) fold.apply(one);
    return fold.hash();
  };
  t.equal(hashOf(made, read), hashOf(made, event(change)));
  t.throws(() => hashOf(read), /group real\\one is changed and is not there/);
});
