// Market requests with a price and a deviation: they are never filled worse than both allow.

import t from 'tap';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  openAccount,
  type Wish,
} from '../../support/engine-harness.js';
import { price } from '../../support/engine-rows.js';
import { answer, attended, covered, fill, open, outcome, ruled, waiting } from '../waiting.js';

type Open = typeof open;

/** A purchase that names the Ask of the account's first quote, and some points of deviation. */
const guarded = (deviation_pts: number, more: Partial<Open> = {}): Open => ({
  ...open,
  price: '1.10010',
  deviation_pts,
  ...more,
});

const MOVED = ['1.10010', '1.10020'] as const;

t.test('in market execution a fill that is worse is refused with the present prices', async (t) => {
  const sent = (wish: Wish, [bid, ask]: readonly [string, string] = MOVED) => {
    const engine = openAccount();
    engine.quote('EURUSD', bid, ask);
    const { result } = engine.trade(wish);
    return { engine, result };
  };
  const { engine, result } = sent(guarded(9));
  t.match(result, { code: 'trade.requote', status: 'requote', order_id: 1 }, 'PP1');
  t.match(result, { bid: price('1.10010'), ask: price('1.10020') }, 'with the present prices');
  const [order] = engine.events.at(-1)?.orders ?? [];
  t.match(order, { state: 'rejected', price_order: price('1.10010'), deviation_pts: 9 });
  t.equal(engine.state.queue.size, 0, 'market execution has no offers');
  t.equal(sent(guarded(10)).result?.price, price('1.10020'), 'PP2: at the bound it is filled');
  const better = sent(guarded(0), ['1.09900', '1.09910']);
  t.equal(better.result?.price, price('1.09910'), 'PP3: a better price always fills');
  t.equal(better.engine.events.at(-1)?.explain?.price_asked, price('1.10010'), 'and is told');
  const sell = { side: 'sell', price: '1.10000' } as const;
  const fallen = ['1.09990', '1.10000'] as const;
  t.equal(sent(guarded(9, sell), fallen).result?.code, 'trade.requote', 'PP4');
  t.equal(sent(guarded(10, sell), fallen).result?.code, 'ok', 'PP4');
  const any = sent(guarded(1_000_000, { price: '0.00001' }));
  t.equal(any.result?.code, 'ok', 'PP5: the most deviation bounds nothing');
  for (const wish of [{ price: '1.10010' }, { deviation_pts: 0 }]) {
    t.equal(sent({ ...open, ...wish }).result?.code, 'ok', 'one of both alone bounds nothing');
  }
});

t.test('a price that bounds is a price on tick above 0', async (t) => {
  const engine = openAccount();
  for (const wrong of ['0', '-1', '1.100105', '1.1000000001']) {
    const sent = engine.trade(guarded(5, { price: wrong }));
    t.equal(codeOf(sent), 'trade.invalid_price', wrong);
  }
  t.match(engine.trade(guarded(5, { price: '0' })), { data: { field: 'price', step: '0.00001' } });
  t.equal(codeOf(engine.trade({ ...open, price: '0' })), 'ok', 'alone it is not looked at');
});

t.test('a close has the same bound', async (t) => {
  const engine = openAccount();
  const { result } = engine.trade(open);
  const close = { kind: 'close', position_id: result?.position_id ?? 0 } as const;
  engine.quote('EURUSD', '1.09990', '1.10000');
  const refused = engine.trade({ ...close, price: '1.10000', deviation_pts: 9 });
  t.match(refused.result, { code: 'trade.requote', bid: price('1.09990') });
  t.equal(engine.state.positions.size, 1);
  t.equal(codeOf(engine.trade({ ...close, price: '1.10000', deviation_pts: 10 })), 'ok');
});

