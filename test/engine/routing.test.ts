// Routing as requests meet it: who decides, at which price, and what nobody serves.

import t from 'tap';
import type { RoutingRecord } from '../../wire/routing.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import {
  codeOf,
  type EngineHarness,
  openAccount,
  row,
  rule,
  type Wish,
} from '../support/engine-harness.js';
import { heldPosition, price } from '../support/engine-rows.js';

const open: Wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' };

const made = (
  rules: readonly Partial<RoutingRecord>[],
  more: Partial<SymbolRecord> = {},
): EngineHarness =>
  openAccount({
    symbol: more,
    routing: rules.map((one, at) => rule({ id: at + 1, position: at + 1, ...one })),
  });

t.test('a rejecting rule says its own words', async (t) => {
  const engine = made([{ action: 'reject', action_value: 'not today' }]);
  const sent = engine.trade(open);
  t.match(sent.result, { code: 'trade.rejected', message: 'not today', status: 'rejected' });
  t.match(engine.events.at(-1), { kind: 'order', orders: [{ state: 'rejected' }] });
});

t.test('what a gateway would decide is refused while none is on line', async (t) => {
  const sent = made([{ action: 'gateway', dealers: [1] }]).trade(open);
  t.equal(codeOf(sent), 'trade.no_connection');
});

t.test('a rule of dealers is passed over when it says so and nobody is there', async (t) => {
  const engine = made([{ action: 'dealer', dealers: [7], skip_no_dealer: true }, {}]);
  t.equal(codeOf(engine.trade(open)), 'ok');
  const forced = made([{ action: 'dealer', dealers: [7] }, {}]);
  t.equal(codeOf(forced.deal(open)), 'ok', "a dealer's own request needs no dealer");
});

t.test("a dealer's kinds are not the client's", async (t) => {
  const engine = made([{ action: 'reject', request_kinds: ['open'] }, {}]);
  t.equal(codeOf(engine.trade(open)), 'trade.rejected');
  t.equal(codeOf(engine.deal(open)), 'ok');
});

t.test('clear_stops takes the stops off what goes on', async (t) => {
  const engine = made([{ action: 'clear_stops' }, {}]);
  engine.trade({ ...open, sl: '1.09000', tp: '1.12000' } as Wish);
  t.match(engine.positions, [{ sl: 0, tp: 0 }]);
  const [position] = engine.positions;
  const modify: Wish = { kind: 'modify', position_id: position?.id ?? 0, sl: '1.09000' };
  t.equal(codeOf(engine.trade(modify)), 'ok', 'a change of stops is none of its kinds');
  t.match(engine.positions, [{ sl: price('1.09000') }]);
});

t.test('a requote is one in instant execution, elsewhere there is no price', async (t) => {
  const instant = made([{ action: 'requote' }], { execution_mode: 'instant' });
  const wish = { ...open, price: '1.10010' } as Wish;
  t.match(instant.trade(wish).result, {
    code: 'trade.requote',
    status: 'requote',
    bid: price('1.10000'),
    ask: price('1.10010'),
  });
  t.equal(codeOf(made([{ action: 'requote' }]).trade(open)), 'trade.off_quotes');
});

t.test('instant execution needs a price that was in the stream', async (t) => {
  const engine = made([{}], { execution_mode: 'instant', instant_price_age_sec: 3 });
  t.equal(codeOf(engine.trade(open)), 'trade.invalid_price');
  const near = { ...open, price: '1.10008', deviation_pts: 5 } as Wish;
  t.equal(codeOf(engine.trade(near)), 'ok');
  engine.streamed = [];
  t.equal(codeOf(engine.trade(near)), 'trade.requote');
  engine.streamed = [['1.10000', '1.10008']];
  t.equal(codeOf(engine.trade(near)), 'ok');
  engine.configure(({ group }) => ({
    group: group.map((one) => ({ ...one, symbols: [row('*', { spread_diff: 2 })] })),
  }));
  t.equal(codeOf(engine.trade(near)), 'trade.requote', 'the group saw it two points higher');
  engine.streamed = [['1.10000', '1.10006']];
  t.equal(codeOf(engine.trade(near)), 'ok');
  engine.configure(({ group }) => ({
    group: group.map((one) => ({ ...one, symbols: [row('*', { spread_diff: -9 })] })),
  }));
  engine.quote('EURUSD', '1.10006', '1.10012');
  engine.streamed = [['1.10008', '1.10012']];
  t.equal(codeOf(engine.trade(near)), 'ok', 'its Ask is never below its Bid');
});

