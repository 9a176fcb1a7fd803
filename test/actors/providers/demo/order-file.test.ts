// The demo provider's orders in their file: what is kept, what is forgotten, and how large it gets.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { OrderFile, OrderSessionStore } from '../../../../actors/providers/demo/order-file.js';
import type { ProviderOrder } from '../../../../actors/providers/demo/provider-order.js';

const order = (id: string, changes: Partial<ProviderOrder> = {}): ProviderOrder => ({
  id,
  clientIds: [`client-${id}`],
  symbol: 'EURUSD',
  side: '1',
  type: '2',
  inForce: '1',
  expiresAt: 0,
  quantity: 1000,
  price: 1,
  filled: 0,
  value: '0',
  status: '0',
  untold: [],
  ...changes,
});

const opened = (path: string, more: Partial<ConstructorParameters<typeof OrderFile>[1]> = {}) =>
  new OrderFile(path, { now: 1, isTraded: (symbol) => symbol === 'EURUSD', ...more });

const pathIn = (t: Test): string => join(t.testdir(), 'orders');

t.test('Orders come back as they were last, with the port and new ids', async (t) => {
  const path = pathIn(t);
  const file = opened(path);
  const first = order('a');
  file.changed(first);
  file.write();
  first.clientIds.push('changed');
  first.status = '1';
  file.changed(first);
  file.port = 4711;
  const ids = [file.newId(), file.newId()];
  file.close();
  const again = opened(path);
  t.same([...again.working], [first]);
  t.equal(again.byClientId('client-a'), again.byClientId('changed'));
  t.equal(again.port, 4711);
  t.notOk(ids.includes(again.newId()));
  again.close();
});

t.test('Orders that have ended are forgotten, the oldest first; others never', async (t) => {
  const path = pathIn(t);
  const file = opened(path, { endedMax: 2 });
  file.changed(order('rests'));
  for (const id of ['a', 'b', 'c']) file.changed(order(id, { status: '2' }));
  const known = (one: OrderFile) => Array.from(one.all, ({ id }) => id).sort();
  t.same(known(file), ['b', 'c', 'rests']);
  t.equal(file.byClientId('client-a'), undefined);
  file.close();
  const again = opened(path, { endedMax: 2 });
  t.same(known(again), ['b', 'c', 'rests']);
  again.close();
});

t.test('The file is renewed before it grows large, and loses nothing', async (t) => {
  const path = pathIn(t);
  const file = opened(path, { endedMax: 10, compactBytes: 20_000 });
  file.changed(order('rests'));
  file.write();
  for (let n = 0; n < 2000; n += 1) {
    file.changed(order(`n${n}`, { status: '2' }));
    file.write();
  }
  t.ok(statSync(path).size < 25_000);
  file.close();
  const again = opened(path, { endedMax: 10 });
  t.equal([...again.all].length, 11);
  t.equal(again.working.size, 1);
  again.close();
});

t.test('What happened is in the file before the messages about it, and then as told', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'orders');
  const file = opened(path);
  const first = order('a');
  file.changed(first);
  const has = (name: string, text: string) => readFileSync(join(folder, name)).includes(text);
  let wasWritten = false;
  const options = { isSynced: true, keepMs: 1, now: () => 1 };
  const store = new OrderSessionStore(join(folder, 'session'), options, file, () => {
    wasWritten = has('orders', 'client-a') && has('session', 'a report');
    first.clientIds.push('told');
    file.changed(first);
  });
  store.sent(1, Buffer.from('a report'));
  const stored = store.commit();
  t.ok(wasWritten);
  t.ok(has('orders', 'told'));
  await stored;
  store.close();
  file.close();
});

t.test('Damage and orders in what is traded no more are left out', async (t) => {
  const path = pathIn(t);
  const file = opened(path, { isTraded: () => true });
  file.changed(order('a'));
  file.changed(order('b', { symbol: 'GONE' }));
  file.close();
  writeFileSync(path, 'torn', { flag: 'a' });
  const again = opened(path);
  t.same(
    Array.from(again.all, ({ id }) => id),
    ['a'],
  );
  again.close();
});
