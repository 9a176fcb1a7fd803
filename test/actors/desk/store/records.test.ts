// Records: versions, names, references, the overlay over the database, and the order of changes.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Decide, SERVER } from '../../../../actors/desk/state/writer.js';
import { loginLock, SETTINGS_LOCK } from '../../../../actors/desk/store/record-locks.js';
import { storedRecords } from '../../../../actors/desk/store/stored.js';
import type { Transaction } from '../../../../actors/desk/store/transaction.js';
import { deltaNews, SettingsCopy, wholeNews } from '../../../../actors/shared/settings-copy.js';
import type { Database } from '../../../../storage/database/database.js';
import { openProjection } from '../../../../storage/database/schema.js';
import { Projection } from '../../../../storage/projection/projection.js';
import type { ApplicationRecord } from '../../../../wire/accounts/application.js';
import { type Outcome, ok, refuse } from '../../../../wire/base/codes.js';
import { API_SERVER, EVERYONE } from '../../../../wire/settings/servers.js';
import { buildBatch } from '../../../support/build.js';
import { deferred } from '../../../support/deferred.js';
import { codeOf, DeskHarness, dataOf, openDesk } from '../../../support/desk-harness.js';
import { until } from '../../../support/guard.js';
import { EMAIL } from '../../../support/sign-up.js';

const APPLICATION = { status: 'received', group: 'real\\a', email: EMAIL } as ApplicationRecord;
const WHO = { by: 1, ip: '192.0.2.1' };

/** Projects the log up to an event into a database of its own. */
const databaseAt = (t: Test, folder: string, harness: DeskHarness, seq: number): Database => {
  const db = openProjection(join(folder, `at-${seq}.db`));
  t.teardown(() => db.close());
  if (seq > 0) new Projection(db).project([buildBatch(1, harness.log.slice(0, seq))]);
  return db;
};

t.test('two staff members cannot both change version 7', async (t) => {
  const harness = await openDesk();
  const rename = (company: string, version: number) =>
    harness.write((tx) => tx.patch('group', 'demo\\standard', { company }, version));
  for (let version = 1; version < 7; version += 1) dataOf(await rename(`v${version}`, version));
  const both = await Promise.all([rename('first', 7), rename('second', 7)]);
  t.same(both.map(codeOf), ['ok', 'conflict']);
  const held = harness.desk.records.get('group', 'demo\\standard');
  t.match(held, { version: 8, record: { company: 'first' } });
});

t.test('a change and its journal line are one event, told to all at its version', async (t) => {
  const harness = await openDesk();
  const fields = { stops_level: 10, spread: 2 };
  dataOf(await harness.write((tx) => tx.patch('symbol', '1', fields), WHO));
  t.match(harness.log.at(-1), {
    by: 1,
    ip: '192.0.2.1',
    config_version: 2,
    changes: [{ kind: 'symbol', key: '1', version: 2, record: { name: 'EURUSD', spread: 2 } }],
    journal: [{ kind: 'config', login: 0, text: 'symbol EURUSD changed: spread, stops_level' }],
  });
  const sent = harness.sent.at(-1);
  t.same(sent?.changes, [{ kind: 'symbol', id: '1', version: 2 }]);
  t.equal(sent?.settings?.version, 2);
  t.match(sent?.settings?.changes, [{ kind: 'symbol', key: '1', record: { stops_level: 10 } }]);
});

t.test('the settings after any changes are those of a desk started on the log', async (t) => {
  const harness = await openDesk();
  harness.desk.settings();
  const change = async (decide: (tx: Transaction) => Outcome<unknown>): Promise<void> => {
    dataOf(await harness.write(decide));
    t.same(harness.desk.settings(), harness.restarted().desk.settings());
  };
  await change((tx) => tx.patch('symbol', '3', { spread: 2 }));
  await change((tx) => tx.patch('platform', 'platform', { eod_time: '22:00' }));
  await change((tx) => tx.remove('symbol', '5'));
  await change((tx) => {
    tx.patch('group', 'demo\\standard', { company: 'A' });
    return tx.patch('group', 'demo\\standard', { company: 'B' });
  });
  t.equal(harness.sent.at(-1)?.settings?.changes.length, 1, 'each key once');
});

