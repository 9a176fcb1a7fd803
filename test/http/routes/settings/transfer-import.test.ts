// What comes in: files of settings, taken over item by item.

import t from 'tap';
import { each, type Fields } from '../../../support/http-harness.js';
import {
  fileOf,
  groupBody,
  holiday,
  keyOfHoliday,
  profileBody,
  rule,
  symbolBody,
} from './setting-bodies.js';
import { actions, TransferServer, transferTest as test } from './transfer-server.js';

const IMPORT = '/config/transfer/import';

test`kinds come in their own order [POST /import #1]`(async (t, server) => {
  const { items } = await server.import({
    reports: [{ name: 'Daily', module: 'daily' }],
    holidays: [holiday(1)],
    routing: [rule('Last')],
    groups: [groupBody('real\\steps', { leverage_profile: 'Steps' })],
    leverage_profiles: [profileBody('Steps')],
    symbols: [symbolBody('A')],
  });
  const order = ['symbols', 'leverage_profiles', 'groups', 'routing', 'holidays', 'reports'];
  t.same(each(items, 'kind'), order);
  t.same(each(items, 'action'), Array(6).fill('created'));
});

test`each change is journaled as by hand [POST /import #2]`(async (t, server) => {
  await server.create('/holidays', holiday(1));
  const [events, version] = server.state;
  await server.import({ holidays: [holiday(1, { enabled: false }), holiday(2)] });
  t.same(server.state, [events + 1, version + 1]);
  t.match(server.http.harness.log.at(-1)?.journal, [
    { kind: 'config', text: 'holiday day 1 changed: enabled' },
    { kind: 'config', text: 'holiday day 2 created' },
  ]);
});

test`256 items make one event, and for each the shards hold requests back once`(
  async (t, server) => {
    const symbols = Array.from({ length: 600 }, (_, n) => symbolBody(`S${n}`));
    const [events] = server.state;
    await server.import({ symbols });
    t.equal(server.state[0], events + 3);
    const asked = server.http.harness.asked.length;
    const digits = symbols.map((one) => ({ ...one, digits: 3 }));
    t.match((await server.import({ symbols: digits })).summary, { updated: 600 });
    const { harness } = server.http;
    const event = [{ held: false }, { held: true }];
    t.match(harness.asked.slice(asked), [...event, ...event, ...event]);
    t.equal(harness.freezes, 0, 'and let go each time');
  },
);

test`keys have no letter case, nor change [POST /import #3]`(async (t, server) => {
  const { id } = await server.create('/leverage-profiles', profileBody('Steps'));
  const { items } = await server.import({
    leverage_profiles: [profileBody('STEPS', { enabled: false })],
    symbols: [{ path: 'FOREX\\eurusd', spread: 7 }],
  });
  t.match(items, [
    { key: 'FOREX\\eurusd', action: 'updated', changes: ['spread'] },
    { key: 'STEPS', action: 'updated', changes: ['enabled'] },
  ]);
  const profile = await server.read(`/leverage-profiles/${id}`);
  t.match(profile, { name: 'Steps', enabled: false, version: 2 });
  const [whole] = (await server.export({ symbols: ['Forex\\EURUSD'] })).kinds.symbols ?? [];
  const named = { ...whole, path: 'forex\\eurusd', name: 'eurusd' };
  t.match((await server.import({ symbols: [named] })).items, [{ action: 'unchanged' }]);
  const other = { ...whole, name: 'EURUSD2' };
  t.match((await server.import({ symbols: [other] })).items, [{ error: /^name: / }]);
});

test`nothing is deleted [POST /import #4]`(async (t, server) => {
  await server.create('/holidays', holiday(1));
  await server.import({ holidays: [holiday(2)], symbols: [], groups: [] });
  t.equal((await server.read<Fields[]>('/holidays')).length, 2);
  t.equal((await server.read<Fields[]>('/symbols')).length, 24);
});

test`rows and rules of a group become those of the file [POST /import #5]`(async (t, server) => {
  const body = groupBody('real\\rows', { symbols: [{ mask: 'A*' }, { mask: 'B*' }] });
  const { id } = await server.create('/groups', body);
  const symbols = [{ mask: 'C*', spread_diff: 2 }];
  const { items } = await server.import({ groups: [{ path: 'real\\rows', symbols }] });
  t.match(items, [{ action: 'updated', changes: ['symbols'] }]);
  const group = await server.read<{ symbols: Fields[] }>(`/groups/${id}`);
  t.equal(group.symbols.length, 1);
  t.match(group.symbols, symbols);
});

