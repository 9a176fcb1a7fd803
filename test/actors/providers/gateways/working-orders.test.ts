// What reports of providers mean for an order: fills by the total, states, and refusals.

import t from 'tap';
import type { WorkingOrder } from '../../../../actors/providers/gateways/working-order.js';
import { WorkingOrders } from '../../../../actors/providers/gateways/working-orders.js';
import { changeOf, GATEWAY, sentOf } from './gateway-harness.js';
import { priceOf, reportOf, units } from './model-provider.js';

const ID = 7;

/** The orders of a gateway with order 7, and what reports of it come to. */
const open = (
  more: Parameters<typeof sentOf>[1] = {},
  isUnits = true,
  begunAt = 0,
  deviationMax = 0,
) => {
  const orders = new WorkingOrders(GATEWAY, isUnits, { begunAt: () => begunAt, deviationMax });
  orders.take(sentOf(ID, more));
  const find = (parts: Parameters<typeof reportOf>[0]) =>
    orders.execution(reportOf({ clientId: String(ID), externalId: 'E1', ...parts }));
  /** What is told, in short: kind, lots, price, and lots left. */
  const reported = (parts: Parameters<typeof reportOf>[0]): string[] =>
    (find(parts)?.commands ?? []).map(({ report, volume, price, leaves }) =>
      [report, volume, price, leaves].filter((one) => one !== undefined).join(' '),
    );
  /** A fill in units: of all, of this one, and its price. */
  const fill = (all: number, one: number, price = '1.1', more: object = {}): string[] =>
    reported({
      ...{ type: 'F', status: '1', executionId: `X${all}`, price: priceOf(price) },
      ...{ filled: units(all), last: units(one), leaves: units(10_000 - all), ...more },
    });
  return { orders, find, reported, fill };
};

/** The order of the tests, which is known. */
const known = (orders: WorkingOrders) => orders.of(ID) as WorkingOrder;

t.test('Types of execution reports', async (t) => {
  const types: readonly (readonly [string, string, string[]])[] = [
    ['0', '0', ['new']],
    ['A', 'A', []],
    ['4', '4', ['canceled']],
    ['8', '8', ['rejected']],
    ['C', 'C', ['expired']],
    ['3', '3', ['expired']],
    ['6', '6', []],
    ['E', 'E', []],
    ['D', '0', []],
    ['9', '9', []],
    ['L', '0', []],
  ];
  for (const [type, status, wanted] of types) {
    t.same(open().reported({ type, status }), wanted, `type ${type}`);
  }
});

t.test('A fill is told once, with the lots that are left', async (t) => {
  const { fill } = open();
  t.same(fill(4_000, 4_000), ['trade 0.04 1.1 0.06']);
  t.same(fill(4_000, 4_000), [], 'it comes again');
  t.same(fill(10_000, 6_000, '1.2', { status: '2' }), ['trade 0.06 1.2 0']);
  const older = open();
  t.same(older.fill(4_000, 4_000, '1.1', { type: '1' }), ['trade 0.04 1.1 0.06'], 'in FIX 4.2');
  t.same(older.fill(10_000, 6_000, '1.1', { type: '2', status: '2' }), ['trade 0.06 1.1 0']);
});

t.test('A fill that the account refuses does not hold back the right fill', async (t) => {
  const { orders, find, reported } = open();
  const fill = (price: string, executionId: string) =>
    find({
      ...{ type: 'F', status: '2', executionId, price: priceOf(price) },
      ...{ filled: units(10_000), last: units(10_000), leaves: 0n },
    })?.commands[0];
  const wrong = fill('999999999999', 'X1');
  t.match(wrong, { volume: '0.1', total: '0.1', price: '999999999999' });
  t.match(fill('1.17', 'X2'), { volume: '0.1', total: '0.1', price: '1.17' }, 'before it is known');
  const refuse = (judged = '') => orders.take(sentOf(ID, { isNew: false, judged }));
  refuse(wrong?.request_id);
  const right = fill('1.18', 'X1');
  t.match(right, { volume: '0.1', price: '1.18' }, 'under the same id');
  orders.take(sentOf(ID, { isNew: false, filled: 10_000_000, judged: right?.request_id ?? '' }));
  t.equal(fill('1.18', 'X1'), undefined, 'it is booked');
  t.same(reported({ type: 'I', status: '2', filled: units(10_000), average: priceOf('1.18') }), []);
});

