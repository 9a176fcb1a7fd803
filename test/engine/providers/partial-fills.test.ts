// Orders that a provider fills in parts, and closes that race with other closes of their position.

import t from 'tap';
import { apply } from '../../../engine/engine.js';
import type { CommissionRule } from '../../../wire/settings/groups.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { bustId } from '../../../wire/trading/bust-ids.js';
import type { Deal } from '../../../wire/trading/records.js';
import { codeOf, type EngineHarness, openAccount } from '../../support/engine-harness.js';
import { price, volume } from '../../support/engine-rows.js';
import { commission, rule } from '../../support/settings-records.js';
import { cover, covered, fill, open, outcome } from '../waiting.js';

const NETTING = { setup: { group: { margin_mode: 'netting' } } } as const;

/** A lot of EURUSD bought at the provider: position 1. */
const bought = (more: Parameters<typeof covered>[1] = {}, order: object = {}): EngineHarness => {
  const engine = covered({}, more);
  engine.trade({ ...open, ...order });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  return engine;
};

/** A client's request that goes to the provider; the id of its order. */
const sent = (engine: EngineHarness, request: Parameters<EngineHarness['trade']>[0]): number =>
  engine.trade(request).result?.order_id ?? 0;

/** The volume that deals of trades add up to, buys above 0. */
const dealt = (deals: readonly Deal[]): number =>
  deals.reduce((sum, { action, volume }) => {
    if (action === 'buy') return sum + volume;
    return action === 'sell' ? sum - volume : sum;
  }, 0);

/** The volume that is held, buys above 0. */
const held = ({ positions }: EngineHarness): number =>
  positions.reduce((sum, { side, volume }) => sum + (side === 'buy' ? volume : -volume), 0);

t.test('in netting the parts of an old close go to the present position', async (t) => {
  const engine = bought(NETTING);
  const close = sent(engine, { kind: 'close', position_id: 1 });
  const sale = sent(engine, { ...open, side: 'sell' });
  engine.reports('trade', sale, fill('1', '1.10000', '0', 'E2'));
  t.same(engine.positions, [], 'the position is gone');
  engine.reports('trade', close, fill('0.3', '1.10000', '0.7', 'E3'));
  t.match(engine.positions, [{ id: close, side: 'sell', volume: volume('0.3') }]);
  engine.reports('trade', close, fill('0.2', '1.10002', '0.5', 'E4'));
  const [grown] = engine.positions;
  t.match(grown, { id: close, side: 'sell', volume: volume('0.5'), price_open: 110_000_800 });
  const purchase = sent(engine, { ...open, volume: '0.9' });
  engine.reports('trade', purchase, fill('0.9', '1.10010', '0', 'E5'));
  t.match(engine.positions, [{ id: close, side: 'buy', volume: volume('0.4') }]);
  engine.reports('trade', close, fill('0.5', '1.10000', '0', 'E6'));
  t.match(engine.positions, [{ id: close, side: 'sell', volume: volume('0.1') }], 'it is turned');
  t.equal(held(engine), dealt(engine.deals));
});

t.test('in netting an old close finds the position that was opened since', async (t) => {
  const engine = bought(NETTING);
  const close = sent(engine, { kind: 'close', position_id: 1 });
  for (const [side, id] of [
    ['sell', 'E2'],
    ['buy', 'E3'],
  ] as const) {
    const order = sent(engine, { ...open, side });
    engine.reports('trade', order, fill('1', '1.10010', '0', id));
  }
  const [since] = engine.positions;
  t.not(since?.id, 1);
  engine.reports('trade', close, fill('0.4', '1.10000', '0.6', 'E4'));
  t.match(engine.positions, [{ id: since?.id, side: 'buy', volume: volume('0.6') }]);
  engine.reports('trade', close, fill('0.6', '1.10000', '0', 'E5'));
  t.same(engine.positions, []);
});

