// Pending orders: placed, changed, cancelled, activated, expired.

import t from 'tap';
import type { TradeRequest } from '../../wire/commands.js';
import type { AccountSwitches } from '../../wire/config.js';
import type { RoutingRecord } from '../../wire/routing.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { lastDeal } from './examples.js';
import { Broker, codeOf, NOON, rule, symbol, type Wish } from './fixture.js';
import { heldPosition, money, price, restingOrder, withRows } from './rows.js';

const reserve: SymbolRecord['margin_rates'] = [
  { side: 'buy', order_kind: 'limit', initial: '1', maintenance: '1' },
];

const made = (group: object = {}, more: Partial<SymbolRecord> = {}, setup: object = {}): Broker => {
  const broker = new Broker({ symbols: [symbol('EURUSD', more)], group, ...setup });
  broker.quote('EURUSD', '1.10000', '1.10010');
  broker.pay('10000');
  return broker;
};

type Pending = Extract<TradeRequest, { kind: 'pending' }>;
const limit = (more: Partial<Pending> = {}): Wish =>
  ({
    kind: 'pending',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '1',
    order_kind: 'limit',
    price: '1.09000',
    ...more,
  }) as Wish;

t.test('a limit waits, is filled when its price comes, and never worse', async (t) => {
  const broker = made();
  const sent = broker.trade(limit({ sl: '1.08000', tp: '1.10000' }));
  t.match(sent.result, { code: 'ok', status: 'placed', deal_ids: '', position_id: 0 });
  t.same(broker.tick('EURUSD', '1.08999', '1.09001'), [], 'not yet');
  const [event] = broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(event, { kind: 'deal', cause: { kind: 'activate', source: 'server' } });
  t.match(event?.orders[0], { state: 'filled', reason: 'client', activated_at: NOON });
  t.equal(lastDeal(broker).price, price('1.08990'), 'the better market price');
  const [held] = broker.state.positions.values();
  t.match(held, { id: sent.result?.order_id, sl: price('1.08000'), tp: price('1.10000') });
  t.equal(broker.state.orders.size, 0);
});

t.test('a rule may fill pending orders at their own price', async (t) => {
  const broker = made({}, {}, { routing: [rule({ action: 'confirm_request_price' })] });
  broker.trade(limit());
  broker.tick('EURUSD', '1.08980', '1.08990');
  t.equal(lastDeal(broker).price, price('1.09000'));
});

t.test('stops fire when the market passes them on their side', async (t) => {
  const broker = made();
  broker.trade(limit({ order_kind: 'stop', price: '1.10100' }));
  broker.trade(limit({ order_kind: 'stop', side: 'sell', price: '1.09900' }));
  t.same(broker.tick('EURUSD', '1.10089', '1.10099'), []);
  broker.tick('EURUSD', '1.10090', '1.10100');
  t.equal(lastDeal(broker).action, 'buy');
  broker.tick('EURUSD', '1.09900', '1.09910');
  t.equal(lastDeal(broker).action, 'sell');
});

t.test("a new position's stops are tested at the next tick", async (t) => {
  const broker = made();
  broker.trade(limit({ sl: '1.08500' }));
  broker.tick('EURUSD', '1.08400', '1.08410');
  t.equal(broker.state.positions.size, 1);
  broker.tick('EURUSD', '1.08400', '1.08410');
  t.equal(broker.state.positions.size, 0);
  t.match(lastDeal(broker), { reason: 'sl', comment: 'sl 1.08500', price: price('1.08400') });
});

t.test(
  'in one tick an order expires before it could be filled, and stops close first',
  async (t) => {
    const broker = made();
    const position = heldPosition(broker, 'EURUSD', { id: 900, price_open: '1.1', sl: '1.09500' });
    withRows(broker, { positions: [position] });
    const expires_at = new Date(NOON + 60_000).toISOString();
    broker.trade(limit({ expiration: 'specified', expires_at, price: '1.09400' }));
    broker.trade(limit({ price: '1.09300' }));
    broker.now += 60_000;
    const events = broker.tick('EURUSD', '1.09200', '1.09210');
    t.same(
      events.map((event) => event.cause.kind),
      ['expiration', 'sl', 'activate'],
    );
    t.match(events[0]?.orders[0], { state: 'expired', done_at: NOON + 60_000 });
  },
);

