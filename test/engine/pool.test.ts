// Guards: an account is asked at the tick that brings it to a level, whatever its symbols are like.

import t from 'tap';
import { Book, moneyOf } from '../../engine/engine.js';
import { EngineHarness, symbol } from '../support/engine-harness.js';
import { heldPosition } from '../support/engine-rows.js';

const LEVELS = { leverage_default: 100, margin_call: '100', stop_out: '50' };

/** Who is asked at a tick. */
const ticks = (engine: EngineHarness, book: Book) => (name: string, price: string) => {
  engine.quote(name, price);
  return book.onTick(engine.symbol(name).id, engine.ctx);
};

t.test('a quote without a rate: profits rest on stored rates, and no guard holds', async (t) => {
  const symbols = [
    symbol('EURUSD'),
    symbol('EURJPY', { digits: 3 }),
    symbol('USDJPY', { digits: 3 }),
  ];
  const engine = new EngineHarness({
    symbols,
    group: LEVELS,
    quotes: { EURUSD: ['1.10000', '1.10010'] },
  });
  const stored = 6_666_666_666n;
  const yen = heldPosition(engine, 'EURJPY', { price_open: '160.000', volume: '1' });
  const euro = heldPosition(engine, 'EURUSD', { price_open: '1.10000', volume: '1' });
  engine.give({ balance: '12000', positions: [euro, { ...yen, rate_profit: stored }] });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  const tick = ticks(engine, book);
  t.same(tick('EURUSD', '1.09990'), [], 'far from its levels');
  t.same(tick('EURJPY', '150.000'), [1001], 'nothing is sure of it from here on');
  t.same(tick('EURUSD', '1.05500'), [1001]);
  const { equity, margin } = moneyOf(engine.state, engine.ctx);
  t.ok(equity < margin, 'which was below its level there');
});

t.test('sizes of 0 and below say nothing of where a level lies', async (t) => {
  for (const contract_size of ['0', '-100000']) {
    const symbols = [symbol('EURUSD'), symbol('ODD', { contract_size })];
    const engine = new EngineHarness({
      symbols,
      group: LEVELS,
      quotes: { EURUSD: ['1.10000'], ODD: ['1.10000'] },
      balance: '50000',
      held: [{ name: 'ODD', price_open: '1.10000', volume: '1' }],
    });
    const book = new Book(() => engine.state);
    book.track(engine.state, engine.ctx);
    const tick = ticks(engine, book);
    t.same(tick('ODD', '1.20000'), [1001], contract_size);
    t.same(tick('ODD', '1.70000'), [1001], contract_size);
  }
});
