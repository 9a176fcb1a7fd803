// Requests that wait: delays, what is locked meanwhile, and what they find when they go on.

import t from 'tap';
import { newAccount } from '../../../engine/engine.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  openAccount,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { alter, price, volume } from '../../support/engine-rows.js';
import { rule, symbol } from '../../support/settings-records.js';
import { limit, open, outcome, ruled } from '../waiting.js';

const delay = (more: Partial<RoutingRecord> = {}): Partial<RoutingRecord> => ({
  action: 'delay',
  action_value: '500',
  ...more,
});

const NETTING: Setup = { group: { margin_mode: 'netting' } };

/** A broker that holds requests of these kinds up; the rest is confirmed. */
const delayed = (kinds: RoutingRecord['request_kinds'], setup: Setup = {}): EngineHarness =>
  ruled([delay({ request_kinds: kinds }), {}], {}, setup);

t.test('a delay that is no number, of a record of before, holds nothing up', async (t) => {
  const engine = ruled([delay({ action_value: 'soon' }), {}]);
  engine.trade(open);
  engine.timer(engine.now);
  t.equal(engine.state.queue.size, 0);
  t.equal(engine.state.positions.size, 1);
});

t.test('a delayed order waits its time and is filled at the price of its end', async (t) => {
  const engine = ruled([delay(), {}]);
  const sent = engine.trade(open);
  t.match(sent.result, { code: 'ok', status: 'queued', order_id: 1 });
  t.match(engine.events.at(-1), {
    kind: 'order',
    orders: [{ id: 1, state: 'started' }],
    queued: [{ id: 1, state: 'delayed', due_at: NOON + 500, kind: 'open' }],
  });
  engine.quote('EURUSD', '1.10040', '1.10050');
  t.same(engine.timer(NOON + 499), []);
  const [deal, resultEvent] = engine.timer(NOON + 500);
  t.match(deal, { kind: 'deal', queued: [{ state: 'gone' }], explain: { received_at: NOON } });
  t.equal(engine.lastDeal.price, price('1.10050'));
  t.match(resultEvent, {
    kind: 'trade_result',
    remembered: { result: { code: 'ok', status: 'done' } },
  });
  t.match(outcome(engine, sent.result?.request_id), { order_id: 1, deal_ids: '2' });
  t.equal(engine.state.queue.size + engine.state.orders.size, 0);
  t.equal(engine.state.positions.size, 1);
});

t.test('two delays are served one after the other, rules below see the new price', async (t) => {
  const moved = [{ field: 'deviation_pts', op: 'lt', value: '0' }] as RoutingRecord['conditions'];
  const rules = [delay(), delay(), { action: 'requote', conditions: moved } as const, {}];
  const instant = { execution_mode: 'instant' } as const;
  const wish = { ...open, price: '1.10010' };
  const engine = ruled(rules, instant);
  engine.trade(wish);
  t.match(engine.timer(NOON + 500), [{ kind: 'setting', queued: [{ due_at: NOON + 1000 }] }]);
  engine.timer(NOON + 1000);
  t.equal(engine.lastDeal.price, price('1.10010'));
  const late = ruled(rules, instant);
  const sent = late.trade(wish);
  late.timer(NOON + 500);
  late.quote('EURUSD', '1.10001', '1.10011');
  late.timer(NOON + 1000);
  t.match(outcome(late, sent.result?.request_id), { code: 'trade.requote', ask: price('1.10011') });
  t.match(late.events.at(-2)?.orders, [{ state: 'rejected' }]);
});

t.test('at the request price a delayed order gets the quote of its arrival', async (t) => {
  const engine = ruled([delay(), { action: 'confirm_request_price' }]);
  engine.trade(open);
  engine.quote('EURUSD', '1.10040', '1.10050');
  engine.timer(NOON + 500);
  t.equal(engine.lastDeal.price, price('1.10010'));
});

t.test('other settings begin the walk again, and served delays are not repeated', async (t) => {
  const engine = ruled([delay(), delay({ action_value: '700' }), {}]);
  engine.trade(open);
  engine.configure(({ routing }) => ({
    routing: [rule({ id: 9, position: 0, ...delay({ action_value: '50' }) }), ...routing],
  }));
  engine.timer(NOON + 500);
  t.match(engine.queue, [{ rule_id: 9, served: '1 9', due_at: NOON + 550 }]);
  engine.timer(NOON + 550);
  t.match(engine.queue, [{ rule_id: 2, served: '1 9 2', due_at: NOON + 1250 }]);
  engine.timer(NOON + 1250);
  t.equal(engine.state.positions.size, 1);
});

