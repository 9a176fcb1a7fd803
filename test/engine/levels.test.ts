// Margin call and stop-out: told once, cleared, in order, whole or in part (engine/README.md §3).

import t from 'tap';
import type { AccountEvent } from '../../wire/events.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { Position } from '../../wire/records.js';
import type { RoutingRecord } from '../../wire/routing.js';
import { formatShortest } from '../../wire/scale.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import {
  codeOf,
  commission,
  EngineHarness,
  NOON,
  row,
  rule,
  symbol,
} from '../support/engine-harness.js';
import { heldPosition, restingOrder } from '../support/engine-rows.js';
import { waiting } from './waiting.js';

/** One lot at 1:100 bound by 1000, bought at 1.00000 with 1500 of balance. */
const made = (group: Partial<GroupRecord> = {}, setup: object = {}): EngineHarness =>
  new EngineHarness({
    group,
    ...setup,
    quotes: { EURUSD: ['1.00000', '1.00010'] },
    balance: '1500',
    held: [{ id: 5, price_open: '1.00000' }],
  });

t.test('a margin call is told once, and cleared when the equity has come back', async (t) => {
  const engine = made();
  t.same(engine.tick('EURUSD', '0.99501', '0.99511'), []);
  const [call] = engine.tick('EURUSD', '0.99500', '0.99510');
  t.match(call, { kind: 'margin_call', cause: { kind: 'margin_call', source: 'server' } });
  t.match(call?.ledger, {
    so_state: 'margin_call',
    so_at: NOON,
    so_level: 10_000,
    so_equity: 100_000,
    so_margin: 100_000,
  });
  t.same(engine.tick('EURUSD', '0.99400', '0.99410'), [], 'it is not told again');
  const [clear] = engine.tick('EURUSD', '0.99600', '0.99610');
  t.match(clear, { kind: 'setting', ledger: { so_state: 'none' } });
  t.equal(clear?.account_seq, call?.account_seq, 'the end has no number of its own');
  t.match(engine.tick('EURUSD', '0.99500', '0.99510')[0], { kind: 'margin_call' }, 'a new call');
});

t.test('a margin call refuses nothing, and a deposit ends it', async (t) => {
  const engine = made();
  engine.tick('EURUSD', '0.99400', '0.99410');
  t.equal(codeOf(engine.trade({ kind: 'close', position_id: 5, volume: '0.10' })), 'ok');
  engine.deposit('5000');
  t.equal(engine.state.ledger.so_state, 'none');
  t.equal(engine.events.at(-1)?.kind, 'setting');
});

t.test('the stop-out is told, closes, and leaves the account clear', async (t) => {
  const engine = made();
  const events = engine.tick('EURUSD', '0.99000', '0.99010');
  const found = events.map((event) => [event.kind, event.cause.kind, event.ledger.so_state]);
  t.same(found, [
    ['stop_out', 'stop_out', 'stop_out'],
    ['deal', 'stopout_position', 'stop_out'],
    ['setting', 'margin_call', 'none'],
  ]);
  t.match(engine.lastDeal, { reason: 'so', comment: 'so 50.00%/500.00/1000.00' });
  t.equal(engine.money(engine.state.ledger.balance), '500.00');
});

t.test('the dearest pending order goes before any position', async (t) => {
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
  ];
  const engine = made({}, { symbols: [symbol('EURUSD', { margin_rates })] });
  const limit = (id: number, volume: string) =>
    restingOrder(engine, 'EURUSD', { id, kind: 'limit', volume, price_order: '0.9' });
  engine.give({ balance: '2600', orders: [limit(7, '1'), limit(8, '2'), limit(9, '2')] });
  t.equal(engine.margin, '6000.00');
  const events = engine.tick('EURUSD', '0.99500', '0.99510');
  const found = events.map((event) => [event.cause.kind, event.orders[0]?.id]);
  t.same(
    found,
    [
      ['stop_out', undefined],
      ['stopout_order', 8],
      ['margin_call', undefined],
    ],
    'the lowest id of equals, and no more than is needed',
  );
  t.equal(engine.state.ledger.so_state, 'margin_call');
});

