// What is deleted by key, and the older export and import in the shape of their lists.

import type { ImportOutcome } from '../../../../wire/rest/settings/transfer.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { followed, testsOf, traceOf } from './kind.js';
import { groupBody, holiday, keyOfHoliday, profileBody, symbolBody } from './setting-bodies.js';
import { bought, engineOf } from './setting-families.js';
import {
  olderTest as older,
  type TransferServer,
  transferTest as test,
} from './transfer-server.js';

const DELETE = '/config/transfer/delete';

interface Deleted {
  readonly items: readonly Fields[];
}

const deletes = (
  server: TransferServer,
  kind: string,
  keys: readonly string[],
  dry_run?: boolean,
) => server.made<Deleted>(DELETE, { kind, keys, ...(dry_run !== undefined && { dry_run }) });

test`keys are deleted as by hand [POST /delete #1, #11]`(async (t, server) => {
  await server.create('/leverage-profiles', profileBody('Steps'));
  await server.create('/leverage-profiles', profileBody('Stays'));
  const [events, version] = server.state;
  t.match((await deletes(server, 'leverage_profiles', ['STEPS', 'None'], false)).items, [
    { key: 'STEPS', action: 'deleted', error: '' },
    { key: 'None', action: 'not_found' },
  ]);
  const left = await server.read<Fields[]>('/leverage-profiles');
  t.same(each(left, 'name'), ['Stays']);
  t.same(server.state, [events + 1, version + 1]);
  t.match(server.http.harness.log.at(-1)?.journal, [
    { kind: 'config', text: 'leverage profile Steps deleted' },
  ]);
});

test`what is in use is refused, nothing is forced [POST /delete #2]`(async (t, server) => {
  await server.quoted();
  const before = server.state;
  const { items } = await deletes(server, 'symbols', ['Stocks\\SRC'], false);
  t.match(items, [{ key: 'Stocks\\SRC', action: 'refused', error: /DEP/ }]);
  t.same(server.state, before);
});

test`nothing is deleted unless it is said [POST /delete #3]`(async (t, server) => {
  await server.create('/leverage-profiles', profileBody('Steps'));
  const before = server.state;
  for (const dry of [undefined, true]) {
    const { items } = await deletes(server, 'leverage_profiles', ['Steps'], dry);
    t.match(items, [{ action: 'delete' }]);
  }
  t.same(server.state, before);
});

test`a dry run looks at what is in use [POST /delete #4]`(async (t, server) => {
  await server.quoted();
  const profile = await server.create('/leverage-profiles', profileBody('Steps'));
  await server.create('/groups', groupBody('real\\steps', { leverage_profile_id: profile.id }));
  await server.create('/groups', groupBody('real\\steps\\below'));
  const refused = async (kind: string, key: string) => {
    const { items } = await deletes(server, kind, [key]);
    t.match(items, [{ key, action: 'refused' }], key);
    t.not(items[0]?.error, '', 'the reason');
  };
  await refused('symbols', 'Stocks\\SRC');
  await refused('leverage_profiles', 'Steps');
  await refused('groups', 'real\\steps');
  await refused('routing', 'Confirm at market');
  server.http.harness.used['demo\\netting'] = { positions: 0, orders: 0, accounts: 2 };
  await refused('groups', 'demo\\netting');
});

test`a dry run sees earlier deletes of the request [POST /delete #5]`(async (t, server) => {
  await server.quoted();
  const { items } = await deletes(server, 'symbols', ['Stocks\\DEP', 'Stocks\\SRC', 'Stocks\\DEP']);
  t.match(items, [{ action: 'delete' }, { action: 'delete' }, { action: 'not_found' }]);
});

test`a dry run says what would come of each [POST /delete #6]`(async (t, server) => {
  await server.quoted();
  t.match((await deletes(server, 'symbols', ['Stocks\\SRC', 'Stocks\\DEP', 'Stocks\\NO'])).items, [
    { action: 'refused', error: /DEP takes its quotes/ },
    { action: 'delete', error: '' },
    { action: 'not_found', error: '' },
  ]);
});

test`a check that cannot be made is named [POST /delete #7]`(async (t, server) => {
  await server.create('/symbols', symbolBody('NEW'));
  t.match((await deletes(server, 'symbols', ['Stocks\\NEW'])).items, [{ warning: '' }]);
  server.http.harness.silentShards = true;
  t.match((await deletes(server, 'symbols', ['Stocks\\NEW'])).items, [
    { action: 'delete', warning: /accounts/ },
  ]);
  t.match((await deletes(server, 'symbols', ['Stocks\\NEW'], false)).items, [
    { action: 'refused', error: /in use/ },
  ]);
});

test`each of several with one key is deleted when it is asked for`(async (t, server) => {
  for (const _ of [1, 2]) await server.create('/holidays', holiday(4));
  const keys = Array<string>(3).fill(keyOfHoliday(4));
  const actions = async (dry_run: boolean) =>
    (await deletes(server, 'holidays', keys, dry_run)).items.map(({ action }) => action);
  t.same(await actions(true), ['delete', 'delete', 'not_found']);
  t.same(await actions(false), ['deleted', 'deleted', 'not_found']);
  t.same(await server.read('/holidays'), []);
});

