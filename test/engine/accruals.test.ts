// Daily and monthly commissions while their period runs: what is blocked, and what an order needs.

import t from 'tap';
import type { CommissionRule } from '../../wire/groups.js';
import { lastDeal, needsExactly } from './examples.js';
import { Broker, codeOf, commission, symbol } from './fixture.js';
import { heldPosition, money, withRows } from './rows.js';

type Tiers = readonly Partial<CommissionRule['tiers'][number]>[];

/** A rule with several tiers; the limits are those of its turnover. */
const tiered = (more: Partial<CommissionRule>, tiers: Tiers): CommissionRule => {
  const rule = commission({ charge: 'daily', name: 'turnover', ...more });
  const [first] = rule.tiers;
  if (first === undefined) throw new Error('no tier');
  return { ...rule, tiers: tiers.map((tier) => ({ ...first, ...tier })) };
};

const make = (commissions: CommissionRule[], more: object = {}): Broker => {
  const broker = new Broker({ group: { commissions }, ...more });
  broker.quote('EURUSD', '1.10000', '1.10000');
  withRows(broker, { balance: '100000' });
  return broker;
};

const buy = (broker: Broker, volume: string): string =>
  codeOf(broker.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume }));

const blocked = (broker: Broker): string => broker.money(broker.state.ledger.commission_blocked);

const byVolume = (charge: 'daily' | 'monthly' = 'daily'): CommissionRule =>
  tiered({ charge, range: 'turnover_volume' }, [
    { range_to: '3', value: '2' },
    { range_from: '3', value: '1.5' },
  ]);

t.test('what has accrued is blocked, and the deal itself pays nothing', async (t) => {
  const broker = make([byVolume()]);
  buy(broker, '2');
  t.equal(blocked(broker), '4.00');
  t.equal(lastDeal(broker).commission, 0);
  t.equal(broker.money(broker.state.ledger.balance), '100000.00');
  t.equal(broker.money(money(broker).blocked), '4.00');
  t.equal(broker.money(money(broker).equity), '99996.00');
});

t.test('the final tier prices the whole period anew', async (t) => {
  const broker = make([byVolume('monthly')]);
  buy(broker, '2');
  buy(broker, '1');
  t.equal(blocked(broker), '6.00', 'exactly at the bound');
  buy(broker, '0.01');
  t.equal(blocked(broker), '4.52', 'R of each deal at 1.50: 3.00 + 1.50 + 0.02');
});

t.test('turnover beyond the last tier costs nothing', async (t) => {
  const broker = make([tiered({ range: 'turnover_volume' }, [{ range_to: '3' }])]);
  buy(broker, '3');
  t.equal(blocked(broker), '3.00');
  buy(broker, '0.01');
  t.equal(blocked(broker), '0.00');
});

t.test('turnover in money is counted in its own currency, exactly', async (t) => {
  const broker = make([
    tiered({ range: 'turnover_money', turnover_currency: 'EUR' }, [
      { range_to: '200000', value: '1' },
      { range_from: '200000', value: '2' },
    ]),
  ]);
  buy(broker, '2');
  t.equal(blocked(broker), '2.00', '200 000 EUR');
  buy(broker, '0.01');
  t.equal(blocked(broker), '4.02');
});

t.test('turnover of a third currency goes by its pairs at Ask', async (t) => {
  const pairs = [symbol('EURUSD'), symbol('GBPUSD'), symbol('EURGBP')];
  const broker = make(
    [
      tiered({ range: 'turnover_money', turnover_currency: 'GBP' }, [
        { range_to: '85010', value: '1' },
        { range_from: '85010', value: '2' },
      ]),
    ],
    { symbols: pairs },
  );
  broker.quote('EURGBP', '0.85000', '0.85010');
  buy(broker, '1');
  t.equal(blocked(broker), '1.00', '85 010.00 GBP');
  const dearer = make(
    [
      tiered({ range: 'turnover_money', turnover_currency: 'GBP' }, [
        { range_to: '85009.99', value: '1' },
        { range_from: '85009.99', value: '2' },
      ]),
    ],
    { symbols: pairs },
  );
  dearer.quote('EURGBP', '0.85000', '0.85010');
  buy(dearer, '1');
  t.equal(blocked(dearer), '2.00');
});

t.test('rules without a turnover find their tier deal by deal', async (t) => {
  const tiers: Tiers = [
    { range_to: '1', value: '2' },
    { range_from: '1', value: '1' },
  ];
  const broker = make([tiered({ range: 'volume' }, tiers)]);
  buy(broker, '1');
  buy(broker, '2');
  t.equal(blocked(broker), '4.00');
});

