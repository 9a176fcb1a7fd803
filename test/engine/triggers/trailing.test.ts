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

t.test(
  'a trailing stop stands from the opening on, and the order keeps what was asked',
  async (t) => {
    const engine = made();
    t.equal(engine.code(buy), 'ok');
    t.equal(slOf(engine), '1.09950', 'TR1');
    t.equal(only(engine).trail_pts, 50);
    const event = engine.events.at(-1);
    t.match(event?.orders[0], { sl: 0, trail_pts: 50 });
    t.match(event?.deals[0], { sl: 0 });
  },
);

t.test('it follows the market up, never down, and closes the position there', async (t) => {
  const engine = made();
  engine.trade(buy);
  engine.now += 1000;
  const [moved, ...more] = engine.tick('EURUSD', '1.10020', '1.10030');
  t.match(moved, { kind: 'position', cause: { kind: 'trail', source: 'server', request_id: '' } });
  t.match(moved?.positions, [{ sl: 109_970_000, updated_at: NOON + 1000, trail_pts: 50 }]);
  t.equal(moved?.account_seq, 3, 'the client is told');
  t.same(more, []);
  t.same(engine.tick('EURUSD', '1.10000', '1.10010'), [], 'back: it stays');
  t.same(engine.tick('EURUSD', '1.10020', '1.10030'), [], 'the same price again: it stays');
  engine.tick('EURUSD', '1.09970', '1.09980');
  t.match(engine.lastDeal, { reason: 'sl', price: 109_970_000, comment: 'sl 1.09970' });
  t.equal(engine.state.positions.size, 0);
});

t.test('the stops that stood before the tick are tested before it moves', async (t) => {
  const engine = made();
  engine.trade(buy);
  engine.trade({ ...buy, tp: '1.10100' });
  const [closed, moved, ...more] = engine.tick('EURUSD', '1.10100', '1.10110');
  t.match(closed, { cause: { kind: 'tp' }, positions: [{ id: 2, sl: 109_950_000 }] });
  t.match(moved, { cause: { kind: 'trail' }, positions: [{ id: 1 }] });
  t.equal(moved?.positions.length, 1);
  t.same(more, []);
  const kinds = engine.tick('EURUSD', '1.10050', '1.10060').map(({ cause }) => cause.kind);
  t.match(kinds, ['sl'], 'TR6: reached where it stands');
});

t.test('an SL that is better than the distance stands until the market has come', async (t) => {
  const engine = made();
  engine.trade({ ...buy, side: 'sell', sl: '1.10030' });
  t.equal(slOf(engine), '1.10030', 'TR3');
  engine.tick('EURUSD', '1.09975', '1.09985');
  t.equal(slOf(engine), '1.10030');
  engine.tick('EURUSD', '1.09965', '1.09975');
  t.equal(slOf(engine), '1.10025');
});

t.test('it stands on the tick grid, never nearer than the distance', async (t) => {
  const engine = made({ tick_size: '0.00025' });
  engine.quote('EURUSD', '1.10060', '1.10070');
  engine.trade(buy);
  t.equal(slOf(engine), '1.10000', 'TR4');
  t.same(engine.tick('EURUSD', '1.10074', '1.10084'), []);
  engine.tick('EURUSD', '1.10075', '1.10085');
  t.equal(slOf(engine), '1.10025');
  const sold = made({ tick_size: '0.00025' });
  sold.trade({ ...buy, side: 'sell' });
  t.equal(slOf(sold), '1.10075', 'Ask 1.10010 + 50 points, up to the grid');
});

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
  t.equal(slOf(engine), '1.09800', 'anew from here');
  t.equal(modify({ sl: '0' }), 'ok');
  t.match(only(engine), { sl: 0, trail_pts: 0, tp: 111_000_000 }, 'no SL, no trailing');
  t.equal(modify({ trail_pts: 60 }), 'ok');
  t.equal(modify({ trail_pts: 0 }), 'ok');
  t.match(only(engine), { sl: 109_940_000, trail_pts: 0 }, 'the SL stays');
  t.same(engine.tick('EURUSD', '1.10500', '1.10510'), [], 'and no longer moves');
});

