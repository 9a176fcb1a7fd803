// Corrections of a position by staff: what bounds the money that they can make.

import t from 'tap';
import type { PositionChangeCommand } from '../../../wire/trading/commands.js';
import { codeOf, type EngineHarness, requestId } from '../../support/engine-harness.js';
import { alter, price, volume } from '../../support/engine-rows.js';
import { open, ruled } from '../waiting.js';

/** The bound of the symbol: prices of staff are within 10 pips. */
const POINTS = 100;
const SYMBOL = { manual_quote_pts: POINTS };

const netting = (): EngineHarness => ruled([{}], SYMBOL, { group: { margin_mode: 'netting' } });

const change = (
  engine: EngineHarness,
  fields: Partial<PositionChangeCommand>,
): ReturnType<EngineHarness['run']> =>
  engine.run({
    op: 'position_change',
    request_id: requestId(),
    position_id: 1,
    dealer: 7,
    ...fields,
  });
const changed = (engine: EngineHarness, fields: Partial<PositionChangeCommand>): string =>
  codeOf(change(engine, fields));

t.test('however many corrections a position has, they make no more than the bound', async (t) => {
  const engine = ruled([{}], SYMBOL);
  engine.trade(open);
  for (let round = 0; round < 20; round += 1) {
    for (const price_open of ['1.09950', '1.09910', '1.09900']) change(engine, { price_open });
    for (const lots of ['100', '10', '1.10']) change(engine, { volume: lots });
    // The market comes along, too: each price was given once.
    const bid = (1.1 + ((round % 5) - 2) / 1000).toFixed(5);
    engine.quote('EURUSD', bid, bid);
  }
  engine.quote('EURUSD', '1.10000', '1.10010');
  t.match(engine.positions, [{ volume: volume('1'), price_open: price('1.09910') }]);
  engine.trade({ kind: 'close', position_id: 1 });
  t.equal(engine.lastDeal.profit, 9_000, 'a lot from 1.09910 to 1.10000');
});

t.test('corrections stay near the price of the deals, and may return to it', async (t) => {
  const engine = ruled([{}], SYMBOL);
  engine.trade(open);
  t.match(engine.positions, [{ price_open: price('1.10010'), price_dealt: 0 }]);
  t.equal(changed(engine, { price_open: '1.09910' }), 'ok');
  t.match(engine.positions, [{ price_open: price('1.09910'), price_dealt: price('1.10010') }]);
  const far = change(engine, { price_open: '1.09909' });
  t.match(far, {
    code: 'trade.invalid_price',
    message:
      'price_open: must be within 100 points (manual_quote_pts) of the price of its deals, from ' +
      '1.09910 to 1.10110; more takes config.symbols.',
    data: { field: 'price_open', min: '1.09910', max: '1.10110' },
  });
  // The market does not count: it may have moved since the deals.
  engine.quote('EURUSD', '1.10500', '1.10510');
  t.equal(changed(engine, { price_open: '1.10500' }), 'trade.invalid_price');
  t.equal(changed(engine, { price_open: '1.10110' }), 'ok');
  t.equal(changed(engine, { price_open: '1.12000', unbounded: true }), 'ok');
  t.match(engine.positions, [{ price_dealt: price('1.10010') }]);
  t.equal(changed(engine, { price_open: '1.11999' }), 'trade.invalid_price', 'no step beyond it');
  t.equal(changed(engine, { sl: '0', tp: '1.30000' }), 'ok', 'a price that stays is not tested');
  t.equal(changed(engine, { price_open: '1.10010' }), 'ok');
  t.match(engine.positions, [{ price_open: price('1.10010'), price_dealt: 0 }]);
});

t.test('the price of the deals goes along with deals', async (t) => {
  const engine = netting();
  engine.trade(open);
  t.equal(changed(engine, { price_open: '1.09910' }), 'ok');
  engine.quote('EURUSD', '1.10200', '1.10210');
  engine.trade(open);
  const grown = { price_open: price('1.1006'), price_dealt: price('1.1011') };
  t.match(engine.positions, [grown], 'both are means of two lots');
  t.equal(changed(engine, { price_open: '1.10009' }), 'trade.invalid_price');
  engine.trade({ ...open, side: 'sell', volume: '0.5' });
  t.match(engine.positions, [{ ...grown, volume: volume('1.5') }], 'a part of it closes');
  engine.trade({ ...open, side: 'sell', volume: '2' });
  t.match(engine.positions, [{ side: 'sell', price_dealt: 0 }], 'turned over it begins again');

  const busted = netting();
  busted.trade(open);
  busted.trade(open);
  changed(busted, { price_open: '1.09910' });
  const deals = busted.deals.filter(({ position_id }) => position_id === 1);
  t.equal(codeOf(busted.bust(deals[1], deals)), 'ok');
  const rebuilt = { price_open: price('1.10010'), price_dealt: 0, volume: volume('1') };
  t.match(busted.positions, [rebuilt], 'a bust makes it again of its deals');

  const reopened = ruled([{}], { ...SYMBOL, swap_mode: 'reopen_close', swap_long: '-1' });
  reopened.trade(open);
  changed(reopened, { price_open: '1.09910' });
  reopened.endDay();
  t.match(reopened.positions, [{ price_dealt: 0 }], 'a rollover deals it again');
  t.not(reopened.positions[0]?.price_open, price('1.09910'));
});

t.test('a volume shrinks near the market, and grows by config.symbols alone', async (t) => {
  const engine = ruled([{}], SYMBOL);
  engine.trade(open);
  const more = change(engine, { volume: '1.01' });
  t.match(more, {
    code: 'trade.invalid_volume',
    message: 'volume: must be at most 1, as it is; more takes config.symbols.',
    data: { field: 'volume', max: '1' },
  });
  t.equal(changed(engine, { volume: '0.60' }), 'ok');
  t.equal(changed(engine, { volume: '1' }), 'trade.invalid_volume', 'nor back to what it was');
  t.equal(changed(engine, { volume: '0.80', unbounded: true }), 'ok');
  engine.quote('EURUSD', '1.09900', '1.09910');
  t.equal(changed(engine, { volume: '0.10' }), 'trade.invalid_price', 'its loss would go with it');
  alter(engine, { symbol: { ...SYMBOL, manual_quote_pts: 110 } });
  t.equal(changed(engine, { volume: '0.10' }), 'ok');
});
