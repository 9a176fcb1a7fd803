// Routing: who decides and at which price; prices that are asked for, and requotes.

import t from 'tap';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { codeOf, NOON, type Wish } from '../../support/engine-harness.js';
import { alter, price, volume } from '../../support/engine-rows.js';
import { row } from '../../support/settings-records.js';
import { answer, attended, limit, open, outcome, ruled, waiting } from '../waiting.js';

t.test('a rejecting rule says its own words', async (t) => {
  const engine = ruled([{ action: 'reject', action_value: 'not today' }]);
  const sent = engine.trade(open);
  t.match(sent.result, { code: 'trade.rejected', message: 'not today', status: 'rejected' });
  t.match(engine.events.at(-1), { kind: 'order', orders: [{ state: 'rejected' }] });
});

t.test('a rule of dealers is passed over when it says so and nobody is there', async (t) => {
  const engine = ruled([{ action: 'dealer', dealers: [7], skip_no_dealer: true }, {}]);
  t.equal(engine.code(open), 'ok');
  const forced = ruled([{ action: 'dealer', dealers: [7] }, {}]);
  t.equal(codeOf(forced.deal(open)), 'ok', "a dealer's own request needs no dealer");
});

t.test('clear_stops takes the stops off what goes on', async (t) => {
  const engine = ruled([{ action: 'clear_stops' }, {}]);
  engine.trade({ ...open, sl: '1.09000', tp: '1.12000' });
  t.match(engine.positions, [{ sl: 0, tp: 0 }]);
  const [position] = engine.positions;
  const modify: Wish = { kind: 'modify', position_id: position?.id ?? 0, sl: '1.09000' };
  t.equal(engine.code(modify), 'ok', 'a change of stops is none of its kinds');
  t.match(engine.positions, [{ sl: price('1.09000') }]);
});

t.test('instant execution needs a price that was in the stream', async (t) => {
  const engine = ruled([{}], { execution_mode: 'instant', instant_price_age_sec: 3 });
  t.equal(engine.code(open), 'trade.invalid_request', 'it is missing');
  const near = { ...open, price: '1.10008', deviation_pts: 5 };
  t.equal(engine.code(near), 'ok');
  engine.streamed = [];
  t.equal(engine.code(near), 'trade.requote');
  engine.streamed = [['1.10000', '1.10008']];
  t.equal(engine.code(near), 'ok');
  alter(engine, { group: { symbols: [row('*', { spread_diff: 2 })] } });
  t.equal(engine.code(near), 'trade.requote', 'the group saw it two points higher');
  engine.streamed = [['1.10000', '1.10006']];
  t.equal(engine.code(near), 'ok');
  alter(engine, { group: { symbols: [row('*', { spread_diff: -9 })] } });
  engine.quote('EURUSD', '1.10006', '1.10012');
  engine.streamed = [['1.10008', '1.10012']];
  t.equal(engine.code(near), 'ok', 'its Ask is never below its Bid');
});

t.test('instant execution bounds moves for and against the client apart', async (t) => {
  const bounds = { instant_dev_profit_pts: 3, instant_dev_loss_pts: 5 };
  const engine = ruled([{}], { execution_mode: 'instant', ...bounds });
  const sent = (at: string): string => engine.code({ ...open, price: at, deviation_pts: 100 });
  t.equal(sent('1.10007'), 'ok', 'three points in his favour');
  t.equal(sent('1.10006'), 'trade.requote');
  t.equal(sent('1.10015'), 'ok', 'five against him');
  t.equal(sent('1.10016'), 'trade.requote');
});

t.test('an exchange symbol is dealt in by a gateway alone', async (t) => {
  const wish = { ...open, price: '1.10010' };
  const exchange = ruled([{}], { execution_mode: 'exchange' });
  for (const one of [wish, limit()]) {
    const { result } = exchange.trade(one);
    t.match(result, { code: 'trade.rejected', message: 'exchange needs a gateway rule' });
  }
});