t.test('an order is refused when what it would block is not there', async (t) => {
  const open = (): Broker => {
    const broker = make([byVolume()]);
    withRows(broker, { balance: '0' });
    return broker;
  };
  needsExactly(t, open, '2204.00', (broker) => buy(broker, '2'));
  const cheaper = (): Broker => {
    const broker = make([byVolume()]);
    buy(broker, '3');
    return broker;
  };
  // Blocked 6.00 falls to 4.65: margin 3300.00 + 110.00 are there.
  needsExactly(t, cheaper, '3414.65', (broker) => buy(broker, '0.1'));
});

t.test('a close that opens a hedged leg counts what it blocks', async (t) => {
  const hedged = (): Broker => {
    const broker = new Broker({
      group: {
        margin_call: '0',
        stop_out: '0',
        commissions: [tiered({ range: 'turnover_volume', entry: 'out' }, [{ value: '10' }])],
      },
    });
    broker.quote('EURUSD', '1.10000', '1.10000');
    withRows(broker, {
      positions: [
        heldPosition(broker, 'EURUSD', { id: 1, price_open: '1.10000' }),
        heldPosition(broker, 'EURUSD', { id: 2, side: 'sell', price_open: '1.10000' }),
      ],
    });
    return broker;
  };
  const close = (broker: Broker): string => codeOf(broker.trade({ kind: 'close', position_id: 1 }));
  const rich = needsExactly(t, hedged, '1010.00', close);
  t.equal(blocked(rich), '10.00');
});

t.test('what agents will get blocks nothing and waits for an agent', async (t) => {
  const rule = commission({ kind: 'agent', charge: 'daily', name: 'partner' });
  const alone = make([rule]);
  buy(alone, '1');
  t.same(alone.state.ledger.accruals, {});
  const led = make([rule], { switches: { agent: 2001 } });
  buy(led, '1');
  t.equal(blocked(led), '0.00');
  t.equal(Object.keys(led.state.ledger.accruals).length, 1);
  t.same(led.events.at(-1)?.derived, []);
});

t.test('an accrual belongs to its rule as it reads: a changed rule begins anew', async (t) => {
  const broker = make([byVolume(), commission({ name: 'other' })]);
  buy(broker, '2');
  const change = (commissions: CommissionRule[]) =>
    broker.configure((settings) => ({
      group: settings.group.map((one) => ({ ...one, commissions })),
    }));
  change([commission({ name: 'other' }), { ...byVolume(), description: 'moved' }]);
  buy(broker, '1');
  t.equal(blocked(broker), '6.00', 'moved and described anew it goes on');
  change([{ ...byVolume(), name: 'renamed' }]);
  buy(broker, '1');
  t.equal(blocked(broker), '8.00', '3 lots at 2.00 stay, 1 lot at 2.00 begins');
  change([]);
  buy(broker, '1');
  t.equal(blocked(broker), '8.00', 'without a rule it stays');
  t.equal(Object.keys(broker.state.ledger.accruals).length, 2);
});

t.test('two rules that read the same accrue apart', async (t) => {
  const broker = make([byVolume(), byVolume()]);
  buy(broker, '1');
  t.equal(blocked(broker), '4.00');
  t.equal(Object.keys(broker.state.ledger.accruals).length, 2);
});

/** A future of which a lot is worth 1 / tick_size. */
const future = (name: string, tick_size: string) =>
  symbol(name, {
    calc_mode: 'futures',
    digits: 2,
    currency_base: 'USD',
    currency_profit: 'USD',
    currency_margin: 'USD',
    tick_size,
    tick_value: '1',
  });

/** What is blocked after a lot of each future, when a turnover beyond the bound costs double. */
const blockedBeyond = (range_to: string, names: readonly string[]): string => {
  const rule = tiered({ range: 'turnover_money' }, [
    { range_to, type: 'per_deal', value: '1' },
    { range_from: range_to, type: 'per_deal', value: '2' },
  ]);
  const broker = new Broker({
    symbols: [future('FUTA', '0.03'), future('FUTB', '0.07')],
    group: { commissions: [rule] },
  });
  withRows(broker, { balance: '100000' });
  for (const name of names) {
    broker.quote(name, '1.00', '1.00');
    broker.trade({ kind: 'open', symbol: name, side: 'buy', volume: '1' });
  }
  return blocked(broker);
};

t.test('turnover of futures stays exact where no decimal says it', async (t) => {
  const thrice = ['FUTA', 'FUTA', 'FUTA'];
  t.equal(blockedBeyond('100', thrice), '3.00', 'three times 33 1/3 are 100');
  t.equal(blockedBeyond('99.999999999999', thrice), '6.00');
  const both = ['FUTA', 'FUTB'];
  t.equal(blockedBeyond('47.619047619048', both), '2.00', '33 1/3 and 14 2/7 are 47 13/21');
  t.equal(blockedBeyond('47.619047619047', both), '4.00');
});
