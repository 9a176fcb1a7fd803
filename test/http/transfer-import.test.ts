// What comes in: files of settings, taken over item by item.

import t from 'tap';
import {
  actions,
  fileOf,
  groupBody,
  holiday,
  keyOfHoliday,
  profileBody,
  rule,
  symbolBody,
  TransferServer,
} from './transfer-server.js';

type Fields = Readonly<Record<string, unknown>>;

const IMPORT = '/config/transfer/import';

t.test('kinds come in their own order [POST /admin/v1/config/transfer/import #1]', async (t) => {
  const harness = await TransferServer.open(t);
  const { items } = await harness.import({
    reports: [{ name: 'Daily', module: 'daily' }],
    holidays: [holiday(1)],
    routing: [rule('Last')],
    groups: [groupBody('real\\steps', { leverage_profile: 'Steps' })],
    leverage_profiles: [profileBody('Steps')],
    symbols: [symbolBody('A')],
  });
  t.same(
    items.map(({ kind, action }) => `${kind} ${action}`),
    ['symbols', 'leverage_profiles', 'groups', 'routing', 'holidays', 'reports'].map(
      (kind) => `${kind} created`,
    ),
  );
});

t.test(
  'each change is journaled as by hand [POST /admin/v1/config/transfer/import #2]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.create('/holidays', holiday(1));
    const [events, version] = harness.state;
    await harness.import({ holidays: [holiday(1, { enabled: false }), holiday(2)] });
    t.same(harness.state, [events + 1, version + 1]);
    t.match(harness.http.harness.log.at(-1)?.journal, [
      { kind: 'config', text: 'holiday day 1 changed: enabled' },
      { kind: 'config', text: 'holiday day 2 created' },
    ]);
  },
);

t.test('256 items make one event, and the shards are asked once for each', async (t) => {
  const harness = await TransferServer.open(t);
  const symbols = Array.from({ length: 600 }, (_, n) => symbolBody(`S${n}`));
  const [events] = harness.state;
  await harness.import({ symbols });
  t.equal(harness.state[0], events + 3);
  const asked = harness.http.harness.asked.length;
  const digits = symbols.map((one) => ({ ...one, digits: 3 }));
  t.match((await harness.import({ symbols: digits })).summary, { updated: 600 });
  t.equal(harness.http.harness.asked.length, asked + 3);
  t.equal(harness.http.harness.freed, asked + 3, 'and let go each time');
});

t.test(
  'keys are compared without their case, never renamed [POST /admin/v1/config/transfer/import #3]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const { id } = await harness.create('/leverage-profiles', profileBody('Steps'));
    const { items } = await harness.import({
      leverage_profiles: [profileBody('STEPS', { enabled: false })],
      symbols: [{ path: 'FOREX\\eurusd', spread: 7 }],
    });
    t.match(items, [
      { key: 'FOREX\\eurusd', action: 'updated', changes: ['spread'] },
      { key: 'STEPS', action: 'updated', changes: ['enabled'] },
    ]);
    const profile = await harness.data('GET', `/leverage-profiles/${id}`);
    t.match(profile, { name: 'Steps', enabled: false, version: 2 });
    const [whole] = (await harness.export({ symbols: ['Forex\\EURUSD'] })).kinds.symbols ?? [];
    const named = { ...whole, path: 'forex\\eurusd', name: 'eurusd' };
    t.match((await harness.import({ symbols: [named] })).items, [{ action: 'unchanged' }]);
    const other = { ...whole, name: 'EURUSD2' };
    t.match((await harness.import({ symbols: [other] })).items, [{ error: /^name: / }]);
  },
);

t.test('nothing is deleted [POST /admin/v1/config/transfer/import #4]', async (t) => {
  const harness = await TransferServer.open(t);
  await harness.create('/holidays', holiday(1));
  await harness.import({ holidays: [holiday(2)], symbols: [], groups: [] });
  t.equal((await harness.data<Fields[]>('GET', '/holidays')).length, 2);
  t.equal((await harness.data<Fields[]>('GET', '/symbols')).length, 24);
});

t.test(
  'rows and rules of a group become those of the file [POST /admin/v1/config/transfer/import #5]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const body = groupBody('real\\rows', { symbols: [{ mask: 'A*' }, { mask: 'B*' }] });
    const { id } = await harness.create('/groups', body);
    const symbols = [{ mask: 'C*', spread_diff: 2 }];
    const { items } = await harness.import({ groups: [{ path: 'real\\rows', symbols }] });
    t.match(items, [{ action: 'updated', changes: ['symbols'] }]);
    const group = await harness.data<{ symbols: Fields[] }>('GET', `/groups/${id}`);
    t.equal(group.symbols.length, 1);
    t.match(group.symbols, symbols);
  },
);

