// Changes and cancels of orders at a provider: dealers' decisions, cancels of activations, answers
// that cross, and fills that cannot be.

import t from 'tap';
import { codeOf, type EngineHarness, NOON } from '../../support/engine-harness.js';
import { price, volume } from '../../support/engine-rows.js';
import { rule } from '../../support/settings-records.js';
import {
  answer,
  attend,
  covered,
  fill,
  limit,
  open,
  outcome,
  placedThere,
  waiting,
} from '../waiting.js';

/** A broker with an order at its provider, and with a change or cancel of it before dealer 7. */
const asked = (kind: 'pending_modify' | 'pending_cancel') => {
  const engine = placedThere();
  attend(engine, kind);
  const wish =
    kind === 'pending_modify' ? { kind, order_id: 1, price: '1.08' } : { kind, order_id: 1 };
  const sent = engine.trade(wish as Parameters<EngineHarness['trade']>[0]);
  return { engine, came: () => outcome(engine, sent.result?.request_id) };
};

/** Has dealer 7 take and answer what waits. */
const decide = (engine: EngineHarness, action: 'confirm' | 'reject'): string => {
  const id = engine.queue.find(({ state }) => state === 'queued')?.id ?? 0;
  engine.says('take', id);
  return codeOf(engine.says(action, id));
};

t.test('a change that a dealer confirms is sent to the provider, who answers it', async (t) => {
  const { engine, came } = asked('pending_modify');
  t.equal(decide(engine, 'confirm'), 'ok');
  t.match(engine.orders, [{ state: 'request_modify', price_order: price('1.09000') }]);
  t.match(engine.queue, [
    { kind: 'pending', sent_id: 0 },
    { state: 'sent', sent_as: 'modify', gateway_id: 5, sent_price: price('1.08'), taken_by: 7 },
  ]);
  t.equal(came()?.status, 'queued', 'nothing is told before the provider has answered');
  const change = engine.queue[1]?.id;
  engine.reports('modified', 1);
  t.match(engine.orders, [{ state: 'placed', price_order: price('1.08000') }]);
  t.match(engine.queue, [{ kind: 'pending', sent_id: change, sent_price: price('1.08') }]);
  t.match(came(), { code: 'ok', status: 'placed', price: price('1.08') });
  const refused = asked('pending_modify');
  decide(refused.engine, 'confirm');
  refused.engine.reports('refused', 1, { text: 'too late' });
  t.match(refused.came(), { code: 'trade.rejected', message: 'too late' });
  t.match(refused.engine.orders, [{ state: 'placed', price_order: price('1.09000') }]);
});

t.test('a changed lifetime is that of the order at its gateway', async (t) => {
  const lives = [
    [{ expiration: 'day' }, { expiration: 'gtc' }, { expiration: 'gtc', expires_at: 0 }],
    [{ expiration: 'gtc' }, { expiration: 'day' }, { expiration: 'day' }],
    [
      { expiration: 'day' },
      { expiration: 'specified', expires_at: new Date(NOON + 86_400_000).toISOString() },
      { expiration: 'specified', expires_at: NOON + 86_400_000 },
    ],
  ] as const;
  for (const [before, after, wanted] of lives) {
    const engine = placedThere(before);
    engine.trade({ kind: 'pending_modify', order_id: 1, ...after });
    t.match(engine.queue[1], wanted, 'the change goes out with it');
    engine.reports('modified', 1);
    t.match(engine.orders, [wanted]);
    t.match(waiting(engine), wanted, 'and the row of the order has it');
  }
});

t.test('a cancel that a dealer confirms ends the order when the provider has', async (t) => {
  const { engine, came } = asked('pending_cancel');
  t.equal(decide(engine, 'confirm'), 'ok');
  t.match(engine.orders, [{ state: 'request_cancel' }]);
  t.equal(came()?.status, 'queued');
  engine.reports('canceled', 1);
  t.match(came(), { code: 'ok', status: 'done' });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  const filled = asked('pending_cancel');
  decide(filled.engine, 'confirm');
  filled.engine.reports('trade', 1, fill('1', '1.09000', '0'));
  t.equal(filled.came()?.code, 'trade.order_changed');
  t.equal(filled.engine.state.positions.size, 1);
});