t.test('the version of the settings rises with settings alone', async (t) => {
  const harness = await openDesk();
  dataOf(await harness.signIn());
  t.equal(harness.log.at(-1)?.config_version, 1);
  t.equal(harness.sent.at(-1)?.settings, undefined);
  await harness.patch('account', '1001', { comment: 'new' });
  t.equal(harness.desk.settings().version, 1);
});

t.test('the version of the settings never goes back for later records', async (t) => {
  const harness = await openDesk();
  const copy = new SettingsCopy();
  copy.take(wholeNews(harness.desk.settings()));
  harness.onSent = ({ settings }) => void (settings && copy.take(deltaNews(settings)));
  const release = harness.holdWrites();
  const rename = (company: string) => harness.patch('group', 'demo\\standard', { company });
  const both = [rename('first'), harness.signIn()];
  await new Promise(setImmediate);
  release();
  await Promise.all(both);
  t.same(
    harness.log.slice(-2).map(({ config_version }) => config_version),
    [2, 1],
    'decided before it',
  );
  await rename('second');
  t.equal(harness.desk.records.configVersion, 3);
  t.equal(copy.version, 3);
  const group = copy.settings?.group.find(({ path }) => path === 'demo\\standard');
  t.equal(group?.company, 'second', 'a thread has it');
  t.equal(harness.restarted().desk.records.configVersion, 3);
});

t.test('a change that changes nothing writes nothing', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  await harness.patch('group', 'demo\\standard', { currency: 'USD' });
  t.equal(harness.log.length, before);
});

t.test('a refused decision leaves nothing behind', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  const outcome = await harness.write((tx) => {
    tx.patch('group', 'demo\\standard', { company: 'half' });
    return tx.patch('group', 'demo\\none', { company: 'half' });
  });
  t.equal(codeOf(outcome), 'not_found');
  t.equal(harness.log.length, before);
  t.equal(harness.desk.settings().group[1]?.company, 'Demo Brokerage');
});

t.test('names are unique whatever their letter case, and records keep their rules', async (t) => {
  const harness = await openDesk();
  const symbol = (given: object) =>
    harness.write((tx) => {
      const model = tx.get('symbol', '1')?.record;
      return tx.create('symbol', { ...model, id: 90, ...given });
    });
  t.equal(codeOf(await symbol({ path: 'Other\\eurusd', name: 'eurusd' })), 'conflict');
  t.equal(codeOf(await symbol({ path: 'Other\\A', name: 'B' })), 'invalid_input');
  t.match(await symbol({ path: 'Other\\A', name: 'A', digits: 99 }), { message: /digits/ });
  t.match(await symbol({ path: 'Other\\A', name: 'A', extra: 1 }), { message: /extra/ });
  const quoting = (source_symbol_id: number) =>
    symbol({ path: 'Other\\A', name: 'A', source_symbol_id });
  t.equal(codeOf(await quoting(90)), 'invalid_input');
  t.equal(codeOf(await quoting(1)), 'ok');
  const remove = (key: string) => harness.write((tx) => tx.remove('symbol', key));
  t.equal(codeOf(await remove('1')), 'conflict', 'another symbol takes its quotes');
  t.equal(codeOf(await remove('90')), 'ok');
  t.equal(codeOf(await remove('1')), 'ok');
  t.equal(codeOf(await remove('1')), 'not_found');
  const access = { ...EVERYONE, allow_administrators: false };
  const off = harness.write((tx) => tx.patch('logical_server', API_SERVER, { access }));
  t.equal(codeOf(await off), 'invalid_input');
});