t.test('a gap past both stops takes the stop loss', async (t) => {
  const broker = made();
  const stops = { sl: '1.09990', tp: '1.09980' };
  const position = heldPosition(broker, 'EURUSD', { price_open: '1.09000', ...stops });
  withRows(broker, { positions: [position] });
  broker.tick('EURUSD', '1.09985', '1.09995');
  t.equal(lastDeal(broker).reason, 'sl');
});

t.test('an order whose check fails at activation is rejected, and says why', async (t) => {
  const broker = made();
  broker.trade(limit());
  withRows(broker, { balance: '500' });
  const [event] = broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(event?.orders[0], { state: 'rejected', volume_filled: 0 });
  t.match(event?.explain?.trigger, /limit 1.09000: trade.no_money/);
  t.equal(broker.state.orders.size, 0);
});

t.test('an order opens nothing where account, group or server are closed for trade', async (t) => {
  const reached = (close: (broker: Broker) => void) => {
    const broker = made();
    broker.trade(limit());
    close(broker);
    return broker.tick('EURUSD', '1.08980', '1.08990').at(-1);
  };
  const switched = (change: Partial<AccountSwitches>) => (broker: Broker) => {
    broker.state.switches = { ...broker.state.switches, ...change };
  };
  const ways = [
    switched({ enabled: false }),
    switched({ trading_enabled: false }),
    (broker: Broker) =>
      broker.configure(({ group }) => ({
        group: group.map((one) => ({ ...one, trading_enabled: false })),
      })),
  ];
  for (const close of ways) {
    const event = reached(close);
    t.match(event, { kind: 'order', deals: [], orders: [{ state: 'rejected' }] });
    t.match(event?.explain?.trigger, /trade.disabled/);
  }
  const event = reached((broker) => {
    broker.closeOnly = true;
  });
  t.match(event, { kind: 'order', deals: [], orders: [{ state: 'rejected' }] });
  t.match(event?.explain?.trigger, /trade.close_only/);
});

t.test('what only reduces goes on while the account is closed for trade', async (t) => {
  const broker = made({ margin_mode: 'netting' });
  broker.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' });
  broker.trade(limit({ side: 'sell', price: '1.11000' }));
  broker.state.switches = { ...broker.state.switches, trading_enabled: false };
  broker.tick('EURUSD', '1.11000', '1.11010');
  t.match(lastDeal(broker), { entry: 'out', profit: 99_000 });
});

t.test('an order without a conversion rate waits for it at its price', async (t) => {
  const pairs = [symbol('EURGBP', { currency_margin: 'GBP' }), symbol('GBPUSD')];
  const made = new Broker({ symbols: pairs });
  withRows(made, { balance: '10000' });
  made.quote('EURGBP', '0.85000', '0.85010');
  made.quote('GBPUSD', '1.27000', '1.27010');
  made.trade({
    kind: 'pending',
    order_kind: 'limit',
    symbol: 'EURGBP',
    side: 'buy',
    volume: '0.10',
    price: '0.84000',
  });
  const again = new Broker({ symbols: pairs });
  again.state = made.state;
  t.same(again.tick('EURGBP', '0.83900', '0.83910'), [], 'no rate is known: it stays');
  t.equal([...again.state.orders.values()][0]?.state, 'placed');
  again.quote('GBPUSD', '1.27000', '1.27010');
  const [event] = again.tick('EURGBP', '0.83900', '0.83910');
  t.match(event?.orders, [{ kind: 'limit', state: 'filled' }]);
});

t.test('outside of sessions nothing fires; the first tick within tests again', async (t) => {
  const sessions = [
    { day: 3, from_min: 0, to_min: 601 },
    { day: 4, from_min: 60, to_min: 1440 },
  ];
  const broker = made({}, { trade_sessions: sessions });
  broker.trade(limit());
  broker.now = NOON + 60_000;
  t.same(broker.tick('EURUSD', '1.08000', '1.08010'), []);
  t.equal(codeOf(broker.trade(limit())), 'trade.market_closed');
  broker.now = NOON + 15 * 3_600_000;
  broker.endDays();
  t.equal(broker.tick('EURUSD', '1.08000', '1.08010').length, 1);
});