test`groups out of scope are not found [POST /delete #10]`(async (t, server) => {
  const clerk = await server.hired(['config.groups'], ['demo\\*']);
  const body = { kind: 'groups', keys: ['real\\standard', 'demo\\netting'], dry_run: false };
  const { items } = await clerk.made<Deleted>(DELETE, body);
  t.match(items, [{ action: 'not_found' }, { action: 'deleted' }]);
  t.ok(server.http.harness.desk.records.get('group', 'real\\standard'));
});

const EXPORT = '/config/export';

older`the older export wants its kind [GET /export #1]`(async (t, server) => {
  for (const query of ['', '?kind=holidays', '?kind=']) {
    t.match(await server.get(EXPORT + query), { code: 'invalid_input', message: /kind/ });
  }
});

older`the older export gives the list as it is [GET /export #2]`(async (t, server) => {
  for (const kind of ['symbols', 'groups']) {
    const exported = await server.read<{ items: Fields[] }>(`${EXPORT}?kind=${kind}`);
    t.same(exported, { kind, items: await server.read(`/${kind}`) });
  }
});

older`the older export keeps to the scope [GET /export #4]`(async (t, server) => {
  const clerk = await server.hired(['config.groups'], ['demo\\*']);
  const query = `${EXPORT}?kind=groups`;
  const { items } = await clerk.read<{ items: Fields[] }>(query);
  t.same(each(items, 'path'), ['demo\\netting', 'demo\\standard']);
});

const IMPORT = '/config/import';

const taken = (
  server: TransferServer,
  kind: string,
  items: readonly unknown[],
  by = server.staff,
) => by.made<ImportOutcome[]>(IMPORT, { kind, items });

older`the older import goes by path [POST /import #1, #2, #3]`(async (t, server) => {
  const items = [{ path: 'forex\\eurusd', spread: 5 }, symbolBody('NEW', { trade_access: 'full' })];
  t.match(await taken(server, 'symbols', items), [
    { action: 'updated', identity: 'forex\\eurusd', error: '' },
    { action: 'created', identity: 'Stocks\\NEW', error: '' },
  ]);
  const known = { spread: 5, version: 2, path: 'Forex\\EURUSD' };
  t.match(await server.named('/symbols', 'EURUSD'), known);
  t.match(await server.named('/symbols', 'NEW'), { version: 1, trade_access: 'full' });
  const wrong = await taken(server, 'symbols', [{ path: 'Forex\\EURUSD', digits: 99 }]);
  t.match(wrong, [{ action: 'error', error: /digits/ }]);
});

older`what a list shows may be sent back [POST /import #4]`(async (t, server) => {
  for (const kind of ['symbols', 'groups']) {
    const items = await server.read<Fields[]>(`/${kind}`);
    const before = server.state;
    t.ok((await taken(server, kind, items)).every((one) => one.action === 'unchanged'));
    t.same(server.state, before);
    const old = items.map((one) => ({ ...one, id: 999, version: 77, status: 'odd' }));
    t.ok((await taken(server, kind, old)).every((one) => one.action === 'unchanged'));
  }
});

older`each item comes to its own end [POST /import #5, #6]`(async (t, server) => {
  const items = [symbolBody('A'), symbolBody('B', { digits: -1 }), null, symbolBody('C')];
  const outcomes = await taken(server, 'symbols', items);
  t.same(each(outcomes, 'action'), ['created', 'error', 'error', 'created']);
});

older`the older import has symbols and groups alone`(async (t, server) => {
  const wrong = { kind: 'holidays', items: [] };
  t.match(await server.post(IMPORT, wrong), { code: 'invalid_input' });
});

older`the older import keeps to the scope [POST /import #8]`(async (t, server) => {
  const clerk = await server.hired(['config.groups'], ['demo\\*']);
  const items = [{ path: 'real\\standard', company: 'Mine' }, groupBody('demo\\new')];
  const outcomes = await taken(server, 'groups', items, clerk);
  t.match(outcomes, [{ action: 'error', error: 'forbidden' }, { action: 'created' }]);
});

const configured = testsOf({ path: 'config' });
configured`the older import is journaled, and the next order goes by it
  [POST /import #9]`(async (t, kind) => {
  const engine = engineOf(kind.http);
  t.equal(bought(engine()), 'ok');
  const items = [symbolBody('A'), { path: 'Forex\\EURUSD', trade_access: 'disabled' }];
  await followed(t, kind, () => kind.post('/import', { kind: 'symbols', items }));
  t.match(traceOf(kind).journal, [
    { text: 'symbol A created' },
    { text: 'symbol EURUSD changed: trade_access' },
  ]);
  t.equal(bought(engine()), 'trade.disabled');
});

older`the older import has 20,000 items at most`(async (t, server) => {
  const body = { kind: 'symbols', items: Array.from({ length: 20_001 }, () => 0) };
  t.match(await server.post(IMPORT, body), { code: 'invalid_input', message: /20000/ });
});