test`what is unchanged is not written [POST /import #6]`(async (t, server) => {
  const { kinds } = await server.export({ symbols: null, groups: null, routing: null });
  const before = server.state;
  t.same((await server.import(kinds)).summary, { unchanged: 24 + 5 + 1 });
  t.same(server.state, before);
});

test`a failing item does not stop the rest [POST /import #7]`(async (t, server) => {
  const result = await server.import({
    holidays: [holiday(1), holiday(40), 'no item', holiday(2)],
  });
  t.equal(actions(result), 'created error error created');
  t.match(result.items[1], { key: keyOfHoliday(40), error: /day/ });
  t.equal((await server.read<Fields[]>('/holidays')).length, 2);
});

test`new symbols arrive disabled unless it is said [POST /import #8]`(async (t, server) => {
  const access = async (name: string) => (await server.named('/symbols', name))?.trade_access;
  const open = (name: string) => ({ symbols: [symbolBody(name, { trade_access: 'full' })] });
  const quiet = await server.import(open('A'));
  t.equal(await access('A'), 'disabled');
  t.match(quiet.items, [{ warnings: [/trade_access/] }]);
  await server.import(open('B'), { options: { new_symbols_trading_disabled: true } });
  t.equal(await access('B'), 'disabled');
  const loud = await server.import(open('C'), { options: { new_symbols_trading_disabled: false } });
  t.equal(await access('C'), 'full');
  t.match(loud.items, [{ warnings: [] }]);
  await server.import({ symbols: [{ path: 'Forex\\EURUSD', spread: 1 }] });
  t.equal(await access('EURUSD'), 'full', 'one that is there stays open');
  const twice = [symbolBody('D', { trade_access: 'full' }), symbolBody('d', { spread: 3 })];
  const many = Array.from({ length: 300 }, (_, n) => symbolBody(`S${n}`));
  const again = [...twice, ...many, symbolBody('D', { trade_access: 'full' })];
  const { items } = await server.import({ symbols: again });
  t.equal(await access('D'), 'disabled', 'however often the file names it');
  t.match(items.slice(0, 2), [{ action: 'created' }, { action: 'updated', changes: ['spread'] }]);
  t.match(items.at(-1), { action: 'unchanged', warnings: [/trade_access/] });
});

test`what came of each, and how many of each [POST /import #11, #14]`(async (t, server) => {
  await server.import({ holidays: [holiday(1), holiday(2)] });
  const items = [holiday(1), holiday(2, { from_min: 5 }), holiday(3), holiday(50)];
  const result = await server.import({ holidays: items });
  t.equal(actions(result), 'unchanged updated created error');
  t.same(result.summary, { unchanged: 1, updated: 1, created: 1, error: 1 });
  const options = { mode: 'create_only' };
  t.same((await server.import({ holidays: items }, { options })).summary, { skipped: 3, error: 1 });
});

test`modes: only new keys, only known ones [POST /import #12]`(async (t, server) => {
  await server.import({ holidays: [holiday(1)] });
  const holidays = [holiday(1, { enabled: false }), holiday(2)];
  const creating = await server.import({ holidays }, { options: { mode: 'create_only' } });
  t.equal(actions(creating), 'skipped created');
  const more = [holiday(1, { enabled: false }), holiday(3)];
  const updating = await server.import({ holidays: more }, { options: { mode: 'update_only' } });
  t.equal(actions(updating), 'updated skipped');
  const refused = await server.post(IMPORT, {
    file: fileOf({ holidays }),
    options: { mode: 'guess' },
  });
  t.match(refused, { code: 'invalid_input', message: /mode/ });
});

test`a selection picks kinds and keys [POST /import #13]`(async (t, server) => {
  const kinds = { holidays: [holiday(1), holiday(2)], routing: [rule('A'), rule('B')] };
  const some = await server.import(kinds, { select: { routing: ['b'] } });
  t.match(some.items, [{ kind: 'routing', key: 'B' }]);
  t.equal(some.items.length, 1);
  const whole = await server.import(kinds, { select: { holidays: null } });
  t.same(each(whole.items, 'key'), [keyOfHoliday(1), keyOfHoliday(2)]);
  t.equal((await server.import(kinds)).items.length, 4);
});