t.test("after a delay the price of its end counts, or by a rule the arrival's", async (t) => {
  const delayed = (action: RoutingRecord['action'], deviation: number) => {
    const engine = ruled([{ action: 'delay', action_value: '500' }, { action }]);
    const sent = engine.trade(guarded(deviation));
    engine.quote('EURUSD', ...MOVED);
    engine.timer(NOON + 500);
    return outcome(engine, sent.result?.request_id);
  };
  const late = delayed('confirm_market_price', 9);
  t.match(late, { code: 'trade.requote', status: 'requote', ask: price('1.10020') });
  t.match(delayed('confirm_market_price', 10), { code: 'ok', price: price('1.10020') });
  t.match(delayed('confirm_request_price', 0), { code: 'ok', price: price('1.10010') });
});

t.test('routing and the money set aside do not look at a price that only bounds', async (t) => {
  const moved = [{ field: 'deviation_pts', op: 'ne', value: '0' }] as RoutingRecord['conditions'];
  const engine = ruled([{ action: 'reject', conditions: moved }, {}]);
  t.equal(codeOf(engine.trade(guarded(500_000, { price: '0.50000' }))), 'ok');
  for (const execution_mode of ['market', 'exchange'] as const) {
    const desk = attended(['open'], { execution_mode });
    desk.give({ balance: '1500' });
    desk.trade(guarded(500_000, { price: '0.10000' }));
    t.equal(waiting(desk).state, 'queued');
    t.equal(codeOf(desk.trade(open)), 'trade.no_money', `${execution_mode}: at the market`);
  }
});

t.test('a dealer confirms no worse price in any mode', async (t) => {
  for (const execution_mode of ['market', 'instant', 'exchange'] as const) {
    const engine = attended(['open'], { execution_mode });
    const sent = engine.trade(guarded(5));
    t.match(waiting(engine), { price_worst: price('1.10015'), deviation_pts: 5 });
    engine.quote('EURUSD', ...MOVED);
    t.equal(answer(engine, 'confirm'), 'trade.invalid_price', 'not at the market');
    const worse = engine.says('confirm', 1, { price: '1.10016' });
    t.match(worse, { code: 'trade.invalid_price', data: { field: 'price', max: '1.10015' } });
    t.equal(codeOf(engine.says('confirm', 1, { price: '1.10015' })), 'ok', execution_mode);
    t.match(outcome(engine, sent.result?.request_id), { code: 'ok', price: price('1.10015') });
  }
});

t.test('a required price alone bounds the fill, also after a change of mode', async (t) => {
  const toMarket = (engine: EngineHarness) =>
    engine.configure(({ symbol }) => ({
      symbol: symbol.map((one) => ({ ...one, execution_mode: 'market' as const })),
    }));
  const alone = { ...open, price: '1.10010' };
  const asked = attended(['open'], { execution_mode: 'instant' });
  asked.trade(alone);
  toMarket(asked);
  asked.quote('EURUSD', ...MOVED);
  t.equal(answer(asked, 'confirm'), 'trade.invalid_price', 'not at the market');
  t.equal(codeOf(asked.says('confirm', 1, { price: '1.10010' })), 'ok');
  const late = ruled([{ action: 'delay', action_value: '500' }, {}], {
    execution_mode: 'instant',
  });
  const sent = late.trade(alone);
  toMarket(late);
  late.quote('EURUSD', ...MOVED);
  late.timer(NOON + 500);
  t.match(outcome(late, sent.result?.request_id), {
    code: 'trade.requote',
    bid: price(MOVED[0]),
  });
  const placed = attended(['open'], { execution_mode: 'exchange' });
  placed.trade(alone);
  placed.quote('EURUSD', ...MOVED);
  t.equal(answer(placed, 'confirm'), 'ok', 'where no price is required, it bounds nothing');
});

t.test('the taking of a requote is bound by its own price', async (t) => {
  const instant = { execution_mode: 'instant' } as const;
  const engine = attended(['open'], instant);
  const first = engine.trade(guarded(0));
  answer(engine, 'requote', { bid: '1.10020', ask: '1.10030' });
  const requote_of = first.result?.request_id ?? '';
  engine.trade(guarded(2, { price: '1.10028', requote_of }));
  t.match(waiting(engine), { state: 'queued', price_worst: price('1.10030') });
  t.equal(answer(engine, 'confirm', { price: '1.10031' }), 'trade.invalid_price');
  t.equal(codeOf(engine.says('confirm', waiting(engine).id)), 'ok', 'at the offer');
});

