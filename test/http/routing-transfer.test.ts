// Routing rules between servers: gateways go by their names, dealers stay where they are.

import t from 'tap';
import { TransferOffice } from './transfer-office.js';

type Fields = Readonly<Record<string, unknown>>;

const LIST = '/routing';
const listed = (harness: TransferOffice) => harness.data<Fields[]>('GET', LIST);
const desk = (dealers: readonly number[]) => ({ name: 'Desk', action: 'dealer', dealers });
const away = (dealers: readonly unknown[]) => ({ name: 'Away', action: 'gateway', dealers });

/** Puts a gateway, which is off, into the settings; answers its id. */
const gateway = async (harness: TransferOffice, name: string): Promise<number> =>
  (await harness.create('/gateways', { name, server: 'lp.example:1', enabled: false })).id;

t.test('a file names gateways and no dealers, and says what it left out', async (t) => {
  const harness = await TransferOffice.open(t);
  const dealer = await harness.http.hire();
  await harness.create(LIST, desk([dealer]));
  await harness.create(
    LIST,
    away([await gateway(harness, 'LP one'), await gateway(harness, 'LP two')]),
  );
  const { kinds } = await harness.export({ routing: null });
  const [first, second, third] = kinds.routing ?? [];
  t.match(first, { name: 'Confirm at market', position: 1, dealers: [] });
  t.match(second, { name: 'Desk', action: 'dealer', export_removed: ['dealers'] });
  t.notOk('dealers' in (second ?? {}));
  t.same(third?.dealers, ['LP one', 'LP two']);
  t.notOk('export_removed' in (third ?? {}));
});

t.test('a rule of dealers keeps those it has; a new one has none and is refused', async (t) => {
  const harness = await TransferOffice.open(t);
  const dealer = await harness.http.hire();
  await harness.create(LIST, desk([dealer]));
  const { kinds } = await harness.export({ routing: ['Desk'] });
  const [item] = kinds.routing ?? [];
  const changed = await harness.import({ routing: [{ ...item, skip_no_dealer: true }] });
  t.match(changed.items, [{ action: 'updated', changes: ['skip_no_dealer'] }]);
  t.match((await listed(harness))[1], { name: 'Desk', dealers: [dealer], skip_no_dealer: true });
  const unchanged = await harness.import({ routing: [{ ...item, skip_no_dealer: true }] });
  t.match(unchanged.items, [{ action: 'unchanged' }]);
  const other = await TransferOffice.open(t);
  const refused = await other.import({ routing: [item] });
  t.match(refused.items, [{ key: 'Desk', action: 'error', error: /^dealers: / }]);
  t.equal((await listed(other)).length, 1);
});

t.test('gateways are found by their names, whatever their numbers are here', async (t) => {
  const harness = await TransferOffice.open(t);
  await gateway(harness, 'Another');
  const id = await gateway(harness, 'LP one');
  const made = await harness.import({ routing: [away(['lp ONE'])] });
  t.match(made.items, [{ action: 'created' }]);
  t.match((await listed(harness))[1], { name: 'Away', dealers: [id] });
  const lost = await harness.import({ routing: [away(['LP one', 'LP none'])] });
  t.match(lost.items, [{ action: 'error', error: /^dealers: .*LP none/ }]);
  const numbered = await harness.import({ routing: [away([id])] });
  t.match(numbered.items, [{ action: 'error', error: /^dealers/ }], 'numbers are of one server');
});

t.test('rules of a file stand in another server as they stood', async (t) => {
  const harness = await TransferOffice.open(t);
  for (const name of ['c', 'b', 'a'])
    await harness.create(LIST, { name, action: 'reject', position: 1 });
  const { kinds } = await harness.export({ routing: null });
  const other = await TransferOffice.open(t);
  await other.import({ routing: kinds.routing ?? [] });
  const names = async (one: TransferOffice) =>
    (await listed(one)).map(({ name }) => name).join(' ');
  t.equal(await names(other), await names(harness));
});