t.test('The next total repeats a fill that the account refused', async (t) => {
  const { orders, find } = open();
  const wrong = { type: 'F', status: '1', executionId: 'X1', price: priceOf('999999999999') };
  const refused = find({ ...wrong, filled: units(4_000), last: units(4_000) })?.commands[0];
  const right = { type: 'F', status: '1', executionId: 'X2', price: priceOf('1.1') };
  const [next, ...rest] =
    find({ ...right, filled: units(6_000), last: units(2_000) })?.commands ?? [];
  t.match([next, rest], [{ volume: '0.02', price: '1.1' }, []]);
  orders.take(sentOf(ID, { isNew: false, judged: refused?.request_id ?? '' }));
  const judged = next?.request_id ?? '';
  orders.take(sentOf(ID, { isNew: false, judged, filled: 2_000_000, sent_value: '0' }));
  const state = { type: 'I', status: '1', filled: units(6_000), average: priceOf('1.17') };
  const again = find(state)?.commands[0];
  t.match(again, { report: 'trade', volume: '0.04' });
  orders.take(sentOf(ID, { isNew: false, judged: again?.request_id ?? '', filled: 6_000_000 }));
  // It is booked now: what is taken back of it counts.
  const order = known(orders);
  const bust = reportOf({ type: 'H', aboutId: 'X1', filled: units(2_000), last: units(4_000) });
  t.equal(orders.settled(order, bust, orders.busted(order, bust)), false);
  t.equal(order.busted, 4_000_000);
});

t.test('The ids of executions of an order are bounded', async (t) => {
  const { orders, find } = open();
  const order = orders.of(ID);
  for (let n = 0; n < 5_000; n += 1) {
    find({ type: 'F', status: '1', executionId: `X${n}`, last: 0n });
    orders.busted(order as never, reportOf({ type: 'H', aboutId: `X${n}` }));
  }
  t.same([order?.executions.size, order?.bustedIds.size], [4096, 4096]);
});

t.test('Fills without a total are distinguished by their ids', async (t) => {
  const { fill, find } = open();
  const bare = { filled: undefined, executionId: 'X1' };
  t.same(fill(0, 4_000, '1.1', { ...bare, leaves: units(6_000) }), ['trade 0.04 1.1 0.06']);
  t.same(fill(0, 4_000, '1.1', bare), [], 'it comes again');
  const part = { type: 'F', status: '1', last: units(4_000), price: priceOf('1.1'), ...bare };
  const [again, once] = [open().find(part), open().find(part)];
  t.equal(again?.commands[0]?.request_id, once?.commands[0]?.request_id, 'after a restart, too');
  t.ok(find({ type: 'I', status: '1', filled: units(4_000) }));
});

t.test("Staff see a provider's total that is smaller than the booked volume", async (t) => {
  const { find } = open({ filled: 5_000_000 });
  const { commands, faults } = find({ type: 'I', status: '1', filled: units(3_000) }) ?? {};
  t.same(
    commands?.map(({ report }) => report),
    [],
  );
  t.match(faults, [/reports 0\.03 lots, 0\.05 are booked/]);
});

t.test('A fill that is booked in part is shown to staff', async (t) => {
  const { find } = open({ filled: 4_000_000 });
  const trade = { type: 'F', status: '1', executionId: 'X2', price: priceOf('1.1') };
  const { commands, faults } = find({ ...trade, filled: units(6_000), last: units(6_000) }) ?? {};
  t.match(commands, [{ report: 'trade', volume: '0.02' }]);
  t.match(faults, [/order 7: of a fill of 0\.06 lots 0\.02 are booked/]);
  const whole = find({ ...trade, executionId: 'X3', filled: units(10_000), last: units(4_000) });
  t.same(whole?.faults, []);
});