t.test('what became of account and market meanwhile is tested again', async (t) => {
  const after = (
    change: (engine: EngineHarness) => void,
    more: Partial<SymbolRecord> = {},
  ): string => {
    const engine = ruled([delay({ request_kinds: ['open'] }), {}], more);
    const sent = engine.trade(open);
    change(engine);
    engine.timer(NOON + 500);
    t.equal(engine.state.queue.size, 0);
    return outcome(engine, sent.result?.request_id)?.code ?? 'none';
  };
  const poor = (engine: EngineHarness) => engine.deposit('-9500', { skip_margin_check: true });
  t.equal(after(poor), 'ok', 'the margin was tested when it came');
  t.equal(after(poor, { margin_check_process: true }), 'trade.no_money');
  const shut = (engine: EngineHarness) => {
    engine.state.switches = { ...engine.state.switches, trading_enabled: false };
  };
  t.equal(after(shut), 'trade.disabled');
  const closed = (engine: EngineHarness) =>
    alter(engine, { symbol: { trade_access: 'close_only' } });
  t.equal(after(closed), 'trade.close_only');
  t.equal(
    after(() => {}, { quote_max_delay_sec: 1 }),
    'ok',
  );
  const sessions = [{ day: 3, from_min: 0, to_min: 600 }];
  const ended = (engine: EngineHarness) => alter(engine, { symbol: { trade_sessions: sessions } });
  t.equal(after(ended), 'trade.market_closed');
});

t.test('a closed platform fills nothing that waits for a trader, and what waits for staff', (t) => {
  const modes = [{ mode: 'closed', at: new Date(NOON + 1).toISOString(), text: '' } as const];
  const kinds = ['open', 'close', 'dealer_open', 'dealer_close'] as const;
  const engine = ruled([delay({ request_kinds: [...kinds] }), {}], {}, { platform: { modes } });
  engine.give({ held: [3, 4].map((id) => ({ id, price_open: '1.10000' })) });
  const sent = [
    engine.trade(open),
    engine.trade({ kind: 'close', position_id: 3 }),
    engine.deal(open),
    engine.deal({ kind: 'close', position_id: 4 }),
  ];
  engine.timer(NOON + 500);
  t.same(
    sent.map(({ result }) => outcome(engine, result?.request_id)?.code),
    ['trade.disabled', 'trade.disabled', 'ok', 'ok'],
  );
  t.end();
});

t.test('one close of a position at a time; its stops do not change meanwhile', async (t) => {
  const engine = delayed(['close']);
  engine.trade(open);
  engine.trade({ ...open, side: 'sell' });
  const [bought, sold] = [...engine.state.positions.keys()] as [number, number];
  const close = { kind: 'close', position_id: bought } as const;
  t.equal(engine.trade(close).result?.status, 'queued');
  t.equal(engine.code({ ...close, volume: '0.1' }), 'trade.close_order_exists');
  const pair = { position_id: sold, by_position_id: bought };
  t.equal(engine.code({ kind: 'close_by', ...pair }), 'trade.close_order_exists');
  const modify = { kind: 'modify', position_id: bought, sl: '1.09000' } as const;
  t.equal(engine.code(modify), 'trade.locked');
  engine.timer(NOON + 500);
  t.same([...engine.state.positions.keys()], [sold]);
});

t.test('a netting position that became smaller is not closed beyond its volume', async (t) => {
  const engine = delayed(['close'], NETTING);
  engine.trade(open);
  const [position_id = 0] = engine.state.positions.keys();
  const sent = engine.trade({ kind: 'close', position_id });
  engine.trade({ ...open, side: 'sell', volume: '0.4' });
  engine.timer(NOON + 500);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.invalid_close_volume');
  t.match(engine.positions, [{ volume: volume('0.6') }]);
});

t.test('an order under processing is locked, does not fire, and is released', async (t) => {
  const engine = delayed(['pending_modify', 'pending_cancel']);
  engine.trade(limit());
  const [order_id = 0] = engine.state.orders.keys();
  const sent = engine.trade({ kind: 'pending_modify', order_id, price: '1.08000' });
  t.match(sent.result, { status: 'queued', order_id });
  t.match(engine.orders, [{ state: 'request_modify', price_order: 109e6 }]);
  t.equal(engine.code({ kind: 'pending_cancel', order_id }), 'trade.locked');
  t.same(engine.tick('EURUSD', '1.08900', '1.08910'), []);
  engine.timer(NOON + 500);
  t.match(engine.orders, [{ state: 'placed', price_order: 108e6 }]);
  t.equal(outcome(engine, sent.result?.request_id)?.status, 'placed');
  engine.trade({ kind: 'pending_cancel', order_id });
  t.match(engine.orders, [{ state: 'request_cancel' }]);
  engine.timer(NOON + 1000);
  t.equal(engine.state.orders.size, 0);
});

