// The life cycle of orders: which moves there are, and how orders end, also while something waits.

import t from 'tap';
import { endedAs, mayBecome } from '../../../engine/account/order-states.js';
import { addEvent, beginTurn, serverCause } from '../../../engine/turn/turn.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { FINAL_STATES, type Order } from '../../../wire/trading/records.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { price, restingOrder, volume } from '../../support/engine-rows.js';
import {
  answer,
  attended,
  covered,
  fill,
  limit,
  open,
  outcome,
  placedThere,
  ruled,
  waiting,
} from '../waiting.js';

const delay = (...kinds: string[]): Partial<RoutingRecord> =>
  ({ action: 'delay', action_value: '500', request_kinds: kinds }) as Partial<RoutingRecord>;

/** A broker whose provider holds its limit orders. */
const holding = () => covered({ 'Limit Orders Coverage Mode': 'Gateway' });

const statesOf = (engine: EngineHarness) => engine.orders.map(({ id, state }) => `${id} ${state}`);

const ends = (engine: EngineHarness) =>
  engine.events
    .flatMap(({ orders }) => orders)
    .filter(({ state }) => FINAL_STATES.includes(state))
    .map(({ id, state }) => `${id} ${state}`);

/** A broker with a limit order of which dealer 7 has filled 0.4 lots. */
const partlyFilled = (): EngineHarness => {
  const engine = attended(['activate']);
  engine.trade(limit());
  engine.tick('EURUSD', '1.08980', '1.08990');
  const code = answer(engine, 'confirm', { volume: '0.4', price: '1.08990' });
  if (code !== 'ok') throw new Error(code);
  return engine;
};

t.test('an order moves as its life cycle says, and a wrong move stops the engine', async (t) => {
  t.ok(mayBecome('placed', 'request_modify'));
  t.notOk(mayBecome('partial', 'request_modify'));
  t.notOk(mayBecome('partial', 'rejected'));
  t.notOk(mayBecome('filled', 'canceled'));
  t.equal(endedAs('placed', 'rejected'), 'rejected');
  t.equal(endedAs('partial', 'rejected'), 'canceled');
  t.equal(endedAs('request_cancel', 'expired'), 'canceled');
  const engine = ruled([{}]);
  const order = { ...restingOrder(engine, 'EURUSD', { kind: 'limit', price_order: '1.09' }) };
  engine.give({ orders: [{ ...order, state: 'partial' }] });
  const turn = beginTurn(engine.state, engine.ctx);
  const orders: Order[] = [{ ...order, state: 'rejected', done_at: NOON }];
  const change = { kind: 'order', cause: serverCause('activate'), orders } as const;
  t.throws(() => addEvent(turn, change), { message: /from partial to rejected/ });
});

t.test('a partly filled order whose next activation fails ends cancelled', async (t) => {
  const engine = partlyFilled();
  engine.deposit('-9900', { skip_margin_check: true });
  t.same(statesOf(engine), ['1 partial']);
  engine.configure(({ routing }) => ({ routing: routing.slice(1) }));
  engine.tick('EURUSD', '1.08960', '1.08970');
  t.same(ends(engine).at(-1), '1 canceled');
  const last = engine.events.flatMap(({ orders }) => orders).at(-1);
  t.match(last, { volume_filled: volume('0.4'), volume_current: volume('0.6'), done_at: NOON });
});

t.test('a partly filled order is changed no more, but cancelled', async (t) => {
  const engine = partlyFilled();
  engine.quote('EURUSD', '1.10000', '1.10010');
  const change: Wish = { kind: 'pending_modify', order_id: 1, price: '1.08000' };
  t.equal(engine.code(change), 'trade.order_changed');
  t.equal(codeOf(engine.deal(change)), 'trade.order_changed', 'by a dealer neither');
  t.equal(engine.code({ kind: 'pending_cancel', order_id: 1 }), 'ok');
  t.same(ends(engine), ['1 canceled']);
  const filled = placedThere();
  filled.configure(({ routing }) => ({
    routing: [{ ...(routing[0] as RoutingRecord), ...delay('pending_modify'), id: 2, position: 0 }],
  }));
  const sent = filled.trade(change);
  filled.reports('trade', 1, fill('0.4', '1.09000', '0.6'));
  filled.timer(NOON + 500);
  t.equal(outcome(filled, sent.result?.request_id)?.code, 'trade.order_changed');
  t.same(statesOf(filled), ['1 partial']);
});

/** What ended the newest order that is over, as its history tells. */
const causeOfEnd = ({ events }: EngineHarness): string | undefined =>
  events.findLast(({ orders }) => orders.some(({ done_at }) => done_at > 0))?.cause.kind;