/** One lot held, and a limit order that reserves as much; the equity is 500 at Bid 0.99000. */
const reserved = (rules: readonly Partial<RoutingRecord>[]): EngineHarness => {
  const margin_rates = [
    { side: 'buy' as const, order_kind: 'limit' as const, initial: '1', maintenance: '1' },
  ];
  const routing = rules.map((one, at) => rule({ id: at + 1, position: at + 1, ...one }));
  const engine = made({}, { symbols: [symbol('EURUSD', { margin_rates })], routing });
  const order = restingOrder(engine, 'EURUSD', { id: 7, kind: 'limit', price_order: '0.9' });
  engine.give({ balance: '1900', positions: engine.positions });
  engine.give({ orders: [order] });
  engine.online.add(7);
  return engine;
};
const ORDERS: Partial<RoutingRecord> = { request_kinds: ['stopout_order'] };

t.test('the deletion of an order waits where rules say so, and what follows with it', async (t) => {
  const engine = reserved([{ ...ORDERS, action: 'delay', action_value: '500' }, {}]);
  engine.tick('EURUSD', '0.99000', '0.99010');
  t.match(waiting(engine), { kind: 'stopout_order', order_id: 7, order_kind: 'limit' });
  t.same(engine.tick('EURUSD', '0.98500', '0.98510'), [], 'nothing else is given up');
  t.equal(engine.state.positions.size, 1);
  const [deleted, closed] = engine.timer(NOON + 500);
  t.match(deleted, {
    cause: { kind: 'stopout_order' },
    orders: [{ id: 7, state: 'canceled', comment: 'so 45.00%/900.00/2000.00' }],
  });
  t.match(closed, { cause: { kind: 'stopout_position' } });
});

t.test('no refusal and no silence keeps the order that a stop-out deletes', async (t) => {
  const rejects = reserved([{ ...ORDERS, action: 'reject' }]);
  rejects.tick('EURUSD', '0.99000', '0.99010');
  t.equal(rejects.state.orders.size, 0);
  const desk = (): EngineHarness => {
    const engine = reserved([{ ...ORDERS, action: 'dealer', dealers: [7] }, {}]);
    engine.tick('EURUSD', '0.99000', '0.99010');
    engine.says('take', waiting(engine).id);
    return engine;
  };
  const refused = desk();
  refused.says('reject', waiting(refused).id);
  t.equal(refused.state.orders.size, 0);
  const silent = desk();
  silent.timer(NOON + 60_000);
  t.equal(silent.state.orders.size, 0);
});

t.test('a deletion that is no longer needed after waiting is dropped', async (t) => {
  const engine = reserved([{ ...ORDERS, action: 'delay', action_value: '500' }, {}]);
  engine.tick('EURUSD', '0.99000', '0.99010');
  engine.tick('EURUSD', '1.01000', '1.01010');
  engine.timer(NOON + 500);
  t.same([engine.state.orders.size, engine.state.queue.size], [1, 0]);
  t.equal(engine.state.ledger.so_state, 'none');
});

t.test('a symbol that cannot trade now is closed at its first tick in a session', async (t) => {
  const engine = made(
    {},
    { symbols: [symbol('EURUSD', { trade_sessions: [{ day: 3, from_min: 660, to_min: 1440 }] })] },
  );
  const [told] = engine.tick('EURUSD', '0.98000', '0.98010');
  t.equal(told?.kind, 'stop_out');
  t.equal(engine.state.positions.size, 1);
  t.same(
    engine.tick('EURUSD', '0.97900', '0.97910'),
    [],
    'nothing can be done and nothing is said',
  );
  engine.now = NOON + 3_600_000;
  engine.tick('EURUSD', '0.97800', '0.97810');
  t.equal(engine.state.positions.size, 0);
});

t.test('a rule that rejects does not stop a stop-out', async (t) => {
  const engine = made({}, { routing: [rule({ action: 'reject' })] });
  engine.tick('EURUSD', '0.99000', '0.99010');
  t.equal(engine.state.positions.size, 0);
});

t.test('a real netting account is closed in portions of the largest volume', async (t) => {
  const setup = { symbols: [symbol('EURUSD', { volume_max: '0.4' })] };
  const portions = (path: string): number[] => {
    const engine = made({ margin_mode: 'netting', path, stop_out: '90' }, setup);
    engine.tick('EURUSD', '0.98600', '0.98610');
    return engine.deals.map((deal) => deal.volume / 1e8);
  };
  t.same(portions('real\\std'), [0.4, 0.4, 0.2]);
  t.same(portions('demo\\std'), [1]);
});

t.test('nothing is tested while a position has no price', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    balance: '100',
    held: [{ price_open: '1.00000' }, { name: 'GBPUSD', price_open: '1.20000' }],
  });
  t.same(engine.tick('EURUSD', '0.90000', '0.90010'), []);
  t.equal(engine.tick('GBPUSD', '1.20000', '1.20010')[0]?.kind, 'stop_out');
});