t.test('a gateway gets a limit at the bound, which works for no longer than it must', async (t) => {
  const fills = [
    ['market', undefined, 'fok'],
    ['instant', undefined, 'fok'],
    ['market', 'ioc', 'ioc'],
    ['exchange', 'return', 'ioc'],
  ] as const;
  for (const [execution_mode, policy, sent] of fills) {
    const symbol: Partial<SymbolRecord> = { execution_mode, fill_flags: ['fok', 'ioc'] };
    for (const mode of ['Gateway', 'Limit', 'Market']) {
      const engine = covered({ 'Limit Orders Coverage Mode': mode }, { symbol });
      engine.trade(guarded(5, policy === undefined ? {} : { fill: policy }));
      t.match(waiting(engine), { sent_as: 'limit', sent_price: price('1.10015'), fill: sent });
    }
    const any = covered({}, { symbol });
    any.trade(guarded(1_000_000));
    t.match(waiting(any), { sent_as: 'market', sent_price: 0 }, 'the most deviation: any price');
  }
  const plain = covered({}, { symbol: { execution_mode: 'instant' } });
  plain.trade({ ...open, price: '1.10010' });
  t.match(waiting(plain), { sent_as: 'market' }, 'a price without a deviation, as ever');
});

t.test('the markup of a gateway is inside the bound', async (t) => {
  const mark = { symbol_id: 1, source: 'EURUSD', source_digits: null };
  const marked = (wish: Wish, points: number) => {
    const translates = [{ ...mark, ask_markup_pts: points, bid_markup_pts: -points }];
    const engine = covered({}, { gateway: { translates } });
    engine.trade(wish);
    return engine;
  };
  const engine = marked(guarded(5), 3);
  t.match(waiting(engine), { sent_price: price('1.10012') });
  engine.reports('trade', 1, fill('1', '1.10012', '0'));
  t.equal(engine.lastDeal.price, price('1.10015'));
  const raised = marked(guarded(5), 0);
  raised.configure((now) => ({
    gateway: now.gateway.map((one) => ({
      ...one,
      translates: [{ ...mark, ask_markup_pts: 9, bid_markup_pts: 0 }],
    })),
  }));
  raised.reports('trade', 1, fill('1', '1.10012', '0'));
  t.equal(raised.lastDeal.price, price('1.10015'), 'also one that was raised since');
  const sell = guarded(900_000, { side: 'sell', price: '1.10000' });
  t.match(waiting(marked(sell, 3)), {
    price_worst: price('0.00001'),
    sent_price: price('0.00004'),
  });
  t.match(waiting(marked(sell, -3)), { sent_price: price('0.00001') }, 'never less than a point');
});

t.test('what the provider ends unfilled is refused with the present prices', async (t) => {
  const ended = (report: 'canceled' | 'expired' | 'rejected', wish = guarded(5)) => {
    const engine = covered();
    const sent = engine.trade(wish);
    engine.quote('EURUSD', ...MOVED);
    engine.reports(report, 1, { text: 'no' });
    return outcome(engine, sent.result?.request_id);
  };
  for (const report of ['canceled', 'expired'] as const) {
    const prices = { bid: price('1.10010'), ask: price('1.10020') };
    t.match(ended(report), { code: 'trade.requote', status: 'requote', volume: 0, ...prices });
  }
  t.match(ended('rejected'), { code: 'trade.rejected', message: 'no' });
  t.match(ended('canceled', open), { code: 'trade.canceled' }, 'a market order has no bound');
  const part = covered();
  const sent = part.trade(guarded(5, { fill: 'ioc' }));
  part.reports('trade', 1, fill('0.4', '1.10012', '0.6'));
  part.reports('canceled', 1);
  t.match(outcome(part, sent.result?.request_id), { code: 'ok', status: 'partial' });
  const late = covered();
  const slow = late.trade(guarded(5));
  late.timer(NOON + 30_000);
  late.reports('canceled', 1);
  t.match(outcome(late, slow.result?.request_id), { code: 'trade.canceled' }, 'by our own cancel');
});
