// Lives of positions in hedging and netting: opened, grown, reduced, reversed, closed, modified.

import t from 'tap';
import { leave } from '../../../engine/engine.js';
import { formatExact, formatShortest } from '../../../wire/base/scale.js';
import { codeOf, EngineHarness, openAccount, type Wish } from '../../support/engine-harness.js';
import { price } from '../../support/engine-rows.js';
import { commission, symbol } from '../../support/settings-records.js';
import { open } from '../waiting.js';

const made = (group: object = {}, more: object = {}): EngineHarness =>
  openAccount({ symbol: more, group, deposit: '100000' });
const order = (side: 'buy' | 'sell', volume: string, stops: object = {}): Wish => ({
  ...{ ...open, side, volume, ...stops },
});

t.test('in hedging every order makes its own position', async (t) => {
  const engine = made();
  const first = engine.trade(order('buy', '1', { sl: '1.09000', tp: '1.12000' })).result;
  const second = engine.trade(order('sell', '2')).result;
  t.equal(first?.position_id, first?.order_id, 'a position takes the id of its order');
  const rows = engine.positions;
  const found = rows.map(({ side, price_open, sl }) => [side, price_open, sl]);
  t.same(found, [
    ['buy', price('1.10010'), price('1.09000')],
    ['sell', price('1.10000'), 0],
  ]);
  t.same(
    [first?.status, second?.price, second?.bid, second?.ask],
    ['done', price('1.10000'), price('1.10000'), price('1.10010')],
  );
});

t.test('a position closes in parts, and the last part ends it', async (t) => {
  const engine = made();
  const position_id = engine.trade(order('buy', '1')).result?.position_id ?? 0;
  engine.quote('EURUSD', '1.10110', '1.10120');
  t.equal(engine.code({ kind: 'close', position_id, volume: '0.40' }), 'ok');
  t.same([engine.lastDeal.entry, engine.lastDeal.profit], ['out', 4000]);
  t.equal(engine.state.positions.get(position_id)?.volume, 60_000_000);
  t.equal(engine.code({ kind: 'close', position_id }), 'ok');
  const ended = engine.events.at(-1)?.positions[0];
  t.same([ended?.closed, ended?.volume, engine.state.positions.size], [true, 0, 0]);
  t.equal(engine.money(engine.state.ledger.balance), '100100.00');
  t.equal(engine.live.margin, 0);
});

t.test('in netting one position grows, shrinks, turns and ends', async (t) => {
  const engine = made({ margin_mode: 'netting' });
  const seen = (
    [
      ['buy', '1', { sl: '1.09000' }],
      ['buy', '1', { tp: '1.12000' }],
      ['sell', '0.5', {}],
      ['sell', '2', { sl: '1.11000' }],
      ['buy', '0.5', {}],
    ] as const
  ).map(([side, volume, stops]) => {
    t.equal(engine.code(order(side, volume, stops)), 'ok');
    const [held] = engine.positions;
    const { entry } = engine.lastDeal;
    return held === undefined
      ? [entry]
      : [entry, held.id, held.side, formatShortest(held.volume, 8), held.sl, held.tp];
  });
  const [, id] = seen[0] ?? [];
  t.same(seen, [
    ['in', id, 'buy', '1', price('1.09000'), 0],
    ['in', id, 'buy', '2', 0, price('1.12000')],
    ['out', id, 'buy', '1.5', 0, price('1.12000')],
    ['inout', id, 'sell', '0.5', price('1.11000'), 0],
    ['out'],
  ]);
  t.equal(engine.state.positions.size, 0);
});

t.test('a netting position may be closed by its id but not by another', async (t) => {
  const engine = made({ margin_mode: 'netting' });
  const position_id = engine.trade(order('buy', '1')).result?.position_id ?? 0;
  const by: Wish = { kind: 'close_by', position_id, by_position_id: position_id };
  t.equal(engine.code(by), 'trade.invalid_request', 'both are one');
  t.equal(engine.code({ kind: 'close', position_id }), 'ok');
});