t.test('A fill after a correction downwards that books nothing is shown to staff', async (t) => {
  const { orders, find } = open();
  const fill = (id: string, all: number, one: number, isRepeated = false) => {
    const trade = { type: 'F', status: '1', executionId: id, price: priceOf('1.1'), isRepeated };
    return find({ ...trade, filled: units(all), last: units(one) });
  };
  const judged = fill('X1', 4_000, 4_000)?.commands[0]?.request_id ?? '';
  orders.take(sentOf(ID, { isNew: false, filled: 4_000_000, judged }));
  t.match(fill('X1', 4_000, 4_000), { commands: [], faults: [] }, 'it comes again');
  // The provider has corrected it to 3,000 units.
  t.match(fill('X2', 4_000, 1_000, true), { commands: [], faults: [] }, 'it may have come before');
  t.match(fill('X3', 4_000, 1_000), {
    commands: [],
    faults: [
      /order 7: a fill of 0\.01 lots books nothing: .* reports 0\.04 lots .* 0\.04 are booked/,
    ],
  });
  t.match(fill('X4', 5_000, 1_000), { commands: [{ report: 'trade', volume: '0.01' }] });
});

t.test('A fill without a report has the price that follows from the average', async (t) => {
  const { fill } = open();
  fill(2_000, 2_000, '1.10');
  const average = priceOf('1.14');
  t.same(fill(8_000, 3_000, '1.20', { average }), [
    'trade 0.03 1.106666666666',
    'trade 0.03 1.2 0.02',
  ]);
  const { reported } = open();
  const state = { type: 'I', status: '1', filled: units(5_000), average };
  t.same(reported(state), ['trade 0.05 1.14'], 'the answer to a status request tells it, too');
  t.same(reported({ ...state, filled: units(6_000), average: 0n }), [], 'without a price it waits');
});

t.test('An unlikely price from the average is not used', async (t) => {
  // A lot of 0.02 at 1.1 is booked, 0.001 were missed: what the average leaves for them.
  const rows = [
    ['1.1', '1.1', false],
    ['1.105', '1.205', false],
    ['1.106', '1.106', true],
    ['1.04', '1.04', true],
    ['1.095', '0.995', false],
  ] as const;
  for (const [average, price, isAverage] of rows) {
    const { fill, find } = open({}, true, 0, 10);
    fill(2_000, 2_000, '1.1');
    const state = { type: 'I', status: '1', filled: units(2_100), average: priceOf(average) };
    const found = find(state);
    t.match(found?.commands, [{ report: 'trade', volume: '0.001', price }], average);
    const lacksPrice = found?.faults.some((text) => /no likely price/.test(text));
    t.equal(lacksPrice, isAverage, average);
  }
});

t.test('Equal parts of one report are two fills', async (t) => {
  const { find } = open();
  const average = priceOf('1.1');
  const part = { type: 'F', status: '1', executionId: 'X2', price: average, average };
  const { commands = [] } = find({ ...part, filled: units(4_000), last: units(2_000) }) ?? {};
  t.same(
    commands.map(({ volume, total }) => [volume, total]),
    [
      ['0.02', '0.02'],
      ['0.02', '0.04'],
    ],
  );
  t.equal(new Set(commands.map(({ request_id }) => request_id)).size, 2);
});

t.test('Execution ids that start again are new fills', async (t) => {
  const { find } = open();
  const part = { type: 'F', status: '1', executionId: 'X1', price: priceOf('1.1') };
  const [first] = find({ ...part, filled: units(1_000), last: units(1_000) })?.commands ?? [];
  const [second] = find({ ...part, filled: units(2_000), last: units(1_000) })?.commands ?? [];
  t.not(first?.request_id, second?.request_id);
});

t.test('Without totals each single fill of a provider counts', async (t) => {
  const { reported } = open();
  const part = { type: 'F', status: '1', price: priceOf('1.1'), last: units(1_000) };
  t.same(reported({ ...part, executionId: 'X1' }), ['trade 0.01 1.1']);
  t.same(reported({ ...part, executionId: 'X2' }), ['trade 0.01 1.1']);
});

t.test('Fills may come before the acceptance, and after a refused cancel', async (t) => {
  const { orders, fill, reported } = open();
  t.same(fill(1_000, 1_000), ['trade 0.01 1.1 0.09']);
  t.same(reported({ type: '0', status: '0', filled: 0n }), ['new']);
  orders.take(changeOf(8, ID, 'cancel'));
  t.match(orders.refusal('7-8', 'too late'), {
    commands: [{ report: 'refused', text: 'too late' }],
  });
  t.same(fill(2_000, 1_000), ['trade 0.01 1.1 0.08']);
});

