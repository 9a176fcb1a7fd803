// Which reports are about an order of ours, and which requests are known.

import t from 'tap';
import { WorkingOrders } from '../../../../actors/providers/gateways/working-orders.js';
import { changeOf, GATEWAY, sentOf } from './gateway-harness.js';
import { priceOf, reportOf, units } from './model-provider.js';

const ID = 7;

/** A gateway's working orders, among them order 7, and a function that feeds reports to them. */
const open = () => {
  const orders = new WorkingOrders(GATEWAY, true);
  orders.take(sentOf(ID));
  const find = (parts: Parameters<typeof reportOf>[0]) =>
    orders.execution(reportOf({ clientId: String(ID), externalId: 'E1', ...parts }));
  return { orders, find };
};

t.test('A report of another symbol or side is a fault, and nothing is done for it', async (t) => {
  const { find, orders } = open();
  const fill = {
    ...{ type: 'F', status: '1', executionId: 'X1', price: priceOf('1.1') },
    ...{ filled: units(4_000), last: units(4_000), leaves: units(6_000) },
  };
  for (const [strange, said] of [
    [{ symbol: 'GBPUSD' }, /order 7: a report names symbol GBPUSD .* nothing is done for it/],
    [{ side: '2' }, /order 7: a report names symbol .* and side 2/],
  ] as const) {
    t.match(find({ ...fill, ...strange }), { commands: [], faults: [said] });
  }
  t.equal(orders.of(ID)?.filled, 0);
  const own = { symbol: 'EURUSD', side: '1' };
  t.match(find({ ...fill, ...own }), { commands: [{ report: 'trade' }], faults: [] });
});

t.test('A placement stays known however many changes come, and is unsent once each', async (t) => {
  const { orders } = open();
  for (let n = 0; n <= 4096; n += 1) {
    const change = changeOf(1000 + n, ID, 'modify');
    orders.take(change);
    orders.forget(change);
  }
  t.ok(orders.has({ id: ID, order_id: ID }));
  const first = orders.unsent(orders.of(ID) as never, 'off line').request_id;
  const other = new WorkingOrders(GATEWAY, true);
  const again = other.take(sentOf(ID, { id: 9_000 }));
  t.not(other.unsent(again as never, 'off line').request_id, first, 'it was sent again');
});

t.test('A report by the id of an earlier sending is a fault, and does nothing', async (t) => {
  const { orders } = open();
  orders.take(sentOf(12, { order_id: 5 }));
  const fill = { type: 'F', status: '2', executionId: 'X1', price: priceOf('1.1') };
  const filled = { ...fill, filled: units(10_000), last: units(10_000) };
  const find = (clientId: string, parts: Parameters<typeof reportOf>[0] = filled) =>
    orders.execution(reportOf({ ...parts, clientId }));
  const faults = [/order 5: a report names it 5-8, as it was sent before, not 5-12/];
  t.match(find('5-8'), { commands: [], faults });
  t.match(find('5-8c', { type: '4', status: '4' }), { commands: [], faults: [/names it 5-8c/] });
  const unknown = { type: 'I', status: '8', reason: 5, externalId: 'NONE' };
  t.match(find('5-8', unknown), { commands: [], faults: [] });
  t.match(find('5-12'), { commands: [{ report: 'trade', volume: '0.1' }], faults: [] });
});
