// Trailing stops: where they stand, when they move, and what ends them (§4.9).

import t from 'tap';
import { newAccount } from '../../../engine/engine.js';
import { formatExact } from '../../../wire/base/scale.js';
import type { Position } from '../../../wire/trading/records.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  openAccount,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { alter, heldPosition } from '../../support/engine-rows.js';
import { rule } from '../../support/settings-records.js';
import { answer, attend } from '../waiting.js';

const made = (symbol: Setup['symbol'] = {}, group: Setup['group'] = {}): EngineHarness =>
  openAccount({ symbol, group });

const buy: Wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', trail_pts: 50 };

const only = (engine: EngineHarness): Position => {
  const [position, ...others] = engine.positions;
  if (position === undefined || others.length > 0) throw new Error('not one position');
  return position;
};
const slOf = (engine: EngineHarness): string => formatExact(only(engine).sl, 8, 5);

t.test('the distance keeps the levels, dealers beside', async (t) => {
  const level = made({ stops_level: 20 });
  t.equal(level.code({ ...buy, trail_pts: 19 }), 'trade.invalid_stops', 'TR5');
  t.equal(codeOf(level.deal({ ...buy, trail_pts: 19 })), 'ok');
  t.equal(level.code({ ...buy, trail_pts: 20 }), 'ok');
  const frozen = made({ freeze_level: 30 });
  t.equal(frozen.code({ ...buy, trail_pts: 30 }), 'trade.invalid_stops', 'TR5');
  t.equal(frozen.code({ ...buy, trail_pts: 31 }), 'ok');
  const noStops = made({ order_flags: ['market'] });
  t.equal(noStops.code(buy), 'trade.invalid_order_kind');
  t.equal(noStops.code({ ...buy, trail_pts: 0 }), 'ok');
});

/** The code of a change of the one position. */
const modifying = (engine: EngineHarness) => {
  const position_id = only(engine).id;
  return (more: object): string => engine.code({ kind: 'modify', position_id, ...more });
};

t.test('modify turns it on, changes it, and off', async (t) => {
  const engine = made();
  engine.trade({ ...buy, trail_pts: 0 });
  const modify = modifying(engine);
  t.equal(modify({ trail_pts: 0 }), 'trade.no_changes');
  t.equal(modify({ trail_pts: 100 }), 'ok');
  t.equal(slOf(engine), '1.09900');
  t.equal(modify({ trail_pts: 100 }), 'trade.no_changes');
  t.equal(modify({ trail_pts: 200 }), 'ok');
  t.equal(slOf(engine), '1.09900', 'a wider distance does not let go');
  t.equal(modify({ sl: '1.09500' }), 'ok');
  t.equal(slOf(engine), '1.09800', 'nor does a worse SL while it trails');
  t.equal(modify({ sl: '1.09990', tp: '1.11000' }), 'ok');
  t.equal(slOf(engine), '1.09990', 'a better SL stands');
  t.equal(modify({ sl: '0', trail_pts: 200 }), 'ok');
  t.equal(slOf(engine), '1.09800', 'again from here');
  t.equal(modify({ sl: '0' }), 'ok');
  t.match(only(engine), { sl: 0, trail_pts: 0, tp: 111_000_000 }, 'no SL, no trailing');
  t.equal(modify({ trail_pts: 60 }), 'ok');
  t.equal(modify({ trail_pts: 0 }), 'ok');
  t.match(only(engine), { sl: 109_940_000, trail_pts: 0 }, 'the SL stays');
  t.same(engine.tick('EURUSD', '1.10500', '1.10510'), [], 'and no longer moves');
});

