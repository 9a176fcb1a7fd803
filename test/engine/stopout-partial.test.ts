// Partial stop-out: as much of the dearest position as is needed (engine/README.md §3).

import t from 'tap';
import type { AccountEvent } from '../../wire/events.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { Position } from '../../wire/records.js';
import { formatShortest } from '../../wire/scale.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { commission, EngineHarness, symbol } from '../support/engine-harness.js';
import { heldPosition } from '../support/engine-rows.js';

interface Held {
  readonly id: number;
  readonly name?: string;
  readonly side?: 'buy' | 'sell';
  readonly volume: string;
  readonly open?: string;
}

/** An account at 1:100 and 50 %, with positions at 1.10000 unless it is said otherwise. */
const made = (
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
  const engine = made('2200', [{ id: 5, volume: '2' }]);
  t.same(closes(engine.tick('EURUSD', '1.09450')), [[5, '0.01']], 'SP1');
  t.match(engine.lastDeal, { reason: 'so', comment: 'so 50.00%/1100.00/2200.00', entry: 'out' });
  t.equal(levelOf(engine), 5025);
  t.equal(engine.state.ledger.so_state, 'margin_call');
});

t.test('and as many as are needed where the price has jumped', async (t) => {
  const engine = made('2200', [{ id: 5, volume: '2' }]);
  t.same(closes(engine.tick('EURUSD', '1.09000')), [[5, '1.64']], 'SP2');
  t.equal(levelOf(engine), 5051);
  t.equal(engine.state.positions.get(5)?.volume, 36_000_000);
});

t.test('what the close itself costs is counted', async (t) => {
  const commissions = [commission({}, { value: '20' })];
  const engine = made('2200', [{ id: 5, volume: '2' }], { commissions });
  t.same(closes(engine.tick('EURUSD', '1.09000')), [[5, '1.7']]);
  t.equal(levelOf(engine), 5030, '166.00 of 330.00');
});

t.test('a position that cannot end it is closed whole, and the next is looked at', async (t) => {
  const held = [
    { id: 5, volume: '0.5', name: 'GBPUSD' },
    { id: 6, volume: '1' },
    { id: 7, volume: '0.3', name: 'GBPUSD' },
  ];
  const engine = made('1300', held);
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
  const engine = made('3300', held);
  t.same(closes(engine.tick('EURUSD', '1.09150')), [[6, '0.1']]);
});

t.test('only uncovered lots are closed in parts, then the worst whole', async (t) => {
  const held = [
    { id: 5, volume: '3' },
    { id: 6, side: 'sell' as const, volume: '2' },
  ];
  const part = made('1500', held);
  t.same(closes(part.tick('EURUSD', '1.09000')), [[5, '0.1']], 'SP3: 500 of 1100');
  const most = made('900', held);
  t.same(
    closes(most.tick('EURUSD', '1.09000')),
    [[5, '1']],
    'no more than is uncovered: the rest takes no margin',
  );
  const hedged = made('900', held, { so_hedged: true });
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
  const engine = made('-1800', held, {}, { margin_hedged: '50000' });
  engine.quote('EURUSD', '1.09950');
  t.same(closes(engine.tick('EURUSD', '1.10000'))[0], [5, '1']);
});

t.test('in money mode nothing is gained by less margin: the rule of whole positions', async (t) => {
  const held = [
    { id: 5, volume: '2' },
    { id: 6, volume: '1', name: 'GBPUSD' },
  ];
  const engine = made('5000', held, { stopout_mode: 'money', stop_out: '1000' });
  t.same(closes(engine.tick('GBPUSD', '1.06000')), [
    [6, '1'],
    [5, '2'],
  ]);
});

t.test('real netting accounts close at most volume_max at a time', async (t) => {
  const record = { volume_max: '0.5' };
  const engine = made('2200', [{ id: 5, volume: '2' }], { margin_mode: 'netting' }, record);
  t.same(closes(engine.tick('EURUSD', '1.09000')), [
    [5, '0.5'],
    [5, '0.5'],
    [5, '0.5'],
    [5, '0.14'],
  ]);
});

t.test('whole is the default', async (t) => {
  const engine = made('2200', [{ id: 5, volume: '2' }], { stopout_close: 'whole' });
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
    const engine = made(balance, held, charged);
    const closed = closes(engine.tick('EURUSD', bid));
    if (closed.length !== 1) continue;
    const volume = Math.round(Number(closed[0]?.[1]) * 1e8);
    const calm = () => {
      const other = made(balance, held, { ...charged, stop_out: '0', margin_call: '0' });
      other.quote('EURUSD', bid);
      return other;
    };
    t.ok(levelAfter(calm(), volume) > 5000, `${closed}: ended`);
    t.ok(levelAfter(calm(), volume - 1_000_000) <= 5000, `${closed}: and not by a step less`);
  }
});

t.test(
  'thousands of positions are given up step by step, without valuing all at each',
  async (t) => {
    const held = Array.from({ length: 5000 }, (_, at) => ({
      id: at + 1,
      volume: (0.1 + (at % 7) / 100).toFixed(2),
      side: at % 5 === 0 ? ('sell' as const) : ('buy' as const),
      name: at % 3 === 0 ? 'GBPUSD' : 'EURUSD',
    }));
    const engine = made('500000', held);
    const began = performance.now();
    const events = engine.tick('EURUSD', '1.08700');
    const ms = performance.now() - began;
    t.ok(closes(events).length > 500, `${closes(events).length} closes`);
    t.equal(engine.state.ledger.so_state, 'margin_call', 'and the test has ended');
    t.ok(ms < 5000, `${Math.round(ms)} ms`);
  },
);
