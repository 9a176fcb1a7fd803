// Pending orders: placed, changed, cancelled, activated, expired.

import t from 'tap';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { EngineHarness, NOON, openAccount, type Wish } from '../../support/engine-harness.js';
import { alter } from '../../support/engine-rows.js';
import { reserving, rule, symbol } from '../../support/settings-records.js';
import { limit, open } from '../waiting.js';

const made = (
  group: object = {},
  more: Partial<SymbolRecord> = {},
  setup: object = {},
): EngineHarness => openAccount({ symbol: more, group, ...setup });

t.test('in one tick an order expires before it is filled, and stops close first', async (t) => {
  const engine = made();
  engine.give({ held: [{ id: 900, price_open: '1.1', sl: '1.09500' }] });
  const expires_at = new Date(NOON + 60_000).toISOString();
  engine.trade(limit({ expiration: 'specified', expires_at, price: '1.09400' }));
  engine.trade(limit({ price: '1.09300' }));
  engine.now += 60_000;
  const events = engine.tick('EURUSD', '1.09200', '1.09210');
  const kinds = events.map((event) => event.cause.kind);
  t.same(kinds, ['expiration', 'sl', 'activate']);
  t.match(events[0]?.orders[0], { state: 'expired', done_at: NOON + 60_000 });
});

t.test('an order opens nothing where account, group or server are closed for trade', async (t) => {
  const reached = (close: (engine: EngineHarness) => void) => {
    const engine = made();
    engine.trade(limit());
    close(engine);
    return engine.tick('EURUSD', '1.08980', '1.08990').at(-1);
  };
  const switched = (change: Partial<AccountSwitches>) => (engine: EngineHarness) => {
    engine.state.switches = { ...engine.state.switches, ...change };
  };
  const modes = [{ mode: 'close_only', at: new Date(NOON).toISOString(), text: '' } as const];
  const closing = (engine: EngineHarness) =>
    engine.configure(({ platform }) => ({ platform: platform.map((one) => ({ ...one, modes })) }));
  const ways: readonly [close: (engine: EngineHarness) => void, fault: RegExp][] = [
    [switched({ enabled: false }), /trade.disabled/],
    [switched({ trading_enabled: false }), /trade.disabled/],
    [(engine) => alter(engine, { group: { trading_enabled: false } }), /trade.disabled/],
    [(engine) => Object.assign(engine, { closeOnly: true }), /trade.close_only/],
    [closing, /trade.close_only/],
  ];
  for (const [close, fault] of ways) {
    const event = reached(close);
    t.match(event, { kind: 'order', deals: [], orders: [{ state: 'rejected' }] });
    t.match(event?.explain?.trigger, fault);
  }
});

t.test('a closed platform leaves pending orders, and fires stops', async (t) => {
  const times = { closed: NOON + 1, open: NOON + 2 } as const;
  const modes = (['closed', 'open'] as const).map((mode) => ({
    mode,
    at: new Date(times[mode]).toISOString(),
    text: '',
  }));
  const engine = made({}, {}, { platform: { modes } });
  engine.give({ held: [{ id: 900, price_open: '1.1', sl: '1.09500' }] });
  engine.trade(limit());
  engine.now = times.closed;
  const [event, ...others] = engine.tick('EURUSD', '1.08980', '1.08990');
  t.match([event?.cause.kind, others], ['sl', []]);
  t.equal(engine.state.orders.size, 1);
  engine.now = times.open;
  t.match(engine.tick('EURUSD', '1.08980', '1.08990'), [{ cause: { kind: 'activate' } }]);
});

t.test('what only reduces goes on while the account is closed for trade', async (t) => {
  const engine = made({ margin_mode: 'netting' });
  engine.trade(open);
  engine.trade(limit({ side: 'sell', price: '1.11000' }));
  engine.state.switches = { ...engine.state.switches, trading_enabled: false };
  engine.tick('EURUSD', '1.11000', '1.11010');
  t.match(engine.lastDeal, { entry: 'out', profit: 99_000 });
});

