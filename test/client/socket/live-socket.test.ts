// Sockets of the client against a server that a test plays: what comes when, and what comes never.

import t from 'tap';
import { rest, ScriptedServer } from '../../support/client/scripted-server.js';
import { within } from '../../support/guard.js';

const EURUSD = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const;

t.test('Events that the server does not keep any more: the account is told again', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const events: unknown[] = [];
  socket.on('account', ({ account_seq }) => events.push(`account ${account_seq}`));
  socket.on('deal', (_, { account_seq }) => events.push(account_seq));
  server.number(6);
  server.answers.set('resume', () => ({ code: 'ok', data: { resumed: false } }));
  server.accountSeq = 900;
  server.close();
  await rest();
  const connected = socket.once('connected');
  server.clock.advance(500);
  t.same(await connected, { resumed: false });
  server.number(901);
  t.same(events, [6, 'account 900', 901]);
  socket.close();
});

t.test('Events that come before the picture of the account wait for it', async (t) => {
  const server = new ScriptedServer();
  let picture: () => void = () => undefined;
  server.answers.set('account', ({ id }) => {
    const data = { account_seq: 6, positions: [], orders: [] };
    picture = () => server.answer(server.socket, id, { code: 'ok', data });
    return undefined;
  });
  const events: unknown[] = [];
  const starting = server.trader();
  await rest();
  server.number(5, 6, 7, 8);
  // The socket is not given out yet: what it was told shows in the number that it stands at.
  picture();
  const socket = await starting;
  socket.on('deal', (_, { account_seq }) => events.push(account_seq));
  t.equal(socket.accountSeq, 8);
  server.number(8, 9);
  t.same(events, [9], 'and what came twice is told once');
  socket.close();
});

t.test('A gap is asked for; what comes meanwhile is left to the answer', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const events: unknown[] = [];
  socket.on('deal', (_, { account_seq }) => events.push(account_seq));
  let answered: () => void = () => undefined;
  server.answers.set('resume', ({ id }) => {
    answered = () => server.answer(server.socket, id, { code: 'ok', data: { resumed: true } });
    return undefined;
  });
  server.number(6, 8, 9);
  t.same(server.asks('resume'), [{ after: 6 }]);
  server.number(7, 8, 9);
  answered();
  await rest();
  server.number(10);
  t.same(events, [6, 7, 8, 9, 10]);
  socket.close();
});

t.test('What a trade changed comes in its answer, and is told as an event once', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const events: unknown[] = [];
  socket.on('deal', (data, { account_seq, seq }) => events.push({ account_seq, seq, ...data }));
  const result = {
    ...{ request_id: 'r-1', code: 'ok', message: '', status: 'done', repeated: false },
    ...{ volume: '0.1', price: '1.1', order_id: 2, position_id: 1, deal_ids: [3], seq: '77' },
  };
  const deal = { id: 3, symbol: 'EURUSD', action: 'sell', volume: '0.1', price: '1.1' };
  const order = { id: 2, symbol: 'EURUSD', side: 'sell', state: 'filled', volume_initial: '0.1' };
  const position = { id: 1, symbol: 'EURUSD', side: 'buy', volume: '0', closed: true };
  const money = { balance: '90.00', leverage: 100, equity: '90.00', margin_free: '85.00' };
  server.answers.set('trade', () => {
    const data = {
      ...{ money, deals: [deal], orders: [order], positions: [position] },
      ...{ cause: { kind: 'open', request_id: 'r-1' }, time: '2026-01-01T00:00:00Z' },
    };
    const changes = [{ event: 'deal', account_seq: 6, data }];
    return { code: 'ok', data: { ...result, changes } };
  });
  t.same(await socket.trade(EURUSD), result);
  const event = {
    ...{ account_seq: 6, seq: '77', login: 1001, so_state: 'none' },
    cause: { kind: 'open', source: 'client', request_id: 'r-1' },
    money: { ...money, profit: '0.00' },
    deals: [{ ...deal, profit: '0.00', reason: 'client', sl: null }],
    orders: [{ ...order, kind: 'market', volume_current: '0', price_filled: null }],
    positions: [{ ...position, swap: '0.00' }],
  };
  t.match(events, [event]);
  server.number(6, 7);
  t.match(events, [event, { account_seq: 7 }], 'the event of the same number is not told again');
  socket.close();
});

