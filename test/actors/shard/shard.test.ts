// A shard's accounts: requests happen once, in order, and are refused when they cannot be done.

import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import t from 'tap';
import { MAILBOX_CAPACITY } from '../../../actors/shard/accounts/account-actor.js';
import { liveMoneyOf } from '../../../actors/shard/io/account-snapshot.js';
import { PROJECTION_LAG_MAX } from '../../../actors/shared/cells.js';
import { DERIVED_NAMESPACE } from '../../../engine/deals/deals.js';
import { compileSettings } from '../../../engine/engine.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { serverId, uuidV5 } from '../../../wire/base/uuid.js';
import type { Encoding } from '../../../wire/codec/frames.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { TRADE_RESULT } from '../../../wire/trading/records.js';
import { NOON, symbol } from '../../support/engine-harness.js';
import { privateSize } from '../../support/private-size.js';
import {
  agentCommand,
  caller,
  LOGIN,
  marketOrder,
  ShardHarness,
  settings,
  switches,
} from '../../support/shard-harness.js';

const open = (request_id: string, volume = '0.10') => marketOrder({ request_id, volume });

t.test('a market order is answered with the seq of its committed event', async (t) => {
  const one = new ShardHarness();
  const id = one.send('trade', marketOrder());
  t.throws(() => one.answer(id));
  const [event] = one.commit();
  const { code, data } = one.answer(id);
  t.equal(code, 'ok');
  t.equal(data.status, 'done');
  t.equal(data.price, '1.10010');
  t.equal(data.seq, String(one.link.commits.seq));
  t.equal(event?.positions.length, 1);
  t.equal(one.events.at(-1)?.name, 'deal');
});

t.test('one request id with equal content is one order and one answer, always', async (t) => {
  const one = new ShardHarness();
  const request = randomUUID();
  const ids = ['0.10', '0.1', '0.100'].map((volume) => one.send('trade', open(request, volume)));
  t.equal(one.commit().length, 1, 'one event');
  const [first, ...repeats] = ids.map((id) => one.answer(id));
  t.match(first?.data, { repeated: false, changes: [{ event: 'deal' }] });
  const { changes: _, ...stored } = { ...first?.data, repeated: true } as Record<string, unknown>;
  for (const { data } of repeats) t.same(data, stored);
  one.trade(marketOrder());
  const later = one.send('trade', open(request.toUpperCase()));
  one.commit();
  t.same(one.answer(later).data, stored, 'the seq is that of then');
});

t.test('the same request id with other content is a conflict and does nothing', async (t) => {
  const one = new ShardHarness();
  const request = randomUUID();
  one.trade(open(request));
  const id = one.send('trade', open(request, '0.20'));
  t.same(one.commit(), []);
  t.equal(one.answer(id).code, 'conflict');
});

t.test('a refusal by the checks is not remembered: the same id is judged again', async (t) => {
  const one = new ShardHarness();
  const request = randomUUID();
  t.equal(one.trade(open(request, '1000')).answer.code, 'trade.invalid_volume');
  t.equal(one.ask('trade_status', { request_id: request }).code, 'not_found');
  t.equal(one.trade(open(request)).answer.code, 'ok');
});

/** Commits what comes, until a request is answered. */
const untilAnswered = async (one: ShardHarness, request: number): Promise<void> => {
  for (;;) {
    one.commit();
    if (one.answers.some(({ id }) => id === request)) return;
    await new Promise(setImmediate);
  }
};

t.test('an old request id is looked up in the database while the account waits', async (t) => {
  const one = new ShardHarness();
  const request = randomUUID();
  one.shard.index.addForgotten(LOGIN, requestKeyOf(LOGIN, request), 500);
  const result = { ...emptyRow(TRADE_RESULT), request_id: request, code: 'ok', digits: 5 };
  one.stored.set(`${LOGIN}:${request}`, {
    digest: 'other content',
    result,
    seq: 7,
  });
  const asked = one.send('trade', open(request));
  const behind = one.send('trade', marketOrder());
  t.same(one.commit(), [], 'nothing is done before the newest is known');
  one.stored.set(`${LOGIN}:${request}`, {
    digest: 'other content',
    result,
    seq: 500,
  });
  one.checkpoint = 500;
  await untilAnswered(one, behind);
  t.equal(one.answer(asked).code, 'conflict', 'it was used, with other content');
  t.equal(one.answer(behind).code, 'ok');
  t.ok(
    one.answers.findIndex(({ id }) => id === asked) <
      one.answers.findIndex(({ id }) => id === behind),
    'in the order sent',
  );
});