t.test('the rate of margin is weighted as a netting position grows', async (t) => {
  const engine = made({ margin_mode: 'netting' });
  engine.trade(order('buy', '1'));
  engine.quote('EURUSD', '1.20000', '1.20010');
  engine.trade(order('buy', '3'));
  const [held] = engine.positions;
  t.equal(held?.rate_margin, 1_175_100_000_000n);
  t.equal(held?.price_open, price('1.17510'));
  engine.trade(order('sell', '1'));
  t.equal(engine.positions[0]?.rate_margin, 1_175_100_000_000n, 'it stays');
});

t.test('a stop that would uncover more than money allows waits, if symbols ask so', async (t) => {
  const hedged = (more: object): EngineHarness => {
    const row = { price_open: '1.10000', rate_margin: '1.1' };
    const held = [
      { ...row, sl: '1.09900' },
      { ...row, side: 'sell' as const },
    ];
    const engine = openAccount({ symbol: more, balance: '1000', held });
    t.equal(engine.margin, '0.00', 'one covers the other');
    engine.tick('EURUSD', '1.09900', '1.09910');
    return engine;
  };
  t.same([...hedged({}).state.positions.keys()], [2]);
  const strict = hedged({ margin_check_sltp: true });
  t.same([...strict.state.positions.keys()], [1, 2], 'the other leg needs 1100.00');
  t.equal(strict.state.orders.size + strict.state.queue.size, 0);
  strict.deposit('500');
  strict.tick('EURUSD', '1.09890', '1.09900');
  t.same([...strict.state.positions.keys()], [2]);
  t.match(strict.lastDeal, { reason: 'sl', price: price('1.09890') });
});

t.test('stops of a position are changed one by one, and cleared by zero', async (t) => {
  const engine = made();
  const position_id = engine.trade(order('buy', '1', { sl: '1.09000' })).result?.position_id ?? 0;
  const stops = (): unknown[] => {
    const { sl, tp } = engine.state.positions.get(position_id) ?? { sl: -1, tp: -1 };
    return [sl, tp];
  };
  engine.now += 1000;
  t.equal(engine.code({ kind: 'modify', position_id, tp: '1.12000' }), 'ok');
  t.same(stops(), [price('1.09000'), price('1.12000')]);
  t.equal(engine.state.positions.get(position_id)?.updated_at, engine.now);
  t.equal(engine.code({ kind: 'modify', position_id, sl: '0' }), 'ok');
  t.same(stops(), [0, price('1.12000')]);
  t.equal(engine.events.at(-1)?.kind, 'position');
  t.equal(engine.code({ kind: 'modify', position_id, sl: '0.00' }), 'trade.no_changes');
  const wrong = engine.trade({ kind: 'modify', position_id, sl: '1.10001' });
  t.equal(codeOf(wrong), 'trade.invalid_stops');
});

t.test('only the stop that changes is tested', async (t) => {
  const engine = openAccount({ held: [{ id: 1, price_open: '1.10000', sl: '1.15000' }] });
  t.equal(engine.code({ kind: 'modify', position_id: 1, tp: '1.12000' }), 'ok');
});

t.test('two positions close each other and leave the rest of the larger', async (t) => {
  const engine = made({}, { margin_hedged: '0' });
  const long = engine.trade(order('buy', '1')).result?.position_id ?? 0;
  engine.quote('EURUSD', '1.10500', '1.10510');
  const short = engine.trade(order('sell', '1')).result?.position_id ?? 0;
  const before = engine.state.ledger.balance;
  const sent = engine.trade({ kind: 'close_by', position_id: short, by_position_id: long });
  t.equal(sent.result?.deal_ids.split(' ').length, 2);
  const deals = engine.events.at(-1)?.deals ?? [];
  const found = deals.map((deal) => [deal.action, deal.profit, deal.price]);
  t.same(found, [
    ['buy', 49_000, price('1.10010')],
    ['sell', 0, price('1.10010')],
  ]);
  t.equal(engine.state.ledger.balance - before, 49_000);
  const [filled] = engine.events.at(-1)?.orders ?? [];
  t.same([filled?.kind, filled?.by_position_id, filled?.volume_filled], ['close_by', long, 1e8]);
  t.equal(engine.state.positions.size, 0);
});