t.test('an order without a conversion rate waits for it at its price', async (t) => {
  const pairs = [symbol('EURGBP', { currency_margin: 'GBP' }), symbol('GBPUSD')];
  const made = new EngineHarness({
    symbols: pairs,
    quotes: { EURGBP: ['0.85000', '0.85010'], GBPUSD: ['1.27000', '1.27010'] },
    balance: '10000',
  });
  made.trade(limit({ symbol: 'EURGBP', volume: '0.10', price: '0.84000' }));
  const again = new EngineHarness({ symbols: pairs });
  again.state = made.state;
  t.same(again.tick('EURGBP', '0.83900', '0.83910'), [], 'no rate is known: it stays');
  t.equal(again.orders[0]?.state, 'placed');
  again.quote('GBPUSD', '1.27000', '1.27010');
  const [event] = again.tick('EURGBP', '0.83900', '0.83910');
  t.match(event?.orders, [{ kind: 'limit', state: 'filled' }]);
});

t.test('a rejecting rule leaves order and stop in place until it is gone', async (t) => {
  const kinds: RoutingRecord['request_kinds'] = ['activate', 'sl', 'activate_stop_limit'];
  const engine = openAccount({ rules: [{ action: 'reject', request_kinds: kinds }, {}] });
  engine.give({ held: [{ price_open: '1.1', sl: '1.09500' }] });
  engine.trade(limit());
  t.same(engine.tick('EURUSD', '1.08980', '1.08990'), []);
  engine.configure(() => ({ routing: [rule()] }));
  t.equal(engine.tick('EURUSD', '1.08980', '1.08990').length, 2);
});

t.test('prices, stops and lifetime of an order change; nothing new is refused', async (t) => {
  const engine = made({}, { margin_rates: reserving('1') });
  const order_id = engine.trade(limit()).result?.order_id ?? 0;
  t.equal(engine.live.margin, 109_000);
  const change = (more: object): string =>
    engine.code({ kind: 'pending_modify', order_id, ...more } as Wish);
  t.equal(change({}), 'trade.no_changes');
  t.equal(change({ price: '1.09000' }), 'trade.no_changes');
  t.equal(change({ price: '1.08000', sl: '1.07000' }), 'ok');
  t.equal(engine.live.margin, 108_000, 'the reserve follows the price');
  t.equal(change({ sl: '1.08001' }), 'trade.invalid_stops');
  t.equal(change({ price: '1.10011' }), 'trade.invalid_price');
  t.equal(change({ price_stop_limit: '1.07000' }), 'trade.invalid_request');
  const expires_at = new Date(NOON + 1000).toISOString();
  t.equal(change({ expires_at }), 'trade.invalid_request', 'it lives until cancelled');
  t.equal(change({ expiration: 'specified', expires_at }), 'ok');
  t.equal(engine.state.orders.get(order_id)?.expires_at, NOON + 1000);
  t.equal(engine.events.at(-1)?.kind, 'order');
});

t.test('a waiting order is cancelled, and not within the freeze level', async (t) => {
  const engine = made({}, { freeze_level: 20 });
  const order_id = engine.trade(limit()).result?.order_id ?? 0;
  const cancel: Wish = { kind: 'pending_cancel', order_id };
  engine.quote('EURUSD', '1.09010', '1.09020');
  t.equal(engine.code(cancel), 'trade.frozen');
  engine.quote('EURUSD', '1.09011', '1.09021');
  const sent = engine.trade(cancel);
  t.match(sent.result, { code: 'ok', status: 'done', order_id });
  t.match(engine.events.at(-1)?.orders[0], { state: 'canceled', done_at: NOON });
  t.equal(engine.code(cancel), 'trade.order_changed');
});

t.test('a change that does not raise the margin passes with negative free margin', async (t) => {
  const engine = made({}, { margin_rates: reserving('1') });
  engine.give({ balance: '1090' });
  t.equal(engine.code(limit({ price: '1.08500' })), 'ok');
  engine.give({ balance: '1080' });
  const order_id = engine.orders[0]?.id as number;
  const moved = (price: string): string => engine.code({ kind: 'pending_modify', order_id, price });
  t.equal(moved('1.08600'), 'trade.no_money');
  t.equal(moved('1.08000'), 'ok');
  t.equal(engine.live.margin, 108_000);
});