t.test('an id that only looks used waits for no database, however far behind', async (t) => {
  const one = new ShardHarness();
  const [request, other] = [randomUUID(), randomUUID()];
  one.shard.index.load([[requestKeyOf(LOGIN, request), 1]]);
  one.shard.index.addForgotten(LOGIN, requestKeyOf(LOGIN, other), 500);
  t.match(one.trade(open(request)).answer, { code: 'ok', data: { repeated: false } });
});

t.test('money of an account without events has the digits of its currency', async (t) => {
  const one = new ShardHarness();
  const money = JSON.parse(liveMoneyOf(one.state(LOGIN + 1), one.shard));
  t.hasStrict(money, { balance: '0.00', equity: '0.00' });
});

t.test('a stop fires at its tick, whatever the requests of its account wait for', async (t) => {
  const one = new ShardHarness();
  one.trade(marketOrder({ sl: '1.09000' }));
  const release = one.shard.accounts.get(LOGIN)?.lock();
  for (let n = 0; n < 2 * MAILBOX_CAPACITY; n += 1) {
    one.shard.tick(1, 108900_000 - 1000 * n, 108910_000 - 1000 * n, one.now);
  }
  const asked = one.send('account', {});
  const [event, ...others] = one.commit();
  t.hasStrict(event, { kind: 'deal', cause: { kind: 'sl' } });
  t.equal(event?.deals[0]?.price, 108900_000, 'the first that reached it');
  t.same(others, []);
  release?.();
  one.commit();
  t.equal(one.answer(asked).code, 'ok', 'the ticks took no place of a request');
});

t.test('a locked account keeps a bounded mailbox; one more is refused at once', async (t) => {
  const one = new ShardHarness();
  const release = one.shard.accounts.get(LOGIN)?.lock();
  const ids = Array.from({ length: MAILBOX_CAPACITY + 1 }, () => one.send('account', {}));
  one.commit();
  t.equal(one.answers.filter(({ code }) => code === 'trade.too_many_requests').length, 1);
  t.equal(one.answer(ids.at(-1) as number).code, 'trade.too_many_requests');
  release?.();
  one.commit();
  t.equal(one.answer(ids[0] as number).code, 'ok');
  t.equal(one.answers.filter(({ code }) => code === 'ok').length, MAILBOX_CAPACITY);
});

t.test('an account may trade at its rate, and goes on as time does', async (t) => {
  const one = new ShardHarness(2);
  const codes = (): string[] =>
    [0, 1, 2].map(() => one.trade(marketOrder({ volume: '0.01' })).answer.code);
  t.same(codes(), ['ok', 'ok', 'trade.too_many_requests']);
  one.now += 500;
  t.same(codes(), ['ok', 'trade.too_many_requests', 'trade.too_many_requests']);
});

t.test('while commits stall new requests are refused, and nothing is done', async (t) => {
  const one = new ShardHarness();
  const executed = one.send('trade', marketOrder());
  one.send('trade', marketOrder());
  one.now += 500;
  const refused = one.send('trade', marketOrder());
  t.equal(one.commit().length, 2, 'what was executed is committed');
  t.equal(one.answer(executed).code, 'ok');
  t.equal(one.answer(refused).code, 'trade.too_many_requests');
  t.equal(one.trade(marketOrder()).answer.code, 'ok');
});

t.test('while the database is too far behind requests are refused', async (t) => {
  const one = new ShardHarness();
  const codeAt = (lag: number): string => {
    one.projectionLag = lag;
    one.now += 1;
    return one.trade(marketOrder()).answer.code;
  };
  t.equal(codeAt(PROJECTION_LAG_MAX - 1), 'ok');
  t.equal(codeAt(PROJECTION_LAG_MAX), 'trade.too_many_requests');
  t.same(one.commit(), [], 'and nothing was done');
  t.equal(codeAt(PROJECTION_LAG_MAX - 1), 'ok');
});