t.test('instant execution bounds moves for and against the client apart', async (t) => {
  const bounds = { instant_dev_profit_pts: 3, instant_dev_loss_pts: 5 };
  const engine = made([{}], { execution_mode: 'instant', ...bounds });
  const sent = (at: string): string =>
    codeOf(engine.trade({ ...open, price: at, deviation_pts: 100 } as Wish));
  t.equal(sent('1.10007'), 'ok', 'three points in his favour');
  t.equal(sent('1.10006'), 'trade.requote');
  t.equal(sent('1.10015'), 'ok', 'five against him');
  t.equal(sent('1.10016'), 'trade.requote');
});

t.test('an exchange symbol is dealt in by a gateway alone', async (t) => {
  const wish = { ...open, price: '1.10010' } as Wish;
  const exchange = made([{}], { execution_mode: 'exchange' });
  t.equal(codeOf(exchange.trade(wish)), 'trade.no_connection');
  const limit = { ...open, kind: 'pending', order_kind: 'limit', price: '1.09' } as unknown as Wish;
  t.equal(codeOf(exchange.trade(limit)), 'trade.no_connection');
});

t.test('an instant close is filled at the price asked or at the market', async (t) => {
  for (const [action, at] of [
    ['confirm_request_price', '1.09998'],
    ['confirm_market_price', '1.10000'],
  ] as const) {
    const engine = made([{ action }], { execution_mode: 'instant' });
    const position = heldPosition(engine, 'EURUSD', { price_open: '1.09000' });
    engine.give({ positions: [position] });
    const close = { kind: 'close', position_id: position.id, price: '1.09998', deviation_pts: 2 };
    t.equal(codeOf(engine.trade(close as Wish)), 'ok');
    t.equal(engine.lastDeal.price, price(at));
  }
});

t.test('conditions compare numbers, hours and masks', async (t) => {
  const decided = (conditions: RoutingRecord['conditions'], wish: Wish = open): boolean =>
    codeOf(made([{ action: 'reject', conditions }, {}]).trade(wish)) === 'trade.rejected';
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
  t.ok(decided(on('comment', 'eq', '*robot*'), { ...open, comment: 'my robot' } as Wish));
  t.ok(decided([...on('volume', 'le', '1'), ...on('side', 'eq', 'buy')]));
  t.notOk(decided([...on('volume', 'le', '1'), ...on('side', 'eq', 'sell')]));
});

t.test('rules of order kinds do not meet a change of stops', async (t) => {
  const engine = made([{ action: 'reject', order_kinds: ['market'] }, {}]);
  const position = heldPosition(engine, 'EURUSD', { price_open: '1.09000' });
  engine.give({ positions: [position] });
  const modify: Wish = { kind: 'modify', position_id: position.id, sl: '1.08000' };
  t.equal(codeOf(engine.trade(modify)), 'ok');
  t.equal(codeOf(engine.trade(open)), 'trade.rejected');
});

t.test('a refused change of stops is remembered by an event without rows', async (t) => {
  const engine = made([{ action: 'reject', request_kinds: ['modify'] }, {}]);
  const position = heldPosition(engine, 'EURUSD', { price_open: '1.09000' });
  engine.give({ positions: [position] });
  const sent = engine.trade({ kind: 'modify', position_id: position.id, sl: '1.08000' });
  t.equal(codeOf(sent), 'trade.rejected');
  const event = engine.events.at(-1);
  t.match(event, { kind: 'trade_result', orders: [], positions: [] });
  t.equal(event?.remembered?.result.code, 'trade.rejected');
});

t.test('a confirmed price request answers the current quote', async (t) => {
  const sent = made([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell', volume: '1' });
  t.match(sent.result, { code: 'ok', price: price('1.10000'), ask: price('1.10010') });
  const any = made([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell' });
  t.match(any.result, { code: 'ok', price: price('1.10000'), volume: 0 });
  const none = made([{}]).trade({ kind: 'price', symbol: 'EURUSD', side: 'sell', volume: '0' });
  t.equal(codeOf(none), 'trade.invalid_volume');
});