t.test('A gap before what an answer says is asked for', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  server.answers.set('trade', () => {
    const changes = [{ event: 'deal', account_seq: 7, data: { money: {}, cause: {} } }];
    return { code: 'ok', data: { volume: '0.1', changes } };
  });
  await socket.trade(EURUSD);
  t.same(server.asks('resume'), [{ after: 5 }]);
  socket.close();
});

t.test('A heartbeat tells of an event that did not come', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  server.send('heartbeat', { seq: '1', account_seq: 5 });
  t.same(server.asks('resume'), []);
  server.send('heartbeat', { seq: '1', account_seq: 6 });
  t.same(server.asks('resume'), [{ after: 5 }]);
  socket.close();
});

t.test('A server that repeats nothing of a gap is asked for the whole account', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  for (let time = 0; time < 3; time += 1) {
    server.number(9);
    await rest();
  }
  t.equal(server.asks('resume').length, 3);
  server.accountSeq = 9;
  const account = socket.once('account');
  server.number(9);
  t.equal((await account).account_seq, 9);
  t.equal(socket.accountSeq, 9);
  socket.close();
});

t.test('Connections are tried again after longer and longer waits', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const waits: number[] = [];
  socket.on('disconnected', ({ retry_ms }) => waits.push(retry_ms));
  server.isOpen = false;
  server.close();
  for (let time = 0; time < 8; time += 1) {
    await rest();
    server.clock.advance(waits.at(-1) ?? 0);
  }
  await rest();
  t.same(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  server.isOpen = true;
  const connected = socket.once('connected');
  server.clock.advance(30_000);
  await connected;
  server.close();
  await rest();
  t.equal(waits.at(-1), 30_000, 'a connection that ends at once was no good one');
  server.clock.advance(30_000);
  await rest();
  t.ok(socket.isReady);
  server.clock.advance(10_000);
  server.close();
  await rest();
  t.equal(waits.at(-1), 500);
  socket.close();
});

t.test('A connection that is silent is given up', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  server.clock.advance(14_999);
  server.send('heartbeat', { seq: '1', account_seq: 5 });
  server.clock.advance(14_999);
  t.ok(socket.isReady);
  const disconnected = socket.once('disconnected');
  server.clock.advance(1);
  t.match(await disconnected, { reason: 'the server is silent' });
  t.ok(server.socket.isClosed);
  socket.close();
});

t.test('Requests wait for a connection, in order, and their number is bounded', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader({ pendingMax: 3 });
  server.close();
  await rest();
  const asked = [socket.ping(), socket.account(), socket.tradeStatus('r-1')];
  await t.rejects(socket.ping(), { code: 'client.busy' });
  const before = server.asked.length;
  server.clock.advance(500);
  await Promise.all(asked);
  const ops = server.asked.slice(before).map(({ op }) => op);
  t.same(ops, ['hello', 'resume', 'ping', 'account', 'trade_status']);
  server.socket.bufferedAmount = 2_000_000;
  await t.rejects(socket.ping(), { code: 'client.busy' }, 'nor does it pile up unsent');
  socket.close();
});

t.test('What asks for nothing new is asked again after a break, the rest fails', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  for (const op of ['ping', 'strange']) server.answers.set(op, () => undefined);
  const ping = socket.ping();
  const strange = socket.request('strange');
  server.close();
  await t.rejects(strange, { code: 'client.outcome_unknown' });
  server.answers.clear();
  await rest();
  server.clock.advance(500);
  t.ok(await ping);
  t.equal(server.asks('ping').length, 2);
  socket.close();
});

t.test('An outcome that the server cannot tell yet is asked for until it can', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  server.answers.set('trade', () => ({ code: 'trade.timeout' }));
  let asks = 0;
  server.answers.set('trade_status', () => {
    asks += 1;
    return asks < 3 ? { code: 'trade.timeout' } : { code: 'ok', data: { status: 'done' } };
  });
  const traded = socket.trade(EURUSD);
  for (const pause of [500, 1000]) {
    await rest();
    server.clock.advance(pause);
  }
  t.match(await traded, { status: 'done' });
  t.equal(server.asks('trade').length, 1);
  server.answers.set('trade_status', () => ({ code: 'trade.timeout' }));
  const unknown = socket.trade({ ...EURUSD, request_id: 'r-9' });
  const failed = t.rejects(unknown, {
    code: 'client.outcome_unknown',
    data: { request_id: 'r-9' },
  });
  for (let time = 0; time < 6; time += 1) {
    await rest();
    server.send('heartbeat', { seq: '1', account_seq: 5 });
    server.clock.advance(10_000);
    server.send('heartbeat', { seq: '1', account_seq: 5 });
    server.clock.advance(6_000);
  }
  await failed;
  socket.close();
});