t.test('bad frames are answered by what is wrong, and the account goes on', async (t) => {
  const one = new ShardHarness();
  const derived = serverId(DERIVED_NAMESPACE, '77:agent:0');
  const cases: [string, unknown, string][] = [
    ['trade', marketOrder({ colour: 'red' }), 'colour: unknown field'],
    ['trade', marketOrder({ skip_margin_check: true }), 'skip_margin_check: unknown field'],
    ['trade', open('x'), 'request_id: must be a UUID'],
    ['trade', open(derived), 'request_id: must be a UUID; UUIDs of version 8'],
    ['trade', open(derived.toUpperCase()), 'request_id: must be a UUID; UUIDs of version 8'],
    ['trade', { kind: '__proto__' }, 'kind: must be one of'],
    ['trade', null, 'data: must be an object'],
    ['account', [], 'data: must be an object'],
    ['balance', { amount: '1' }, 'op: unknown'],
    ['constructor', {}, 'op: unknown'],
    ['trade_status', {}, 'request_id: required'],
  ];
  for (const [op, data, fault] of cases) {
    const { code, message } = one.ask(op, data);
    t.equal(code, 'invalid_input');
    t.ok(message.startsWith(fault), `${message} / ${fault}`);
  }
  const [wish = ''] = JSON.stringify(marketOrder()).split('}');
  const twice = one.sendText('trade', `${wish},"volume":"0.05"}`);
  one.commit();
  t.match(one.answer(twice), { code: 'invalid_input', message: 'volume: given twice' });
  const deep = one.sendText('trade', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  one.commit();
  t.match(one.answer(deep), { code: 'invalid_input', message: /nested more than 16 deep/ });
  t.equal(one.ask('account', {}).code, 'ok');
  t.equal(
    one.ask('trade_status', { request_id: derived }).code,
    'not_found',
    'it may be asked for',
  );
});

t.test('a client that derives its ids by version 5 trades once with each', async (t) => {
  const one = new ShardHarness();
  const id = uuidV5('0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01', 'order 1');
  t.match(one.trade(open(id)).answer, { code: 'ok', data: { repeated: false } });
  t.match(one.trade(open(id.toUpperCase())).answer, { code: 'ok', data: { repeated: true } });
  t.match(one.ask('trade_status', { request_id: id }), { code: 'ok', data: { repeated: true } });
});

t.test('what follows from a request comes as events, each with its own cause', async (t) => {
  const one = new ShardHarness();
  const limit = { ...marketOrder(), kind: 'pending', order_kind: 'limit', price: '1.00000' };
  const placed = (more: object): { order_id: number; changes?: readonly unknown[] } => {
    const id = one.send('trade', { ...limit, request_id: randomUUID(), ...more });
    one.commit();
    return one.answer(id).data as never;
  };
  const first = placed({});
  t.match(first.changes, [{ event: 'order' }]);
  placed({ oco_order_id: first.order_id });
  const before = one.events.length;
  const cancel = { kind: 'pending_cancel', order_id: first.order_id, request_id: randomUUID() };
  const id = one.send('trade', cancel);
  one.commit();
  t.notOk('changes' in one.answer(id).data);
  const sent = one.events.slice(before).map(({ packed, token }) => {
    const { cause } = unpackEvent(packed as Buffer) as AccountEvent;
    return [cause.kind, cause.source, token];
  });
  t.same(sent, [
    ['pending_cancel', 'client', 0],
    ['oco', 'server', 0],
  ]);
});

t.test('an order in MessagePack is the same order, and has the same answer', async (t) => {
  const one = new ShardHarness();
  const request = marketOrder({ volume: '0.1' });
  const inJson = one.send('trade', request);
  one.commit();
  const packed = one.sendPacked('trade', request);
  one.commit();
  const { code, data } = one.answer(inJson);
  t.equal(code, 'ok');
  const { changes: _, ...stored } = data as Record<string, unknown>;
  t.match(one.answer(packed), { code: 'ok', data: { ...stored, repeated: true } });
  const wrong = one.sendPacked('trade', marketOrder({ volume: Number.NaN }));
  one.commit();
  t.match(one.answer(wrong), { code: 'invalid_input', message: /^volume/ });
});

t.test('whatever bytes a frame has, it is answered and the shard goes on', async (t) => {
  const one = new ShardHarness();
  const frames = ['json', 'msgpack'].flatMap((encoding) => {
    const request = { id: 7, op: 'trade', data: marketOrder() };
    const bytes = encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encode(request);
    return [{ encoding: encoding as Encoding, bytes }];
  });
  const cut = fc.record({
    frame: fc.constantFrom(...frames),
    at: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 4 }),
    isInserted: fc.boolean(),
  });
  fc.assert(
    fc.property(cut, ({ frame: { encoding, bytes: whole }, at, bytes, isInserted }) => {
      const start = at % whole.length;
      const end = isInserted ? start : start + bytes.length;
      const answered = one.answers.length;
      one.sendBytes(
        encoding,
        Buffer.concat([whole.subarray(0, start), bytes, whole.subarray(end)]),
      );
      one.commit();
      equal(one.answers.length, answered + 1);
    }),
    { numRuns: 2_000 },
  );
  t.equal(one.ask('account', {}).code, 'ok');
});

