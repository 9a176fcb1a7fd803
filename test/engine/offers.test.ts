// Prices that are asked for, and requotes: they stand for a while to be taken.

import t from 'tap';
import type { RoutingRecord } from '../../wire/routing.js';
import { codeOf, NOON, type Wish } from '../support/engine-harness.js';
import { price, volume } from '../support/engine-rows.js';
import { open, outcome, ruled, waiting } from './waiting.js';

const request = { execution_mode: 'request', request_timeout_sec: 5 } as const;
const instant = { execution_mode: 'instant', request_timeout_sec: 5 } as const;
const ask: Wish = { kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' };
const at = (text: string, more: object = {}): Wish => ({ ...open, price: text, ...more }) as Wish;

t.test('in request mode the answered price is dealt at while it stands', async (t) => {
  const engine = ruled([{}], request);
  t.match(engine.trade(ask).result, { code: 'ok', price: price('1.10010') });
  t.match(waiting(engine), { state: 'quoted', due_at: NOON + 5000 });
  engine.quote('EURUSD', '1.10050', '1.10060');
  t.equal(codeOf(engine.trade(at('1.10060'))), 'trade.requote', 'not the answered price');
  engine.trade(ask);
  engine.quote('EURUSD', '1.10150', '1.10160');
  engine.now += 4999;
  t.equal(codeOf(engine.trade(at('1.10060'))), 'ok');
  t.equal(engine.lastDeal.price, price('1.10060'));
  t.equal(engine.state.queue.size, 0, 'it is taken');
});

t.test('later, without, for more or for the other side there is none', async (t) => {
  const answered = () => {
    const engine = ruled([{}], request);
    engine.trade(ask);
    return engine;
  };
  const late = answered();
  late.now += 5000;
  t.match(late.trade(at('1.10010')).result, { code: 'trade.requote', ask: price('1.10010') });
  t.equal(codeOf(answered().trade(at('1.10010', { volume: '1.01' }))), 'trade.requote');
  t.equal(codeOf(answered().trade(at('1.10000', { side: 'sell' }))), 'trade.requote');
  t.equal(codeOf(answered().trade(at('1.10010', { volume: '0.5' }))), 'ok');
  const over = answered();
  t.match(over.timer(NOON + 5000), [{ kind: 'setting', queued: [{ state: 'gone' }] }]);
  t.equal(over.state.queue.size, 0);
});

t.test('both confirm actions fill at the answered price; a rule may still reject', async (t) => {
  for (const action of ['confirm_request_price', 'confirm_market_price', 'requote'] as const) {
    const engine = ruled([{ action, request_kinds: ['open'] }, {}], request);
    engine.trade(ask);
    engine.quote('EURUSD', '1.10050', '1.10060');
    t.equal(codeOf(engine.trade(at('1.10010'))), 'ok', action);
    t.equal(engine.lastDeal.price, price('1.10010'));
  }
  const closed = ruled([{ action: 'reject', request_kinds: ['open'] }, {}], request);
  closed.trade(ask);
  t.equal(codeOf(closed.trade(at('1.10010'))), 'trade.rejected');
});

t.test("a dealer's price is dealt at without asking him again", async (t) => {
  const engine = ruled([{ action: 'dealer', dealers: [7] }], request);
  engine.online.add(7);
  const asked = engine.trade(ask);
  const { id } = waiting(engine);
  engine.says('take', id);
  const prices = { bid: '1.10015', ask: '1.10021' };
  t.equal(codeOf(engine.says('confirm', id, { ...prices, ask: '1.10014' })), 'trade.invalid_price');
  t.equal(codeOf(engine.says('confirm', id, prices)), 'ok');
  t.match(outcome(engine, asked.result?.request_id), {
    code: 'ok',
    price: price('1.10021'),
    bid: price('1.10015'),
  });
  t.equal(codeOf(engine.trade(at('1.10021'))), 'ok');
  t.equal(engine.lastDeal.price, price('1.10021'));
});

t.test('a requote stands; who repeats it within his deviation gets its price', async (t) => {
  const engine = ruled([{}], instant);
  const first = engine.trade(at('1.10000', { deviation_pts: 2 }));
  t.match(first.result, { code: 'trade.requote', ask: price('1.10010') });
  const requote_of = first.result?.request_id ?? '';
  engine.quote('EURUSD', '1.10100', '1.10110');
  t.equal(codeOf(engine.trade(at('1.10007', { requote_of, deviation_pts: 2 }))), 'trade.requote');
  const again = engine.trade(at('1.10008', { requote_of, deviation_pts: 2 }));
  t.equal(codeOf(again), 'trade.requote', 'the newest requote counts');
  const last = engine.trade(
    at('1.10111', { requote_of: again.result?.request_id, deviation_pts: 1 }),
  );
  t.match(last.result, { code: 'ok', price: price('1.10110') });
});

t.test('a requote that nobody repeats in time has gone', async (t) => {
  const engine = ruled([{}], instant);
  const first = engine.trade(at('1.10000'));
  engine.quote('EURUSD', '1.10100', '1.10110');
  engine.now += 5000;
  const requote_of = first.result?.request_id;
  t.equal(codeOf(engine.trade(at('1.10010', { requote_of }))), 'trade.requote');
});

t.test('a dealer requotes: the repeat goes to the same dealer', async (t) => {
  const engine = ruled([{ action: 'dealer', dealers: [6, 7] }], instant);
  engine.online.add(7);
  const first = engine.trade(at('1.10010', { deviation_pts: 3 }));
  const { id } = waiting(engine);
  engine.says('take', id);
  t.equal(codeOf(engine.says('confirm', id, { price: '1.10014' })), 'trade.invalid_price');
  t.equal(
    codeOf(engine.says('requote', id, { bid: '1.10020', ask: '1.10000' })),
    'trade.invalid_price',
  );
  t.equal(codeOf(engine.says('requote', id, { bid: '1.10020', ask: '1.10030' })), 'ok');
  t.match(outcome(engine, first.result?.request_id), {
    code: 'trade.requote',
    status: 'requote',
    bid: price('1.10020'),
    ask: price('1.10030'),
  });
  t.match(waiting(engine), { state: 'quoted', offered_by: 7, due_at: NOON + 5000 });
  engine.online.add(6);
  const requote_of = first.result?.request_id;
  const second = engine.trade(at('1.10030', { requote_of, deviation_pts: 3 }));
  t.equal(second.result?.status, 'queued');
  const again = waiting(engine);
  t.match(again, { state: 'queued', offered_to: 7 }, 'not to the first of the rule');
  engine.says('take', again.id);
  engine.says('confirm', again.id);
  t.equal(engine.lastDeal.price, price('1.10030'));
});

t.test('where orders fill at the market a requote is no price', async (t) => {
  const engine = ruled([{ action: 'dealer', dealers: [7] }]);
  engine.online.add(7);
  const sent = engine.trade(open);
  const { id } = waiting(engine);
  engine.says('take', id);
  engine.says('requote', id, { bid: '1.10020', ask: '1.10030' });
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.off_quotes');
  t.equal(engine.state.queue.size, 0);
});

t.test('large volumes of instant symbols ask for a price first', async (t) => {
  const engine = ruled([{}], { ...instant, instant_max_volume: '1' });
  t.equal(codeOf(engine.trade(at('1.10010'))), 'ok');
  const large = { volume: '2' };
  t.equal(codeOf(engine.trade(at('1.10010', large))), 'trade.requote');
  engine.trade({ ...ask, ...large } as Wish);
  engine.quote('EURUSD', '1.10050', '1.10060');
  t.equal(codeOf(engine.trade(at('1.10010', large))), 'ok');
  t.match(engine.lastDeal, { price: price('1.10010'), volume: volume('2') });
});

t.test('an answered price is kept for an order that must wait', async (t) => {
  const late: Partial<RoutingRecord> = {
    action: 'delay',
    action_value: '9000',
    request_kinds: ['open'],
  };
  const engine = ruled([late, {}], request);
  engine.trade(ask);
  engine.trade(at('1.10010'));
  engine.quote('EURUSD', '1.10050', '1.10060');
  engine.timer(NOON + 9000);
  t.equal(engine.lastDeal.price, price('1.10010'));
});

t.test('a close asks for its price like an opening', async (t) => {
  const engine = ruled([{}], request);
  engine.trade(ask);
  engine.trade(at('1.10010'));
  const [position_id = 0] = engine.state.positions.keys();
  engine.trade({ ...ask, side: 'sell' } as Wish);
  engine.quote('EURUSD', '1.09900', '1.09910');
  t.equal(codeOf(engine.trade({ kind: 'close', position_id, price: '1.10000' })), 'ok');
  t.equal(engine.lastDeal.price, price('1.10000'));
});