t.test('Trades are valid for a while by the time of the server', async (t) => {
  const server = new ScriptedServer();
  const time = Date.parse('2026-03-02T09:00:00.000Z');
  const server_time = new Date(time).toISOString();
  server.answers.set('hello', () => ({ code: 'ok', data: { seq: '1', server_time } }));
  const socket = await server.trader({ tradeValidMs: 5_000 });
  server.clock.advance(1_000);
  await socket.trade(EURUSD);
  t.match(server.asks('trade'), [{ valid_until: '2026-03-02T09:00:06.000Z' }]);
  const valid_until = '2026-03-02T09:00:01.000Z';
  await socket.trade({ ...EURUSD, valid_until });
  t.match(server.asks('trade').at(-1), { valid_until }, 'unless they say it themselves');
  socket.close();
});

t.test('Closing fails what waits: a trade that was sent may have been carried out', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  for (const op of ['trade', 'ping']) server.answers.set(op, () => undefined);
  const request_id = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';
  const trade = t.rejects(socket.trade({ ...EURUSD, request_id }), {
    ...{ code: 'client.outcome_unknown', data: { request_id } },
  });
  const ping = t.rejects(socket.ping(), { code: 'client.closed' });
  const ended = socket.once('ended');
  socket.close();
  await Promise.all([trade, ping]);
  t.equal((await ended).code, 'client.closed');
  await t.rejects(socket.ping(), { code: 'client.closed' });
  t.ok(server.socket.isClosed);
});

t.test('A frame that is too long is refused here: it would cut the connection', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const comment = 'ü'.repeat(33_000);
  await t.rejects(socket.trade({ ...EURUSD, comment }), { code: 'invalid_input' });
  t.ok(socket.isReady);
  socket.close();
});

t.test('Of symbols that are offered no more the others are followed on', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  await socket.quotes(['EURUSD', 'GBPUSD', 'XAUUSD']);
  await socket.quotes(['GBPUSD'], 1000);
  await socket.endQuotes(['XAUUSD']);
  await socket.quotes(['OLD']);
  server.answers.set('subscribe', ({ data: { symbols, channel } }) =>
    (symbols as string[]).includes('OLD')
      ? { code: 'trade.symbol_not_found' }
      : { code: 'ok', data: { channel, snapshot: [], seq: '1' } },
  );
  const before = server.asks('subscribe').length;
  const given = socket.once('unsubscribed');
  const connected = socket.once('connected');
  server.close();
  await rest();
  server.clock.advance(500);
  t.match(await given, { filter: { symbols: ['OLD'] }, error: { code: 'trade.symbol_not_found' } });
  await connected;
  t.same(server.asks('subscribe').slice(before), [
    { channel: 'quotes', symbols: ['EURUSD', 'OLD'], max_rate_ms: 0 },
    { channel: 'quotes', symbols: ['EURUSD'], max_rate_ms: 0 },
    { channel: 'quotes', symbols: ['OLD'], max_rate_ms: 0 },
    { channel: 'quotes', symbols: ['GBPUSD'], max_rate_ms: 1000 },
  ]);
  socket.close();
});

t.test('A subscription that a busy server refuses is made on the next connection', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  await socket.bars('EURUSD', 'm1');
  const given: unknown[] = [];
  socket.on('unsubscribed', (one) => given.push(one));
  let refusals = 1;
  server.answers.set('subscribe', ({ data: { channel } }) => {
    refusals -= 1;
    return refusals < 0
      ? { code: 'ok', data: { channel, snapshot: [], seq: '1' } }
      : { code: 'trade.too_many_requests' };
  });
  const resubscribed = socket.once('resubscribed');
  server.close();
  for (let time = 0; time < 2; time += 1) {
    await rest();
    server.clock.advance(2_000);
  }
  await rest();
  t.match(await resubscribed, { channel: 'bars' });
  t.same(given, []);
  socket.close();
});

