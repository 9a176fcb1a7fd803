// What the entries of the ticket make: the side that prices name, and the requests.

import t from 'tap';
import type { LiveQuote } from '../../../pages/live/quotes.js';
import type { LightSymbol } from '../../../pages/live/symbols.js';
import {
  EMPTY_FORM,
  namedSide,
  planOf,
  stepped,
  type TicketForm,
  type TicketTerms,
  withSeenPrice,
} from '../../../pages/ticket/form.js';

const QUOTE: LiveQuote = {
  bid: '1.15000',
  ask: '1.15010',
  timeMs: 0,
  open: null,
  high: null,
  low: null,
  move: 'none',
};

const SYMBOL = {
  name: 'EURUSD',
  digits: 5,
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  execution_mode: 'market',
} as LightSymbol;

const TERMS: TicketTerms = {
  symbol: SYMBOL,
  quote: QUOTE,
  equity: '10000.00',
  currencyDigits: 2,
  pointValue: { volume: '0.1', point_value: '0.1' },
};

const form = (entries: Partial<TicketForm>): TicketForm => ({
  ...EMPTY_FORM,
  size: '0.1',
  ...entries,
});

t.test('Prices name the only side that they make sense for', async (t) => {
  const named = (entries: Partial<TicketForm>) => namedSide(form(entries), QUOTE);
  t.equal(named({}), null);
  t.equal(named({ sl: '1.14' }), 'buy');
  t.equal(named({ sl: '1,16' }), 'sell');
  t.equal(named({ tp: '1.16' }), 'buy');
  t.equal(named({ stopsBy: 'points', sl: '100' }), null, 'a distance is for both');
  t.equal(named({ kind: 'limit', price: '1.14' }), 'buy');
  t.equal(named({ kind: 'limit', price: '1.16' }), 'sell');
  t.equal(named({ kind: 'stop', price: '1.16' }), 'buy');
  t.equal(named({ kind: 'stop_limit', price: '1.14' }), 'sell');
  t.equal(named({ kind: 'limit', price: '1.15005' }), null, 'between bid and ask');
});

t.test('Stops by price, points and money are the same stop', async (t) => {
  const wanted = { request: { kind: 'open', sl: '1.14910', tp: '1.15210' } };
  const plan = (entries: Partial<TicketForm>) => planOf(form(entries), 'buy', TERMS);
  t.match(plan({ sl: '1.1491', tp: '1.1521' }), wanted);
  t.match(plan({ stopsBy: 'points', sl: '100', tp: '200' }), wanted);
  const byMoney = plan({ stopsBy: 'money', sl: '10', tp: '20' });
  t.match(byMoney, wanted);
  t.equal(byMoney.sl?.money, '-10.00');
  t.equal(byMoney.tp?.money, '20.00');
  t.same(planOf(form({ stopsBy: 'points', sl: '100' }), 'sell', TERMS).sl?.price, '1.15100');
});

t.test('A size by risk is counted from the stop, of each side its own', async (t) => {
  const risk = { sizeBy: 'percent', size: '1', stopsBy: 'points', sl: '250' } as const;
  t.equal(planOf(form(risk), 'buy', TERMS).lots, '0.40');
  t.match(planOf(form({ ...risk, sl: '' }), 'buy', TERMS).fault, { field: 'size', why: 'no_stop' });
  t.equal(planOf(form(risk), 'buy', { ...TERMS, pointValue: null }).request, null);
});

t.test('A pending order has its prices and lifetime, and names what is missing', async (t) => {
  const plan = (entries: Partial<TicketForm>) =>
    planOf(form({ kind: 'stop_limit', ...entries }), 'buy', TERMS);
  t.match(plan({}).fault, { field: 'price', why: 'required' });
  t.match(plan({ price: '1.16' }).fault, { field: 'limit', why: 'required' });
  t.match(plan({ price: '1.16', limit: 'x' }).fault, { field: 'limit', why: 'not_a_number' });
  const whole = { price: '1.16', limit: '1.155', expiration: 'specified_day', oco: '7' } as const;
  t.match(plan(whole).fault, { field: 'expiresAt' });
  t.same(plan({ ...whole, expiresAt: '2026-12-01' }).request, {
    kind: 'pending',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.1',
    order_kind: 'stop_limit',
    price: '1.16',
    price_stop_limit: '1.155',
    expiration: 'specified_day',
    expires_at: '2026-12-01T00:00:00.000Z',
    oco_order_id: 7,
  });
});

t.test('The seen price goes along where the symbol counts it', async (t) => {
  const { request } = planOf(form({}), 'sell', TERMS);
  if (request === null) throw new Error('no request');
  const instant = { ...SYMBOL, execution_mode: 'instant' } as const;
  t.same(withSeenPrice(request, 'sell', SYMBOL, QUOTE), request);
  t.match(withSeenPrice(request, 'sell', instant, QUOTE), { price: '1.15000' });
  const bound = planOf(form({ deviation: '5' }), 'buy', TERMS).request ?? request;
  t.match(withSeenPrice(bound, 'buy', SYMBOL, QUOTE), { price: '1.15010', deviation_pts: 5 });
});

t.test('Steps keep to the least', async (t) => {
  t.equal(stepped('0.1', 1, '0.01', '0.01'), '0.11');
  t.equal(stepped('0.01', -1, '0.01', '0.01'), '0.01');
  t.equal(stepped('x', 1, '0.01', '0.01'), '0.01');
  t.equal(stepped('1.15000', -10, '0.00001', '0'), '1.14990');
});