t.test('what is unchanged is not written [POST /admin/v1/config/transfer/import #6]', async (t) => {
  const harness = await TransferServer.open(t);
  const { kinds } = await harness.export({ symbols: null, groups: null, routing: null });
  const before = harness.state;
  const { summary } = await harness.import(kinds);
  t.same(summary, { unchanged: 24 + 5 + 1 });
  t.same(harness.state, before);
});

t.test(
  'a failing item does not stop the rest [POST /admin/v1/config/transfer/import #7]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const result = await harness.import({
      holidays: [holiday(1), holiday(40), 'no item', holiday(2)],
    });
    t.equal(actions(result), 'created error error created');
    t.match(result.items[1], { key: keyOfHoliday(40), error: /day/ });
    t.equal((await harness.data<Fields[]>('GET', '/holidays')).length, 2);
  },
);

t.test(
  'new symbols arrive disabled unless it is said [POST /admin/v1/config/transfer/import #8]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const access = async (name: string) => {
      const listed = await harness.data<Fields[]>('GET', '/symbols');
      return listed.find((one) => one.name === name)?.trade_access;
    };
    const open = (name: string) => ({ symbols: [symbolBody(name, { trade_access: 'full' })] });
    const quiet = await harness.import(open('A'));
    t.equal(await access('A'), 'disabled');
    t.match(quiet.items, [{ warnings: [/trade_access/] }]);
    await harness.import(open('B'), { options: { new_symbols_trading_disabled: true } });
    t.equal(await access('B'), 'disabled');
    const loud = await harness.import(open('C'), {
      options: { new_symbols_trading_disabled: false },
    });
    t.equal(await access('C'), 'full');
    t.match(loud.items, [{ warnings: [] }]);
    await harness.import({ symbols: [{ path: 'Forex\\EURUSD', spread: 1 }] });
    t.equal(await access('EURUSD'), 'full', 'one that is there stays open');
    const twice = [symbolBody('D', { trade_access: 'full' }), symbolBody('d', { spread: 3 })];
    const many = Array.from({ length: 300 }, (_, n) => symbolBody(`S${n}`));
    const again = [...twice, ...many, symbolBody('D', { trade_access: 'full' })];
    const { items } = await harness.import({ symbols: again });
    t.equal(await access('D'), 'disabled', 'however often the file names it');
    t.match(items.slice(0, 2), [{ action: 'created' }, { action: 'updated', changes: ['spread'] }]);
    t.match(items.at(-1), { action: 'unchanged', warnings: [/trade_access/] });
  },
);

t.test(
  'a kind not to be written is all errors [POST /admin/v1/config/transfer/import #9, #10]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const clerk = await harness.hired(['config.holidays', 'symbols.quick_edit']);
    const kinds = { symbols: [symbolBody('A'), symbolBody('B')], holidays: [holiday(1)] };
    const { items } = await harness.import(kinds, {}, clerk);
    t.match(items, [
      { kind: 'symbols', action: 'error', error: 'forbidden' },
      { kind: 'symbols', action: 'error', error: 'forbidden' },
      { kind: 'holidays', action: 'created', error: '' },
    ]);
    const none = await harness.hired(['accounts.view']);
    const refused = await harness.ask('POST', IMPORT, { file: fileOf(kinds) }, none);
    t.match(refused, { status: 403, code: 'forbidden' });
  },
);

t.test(
  'what came of each, and how many of each [POST /admin/v1/config/transfer/import #11, #14]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.import({ holidays: [holiday(1), holiday(2)] });
    const items = [holiday(1), holiday(2, { from_min: 5 }), holiday(3), holiday(50)];
    const result = await harness.import({ holidays: items });
    t.equal(actions(result), 'unchanged updated created error');
    t.same(result.summary, { unchanged: 1, updated: 1, created: 1, error: 1 });
    const options = { mode: 'create_only' };
    const again = await harness.import({ holidays: items }, { options });
    t.same(again.summary, { skipped: 3, error: 1 });
  },
);