t.test('the time of events never goes back, over restarts', async (t) => {
  const harness = await openDesk();
  const again = harness.restarted();
  again.now -= 60_000;
  await again.patch('group', 'demo\\standard', { company: 'new' });
  t.equal(again.log.at(-1)?.time, harness.log[0]?.time);
});

t.test('nothing shows before it is on disk', async (t) => {
  const harness = await openDesk();
  const commit = harness.holdWrites();
  const change = harness.patch('group', 'demo\\standard', { company: 'new' });
  await Promise.resolve();
  t.equal(harness.desk.settings().version, 1);
  commit();
  await change;
  t.equal(harness.desk.settings().version, 2);
});

t.test('memory is the same from the log, from the database, and from both', async (t) => {
  const harness = await openDesk();
  dataOf(await harness.signIn());
  await harness.patch('group', 'demo\\standard', { company: 'new' });
  await harness.openAccount({ name: 'Ada' });
  await harness.signIn({ password: 'Wr0ng-pass' });
  const { id } = dataOf(await harness.ask('clients.create', { body: { kind: 'person' } }));
  dataOf(await harness.ask('clients.link', { id, login: 1002 }));
  const picture = (one: DeskHarness) => ({
    settings: one.desk.settings(),
    sessions: [...one.desk.sessions()],
    blocks: [...one.desk.records.all('signin_block')].map((held) => held.record),
    account: one.desk.records.get('account', '1002')?.record,
    owed: one.desk.deposits(),
    everything: new Map(
      Array.from(one.desk.records.everything(), (held) => [`${held.kind} ${held.key}`, held]),
    ),
  });
  const whole = picture(harness);
  const folder = t.testdir();
  t.match(whole.account, { name: 'Ada', client_id: id });
  for (let seq = 0; seq <= harness.log.length; seq += 1) {
    const stored = storedRecords(databaseAt(t, folder, harness, seq));
    const tail = new DeskHarness(harness.log.slice(0, seq), harness.now, stored);
    for (const [index, event] of harness.log.entries()) {
      if (index >= seq) tail.desk.fold(event, index + 1);
    }
    t.same(picture(tail), whole, `database at ${seq}`);
  }
});

t.test('accounts changed above the checkpoint show before the database has them', async (t) => {
  const harness = await openDesk();
  const db = databaseAt(t, t.testdir(), harness, 1);
  const later = new DeskHarness([], harness.now, storedRecords(db));
  later.log.push(...harness.log);
  await later.patch('account', '1001', { comment: 'new' });
  const comment = () => later.desk.records.get('account', '1001')?.record.comment;
  t.equal(comment(), 'new');
  later.desk.projected(1);
  t.equal(comment(), 'new', 'the checkpoint is not there yet');
  new Projection(db).project([buildBatch(1, later.log)]);
  later.desk.projected(2);
  t.equal(comment(), 'new', 'now from the database');
  await later.write((tx) => {
    tx.remove('account', '1001');
    return ok(null);
  });
  t.equal(later.desk.records.get('account', '1001'), undefined, 'deleted before the row goes');
});