t.test('it is refused while the gateway is off line, or as the dealer says', async (t) => {
  for (const kind of ['pending_modify', 'pending_cancel'] as const) {
    const { engine, came } = asked(kind);
    engine.connected.clear();
    t.equal(decide(engine, 'confirm'), 'ok');
    t.match(came(), { code: 'trade.no_connection', status: 'rejected' });
    t.match(engine.orders, [{ state: 'placed', price_order: price('1.09000') }]);
    t.match(engine.queue, [{ kind: 'pending', state: 'sent' }]);
    const rejected = asked(kind);
    decide(rejected.engine, 'reject');
    t.equal(rejected.came()?.code, 'trade.rejected');
    t.match(rejected.engine.orders, [{ state: 'placed' }]);
  }
});

/** A broker whose provider has accepted a market order for a lot, and has not filled it. */
const acceptedThere = (): EngineHarness => {
  const engine = covered();
  engine.trade(open);
  engine.reports('new', 1, { external_id: 'P1' });
  return engine;
};

t.test('a market order that the provider accepts and never fills can be cancelled', (t) => {
  const cancel = { kind: 'pending_cancel', order_id: 1 } as const;
  for (const by of ['client', 'dealer'] as const) {
    const engine = acceptedThere();
    const asked = engine.trade(cancel, { source: by, dealer: by === 'dealer' ? 7 : 0 });
    t.match(engine.orders, [{ state: 'request_cancel' }], by);
    t.match(engine.queue.at(-1), { sent_as: 'cancel', gateway_id: 5 });
    engine.reports('trade', 1, { external_id: 'P1', ...fill('0.4', '1.10010', '0.6') });
    engine.reports('canceled', 1, { external_id: 'P1' });
    t.equal(engine.state.orders.size + engine.state.queue.size, 0);
    t.equal(engine.state.positions.size, 1, 'what was filled stays');
    t.match(outcome(engine, asked.result?.request_id), { code: 'ok', status: 'done' });
  }
  const unanswered = covered();
  unanswered.trade(open);
  t.equal(codeOf(unanswered.trade(cancel)), 'trade.locked', 'before it is accepted nobody can');
  t.end();
});

t.test('a triggered order that the provider has accepted can be cancelled by its client', (t) => {
  const engine = covered();
  engine.trade(limit());
  engine.tick('EURUSD', '1.08980', '1.08990');
  const cancel = { kind: 'pending_cancel', order_id: 1 } as const;
  t.equal(codeOf(engine.trade(cancel)), 'trade.locked');
  engine.reports('new', 1, { external_id: 'P1' });
  const asked = engine.trade(cancel);
  t.match(engine.orders, [{ state: 'request_cancel' }]);
  engine.reports('canceled', 1, { external_id: 'P1' });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  t.match(outcome(engine, asked.result?.request_id), { code: 'ok', status: 'done' });
  t.end();
});

t.test('a stop that the provider has accepted is cancelled by staff only', (t) => {
  const engine = covered();
  engine.trade({ ...open, sl: '1.09000' });
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  engine.tick('EURUSD', '1.08900', '1.08910');
  const order_id = engine.orders[0]?.id ?? 0;
  engine.reports('new', order_id, { external_id: 'P2' });
  const cancel = { kind: 'pending_cancel', order_id } as const;
  t.equal(codeOf(engine.trade(cancel)), 'trade.locked');
  t.equal(codeOf(engine.trade(cancel, { source: 'dealer', dealer: 7 })), 'ok');
  engine.reports('canceled', order_id, { external_id: 'P2' });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
  engine.tick('EURUSD', '1.08890', '1.08900');
  t.match(engine.queue, [{ kind: 'sl', state: 'sent' }], 'the next price sends it again');
  t.end();
});

t.test('a cancel that waits for a dealer is not sent beside another', async (t) => {
  const { engine, came } = asked('pending_cancel');
  engine.run({ op: 'disconnected', session: 's1' });
  t.match(engine.queue.at(-1), { sent_as: 'cancel', source: 'server' });
  decide(engine, 'confirm');
  t.equal(came()?.code, 'trade.order_changed');
  t.equal(engine.queue.filter(({ sent_as }) => sent_as === 'cancel').length, 1);
  t.match(engine.orders, [{ state: 'request_cancel' }]);
});

