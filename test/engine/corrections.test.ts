// Corrections: a position is deleted without a deal (engine/README.md §4).

import t from 'tap';
import type { PositionDeleteCommand } from '../../wire/commands.js';
import type { AccountEvent } from '../../wire/events.js';
import { emptyRow } from '../../wire/fields.js';
import { QUEUED, type Queued } from '../../wire/queued.js';
import { textOf, writeEventFrame } from '../../wire/text.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  openAccount,
  requestId,
} from '../support/engine-harness.js';
import { restingOrder } from '../support/engine-rows.js';
import { Invariants } from './invariants.js';

const made = (netting = false): EngineHarness => {
  const engine = openAccount({ group: { margin_mode: netting ? 'netting' : 'hedging' } });
  engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '0.30' });
  return engine;
};

const deletion = (position_id: number): PositionDeleteCommand => ({
  op: 'position_delete',
  request_id: requestId(),
  position_id,
  dealer: 7,
});

t.test('the position is gone, the balance and the deals are what they were', async (t) => {
  const engine = made();
  const watch = new Invariants(false);
  const { balance } = engine.state.ledger;
  const command = deletion(1);
  const execution = engine.run(command);
  const event = engine.events.at(-1);
  t.match(event, {
    kind: 'correction',
    cause: { kind: 'position_delete', source: 'dealer', dealer: 7 },
    deals: [],
    positions: [{ id: 1, volume: 0, closed: true, swap: 0 }],
    correction: {
      id: 3,
      request_id: command.request_id,
      kind: 'position_delete',
      position_id: 1,
      symbol: 'EURUSD',
      side: 'sell',
      volume: 30_000_000,
      dealer: 7,
      at: NOON,
    },
    remembered: { request_id: command.request_id },
  });
  t.match(execution.result, { status: 'done', code: 'ok', position_id: 1, volume: 30_000_000 });
  t.equal(engine.state.ledger.balance, balance);
  t.match(event?.money, { profit: 0, margin: 0 });
  t.same(
    engine.events.flatMap((one) => watch.follow(one)),
    [],
    'deals and corrections sum to the position',
  );
  t.equal(codeOf(engine.run(deletion(1))), 'trade.position_closed');
  t.equal(codeOf(engine.run(deletion(99))), 'trade.position_not_found');
});

t.test('the accrued swap goes with it and is told', async (t) => {
  const engine = openAccount({
    balance: '10000',
    held: [{ id: 5, price_open: '1.1', swap: '-12.34' }],
  });
  engine.run(deletion(5));
  t.match(engine.events.at(-1)?.correction, { swap: -1234, currency_digits: 2, side: 'buy' });
  const event = engine.events.at(-1) as AccountEvent;
  t.equal(event.positions[0]?.swap, 0);
  const frame = textOf((out) => writeEventFrame(out, event));
  t.match(frame, '"correction":{"id":1,');
  t.match(frame, '"swap":"-12.34"');
  t.match(engine.events.at(-1)?.money, { swap: 0, equity: 1_000_000 });
});

t.test('in netting the next order opens a new position', async (t) => {
  const engine = made(true);
  engine.run(deletion(1));
  engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' });
  t.match(engine.positions, [{ id: 2, side: 'buy', volume: 10_000_000 }]);
  t.match(engine.events.at(-1)?.deals, [{ entry: 'in', profit: 0 }]);
});

t.test(
  'it asks for no quote, session or switch of trading, but for an enabled account',
  async (t) => {
    const engine = made();
    engine.configure(({ symbol, group }) => ({
      symbol: symbol.map((one) => ({ ...one, trade_sessions: [], trade_access: 'disabled' })),
      group: group.map((one) => ({ ...one, trading_enabled: false })),
    }));
    engine.state.switches = { ...engine.state.switches, trading_enabled: false };
    t.equal(codeOf(engine.run(deletion(1))), 'ok');
    const closed = made();
    closed.state.switches = { ...closed.state.switches, enabled: false };
    t.equal(codeOf(closed.run(deletion(1))), 'trade.disabled');
    t.equal(closed.state.positions.size, 1);
  },
);

t.test('a position about which a request waits is locked', async (t) => {
  const waits = (of: Partial<Queued>): string => {
    const engine = made();
    const queued: Queued = { ...emptyRow(QUEUED), id: 50, login: 1001, symbol: 'EURUSD', ...of };
    engine.state.queue = new Map([[50, queued]]);
    return codeOf(engine.run(deletion(1)));
  };
  t.equal(waits({ position_id: 1, state: 'queued' }), 'trade.locked');
  t.equal(waits({ by_position_id: 1, state: 'sent' }), 'trade.locked');
  t.equal(waits({ position_id: 1, state: 'quoted' }), 'ok', 'an offer is no request');
  t.equal(waits({ position_id: 2, state: 'queued' }), 'ok');
  const engine = made();
  const order = restingOrder(engine, 'EURUSD', { kind: 'limit', price_order: '1' });
  engine.give({ orders: [{ ...order, id: 60, position_id: 1, state: 'partial' }] });
  t.equal(codeOf(engine.run(deletion(1))), 'trade.locked');
});

t.test('deleting what was gaining may bring the stop-out', async (t) => {
  const engine = openAccount({
    balance: '2000',
    held: [
      { id: 5, price_open: '1.0', volume: '1' },
      { id: 6, price_open: '1.2', volume: '1' },
    ],
  });
  engine.run(deletion(5));
  t.match(
    engine.events.slice(-4).map(({ cause }) => cause.kind),
    ['position_delete', 'stop_out', 'stopout_position'],
  );
});