t.test('groups and applications are those of newest events, in the database or not', async (t) => {
  const harness = await openDesk();
  const { login: gone } = await harness.openAccount({ group: 'demo\\standard' });
  const { login: hidden } = await harness.openAccount({ group: 'demo\\standard' });
  await harness.patch('account', String(hidden), { hidden: true });
  const apply = async (desk: DeskHarness, id: number, fields: Partial<ApplicationRecord> = {}) => {
    await desk.write((tx) => tx.put('application', { ...APPLICATION, id, ...fields }));
  };
  for (const id of [1, 2, 3]) await apply(harness, id);
  const db = databaseAt(t, t.testdir(), harness, harness.log.length);
  const later = new DeskHarness([], harness.now, storedRecords(db));
  const found = () => later.desk.records.groupedAccounts([1001, 5, hidden, gone]);
  const stored = { group: 'demo\\standard', hidden: false };
  const first = [
    [1001, stored],
    [hidden, { ...stored, hidden: true }],
    [gone, stored],
  ] as const;
  t.same(found(), new Map(first));
  const counts = () =>
    ['real\\a', 'real\\b'].map((group) => later.desk.records.waitingApplications(group));
  t.same(counts(), [3, 0]);
  later.log.push(...harness.log);
  await later.patch('account', '1001', { group: 'real\\standard' });
  await later.write((tx) => {
    tx.remove('account', String(gone));
    return ok(null);
  });
  await apply(later, 1, { group: 'real\\b' });
  await apply(later, 2, { status: 'rejected' });
  await apply(later, 4, { group: 'real\\b' });
  const newer = () => [...counts(), ...[...found()].map(([login, { group }]) => [login, group])];
  const wanted = [1, 2, [1001, 'real\\standard'], [hidden, 'demo\\standard']];
  t.same(newer(), wanted, 'before the database has the changes');
  new Projection(db).project([
    buildBatch(harness.log.length + 1, later.log.slice(harness.log.length)),
  ]);
  t.same(newer(), wanted, 'while it has them');
  later.desk.projected(later.log.length);
  t.same(newer(), wanted, 'and after');
});

t.test('a desk with too much under way refuses', async (t) => {
  const harness = await openDesk();
  const asked = Array.from({ length: 1100 }, () => harness.signIn());
  const busy = (await Promise.all(asked)).filter(
    (answer) => !answer.ok && answer.message.startsWith('The server is busy'),
  );
  t.equal(busy.length, 1100 - 1024);
});

t.test('a decision without a login gets no event, which nothing could project', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  for (const login of ['x' as unknown as number, -1, 1.5]) {
    const change = harness.write((tx) => {
      tx.note('account', login, 'told');
      return ok(null);
    });
    await t.rejects(change, { message: `${login} is no login` });
  }
  t.equal(harness.log.length, before);
});

/** Decides by what accounts have of symbols, one after the other. */
const ifUnused =
  (...symbols: readonly string[]): Decide<null> =>
  (tx) => {
    if (symbols.some((name) => tx.usage('symbol', name).positions > 0)) return refuse('conflict');
    tx.note('config', 0, 'decided');
    return ok(null);
  };

/** Changes an account if nobody uses a symbol; other threads are told. */
const changeIfUnused =
  (name: string, login: number): Decide<unknown> =>
  (tx, now) => {
    const unused = ifUnused(name)(tx, now);
    return unused.ok ? tx.patch('account', String(login), { comment: name }) : unused;
  };

t.test('requests are held back only for what is to be written, and let go as often', async (t) => {
  const harness = await openDesk();
  harness.used.GBPUSD = { positions: 1, orders: 0, accounts: 0 };
  const asked = () => harness.asked.splice(0).map(({ symbols, held }) => [...symbols, held]);
  const deletes = Array.from({ length: 90 }, () => harness.write(ifUnused('EURUSD', 'GBPUSD')));
  for (const outcome of await Promise.all(deletes)) t.equal(codeOf(outcome), 'conflict');
  const looks = Array.from({ length: 90 }, () => ['EURUSD', 'GBPUSD', false]);
  t.same(asked(), looks, 'orders go on while it is found out that it is in use');
  const byAndBy = await harness.write((tx, now) => {
    const isFirst = harness.asked.length % 2 === 0;
    return ifUnused('EURUSD', ...(isFirst ? [] : ['USDJPY']))(tx, now);
  });
  t.ok(byAndBy.ok);
  t.same(asked(), [
    ['EURUSD', false],
    ['USDJPY', false],
    ['EURUSD', true],
    ['USDJPY', true],
  ]);
  t.equal(harness.freezes, 0);
  harness.asked.length = 0;
  const opening = harness.write((tx, now) => {
    const { length } = harness.asked;
    if (length === 1) harness.used.EURUSD = { positions: 1, orders: 0, accounts: 0 };
    return ifUnused('EURUSD')(tx, now);
  });
  t.equal(codeOf(await opening), 'conflict', 'a position that is opened before they hold is seen');
  t.equal(harness.freezes, 0);
});