t.test('positions of one side or of two symbols cannot close each other', async (t) => {
  const engine = made();
  const a = engine.trade(order('buy', '1')).result?.position_id ?? 0;
  const b = engine.trade(order('buy', '1')).result?.position_id ?? 0;
  const by = (position_id: number, by_position_id: number): string =>
    engine.code({ kind: 'close_by', position_id, by_position_id });
  t.equal(by(a, b), 'trade.invalid_request');
  t.equal(by(a, 99), 'trade.position_not_found');
});

t.test('a deal tells who asked for it, and what it is worth', async (t) => {
  const engine = made();
  engine.trade({ ...order('buy', '1'), comment: 'first', expert_id: 5 } as Wish);
  const event = engine.events.at(-1);
  const [row] = event?.orders ?? [];
  t.match(row, { reason: 'expert', expert_id: 5, comment: 'first', state: 'filled' });
  t.match(row?.origin, { terminal: 'desktop', session: 's1' });
  t.equal(formatExact(event?.deals[0]?.value ?? 0, 2, 2), '110010.00');
  engine.deal(order('buy', '1'));
  const staff = engine.events.at(-1);
  t.match(staff?.cause, { kind: 'dealer_open', source: 'dealer', dealer: 7 });
  t.match(staff?.orders[0], { reason: 'dealer', dealer: 7 });
});

t.test('A commission in a currency converts by the pair of the traded suffix', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('EURUSD.m', { currency_profit: 'USD' })],
    group: { commissions: [commission({}, { mode: 'base', value: '2' })] },
    quotes: { EURUSD: ['1.10000', '1.10010'], 'EURUSD.m': ['1.20000', '1.20010'] },
    deposit: '10000',
  });
  engine.trade({ ...open, symbol: 'EURUSD.m' });
  t.equal(engine.money(engine.lastDeal.commission), '-2.40', '2 EUR at Ask 1.20010');
});

t.test('A row that is gone is told from one that never was', async (t) => {
  const made = openAccount();
  const position_id = made.trade(order('buy', '1')).result?.position_id ?? 0;
  t.equal(made.code({ kind: 'close', position_id: 77 }), 'trade.position_not_found');
  t.equal(made.code({ kind: 'close', position_id }), 'ok');
  t.equal(made.code({ kind: 'close', position_id }), 'trade.position_closed');
  const cancel = (order_id: number) => made.code({ kind: 'pending_cancel', order_id });
  t.equal(cancel(78), 'trade.order_not_found');
  t.equal(cancel(position_id), 'trade.order_changed', 'the market order that opened it is filled');
});

t.test('What is long gone, or was so before a restart, is known from history', async (t) => {
  const made = openAccount();
  const position_id = made.trade(order('buy', '1')).result?.position_id ?? 0;
  made.trade({ kind: 'close', position_id });
  const asked = () => [
    made.code({ kind: 'close', position_id }),
    made.code({ kind: 'pending_cancel', order_id: position_id }),
  ];
  const gone = ['trade.position_closed', 'trade.order_changed'];
  t.same(asked(), gone);
  made.give({});
  t.same(asked(), ['trade.position_not_found', 'trade.order_not_found'], 'nobody knows');
  made.past.add(`position ${position_id}`).add(`order ${position_id}`);
  t.same(asked(), gone);
  made.give({});
  made.past.clear();
  leave(made.state, 'positions', position_id);
  leave(made.state, 'orders', position_id);
  t.same(asked(), gone, 'the end of the log knows what history does not have yet');
});
