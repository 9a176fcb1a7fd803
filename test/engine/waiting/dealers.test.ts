// The dealers' desk: requests are offered in turn, taken, answered, returned, or run out of time.

import t from 'tap';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { codeOf, type EngineHarness, NOON, type Wish } from '../../support/engine-harness.js';
import { alter, price, volume } from '../../support/engine-rows.js';
import { rule } from '../../support/settings-records.js';
import { answer, attended, limit, open, outcome, ruled, waiting } from '../waiting.js';

const desk = (more: Partial<RoutingRecord> = {}): Partial<RoutingRecord> => ({
  action: 'dealer',
  dealers: [7, 8],
  ...more,
});

/** A broker whose dealers 7 and 8 are on line, with an order of the client that waits. */
const asked = (wish: Wish = open, more: object = {}, asking: Partial<RoutingRecord> = {}) => {
  const engine = ruled([desk(asking)], more);
  engine.online.add(7).add(8);
  const sent = engine.trade(wish);
  return { engine, id: waiting(engine).id, came: () => outcome(engine, sent.result?.request_id) };
};

t.test('an order is offered to the dealers of its rule in turn, each for 15 s', async (t) => {
  const { engine, id, came } = asked();
  t.match(waiting(engine), { state: 'queued', offered_to: 7, due_at: NOON + 15_000 });
  t.equal(codeOf(engine.says('take', id, { dealer: 8 })), 'forbidden', 'not offered to him');
  engine.timer(NOON + 15_000);
  t.match(waiting(engine), { offered_to: 8, due_at: NOON + 30_000 });
  t.equal(codeOf(engine.says('take', id)), 'forbidden', 'he let it pass');
  engine.timer(NOON + 30_000);
  t.match(waiting(engine), { offered_to: 7 }, 'nobody returned it: it goes round');
  t.equal(codeOf(engine.says('take', id)), 'ok');
  const second = { code: 'trade.locked', message: `Dealer 7 has taken request ${id}.` };
  t.match(engine.says('take', id, { dealer: 8 }), second);
  t.match(waiting(engine), { state: 'taken', taken_by: 7, timeout_at: NOON + 60_000 });
  engine.timer(NOON + 60_000);
  t.match(came(), { code: 'trade.timeout', message: /^No dealer decided/, status: 'rejected' });
  t.match(engine.events.at(-2)?.orders, [{ state: 'rejected' }]);
  t.equal(engine.state.queue.size + engine.state.orders.size, 0);
});

t.test('he confirms at his price, and the deal bears his name', async (t) => {
  const { engine, id, came } = asked();
  const untaken = { code: 'trade.locked', message: 'Take it first.' };
  t.match(engine.says('confirm', id, { price: '1.10020' }), untaken);
  t.equal(answer(engine, 'confirm', { dealer: 8 }), 'trade.locked');
  t.equal(codeOf(engine.says('confirm', id, { price: '1.100205' })), 'trade.invalid_price');
  t.equal(codeOf(engine.says('confirm', id, { price: '0' })), 'trade.invalid_price');
  t.equal(codeOf(engine.says('confirm', id, { volume: '1.01' })), 'trade.invalid_volume');
  t.equal(codeOf(engine.says('confirm', id, { volume: '0.5' })), 'trade.invalid_fill', 'fok');
  t.equal(waiting(engine).state, 'taken', 'nothing has changed');
  t.equal(codeOf(engine.says('confirm', id, { price: '1.10020' })), 'ok');
  t.match(engine.lastDeal, { price: price('1.10020'), dealer: 7, reason: 'client' });
  t.match(came(), { code: 'ok', status: 'done', price: price('1.10020') });
  t.match(engine.events.at(-2)?.explain, { rule_id: 1, action: 'dealer', received_at: NOON });
  t.equal(codeOf(engine.says('confirm', id)), 'trade.order_changed', 'it is answered');
  const other = asked();
  other.engine.says('take', other.id);
  other.engine.quote('EURUSD', '1.10030', '1.10040');
  other.engine.says('confirm', other.id);
  t.equal(other.engine.lastDeal.price, price('1.10040'), 'without a price at the market');
});

