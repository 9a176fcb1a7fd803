// Explained deals of dealers and providers: who decided, by which rule, at which prices.

import type { Explanation } from '../../../../wire/rest/trading/deals.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

const test = testsWith('deals', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: ['trades.view'] });
  const login = await desk.trader();
  const dealt = () => desk.events.findLast(({ deals }) => deals.length > 0)?.deals[0]?.id ?? 0;
  const explain = () => staff.read<Explanation>(`/deals/${dealt()}/explain`);
  return { desk, login, explain };
});

const MARK = { symbol_id: 1, source: 'EURUSD', source_digits: 5 };

test`A provider's deal names rule, gateway, ids and both prices as they were`(async (t, given) => {
  const { desk, login, explain } = given;
  desk.cover({ name: 'LP "A"', translates: [{ ...MARK, ask_markup_pts: 3, bid_markup_pts: -2 }] });
  const order = desk.trade(login, { volume: '0.50' });
  desk.route({ id: 1, name: 'Renamed', action: 'reject' }, { name: 'LP B' });
  desk.cover({ name: 'LP B', translates: [{ ...MARK, ask_markup_pts: 4, bid_markup_pts: 0 }] });
  desk.route({ id: 9, name: 'Other' }, { name: 'LP B', translates: [] });
  desk.fill(login, order, '1.10012', 'E-1');
  const explanation = await explain();
  t.match(explanation, {
    config_version: 2,
    rule: { id: 1, name: 'Cover', action: 'gateway' },
    gateway: {
      ...{ id: 5, name: 'LP B', price: '1.10012', markup: '0.00000' },
      ...{ order_id: `X${order}`, execution_id: 'E-1' },
    },
    deal: { price: '1.10012', gateway_id: 5 },
    cause: { source: 'gateway', kind: 'open' },
    quote: { bid: '1.10000', ask: '1.10010' },
  });
  const { request_id } = explanation.order as { request_id: string };
  t.equal(
    explanation.sentences[1],
    `The client asked for it (open) from terminal web at 127.0.0.1 with request ${request_id}.`,
  );
  t.ok(explanation.sentences.includes('Routing rule 1 "Cover" sent it to a gateway.'));
  t.ok(
    explanation.sentences.includes(
      `Gateway 5 "LP B" had it executed at 1.10012 (its order "X${order}", execution "E-1"); ` +
        'without a markup the price is 1.10012.',
    ),
  );
});

test`A markup of a provider's deal is told`(async (t, { desk, login, explain }) => {
  desk.cover({ translates: [{ ...MARK, ask_markup_pts: 3, bid_markup_pts: -2 }] });
  desk.fill(login, desk.trade(login), '1.100125', 'E-2');
  const explanation = await explain();
  t.match(explanation.gateway, { name: 'Provider 5', price: '1.100125', markup: '0.00003' });
  t.equal(explanation.deal.price, '1.10016');
  t.match(
    explanation.sentences.join('\n'),
    /; with a markup of 0\.00003 the price is 1\.10016\.$/m,
  );
});

test`A dealer's deal names the dealer, the rule as it was, and the price given`(
  async (t, { desk, login, explain }) => {
    desk.shard.shard.dealerOnline = () => true;
    desk.route({ name: 'Desk', action: 'dealer', dealers: [7] });
    desk.trade(login, { volume: '0.20' });
    desk.route({ name: 'Renamed', action: 'dealer', dealers: [7] });
    desk.confirms(login, 7, { price: '1.10020' });
    const explanation = await explain();
    t.match(explanation, {
      config_version: 2,
      rule: { id: 1, name: 'Desk', action: 'dealer' },
      gateway: null,
      cause: { source: 'client', decided_by: 7 },
      deal: { price: '1.10020', dealer: 7 },
      quote: { ask: '1.10010' },
    });
    t.ok(
      explanation.sentences.includes(
        'Routing rule 1 "Desk" gave it to its dealers. Dealer 7 confirmed it at 1.10020.',
      ),
    );
  },
);

test`What a dealer confirms of a provider's position names both`(async (t, given) => {
  const { desk, login, explain } = given;
  desk.cover();
  const order = desk.trade(login);
  desk.fill(login, order, '1.10010', 'E-3');
  const [id = 0] = desk.shard.state(login).positions.keys();
  desk.shard.shard.dealerOnline = () => true;
  desk.route({ name: 'Desk', action: 'dealer', dealers: [7] });
  desk.close(login, id);
  desk.confirms(login, 7, { price: '1.10500' });
  const [close = 0] = desk.shard.state(login).orders.keys();
  desk.fill(login, close, '1.09990', 'E-4');
  const explanation = await explain();
  t.match(explanation, {
    rule: { name: 'Desk', action: 'dealer' },
    gateway: { id: 5, execution_id: 'E-4' },
    cause: { decided_by: 7 },
    deal: { price: '1.09990', dealer: 7 },
  });
  const text = explanation.sentences.join('\n');
  t.match(text, /^Routing rule 1 "Desk" gave it to its dealers\. Dealer 7 confirmed it\.$/m);
});