t.test('in hedging the parts of a close whose position is gone make one position', async (t) => {
  const engine = bought();
  const close = sent(engine, { kind: 'close', position_id: 1 });
  const [position] = engine.positions;
  if (position === undefined) throw new Error('no position');
  // An account of before: its position was closed twice.
  const gone = { ...position, volume: 0, closed: true };
  const { ledger } = engine.state;
  apply(engine.state, { ledger, orders: [], positions: [gone], queued: [] });
  engine.reports('trade', close, fill('0.4', '1.10000', '0.6', 'E2'));
  engine.reports('trade', close, fill('0.5', '1.10010', '0.1', 'E3'));
  engine.reports('trade', close, fill('0.1', '1.10000', '0', 'E4'));
  t.match(engine.positions, [{ id: close, side: 'sell', volume: volume('1') }]);
});

t.test('stops that a client sets between two parts of a growing order stay', async (t) => {
  const set = { sl: price('1.09000'), tp: price('1.12000'), trail_pts: 0 };
  const engine = bought(NETTING, { sl: '1.09500' });
  const more = sent(engine, { ...open, fill: 'ioc', tp: '1.13000' });
  engine.reports('trade', more, fill('0.4', '1.10010', '0.6', 'E2'));
  t.match(engine.positions, [{ id: 1, sl: 0, tp: price('1.13000') }], 'the newest order’s stops');
  t.equal(engine.code({ kind: 'modify', position_id: 1, sl: '1.09000', tp: '1.12000' }), 'ok');
  engine.reports('trade', more, fill('0.6', '1.10010', '0', 'E3'));
  t.match(engine.positions, [{ id: 1, volume: volume('2'), ...set }]);

  const turned = sent(engine, { ...open, side: 'sell', volume: '4', fill: 'ioc' });
  engine.reports('trade', turned, fill('3', '1.10000', '1', 'E4'));
  t.match(engine.positions, [{ id: 1, side: 'sell', sl: 0, tp: 0 }]);
  t.equal(engine.code({ kind: 'modify', position_id: 1, sl: '1.12000' }), 'ok');
  engine.reports('trade', turned, fill('1', '1.10000', '0', 'E5'));
  t.match(engine.positions, [{ id: 1, volume: volume('2'), sl: price('1.12000') }], 'after a turn');
});

t.test('a close that meets a position of its own side leaves that one’s stops', async (t) => {
  const engine = bought(NETTING);
  const close = sent(engine, { kind: 'close', position_id: 1 });
  const sale = sent(engine, { ...open, side: 'sell', volume: '2', sl: '1.12000' });
  engine.reports('trade', sale, fill('2', '1.10000', '0', 'E2'));
  engine.reports('trade', close, fill('1', '1.10000', '0', 'E3'));
  t.match(engine.positions, [{ side: 'sell', volume: volume('2'), sl: price('1.12000') }]);
});

/** Requests of some kinds are delayed, or wait for dealer 7; all others go to the provider. */
const waitsFirst = (
  action: 'delay' | 'dealer',
  request_kinds: RoutingRecord['request_kinds'],
): EngineHarness => {
  const engine = bought({}, { sl: '1.09500' });
  engine.online.add(7);
  const more = action === 'delay' ? { action_value: '1000' } : { dealers: [7] };
  const first = rule({ action, request_kinds, ...more });
  engine.configure(() => ({ routing: [first, rule({ id: 2, position: 2, ...cover })] }));
  return engine;
};

/** Decides the request that waits: its delay ends, or dealer 7 confirms it. */
const decide = (engine: EngineHarness, action: 'delay' | 'dealer', id: number): void => {
  if (action === 'delay') return void engine.timer(engine.now + 1000);
  engine.says('take', id);
  t.equal(codeOf(engine.says('confirm', id)), 'ok');
};

const sentRows = ({ queue }: EngineHarness) => queue.filter(({ state }) => state === 'sent');

