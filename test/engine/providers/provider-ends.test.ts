// Orders whose end a provider does not tell or refuses, and what it counts after a bust.

import t from 'tap';
import { providerBustId } from '../../../wire/trading/bust-ids.js';
import type { Deal } from '../../../wire/trading/records.js';
import type { EngineHarness } from '../../support/engine-harness.js';
import { codeOf, NOON, requestId } from '../../support/engine-harness.js';
import { price, volume } from '../../support/engine-rows.js';
import {
  attend,
  covered,
  fill,
  open,
  outcome,
  partFilled,
  placedThere,
  waiting,
} from '../waiting.js';

const REST_AGAIN_MS = 30_000;

/** Dealer 7 ends an order. */
const release = (engine: EngineHarness, order_id: number, request_id = requestId()) =>
  engine.run({ op: 'order_release', request_id, order_id, dealer: 7 });

const traded = ({ deals }: EngineHarness): Deal[] => deals.filter((one) => one.position_id > 0);

t.test('staff end an order whose gateway is gone, and its fills stay', async (t) => {
  const { engine, request_id } = partFilled();
  t.equal(codeOf(release(engine, 1)), 'conflict', 'it is cancelled first');
  t.equal(engine.state.orders.size, 1);
  engine.connected.clear();
  const before = engine.events.length;
  t.equal(codeOf(release(engine, 1)), 'ok');
  const text =
    'warning: order #1 was ended by 7 without an answer of gateway 5: ' +
    'buy 0.6 EURUSD may still work or be filled there';
  t.match(engine.events[before], {
    ...{ kind: 'order', cause: { kind: 'open', source: 'dealer', dealer: 7 } },
    orders: [{ id: 1, state: 'canceled', volume_filled: volume('0.4') }],
    journal: [{ kind: 'trade', login: 1001, text }],
  });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.match(engine.positions, [{ volume: volume('0.4') }]);
  t.match(outcome(engine, request_id), { code: 'ok', status: 'partial' });
  t.equal(codeOf(release(engine, 1)), 'trade.order_not_found', 'it has ended');
});