t.test('a derived command is executed once however often it is sent', async (t) => {
  const one = new ShardHarness();
  const command = agentCommand({ from_login: LOGIN, from_deal: 77 });
  let done = 0;
  for (let n = 0; n < 3; n += 1) one.executor.derived(command, () => (done += 1));
  one.shard.timers();
  t.equal(done, 0, 'it is not done before it is on disk');
  const events = one.commit();
  t.equal(events.length, 1);
  t.equal(events[0]?.ledger.balance, 150);
  t.match(events[0]?.explain, { from_login: LOGIN, from_deal: 77 });
  one.shard.timers();
  t.equal(done, 3);
});

t.test('a warning names a derived command with the id of another payment', async (t) => {
  const one = new ShardHarness();
  const command = agentCommand({ from_login: LOGIN, from_deal: 77 });
  for (const comment of ['#77', '#77', '#78'])
    one.executor.derived({ ...command, comment }, () => {});
  t.equal(one.commit().length, 1);
  t.same(one.warnings, ['a derived command repeats an id with other content']);
});

t.test('the operator is told once of a derived command that cannot be done', async (t) => {
  const one = new ShardHarness();
  const command = agentCommand({ login: 999 });
  let done = 0;
  one.executor.derived(command, () => (done += 1));
  one.executor.derived({ ...command, login: LOGIN, amount: '0.001' }, () => (done += 1));
  t.equal(done, 1, 'a refusal is an outcome, which is on disk before nothing is owed');
  t.match(one.commit(), [
    {
      kind: 'setting',
      deals: [],
      remembered: {
        request_id: command.request_id,
        result: { status: 'rejected', code: 'trade.invalid_request' },
      },
      journal: [{ kind: 'trade', login: LOGIN, text: /^payment agent of 0.001 USD .* refused: / }],
    },
  ]);
  one.executor.derived({ ...command, login: LOGIN, amount: '0.001' }, () => (done += 1));
  t.same(one.commit(), [], 'sent again, it stays refused');
  one.shard.timers();
  t.same(one.warnings, ['a derived command names no account', 'a derived command was refused']);
  t.equal(done, 3);

  // The agent has become a real account while the payment of a demo account waited.
  const crossing = agentCommand({ request_id: randomUUID(), from_login: 1002, demo: true });
  const { balance } = one.state().ledger;
  one.executor.derived(crossing, () => (done += 1));
  t.match(one.commit(), [
    {
      deals: [],
      remembered: { request_id: crossing.request_id, result: { code: 'conflict' } },
      journal: [{ text: /refused: The money is that of a demo account 1002/ }],
    },
  ]);
  one.shard.timers();
  t.equal(done, 4, 'it is not owed any more');
  t.equal(one.state().ledger.balance, balance);
});