for (const action of ['delay', 'dealer'] as const) {
  t.test(`a close (${action}) is refused when a stop was sent meanwhile`, async (t) => {
    const engine = waitsFirst(action, ['close']);
    const asked = engine.trade({ kind: 'close', position_id: 1 });
    engine.tick('EURUSD', '1.09480', '1.09490');
    t.match(sentRows(engine), [{ kind: 'sl' }]);
    decide(engine, action, asked.result?.order_id ?? 0);
    const result = outcome(engine, asked.result?.request_id);
    t.match(result, { code: 'trade.close_order_exists', status: 'rejected' });
    t.match(engine.queue, [{ kind: 'sl', state: 'sent' }], 'it is closed once');
  });

  t.test(`a close-by (${action}) is refused when a stop was sent meanwhile`, async (t) => {
    const engine = waitsFirst(action, ['close_by']);
    const other = sent(engine, { ...open, side: 'sell' });
    engine.reports('trade', other, fill('1', '1.10000', '0', 'E2'));
    for (const [position_id, by_position_id] of [
      [1, other],
      [other, 1],
    ] as const) {
      const asked = engine.trade({ kind: 'close_by', position_id, by_position_id });
      engine.tick('EURUSD', '1.09480', '1.09490');
      t.match(sentRows(engine), [{ kind: 'sl' }]);
      decide(engine, action, asked.result?.order_id ?? 0);
      t.equal(outcome(engine, asked.result?.request_id)?.code, 'trade.close_order_exists');
      t.match(engine.queue, [{ kind: 'sl', state: 'sent' }]);
      engine.reports('rejected', engine.queue[0]?.order_id ?? 0);
      engine.tick('EURUSD', '1.10000', '1.10010');
    }
    t.equal(engine.positions.length, 2);
  });

  t.test(`a stop (${action}) is dropped when a close was sent meanwhile`, async (t) => {
    const engine = waitsFirst(action, ['close', 'sl']);
    const asked = engine.trade({ kind: 'close', position_id: 1 });
    engine.now += 500;
    engine.tick('EURUSD', '1.09480', '1.09490');
    const [, stop] = engine.queue;
    t.match(stop, { kind: 'sl' });
    if (action === 'delay') engine.timer(engine.now + 500);
    else decide(engine, action, asked.result?.order_id ?? 0);
    t.match(sentRows(engine), [{ kind: 'close' }]);
    if (action === 'delay') engine.timer(engine.now + 500);
    else decide(engine, action, stop?.id ?? 0);
    t.match(engine.queue, [{ kind: 'close', state: 'sent' }]);
    engine.reports('rejected', asked.result?.order_id ?? 0);
    engine.tick('EURUSD', '1.09480', '1.09490');
    t.match(engine.queue, [{ kind: 'sl' }], 'it triggers again');
  });
}

/** The provider takes a deal back; `deals` are all of its position. */
const busted = (engine: EngineHarness, deal: Deal, deals: readonly Deal[]): void => {
  const { account_seq } = engine.state.ledger;
  const common = { op: 'bust', request_id: bustId(deal.id), source: 'gateway', dealer: 0 } as const;
  t.equal(codeOf(engine.run({ ...common, deal, deals, account_seq })), 'ok');
};

t.test('an order goes on where a bust has turned its position', async (t) => {
  const engine = covered({}, {});
  const order = sent(engine, { ...open, fill: 'ioc' });
  engine.reports('trade', order, fill('0.4', '1.10010', '0.6'));
  const close = sent(engine, { kind: 'close', position_id: order });
  engine.reports('trade', close, fill('0.4', '1.10000', '0', 'E2'));
  const deals = engine.deals.slice(-2) as [Deal, Deal];
  busted(engine, deals[0], deals);
  t.match(engine.positions, [{ id: order, side: 'sell', volume: volume('0.4') }]);
  engine.reports('trade', order, fill('0.6', '1.10030', '0', 'E3'));
  const turned = { entry: 'inout', volume: volume('0.6'), volume_closed: volume('0.4') };
  t.match(engine.lastDeal, turned, 'hedging has a reversal only here');
  const rest = { id: order, side: 'buy', volume: volume('0.2'), price_open: price('1.10030') };
  t.match(engine.positions, [rest]);
});