t.test('staff end an order that the provider never answers', async (t) => {
  const engine = covered();
  engine.trade(open);
  t.equal(codeOf(release(engine, 1)), 'conflict', 'the provider may still answer');
  engine.timer(engine.now + 30_000);
  t.match(waiting(engine), { timed_out: true });
  t.equal(codeOf(release(engine, 1)), 'ok');
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('the clients of an ended order and of its cancel are answered', async (t) => {
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' });
  engine.trade({
    ...{ kind: 'pending', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' },
    ...{ volume: '1', price: '1.05' },
  });
  engine.reports('new', 1);
  const asked = engine.trade({ kind: 'pending_cancel', order_id: 1 });
  t.equal(codeOf(release(engine, 1)), 'ok', 'its cancel is unanswered');
  t.equal(outcome(engine, asked.result?.request_id)?.code, 'ok');
});

t.test('the rest of a fok order is cancelled again after a refused cancel', async (t) => {
  const { engine } = partFilled({});
  const cancels = () => [...engine.state.queue.values()].filter((row) => row.sent_as === 'cancel');
  const [first] = cancels();
  engine.reports('refused', 1, { text: 'too busy', change_id: first?.id ?? 0 });
  const text =
    'warning: gateway 5 refuses the cancel of the rest of order 1 (fok), 0.6 lots: too busy; ' +
    'it is cancelled again every 30 s';
  t.match(engine.events.at(-1), { orders: [{ state: 'partial' }], journal: [{ text }] });
  t.same(cancels(), []);
  engine.timer(engine.now + REST_AGAIN_MS - 1);
  t.same(cancels(), [], 'not at once');
  engine.timer(engine.now + 1);
  t.match(cancels(), [{ order_id: 1, gateway_id: 5 }]);
  t.match(engine.orders, [{ state: 'request_cancel' }]);
  engine.timer(engine.now + REST_AGAIN_MS);
  t.equal(cancels().length, 1, 'once');
  engine.reports('canceled', 1);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('a fok order whose rest is being cancelled by its client has not timed out', async (t) => {
  const { engine } = partFilled({});
  engine.reports('refused', 1);
  engine.trade({ kind: 'pending_cancel', order_id: 1 });
  engine.timer(engine.now + REST_AGAIN_MS);
  const rows = [...engine.state.queue.values()];
  t.equal(rows.filter((row) => row.sent_as === 'cancel').length, 1);
  t.ok(rows.every((row) => !row.timed_out && row.timeout_at === 0));
});

t.test("an order keeps its provider's cancelled trades, and the rest's value", async (t) => {
  const { engine } = partFilled();
  engine.reports('trade', 1, { ...fill('0.1', '1.10020', '0.5', 'E2'), total: '0.5' });
  const worth = (lots: number, at: number): number => lots * at;
  const both = worth(40_000_000, 110_010_000) + worth(10_000_000, 110_020_000);
  t.match(waiting(engine), { busted: 0, sent_value: String(both) });
  const deals = traded(engine);
  t.equal(codeOf(engine.bust(deals[0], deals, undefined, 'gateway')), 'ok');
  t.match(waiting(engine), {
    busted: volume('0.4'),
    sent_value: String(worth(10_000_000, 110_020_000)),
  });
  t.match(engine.orders, [
    {
      volume_current: volume('0.9'),
      volume_filled: volume('0.1'),
      price_filled: price('1.1002'),
    },
  ]);
  engine.reports('trade', 1, { ...fill('0.5', '1.10020', '0.4', 'E3'), total: '1' });
  t.match(engine.positions, [{ volume: volume('0.6') }], 'the total counts what was busted, too');
  engine.reports('trade', 1, { ...fill('0.4', '1.10020', '0', 'E4'), total: '1.4' });
  t.match(engine.positions, [{ volume: volume('1') }], 'the busted volume is filled again');
  t.equal(engine.state.queue.size, 0);
});

t.test('an order whose fills are all cancelled stays open', async (t) => {
  const { engine, request_id } = partFilled();
  t.equal(codeOf(engine.bust(traded(engine)[0], traded(engine), undefined, 'gateway')), 'ok');
  t.match(engine.orders, [{ volume_current: volume('1'), volume_filled: 0, price_filled: 0 }]);
  engine.reports('trade', 1, { ...fill('0.3', '1.10020', '0.7', 'E2'), total: '0.7' });
  t.match(engine.positions, [{ volume: volume('0.3'), price_open: price('1.1002') }]);
  engine.reports('canceled', 1);
  t.match(outcome(engine, request_id), {
    ...{ code: 'ok', status: 'partial', volume: volume('0.3'), price: price('1.1002') },
  });
});

/** An order that rests at its provider, who takes its only fill back. */
const emptied = (more: Parameters<typeof placedThere>[0] = {}): EngineHarness => {
  const engine = placedThere(more);
  engine.reports('trade', 1, fill('0.4', '1.09000', '0.6'));
  t.match(engine.orders, [{ state: 'partial' }]);
  t.equal(codeOf(engine.bust(traded(engine)[0], traded(engine), undefined, 'gateway')), 'ok');
  t.match(engine.orders, [{ state: 'placed', volume_filled: 0, volume_current: volume('1') }]);
  return engine;
};

const dearer = { kind: 'pending_modify', order_id: 1, price: '1.08000' } as const;

t.test('an order whose only fill is cancelled is placed again, and can be changed', async (t) => {
  const engine = emptied();
  t.equal(engine.code(dearer), 'ok');
  t.match(engine.orders, [{ state: 'request_modify' }]);
  engine.reports('modified', 1);
  t.match(engine.orders, [{ state: 'placed', price_order: price('1.08') }]);
  const refused = emptied();
  attend(refused, 'pending_modify');
  refused.trade(dearer);
  const id = refused.queue.find(({ state }) => state === 'queued')?.id ?? 0;
  refused.says('take', id);
  refused.says('reject', id);
  t.match(refused.orders, [{ state: 'placed', price_order: price('1.09') }]);
});

t.test('an expired order whose only fill is cancelled stays open after a refusal', async (t) => {
  const expires_at = new Date(NOON + 60_000).toISOString();
  const engine = emptied({ expiration: 'specified', expires_at });
  engine.timer(NOON + 60_000);
  const cancels = () => engine.queue.filter(({ sent_as }) => sent_as === 'cancel');
  t.equal(cancels().length, 1);
  t.equal(codeOf(engine.reports('refused', 1, { text: 'busy' })), 'ok');
  t.match(engine.orders, [{ state: 'placed' }]);
  engine.timer(engine.now + REST_AGAIN_MS);
  t.equal(cancels().length, 1, 'it is cancelled again');
});

t.test('a fill of a close is cancelled while the rest of the close stays open', async (t) => {
  const engine = covered();
  engine.trade({ ...open, fill: 'ioc' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  const [position] = engine.positions;
  engine.trade({ kind: 'close', position_id: position?.id ?? 0, volume: '1' });
  const { order_id } = waiting(engine);
  engine.reports('new', order_id);
  engine.reports('trade', order_id, fill('0.4', '1.10000', '0.6', 'E2'));
  t.match(engine.positions, [{ volume: volume('0.6') }]);
  const deals = traded(engine);
  const closing = deals.find((one) => one.order_id === order_id);
  t.equal(codeOf(engine.bust(closing, deals, undefined, 'gateway')), 'ok');
  t.match(engine.positions, [{ volume: volume('1') }]);
  engine.reports('trade', order_id, { ...fill('0.6', '1.10000', '0.4', 'E3'), total: '1' });
  t.match(engine.positions, [{ volume: volume('0.4') }]);
  engine.reports('trade', order_id, { ...fill('0.4', '1.10000', '0', 'E4'), total: '1.4' });
  t.equal(engine.state.positions.size + engine.state.queue.size, 0);
});

t.test('a provider still counts a deal that staff have busted', async (t) => {
  const { engine } = partFilled();
  const { sent_value } = waiting(engine);
  t.equal(codeOf(engine.bust(traded(engine)[0], traded(engine))), 'ok');
  t.match(waiting(engine), { busted: 0, sent_value });
});

/** The provider takes back what staff had taken back: the deals as they are now. */
const takenBackAfter = (engine: EngineHarness) => {
  const deals = [...new Map(traded(engine).map((deal) => [deal.id, deal])).values()];
  const [deal] = deals;
  return engine.bust(deal, deals, providerBustId(deal?.id ?? 0), 'gateway');
};

t.test('a deal busted by staff counts no more once its provider cancels it, too', async (t) => {
  const { engine } = partFilled();
  t.equal(codeOf(engine.bust(traded(engine)[0], traded(engine))), 'ok');
  const { balance, account_seq } = engine.state.ledger;
  const before = engine.events.length;
  t.equal(codeOf(takenBackAfter(engine)), 'ok');
  t.equal(engine.events.length, before + 1);
  t.match(engine.orders, [{ volume_current: volume('1'), volume_filled: 0 }]);
  const text = 'gateway 5 takes deal #2 back, which was busted before: buy 0.4 EURUSD at 1.10010';
  t.match(engine.events.at(-1), {
    ...{ kind: 'order', cause: { kind: 'bust', source: 'gateway', dealer: 0 } },
    ...{ deals: [], positions: [], journal: [{ kind: 'trade', login: 1001, text }] },
    remembered: { request_id: providerBustId(2) },
  });
  t.match(engine.state.ledger, { balance, account_seq: account_seq + 1 });
  t.match(waiting(engine), { busted: volume('0.4'), sent_value: '0' });
  engine.reports('trade', 1, { ...fill('0.6', '1.10020', '0', 'E2'), total: '1' });
  t.equal(engine.state.queue.size, 0);
  t.match(engine.positions, [{ volume: volume('0.6') }]);
});

t.test('a deal that cannot be busted lowers the total of its order at the provider', async (t) => {
  const engine = covered({}, { setup: { group: { margin_mode: 'netting' } } });
  engine.trade(open);
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  const position_id = engine.positions[0]?.id ?? 0;
  const change = { op: 'position_change', request_id: requestId(), dealer: 7 } as const;
  engine.run({ ...change, position_id, volume: '3', unbounded: true });
  engine.trade({ ...open, fill: 'ioc' });
  engine.reports('trade', 2, fill('0.4', '1.10010', '0.6', 'E2'));
  const deals = traded(engine);
  const deal = deals.at(-1);
  const byProvider = (id?: string) => codeOf(engine.bust(deal, deals, id, 'gateway'));
  t.equal(byProvider(), 'trade.order_changed', 'its deals do not add up to the position');
  t.equal(byProvider(providerBustId(deal?.id ?? 0)), 'ok');
  const text =
    'gateway 5 takes deal #4 back, which cannot be busted here: buy 0.4 EURUSD at 1.10010';
  t.match(engine.events.at(-1), { deals: [], journal: [{ kind: 'trade', text }] });
  t.match(waiting(engine), { busted: volume('0.4'), sent_value: '0' });
});

t.test('only the provider of a trade can remove it from the total', async (t) => {
  const { engine } = partFilled();
  engine.bust(traded(engine)[0], traded(engine));
  const [deal] = traded(engine).slice(-1);
  const byStaff = engine.bust(deal, [], providerBustId(deal?.id ?? 0));
  t.equal(codeOf(byStaff), 'trade.invalid_request');
  engine.reports('canceled', 1);
  t.equal(codeOf(takenBackAfter(engine)), 'ok', 'its order has ended');
  t.match(engine.events.at(-1), {
    ...{ kind: 'setting', orders: [], queued: [], journal: [{ text: /busted before/ }] },
  });
});