t.test('a close that a dealer confirms goes to the provider of its position, whole', async (t) => {
  const engine = covered();
  engine.trade(open);
  engine.reports('trade', 1, fill('1', '1.10010', '0'));
  attend(engine, 'close');
  const wish = { kind: 'close', position_id: 1, fill: 'ioc' } as const;
  const sent = engine.trade(wish);
  t.equal(answer(engine, 'confirm', { volume: '0.5' }), 'trade.invalid_volume');
  const row = engine.queue[0];
  t.equal(codeOf(engine.says('confirm', row?.id ?? 0, { price: '1.10050' })), 'ok');
  t.match(engine.queue, [{ state: 'sent', gateway_id: 5, sent_as: 'market', taken_by: 7 }]);
  engine.reports('trade', row?.order_id ?? 0, fill('1', '1.10040', '0', 'E2'));
  t.match(engine.lastDeal, { price: price('1.10040'), gateway_id: 5, dealer: 7 });
  const explain = engine.events.findLast(({ deals }) => deals.length > 0)?.explain;
  t.match(explain, { action: 'dealer', decided_by: 7, received_at: NOON });
  t.equal(outcome(engine, sent.result?.request_id)?.status, 'done');
});

/** An activated order at the provider whose cancel is out: its session or its time is over. */
const cancelled = (why: 'session' | 'time'): EngineHarness => {
  const engine = covered();
  const expires_at = new Date(NOON + 20_000).toISOString();
  engine.trade(limit(why === 'time' ? { expiration: 'specified', expires_at } : {}));
  engine.tick('EURUSD', '1.08980', '1.08990');
  if (why === 'time') engine.timer(NOON + 20_000);
  else engine.run({ op: 'disconnected', session: 's1' });
  return engine;
};

t.test('an activation whose cancel is out: whatever the provider says first counts', async (t) => {
  const ends = { session: 'canceled', time: 'expired' } as const;
  const held = { session: 'request_cancel', time: 'placed' } as const;
  for (const why of ['session', 'time'] as const) {
    const filled = cancelled(why);
    t.match(filled.orders, [{ state: held[why] }]);
    const kinds = filled.queue.map(({ kind, sent_as }) => `${kind} ${sent_as}`);
    t.same(kinds, ['activate limit', 'pending_cancel cancel']);
    filled.reports('trade', 1, fill('1', '1.08990', '0'));
    t.match(filled.events.at(-1)?.orders, [{ state: 'filled' }]);
    t.equal(filled.state.positions.size, 1);
    t.equal(filled.state.orders.size + filled.state.queue.size, 0, 'the cancel ends with it');
    t.equal(codeOf(filled.reports('refused', 1)), 'trade.order_not_found', 'its refusal is late');

    const gone = cancelled(why);
    gone.reports('canceled', 1);
    t.match(gone.events.at(-1)?.orders, [{ state: ends[why] }]);
    t.equal(gone.state.orders.size + gone.state.queue.size, 0);

    const part = cancelled(why);
    part.reports('trade', 1, fill('0.4', '1.08990', '0.6'));
    part.reports('canceled', 1);
    t.match(part.events.at(-1)?.orders, [{ state: ends[why], volume_filled: volume('0.4') }]);
    t.match(part.positions, [{ volume: volume('0.4') }]);

    const refused = cancelled(why);
    refused.reports('refused', 1);
    t.match(refused.orders, [{ state: 'placed' }]);
    t.match(refused.queue, [{ kind: 'activate', state: 'sent' }], 'it works on there');
    refused.reports('trade', 1, fill('1', '1.08990', '0'));
    t.equal(refused.state.positions.size, 1);
  }
});

t.test('a refused cancel of an expired activation is sent again after a pause', async (t) => {
  const engine = cancelled('time');
  engine.reports('refused', 1);
  t.same(engine.events.at(-1)?.orders, [], 'not in answer to the refusal');
  engine.tick('EURUSD', '1.08980', '1.08990');
  t.match(engine.queue, [{ kind: 'activate', state: 'sent' }], 'nor with the next tick');
  engine.reports('new', 1);
  engine.timer(engine.now + 30_000);
  t.match(engine.queue.at(-1), { kind: 'pending_cancel', state: 'sent' });
});

t.test('an activation that was never sent ends if it was to be cancelled', async (t) => {
  for (const why of ['session', 'time'] as const) {
    const engine = cancelled(why);
    engine.reports('unsent', 1);
    const state = why === 'time' ? 'expired' : 'canceled';
    t.match(engine.events.at(-1)?.orders, [{ state }]);
    t.equal(engine.state.orders.size + engine.state.queue.size, 0);
    const there = cancelled(why);
    there.reports('new', 1);
    there.reports('unsent', 1);
    t.match(there.queue, [{ kind: 'activate', state: 'sent' }], 'the cancel alone was not sent');
  }
});