t.test('a rejecting rule leaves order and stop in place until it is gone', async (t) => {
  const kinds: RoutingRecord['request_kinds'] = ['activate', 'sl', 'activate_stop_limit'];
  const broker = made(
    {},
    {},
    {
      routing: [rule({ action: 'reject', request_kinds: kinds }), rule({ id: 2, position: 2 })],
    },
  );
  const position = heldPosition(broker, 'EURUSD', { price_open: '1.1', sl: '1.09500' });
  withRows(broker, { positions: [position] });
  broker.trade(limit());
  t.same(broker.tick('EURUSD', '1.08980', '1.08990'), []);
  broker.configure(() => ({ routing: [rule()] }));
  t.equal(broker.tick('EURUSD', '1.08980', '1.08990').length, 2);
});

t.test(
  'prices, stops and lifetime of a waiting order change; nothing new is refused',
  async (t) => {
    const broker = made({}, { margin_rates: reserve });
    const order_id = broker.trade(limit()).result?.order_id ?? 0;
    t.equal(money(broker).margin, 109_000);
    const change = (more: object): string =>
      codeOf(broker.trade({ kind: 'pending_modify', order_id, ...more } as Wish));
    t.equal(change({}), 'trade.no_changes');
    t.equal(change({ price: '1.09000' }), 'trade.no_changes');
    t.equal(change({ price: '1.08000', sl: '1.07000' }), 'ok');
    t.equal(money(broker).margin, 108_000, 'the reserve follows the price');
    t.equal(change({ sl: '1.08001' }), 'trade.invalid_stops');
    t.equal(change({ price: '1.10011' }), 'trade.invalid_price');
    t.equal(change({ price_stop_limit: '1.07000' }), 'trade.invalid_request');
    const expires_at = new Date(NOON + 1000).toISOString();
    t.equal(change({ expires_at }), 'trade.invalid_request', 'it lives until cancelled');
    t.equal(change({ expiration: 'specified', expires_at }), 'ok');
    t.equal(broker.state.orders.get(order_id)?.expires_at, NOON + 1000);
    t.equal(broker.events.at(-1)?.kind, 'order');
  },
);

t.test('a waiting order is cancelled, and not within the freeze level', async (t) => {
  const broker = made({}, { freeze_level: 20 });
  const order_id = broker.trade(limit()).result?.order_id ?? 0;
  const cancel: Wish = { kind: 'pending_cancel', order_id };
  broker.quote('EURUSD', '1.09010', '1.09020');
  t.equal(codeOf(broker.trade(cancel)), 'trade.frozen');
  broker.quote('EURUSD', '1.09011', '1.09021');
  const sent = broker.trade(cancel);
  t.match(sent.result, { code: 'ok', status: 'done', order_id });
  t.match(broker.events.at(-1)?.orders[0], { state: 'canceled', done_at: NOON });
  t.equal(codeOf(broker.trade(cancel)), 'trade.order_changed');
});

t.test('placing needs the margin that an order reserves', async (t) => {
  const broker = made({}, { margin_rates: reserve });
  withRows(broker, { balance: '1089.99' });
  t.equal(codeOf(broker.trade(limit())), 'trade.no_money');
  withRows(broker, { balance: '1090' });
  t.equal(codeOf(broker.trade(limit())), 'ok');
  t.equal(codeOf(broker.trade(limit())), 'trade.no_money');
});

t.test('a stop-limit needs its limit on the better side, and stops from the limit', async (t) => {
  const broker = made();
  const place = (more: Partial<Pending>): string =>
    codeOf(broker.trade(limit({ order_kind: 'stop_limit', price: '1.10500', ...more })));
  t.equal(place({}), 'trade.invalid_price', 'no limit price');
  t.equal(place({ price_stop_limit: '1.10500' }), 'trade.invalid_price');
  t.equal(place({ price_stop_limit: '1.10400', sl: '1.10450' }), 'trade.invalid_stops');
  t.equal(place({ price_stop_limit: '1.10400', sl: '1.10350' }), 'ok');
  t.equal(codeOf(broker.trade(limit({ price_stop_limit: '1.08' }))), 'trade.invalid_request');
});