t.test('an instant close is filled at the price asked or at the market', async (t) => {
  for (const [action, at] of [
    ['confirm_request_price', '1.09998'],
    ['confirm_market_price', '1.10000'],
  ] as const) {
    const engine = ruled([{ action }], { execution_mode: 'instant' });
    engine.give({ held: [{ id: 1, price_open: '1.09000' }] });
    const close = { kind: 'close', position_id: 1, price: '1.09998', deviation_pts: 2 };
    t.equal(engine.code(close as Wish), 'ok');
    t.equal(engine.lastDeal.price, price(at));
  }
});

t.test('conditions compare numbers, hours and masks', async (t) => {
  const decided = (conditions: RoutingRecord['conditions'], wish: Wish = open): boolean =>
    ruled([{ action: 'reject', conditions }, {}]).code(wish) === 'trade.rejected';
  const on = (field: string, op: string, value: string) =>
    [{ field, op, value }] as RoutingRecord['conditions'];
  t.ok(decided(on('volume', 'ge', '1.00')));
  t.notOk(decided(on('volume', 'gt', '1')));
  t.ok(decided(on('login', 'eq', '1001')));
  t.ok(decided(on('hour', 'eq', '10')));
  t.ok(decided(on('weekday', 'eq', '3')));
  t.ok(decided(on('group', 'eq', 'REAL\\*,!real\\vip*')));
  t.ok(decided(on('symbol', 'eq', 'Forex\\*')), 'by path too');
  t.ok(decided(on('side', 'ne', 'sell')));
  t.ok(decided(on('kind', 'eq', 'open')));
  t.ok(decided(on('comment', 'eq', '*robot*'), { ...open, comment: 'my robot' }));
  t.ok(decided([...on('volume', 'le', '1'), ...on('side', 'eq', 'buy')]));
  t.notOk(decided([...on('volume', 'le', '1'), ...on('side', 'eq', 'sell')]));
});

t.test('a refused change of stops is remembered by an event without rows', async (t) => {
  const engine = ruled([{ action: 'reject', request_kinds: ['modify'] }, {}]);
  engine.give({ held: [{ id: 1, price_open: '1.09000' }] });
  const sent = engine.trade({ kind: 'modify', position_id: 1, sl: '1.08000' });
  t.equal(codeOf(sent), 'trade.rejected');
  const event = engine.events.at(-1);
  t.match(event, { kind: 'trade_result', orders: [], positions: [] });
  t.equal(event?.remembered?.result.code, 'trade.rejected');
});