t.test('a modify that would leave everything as it stands changes nothing', async (t) => {
  const engine = made();
  engine.trade(buy);
  const modify = modifying(engine);
  const told = engine.events.length;
  t.equal(modify({ sl: '1.09900' }), 'trade.no_changes', 'worse than where it trails');
  t.equal(modify({ sl: '0', trail_pts: 50 }), 'trade.no_changes', 'anew, and at the same place');
  t.equal(engine.events.length, told);
  t.equal(modify({ sl: '1.09900', tp: '1.11000' }), 'ok');
  t.match(only(engine), { sl: 109_950_000, tp: 111_000_000 });
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

t.test('a pending order carries its distance to the position', async (t) => {
  const engine = made();
  const wish: Wish = { ...buy, kind: 'pending', order_kind: 'limit', price: '1.09000' };
  t.equal(engine.code(wish), 'ok');
  const [order] = engine.orders;
  const modify = (more: object): string =>
    engine.code({ kind: 'pending_modify', order_id: order?.id ?? 0, ...more });
  t.equal(modify({ trail_pts: 50 }), 'trade.no_changes');
  t.equal(modify({ trail_pts: 80 }), 'ok');
  t.match(engine.orders, [{ trail_pts: 80, sl: 0 }]);
  engine.tick('EURUSD', '1.08990', '1.09000');
  t.equal(slOf(engine), '1.08910');
  engine.tick('EURUSD', '1.08995', '1.09005');
  t.equal(slOf(engine), '1.08915');
});

t.test('in netting the newest order says whether it trails', async (t) => {
  const engine = made({}, { margin_mode: 'netting' });
  engine.trade(buy);
  engine.trade({ ...buy, side: 'sell', volume: '0.04', trail_pts: 10 });
  t.match(only(engine), { sl: 109_950_000, trail_pts: 50 }, 'a smaller opposite order does not');
  engine.quote('EURUSD', '1.10005', '1.10015');
  engine.trade({ ...buy, trail_pts: 70 });
  t.match(only(engine), { sl: 109_935_000, trail_pts: 70 }, 'growth');
  engine.trade({ ...buy, side: 'sell', volume: '0.50', trail_pts: 20 });
  t.match(only(engine), { side: 'sell', sl: 110_035_000, trail_pts: 20 }, 'reversal');
  engine.trade({ ...buy, side: 'sell', trail_pts: 0 });
  t.match(only(engine), { sl: 0, trail_pts: 0 }, 'an order without it ends it');
});

t.test('a partial close leaves it, clear_stops takes it away', async (t) => {
  const engine = made();
  engine.trade(buy);
  engine.trade({ kind: 'close', position_id: only(engine).id, volume: '0.04' });
  t.match(only(engine), { sl: 109_950_000, trail_pts: 50 });
  const clear = rule({ id: 2, position: 0, action: 'clear_stops' });
  const cleared = openAccount({ routing: [clear, rule()] });
  cleared.trade(buy);
  t.match(only(cleared), { sl: 0, trail_pts: 0 });
});

t.test('outside the session it rests', async (t) => {
  const engine = made();
  engine.trade(buy);
  alter(engine, { symbol: { trade_sessions: [{ day: 3, from_min: 0, to_min: 60 }] } });
  t.same(engine.tick('EURUSD', '1.10500', '1.10510'), []);
});

t.test(
  'all stops that move at a tick are one event, each where its own distance says',
  async (t) => {
    const engine = made();
    engine.trade(buy);
    engine.trade({ ...buy, side: 'sell', trail_pts: 30 });
    engine.trade({ ...buy, trail_pts: 20 });
    const events = engine.tick('EURUSD', '1.10009', '1.10019');
    t.equal(events.length, 1);
    t.match(events[0]?.positions, [
      { id: 1, sl: 109_959_000 },
      { id: 3, sl: 109_989_000 },
    ]);
  },
);

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