t.test('Symbols that the server does not know are told, and not asked for again', async (t) => {
  const server = new ScriptedServer();
  let gone = ['NONE'];
  server.answers.set('subscribe', ({ data: { symbols, channel } }) => {
    const unknown = (symbols as string[]).filter((name) => gone.includes(name));
    return { code: 'ok', data: { channel, snapshot: [], seq: '1', unknown } };
  });
  const socket = await server.trader();
  const events: unknown[] = [];
  socket.on('unknown_symbols', (data) => events.push(data));
  await socket.quotes(['EURUSD', 'NONE', 'GBPUSD']);
  t.same(events, [{ channel: 'quotes', symbols: ['NONE'] }]);
  gone = ['GBPUSD'];
  const followed = () => server.asks('subscribe').at(-1);
  const breakOff = async (wait: number) => {
    const connected = socket.once('connected');
    server.close();
    await rest();
    server.clock.advance(wait);
    await connected;
  };
  socket.on('unsubscribed', ({ filter, error }) => events.push([filter.symbols, error.code]));
  socket.on('resubscribed', ({ filter }) => events.push(filter.symbols));
  await breakOff(500);
  t.match(followed(), { symbols: ['EURUSD', 'GBPUSD'] });
  t.same(events.slice(1), [[['GBPUSD'], 'trade.symbol_not_found'], ['EURUSD']]);
  await breakOff(1000);
  t.match(followed(), { symbols: ['EURUSD'] });
  t.same(events.slice(3), [['EURUSD']], 'what has gone is told once');
  socket.close();
});

t.test('What ends before it was answered is not followed again after a break', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const quotes = socket.quotes(['EURUSD', 'GBPUSD']);
  const bars = socket.bars('EURUSD', 'm1');
  await Promise.all([socket.endQuotes(['GBPUSD']), socket.endBars('EURUSD'), quotes, bars]);
  server.answers.set('subscribe', () => ({ code: 'invalid_input' }));
  await t.rejects(socket.quotes(['EURUSD', 'XAUUSD'], 70_000), { code: 'invalid_input' });
  server.answers.delete('subscribe');
  const before = server.asks('subscribe').length;
  const connected = socket.once('connected');
  server.close();
  await rest();
  server.clock.advance(500);
  await connected;
  t.same(
    server.asks('subscribe').slice(before),
    [{ channel: 'quotes', symbols: ['EURUSD'], max_rate_ms: 0 }],
    'and a refusal leaves what was followed before',
  );
  socket.close();
});

t.test('Staff are told when events were missed for good', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.staff();
  await socket.events('deals', 'demo\\*');
  server.send('deal', { money: {} }, { seq: '120', account_seq: 1 });
  server.send('heartbeat', { seq: '130' });
  server.close();
  await rest();
  const connected = socket.once('connected');
  server.clock.advance(500);
  t.same(await connected, { resumed: true });
  const channels = [{ channel: 'deals', group: 'demo\\*' }];
  t.same(server.asks('resume'), [{ after_seq: '120', channels }], 'one heartbeat proves nothing');
  server.send('heartbeat', { seq: '140' });
  server.send('heartbeat', { seq: '150' });
  server.answers.set('resume', () => ({ code: 'ok', data: { resumed: false } }));
  const missed = socket.once('missed');
  server.close();
  await rest();
  server.clock.advance(1000);
  t.same(await missed, { after_seq: '140' });
  socket.close();
});

t.test('A subscription that the server has ended is made again', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.staff();
  const data = { channel: 'positions', group: 'demo\\*' };
  await socket.events('positions', data.group);
  await socket.accounts({ logins: [1001, 1002] });
  await socket.endAccounts({ logins: [1002] });
  const asks = () => server.asks('subscribe').slice(2);
  const first = socket.once('resubscribed');
  server.send('resubscribe', data);
  server.send('resubscribe', { channel: 'accounts', logins: [1001, 1002] });
  server.send('resubscribe', { channel: 'orders', group: '*' });
  t.same(asks(), []);
  server.clock.advance(100);
  t.match(await first, { channel: 'positions', filter: { group: data.group } });
  await rest();
  t.same(asks(), [data, { channel: 'accounts', logins: [1001] }], 'only what is still wanted');

  await t.test('and not resumed by a break that comes before', async (t) => {
    server.send('deal', { money: {} }, { seq: '120', account_seq: 1 });
    server.send('resubscribe', data);
    const missed = socket.once('missed');
    server.close();
    await rest();
    server.clock.advance(500);
    t.same(await missed, { after_seq: '120' });
    await rest();
    server.clock.advance(500);
    await rest();
    t.same(server.asks('resume'), []);
    const made = asks().slice(2) as { channel: string }[];
    t.same(
      made.map(({ channel }) => channel),
      ['positions', 'accounts'],
    );
  });
  socket.close();
});

