// Worked examples of executions, checks, routing and lifetimes; what makes two requests the same.

import t from 'tap';
import { endOfNamedDay, endOfTradingDay } from '../../engine/calendar/clock.js';
import { digestOf } from '../../engine/engine.js';
import { compileRouting, traced, walk } from '../../engine/settings/routing.js';
import { trimDecimal } from '../../engine/turn/digest.js';
import { formatExact, formatShortest } from '../../wire/base/scale.js';
import type { CommissionRule } from '../../wire/settings/groups.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import type { Side } from '../../wire/trading/records.js';
import { codeOf, EngineHarness, openAccount, requestId } from '../support/engine-harness.js';
import { price } from '../support/engine-rows.js';
import { commission, rule } from '../support/settings-records.js';
import { allShown, example, vector } from './vectors.js';
import { limit, open } from './waiting.js';

example('N01 N02', 'netting deals change the one position', (t, id) => {
  const { input, expect } = vector<
    { deals: { side: Side; volume: string; price: string }[] },
    Record<string, string> & { entries: string[]; prices_open: string[]; profits: string[] }
  >(id);
  const engine = new EngineHarness({ group: { margin_mode: 'netting' }, balance: '1000000' });
  const seen = input.deals.map(({ side, volume, price: at }) => {
    engine.quote('EURUSD', at);
    t.equal(engine.code({ ...open, side, volume }), 'ok');
    const [position] = engine.positions;
    if (position === undefined) throw new Error('no position');
    return { deal: engine.lastDeal, position };
  });
  const last = seen.at(-1);
  if (last === undefined) throw new Error('no deal');
  const average = (value: number): string => formatExact(value, 8, 8);
  if (id === 'N01') {
    const entries = seen.map(({ deal }) => deal.entry);
    const prices_open = seen.map(({ position }) => average(position.price_open));
    const profits = seen.map(({ deal }) => engine.money(deal.profit));
    const volume = formatShortest(last.position.volume, 8);
    t.hasStrict({ entries, prices_open, profits, volume }, expect);
    return;
  }
  const { deal, position } = last;
  t.equal(deal.entry, expect.entry);
  t.equal(formatShortest(deal.volume, 8), expect.volume);
  t.equal(formatShortest(deal.volume_closed, 8), expect.volume_closed);
  t.equal(engine.money(deal.profit), expect.profit);
  const { side, volume, price_open } = position;
  t.same(
    { side, volume: formatShortest(volume, 8), price_open: average(price_open) },
    expect.position,
  );
});

example('B01', 'two opposite positions close each other', (t, id) => {
  const { expect } = vector<object, { deals: Record<string, unknown>[]; left: object }>(id);
  const engine = closeByBroker();
  const sent = engine.trade({ kind: 'close_by', position_id: 21, by_position_id: 22 });
  t.equal(codeOf(sent), 'ok');
  const deals = engine.deals.map(({ position_id, action, entry, volume, price, profit }) => ({
    ...{ position_id, action, entry, volume: formatShortest(volume, 8) },
    ...{ price: formatExact(price, 8, 5), profit: engine.money(profit) },
  }));
  t.same(deals, expect.deals);
  const left = engine.positions.map((row) => ({
    position_id: row.id,
    side: row.side,
    volume: formatShortest(row.volume, 8),
    price_open: formatExact(row.price_open, 8, 5),
  }));
  t.same(left, [expect.left]);
});

const closeByBroker = (commissions: CommissionRule[] = []): EngineHarness => {
  const engine = new EngineHarness({
    group: { commissions },
    quotes: { EURUSD: ['1.10200', '1.10210'] },
    balance: '10000',
    held: [
      { id: 21, price_open: '1.10000' },
      { id: 22, side: 'sell', volume: '0.6', price_open: '1.10500' },
    ],
  });
  engine.nextOrder(23);
  return engine;
};

example('B02', 'a close by is charged on its first deal', (t, id) => {
  const { input, expect } = vector<
    { entry_filters: ('all' | 'in' | 'out')[] },
    Record<string, string[]>
  >(id);
  for (const entry of input.entry_filters) {
    const engine = closeByBroker([commission({ entry }, { type: 'per_deal' })]);
    engine.trade({ kind: 'close_by', position_id: 21, by_position_id: 22 });
    const paid = engine.deals.map((deal) => deal.commission);
    const found = paid.map((amount) => engine.money(amount));
    t.same(found, expect[entry], entry);
  }
});

