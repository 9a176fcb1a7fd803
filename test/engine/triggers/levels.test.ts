// Margin call and stop-out: told once, cleared, in order, whole or in part (§3.12.5).

import t from 'tap';
import { formatShortest } from '../../../wire/base/scale.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Side } from '../../../wire/trading/records.js';
import { EngineHarness, NOON } from '../../support/engine-harness.js';
import { commission, marginRate, symbol } from '../../support/settings-records.js';
import { waiting } from '../waiting.js';

/** One lot at 1:100 bound by 1000, bought at 1.00000 with 1500 of balance. */
const made = (group: Partial<GroupRecord> = {}, setup: object = {}): EngineHarness =>
  new EngineHarness({
    group,
    ...setup,
    quotes: { EURUSD: ['1.00000', '1.00010'] },
    balance: '1500',
    held: [{ id: 5, price_open: '1.00000' }],
  });

t.test('the dearest pending order goes before any position', async (t) => {
  const engine = made({}, { symbol: { margin_rates: [marginRate('buy', 'limit', '1')] } });
  const limit = { kind: 'limit', price_order: '0.9' } as const;
  const resting = ['1', '2', '2'].map((volume, at) => ({ ...limit, id: 7 + at, volume }));
  engine.give({ balance: '2600', resting });
  t.equal(engine.margin, '6000.00');
  const events = engine.tick('EURUSD', '0.99500', '0.99510');
  const given = events.map(({ cause, orders }) => `${cause.kind} ${orders[0]?.id ?? 0}`);
  // The lowest id of equals, and no more than is needed.
  t.same(given, ['stop_out 0', 'stopout_order 8', 'margin_call 0']);
  t.equal(engine.state.ledger.so_state, 'margin_call');
});

/** One lot held, and a limit order that reserves as much; the equity is 500 at Bid 0.99000. */
const reserved = (rules: readonly Partial<RoutingRecord>[]): EngineHarness => {
  const engine = made({}, { symbol: { margin_rates: [marginRate('buy', 'limit', '1')] }, rules });
  engine.give({ balance: '1900', resting: [{ id: 7, kind: 'limit', price_order: '0.9' }] });
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

/** An account at 1:100 and 50 %, with positions told as `5 buy 2 GBPUSD 1.12000`. */
const partial = (
  balance: string,
  held: string,
  group: Partial<GroupRecord> = {},
  record: Partial<SymbolRecord> = {},
): EngineHarness =>
  new EngineHarness({
    symbols: ['EURUSD', 'GBPUSD'].map((name) => symbol(name, record)),
    group: { stopout_close: 'partial', stop_out: '50', ...group },
    quotes: { EURUSD: ['1.10000'], GBPUSD: ['1.10000'] },
    balance,
    held: held.split(', ').map((one) => {
      const [id, side, volume = '', name = 'EURUSD', price_open = '1.10000'] = one.split(' ');
      const row = { volume, name, price_open, rate_margin: price_open };
      return { ...row, id: Number(id), side: side as Side };
    }),
  });

/** Ids and lots that stop-out closes, in order: `5 0.01`. */
const closes = (events: readonly AccountEvent[]): string =>
  events
    .flatMap((event) => event.deals)
    .filter((deal) => deal.reason === 'so' && deal.action !== 'so_compensation')
    .map((deal) => `${deal.position_id} ${formatShortest(deal.volume, 8)}`)
    .join(', ');

const COSTS = { commissions: [commission({}, { value: '20' })] };
const HEDGED = '5 buy 3, 6 sell 2';
const OTHERS = '5 buy 0.5 GBPUSD, 6 buy 1, 7 buy 0.3 GBPUSD';

/** What a stop-out closes of what is held, and the level after it where one is left. */
const PARTS: readonly (readonly [
  what: string,
  account: Parameters<typeof partial>,
  bid: string,
  closed: string,
  level?: number,
])[] = [
  ['one step where one step is enough (SP1)', ['2200', '5 buy 2'], '1.09450', '5 0.01', 5025],
  ['as many as are needed after a jump (SP2)', ['2200', '5 buy 2'], '1.09000', '5 1.64', 5051],
  ['for what the close costs, too', ['2200', '5 buy 2', COSTS], '1.09000', '5 1.7', 5030],
  ['the largest margin first, whole', ['1300', OTHERS], '1.08830', '6 1, 5 0.5, 7 0.07', 5138],
  ['the lowest id of equals', ['3300', '8 buy 1 GBPUSD, 6 buy 1, 7 buy 1'], '1.09150', '6 0.1'],
  ['uncovered lots alone (SP3: 500 of 1100)', ['1500', HEDGED], '1.09000', '5 0.1'],
  ['no more than is uncovered: the rest is free', ['900', HEDGED], '1.09000', '5 1'],
  [
    'without margin the lowest profit, whole',
    ['900', HEDGED, { so_hedged: true }],
    '1.09000',
    '5 1, 5 2, 6 2',
  ],
  [
    'at most volume_max at a time in real netting accounts',
    ['2200', '5 buy 2', { margin_mode: 'netting' }, { volume_max: '0.5' }],
    '1.09000',
    '5 0.5, 5 0.5, 5 0.5, 5 0.14',
  ],
  ['whole positions by default', ['2200', '5 buy 2', { stopout_close: 'whole' }], '1.09450', '5 2'],
];

for (const [what, account, bid, closed, level] of PARTS) {
  t.test(`A stop-out in parts closes ${what}`, async (t) => {
    const engine = partial(...account);
    t.equal(closes(engine.tick('EURUSD', bid)), closed);
    if (level === undefined) return;
    t.equal(engine.live.margin_level, level);
    t.equal(engine.state.ledger.so_state, 'margin_call', 'and the test has ended');
  });
}

t.test('where all is covered the lowest profit goes, whole', async (t) => {
  const held = '5 buy 1, 6 sell 1 EURUSD 1.12000';
  const engine = partial('-1800', held, {}, { margin_hedged: '50000' });
  engine.quote('EURUSD', '1.09950');
  t.match(closes(engine.tick('EURUSD', '1.10000')), /^5 1(,|$)/);
});

t.test('a step less would not have been enough, with commissions too', async (t) => {
  const commissions = [commission({ reasons: [] }, { value: '7', min: '3' })];
  const faults: string[] = [];
  let parts = 0;
  for (let at = 0; at < 40; at += 1) {
    const held = `5 buy ${(1 + at / 7).toFixed(2)}, 6 buy 0.40 GBPUSD, 7 sell 0.50`;
    const balance = String(Math.round((1 + at / 7) * 1100 * 1.05));
    const bid = (1.094 - at / 20_000).toFixed(5);
    const charged = at % 2 === 0 ? { commissions } : {};
    const closed = closes(partial(balance, held, charged).tick('EURUSD', bid));
    if (closed === '' || closed.includes(',')) continue;
    /** Level after a dealer closes the part, on an account that is never stopped out. */
    const levelOfStep = (less: number): number => {
      const calm = partial(balance, held, { ...charged, stop_out: '0', margin_call: '0' });
      calm.quote('EURUSD', bid);
      const volume = Math.round(Number(closed.split(' ')[1]) * 1e8) - less;
      calm.deal({ kind: 'close', position_id: 5, volume: formatShortest(volume, 8) });
      return calm.live.margin_level;
    };
    parts += 1;
    if (levelOfStep(0) < 5000) faults.push(`${closed}: not ended`);
    if (levelOfStep(1_000_000) > 5000) faults.push(`${closed}: ended by a step less`);
  }
  t.same(faults, []);
  t.ok(parts > 10, `${parts} of forty close a part`);
});