t.test('levels in money look at open positions alone', async (t) => {
  const group = { stopout_mode: 'money', margin_call: '1000', stop_out: '250' } as const;
  const engine = made(group);
  t.equal(engine.tick('EURUSD', '0.99500', '0.99510')[0]?.kind, 'margin_call');
  engine.tick('EURUSD', '0.98750', '0.98760');
  t.equal(engine.state.positions.size, 0);
  t.equal(engine.state.ledger.so_state, 'none', 'without positions there is no call');
});

t.test('a loss by stop loss is not compensated', async (t) => {
  const group = { so_compensation: true, stop_out: '0', margin_call: '0' };
  const engine = made(group);
  const position = heldPosition(engine, 'EURUSD', { price_open: '1.00000', sl: '0.99000' });
  engine.give({ balance: '10', positions: [position] });
  engine.tick('EURUSD', '0.98000', '0.98010');
  t.equal(engine.money(engine.state.ledger.balance), '-1990.00');
});

t.test("a group's markup moves the prices at which its accounts are tested", async (t) => {
  const wide = made({ symbols: [row('*', { spread_diff: 20, spread_diff_bid: 10 })] });
  t.same(wide.tick('EURUSD', '0.99511', '0.99521'), []);
  t.equal(wide.tick('EURUSD', '0.99510', '0.99520')[0]?.kind, 'margin_call');
});

interface Held {
  readonly id: number;
  readonly name?: string;
  readonly side?: 'buy' | 'sell';
  readonly volume: string;
  readonly open?: string;
}

/** An account at 1:100 and 50 %, with positions at 1.10000 unless it is said otherwise. */
const partial = (
  balance: string,
  held: readonly Held[],
  group: Partial<GroupRecord> = {},
  record: Partial<SymbolRecord> = {},
): EngineHarness => {
  const symbols = ['EURUSD', 'GBPUSD'].map((name) => symbol(name, record));
  const engine = new EngineHarness({
    symbols,
    group: { stopout_close: 'partial', stop_out: '50', ...group },
  });
  const positions = held.map(
    ({ id, name = 'EURUSD', side = 'buy', volume, open = '1.10000' }): Position =>
      heldPosition(engine, name, { id, side, volume, price_open: open, rate_margin: open }),
  );
  engine.give({ balance, positions });
  engine.quote('EURUSD', '1.10000');
  engine.quote('GBPUSD', '1.10000');
  return engine;
};

/** Ids and lots that stop-out closes, in order. */
const closes = (events: readonly AccountEvent[]) =>
  events
    .flatMap((event) => event.deals)
    .filter((deal) => deal.reason === 'so' && deal.action !== 'so_compensation')
    .map((deal) => [deal.position_id, formatShortest(deal.volume, 8)]);
const levelOf = (engine: EngineHarness): number => engine.live.margin_level;

t.test('one step is closed where one step is enough', async (t) => {
  const engine = partial('2200', [{ id: 5, volume: '2' }]);
  t.same(closes(engine.tick('EURUSD', '1.09450')), [[5, '0.01']], 'SP1');
  t.match(engine.lastDeal, { reason: 'so', comment: 'so 50.00%/1100.00/2200.00', entry: 'out' });
  t.equal(levelOf(engine), 5025);
  t.equal(engine.state.ledger.so_state, 'margin_call');
});

t.test('and as many as are needed where the price has jumped', async (t) => {
  const engine = partial('2200', [{ id: 5, volume: '2' }]);
  t.same(closes(engine.tick('EURUSD', '1.09000')), [[5, '1.64']], 'SP2');
  t.equal(levelOf(engine), 5051);
  t.equal(engine.state.positions.get(5)?.volume, 36_000_000);
});

t.test('what the close itself costs is counted', async (t) => {
  const commissions = [commission({}, { value: '20' })];
  const engine = partial('2200', [{ id: 5, volume: '2' }], { commissions });
  t.same(closes(engine.tick('EURUSD', '1.09000')), [[5, '1.7']]);
  t.equal(levelOf(engine), 5030, '166.00 of 330.00');
});

t.test('a position that cannot end it is closed whole, and the next is looked at', async (t) => {
  const held = [
    { id: 5, volume: '0.5', name: 'GBPUSD' },
    { id: 6, volume: '1' },
    { id: 7, volume: '0.3', name: 'GBPUSD' },
  ];
  const engine = partial('1300', held);
  t.same(
    closes(engine.tick('EURUSD', '1.08830')),
    [
      [6, '1'],
      [5, '0.5'],
      [7, '0.07'],
    ],
    'the largest margin first, whatever its profit',
  );
  t.equal(engine.state.ledger.so_state, 'margin_call', 'and the test has ended');
});