t.test(
  'After the end of an order, its late fills are reported, and its states are not',
  async (t) => {
    const { fill, reported } = open();
    t.same(reported({ type: '4', status: '4', filled: 0n }), ['canceled']);
    t.same(reported({ type: 'I', status: '4', filled: 0n }), []);
    t.same(fill(1_000, 1_000, '1.1', { status: '4', leaves: 0n }), ['trade 0.01 1.1 0']);
  },
);

t.test('Lots and units: a quantity that is no volume is reported and not booked', async (t) => {
  const { find } = open({}, false);
  const lots = { type: 'F', status: '1', filled: 10_000_000n, last: 10_000_000n };
  t.match(find({ ...lots, price: priceOf('1.1') }), { commands: [{ volume: '0.1' }] });
  const { fill, find: look } = open({ contract_size: 3e8 });
  t.same(fill(1, 1), []);
  t.match(look({ ...lots, filled: 100_000_000n }), { faults: [/is no volume/], commands: [] });
  const priceless = open().find({ ...lots, filled: units(1), last: units(1) });
  t.match(priceless, { faults: [/has no price/], commands: [] });
});

t.test('Parts that are no volumes are booked with the next total that is a volume', async (t) => {
  const sizes = [
    [37_500, 375, 100],
    [112_000, 1_120, 500],
  ] as const;
  for (const [size, whole, part] of sizes) {
    const { find } = open({ contract_size: size * 1e8, quantity: String(whole) });
    const fill = (filled: number, last: number, price: string, average: string) =>
      find({
        ...{ type: 'F', status: filled === whole ? '2' : '1', executionId: `X${filled}` },
        ...{ filled: units(filled), last: units(last), leaves: units(whole - filled) },
        ...{ price: priceOf(price), average: priceOf(average) },
      });
    t.match(fill(part, part, '1.1', '1.1'), { commands: [], faults: [/no volume: it is booked/] });
    const [filled, ...others] = fill(whole, whole - part, '1.2', '1.17')?.commands ?? [];
    t.match(filled, { report: 'trade', volume: '0.01', total: '0.01', price: '1.17' });
    t.same(others, []);
    t.same(fill(whole, whole - part, '1.2', '1.17')?.commands, [], 'once');
    t.match(find({ type: 'I', status: '2', filled: units(whole), average: priceOf('1.17') }), {
      commands: [],
      faults: [],
    });
  }
  const { find } = open({ contract_size: 37_500 * 1e8, quantity: '375' });
  const end = { type: '4', status: '4', filled: units(100), average: priceOf('1.1') };
  t.match(find(end), {
    commands: [{ report: 'trade', volume: '0.00266666', price: '1.1' }, { report: 'canceled' }],
    faults: [/filled quantity 100 is no volume: 0\.00266666 lots are booked/, /was not reported/],
  });
});

t.test('A changed order is known by the id of the change, and its fills by any', async (t) => {
  const { orders, reported, fill } = open();
  orders.take(changeOf(8, ID, 'modify'));
  t.same(reported({ type: '5', status: '0', clientId: '7-8', originalId: '7' }), ['modified']);
  t.equal(orders.of(ID)?.clientId, '7-8');
  t.same(reported({ type: 'I', status: '0', clientId: '7-8' }), ['new'], 'the answer is not news');
  t.same(fill(1_000, 1_000, '1.1', { clientId: '7-8' }), ['trade 0.01 1.1 0.09']);
  t.same(fill(2_000, 1_000, '1.1', { clientId: '7' }), ['trade 0.01 1.1 0.08']);
  t.same(fill(3_000, 1_000, '1.1', { clientId: '' }), ['trade 0.01 1.1 0.07'], 'by its own id');
  orders.take(changeOf(8, ID, 'modify'));
  t.equal(orders.of(ID)?.changes.size, 0, 'what was answered is not sent again');
});

t.test('Two changes known only from status requests are distinguished', async (t) => {
  const { orders, find } = open({ external_id: 'E1' });
  const ids = [8, 9].map((id) => {
    orders.take(changeOf(id, ID, 'modify'));
    const found = find({ type: 'I', status: '0', clientId: `${ID}-${id}`, filled: 0n });
    t.match(found, { commands: [{ report: 'modified' }] });
    return found?.commands[0]?.request_id;
  });
  t.not(ids[0], ids[1]);
});