test`groups out of scope are errors [POST /import #15]`(async (t, server) => {
  const clerk = await server.hired(['config.groups'], ['demo\\*']);
  const groups = [
    { path: 'real\\standard', company: 'Mine' },
    groupBody('real\\new'),
    groupBody('demo\\new'),
  ];
  const result = await server.import({ groups }, {}, clerk);
  t.equal(actions(result), 'error error created');
  t.not(server.http.harness.desk.records.get('group', 'real\\standard')?.record.company, 'Mine');
});

test`a file of another format is refused whole`(async (t, server) => {
  const before = server.state;
  for (const file of [
    undefined,
    { ...fileOf({}), format: 'other' },
    { ...fileOf({}), version: 2 },
    { ...fileOf({}), surprise: 1 },
    fileOf({ shoes: [] }),
    fileOf({ holidays: {} as never }),
  ]) {
    t.match(await server.post(IMPORT, { file }), { code: 'invalid_input', message: /file/ });
  }
  for (const [body, field] of [
    [{ demo: {} }, 'demo'],
    [{ file: fileOf({}), demo: {} }, 'demo'],
    [{ file: { ...fileOf({}), demo: {} } }, 'file.demo'],
    [{ file: fileOf({ demo: [] } as never) }, 'file.kinds.demo'],
  ] as const) {
    const { status, data } = await server.post(IMPORT, body);
    const { faults } = data as unknown as { faults: { field: string; message: string }[] };
    t.equal(status, 400, field);
    t.ok(
      faults.some((one) => one.field === field && one.message === 'unknown field'),
      `every member that is unknown is named: ${JSON.stringify(faults)}`,
    );
  }
  t.same(server.state, before);
});

t.test('what stayed behind is asked for, and kept where it is', async (t) => {
  const [one, other] = [await TransferServer.open(t), await TransferServer.open(t)];
  const feed = {
    name: 'Terminal',
    module: 'dde',
    server: 'localhost:1',
    login: 'a',
    password: 'b',
  };
  const { id } = await one.create('/datafeeds', feed);
  await one.create('/routing', rule('Desk', { action: 'dealer', dealers: [1] }));
  const { kinds } = await one.export({ datafeeds: null, routing: ['Desk'] });
  const there = await other.import(kinds);
  t.equal(actions(there), 'created created');
  t.match(there.items[0], { error: '', warnings: [/arrives disabled.*password/] });
  t.match(there.items[1], { error: '', warnings: [/arrives disabled.*dealers/] });
  const [terminal] = kinds.datafeeds ?? [];
  const here = await one.import({ ...kinds, datafeeds: [{ ...terminal, priority: 7 }] });
  t.equal(actions(here), 'updated unchanged');
  t.match(await one.read(`/datafeeds/${id}`), { has_password: true, priority: 7 });
});

test`what is too large for one event makes several`(async (t, server) => {
  const { harness } = server.http;
  const [events] = server.state;
  harness.changesMax = 40;
  const rules = Array.from({ length: 64 }, (_, n) => rule(`R${n}`));
  t.match((await server.import({ routing: rules })).summary, { created: 64 });
  t.equal(server.state[0], events + 2);
  const listed = await server.read<Fields[]>('/routing');
  t.same(
    each(listed, 'position'),
    Array.from({ length: 65 }, (_, at) => at + 1),
  );
  // At the first place it moves all the others.
  const refused = await server.import({ routing: [rule('First', { position: 1 })] });
  t.match(refused.items, [{ action: 'error', error: /more at once/ }]);
  t.match(await server.post('/routing', rule('First', { position: 1 })), {
    code: 'invalid_input',
    message: /more at once/,
  });
});

test`logins in a file are no dealers here`(async (t, server) => {
  await server.create('/routing', rule('Desk', { action: 'dealer', dealers: [1] }));
  const wrong = rule('Desk', { action: 'dealer', dealers: [1001], enabled: false });
  t.match((await server.import({ routing: [wrong] })).items, [{ changes: ['enabled'] }]);
  t.match(await server.named('/routing', 'Desk'), { dealers: [1], enabled: false });
});
