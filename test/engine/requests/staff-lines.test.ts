// The journal's lines of what staff do to an account, in the events of what is done.

import t from 'tap';
import { EngineHarness, type Wish } from '../../support/engine-harness.js';
import { covered, fill, ruled } from '../waiting.js';

const common = { symbol: 'EURUSD', volume: '0.1' } as const;
const bought: Wish = { kind: 'open', ...common, side: 'buy' };
const sold: Wish = { kind: 'open', ...common, side: 'sell' };
const placed: Wish = {
  kind: 'pending',
  ...common,
  side: 'buy',
  order_kind: 'limit',
  price: '1.09',
};

const linesOf = (engine: EngineHarness) => engine.events.flatMap(({ journal }) => journal);
const textsOf = (engine: EngineHarness): string[] => linesOf(engine).map(({ text }) => text);

const made = () => new EngineHarness({ quotes: { EURUSD: ['1.10000', '1.10010'] } });

t.test('Each act of staff is a line of the event that it makes', async (t) => {
  const engine = made();
  engine.deposit('10000');
  engine.deal(bought);
  engine.deal({ kind: 'modify', position_id: 1, sl: '1.05', tp: '0', trail_pts: 500 });
  engine.deal({ kind: 'close', position_id: 1, volume: '0.04' });
  engine.deal(sold);
  engine.deal({ kind: 'close_by', position_id: 1, by_position_id: 3 });
  engine.deal(placed);
  engine.deal({ kind: 'pending_modify', order_id: 5, price: '1.08' });
  engine.deal({ kind: 'pending_cancel', order_id: 5 });
  engine.deposit('-0.5', { action: 'tax' });
  t.same(textsOf(engine), [
    'payment of 10000.00 as balance: done, deal #1',
    'position #1 EURUSD: market order done, buy 0.1 lots at 1.1001, deal #2',
    'position #1 EURUSD: change done, sl 1.095, tp 0, trail 500 points',
    'position #1 EURUSD: close done, 0.04 lots at 1.1, deal #3',
    'position #3 EURUSD: market order done, sell 0.1 lots at 1.1, deal #4',
    'position #1 EURUSD: close by an opposite position done, 0.06 lots at 1.1, deal #5 and #6',
    'order #5 EURUSD: placing done, buy limit 0.1 lots at 1.09',
    'order #5 EURUSD: change done, at 1.08, sl 0, tp 0',
    'order #5 EURUSD: cancel done',
    'payment of -0.50 as tax: done, deal #7',
  ]);
  const [line] = linesOf(engine);
  t.same(line, { kind: 'trade', login: 1001, text: line?.text });
});

t.test('What the checks refuse makes no event, and has no line there', async (t) => {
  const engine = made();
  engine.deposit('10000');
  engine.trade(bought);
  const before = linesOf(engine).length;
  t.equal(
    engine.code({ kind: 'close', position_id: 9 }, { source: 'dealer', dealer: 7 }),
    'trade.position_not_found',
  );
  t.equal(linesOf(engine).length, before);
});

t.test('Traders, and payments by the server, are no staff', async (t) => {
  const engine = made();
  engine.deposit('10000', { source: 'server', dealer: 0 });
  engine.trade(bought);
  engine.trade({ kind: 'close', position_id: 1 });
  t.same(linesOf(engine), []);
});

t.test('What staff send to a provider is told when sent and when answered', async (t) => {
  const engine = covered();
  const before = linesOf(engine).length;
  engine.deal({ ...bought, volume: '1' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  t.same(textsOf(engine).slice(before), [
    'order #1 EURUSD: market order queued, buy 1 lots',
    'position #1 EURUSD: market order done, 1 lots at 1.1001, deal #2',
  ]);
  engine.deal({ kind: 'close', position_id: 1 });
  engine.reports('rejected', 2, { text: 'closed' });
  t.match(textsOf(engine).at(-1), /: close rejected \(trade\.rejected\)/);
});

t.test('A request of staff that has waited is told once when it ends', async (t) => {
  const engine = ruled([{ action: 'delay', action_value: '500' }, {}]);
  const before = linesOf(engine).length;
  engine.deal({ ...bought, volume: '1' });
  engine.timer(engine.now + 500);
  t.same(textsOf(engine).slice(before), [
    'order #1 EURUSD: market order queued, buy 1 lots',
    'position #1 EURUSD: market order done, buy 1 lots at 1.1001, deal #2',
  ]);
});

t.test('A cancel at a provider is told of the order, also of one filled in part', async (t) => {
  const engine = covered();
  engine.trade({ ...placed, volume: '1' });
  engine.tick('EURUSD', '1.08980', '1.08990');
  engine.reports('new', 1, { external_id: 'P1' });
  engine.reports('trade', 1, fill('0.4', '1.09', '0.6'));
  engine.deal({ kind: 'pending_cancel', order_id: 1 });
  engine.reports('canceled', 1, { external_id: 'P1' });
  t.equal(textsOf(engine).at(-1), 'order #1 EURUSD: cancel done');
});