t.test('answers to several changes are told apart by their rows', async (t) => {
  const both = () => {
    const engine = placedThere();
    engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08' });
    engine.run({ op: 'disconnected', session: 's1' });
    const [, modify, cancel] = engine.queue.map(({ id }) => id);
    return { engine, modify, cancel };
  };
  const { engine, modify, cancel } = both();
  engine.reports('refused', 1, { change_id: cancel ?? 0 });
  t.match(engine.orders, [{ state: 'request_modify' }], 'the change is still out');
  engine.reports('modified', 1, { change_id: modify ?? 0 });
  t.match(engine.orders, [{ state: 'placed', price_order: price('1.08') }]);
  t.match(engine.queue, [{ sent_id: modify }]);
  t.equal(codeOf(engine.reports('modified', 1, { change_id: 99 })), 'trade.order_changed');
  const plain = both();
  plain.engine.reports('refused', 1);
  t.match(plain.engine.queue, [{ id: 1 }, { id: plain.cancel }], 'the first, where none is named');
});

t.test('the refused cancel of an order that nobody confirmed leaves it unconfirmed', async (t) => {
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' });
  engine.trade(limit());
  engine.run({ op: 'disconnected', session: 's1' });
  engine.reports('refused', 1);
  t.match(engine.orders, [{ state: 'request_add' }]);
  engine.reports('new', 1);
  t.match(engine.orders, [{ state: 'placed' }]);
});

t.test('a fill that the order cannot have is refused with its figures', async (t) => {
  const engine = covered({ 'FIX Quantity Mode': 'Units' });
  engine.configure(() => ({ routing: [rule({ action: 'gateway', dealers: [5] })] }));
  engine.trade({ ...open, fill: 'ioc' });
  engine.reports('trade', 1, fill('0.4', '1.10010', '0.6'));
  const seen = engine.events.length;
  const impossible: readonly (readonly [lots: string, at: string, leaves: string, why: string])[] =
    [
      ['0', '1.1', '0.6', 'no volume'],
      ['-0.1', '1.1', '0.6', 'less than none'],
      ['0.61', '1.1', '0', 'more than is open'],
      ['0.000000001', '1.1', '0', 'finer than a volume'],
      ['0.2', '1.1', '0.41', 'more left than is open'],
      ['0.2', '1.1', '-0.4', 'less than nothing left'],
      ['0.2', '1.1', 'x', 'no number left'],
      ['0.2', '12345678901234567890', '0.4', 'a price of 20 digits'],
      ['0.2', '0.00000000000000000001', '0.4', 'a price that is none'],
      ['0.59999999', '1.1', '0', 'short by what a conversion cut off'],
    ];
  for (const [lots, at, leaves, why] of impossible) {
    const refused = engine.reports('trade', 1, fill(lots, at, leaves, 'E2'));
    t.match(refused, { ok: false, code: 'trade.invalid_request' }, why);
    const { message, data } = refused as { readonly message: string; readonly data: unknown };
    t.equal(
      message,
      `A fill of ${lots} lots at ${at}, with ${leaves} left, is none of order 1, ` +
        'of which 0.6 lots are open.',
    );
    t.same(data, { symbol: 'EURUSD', field: 'volume', max: '0.6' });
  }
  t.equal(engine.events.length, seen, 'nothing is booked');
  t.match(engine.positions, [{ volume: volume('0.4') }]);
  engine.reports('trade', 1, fill('0.6', '1.10010', '0', 'E2'));
  t.equal(engine.state.orders.size, 0);
});

t.test('a markup that would take the price away is refused', async (t) => {
  const mark = { symbol_id: 1, source: 'EURUSD', source_digits: 5, ask_markup_pts: -5 };
  const engine = covered({}, { gateway: { translates: [{ ...mark, bid_markup_pts: 0 }] } });
  engine.trade(open);
  t.equal(codeOf(engine.reports('trade', 1, fill('1', '0.00005', '0'))), 'trade.invalid_request');
  t.equal(codeOf(engine.reports('trade', 1, fill('1', '1.1', '0'))), 'ok');
  t.equal(engine.lastDeal.price, price('1.09995'));
});