/** A client whose market orders go to the provider, with a commission of 3.50 a lot. */
const paying = (more: Partial<CommissionRule>, tier: object): EngineHarness => {
  const commissions = [commission(more, { value: '3.5', ...tier })];
  return covered({}, { setup: { group: { commissions } } });
};

/** Has the provider fill an order of these lots in parts; the commission of each. */
const partsPay = (engine: EngineHarness, lots: string, parts: readonly string[]) => {
  const id = sent(engine, { ...open, volume: lots, fill: 'ioc' });
  let left = volume(lots);
  return parts.map((part, at) => {
    left -= volume(part);
    const leaves = String(left / 1e8);
    const filled = fill(part, '1.10010', leaves, `E${id}.${at}`);
    t.equal(codeOf(engine.reports('trade', id, filled)), 'ok');
    return engine.lastDeal.commission;
  });
};

t.test('the bounds of a commission count for all parts of an order', async (t) => {
  const fifths = ['0.02', '0.02', '0.02', '0.02', '0.02'];
  const least = { min: '1' };
  const engine = paying({}, least);
  t.same(partsPay(engine, '0.1', fifths), [-100, 0, 0, 0, 0]);
  t.equal(engine.state.ledger.order_charges, '', 'the order has ended');
  t.same(partsPay(engine, '0.1', fifths), [-100, 0, 0, 0, 0], 'each order pays');
  t.same(partsPay(paying({ min_per: 'deal' }, least), '0.1', fifths), Array(5).fill(-100));
  const three = ['0.1', '0.4', '0.5'];
  t.same(partsPay(paying({}, least), '1', three), [-100, -75, -175]);
  t.same(partsPay(paying({}, { ...least, max: '1.5' }), '1', three), [-100, -50, 0]);
  const hundred = paying({}, { ...least, max: '2' });
  const paid = partsPay(hundred, '2', Array(100).fill('0.01'));
  t.equal(
    paid.reduce((sum, part) => sum + part, 0),
    -200,
    'the maximum holds for 100 parts',
  );
  t.ok(hundred.state.ledger.order_charges.length < 2_000, 'older parts are kept as one sum');
  const cut = paying({}, least);
  partsPay(cut, '1', ['0.1']);
  const [order] = cut.orders;
  t.match(cut.state.ledger.order_charges, `{"${order?.id}":[[`);
  cut.reports('canceled', order?.id ?? 0);
  t.equal(cut.state.ledger.order_charges, '', 'also when it is cancelled');
});

t.test('a part that the provider takes back does not count towards the bounds', async (t) => {
  const engine = paying({}, { min: '1' });
  partsPay(engine, '0.1', ['0.02', '0.02']);
  const deals = engine.deals.slice(-2);
  const [deal, second] = deals as [Deal, Deal];
  const { order_charges } = engine.state.ledger;
  t.match(order_charges, `[[${deal.id},`);
  t.match(order_charges, `],[${second.id},`);
  busted(engine, deal, deals);
  t.match(engine.state.ledger.order_charges, `[[${second.id},`);
  const order = engine.orders[0]?.id ?? 0;
  engine.reports('trade', order, fill('0.02', '1.10010', '0.06', 'E9'));
  t.equal(engine.lastDeal.commission, -100, 'the minimum is owed again');
});

t.test('the two deals of a close-by have one minimum', async (t) => {
  const rules = (min_per: 'order' | 'deal') => [
    commission({ entry: 'out', min_per }, { min: '5' }),
  ];
  for (const [min_per, paid] of [
    ['order', -500],
    ['deal', -1000],
  ] as const) {
    const engine = openAccount({ group: { commissions: rules(min_per) } });
    engine.trade(open);
    engine.trade({ ...open, side: 'sell' });
    const [one, other] = engine.positions;
    engine.trade({ kind: 'close_by', position_id: one?.id ?? 0, by_position_id: other?.id ?? 0 });
    t.equal(engine.deals.at(-2)?.commission, paid);
  }
});
