// What is deleted by key: dry runs and deletes.

import t from 'tap';
import {
  groupBody,
  holiday,
  keyOfHoliday,
  profileBody,
  symbolBody,
  TransferServer,
} from './transfer-server.js';

type Fields = Readonly<Record<string, unknown>>;

const DELETE = '/config/transfer/delete';

interface Deleted {
  readonly items: readonly Fields[];
}

const deletes = (
  harness: TransferServer,
  kind: string,
  keys: readonly string[],
  dry_run?: boolean,
) =>
  harness.data<Deleted>('POST', DELETE, {
    kind,
    keys,
    ...(dry_run !== undefined && { dry_run }),
  });

t.test('keys are deleted as by hand [POST /admin/v1/config/transfer/delete #1, #11]', async (t) => {
  const harness = await TransferServer.open(t);
  await harness.create('/leverage-profiles', profileBody('Steps'));
  await harness.create('/leverage-profiles', profileBody('Stays'));
  const [events, version] = harness.state;
  const { items } = await deletes(harness, 'leverage_profiles', ['STEPS', 'None'], false);
  t.match(items, [
    { key: 'STEPS', action: 'deleted', error: '' },
    { key: 'None', action: 'not_found' },
  ]);
  const left = await harness.data<Fields[]>('GET', '/leverage-profiles');
  t.same(
    left.map((one) => one.name),
    ['Stays'],
  );
  t.same(harness.state, [events + 1, version + 1]);
  t.match(harness.http.harness.log.at(-1)?.journal, [
    { kind: 'config', text: 'leverage profile Steps deleted' },
  ]);
});

t.test(
  'what is in use is refused, nothing is forced [POST /admin/v1/config/transfer/delete #2]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const source = await harness.create('/symbols', symbolBody('SRC'));
    await harness.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
    const before = harness.state;
    const { items } = await deletes(harness, 'symbols', ['Stocks\\SRC'], false);
    t.match(items, [{ key: 'Stocks\\SRC', action: 'refused', error: /DEP/ }]);
    t.same(harness.state, before);
  },
);

t.test(
  'nothing is deleted unless it is said [POST /admin/v1/config/transfer/delete #3]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.create('/leverage-profiles', profileBody('Steps'));
    const before = harness.state;
    for (const dry of [undefined, true]) {
      const { items } = await deletes(harness, 'leverage_profiles', ['Steps'], dry);
      t.match(items, [{ action: 'delete' }]);
    }
    t.same(harness.state, before);
  },
);

t.test(
  'a dry run looks at what is in use [POST /admin/v1/config/transfer/delete #4]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const source = await harness.create('/symbols', symbolBody('SRC'));
    await harness.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
    const profile = await harness.create('/leverage-profiles', profileBody('Steps'));
    await harness.create('/groups', groupBody('real\\steps', { leverage_profile_id: profile.id }));
    await harness.create('/groups', groupBody('real\\steps\\below'));
    const refused = async (kind: string, key: string) => {
      const { items } = await deletes(harness, kind, [key]);
      t.match(items, [{ key, action: 'refused' }], key);
      t.not(items[0]?.error, '', 'the reason');
    };
    await refused('symbols', 'Stocks\\SRC');
    await refused('leverage_profiles', 'Steps');
    await refused('groups', 'real\\steps');
    await refused('routing', 'Confirm at market');
    harness.http.harness.used['demo\\netting'] = { positions: 0, orders: 0, accounts: 2 };
    await refused('groups', 'demo\\netting');
  },
);

t.test(
  'a dry run sees earlier deletes of the request [POST /admin/v1/config/transfer/delete #5]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const source = await harness.create('/symbols', symbolBody('SRC'));
    await harness.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
    const { items } = await deletes(harness, 'symbols', [
      'Stocks\\DEP',
      'Stocks\\SRC',
      'Stocks\\DEP',
    ]);
    t.match(items, [{ action: 'delete' }, { action: 'delete' }, { action: 'not_found' }]);
  },
);

t.test(
  'a dry run says what would come of each [POST /admin/v1/config/transfer/delete #6]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const source = await harness.create('/symbols', symbolBody('SRC'));
    await harness.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
    const { items } = await deletes(harness, 'symbols', [
      'Stocks\\SRC',
      'Stocks\\DEP',
      'Stocks\\NO',
    ]);
    t.match(items, [
      { action: 'refused', error: /DEP takes its quotes/ },
      { action: 'delete', error: '' },
      { action: 'not_found', error: '' },
    ]);
  },
);

t.test(
  'a check that cannot be made is named [POST /admin/v1/config/transfer/delete #7]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.create('/symbols', symbolBody('NEW'));
    await harness.create('/leverage-profiles', profileBody('Steps'));
    t.match((await deletes(harness, 'symbols', ['Stocks\\NEW'])).items, [{ warning: '' }]);
    harness.http.harness.silentShards = true;
    t.match((await deletes(harness, 'symbols', ['Stocks\\NEW'])).items, [
      { action: 'delete', warning: /accounts/ },
    ]);
    t.match((await deletes(harness, 'symbols', ['Stocks\\NEW'], false)).items, [
      { action: 'refused', error: /in use/ },
    ]);
    t.match((await deletes(harness, 'leverage_profiles', ['Steps'])).items, [
      { action: 'delete', warning: /switches/ },
    ]);
  },
);

t.test(
  'a delete needs the right to write the kind [POST /admin/v1/config/transfer/delete #8, #9]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const body = { kind: 'symbols', keys: [] };
    const reader = await harness.hired(['symbols.quick_edit', 'config.holidays']);
    t.match(await harness.ask('POST', DELETE, body, reader), { status: 403, code: 'forbidden' });
    const none = await harness.hired(['accounts.view']);
    t.match(await harness.ask('POST', DELETE, body, none), { status: 403, code: 'forbidden' });
    const writer = await harness.hired(['config.symbols']);
    t.match(await harness.ask('POST', DELETE, body, writer), { status: 200, data: { items: [] } });
  },
);

t.test('each of several with one key is deleted when it is asked for', async (t) => {
  const harness = await TransferServer.open(t);
  for (const _ of [1, 2]) await harness.create('/holidays', holiday(4));
  const keys = Array<string>(3).fill(keyOfHoliday(4));
  const actions = async (dry_run: boolean) =>
    (await deletes(harness, 'holidays', keys, dry_run)).items.map(({ action }) => action);
  t.same(await actions(true), ['delete', 'delete', 'not_found']);
  t.same(await actions(false), ['deleted', 'deleted', 'not_found']);
  t.same(await harness.data('GET', '/holidays'), []);
});

t.test(
  'groups out of scope are not found [POST /admin/v1/config/transfer/delete #10]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const clerk = await harness.hired(['config.groups'], ['demo\\*']);
    const body = { kind: 'groups', keys: ['real\\standard', 'demo\\netting'], dry_run: false };
    const { items } = await harness.data<Deleted>('POST', DELETE, body, clerk);
    t.match(items, [{ action: 'not_found' }, { action: 'deleted' }]);
    t.ok(harness.http.harness.desk.records.get('group', 'real\\standard'));
  },
);