t.test('Staff get each message once, and ask for those that they missed', async (t) => {
  const server = new ScriptedServer();
  const server_time = new Date(server.clock.now()).toISOString();
  let message_seq = '40';
  server.answers.set('hello', () => ({
    code: 'ok',
    data: { seq: '90', server_time, message_seq },
  }));
  const socket = await server.staff();
  const events: unknown[] = [];
  socket.on('mail', (_, { seq }) => events.push(seq));
  socket.on('messages_missed', ({ after_seq }) => events.push(`missed after ${after_seq}`));
  const again = async (answer: object, missed: readonly string[] = []): Promise<void> => {
    server.answers.set('resume', () => {
      for (const seq of missed) server.send('mail', {}, { seq });
      return { code: 'ok', data: answer };
    });
    server.close();
    await rest();
    const connected = socket.once('connected');
    server.clock.advance(4000);
    await connected;
  };
  const whole = { resumed: true, seq: '95', messages: true };
  server.send('mail', {}, { seq: '41' });
  message_seq = '45';
  await again(whole, ['41', '45']);
  server.send('mail', {}, { seq: '45' });
  await socket.events('deals', 'demo\\*');
  message_seq = '50';
  await again({ ...whole, messages: false });
  await again({ resumed: false });
  t.same(events, ['41', '45', 'missed after 45', 'missed after 50']);
  const channels = [{ channel: 'deals', group: 'demo\\*' }];
  t.same(server.asks('resume'), [
    { after_seq: '90', channels: [], message_seq: '41' },
    { after_seq: '90', channels, message_seq: '45' },
    { after_seq: '90', channels, message_seq: '50' },
  ]);
  socket.close();
});

t.test('A socket that the server says is over is over when the session is', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  server.close(4001);
  await rest();
  server.clock.advance(500);
  await rest();
  t.ok(socket.isReady, 'a session that goes on has a socket again');
  const ended = socket.once('ended');
  server.auth.end();
  server.close(4003);
  t.equal((await within(ended, 'the end')).code, 'auth.session_expired');
});

t.test('Another account that signed in meanwhile ends the client', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const ended = socket.once('ended');
  server.answers.set('hello', () => ({ code: 'auth.account_changed' }));
  server.close();
  await rest();
  server.clock.advance(500);
  t.equal((await within(ended, 'the end')).code, 'auth.account_changed');
});

t.test('A frame that is none is told, and the connection made again', async (t) => {
  const server = new ScriptedServer();
  const socket = await server.trader();
  const error = socket.once('error');
  const disconnected = socket.once('disconnected');
  server.socket.onmessage?.({ data: '{"neither":1}' });
  t.match(await error, { code: 'client.protocol' });
  await disconnected;
  socket.close();
});

t.test('Messages come once; those that were missed are asked for by the last', async (t) => {
  const server = new ScriptedServer();
  const server_time = new Date(server.clock.now()).toISOString();
  let message_seq = '40';
  server.answers.set('hello', () => ({
    code: 'ok',
    data: { seq: '40', server_time, message_seq },
  }));
  const socket = await server.trader();
  const events: unknown[] = [];
  socket.on('notification', (_, { seq }) => events.push(seq));
  socket.on('messages_missed', ({ after_seq }) => events.push(`missed after ${after_seq}`));
  const again = async (messages: boolean, missed: readonly string[] = []): Promise<void> => {
    server.answers.set('resume', () => {
      for (const seq of missed) server.send('notification', {}, { seq });
      return { code: 'ok', data: { resumed: true, seq: '60', messages } };
    });
    server.close();
    await rest();
    const connected = socket.once('connected');
    server.clock.advance(4000);
    t.same(await connected, { resumed: true });
  };
  await again(true);
  server.send('notification', {}, { seq: '41' });
  message_seq = '45';
  await again(true, ['41', '43', '45']);
  server.send('notification', {}, { seq: '45' });
  message_seq = '50';
  await again(false);
  await again(true);
  t.same(events, ['41', '43', '45', 'missed after 45']);
  const asked = ['40', '41', '45', '50'].map((after_seq) => ({ after: 5, after_seq }));
  t.same(server.asks('resume'), asked);
  socket.close();
});