example('E01a E01b', 'a stop keeps its distance', (t, id) => {
  const { input, expect } = vector<
    { bid: string; ask: string; sl: string; stops_level: number },
    { code: string }
  >(id);
  const engine = new EngineHarness({
    symbol: { stops_level: input.stops_level },
    quotes: { EURUSD: [input.bid, input.ask] },
    balance: '10000',
  });
  t.equal(engine.code({ ...open, sl: input.sl }), expect.code);
});

example('E02a E02b E02c', 'instant execution holds to the deviation', (t, id) => {
  const { input, expect } = vector<
    { price: string; ask: string; deviation_pts: number; action: RoutingRecord['action'] },
    { code: string; price: string | null }
  >(id);
  const engine = new EngineHarness({
    symbol: { execution_mode: 'instant' },
    routing: [rule({ action: input.action })],
    quotes: { EURUSD: ['1.10000', input.ask] },
    balance: '10000',
  });
  const { price: asked, deviation_pts } = input;
  const sent = engine.trade({ ...open, price: asked, deviation_pts });
  t.equal(codeOf(sent), expect.code);
  if (expect.price !== null) t.equal(sent.result?.price, price(expect.price));
});

example('E03a E03b', 'a stop loss over a gap executes', (t, id) => {
  const { input, expect } = vector<
    { tick: { bid: string; ask: string }; action: RoutingRecord['action'] },
    { price: string; profit: string }
  >(id);
  const engine = new EngineHarness({
    routing: [rule({ action: input.action })],
    balance: '10000',
    held: [{ price_open: '1.10000', sl: '1.09500' }],
  });
  engine.tick('EURUSD', input.tick.bid, input.tick.ask);
  t.equal(engine.lastDeal.price, price(expect.price));
  t.equal(engine.money(engine.lastDeal.profit), expect.profit);
});

example('E04', 'a stop-limit becomes a limit and waits for its price', (t, id) => {
  const { input, expect } = vector<
    {
      order: { price_order: string; price_stop_limit: string; volume: string };
      ticks: { bid: string; ask: string }[];
    },
    { after_each_tick: string[]; fill_price: string }
  >(id);
  const quotes = { EURUSD: ['1.10470', '1.10482'] } as const;
  const engine = new EngineHarness({ quotes, balance: '10000' });
  const { volume, price_order, price_stop_limit } = input.order;
  const prices = { price: price_order, price_stop_limit };
  engine.trade(limit({ order_kind: 'stop_limit', volume, ...prices }));
  const states = input.ticks.map(({ bid, ask }) => {
    engine.tick('EURUSD', bid, ask);
    const [order] = engine.orders;
    return order === undefined ? 'filled' : `${order.kind} ${order.state}`;
  });
  t.same(states, expect.after_each_tick);
  t.equal(engine.lastDeal.price, price(expect.fill_price));
});

example('E05', 'volumes hold to minimum, maximum and step', (t, id) => {
  const { input, expect } = vector<
    { cases: { kind: 'open' | 'close'; volume: string; position_volume?: string }[] },
    { codes: string[] }
  >(id);
  const codes = input.cases.map(({ kind, volume, position_volume = '1' }) => {
    const engine = openAccount({
      symbol: { volume_max: '50' },
      balance: '1000000',
      held: [{ id: 1, price_open: '1.1', volume: position_volume }],
    });
    const wish = kind === 'open' ? { ...open, volume } : { kind, position_id: 1, volume };
    return engine.code(wish).replace(/^trade\./, '');
  });
  const wanted = expect.codes.map((code) => code.replace(/^trade\./, ''));
  t.same(codes, wanted);
});

example('E06', 'the volume limit counts each direction apart', (t, id) => {
  const { input, expect } = vector<
    { position: { volume: string }; volume_limit: string; new_pending: [Side, string][] },
    { codes: string[] }
  >(id);
  const codes = input.new_pending.map(([side, volume]) => {
    const engine = openAccount({
      symbol: { volume_limit: input.volume_limit },
      balance: '1000000',
      held: [{ price_open: '1.1', volume: input.position.volume }],
    });
    return engine.code(limit({ side, volume, price: side === 'buy' ? '1.09000' : '1.11000' }));
  });
  t.same(codes, expect.codes);
});

interface WalkInput {
  readonly rules: readonly Partial<RoutingRecord>[];
  readonly requests: readonly Record<string, string | number>[];
}