t.test('a stop-limit needs its limit on the better side, and stops from the limit', async (t) => {
  const engine = made();
  const place = (more: Parameters<typeof limit>[0]): string =>
    engine.code(limit({ order_kind: 'stop_limit', price: '1.10500', ...more }));
  t.equal(place({}), 'trade.invalid_request', 'no limit price');
  t.equal(place({ price_stop_limit: '1.10500' }), 'trade.invalid_price');
  t.equal(place({ price_stop_limit: '1.10400', sl: '1.10450' }), 'trade.invalid_stops');
  t.equal(place({ price_stop_limit: '1.10400', sl: '1.10350' }), 'ok');
  t.equal(engine.code(limit({ price_stop_limit: '1.08' })), 'trade.invalid_request');
});

t.test('lifetimes must be allowed, and not be over', async (t) => {
  const engine = made();
  const place = (more: Parameters<typeof limit>[0]): string => engine.code(limit(more));
  const expires_at = new Date(NOON).toISOString();
  t.equal(place({ expiration: 'specified' }), 'trade.invalid_request', 'no time');
  t.equal(place({ expiration: 'specified', expires_at }), 'trade.invalid_expiration', 'past');
  t.equal(place({ expires_at }), 'trade.invalid_request');
  t.equal(place({ expiration: 'specified_day', expires_at }), 'ok', 'to the end of its day');
  t.equal(engine.orders[0]?.expires_at, Date.UTC(2025, 2, 13));
  const last = '9999-12-31T23:59:59Z';
  t.equal(place({ expiration: 'specified', expires_at: last }), 'ok');
  const beyond = place({ expiration: 'specified_day', expires_at: last });
  t.equal(beyond, 'trade.invalid_expiration', 'its end could not be told');
  const strict = made({ expiration_enabled: false }, { expiration_flags: ['gtc', 'day'] });
  t.equal(strict.code(limit({ expiration: 'day' })), 'trade.invalid_expiration');
  t.equal(strict.code(limit()), 'ok');
});

t.test('an order for a named day that ends outside a session lasts to the next one', async (t) => {
  const session = { from_min: 480, to_min: 1080 };
  const trade_sessions = [3, 5, 6].map((day) => ({ day, ...session }));
  const engine = made({}, { trade_sessions });
  const named = (day: number): number | undefined => {
    const expires_at = new Date(Date.UTC(2025, 2, day, 9)).toISOString();
    const { state } = engine;
    engine.trade(limit({ expiration: 'specified_day', expires_at }));
    return [...state.orders.values()].at(-1)?.expires_at;
  };
  t.equal(named(12), Date.UTC(2025, 2, 14, 8), 'Wednesday: to Friday morning');
  t.equal(named(14), Date.UTC(2025, 2, 15, 8), 'Friday: to Saturday morning');
});

t.test("a session's orders go when it is gone for good, and only they", async (t) => {
  const engine = made();
  const session = 's9';
  const origin = { terminal: 'web', ip: '10.0.0.1', session };
  engine.run({ op: 'cancel_on_disconnect', session, enabled: true, grace_sec: 5 });
  t.match(engine.events.at(-1), { kind: 'setting', account_seq: 1 });
  t.same(engine.state.ledger.cancel_on_disconnect, { s9: 5 });
  engine.trade(limit(), { origin });
  engine.trade(limit(), { origin });
  engine.trade(limit());
  engine.run({ op: 'disconnected', session });
  const changes = engine.events
    .slice(-3)
    .map(({ kind, cause, orders }) => [kind, cause.kind, orders.length]);
  t.same(changes, [
    ['order', 'disconnect', 1],
    ['order', 'disconnect', 1],
    ['setting', 'disconnect', 0],
  ]);
  t.equal(engine.state.orders.size, 1);
  t.same(engine.state.ledger.cancel_on_disconnect, {});
  const count = engine.events.length;
  engine.run({ op: 'disconnected', session });
  t.equal(engine.events.length, count, 'a second time there is nothing to do');
});