t.test('a lost session takes along what waits to be placed, whoever has it', async (t) => {
  const lost = (engine: EngineHarness) => engine.run({ op: 'disconnected', session: 's1' });
  const delayed = ruled([delay('pending'), {}]);
  const sent = delayed.trade(limit());
  lost(delayed);
  t.equal(outcome(delayed, sent.result?.request_id)?.code, 'trade.canceled');
  t.same(ends(delayed), ['1 canceled']);
  t.equal(causeOfEnd(delayed), 'disconnect');
  const taken = attended(['pending']);
  taken.trade(limit());
  taken.says('take', 1);
  lost(taken);
  t.same(ends(taken), ['1 canceled']);
  t.equal(codeOf(taken.says('confirm', 1)), 'trade.order_changed');
  const away = holding();
  away.trade(limit());
  lost(away);
  t.same(statesOf(away), ['1 request_add']);
  t.match(away.queue.at(-1), { sent_as: 'cancel', order_id: 1 });
  away.reports('new', 1);
  away.reports('canceled', 1);
  t.same(ends(away), ['1 canceled']);
  t.equal(causeOfEnd(away), 'disconnect', 'also when the provider ends it');
  t.equal(away.state.queue.size, 0);
  const market = attended(['open']);
  market.trade(open);
  lost(market);
  t.same(statesOf(market), ['1 started'], 'an order at the market is no pending order');
});

t.test('a lost session takes along what is being changed, cancelled or activated', async (t) => {
  for (const kind of ['pending_modify', 'pending_cancel', 'activate']) {
    const engine = ruled([delay(kind), {}]);
    engine.trade(limit());
    if (kind === 'activate') engine.tick('EURUSD', '1.08980', '1.08990');
    else engine.trade({ kind, order_id: 1, price: '1.08000' } as Wish);
    t.equal(engine.state.queue.size, 1, kind);
    engine.run({ op: 'disconnected', session: 's1' });
    t.same(ends(engine), ['1 canceled'], kind);
    t.equal(causeOfEnd(engine), 'disconnect', kind);
    engine.timer(NOON + 500);
    t.equal(engine.state.queue.size + engine.state.positions.size, 0, kind);
  }
  const engine = placedThere();
  const change = engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  engine.run({ op: 'disconnected', session: 's1' });
  t.same(statesOf(engine), ['1 request_modify']);
  t.equal(engine.state.queue.size, 3, 'the order, its change and its cancel');
  engine.reports('canceled', 1);
  t.same(ends(engine), ['1 canceled']);
  t.equal(engine.state.queue.size, 0);
  t.equal(outcome(engine, change.result?.request_id)?.code, 'trade.order_changed');
});

t.test('the end of a day ends orders about which requests wait', async (t) => {
  for (const gtc_mode of ['daily', 'gtc'] as const) {
    const rule = { ...delay('pending_modify'), action_value: '60000' };
    const engine = ruled([rule, {}], { gtc_mode });
    engine.trade(limit(gtc_mode === 'gtc' ? { expiration: 'day' } : {}));
    engine.now = Date.UTC(2025, 2, 12, 23, 59, 50);
    engine.quote('EURUSD', '1.10000', '1.10010');
    const sent = engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
    t.equal(sent.result?.status, 'queued');
    engine.endDay();
    t.same(ends(engine), [gtc_mode === 'gtc' ? '1 expired' : '1 canceled']);
    engine.timer(engine.now + 60_000);
    t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.order_changed');
    t.equal(engine.state.queue.size + engine.state.orders.size, 0);
  }
});

t.test('a provider that rejects an order in change has cancelled it', async (t) => {
  const engine = placedThere();
  engine.trade({ kind: 'pending_modify', order_id: 1, price: '1.08000' });
  engine.reports('rejected', 1);
  t.same(ends(engine), ['1 canceled']);
});

t.test('half of a pair at the provider is cancelled there when the other has gone', async (t) => {
  const half = () => {
    const engine = placedThere();
    const sent = engine.trade(limit({ side: 'sell', price: '1.11000', oco_order_id: 1 }));
    engine.trade({ kind: 'pending_cancel', order_id: 1 });
    engine.reports('canceled', 1);
    engine.reports('new', 2);
    t.same(statesOf(engine), ['2 request_cancel']);
    t.match(outcome(engine, sent.result?.request_id), {
      code: 'trade.order_changed',
      status: 'rejected',
      order_id: 2,
    });
    return { engine, came: () => outcome(engine, sent.result?.request_id) };
  };
  const canceled = half();
  canceled.engine.reports('canceled', 2);
  t.same(ends(canceled.engine), ['1 canceled', '2 canceled']);
  t.equal(canceled.engine.state.queue.size, 0);
  const raced = half();
  raced.engine.reports('trade', 2, fill('1', '1.09000', '0'));
  t.match(raced.came(), { code: 'ok', status: 'done' }, 'it was filled before');
});

t.test('a fill before its provider has placed it ends its partner all the same', async (t) => {
  const engine = placedThere();
  engine.trade(limit({ side: 'sell', price: '1.11000', oco_order_id: 1 }));
  engine.reports('trade', 2, fill('1', '1.11000', '0'));
  t.same(statesOf(engine), ['1 request_cancel']);
  t.equal(price('1.11'), engine.positions[0]?.price_open);
});

const END = NOON + 60_000;
const KINDS: Partial<RoutingRecord> = { request_kinds: ['expiration'] };
const DELAY: Partial<RoutingRecord> = { ...KINDS, action: 'delay', action_value: '500' };
const DESK: Partial<RoutingRecord> = { ...KINDS, action: 'dealer', dealers: [7] };