t.test('a confirmed price request answers the current quote', async (t) => {
  const sent = ruled([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell', volume: '1' });
  t.match(sent.result, { code: 'ok', price: price('1.10000'), ask: price('1.10010') });
  const any = ruled([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell' });
  t.match(any.result, { code: 'ok', price: price('1.10000'), volume: 0 });
  const none = ruled([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell', volume: '0' });
  t.equal(codeOf(none), 'trade.invalid_volume');
});

const request = { execution_mode: 'request', request_timeout_sec: 5 } as const;
const instant = { execution_mode: 'instant', request_timeout_sec: 5 } as const;
const ask: Wish = { kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' };
const at = (text: string, more: object = {}): Wish => ({ ...open, price: text, ...more }) as Wish;

t.test('in request mode the answered price is dealt at while it stands', async (t) => {
  const engine = ruled([{}], request);
  t.match(engine.trade(ask).result, { code: 'ok', price: price('1.10010') });
  t.match(waiting(engine), { state: 'quoted', due_at: NOON + 5000 });
  engine.quote('EURUSD', '1.10050', '1.10060');
  t.equal(engine.code(at('1.10060')), 'trade.requote', 'not the answered price');
  engine.trade(ask);
  engine.quote('EURUSD', '1.10150', '1.10160');
  engine.now += 4999;
  t.equal(engine.code(at('1.10060')), 'ok');
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
  t.equal(answered().code(at('1.10010', { volume: '1.01' })), 'trade.requote');
  t.equal(answered().code(at('1.10000', { side: 'sell' })), 'trade.requote');
  t.equal(answered().code(at('1.10010', { volume: '0.5' })), 'ok');
  const over = answered();
  t.match(over.timer(NOON + 5000), [{ kind: 'setting', queued: [{ state: 'gone' }] }]);
  t.equal(over.state.queue.size, 0);
});

t.test('both confirm actions fill at the answered price; a rule may still reject', async (t) => {
  for (const action of ['confirm_request_price', 'confirm_market_price', 'requote'] as const) {
    const engine = ruled([{ action, request_kinds: ['open'] }, {}], request);
    engine.trade(ask);
    engine.quote('EURUSD', '1.10050', '1.10060');
    t.equal(engine.code(at('1.10010')), 'ok', action);
    t.equal(engine.lastDeal.price, price('1.10010'));
  }
  const closed = ruled([{ action: 'reject', request_kinds: ['open'] }, {}], request);
  closed.trade(ask);
  t.equal(closed.code(at('1.10010')), 'trade.rejected');
});

t.test("a dealer's price is dealt at without asking him again", async (t) => {
  const engine = attended([], request);
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
  t.equal(engine.code(at('1.10021')), 'ok');
  t.equal(engine.lastDeal.price, price('1.10021'));
});

t.test('a requote stands; who repeats it within his deviation gets its price', async (t) => {
  const engine = ruled([{}], instant);
  const first = engine.trade(at('1.10000', { deviation_pts: 2 }));
  t.match(first.result, { code: 'trade.requote', ask: price('1.10010') });
  const requote_of = first.result?.request_id ?? '';
  engine.quote('EURUSD', '1.10100', '1.10110');
  t.equal(engine.code(at('1.10007', { requote_of, deviation_pts: 2 })), 'trade.requote');
  const again = engine.trade(at('1.10008', { requote_of, deviation_pts: 2 }));
  t.equal(codeOf(again), 'trade.requote', 'the newest requote counts');
  const newest = { requote_of: again.result?.request_id, deviation_pts: 1 };
  const last = engine.trade(at('1.10111', newest));
  t.match(last.result, { code: 'ok', price: price('1.10110') });
  const late = ruled([{}], instant);
  const gone = late.trade(at('1.10000')).result?.request_id;
  late.quote('EURUSD', '1.10100', '1.10110');
  late.now += 5000;
  t.equal(late.code(at('1.10010', { requote_of: gone })), 'trade.requote', 'in time alone');
});

t.test('a dealer requotes: the repeat goes to the same dealer', async (t) => {
  const engine = ruled([{ action: 'dealer', dealers: [6, 7] }], instant);
  engine.online.add(7);
  const first = engine.trade(at('1.10010', { deviation_pts: 3 }));
  const { id } = waiting(engine);
  t.equal(answer(engine, 'confirm', { price: '1.10014' }), 'trade.invalid_price');
  const requote = (bid: string, ask: string) => codeOf(engine.says('requote', id, { bid, ask }));
  t.equal(requote('1.10020', '1.10000'), 'trade.invalid_price');
  t.equal(requote('1.10020', '1.10030'), 'ok');
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
  t.match(waiting(engine), { state: 'queued', offered_to: 7 }, 'not to the first of the rule');
  answer(engine, 'confirm');
  t.equal(engine.lastDeal.price, price('1.10030'));
});

t.test('large volumes of instant symbols ask for a price first', async (t) => {
  const engine = ruled([{}], { ...instant, instant_max_volume: '1' });
  t.equal(engine.code(at('1.10010')), 'ok');
  const large = { volume: '2' };
  t.equal(engine.code(at('1.10010', large)), 'trade.requote');
  engine.trade({ ...ask, ...large } as Wish);
  engine.quote('EURUSD', '1.10050', '1.10060');
  t.equal(engine.code(at('1.10010', large)), 'ok');
  t.match(engine.lastDeal, { price: price('1.10010'), volume: volume('2') });
});

t.test('an answered price is kept for an order that must wait', async (t) => {
  const late: Partial<RoutingRecord> = { action: 'delay', action_value: '9000' };
  const engine = ruled([{ ...late, request_kinds: ['open'] }, {}], request);
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
  t.equal(engine.code({ kind: 'close', position_id, price: '1.10000' }), 'ok');
  t.equal(engine.lastDeal.price, price('1.10000'));
});