t.test('what one command does is never cut in two, though the log has no room', async (t) => {
  const one = new ShardHarness();
  const [event] = one.trade(marketOrder({ volume: '0.01' })).events as [AccountEvent];
  const many = Array.from({ length: 30_000 }, () => ({ ...event, remembered: null }));
  one.shard.record(one.state(), many);
  const refused = one.send('trade', marketOrder());
  let committed = 0;
  const isAnswered = (): boolean => one.answers.some(({ id }) => id === refused);
  for (let n = 0; !isAnswered() && n < 100; n += 1) committed += one.commit().length;
  t.equal(committed, many.length);
  t.equal(one.answer(refused).code, 'trade.too_many_requests');
  t.equal(one.trade(marketOrder({ volume: '0.01' })).answer.code, 'ok');
});

t.test('a derived command leaves only when the event that carries it is committed', async (t) => {
  const one = new ShardHarness();
  const command = agentCommand();
  const [event] = one.trade(marketOrder()).events as [AccountEvent];
  one.shard.record(one.state(), [{ ...event, remembered: null, derived: [command] }]);
  one.shard.timers();
  t.same(one.forwarded, []);
  one.commit();
  one.shard.timers();
  t.same(one.forwarded, [command]);
});

t.test('an investor may not have orders cancelled', async (t) => {
  const one = new ShardHarness();
  one.dispatcher.dispatch({
    caller: caller(LOGIN, { read_only: true }),
    origin: { terminal: 'desktop', ip: '127.0.0.1', session: 'session' },
    login: LOGIN,
    op: 'cancel_on_disconnect',
    data: { enabled: true },
    to: { token: 1, id: 99 },
  });
  t.same(one.commit(), []);
  t.equal(one.answers.at(-1)?.code, 'trade.read_only');
});

t.test('orders of a session are cancelled after its grace, unless it came back', async (t) => {
  const one = new ShardHarness();
  one.send('cancel_on_disconnect', { enabled: true, grace_sec: 5 });
  one.trade(marketOrder({ kind: 'pending', order_kind: 'limit', price: '1.09000' }));
  one.disconnect();
  one.now += 4_999;
  one.connections.timers();
  one.connect();
  one.now += 1;
  one.connections.timers();
  t.same(one.commit(), []);
  one.disconnect();
  one.now += 5_000;
  one.connections.timers();
  t.match(one.commit()[0]?.orders, [{ state: 'canceled' }]);
  for (const field of ['#callers', '#sockets', '#graces']) {
    t.equal(privateSize(one.connections, field), 0, `${field} keeps nothing of it`);
  }
});

t.test('after a restart a pair without ticks converts at its last price', async (t) => {
  const crossed = {
    ...settings,
    symbol: [symbol('EURGBP', { id: 1, currency_margin: 'GBP' }), symbol('GBPUSD', { id: 2 })],
    version: 2,
  };
  const before = new ShardHarness(0, false);
  before.shard.configure(compileSettings(crossed));
  before.shard.tick(2, 150000_000, 150000_000, NOON);
  before.shard.tick(1, 90000_000, 90000_000, NOON);
  before.trade(marketOrder({ symbol: 'EURGBP', volume: '5.00' }));
  const state = before.state();
  const [held] = state.positions.values();
  if (held === undefined) throw new Error('nothing was opened');

  // The pound fell afterwards: at its old rate the loss of 10,000 GBP would be 15,000 USD.
  const again = new ShardHarness(0, false);
  again.shard.load(switches(LOGIN), { ...state.ledger, balance: 20_000_00 }, [held], []);
  again.shard.useLastQuotes(
    new Map([[2, { bid: 120000_000, ask: 120000_000, last: 0, time: NOON }]]),
  );
  again.shard.configure(compileSettings({ ...crossed, version: 3 }));
  again.shard.tick(1, 88000_000, 88000_000, NOON);
  const account = again.state();
  t.same(again.commit(), [], 'the account is healthy and keeps its position');
  t.match(liveMoneyOf(account, again.shard), '"profit":"-12000.00"');
  const [event] = again.trade({ kind: 'close', position_id: held.id }).events;
  t.match(event?.deals, [{ profit: -12_000_00, rate_profit: 1_200_000_000_000n }]);
  t.equal(account.positions.size, 0);
  again.shard.tick(2, 121000_000, 121000_000, NOON);
  t.equal(again.shard.lastQuote(2).bid, 121000_000, 'a new price ends the old one');
});