/** A broker whose client has a limit order that ends in a minute. */
const made = (rules: readonly Partial<RoutingRecord>[], setup: Setup = {}): EngineHarness => {
  const engine = ruled([...rules, {}], {}, setup);
  engine.online.add(7);
  const expires_at = new Date(END).toISOString();
  engine.trade(limit({ expiration: 'specified', expires_at, comment: 'short' }));
  return engine;
};

t.test('an expiration is held by a delay, and its order does not fire meanwhile', async (t) => {
  const engine = made([DELAY]);
  const [held, ...more] = engine.timer(END);
  t.match(held, { kind: 'setting', cause: { kind: 'expiration', source: 'server' } });
  t.same(more, []);
  t.match(waiting(engine), { kind: 'expiration', order_id: 1, state: 'delayed', comment: 'short' });
  t.same(engine.tick('EURUSD', '1.08980', '1.08990'), [], 'nor is it held twice');
  t.equal(engine.code({ kind: 'pending_cancel', order_id: 1 }), 'trade.locked');
  const [ended] = engine.timer(END + 500);
  t.match(ended, {
    kind: 'order',
    cause: { kind: 'expiration' },
    orders: [{ id: 1, state: 'expired', done_at: END + 500 }],
    queued: [{ state: 'gone' }],
  });
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('rules look at the order whose end they decide', async (t) => {
  const fits = (field: 'side' | 'volume' | 'comment', value: string): boolean => {
    const engine = made([{ ...DELAY, conditions: [{ field, op: 'eq', value }] }]);
    engine.timer(END);
    return engine.state.queue.size === 1;
  };
  t.same([fits('side', 'buy'), fits('volume', '1'), fits('comment', 'short')], [true, true, true]);
  t.same([fits('side', 'sell'), fits('volume', '2'), fits('comment', 'x')], [false, false, false]);
  const kinds = (order_kinds: RoutingRecord['order_kinds']): number => {
    const engine = made([{ ...DELAY, order_kinds }]);
    engine.timer(END);
    return engine.state.queue.size;
  };
  t.same([kinds(['limit']), kinds(['stop'])], [1, 0]);
});

t.test('a dealer confirms the end of an order; his refusal or silence ends it too', async (t) => {
  const answered = (answer: (engine: EngineHarness, id: number) => void): EngineHarness => {
    const engine = made([DESK]);
    engine.timer(END);
    const { id } = waiting(engine);
    t.equal(codeOf(engine.says('take', id)), 'ok');
    answer(engine, id);
    t.equal(engine.state.orders.size + engine.state.queue.size, 0);
    return engine;
  };
  const confirmed = answered((engine, id) => engine.says('confirm', id));
  t.match(confirmed.events.at(-1), {
    cause: { kind: 'expiration', dealer: 7 },
    orders: [{ state: 'expired', dealer: 7 }],
  });
  answered((engine, id) => engine.says('reject', id));
  answered((engine, id) => engine.says('return', id));
  answered((engine) => engine.timer(END + 60_000));
});

t.test('rules against it are ignored', async (t) => {
  for (const action of ['reject', 'requote'] as const) {
    const engine = made([{ ...KINDS, action }]);
    t.match(engine.timer(END), [{ orders: [{ state: 'expired', done_at: END }] }]);
  }
});

t.test('what waits about an order whose lifetime is over finds it gone', async (t) => {
  const changes = { ...DELAY, request_kinds: ['pending_modify' as const], action_value: '60000' };
  const engine = made([DELAY, changes]);
  engine.now = NOON + 100;
  const sent = engine.trade({ kind: 'pending_modify', order_id: 1, expiration: 'gtc' });
  t.equal(codeOf(sent), 'ok');
  engine.timer(END);
  t.equal(engine.state.queue.size, 2);
  engine.timer(END + 100);
  t.equal(outcome(engine, sent.result?.request_id)?.code, 'trade.order_changed');
  t.match(engine.orders, [{ state: 'placed', expiration: 'specified' }]);
  engine.timer(END + 500);
  t.equal(engine.state.orders.size + engine.state.queue.size, 0);
});

t.test('an activation that waits does not outlive its order', async (t) => {
  const activations = { ...DELAY, request_kinds: ['activate' as const], action_value: '1000' };
  const engine = made([DELAY, activations]);
  engine.now = END - 800;
  engine.tick('EURUSD', '1.08980', '1.08990');
  engine.timer(END);
  t.equal(engine.state.queue.size, 2);
  engine.timer(END + 200);
  t.match(engine.orders, [{ state: 'placed', price_order: price('1.09000') }]);
  engine.timer(END + 500);
  t.equal(engine.state.orders.size + engine.state.queue.size + engine.state.positions.size, 0);
});

t.test('an order that ends otherwise meanwhile is left alone', async (t) => {
  const engine = made([DELAY]);
  engine.timer(END);
  engine.run({ op: 'disconnected', session: 's1' });
  t.equal(engine.state.orders.size, 0);
  t.match(engine.timer(END + 500), [{ kind: 'setting', orders: [], queued: [{ state: 'gone' }] }]);
});