t.test('a delayed stop loss fires once, and closes at the price of its end', async (t) => {
  const engine = delayed(['sl', 'activate']);
  engine.trade({ ...open, sl: '1.09000' });
  engine.trade(limit({ price: '1.08990', volume: '2' }));
  t.equal(engine.tick('EURUSD', '1.08980', '1.08990').length, 2);
  t.same(engine.tick('EURUSD', '1.08970', '1.08980'), [], 'both wait');
  const [position_id = 0] = engine.state.positions.keys();
  t.equal(engine.code({ kind: 'close', position_id }), 'trade.close_order_exists');
  engine.timer(NOON + 500);
  const deals = engine.deals.slice(-2);
  t.match(deals, [
    { reason: 'sl', price: price('1.08970'), comment: 'sl 1.09000' },
    { reason: 'client', price: price('1.08980'), volume: volume('2') },
  ]);
});

t.test('a limit whose price has gone again is not filled worse: it works on', async (t) => {
  const engine = delayed(['activate']);
  engine.trade(limit());
  engine.tick('EURUSD', '1.08980', '1.08990');
  engine.tick('EURUSD', '1.09100', '1.09110');
  engine.timer(NOON + 500);
  t.equal(engine.state.positions.size + engine.state.queue.size, 0);
  engine.tick('EURUSD', '1.08980', '1.08990');
  engine.timer(NOON + 1000);
  t.equal(engine.lastDeal.price, price('1.08990'));
});

t.test('a stop-out that must wait holds its position; no other is closed meanwhile', async (t) => {
  const rules = [delay({ request_kinds: ['stopout_position'] }), { action: 'reject' } as const];
  const engine = ruled(rules);
  engine.give({ balance: '1000', held: [{ price_open: '1.1' }, { price_open: '1.1' }] });
  engine.tick('EURUSD', '1.09990', '1.10000');
  t.match(engine.queue, [{ position_id: 1, kind: 'stopout_position' }]);
  engine.tick('EURUSD', '1.09980', '1.09990');
  t.equal(engine.state.queue.size, 1);
  t.equal(codeOf(engine.deal({ kind: 'close', position_id: 1 })), 'trade.close_order_exists');
  engine.timer(NOON + 500);
  t.match(engine.lastDeal, { reason: 'so', price: price('1.09980') }, 'a refusal is ignored');
  t.equal(engine.state.positions.has(1), false);
});

t.test('what waits counts in the limits, and its margin is set aside', async (t) => {
  const waits = (more: Partial<SymbolRecord>, group: object = {}): EngineHarness => {
    const engine = ruled([delay(), {}], more, { group });
    engine.trade(open);
    return engine;
  };
  t.equal(waits({ volume_limit: '1.5' }).code(open), 'trade.limit_volume');
  t.equal(waits({}, { limit_positions: 1 }).code(open), 'trade.limit_positions');
  const opposite = { ...open, side: 'sell' } as const;
  t.equal(waits({}, { hedge_prohibited: true }).code(opposite), 'trade.hedge_prohibited');
  const engine = waits({});
  t.equal(engine.state.ledger.balance, 1_000_000);
  t.equal(engine.code({ ...open, volume: '8.1' }), 'trade.no_money');
  t.equal(engine.code({ ...open, volume: '8' }), 'ok');
  const one = waits({}, { limit_orders: 1 });
  const placed = one.trade(limit());
  t.equal(placed.result?.status, 'queued', 'a market order is no pending order');
});

t.test('a waiting change of stops leaves alone what it did not name', async (t) => {
  const engine = delayed(['modify']);
  engine.trade({ ...open, trail_pts: 500 });
  const [position_id = 0] = engine.state.positions.keys();
  const sent = engine.trade({ kind: 'modify', position_id, tp: '1.20000' });
  t.equal(sent.result?.status, 'queued');
  engine.tick('EURUSD', '1.11000', '1.11010');
  const trailed = { sl: price('1.10500'), trail_pts: 500 };
  t.match(engine.positions, [trailed]);
  engine.tick('EURUSD', '1.10900', '1.10910');
  engine.timer(NOON + 500);
  t.match(engine.positions, [{ ...trailed, tp: price('1.20000') }]);
  const netting = delayed(['modify'], NETTING);
  netting.trade({ ...open, sl: '1.09000', tp: '1.12000' });
  const [held = 0] = netting.state.positions.keys();
  netting.trade({ kind: 'modify', position_id: held, sl: '0' });
  netting.trade({ ...open, sl: '1.08000', tp: '1.13000', trail_pts: 900 });
  netting.timer(NOON + 500);
  const cleared = { sl: 0, tp: price('1.13000'), trail_pts: 0 };
  t.match(netting.positions, [cleared], 'clearing the stop ends trailing');
});