t.test('The status request names the newest change of an order first', async (t) => {
  const { orders } = open({ external_id: 'E1' });
  orders.take(changeOf(8, ID, 'modify'));
  orders.take(changeOf(9, ID, 'cancel'));
  t.same(orders.idsOf(orders.of(ID) as never), ['7-8', '7']);
  const unknown = (clientId: string) =>
    orders.askNext(reportOf({ type: 'I', status: '8', reason: 5, clientId }))?.id;
  t.equal(unknown('7-8'), '7');
  t.equal(unknown('7'), undefined, 'it is unknown by all ids');
});

t.test('The status request names the newest executed change of an order', async (t) => {
  const { orders, reported } = open({ external_id: 'E1' });
  const idsOf = () => orders.idsOf(orders.of(ID) as never);
  // A thread that starts again may be shown an older row first.
  orders.take(sentOf(ID, { external_id: 'E1', isNew: false, sent_id: 9 }));
  t.same(idsOf(), ['7-9']);
  reported({ type: '5', status: '0', clientId: '7-8', originalId: '7' });
  t.same(idsOf(), ['7-9'], 'the report of an older change comes again');
});

t.test('An unknown order was never sent, or has gone', async (t) => {
  const unknown = { type: 'I', status: '8', reason: 5, externalId: 'NONE' };
  t.same(open().reported(unknown), ['unsent']);
  t.same(open({ external_id: 'E1' }).reported(unknown), ['canceled']);
  t.same(open({ filled: 1_000_000 }).reported(unknown), ['canceled']);
  t.same(open({ timed_out: true, sent_as: 'cancel' }).reported(unknown), ['canceled']);
});

t.test('An order that a provider may have forgotten goes to no other gateway', async (t) => {
  const unknown = { type: 'I', status: '8', reason: 5, externalId: 'NONE' };
  const texts = [/order 7: the provider does not know it, and the numbers/];
  for (const more of [{}, { external_id: 'E1' }, { timed_out: true, sent_as: 'cancel' }]) {
    const { find } = open({ ...more, received_at: 5 }, true, 5);
    t.match(find(unknown), { commands: [{ report: 'canceled' }], faults: texts });
  }
  const { orders } = open({ timed_out: true, sent_as: 'cancel', received_at: 5 }, true, 9);
  t.match(orders.refusal('7c', '', true), { commands: [{ report: 'canceled' }], faults: texts });
  t.same(open({ received_at: 6 }, true, 5).reported(unknown), ['unsent'], 'sent since they began');
});

t.test('The requests of an order are bounded, and any of its ids finds it', async (t) => {
  const { orders, reported, find } = open({ external_id: 'E1' });
  const order = orders.of(ID);
  for (let id = 8; id < 5_008; id += 1) {
    orders.take(changeOf(id, ID, 'modify'));
    reported({ type: '5', status: '0', clientId: `7-${id}`, originalId: order?.clientId ?? '' });
  }
  t.same([order?.rows.size, order?.changes.size, order?.clientId], [4096, 0, '7-5007']);
  t.equal(orders.byClientId('7-8'), order);
  t.equal(orders.byClientId('7c'), order);
  const past = { type: 'I', status: '8', reason: 5, clientId: '7-8', externalId: 'NONE' };
  t.match(find(past), { commands: [] }, 'an id of before says nothing of the order');
});

t.test('Reports of ended orders and of others’ orders have no effect', async (t) => {
  const { orders, find } = open();
  t.equal(find({ clientId: '99', externalId: 'E9', type: '0' }), undefined);
  orders.forget({ id: ID, order_id: ID });
  t.equal(find({ type: '0' }), undefined);
  t.equal(orders.size, 0);
});

t.test('After a restart a missed fill has the price that follows from the average', async (t) => {
  // 0.04 lots at 1.10000 are booked, 0.02 were missed.
  const sent_value = String(4_000_000n * 110_000_000n);
  const { reported } = open({ filled: 4_000_000, sent_value, external_id: 'E1' });
  const state = { type: 'I', status: '1', filled: units(6_000), average: priceOf('1.14') };
  t.same(reported(state), ['trade 0.02 1.22']);
});

t.test("A missed fill beside a cancelled trade waits for the account's answer", async (t) => {
  const { orders, fill, reported } = open();
  fill(2_000, 2_000, '1.1');
  fill(6_000, 4_000, '1.3');
  const order = known(orders);
  const bust = { type: 'H', aboutId: 'X6000', filled: units(2_000), last: units(4_000) };
  orders.busted(order, reportOf(bust));
  const sent_value = String(2_000_000n * 110_000_000n);
  orders.take(sentOf(ID, { isNew: false, filled: 6_000_000, busted: 4_000_000, sent_value }));
  const state = { type: 'I', status: '1', filled: units(3_000), average: priceOf('1.2') };
  t.same(reported(state), ['trade 0.01 1.4']);
});

