// Busted trades: a deal is taken back, also after its position had closed.

import t from 'tap';
import type { Deal } from '../../wire/records.js';
import { type Broker, codeOf, requestId, type Wish } from './fixture.js';
import { price, volume } from './rows.js';
import { open, ruled } from './waiting.js';

const dealsOf = (broker: Broker, id: number): Deal[] =>
  broker.events.flatMap((event) => event.deals).filter((deal) => deal.position_id === id);

const take = (broker: Broker, deal: Deal | undefined, deals: readonly Deal[]): string => {
  if (deal === undefined) throw new Error('no deal');
  const common = { op: 'bust', request_id: requestId(), source: 'dealer', dealer: 7 } as const;
  return codeOf(broker.run({ ...common, deal, deals }));
};

const netting = () => ruled([{}], {}, { group: { margin_mode: 'netting' } });

t.test('an opening that is taken back leaves no position', async (t) => {
  const broker = ruled([{}]);
  broker.trade(open);
  const deals = dealsOf(broker, 1);
  t.equal(take(broker, deals[0], deals), 'ok');
  t.equal(broker.state.positions.size, 0);
  t.match(broker.events.at(-1), {
    kind: 'deal',
    cause: { kind: 'bust', dealer: 7 },
    deals: [{ id: deals[0]?.id, action: 'buy_canceled' }],
    positions: [{ id: 1, closed: true }],
  });
  t.equal(broker.state.ledger.balance, 1_000_000);
});

t.test('a close that is taken back opens the position again, and its money goes', async (t) => {
  const broker = ruled([{}]);
  broker.trade({ ...open, volume: '2' } as Wish);
  broker.quote('EURUSD', '1.10110', '1.10120');
  broker.trade({ kind: 'close', position_id: 1 });
  t.equal(broker.state.ledger.balance, 1_020_000);
  const deals = dealsOf(broker, 1);
  t.equal(take(broker, deals[1], deals), 'ok');
  const [canceled, back] = broker.events.at(-1)?.deals ?? [];
  t.match(canceled, { action: 'sell_canceled' });
  t.match(back, { action: 'correction', profit: -20_000, position_id: 1, dealer: 7 });
  t.equal(broker.state.ledger.balance, 1_000_000);
  const held = { id: 1, side: 'buy', volume: volume('2'), price_open: price('1.10010') };
  t.match([...broker.state.positions.values()], [held]);
});

t.test('what is left is averaged anew', async (t) => {
  const broker = netting();
  broker.trade(open);
  broker.quote('EURUSD', '1.10110', '1.10120');
  broker.trade(open);
  broker.quote('EURUSD', '1.10210', '1.10220');
  broker.trade({ ...open, volume: '2' } as Wish);
  const deals = dealsOf(broker, 1);
  t.equal(take(broker, deals[1], deals), 'ok');
  const [position] = broker.state.positions.values();
  t.equal(position?.volume, volume('3'));
  t.equal(position?.price_open, price('1.1015'), '(1.10010 + 2 × 1.10220) / 3');
});

t.test('without the opening a later deal stands for itself', async (t) => {
  const broker = netting();
  broker.trade(open);
  broker.quote('EURUSD', '1.10110', '1.10120');
  broker.trade({ ...open, side: 'sell', volume: '0.4' } as Wish);
  const deals = dealsOf(broker, 1);
  t.equal(take(broker, deals[0], deals), 'ok');
  const held = { side: 'sell', volume: volume('0.4'), price_open: price('1.10110') };
  t.match([...broker.state.positions.values()], [held]);
});

t.test('money is no trade, and half of a close-by is not taken back', async (t) => {
  const broker = ruled([{}]);
  broker.trade(open);
  broker.trade({ ...open, side: 'sell' } as Wish);
  const [paid] = broker.events.flatMap((event) => event.deals);
  t.equal(take(broker, paid, paid === undefined ? [] : [paid]), 'trade.invalid_request');
  broker.trade({ kind: 'close_by', position_id: 1, by_position_id: 2 });
  const deals = dealsOf(broker, 1);
  t.equal(take(broker, deals.at(-1), deals), 'trade.invalid_request');
});
