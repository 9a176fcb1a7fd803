// Requests of one connection: who answers them, in which order, and what is refused.

import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { LoopQueue } from '../../../http/server/loop-queue.js';
import { ACCOUNT_FRAME_BYTES_MAX } from '../../../wire/codec/frames.js';
import { frame, RawSocket } from '../../hostile/raw-socket.js';
import { deferred } from '../../support/deferred.js';
import { sessionOf, staffSession } from '../../support/memory-actors.js';
import {
  type Frame,
  type Peer,
  SocketHarness,
  TOKEN,
  turnUntil,
} from '../../support/socket-harness.js';

const ids = (frames: readonly Frame[]): unknown[] => frames.map(({ id }) => id);

t.test("An account's requests reach it as they were sent", async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  const text = '{"id": 7, "op": "trade",\n "data": {"kind":"open", "volume":"0.10"}}';
  peer.raw(text);
  peer.raw('{"data":{"request_id":"x"},"op":"trade_status","id":8}');
  await turnUntil('both requests', () => actors.sent.length === 2);
  t.equal(String(actors.sent[0]?.bytes), text, 'untouched');
  t.same(actors.sent[1]?.frame, { id: 8, op: 'trade_status', data: { request_id: 'x' } });
  t.match(actors.callers.get(actors.sent[0]?.token ?? 0), { login: 1001, session: TOKEN });
  actors.answer(actors.sent[0] as never, '{"status":"done","seq":"12"}');
  t.same(await peer.next(), {
    id: 7,
    success: true,
    code: 'ok',
    message: '',
    data: { status: 'done', seq: '12' },
  });
});

t.test('A MessagePack connection trades in MessagePack alone', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t, { encoding: 'msgpack' });
  t.equal(peer.ws.protocol, 'brokerd.v1.msgpack');
  const data = { kind: 'open', volume: '0.10', deviation_pts: 5 };
  const result = '{"price":"1.10000","deal_ids":[1,2]}';
  actors.onFrame = (frame) => setImmediate(() => actors.answer(frame, result));
  const answer = await peer.request('trade', data);
  t.match(answer, { code: 'ok', data: { price: '1.10000', deal_ids: [1, 2] } });
  const [sent] = actors.sent;
  t.same(sent?.bytes, Buffer.from(encode({ id: 1, op: 'trade', data })), 'untouched');
  t.match(sent, { encoding: 'msgpack', frame: { id: 1, op: 'trade', data } });
  peer.raw('{"id":2,"op":"ping"}');
  t.match(await peer.next(), { id: null, code: 'invalid_input', message: /binary/ });
  t.match(await peer.request('hello'), { success: true, data: { session: { login: 1001 } } });
});

t.test('Answers come in the order of the requests, whoever gives them', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  const bars = deferred<readonly unknown[]>();
  actors.bars = () => bars.promise;
  peer.send('trade');
  peer.send('ping');
  peer.send('trade_status');
  peer.send('subscribe', { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' });
  peer.send('account');
  peer.send('unheard_of');
  await turnUntil('the requests of the account run at once', () => actors.sent.length === 3);
  const [trade, status, account] = actors.sent as [never, never, never];
  const last = peer.send('ping');
  actors.answer(trade);
  actors.answer(status);
  actors.answer(account);
  await peer.next(({ id }) => id === 3);
  t.same(ids(peer.frames), [1, 2, 3], 'what comes after the bars waits for them');
  bars.resolve([]);
  await peer.next(({ id }) => id === last);
  t.same(ids(peer.frames), [1, 2, 3, 4, 5, 6, 7]);
});

t.test('Thousands of requests without waiting are all answered in order', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  const count = 3000;
  for (let n = 0; n < count; n += 1) peer.send(n % 3 === 1 ? 'ping' : 'trade');
  await turnUntil('all requests', () => actors.sent.length === (count * 2) / 3);
  for (const { token, id } of actors.sent) actors.deliver(token, `{"id":${id},"code":"ok"}`);
  actors.front.flush();
  await peer.next(({ id }) => id === count);
  t.same(
    ids(peer.frames),
    Array.from({ length: count }, (_, n) => n + 1),
  );
});