t.test('Repeated reports after a cancelled trade book no fill twice', async (t) => {
  const { orders, find, fill, reported } = open();
  const first = { isRepeated: true, executionId: 'X1' };
  const one = {
    ...{ type: 'F', status: '1', executionId: 'X1', price: priceOf('1.1') },
    ...{ filled: units(4_000), last: units(4_000), leaves: units(6_000) },
  };
  const then = find(one)?.commands[0];
  fill(6_000, 2_000, '1.2');
  const order = known(orders);
  const bust = { type: 'H', filled: units(4_000), last: units(2_000) };
  orders.busted(order, reportOf({ ...bust, aboutId: 'X6000' }));
  const now = find({ ...one, ...first })?.commands[0];
  t.equal(now?.request_id, then?.request_id, 'the account knows its id');
  t.equal(now?.total, undefined, 'its total is of before');
  t.equal(order.filled, 6_000_000);
  orders.busted(order, reportOf({ ...bust, aboutId: 'X1', filled: 0n, last: units(4_000) }));
  t.same(reported({ ...one, ...first }), [], 'it was taken back');
});

t.test('The booked fills are requested if their ids are unknown', async (t) => {
  const booked = { filled: 6_000_000, busted: 4_000_000, isNew: false, external_id: 'E1' };
  const { orders, find, reported } = open(booked);
  const order = known(orders);
  const again = {
    ...{ type: 'F', status: '1', executionId: 'X1', price: priceOf('1.1'), isRepeated: true },
    ...{ filled: units(4_000), last: units(4_000), leaves: units(6_000) },
  };
  t.match(find(again), { commands: [], isUnclear: true });
  const bust = reportOf({ type: 'H', aboutId: 'X1', filled: units(2_000), last: units(4_000) });
  const isDoubtful = orders.busted(order, bust);
  t.ok(isDoubtful);
  t.same(reported({ type: '4', status: '4', filled: units(2_000) }), [], 'the end is asked for');
  t.ok(orders.settled(order, bust, isDoubtful));
  t.same(reported({ type: 'I', status: '4', filled: units(2_000) }), ['canceled']);
});

t.test('A fill that was booked without its id is not booked again with the id', async (t) => {
  const { orders, find, fill } = open();
  fill(2_000, 2_000, '1.1');
  t.match(fill(6_000, 2_000, '1.1'), [/^trade 0\.02 /, /^trade 0\.02 /], 'one was missed');
  const order = known(orders);
  const bust = { type: 'H', aboutId: 'X2000', filled: units(4_000), last: units(2_000) };
  orders.busted(order, reportOf(bust));
  const missed = { type: 'F', status: '1', executionId: 'X4000', price: priceOf('1.1') };
  const again = { ...missed, isRepeated: true, filled: units(4_000), last: units(2_000) };
  t.match(find(again), { commands: [], isUnclear: true });
});

t.test('Cancelled trades that the account had refused lower no total', async (t) => {
  const fillOf = (id: string, price: string) => ({
    ...{ type: 'F', status: '1', executionId: id, price: priceOf(price) },
    ...{ filled: units(1_000), last: units(1_000), leaves: units(9_000) },
  });
  const bust = reportOf({ type: 'H', aboutId: 'X1', filled: 0n, last: units(1_000) });
  // Without a price nothing is told of it.
  const one = open();
  const order = one.orders.of(ID);
  if (order === undefined) throw new Error('the order is not known');
  t.same(one.reported(fillOf('X1', '0.0')), []);
  one.orders.settled(order, bust, one.orders.busted(order, bust));
  t.same(one.reported(fillOf('X2', '1.1')), ['trade 0.01 1.1 0.09'], 'once');
  for (const when of ['before', 'after']) {
    const { orders, find, reported } = open();
    const order = orders.of(ID);
    const wrong = find(fillOf('X1', '999999999'))?.commands[0];
    if (order === undefined || wrong === undefined) throw new Error('nothing was told');
    const refuse = () => orders.take(sentOf(ID, { isNew: false, judged: wrong.request_id }));
    if (when === 'before') refuse();
    const isDoubtful = orders.busted(order, bust);
    if (when === 'after') refuse();
    t.equal(orders.settled(order, bust, isDoubtful), when === 'after', 'its state is asked for');
    t.equal(order.busted, 0);
    t.same(reported(fillOf('X2', '1.1')), ['trade 0.01 1.1 0.09'], `refused ${when} it was busted`);
  }
});