t.test('lifetimes must be allowed, and not be over', async (t) => {
  const broker = made();
  const place = (more: Partial<Pending>): string => codeOf(broker.trade(limit(more)));
  const expires_at = new Date(NOON).toISOString();
  t.equal(place({ expiration: 'specified' }), 'trade.invalid_expiration', 'no time');
  t.equal(place({ expiration: 'specified', expires_at }), 'trade.invalid_expiration', 'past');
  t.equal(place({ expires_at }), 'trade.invalid_request');
  t.equal(place({ expiration: 'specified_day', expires_at }), 'ok', 'to the end of its day');
  t.equal([...broker.state.orders.values()][0]?.expires_at, Date.UTC(2025, 2, 13));
  const last = '9999-12-31T23:59:59Z';
  t.equal(place({ expiration: 'specified', expires_at: last }), 'ok');
  const beyond = place({ expiration: 'specified_day', expires_at: last });
  t.equal(beyond, 'trade.invalid_expiration', 'its end could not be told');
  const strict = made({ expiration_enabled: false }, { expiration_flags: ['gtc', 'day'] });
  t.equal(codeOf(strict.trade(limit({ expiration: 'day' }))), 'trade.invalid_expiration');
  t.equal(codeOf(strict.trade(limit())), 'ok');
});

t.test(
  'an order for a named day lasts to the next session where that day ends outside of one',
  async (t) => {
    const session = { from_min: 480, to_min: 1080 };
    const trade_sessions = [3, 5, 6].map((day) => ({ day, ...session }));
    const broker = made({}, { trade_sessions });
    const named = (day: number): number | undefined => {
      const expires_at = new Date(Date.UTC(2025, 2, day, 9)).toISOString();
      const { state } = broker;
      broker.trade(limit({ expiration: 'specified_day', expires_at }));
      return [...state.orders.values()].at(-1)?.expires_at;
    };
    t.equal(named(12), Date.UTC(2025, 2, 14, 8), 'Wednesday: to Friday morning');
    t.equal(named(14), Date.UTC(2025, 2, 15, 8), 'Friday: to Saturday morning');
  },
);

t.test('in netting an activated order meets the position', async (t) => {
  const broker = made({ margin_mode: 'netting' });
  broker.trade({ kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '1' });
  broker.trade(limit({ volume: '3' }));
  broker.tick('EURUSD', '1.08980', '1.08990');
  t.match(lastDeal(broker), { entry: 'inout', volume_closed: 100_000_000 });
  t.equal(broker.state.positions.size, 1);
});

t.test("a session's orders go when it is gone for good, and only they", async (t) => {
  const broker = made();
  const session = 's9';
  const origin = { terminal: 'web', ip: '10.0.0.1', session };
  broker.run({ op: 'cancel_on_disconnect', session, enabled: true, grace_sec: 5 });
  t.match(broker.events.at(-1), { kind: 'setting', account_seq: 1 });
  t.same(broker.state.ledger.cancel_on_disconnect, { s9: 5 });
  broker.trade(limit(), { origin });
  broker.trade(limit(), { origin });
  broker.trade(limit());
  broker.run({ op: 'disconnected', session });
  const told = broker.events
    .slice(-3)
    .map(({ kind, cause, orders }) => [kind, cause.kind, orders.length]);
  t.same(told, [
    ['order', 'disconnect', 1],
    ['order', 'disconnect', 1],
    ['setting', 'disconnect', 0],
  ]);
  t.equal(broker.state.orders.size, 1);
  t.same(broker.state.ledger.cancel_on_disconnect, {});
  const count = broker.events.length;
  broker.run({ op: 'disconnected', session });
  t.equal(broker.events.length, count, 'a second time there is nothing to do');
});

t.test('a timer ends what is due', async (t) => {
  const broker = made();
  withRows(broker, {
    orders: [
      {
        ...restingOrder(broker, 'EURUSD', { kind: 'limit', price_order: '1' }),
        expires_at: NOON + 5,
      },
    ],
  });
  t.same(broker.timer(NOON + 4), []);
  t.match(broker.timer(NOON + 5)[0]?.orders[0], { state: 'expired' });
});