t.test('the lowest id of equal margins goes first', async (t) => {
  const held = [
    { id: 8, volume: '1', open: '1.10000', name: 'GBPUSD' },
    { id: 6, volume: '1' },
    { id: 7, volume: '1' },
  ];
  const engine = partial('3300', held);
  t.same(closes(engine.tick('EURUSD', '1.09150')), [[6, '0.1']]);
});

t.test('only uncovered lots are closed in parts, then the worst whole', async (t) => {
  const held = [
    { id: 5, volume: '3' },
    { id: 6, side: 'sell' as const, volume: '2' },
  ];
  const part = partial('1500', held);
  t.same(closes(part.tick('EURUSD', '1.09000')), [[5, '0.1']], 'SP3: 500 of 1100');
  const most = partial('900', held);
  t.same(
    closes(most.tick('EURUSD', '1.09000')),
    [[5, '1']],
    'no more than is uncovered: the rest takes no margin',
  );
  const hedged = partial('900', held, { so_hedged: true });
  t.same(
    closes(hedged.tick('EURUSD', '1.09000')),
    [
      [5, '1'],
      [5, '2'],
      [6, '2'],
    ],
    'without margin the lowest profit goes, whole',
  );
});

t.test('where all is covered the lowest profit goes, whole', async (t) => {
  const held = [
    { id: 5, volume: '1' },
    { id: 6, side: 'sell' as const, volume: '1', open: '1.12000' },
  ];
  const engine = partial('-1800', held, {}, { margin_hedged: '50000' });
  engine.quote('EURUSD', '1.09950');
  t.same(closes(engine.tick('EURUSD', '1.10000'))[0], [5, '1']);
});

t.test('in money mode nothing is gained by less margin: the rule of whole positions', async (t) => {
  const held = [
    { id: 5, volume: '2' },
    { id: 6, volume: '1', name: 'GBPUSD' },
  ];
  const engine = partial('5000', held, { stopout_mode: 'money', stop_out: '1000' });
  t.same(closes(engine.tick('GBPUSD', '1.06000')), [
    [6, '1'],
    [5, '2'],
  ]);
});

t.test('real netting accounts close at most volume_max at a time', async (t) => {
  const record = { volume_max: '0.5' };
  const engine = partial('2200', [{ id: 5, volume: '2' }], { margin_mode: 'netting' }, record);
  t.same(closes(engine.tick('EURUSD', '1.09000')), [
    [5, '0.5'],
    [5, '0.5'],
    [5, '0.5'],
    [5, '0.14'],
  ]);
});

t.test('whole is the default', async (t) => {
  const engine = partial('2200', [{ id: 5, volume: '2' }], { stopout_close: 'whole' });
  t.same(closes(engine.tick('EURUSD', '1.09450')), [[5, '2']]);
});

/** Level after a dealer closes so much of position 5, on an account that is never stopped out. */
const levelAfter = (engine: EngineHarness, volume: number): number => {
  if (volume > 0) {
    engine.deal({ kind: 'close', position_id: 5, volume: formatShortest(volume, 8) });
  }
  return levelOf(engine);
};

t.test('a step less would not have been enough, with commissions too', async (t) => {
  const commissions = [commission({ reasons: [] }, { value: '7', min: '3' })];
  for (let at = 0; at < 40; at += 1) {
    const held = [
      { id: 5, volume: (1 + at / 7).toFixed(2) },
      { id: 6, volume: '0.40', name: 'GBPUSD' },
      { id: 7, volume: '0.50', side: 'sell' as const },
    ];
    const balance = String(Math.round((1 + at / 7) * 1100 * 1.4));
    const bid = (1.094 - at / 20_000).toFixed(5);
    const charged = at % 2 === 0 ? { commissions } : {};
    const engine = partial(balance, held, charged);
    const closed = closes(engine.tick('EURUSD', bid));
    if (closed.length !== 1) continue;
    const volume = Math.round(Number(closed[0]?.[1]) * 1e8);
    const calm = () => {
      const other = partial(balance, held, { ...charged, stop_out: '0', margin_call: '0' });
      other.quote('EURUSD', bid);
      return other;
    };
    t.ok(levelAfter(calm(), volume) > 5000, `${closed}: ended`);
    t.ok(levelAfter(calm(), volume - 1_000_000) <= 5000, `${closed}: and not by a step less`);
  }
});