t.test('A new picture of a request keeps a fill that is on its way', async (t) => {
  const { orders, fill, reported } = open();
  fill(2_000, 2_000, '1.1');
  orders.take(sentOf(ID, { isNew: false, timed_out: true }));
  const state = { type: 'I', status: '1', filled: units(2_000), average: priceOf('1.1') };
  t.same(reported(state), []);
  const order = orders.of(ID);
  t.equal(order?.value, 2_000_000n * priceOf('1.1'));
  // The shard has started again: the fill is told again, and has no part in the value until then.
  orders.take(sentOf(ID, { isNew: false, judged: null }));
  t.same([order?.filled, order?.value], [0, 0n]);
});

t.test('A trade cancel that names no trade holds nothing back', async (t) => {
  const { orders, reported } = open({ filled: 4_000_000, isNew: false, external_id: 'E1' });
  const order = known(orders);
  orders.busted(order, reportOf({ type: 'H', filled: 0n, last: units(4_000) }));
  t.same(reported({ type: '4', status: '4', filled: 0n }), ['canceled']);
});

t.test('A fill that was missed before another trade was cancelled is booked', async (t) => {
  const { orders, fill, reported } = open();
  fill(2_000, 2_000, '1.1');
  const order = known(orders);
  // 0.04 lots were missed.
  const bust = { type: 'H', aboutId: 'X2000', filled: units(4_000), last: units(2_000) };
  orders.busted(order, reportOf(bust));
  const state = { type: 'I', status: '1', filled: units(4_000), average: priceOf('1.2') };
  t.same(reported(state), ['trade 0.04 1.2']);
});

t.test('The bust of a fill that was never booked changes nothing', async (t) => {
  const { orders, reported, fill } = open();
  const order = known(orders);
  orders.busted(
    order,
    reportOf({ type: 'H', aboutId: 'X9', filled: units(0), last: units(4_000) }),
  );
  t.same(reported({ type: 'I', status: '0', filled: units(0) }), ['new']);
  t.same(fill(4_000, 4_000), ['trade 0.04 1.1 0.06']);
});

t.test('An order that the provider already has is not refused', async (t) => {
  const { reported } = open();
  t.same(reported({ type: '8', status: '8', reason: 6 }), []);
  t.same(reported({ type: '8', status: '8', reason: 99 }), ['rejected']);
});

t.test('A provider with another order of the same id has not accepted our order', async (t) => {
  const { find, reported } = open({ sent_as: 'limit' });
  reported({ type: '8', status: '8', reason: 6 });
  const old = { type: 'I', status: '2', filled: units(10_000), average: priceOf('1.1') };
  const others = [{ symbol: 'GBPUSD' }, { side: '2' }, { quantity: units(20_000) }] as const;
  for (const other of others) {
    const one = open();
    one.reported({ type: '8', status: '8', reason: 6 });
    const found = one.find({ ...old, symbol: 'EURUSD', side: '1', ...other });
    t.match(found, {
      commands: [{ report: 'rejected', text: /another order/ }],
      faults: [/order 7: the provider has another order of this id/],
    });
    t.same(one.reported({ ...old, ...other }), [], 'nothing of it is booked');
  }
  const ours = find({ ...old, symbol: 'EURUSD', side: '1', quantity: units(10_000) });
  t.match(ours?.commands, [{ report: 'trade', volume: '0.1' }], 'ours came twice');
});

t.test('A change that is answered is named', async (t) => {
  const { orders, find } = open({ sent_as: 'limit' });
  orders.take(changeOf(8, ID, 'modify'));
  orders.take(changeOf(9, ID, 'cancel'));
  t.match(orders.refusal('7-9', 'too late'), { commands: [{ report: 'refused', change_id: 9 }] });
  const replaced = find({ type: '5', status: '0', clientId: '7-8', originalId: String(ID) });
  t.match(replaced, { commands: [{ report: 'modified', change_id: 8 }] });
});