t.test('prices of a dealer are near the market, or those of the order', async (t) => {
  const wish = { ...open, price: '1.10010', deviation_pts: 100_000 };
  const { engine, id } = asked(wish, { manual_quote_pts: 50, execution_mode: 'instant' });
  engine.says('take', id);
  for (const far of ['0.00001', '1.09940', '1.10080']) {
    const said = engine.says('confirm', id, { price: far });
    t.match(said, { code: 'trade.invalid_price', message: /^price: .*50 points/ });
    t.equal(codeOf(engine.says('requote', id, { bid: far, ask: far })), 'trade.invalid_price');
  }
  t.equal(waiting(engine).state, 'taken', 'nothing has changed');
  engine.quote('EURUSD', '1.20000', '1.20020');
  const near = engine.says('confirm', id, { price: '1.10050' });
  t.equal(codeOf(near), 'ok', 'the price at which it came counts');
  const other = asked(open, { manual_quote_pts: 0 });
  other.engine.says('take', other.id);
  const given = { price: '1.10021' };
  t.equal(codeOf(other.engine.says('confirm', other.id, given)), 'trade.invalid_price');
});

t.test('prices that a request has no use for are refused, not ignored', async (t) => {
  const { engine, id } = asked();
  engine.says('take', id);
  for (const field of ['bid', 'ask'] as const) {
    const message = `${field}: only a request for a price takes it.`;
    const refused = { code: 'trade.invalid_request', message, data: { field } };
    t.match(engine.says('confirm', id, { [field]: '1.10010' }), refused);
  }
  t.equal(waiting(engine).state, 'taken', 'nothing has changed');
  const placing = attended(['pending']);
  placing.trade(limit());
  t.equal(answer(placing, 'confirm', { price: '1.09000' }), 'trade.invalid_request');
  t.equal(answer(placing, 'confirm', {}), 'ok');
  const quoting = attended([], { execution_mode: 'request' });
  quoting.trade({ kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' });
  t.equal(answer(quoting, 'confirm', { price: '1.10010' }), 'trade.invalid_request');
});

t.test('refusals name the request, the limits and the prices', async (t) => {
  const { engine, id } = asked({ ...open, fill: 'ioc' });
  engine.says('take', id);
  const { request_id, bid, ask } = waiting(engine);
  const refused = engine.says('confirm', id, { volume: '1.01' });
  t.match(refused, {
    message: 'The volume must be from 0.01 to 1 lots in steps of 0.01.',
    data: { field: 'volume', min: '0.01', max: '1', step: '0.01' },
    result: { request_id, bid, ask, digits: 5 },
  });
  const off = engine.says('confirm', id, { price: '1.100205' });
  t.match(off, { message: 'price: must be a price in steps of 0.00001.' });
  const whole = asked();
  whole.engine.says('take', whole.id);
  t.match(whole.engine.says('confirm', whole.id, { volume: '0.5' }), {
    message: 'volume: must be all 1 lots, the fill is fok.',
  });
  const quoting = attended([], { execution_mode: 'request' });
  quoting.trade({ kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' });
  const { id: asking } = waiting(quoting);
  quoting.says('take', asking);
  const messageOf = (answered: object) => (answered as { message?: string }).message;
  const quoted = (given: object) => messageOf(quoting.says('confirm', asking, given));
  t.equal(quoted({ bid: '1.10010' }), 'ask: must be a price in steps of 0.00001.');
  t.equal(quoted({ bid: '1.10020', ask: '1.10010' }), 'bid: must not be above ask.');
});

t.test('a part is confirmed where the fill policy knows parts; the rest ends', async (t) => {
  const { engine, id, came } = asked({ ...open, fill: 'ioc' });
  t.equal(answer(engine, 'confirm', { volume: '0.405' }), 'trade.invalid_volume');
  engine.says('confirm', id, { volume: '0.4' });
  t.match(came(), { code: 'ok', status: 'partial', volume: volume('0.4') });
  const order = engine.events.at(-2)?.orders[0];
  t.match(order, { state: 'canceled', volume_filled: volume('0.4'), volume_current: 60e6 });
  t.match(engine.positions, [{ volume: volume('0.4') }]);
});

t.test('a part of an activated order is filled; the rest works on and grows it', async (t) => {
  const engine = attended(['activate']);
  engine.trade(limit());
  const confirm = (more: object): string => answer(engine, 'confirm', more);
  engine.tick('EURUSD', '1.08980', '1.08990');
  t.equal(confirm({ volume: '0.4', price: '1.09001' }), 'trade.invalid_price', 'worse than it');
  t.equal(confirm({ volume: '0.4', price: '1.08990' }), 'ok');
  t.match(engine.orders, [{ state: 'partial', volume_current: 60e6 }]);
  engine.tick('EURUSD', '1.08960', '1.08970');
  t.equal(confirm({}), 'ok');
  t.equal(engine.state.orders.size, 0);
  const [position] = engine.positions;
  t.match(position, { volume: volume('1'), price_open: price('1.08978') }, 'one position');
});

t.test('he rejects in his words', async (t) => {
  const { engine, came } = asked();
  answer(engine, 'reject', { text: 'too large' });
  t.match(came(), { code: 'trade.rejected', message: 'too large' });
  t.equal(engine.events.at(-1)?.cause.dealer, 7);
});

t.test('what all dealers return is rejected', async (t) => {
  const { engine, id, came } = asked();
  answer(engine, 'return');
  t.match(waiting(engine), { state: 'queued', offered_to: 8, returned: '7' });
  t.equal(codeOf(engine.says('take', id)), 'forbidden');
  engine.says('take', id, { dealer: 8 });
  engine.says('return', id, { dealer: 8 });
  t.match(came(), { code: 'trade.rejected', status: 'rejected' });
});

t.test('a dealer who goes off line returns what he holds', async (t) => {
  const { engine, id } = asked();
  engine.says('take', id);
  engine.online.delete(7);
  engine.run({ op: 'dealer_gone', dealer: 7 });
  t.match(waiting(engine), { state: 'queued', offered_to: 8, returned: '7' });
  engine.online.delete(8);
  engine.run({ op: 'dealer_gone', dealer: 8 });
  t.match(waiting(engine), { offered_to: 0, returned: '7' }, 'it was only offered to him');
  engine.online.add(8);
  t.equal(codeOf(engine.says('take', id, { dealer: 8 })), 'ok', 'he is back');
});

t.test('with nobody on line it waits, and ends after a minute', async (t) => {
  const engine = ruled([desk()]);
  const sent = engine.trade(open);
  t.match(waiting(engine), { state: 'queued', offered_to: 0 });
  t.equal(codeOf(engine.says('take', 1)), 'conflict');
  for (let at = 15_000; at <= 60_000; at += 15_000) engine.timer(NOON + at);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.timeout');
});

t.test('all on-line dealers may take it: the first wins', async (t) => {
  const { engine, id } = asked(open, {}, { action: 'online_dealers', dealers: [1] });
  t.match(waiting(engine), { offered_to: 0, due_at: 0, timeout_at: NOON + 60_000 });
  const absent = engine.says('take', id, { dealer: 9 });
  t.match(absent, { code: 'conflict', message: /^You are not on line as a dealer / });
  t.equal(codeOf(engine.says('take', id, { dealer: 8 })), 'ok');
  t.equal(codeOf(engine.says('take', id)), 'trade.locked');
  engine.says('return', id, { dealer: 8 });
  t.equal(codeOf(engine.says('take', id, { dealer: 8 })), 'forbidden', 'he gave it back');
  t.equal(codeOf(engine.says('take', id)), 'ok');
});

t.test('what all on-line dealers return is rejected', async (t) => {
  const all: Partial<RoutingRecord> = { action: 'online_dealers', dealers: [] };
  const { engine, id, came } = asked(open, {}, all);
  answer(engine, 'return');
  t.match(waiting(engine), { state: 'queued', returned: '7' });
  engine.says('take', id, { dealer: 8 });
  engine.says('return', id, { dealer: 8 });
  t.match(came(), { code: 'trade.rejected', status: 'rejected' });
  const left = asked(open, {}, all);
  answer(left.engine, 'return');
  left.engine.online.delete(8);
  left.engine.run({ op: 'dealer_gone', dealer: 8 });
  t.match(left.came(), { code: 'trade.rejected' }, 'the last who had not returned it has left');
  const alone = asked(open, {}, all);
  alone.engine.online.clear();
  alone.engine.run({ op: 'dealer_gone', dealer: 7 });
  t.match(waiting(alone.engine), { state: 'queued' }, 'nobody has returned it');
});

t.test('the client withdraws what nobody has taken', async (t) => {
  const { engine, id, came } = asked();
  const sent = engine.trade({ kind: 'pending_cancel', order_id: id });
  t.match(sent.result, { code: 'ok', status: 'done', order_id: id });
  t.match(came(), { code: 'trade.canceled', status: 'rejected' });
  t.match(engine.events.at(-3)?.orders, [{ id, state: 'canceled' }]);
  t.equal(engine.state.queue.size, 0);
  const other = asked();
  other.engine.says('take', other.id);
  const late = other.engine.trade({ kind: 'pending_cancel', order_id: other.id });
  t.equal(codeOf(late), 'trade.locked');
});

t.test('orders that a lost session had placed and nobody took are withdrawn', async (t) => {
  const { engine, came } = asked(limit());
  engine.run({ op: 'disconnected', session: 's1' });
  t.equal(came()?.code, 'trade.canceled');
  t.equal(engine.state.orders.size, 0);
});

t.test('what the request rests on is tested again when he confirms', async (t) => {
  const engine = attended(['close']);
  engine.trade({ ...open, sl: '1.09000' });
  const [position_id = 0] = engine.state.positions.keys();
  const sent = engine.trade({ kind: 'close', position_id });
  const { id } = waiting(engine);
  engine.says('take', id);
  engine.tick('EURUSD', '1.08000', '1.08010');
  t.equal(codeOf(engine.says('confirm', id)), 'ok');
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.position_closed');
});

t.test('when the rule goes the walk begins again', async (t) => {
  const { engine, came } = asked();
  engine.configure(({ routing }) => ({
    routing: routing.map((one) => ({ ...one, id: 2, action: 'confirm_market_price' as const })),
  }));
  engine.timer(NOON + 15_000);
  t.equal(came()?.code, 'ok');
});

t.test('changes and stops go through his hands too; a refused stop triggers again', async (t) => {
  const engine = attended(['modify', 'sl']);
  engine.give({ held: [{ id: 1, price_open: '1.10000' }] });
  engine.trade({ kind: 'modify', position_id: 1, sl: '1.09000' });
  const change = waiting(engine).id;
  t.equal(answer(engine, 'requote', { bid: '1', ask: '1' }), 'trade.invalid_request');
  engine.says('confirm', change);
  t.match(engine.positions, [{ sl: price('1.09000') }]);
  engine.tick('EURUSD', '1.08990', '1.09000');
  answer(engine, 'reject');
  t.equal(engine.state.positions.size, 1);
  engine.tick('EURUSD', '1.08980', '1.08990');
  answer(engine, 'confirm', { price: '1.09000' });
  t.match(engine.lastDeal, { reason: 'sl', price: price('1.09000'), dealer: 7 });
});

t.test('a stop-out that nobody answers executes at the market', async (t) => {
  const engine = ruled([desk({ request_kinds: ['stopout_position'] }), {}]);
  engine.give({ balance: '500', held: [{ price_open: '1.10000' }] });
  engine.tick('EURUSD', '1.09990', '1.10000');
  for (let at = 15_000; at <= 60_000; at += 15_000) engine.timer(NOON + at);
  t.match(engine.lastDeal, { reason: 'so', price: price('1.09990') });
});

t.test('in market and exchange execution a requote is refused to the dealer', async (t) => {
  for (const execution_mode of ['market', 'exchange'] as const) {
    const { engine, id, came } = asked(open, { execution_mode });
    engine.says('take', id);
    const said = engine.says('requote', id, { bid: '1.10020', ask: '1.10030' });
    const message = `In ${execution_mode} execution there are no requotes`;
    t.match(said, { code: 'trade.invalid_request', message: new RegExp(`^${message}`) });
    t.match(waiting(engine), { state: 'taken', taken_by: 7 }, 'he still has it');
    engine.says('confirm', id);
    t.equal(came()?.code, 'ok');
  }
});

t.test('a rule says how long dealers have', async (t) => {
  const { engine, came } = asked(open, {}, { wait_sec: 5 });
  t.match(waiting(engine), { timeout_at: NOON + 5_000 });
  engine.timer(NOON + 4_999);
  t.equal(waiting(engine).state, 'queued');
  engine.timer(NOON + 5_000);
  t.match(came(), { code: 'trade.timeout' });
});

t.test('what no dealer decides is confirmed at the market where the rule says so', async (t) => {
  const late = asked(open, {}, { otherwise: 'market' });
  late.engine.says('take', late.id);
  late.engine.quote('EURUSD', '1.10030', '1.10040');
  late.engine.timer(NOON + 60_000);
  t.match(late.came(), { code: 'ok', price: price('1.10040') }, 'also what one has taken');
  const facts = { rule_id: 1, action: 'confirm_market_price', received_at: NOON };
  t.match(late.engine.events.at(-2)?.explain, facts);
  const left = asked(open, {}, { otherwise: 'market' });
  for (const dealer of [7, 8]) {
    left.engine.says('take', left.id, { dealer });
    left.engine.says('return', left.id, { dealer });
  }
  t.match(left.came(), { code: 'ok', price: price('1.10010') }, 'and what all have returned');
  const bound = asked({ ...open, price: '1.10010', deviation_pts: 5 }, {}, { otherwise: 'market' });
  bound.engine.quote('EURUSD', '1.10030', '1.10040');
  bound.engine.timer(NOON + 60_000);
  t.match(bound.came(), { code: 'trade.requote' }, 'never worse than the client accepts');
  const shut = asked(open, {}, { otherwise: 'market' });
  alter(shut.engine, { symbol: { trade_access: 'disabled' } });
  shut.engine.timer(NOON + 60_000);
  t.match(shut.came(), { code: 'trade.disabled' }, 'what is checked again fails as ever');
});

t.test('or it goes on to the rules below', async (t) => {
  const lower: Partial<RoutingRecord> = { action: 'online_dealers', wait_sec: 30 };
  const engine = ruled([desk({ otherwise: 'next', wait_sec: 20 }), lower]);
  engine.online.add(7).add(8);
  const sent = engine.trade(open);
  engine.timer(NOON + 15_000);
  engine.timer(NOON + 20_000);
  t.match(waiting(engine), {
    ...{ rule_id: 2, rule_action: 'online_dealers', state: 'queued', offered_to: 0 },
    ...{ served: '1', timeout_at: NOON + 50_000 },
  });
  engine.configure(({ routing }) => ({
    routing: [rule({ id: 9, action: 'delay', action_value: '10', position: 0 }), ...routing],
  }));
  const { id } = waiting(engine);
  for (const dealer of [8, 7]) {
    engine.says('take', id, { dealer });
    t.equal(codeOf(engine.says('return', id, { dealer })), 'ok');
  }
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.rejected', 'by the last rule');
  const alone = asked(open, {}, { otherwise: 'next' });
  alone.engine.timer(NOON + 60_000);
  t.match(alone.came(), { code: 'trade.rejected', message: 'no routing rule' });
});

t.test('after a change of settings a rule that was waited for is not asked again', async (t) => {
  const engine = ruled([
    desk({ otherwise: 'next', wait_sec: 20 }),
    { action: 'delay', action_value: '500' },
    {},
  ]);
  engine.online.add(7);
  engine.trade(open);
  engine.timer(NOON + 20_000);
  t.match(waiting(engine), { state: 'delayed', served: '1 2' });
  engine.configure(({ routing }) => ({ routing: [...routing] }));
  engine.timer(NOON + 20_500);
  t.equal(engine.state.positions.size, 1);
});

/** The journal's lines of what dealers did, with the dealer. */
const linesOf = ({ events }: EngineHarness) =>
  events.flatMap(({ journal }) =>
    journal
      .filter(({ by }) => by !== undefined)
      .map(({ kind, by, text }) => `${kind} ${by}: ${text}`),
  );

t.test('what a dealer does with a request is in the journal, once', async (t) => {
  const asking = 'asked: open buy 1 lots, market 1.10000/1.10010';
  const { engine, id } = asked();
  engine.says('take', id, { dealer: 8 });
  t.same(linesOf(engine), [], 'a refused take has no line');
  engine.says('take', id);
  engine.says('take', id);
  engine.says('confirm', id, { price: '0' });
  engine.says('return', id);
  engine.says('take', id, { dealer: 8 });
  engine.says('confirm', id, { dealer: 8, price: '1.10020' });
  const lineOf = (act: string, by = 7) => `trade ${by}: order #1 EURUSD: ${act}; ${asking}`;
  t.same(linesOf(engine), [
    lineOf('taken by dealer 7'),
    lineOf('returned by dealer 7'),
    lineOf('taken by dealer 8', 8),
    lineOf('confirmed by dealer 8, 1 lots at 1.10020', 8),
  ]);
});

t.test('so are requotes, rejections and what a dealer leaves behind', async (t) => {
  const priced = { ...open, price: '1.10010', deviation_pts: 5 };
  const quoted = asked(priced, { execution_mode: 'instant' });
  answer(quoted.engine, 'requote', { bid: '1.10020', ask: '1.10030' });
  t.match(
    linesOf(quoted.engine).at(-1),
    /: requoted by dealer 7 at 1.10020\/1.10030; asked: open /,
  );
  t.match(linesOf(quoted.engine).at(-1), / buy 1 lots at 1.10010, market /);
  const refused = asked();
  answer(refused.engine, 'reject', { text: 'too large' });
  t.match(linesOf(refused.engine).at(-1), /: rejected by dealer 7 \(too large\); /);
  const left = asked();
  left.engine.says('take', left.id);
  left.engine.run({ op: 'dealer_gone', dealer: 7 });
  t.match(linesOf(left.engine).at(-1), /^trade 0: .* taken back from dealer 7, who is off line; /);
  const shut = asked();
  shut.engine.says('take', shut.id);
  alter(shut.engine, { symbol: { trade_access: 'disabled' } });
  shut.engine.says('confirm', shut.id);
  t.match(linesOf(shut.engine).at(-1), /: confirmed by .*, refused \(trade.disabled\); /);
});

t.test('a line names the position of a change, and the request of a price', async (t) => {
  const engine = attended(['modify', 'price']);
  engine.give({ held: [{ id: 1, price_open: '1.10000' }] });
  engine.trade({ kind: 'modify', position_id: 1, sl: '1.09000' });
  answer(engine, 'confirm');
  t.match(linesOf(engine).at(-1), /: position #1 EURUSD: confirmed by dealer 7.*asked: modify/);
  engine.trade({ kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' });
  const { id } = waiting(engine);
  answer(engine, 'requote', { bid: '1.10000', ask: '1.10030' });
  const act = `request #${id} EURUSD: requoted by dealer 7 at 1.10000/1.10030; asked: price `;
  t.match(linesOf(engine).at(-1), act);
});
