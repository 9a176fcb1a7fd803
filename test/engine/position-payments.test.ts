// Position payments: what is paid for the lots that an account holds (engine/README.md §5).

import t from 'tap';
import { type PaymentTerms, positionAmount, positionPayments } from '../../engine/engine.js';
import { formatExact, parseScaledBig } from '../../wire/scale.js';
import { EngineHarness } from '../support/engine-harness.js';
import { heldPosition, volume } from '../support/engine-rows.js';
import { allShown, example, vector } from './vectors.js';

const terms = (amount_per_lot: string, tax_percent = '0', rate = '1'): PaymentTerms => ({
  action: 'dividend',
  comment: '',
  amount_per_lot,
  tax_percent,
  rate: parseScaledBig(rate, 12) as bigint,
});

interface Input {
  readonly lots: string;
  readonly amount_per_lot: string;
  readonly tax_percent: string;
  readonly rate: string;
  readonly digits: number;
}

example('Y01', 'a payment for lots, less tax, in the deposit currency is', (t, id) => {
  const { input, expect } = vector<Input, { amount: string }>(id);
  const { lots, amount_per_lot, tax_percent, rate, digits } = input;
  const amount = positionAmount(volume(lots), terms(amount_per_lot, tax_percent, rate), digits);
  t.equal(formatExact(amount ?? 0, digits, digits), expect.amount);
});

t.test('it is rounded once, half away from zero, whatever its sign', async (t) => {
  t.equal(positionAmount(volume('0.5'), terms('0.01'), 2), 1, '0.005');
  t.equal(positionAmount(volume('0.5'), terms('-0.01'), 2), -1);
  t.equal(positionAmount(volume('0.49'), terms('0.01'), 2), 0);
  t.equal(positionAmount(volume('3'), terms('1.005', '0', '100'), 0), 302, 'yen: 301.5');
  t.equal(positionAmount(volume('1'), terms('10', '100'), 2), 0, 'all of it is tax');
});

t.test('what is no amount or tax is none', async (t) => {
  for (const [each, tax] of [
    ['x', '0'],
    ['1', '100.01'],
    ['1', '-1'],
    ['0.123456789', '0'],
  ] as const) {
    t.equal(positionAmount(volume('1'), terms(each, tax), 2), undefined, `${each} ${tax}`);
  }
});

t.test(
  'buy and sell lots are paid apart, or the net lots by the side that holds more',
  async (t) => {
    const engine = new EngineHarness();
    const held = (side: 'buy' | 'sell', lots: string) =>
      heldPosition(engine, 'EURUSD', { side, volume: lots, price_open: '1.1' });
    const positions = [held('buy', '1.5'), held('buy', '1'), held('sell', '2')];
    const both = { buy: terms('0.42', '15'), sell: terms('-0.42') };
    const paid = (net: boolean, rows = positions, given: object = both) =>
      positionPayments(rows, given, net, 2).map(({ side, lots, amount }) => [side, lots, amount]);
    t.same(paid(false), [
      ['buy', volume('2.5'), 89],
      ['sell', volume('2'), -84],
    ]);
    t.same(paid(true), [['buy', volume('0.5'), 18]]);
    t.same(paid(true, [held('sell', '2'), ...positions]), [['sell', volume('1.5'), -63]]);
    t.same(paid(true, [held('buy', '1'), held('sell', '1')]), [], 'nothing when they are equal');
    t.same(paid(false, positions, { sell: both.sell }), [['sell', volume('2'), -84]]);
    const rateless = { ...both, buy: terms('0.42', '15', '0') };
    t.same(paid(false, positions, rateless), [['sell', volume('2'), -84]], 'no rate, no payment');
    t.same(paid(false, positions, { buy: terms('0') }), []);
  },
);

allShown(t, 'payments');