t.test('Whoever asks thousands of things at once takes turns with the others', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf(TOKEN));
  let answered = 0;
  let sinceTurn = 0;
  let mostInTurn = 0;
  actors.now = () => {
    answered += 1;
    sinceTurn += 1;
    mostInTurn = Math.max(mostInTurn, sinceTurn);
    // Whatever came from others is looked at before this.
    if (sinceTurn === 1) {
      setImmediate(() => {
        sinceTurn = 0;
      });
    }
    return 0;
  };
  let before = -1;
  actors.onFrame = () => {
    before = answered;
  };
  const upgrade = {
    port: Number(new URL(harness.origin).port),
    path: '/trader/v1/socket',
    headers: { authorization: `Bearer ${TOKEN}` },
  };
  const flooding = await RawSocket.open(upgrade);
  const other = await RawSocket.open(upgrade);
  const ping = frame({ payload: '{"id":1,"op":"ping"}' });
  flooding.write(Buffer.concat(Array<Buffer>(5_000).fill(ping)));
  other.write(frame({ payload: '{"id":1,"op":"trade","data":{}}' }));
  await turnUntil('the other request', () => before >= 0);
  t.ok(before < 5_000, 'it waits for some of the others alone');
  await flooding.frames(5_000);
  t.ok(mostInTurn <= 200, `${mostInTurn} of 5,000 are answered in one go at most`);
  t.equal(flooding.received.length, 5_000, 'and all of them are in the end');
  flooding.destroy();
  other.destroy();
});

t.test('Of what takes long only a few are answered in one turn', async (t) => {
  let now = 0;
  let answered = 0;
  const turns = new LoopQueue(() => now);
  const slow = (): void => {
    now += 5;
    answered += 1;
  };
  for (let n = 0; n < 10; n += 1) turns.run(() => slow());
  for (let turn = 1; turn <= 5; turn += 1) {
    t.equal(answered, 2 * turn, `after turn ${turn}`);
    await new Promise(setImmediate);
  }
});

t.test('Work of many units fills a turn, and work that is dropped takes none', async (t) => {
  const done: string[] = [];
  const turns = new LoopQueue(() => 0, 10);
  const named = (name: string) => () => void done.push(name);
  const dropped = named('dropped');
  turns.run(named('large'), 25);
  turns.run(dropped, 25);
  turns.run(named('half'), 5);
  turns.run(named('other half'), 5);
  turns.run(named('last'));
  t.same(done, ['large']);
  turns.cancel(dropped);
  await new Promise(setImmediate);
  t.same(done, ['large', 'half', 'other half']);
  await new Promise(setImmediate);
  t.same(done, ['large', 'half', 'other half', 'last']);
});

t.test('A request of an account is as long as one may be, and no longer', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  const of = (id: number, bytes: number): string => {
    const head = `{"id":${id},"op":"trade","data":{"comment":"`;
    return `${head}${'x'.repeat(bytes - head.length - 3)}"}}`;
  };
  peer.raw(of(1, ACCOUNT_FRAME_BYTES_MAX + 1));
  peer.raw(of(2, ACCOUNT_FRAME_BYTES_MAX));
  await turnUntil('the one that fits', () => actors.sent.length > 0);
  t.equal(actors.sent.length, 1);
  t.equal(actors.sent[0]?.bytes.length, ACCOUNT_FRAME_BYTES_MAX);
  await turnUntil('the refusal', () => peer.frames.some(({ id }) => id === 1));
  const refused = peer.frames.find(({ id }) => id === 1);
  t.match(refused, { code: 'invalid_input', message: /longer than the 4096 bytes/ });
});

t.test('Where the account cannot take more, the request is refused and nothing done', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  for (const encoding of ['json', 'msgpack'] as const) {
    const peer = await harness.trader(TOKEN, { encoding });
    actors.sent.length = 0;
    peer.send('trade');
    await turnUntil('the first', () => actors.sent.length === 1);
    actors.isFull = true;
    peer.send('trade');
    await peer.pong();
    actors.isFull = false;
    actors.answer(actors.sent[0] as never);
    t.match(await peer.next(), { id: 1, code: 'ok' });
    t.match(await peer.next(), { id: 2, code: 'trade.too_many_requests', data: null });
    t.equal(actors.sent.length, 1);
  }
});

/** Sends frames that are all malformed; answers the answers. */
const refusals = async (peer: Peer, frames: readonly unknown[]): Promise<Frame[]> => {
  const answers: Frame[] = [];
  for (const frame of frames) {
    peer.raw(frame);
    answers.push(await peer.next());
  }
  return answers;
};