t.test('a modify that waited while the stop went beyond it changes nothing', async (t) => {
  const engine = made();
  engine.trade(buy);
  const delay = { action: 'delay' as const, action_value: '500' };
  engine.configure(() => ({ routing: [rule({ id: 2, ...delay }), rule({ position: 2 })] }));
  const sent = engine.trade({ kind: 'modify', position_id: only(engine).id, sl: '1.09960' });
  t.equal(sent.ok && sent.result?.status, 'queued');
  engine.tick('EURUSD', '1.10030', '1.10040');
  t.equal(slOf(engine), '1.09980');
  const [ended, ...more] = engine.timer(NOON + 500);
  t.match(ended?.remembered?.result, { code: 'trade.no_changes', status: 'rejected' });
  t.same([ended?.positions, more], [[], []]);
});

t.test('outside the session it rests', async (t) => {
  const engine = made();
  engine.trade(buy);
  alter(engine, { symbol: { trade_sessions: [{ day: 3, from_min: 0, to_min: 60 }] } });
  t.same(engine.tick('EURUSD', '1.10500', '1.10510'), []);
});

t.test('the book asks an account only when one of its stops moves', async (t) => {
  const engine = made();
  engine.trade(buy);
  engine.trade({ ...buy, side: 'sell', sl: '1.10031', trail_pts: 33 });
  engine.track();
  const asked = (bid: string, ask: string): readonly number[] => {
    const found = engine.asked('EURUSD', bid, ask);
    if (found.length > 0) engine.bookChanged(engine.tick('EURUSD', bid, ask));
    return found;
  };
  t.same(asked('1.09998', '1.10008'), []);
  t.same(asked('1.10000', '1.10010'), []);
  t.same(asked('1.10001', '1.10011'), [1001], 'the buy moves');
  t.same(asked('1.10001', '1.10011'), []);
  t.same(asked('1.09988', '1.09998'), [], 'the sell would stand where it is');
  t.same(asked('1.09987', '1.09997'), [1001], 'the sell moves');
  t.same(asked('1.09951', '1.09961'), [1001]);
  t.same(asked('1.09951', '1.09999'), [1001], 'the sell is stopped out');
  t.equal(engine.state.positions.size, 0);
});

/** A broker whose book has many accounts, each of which holds a trailing position. */
const trailingStops = (count: number, trail_pts: number): EngineHarness => {
  const engine = made();
  const { state } = engine;
  for (let at = 0; at < count; at += 1) {
    const sl = (1.08 + (at % 1000) / 100_000).toFixed(5);
    const sketch = { id: 100_000 + at, price_open: '1.09', sl, trail_pts, volume: '0.01' };
    const login = 5000 + at;
    const ledger = { ...state.ledger, login, balance: 100_000_000 };
    const held = { ...heldPosition(engine, 'EURUSD', sketch), login };
    engine.book.track(newAccount({ ...state.switches, login }, ledger, [held]), engine.ctx);
  }
  return engine;
};

t.test('a tick that moves none of many trailing stops asks nobody', async (t) => {
  const engine = trailingStops(2_000, 2_000);
  for (let at = 0; at < 100; at += 1) {
    const found = engine.asked('EURUSD', at % 2 === 0 ? '1.09990' : '1.10000', '1.10010');
    t.same(found, [], 'Bid is below the lowest SL and its distance');
  }
  t.equal(engine.asked('EURUSD', '1.10001', '1.10010').length, 2, 'the two farthest behind');
});

t.test('a further fill of the order that opened a position leaves its stops', async (t) => {
  const engine = made();
  attend(engine, 'activate');
  engine.trade({ ...buy, kind: 'pending', order_kind: 'limit', price: '1.09000' });
  const part = (lots: string): string => answer(engine, 'confirm', { volume: lots });
  engine.tick('EURUSD', '1.08990', '1.09000');
  t.equal(part('0.04'), 'ok');
  t.equal(slOf(engine), '1.08940');
  const modified = engine.trade({ kind: 'modify', position_id: 1, sl: '1.08970', trail_pts: 0 });
  t.equal(codeOf(modified), 'ok');
  engine.tick('EURUSD', '1.08991', '1.09000');
  t.equal(part('0.06'), 'ok');
  t.match(only(engine), { volume: 10_000_000, sl: 108_970_000, trail_pts: 0 });
});