t.test(
  'modes: only new keys, only known ones [POST /admin/v1/config/transfer/import #12]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.import({ holidays: [holiday(1)] });
    const holidays = [holiday(1, { enabled: false }), holiday(2)];
    const creating = await harness.import({ holidays }, { options: { mode: 'create_only' } });
    t.equal(actions(creating), 'skipped created');
    const more = [holiday(1, { enabled: false }), holiday(3)];
    const updating = await harness.import({ holidays: more }, { options: { mode: 'update_only' } });
    t.equal(actions(updating), 'updated skipped');
    const refused = await harness.ask('POST', IMPORT, {
      file: fileOf({ holidays }),
      options: { mode: 'guess' },
    });
    t.match(refused, { status: 400, code: 'invalid_input', message: /mode/ });
  },
);

t.test(
  'a selection picks kinds and keys [POST /admin/v1/config/transfer/import #13]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const kinds = { holidays: [holiday(1), holiday(2)], routing: [rule('A'), rule('B')] };
    const some = await harness.import(kinds, { select: { routing: ['b'] } });
    t.match(some.items, [{ kind: 'routing', key: 'B' }]);
    t.equal(some.items.length, 1);
    const whole = await harness.import(kinds, { select: { holidays: null } });
    t.same(
      whole.items.map((one) => one.key),
      [keyOfHoliday(1), keyOfHoliday(2)],
    );
    t.equal((await harness.import(kinds)).items.length, 4);
  },
);

t.test('groups out of scope are errors [POST /admin/v1/config/transfer/import #15]', async (t) => {
  const harness = await TransferServer.open(t);
  const clerk = await harness.hired(['config.groups'], ['demo\\*']);
  const groups = [
    { path: 'real\\standard', company: 'Mine' },
    groupBody('real\\new'),
    groupBody('demo\\new'),
  ];
  const result = await harness.import({ groups }, {}, clerk);
  t.equal(actions(result), 'error error created');
  t.not(harness.http.harness.desk.records.get('group', 'real\\standard')?.record.company, 'Mine');
});

t.test('a file of another format is refused whole', async (t) => {
  const harness = await TransferServer.open(t);
  const before = harness.state;
  for (const file of [
    undefined,
    { ...fileOf({}), format: 'other' },
    { ...fileOf({}), version: 2 },
    { ...fileOf({}), surprise: 1 },
    fileOf({ shoes: [] }),
    fileOf({ holidays: {} as never }),
  ]) {
    const refused = await harness.ask('POST', IMPORT, { file });
    t.match(refused, { status: 400, code: 'invalid_input', message: /file/ });
  }
  t.same(harness.state, before);
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
  t.equal(actions(there), 'error error');
  t.match(there.items[0]?.error, /password/);
  t.match(there.items[1]?.error, /dealers/);
  const [terminal] = kinds.datafeeds ?? [];
  const here = await one.import({ ...kinds, datafeeds: [{ ...terminal, priority: 7 }] });
  t.equal(actions(here), 'updated unchanged');
  t.match(await one.data('GET', `/datafeeds/${id}`), { has_password: true, priority: 7 });
});

t.test('what is too large for one event makes several', async (t) => {
  const harness = await TransferServer.open(t);
  const { harness: desk } = harness.http;
  const [events] = harness.state;
  desk.changesMax = 40;
  const rules = Array.from({ length: 64 }, (_, n) => rule(`R${n}`));
  t.match((await harness.import({ routing: rules })).summary, { created: 64 });
  t.equal(harness.state[0], events + 2);
  const listed = await harness.data<Fields[]>('GET', '/routing');
  t.same(
    listed.map((one) => one.position),
    Array.from({ length: 65 }, (_, at) => at + 1),
  );
  // At the first place it moves all the others.
  const refused = await harness.import({ routing: [rule('First', { position: 1 })] });
  t.match(refused.items, [{ action: 'error', error: /more at once/ }]);
  t.match(await harness.ask('POST', '/routing', rule('First', { position: 1 })), {
    status: 400,
    code: 'invalid_input',
    message: /more at once/,
  });
});

t.test('logins in a file are no dealers here', async (t) => {
  const harness = await TransferServer.open(t);
  await harness.create('/routing', rule('Desk', { action: 'dealer', dealers: [1] }));
  const wrong = rule('Desk', { action: 'dealer', dealers: [1001], enabled: false });
  t.match((await harness.import({ routing: [wrong] })).items, [{ changes: ['enabled'] }]);
  const listed = await harness.data<Fields[]>('GET', '/routing');
  t.match(
    listed.find((one) => one.name === 'Desk'),
    { dealers: [1], enabled: false },
  );
});