t.test('A malformed request is refused, naming the field, and the socket stays open', async (t) => {
  const harness = await SocketHarness.open(t);
  const cases: readonly (readonly [unknown, number | null, RegExp])[] = [
    ['{', null, /frame/],
    ['[1]', null, /frame/],
    [{ op: 'ping' }, null, /id/],
    [{ id: 'x', op: 'ping' }, null, /id/],
    [{ id: 3, op: 'fly', data: {} }, 3, /op: fly/],
    [{ id: 4, op: 'ping', extra: 1 }, 4, /extra/],
    [{ id: 5, op: 'ping', data: { extra: 1 } }, 5, /extra/],
    [{ id: 6, op: 'hello', data: { account: 'x' } }, 6, /account/],
    [{ id: 7, op: 'resume', data: {} }, 7, /after/],
    [{ id: 8, op: 'subscribe', data: {} }, 8, /channel/],
    [{ id: 9, op: 'subscribe', data: { channel: 'dealing' } }, 9, /channel: .* dealing/],
    [{ id: 10, op: 'subscribe', data: { channel: 'accounts', group: '*' } }, 10, /channel/],
    [{ id: 11, op: 'subscribe', data: { channel: 'quotes', symbols: [] } }, 11, /symbols/],
    [{ id: 12, op: 'subscribe', data: { channel: 'quotes', symbols: ['EURUSD'], x: 1 } }, 12, /x/],
    [{ id: 13, op: 'ping', data: JSON.parse('{"constructor":1}') }, 13, /constructor/],
  ];
  for (const encoding of ['json', 'msgpack'] as const) {
    const peer = await harness.trader(TOKEN, { encoding });
    for (const [frame, id, message] of cases) {
      const raw = typeof frame === 'string' && encoding === 'msgpack' ? encode(frame) : frame;
      const [answer] = await refusals(peer, [raw]);
      t.match(answer, { id, success: false, code: 'invalid_input' });
      const { faults } = (answer as Frame).data as { faults: readonly Record<string, string>[] };
      const sentences = faults.map((fault) => `${fault.field}: ${fault.message}`).join();
      t.match(sentences, encoding === 'json' ? message : /./);
      if (encoding === 'json') t.match(answer?.message, message);
      t.match(await peer.request('ping'), { success: true });
    }
    peer.ws.close();
  }
});

t.test('Ten malformed requests in a row close the socket with 1008', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const bad = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n, op: 'fly' }));

  await t.test('found by the front', async (t) => {
    const peer = await harness.trader();
    await refusals(peer, bad(9));
    t.match(await peer.request('ping'), { success: true }, 'a good one starts the count again');
    await refusals(peer, bad(10));
    t.match(await peer.closed, { code: 1008 });
  });

  await t.test('and by the account alike', async (t) => {
    const peer = await harness.trader();
    actors.onFrame = ({ token, id }) => {
      const code = id === 9 ? 'trade.no_money' : 'invalid_input';
      const text = `{"id":${id},"success":false,"code":"${code}","message":"","data":null}`;
      setImmediate(() => {
        actors.deliver(token, text);
        actors.front.flush();
      });
    };
    for (let n = 1; n <= 18; n += 1) await peer.request('trade');
    t.match(await peer.request('account'), { code: 'invalid_input' });
    t.match(await peer.closed, { code: 1008 });
    t.equal(peer.frames.length, 19);
  });
});

t.test('Staff do not trade by socket', async (t) => {
  const harness = await SocketHarness.open(t);
  harness.actors.setSession(staffSession('session-of-staff'));
  const peer = await harness.staff('session-of-staff');
  for (const op of ['trade', 'account', 'trade_status', 'trade_check']) {
    t.match(await peer.request(op), { code: 'invalid_input', message: new RegExp(`op: ${op}`) });
  }
  t.same(harness.actors.sent, []);
});

t.test('What a shard that failed leaves unanswered times out, each by its id', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  const frames = [
    '{"id":1,"op":"trade","data":{}}',
    '{"op":"trade","data":{},"id":2}',
    '{"id":3,"op":"ping"}',
    '{ "id" : 4 , "op" : "trade_status", "data": {} }',
  ];
  for (const frame of frames) peer.raw(frame);
  await turnUntil('frames for the account', () => actors.sent.length === 3);
  // Answers come out of their order where the account refuses what it has no room for.
  actors.answer(actors.sent[1] as never);
  actors.front.unanswered(actors.sent[0]?.token as number);
  const answers = [];
  for (const _ of frames) answers.push(await peer.next());
  const codes = answers.map(({ id, code }) => `${id} ${code}`);
  t.same(codes, ['2 ok', '1 trade.timeout', '3 ok', '4 trade.timeout']);
  peer.raw('{"id":5,"op":"ping"}');
  t.match(await peer.next(), { id: 5, code: 'ok' }, 'its queue goes on');
});