example('R01 R02', 'requests find their rule', (t, id) => {
  const { input, expect } = vector<
    WalkInput,
    { results: { matched: string[]; action: string; sl: string }[] }
  >(id);
  const rules = compileRouting(
    input.rules.map((one, at) => rule({ ...one, id: at + 1, position: at + 1 })),
  );
  const results = input.requests.map((request) => {
    const facts = {
      ...(request as unknown as Parameters<typeof walk>[1]),
      path: `Forex\\${request.symbol}`,
      volume: Number(request.volume),
      hour: Number(request.hour),
      weekday: Number(request.weekday),
      deviation_pts: Number(request.deviation_pts),
    };
    let route = walk(rules, facts);
    while (route.action === 'delay') {
      const { clear_stops, rule: halted } = route;
      const at = halted?.id ?? 0;
      route = walk(rules, facts, undefined, { at, served: String(at), clear_stops });
    }
    const met = traced(rules, facts).steps.filter(
      (step) => step.unmet === null && !step.passed_over,
    );
    const matched = met.map((step) => step.rule.name);
    return { matched, action: route.action, sl: route.clear_stops ? '0' : request.sl };
  });
  const wanted = expect.results.map(({ matched, action, sl }) => ({ matched, action, sl }));
  t.same(results, wanted);
});

example('X01', 'lifetimes end on the server clock', (t, id) => {
  const { input, expect } = vector<
    {
      utc_offset_min: number;
      cases: { created_at?: string; session_end_min?: number; date?: string }[];
    },
    { expires_at: string[] }
  >(id);
  const clock = { utc_offset_min: input.utc_offset_min, daylight_saving: 'none' } as const;
  const ends = input.cases.map(({ created_at, session_end_min = 1440, date }) => {
    const week = Array.from({ length: 7 }, () => [{ from: 0, to: session_end_min }]);
    const end =
      date === undefined
        ? endOfTradingDay(clock, week, Date.parse(created_at as string))
        : endOfNamedDay(clock, null, Date.parse(`${date}T00:00:00Z`));
    return new Date(end).toISOString().replace('.000', '');
  });
  t.same(ends, expect.expires_at);
});

example('I01', 'the content of a request decides whether it is the same', (t, id) => {
  const { input } = vector<{ requests: { request_id: string; volume: string }[] }, object>(id);
  const digests = input.requests.map(({ request_id, volume }) => {
    return digestOf({ ...open, request_id, volume });
  });
  t.equal(digests[0], digests[1]);
  t.not(digests[0], digests[2]);
});

allShown(t, 'trading');

const digestWith = (more: object = {}): string =>
  digestOf({ ...open, request_id: requestId(), ...more });

t.test('equal decimals have one spelling', async (t) => {
  const spelt = ['1', '1.0', '01', '0.10', '-0.0', '-1.50', '0', '000', '10', '100.001'];
  t.same(spelt.map(trimDecimal), ['1', '1', '1', '0.1', '0', '-1.5', '0', '0', '10', '100.001']);
});

t.test('neither id nor patience nor the order of fields is content', async (t) => {
  const one = digestWith({ sl: '1.1', tp: '1.2' });
  t.equal(one, digestWith({ tp: '1.20', sl: '1.100', valid_until: '2030-01-01T00:00:00Z' }));
  t.not(one, digestWith({ sl: '1.2', tp: '1.1' }), 'values belong to their fields');
});

t.test('every other field is', async (t) => {
  const changes = [
    {},
    { volume: '2' },
    { side: 'sell' },
    { symbol: 'EURGBP' },
    { comment: 'a' },
    { comment: 'b' },
    { price: '1.1' },
    { sl: '1.1' },
    { fill: 'ioc' },
    { deviation_pts: 1 },
    { skip_margin_check: true },
    { expert_id: 1 },
  ];
  const digests = new Set(changes.map(digestWith));
  t.equal(digests.size, changes.length);
});

t.test('times are compared as instants', async (t) => {
  const change = { kind: 'pending_modify', order_id: 1, expiration: 'specified' } as const;
  const until = (expires_at: string): string =>
    digestOf({ ...change, request_id: requestId(), expires_at });
  t.equal(until('2030-01-01T00:00:00Z'), until('2030-01-01T02:00:00.000+02:00'));
  t.not(until('2030-01-01T00:00:00Z'), until('2030-01-01T00:00:01Z'));
});
