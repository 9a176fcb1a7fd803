// The older export and import of symbols and groups, in the shape of their lists.

import t from 'tap';
import { groupBody, symbolBody, TransferServer } from './transfer-server.js';

type Fields = Readonly<Record<string, unknown>>;

const EXPORT = '/config/export';

t.test('the older export wants its kind [GET /admin/v1/config/export #1]', async (t) => {
  const harness = await TransferServer.open(t);
  for (const query of ['', '?kind=holidays', '?kind=']) {
    const refused = await harness.ask('GET', EXPORT + query);
    t.match(refused, { status: 400, code: 'invalid_input', message: /kind/ });
  }
});

t.test('the older export gives the list as it is [GET /admin/v1/config/export #2]', async (t) => {
  const harness = await TransferServer.open(t);
  for (const kind of ['symbols', 'groups']) {
    const exported = await harness.data<{ items: Fields[] }>('GET', `${EXPORT}?kind=${kind}`);
    t.same(exported, { kind, items: await harness.data('GET', `/${kind}`) });
  }
});

t.test(
  'the older export needs the right of its kind [GET /admin/v1/config/export #3]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const groups = await harness.hired(['config.groups', 'symbols.quick_edit']);
    const symbols = await harness.hired(['config.symbols']);
    const codeFor = async (kind: string, by: typeof groups) =>
      (await harness.ask('GET', `${EXPORT}?kind=${kind}`, undefined, by)).code;
    t.equal(await codeFor('symbols', groups), 'forbidden');
    t.equal(await codeFor('groups', groups), 'ok');
    t.equal(await codeFor('symbols', symbols), 'ok');
    t.equal(await codeFor('groups', symbols), 'forbidden');
  },
);

t.test('the older export keeps to the scope [GET /admin/v1/config/export #4]', async (t) => {
  const harness = await TransferServer.open(t);
  const clerk = await harness.hired(['config.groups'], ['demo\\*']);
  const query = `${EXPORT}?kind=groups`;
  const { items } = await harness.data<{ items: Fields[] }>('GET', query, undefined, clerk);
  t.same(
    items.map((one) => one.path),
    ['demo\\netting', 'demo\\standard'],
  );
});

const IMPORT = '/config/import';

interface Outcome {
  readonly action: string;
  readonly error: string;
  readonly identity: string;
}

const older = (
  harness: TransferServer,
  kind: string,
  items: readonly unknown[],
  by = harness.staff,
) => harness.data<Outcome[]>('POST', IMPORT, { kind, items }, by);

t.test('the older import goes by path [POST /admin/v1/config/import #1, #2, #3]', async (t) => {
  const harness = await TransferServer.open(t);
  const items = [{ path: 'forex\\eurusd', spread: 5 }, symbolBody('NEW', { trade_access: 'full' })];
  const outcomes = await older(harness, 'symbols', items);
  t.match(outcomes, [
    { action: 'updated', identity: 'forex\\eurusd', error: '' },
    { action: 'created', identity: 'Stocks\\NEW', error: '' },
  ]);
  const listed = await harness.data<Fields[]>('GET', '/symbols');
  t.match(
    listed.find((one) => one.name === 'EURUSD'),
    { spread: 5, version: 2, path: 'Forex\\EURUSD' },
  );
  t.match(
    listed.find((one) => one.name === 'NEW'),
    { version: 1, trade_access: 'full' },
  );
  const wrong = await older(harness, 'symbols', [{ path: 'Forex\\EURUSD', digits: 99 }]);
  t.match(wrong, [{ action: 'error', error: /digits/ }]);
});

t.test('what a list shows may be sent back [POST /admin/v1/config/import #4]', async (t) => {
  const harness = await TransferServer.open(t);
  for (const kind of ['symbols', 'groups']) {
    const items = await harness.data<Fields[]>('GET', `/${kind}`);
    const before = harness.state;
    const outcomes = await older(harness, kind, items);
    t.ok(outcomes.every((one) => one.action === 'unchanged'));
    t.same(harness.state, before);
    const old = items.map((one) => ({ ...one, id: 999, version: 77, status: 'odd' }));
    t.ok((await older(harness, kind, old)).every((one) => one.action === 'unchanged'));
  }
});

t.test('each item comes to its own end [POST /admin/v1/config/import #5, #6]', async (t) => {
  const harness = await TransferServer.open(t);
  const items = [symbolBody('A'), symbolBody('B', { digits: -1 }), null, symbolBody('C')];
  const outcomes = await older(harness, 'symbols', items);
  t.same(
    outcomes.map((one) => one.action),
    ['created', 'error', 'error', 'created'],
  );
});

t.test(
  'the older import needs the right of its kind [POST /admin/v1/config/import #7]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const clerk = await harness.hired(['config.groups']);
    const body = { kind: 'symbols', items: [symbolBody('A')] };
    t.match(await harness.ask('POST', IMPORT, body, clerk), { status: 403, code: 'forbidden' });
    t.match(await older(harness, 'groups', [groupBody('real\\a')], clerk), [{ action: 'created' }]);
    const wrong = { kind: 'holidays', items: [] };
    t.match(await harness.ask('POST', IMPORT, wrong), { status: 400, code: 'invalid_input' });
  },
);

t.test('the older import keeps to the scope [POST /admin/v1/config/import #8]', async (t) => {
  const harness = await TransferServer.open(t);
  const clerk = await harness.hired(['config.groups'], ['demo\\*']);
  const items = [{ path: 'real\\standard', company: 'Mine' }, groupBody('demo\\new')];
  const outcomes = await older(harness, 'groups', items, clerk);
  t.match(outcomes, [{ action: 'error', error: 'forbidden' }, { action: 'created' }]);
});

t.test('the older import is journaled and told [POST /admin/v1/config/import #9]', async (t) => {
  const harness = await TransferServer.open(t);
  const [events, version] = harness.state;
  await older(harness, 'symbols', [symbolBody('A'), { path: 'Forex\\EURUSD', spread: 3 }]);
  t.same(harness.state, [events + 1, version + 1]);
  t.match(harness.http.harness.log.at(-1)?.journal, [
    { kind: 'config', text: 'symbol A created' },
    { kind: 'config', text: 'symbol EURUSD changed: spread' },
  ]);
  t.equal(harness.http.harness.told.at(-1)?.changes.length, 2);
});

t.test('the older import has 20,000 items at most', async (t) => {
  const harness = await TransferServer.open(t);
  const body = { kind: 'symbols', items: Array.from({ length: 20_001 }, () => 0) };
  const refused = await harness.ask('POST', IMPORT, body);
  t.match(refused, { status: 400, code: 'invalid_input', message: /20000/ });
});
