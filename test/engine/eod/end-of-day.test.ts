// The end of the trading day, step by step, and what it leaves behind.

import t from 'tap';
import {
  codeOf,
  EngineHarness,
  NOON,
  openAccount,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { alter, price } from '../../support/engine-rows.js';
import { commission, marginRate, symbol } from '../../support/settings-records.js';
import { covered, limit, open } from '../waiting.js';

const WEDNESDAY = '2025-03-12T23:59:59';
const MONTH_END = '2025-03-31T23:59:59';

const made = (setup: Setup = {}): EngineHarness => openAccount({ ...setup, balance: '10000' });

t.test('orders of the day expire with it, those till cancelled stay', async (t) => {
  const engine = made();
  engine.trade(limit({ expiration: 'day' }));
  engine.trade(limit());
  engine.trade(limit({ expiration: 'specified', expires_at: '2025-03-20T00:00:00Z' }));
  const event = engine.endDay();
  t.match(event, { kind: 'order', cause: { kind: 'end_of_day', source: 'server' } });
  t.match(event.orders, [{ id: 1000, state: 'expired', done_at: engine.now }]);
  t.same([...engine.state.orders.keys()], [1001, 1002]);
});

t.test('a symbol of daily orders loses pending orders, and by its mode all stops', async (t) => {
  const names = ['EURUSD', 'GBPUSD', 'AUDUSD'];
  const stops = { price_open: '1.10000', sl: '1.00000', tp: '1.20000', trail_pts: 50 };
  const order = { kind: 'limit', price_order: '1.09000' } as const;
  const engine = made({
    symbols: [
      symbol('EURUSD', { gtc_mode: 'daily' }),
      symbol('GBPUSD', { gtc_mode: 'daily_no_stops' }),
      symbol('AUDUSD'),
    ],
    held: names.map((name) => ({ name, ...stops })),
    resting: names.map((name, at) => ({ name, id: at + 11, ...order })),
  });
  const event = engine.endDay();
  t.match(event.orders, [
    { id: 11, state: 'canceled' },
    { id: 12, state: 'canceled' },
  ]);
  t.match(event.positions, [{ id: 1, sl: 0, tp: 0, trail_pts: 0 }]);
  t.match(engine.state.positions.get(2), { sl: price('1'), tp: price('1.2'), trail_pts: 50 });
  t.same([...engine.state.orders.keys()], [13]);
});

t.test('the partner of an order that the day ends is cancelled directly after', async (t) => {
  const engine = made();
  engine.trade(limit({ expiration: 'day' }));
  engine.trade(limit({ price: '1.08000', oco_order_id: 1000 }));
  engine.endDay();
  const shown = engine.events
    .slice(-2)
    .map(({ cause, orders }) => [
      cause.kind,
      orders.map(({ id, state }) => `${id} ${state}`).join(),
    ]);
  t.same(shown, [
    ['end_of_day', '1000 expired'],
    ['oco', '1001 canceled'],
  ]);
});

t.test('an order at a provider is cancelled there first, and reserves until it ends', async (t) => {
  const reserve = marginRate('buy', 'limit', '1');
  const symbol = { margin_rates: [reserve], gtc_mode: 'daily' as const };
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' }, { symbol });
  engine.trade(limit());
  engine.reports('new', 1);
  const event = engine.endDay();
  t.match(event.orders, [{ id: 1, state: 'request_cancel' }]);
  t.match(event.queued, [{ order_id: 1, sent_as: 'cancel', state: 'sent' }]);
  t.equal(event.daily?.margin, event.money.margin);
  t.equal(event.daily?.margin, 109_000);
  engine.reports('canceled', 1);
  t.equal(engine.state.orders.size, 0);
});

t.test('turnover commissions are charged at the end of their day or month', async (t) => {
  const engine = made({
    group: {
      commissions: [
        commission({ charge: 'monthly', name: 'month' }, { value: '2' }),
        commission({ charge: 'daily', name: 'day b' }, { value: '3' }),
        commission({ charge: 'daily', name: 'day a' }, { value: '4' }),
        commission({ charge: 'daily', name: 'nothing' }, { value: '0' }),
      ],
    },
  });
  engine.trade(open);
  t.equal(engine.money(engine.live.blocked), '9.00');
  const day = engine.endDay();
  t.match(day.deals, [
    { action: 'commission_daily', profit: -400, comment: 'day a', entry: 'none' },
    { action: 'commission_daily', profit: -300, comment: 'day b' },
  ]);
  t.equal(day.deals.length, 2, 'no deal of amount 0');
  t.match(day.explain, {
    trigger: 'end of day 2025-03-12',
    charges: { 'standard day a': -400, 'standard day b': -300 },
  });
  t.equal(engine.money(engine.state.ledger.commission_blocked), '2.00', 'the month goes on');
  const month = engine.endDay(MONTH_END);
  t.match(month.deals, [{ action: 'commission_monthly', profit: -200, comment: 'month' }]);
  t.match(engine.state.ledger, { commission_blocked: 0, accruals: {}, balance: 999_100 });
  t.equal(month.daily?.daily_commission_turnover, -200);
});

t.test('what a rule had accrued is charged under its name when the rule is gone', async (t) => {
  const rule = commission({ charge: 'daily', name: 'gone' }, { value: '3' });
  const engine = made({ group: { commissions: [rule] } });
  engine.trade(open);
  alter(engine, { group: { commissions: [] } });
  t.match(engine.endDay().deals, [{ action: 'commission_daily', profit: -300, comment: 'gone' }]);
});

t.test('the agent is paid by derived commands whose ids name account, day and rule', async (t) => {
  const commissions = [
    commission({ kind: 'agent', charge: 'daily', name: 'a' }, { value: '1.5' }),
    commission({ kind: 'agent', charge: 'monthly', name: 'b' }, { value: '0.5' }),
  ];
  const live = () => {
    const engine = made({ group: { commissions }, switches: { agent: 2001 } });
    engine.trade(open);
    return engine;
  };
  const engine = live();
  const { derived, deals, kind } = engine.endDay();
  t.match(derived, [
    { login: 2001, action: 'agent_daily', amount: '1.50', comment: 'agent 1001 2025-03-12' },
  ]);
  t.equal(derived.length, 1);
  t.same([deals, kind], [[], 'setting'], 'nothing of it is the client’s');
  t.same(live().endDay().derived, derived, 'the same ids each time');
  engine.trade(open);
  t.match(engine.endDay(MONTH_END).derived, [
    { action: 'agent_daily', amount: '1.50', from_login: 1001 },
    { action: 'agent_monthly', amount: '1.00', from_login: 1001 },
  ]);
  const left = live();
  left.state.switches = { ...left.state.switches, agent: 0 };
  t.same(left.endDay().derived, [], 'an agent who has left is paid nothing');
});

t.test('interest accrues on free margin less credit and is paid at the month’s end', async (t) => {
  const engine = made({
    group: { interest_rate: '2.5', interest_days: 365 },
    now: Date.UTC(2025, 2, 27, 10),
  });
  engine.give({ credit: '500' });
  engine.endDay('2025-03-27T23:59:59');
  t.equal(engine.state.ledger.interest_accrued, 684_931_506_849n, '10000·2.5 %/365');
  engine.endDay('2025-03-28T23:59:59');
  t.equal(engine.state.ledger.interest_accrued, 1_369_863_013_698n);
  const event = engine.endDay(MONTH_END);
  t.match(event.deals, [{ action: 'interest', profit: 205, reason: 'rollover' }]);
  t.equal(event.daily?.interest_accrued, 0n);
  t.equal(event.daily?.daily_interest, 205);
  t.equal(engine.state.ledger.interest_accrued, 0n, 'what R left over is gone');
});

t.test('margin of orders that end today earns interest already, credit never', async (t) => {
  const reserve = marginRate('buy', 'limit', '1');
  const engine = made({
    symbol: { margin_rates: [reserve] },
    group: { interest_rate: '36.5' },
  });
  engine.trade(limit({ expiration: 'day' }));
  t.equal(engine.margin, '1090.00');
  engine.endDay();
  t.equal(engine.state.ledger.interest_accrued, 10_000_000_000_000n);
  const poor = made({ group: { interest_rate: '36.5' } });
  poor.give({ balance: '0', credit: '1000' });
  poor.endDay();
  t.equal(poor.state.ledger.interest_accrued, 0n);
});

t.test('profit blocked during the day is free at its end', async (t) => {
  const group = { margin_mode: 'netting', profit_blocked_till_eod: true } as const;
  const engine = made({ group, held: [{ id: 1, price_open: '1.09000' }] });
  engine.trade({ kind: 'close', position_id: 1 });
  t.equal(engine.money(engine.live.blocked), '1000.00');
  t.equal(engine.money(engine.live.margin_free), '10000.00');
  engine.endDay();
  t.equal(engine.money(engine.live.margin_free), '11000.00');
});

t.test('margin rates are taken again where the symbol says so', async (t) => {
  const rates = (name: string, quotes: readonly (readonly [string, string, string])[]) =>
    (['buy', 'sell'] as const).map((side) => {
      const pairs = ['EURUSD', 'AUDUSD'].filter((pair) => pair !== name);
      const engine = new EngineHarness({
        symbols: [symbol(name, { margin_recalc_rates: true }), ...pairs.map((one) => symbol(one))],
        balance: '50000',
        held: [{ name, id: 5, side, price_open: '1.20000', rate_margin: '1.2' }],
      });
      for (const quote of quotes) engine.quote(...quote);
      engine.endDay();
      return Number(engine.state.positions.get(5)?.rate_margin) / 1e12;
    });
  t.same(rates('EURUSD', [['EURUSD', '1.10000', '1.10010']]), [1.1001, 1.1]);
  t.same(rates('EURAUD', [['EURUSD', '1.30000', '1.30010']]), [1.3001, 1.3]);
  t.same(rates('EURUSD', []), [1.2, 1.2], 'without a quote the rate stays');
  const kept = [{ price_open: '1.2', rate_margin: '1.2' }];
  const fixed = openAccount({ balance: '50000', held: kept });
  fixed.endDay();
  t.equal(fixed.positions[0]?.rate_margin, 1_200_000_000_000n);
});

t.test('the daily row shows the account after swaps and charges', async (t) => {
  const engine = made({
    symbol: { swap_mode: 'money_deposit', swap_long: '-2' },
    group: { company: 'Example Ltd', interest_rate: '3.65' },
    switches: { name: 'Ada' },
  });
  engine.deposit('500', { action: 'credit' });
  engine.trade(open);
  engine.quote('EURUSD', '1.10110', '1.10120');
  const { daily } = engine.endDay();
  t.match(daily, {
    id: 20_159 * 2 ** 32 + 1001,
    date: '2025-03-12',
    login: 1001,
    name: 'Ada',
    group: 'real\\std',
    company: 'Example Ltd',
    currency: 'USD',
    currency_digits: 2,
    balance: 1_000_000,
    credit: 50_000,
    profit: 10_000,
    swap: -600,
    equity: 1_059_400,
    margin: 110_010,
    margin_free: 949_390,
    margin_level: 96_300,
    leverage: 100,
    daily_credit: 50_000,
    daily_deposits: 0,
    daily_swap: 0,
    created_at: engine.now,
  });
});

t.test('rows join: each begins with the balance that the one before ended with', async (t) => {
  const engine = new EngineHarness({ now: Date.UTC(2025, 2, 28, 10), deposit: '1000' });
  const friday = engine.endDay('2025-03-28T23:59:59').daily;
  engine.deposit('-100');
  const monday = engine.endDay(MONTH_END).daily;
  engine.deposit('50');
  const tuesday = engine.endDay('2025-04-01T23:59:59').daily;
  const of = (field: 'balance' | 'balance_prev_day' | 'balance_prev_month' | 'equity_prev_day') =>
    [friday, monday, tuesday].map((row) => row?.[field]);
  t.same(of('balance'), [100_000, 90_000, 95_000]);
  t.same(of('balance_prev_day'), [0, 100_000, 90_000]);
  t.same(of('equity_prev_day'), [0, 100_000, 90_000]);
  t.same(of('balance_prev_month'), [0, 0, 90_000]);
  t.same([friday?.daily_deposits, monday?.daily_withdrawals], [100_000, -10_000]);
  t.match(engine.state.ledger, { day_sums: [], equity_prev_month: 90_000 });
});

t.test('staff and technical accounts leave no row, demo accounts do', async (t) => {
  const rowOf = (path: string) => new EngineHarness({ group: { path } }).endDay().daily?.group;
  t.equal(rowOf('demo\\standard'), 'demo\\standard');
  t.equal(rowOf('managers\\dealers'), undefined);
  t.equal(rowOf('real\\Technical\\tests'), undefined);
});

t.test('a day is named by the server date of its planned end, however late it runs', async (t) => {
  const engine = made({ platform: { utc_offset_min: 180 } });
  engine.now = NOON + 3 * 86_400_000;
  engine.endDays();
  const dates = engine.events.flatMap(({ daily }) => (daily === null ? [] : [daily.date]));
  t.same(dates, ['2025-03-12', '2025-03-13', '2025-03-14']);
  t.equal(engine.state.ledger.day_ended_at, Date.UTC(2025, 2, 14, 20, 59, 59));
});

t.test('a day ends once; days before the opening and to come do not end', async (t) => {
  const engine = made();
  const nothing = { ok: true, events: [], result: null };
  t.same(engine.run({ op: 'end_of_day', at: NOON - 1 }), nothing, 'before the opening');
  t.same(engine.run({ op: 'end_of_day', at: Date.parse(`${WEDNESDAY}Z`) }), nothing, 'to come');
  engine.endDay();
  t.same(engine.run({ op: 'end_of_day', at: engine.now }), nothing, 'again');
  const old = made({ switches: { archived: true } });
  old.now = Date.parse(`${WEDNESDAY}Z`);
  t.same(old.run({ op: 'end_of_day', at: old.now }), nothing, 'archived');
});

t.test('until its day has ended an account cannot trade, and nothing triggers', async (t) => {
  const engine = made({ held: [{ id: 5, price_open: '1.1', sl: '1.09500' }] });
  engine.now = Date.parse(`${WEDNESDAY}Z`) - 1;
  t.equal(engine.code(open), 'ok');
  engine.now += 1;
  const close: Wish = { kind: 'close', position_id: 5 };
  const modify: Wish = { kind: 'modify', position_id: 5, tp: '1.2' };
  for (const wish of [open, close, limit(), modify]) {
    const refused = {
      code: 'trade.market_closed',
      message: 'EURUSD is closed while the day ends.',
    };
    t.match(engine.trade(wish), refused, wish.kind);
  }
  t.same(engine.tick('EURUSD', '1.09000', '1.09010'), []);
  t.equal(codeOf(engine.deposit('10')), 'ok', 'money of the day that has not ended');
  engine.endDays();
  t.equal(engine.events.at(-1)?.daily?.daily_deposits, 1000);
  t.match(engine.tick('EURUSD', '1.09000', '1.09010'), [{ cause: { kind: 'sl' } }]);
  t.equal(engine.code(open), 'ok');
});

t.test('a new account trades at once, whatever ends of days were before it', async (t) => {
  const engine = openAccount({ now: Date.UTC(2025, 2, 13, 0, 0, 1) });
  t.equal(engine.code(open), 'ok');
});

t.test('margin call and stop-out are tested after the day has ended', async (t) => {
  const symbol = { swap_mode: 'money_deposit', swap_long: '-300' } as const;
  const engine = openAccount({ symbol, balance: '1000', held: [{ price_open: '1.10000' }] });
  engine.endDay();
  const kinds = engine.events.slice(-4).map(({ kind, cause }) => `${kind} ${cause.kind}`);
  t.same(kinds, [
    'position end_of_day',
    'stop_out stop_out',
    'deal stopout_position',
    'margin_call_ended margin_call',
  ]);
  t.equal(engine.money(engine.state.ledger.balance), '100.00');
  t.equal(engine.money(engine.endDay('2025-03-13T23:59:59').daily?.daily_swap ?? 0), '-900.00');
});

t.test('all that a day does is one event, numbered once', async (t) => {
  const engine = made({
    symbol: { swap_mode: 'reopen_close', swap_long: '-5' },
    group: { commissions: [commission({ charge: 'daily' })], interest_rate: '1' },
  });
  engine.trade(open);
  engine.trade(limit({ expiration: 'day' }));
  const before = engine.events.length;
  const { account_seq } = engine.state.ledger;
  const event = engine.endDay();
  t.equal(engine.events.length, before + 1);
  t.equal(event.account_seq, account_seq + 1);
  const actions = event.deals.map(({ action }) => action);
  t.same(actions, ['commission_daily', 'sell', 'buy']);
  t.same([event.orders.length, event.positions.length], [3, 1]);
});