t.test('the stops of what waited are tested against the market of its end', async (t) => {
  const after = (wish: object, bid = '1.09000', ask = '1.09010'): string | undefined => {
    const engine = ruled([delay(), {}], { stops_level: 10 });
    const sent = engine.trade({ ...open, ...wish });
    engine.quote('EURUSD', bid, ask);
    engine.timer(NOON + 500);
    return outcome(engine, sent.result?.request_id)?.code;
  };
  t.equal(after({ sl: '1.09500' }), 'trade.invalid_stops');
  t.equal(after({ sl: '1.08995' }), 'trade.invalid_stops', 'nearer than the stops level');
  t.equal(after({ sl: '1.08990' }), 'ok');
  t.equal(after({ tp: '1.10500' }, '1.11000', '1.11010'), 'trade.invalid_stops');
  const stricter = (wish: Wish, found: string): void => {
    const engine = delayed(['open', 'modify']);
    engine.give({ held: [{ id: 1, price_open: '1.1' }] });
    const sent = engine.trade(wish);
    alter(engine, { symbol: { stops_level: 60 } });
    engine.timer(NOON + 500);
    t.equal(outcome(engine, sent.result?.request_id)?.code, found);
  };
  stricter({ ...open, trail_pts: 50 }, 'trade.invalid_stops');
  stricter({ kind: 'modify', position_id: 1, trail_pts: 50 }, 'trade.invalid_stops');
  stricter({ kind: 'modify', position_id: 1, trail_pts: 60 }, 'ok');
  const bare = ruled([{ action: 'clear_stops' }, delay(), {}]);
  bare.trade({ ...open, sl: '1.09500' });
  bare.quote('EURUSD', '1.09000', '1.09010');
  bare.timer(NOON + 500);
  t.match(bare.positions, [{ sl: 0 }], 'stops that a rule took off');
});

t.test('symbols that waiting orders open count, and none of them twice', async (t) => {
  const waits = (group: object): EngineHarness => {
    const symbols = ['EURUSD', 'GBPUSD', 'AUDUSD'].map((name) => symbol(name));
    const engine = openAccount({ symbols, group, rules: [delay(), {}], deposit: '100000' });
    for (const { name } of symbols) engine.quote(name, '1.10000', '1.10010');
    engine.trade(open);
    return engine;
  };
  const other = { ...open, symbol: 'GBPUSD' };
  const one = waits({ limit_symbols: 1 });
  t.equal(one.code(other), 'trade.limit_positions');
  t.equal(one.code(open), 'ok', 'the same symbol');
  const netting = waits({ margin_mode: 'netting', limit_positions: 2 });
  t.equal(netting.code(open), 'ok');
  t.equal(netting.code(other), 'ok', 'two orders of one symbol make one position');
  t.equal(netting.code({ ...open, symbol: 'AUDUSD' }), 'trade.limit_positions');
  netting.timer(NOON + 500);
  t.equal(netting.state.positions.size, 2);
  t.equal(netting.code(open), 'ok', 'growth of what is held');
  const held = waits({ margin_mode: 'netting', limit_positions: 2 });
  held.timer(NOON + 500);
  held.trade(open);
  t.equal(held.code(other), 'ok', 'a waiting order of a held symbol is no position more');
});

t.test('waiting requests survive a restart and come due there', async (t) => {
  const engine = ruled([delay(), {}]);
  engine.trade(open);
  const { switches, ledger, orders, queue } = engine.state;
  engine.state = newAccount(switches, ledger, [], [...orders.values()], [...queue.values()]);
  engine.track();
  const { book } = engine;
  t.equal(book.nextDue, NOON + 500);
  t.same(book.due({ ...engine.ctx, now: NOON + 499 }), []);
  t.same(book.due({ ...engine.ctx, now: NOON + 500 }), [1001]);
  t.equal(book.nextDue, Number.POSITIVE_INFINITY);
  engine.timer(NOON + 500);
  t.equal(engine.state.positions.size, 1);
});

/** As many requests of an account as may wait. */
const WAITING_MAX = 512;

t.test('of one account 512 requests wait, one more is refused, and others wait on', async (t) => {
  const engine = ruled([delay(), {}], { order_limit: 0 } as object);
  engine.give({ balance: '1000000000' });
  const small = { ...open, volume: '0.01' };
  for (let n = 0; n < WAITING_MAX; n += 1) t.equal(engine.trade(small).result?.status, 'queued');
  t.equal(engine.code(small), 'trade.too_many_requests');
  t.equal(engine.state.queue.size, WAITING_MAX);
  engine.timer(NOON + 500);
  t.equal(engine.state.positions.size, WAITING_MAX, 'all that waited are done');
  t.equal(engine.trade(small).result?.status, 'queued', 'there is room again');
});