t.test('the shards hold requests back for one decision at a time, until all know it', async (t) => {
  const harness = await openDesk();
  const { login } = await harness.openAccount();
  harness.sent.length = 0;
  const received = deferred();
  harness.onSent = () => received.promise;
  const change = (symbol: string, account: number) =>
    harness.write(changeIfUnused(symbol, account), SERVER, [loginLock(account)]);
  const first = change('EURUSD', 1);
  const second = change('GBPUSD', 1001);
  await until('the first was written', () => harness.sent.length === 1);
  const third = change('USDJPY', login);
  await until('all have asked', () => harness.asked.length === 4);
  t.equal(harness.freezes, 1);
  harness.onSent = () => void t.equal(harness.freezes, 1);
  received.resolve();
  for (const outcome of await Promise.all([first, second, third])) t.ok(outcome.ok);
  t.equal(harness.freezes, 0);
});

t.test('a setting that changed is told once, by its id', async (t) => {
  const harness = await openDesk();
  const change = async (decide: (tx: Transaction) => Outcome<unknown>) => {
    dataOf(await harness.write(decide));
    return harness.sent.at(-1)?.changes;
  };
  const { id } = harness.desk.records.get('group', 'demo\\netting')?.record ?? { id: 0 };
  const changesAt = (version: number) => [{ kind: 'group', id: String(id), version }];
  const group = 'demo\\netting';
  t.same(await change((tx) => tx.patch('group', group, { company: 'X' })), changesAt(2));
  const path = 'demo\\other';
  t.same(await change((tx) => tx.patch('group', group, { path })), changesAt(3), 'renamed');
  t.same(await change((tx) => tx.remove('group', path)), changesAt(4), 'deleted');
  const { version = 0 } = harness.desk.records.get('platform', 'platform') ?? {};
  const platform = [{ kind: 'platform', id: 'platform', version: version + 1 }];
  const fields = { utc_offset_min: 60 };
  t.same(await change((tx) => tx.patch('platform', 'platform', fields)), platform);
});

t.test('a decision sees who refers to what, as its own changes leave it', async (t) => {
  const harness = await openDesk();
  const seen: string[] = [];
  const outcome = await harness.write((tx) => {
    seen.length = 0;
    const see = (): void => {
      const found = [...tx.referrers('symbol', 'source', '1')];
      seen.push(found.map(({ record }) => record.name).join(' '));
    };
    const place = (key: string, source_symbol_id: number | null) => {
      dataOf(tx.patch('symbol', key, { source_symbol_id }));
      see();
    };
    place('2', 1);
    place('3', 1);
    place('2', null);
    dataOf(
      tx.attempt((inner) => {
        dataOf(inner.patch('symbol', '3', { source_symbol_id: 4 }));
        seen.push(`${[...inner.referrers('symbol', 'source', '1')].length} within`);
        return ok(null);
      }),
    );
    see();
    place('5', 1);
    return ok(null);
  });
  t.ok(outcome.ok);
  t.same(seen, ['GBPUSD', 'GBPUSD USDJPY', 'USDJPY', '0 within', '', 'AUDUSD']);
  for (const { desk } of [harness, harness.restarted()]) {
    const [one, ...more] = desk.records.referrers('symbol', 'source', '1');
    t.equal(one?.record.name, 'AUDUSD');
    t.same(more, []);
  }
});

t.test('a record is not written without the lock of its type', async (t) => {
  const harness = await openDesk();
  const { writer, records } = harness.desk;
  const before = records.get('account', '1001');
  const write = (locks: readonly string[]) =>
    writer.change(locks, SERVER, (tx) => tx.patch('account', '1001', { comment: 'new' }));
  const lacks = /account 1001 is written without its lock login\/1001/;
  await t.rejects(write([SETTINGS_LOCK]), lacks);
  t.same(records.get('account', '1001'), before, 'and nothing is written');
  t.ok((await write([loginLock(1001)])).ok);
});
