// Both ends over sockets: logon, TLS, one live session, reconnecting, and disks that fail.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { FixDialer } from '../../../../actors/providers/fix/dialer.js';
import {
  FixEndpoint,
  type FixEnv,
  systemEnv,
  TURN_UNITS,
  UNSENT_MAX,
} from '../../../../actors/providers/fix/endpoint.js';
import {
  FixListener,
  type ListenOptions,
  REFUSED,
  UNKNOWN_MAX,
} from '../../../../actors/providers/fix/listener.js';
import type { FixSettings } from '../../../../actors/providers/fix/session-types.js';
import { LINES_PER_HOUR } from '../../../../actors/shared/allowance.js';
import { selfSigned } from '../../../support/certificate.js';
import { now } from '../../../support/clock.js';
import { GUARD_MS, until, within } from '../../../support/guard.js';
import { peerMessage } from './case-steps.js';
import { EchoApplication, KeepingStore, settingsFor } from './session-harness.js';

const HOST = '127.0.0.1';
const RIGHT = 'right-pass-word';

/** Our end that is dialled, with an application that sends orders back. */
const openListener = async (
  changes: Partial<FixSettings> = {},
  tls?: ListenOptions['tls'],
  store = new KeepingStore(),
  clock: Partial<FixEnv> = {},
) => {
  const lines: string[] = [];
  const env = { ...systemEnv((_, { msg }) => lines.push(msg)), ...clock };
  const application = new EchoApplication((type, body) => endpoint.send(type, body));
  const endpoint: FixEndpoint = new FixEndpoint(settingsFor(changes), store, application, env);
  const find = (sender: string, target: string) =>
    sender === 'ISLD' && target === 'TW' ? endpoint : undefined;
  const listener = new FixListener(tls === undefined ? {} : { tls }, find, env);
  const port = await listener.listen({ host: HOST, port: 0 });
  const close = (): void => {
    listener.close();
    endpoint.cut();
  };
  return { port, endpoint, store, lines, close };
};

/** Our end that dials, and what it gets. */
const dialling = (
  changes: Partial<FixSettings> = {},
  store = new KeepingStore(),
  log: FixEnv['log'] = () => undefined,
) => {
  const got: string[] = [];
  const env = systemEnv(log);
  const endpoint = new FixEndpoint(
    settingsFor({ role: 'initiator', sender: 'TW', target: 'ISLD', ...changes }),
    store,
    {
      loggedOn: () => got.push('on'),
      loggedOff: () => got.push('off'),
      deliver: (message) => {
        got.push(`${message.type} ${message.text(11)}`);
        return undefined;
      },
    },
    env,
  );
  return { endpoint, got, env };
};

const POLICY = { pauseMs: 1, attempts: 3, restMs: 1 };

const order = (endpoint: FixEndpoint, id: string) =>
  endpoint.send('D', (writer) =>
    writer.text(11, id).text(55, 'EUR/USD').text(54, '1').time(60, now()).text(40, '1'),
  );

const seen = (got: readonly string[], line: string) =>
  until(line, () => got.includes(line) || undefined);

t.test('Two ends log on over a socket, talk, and log out', async (t) => {
  const log: string[] = [];
  const secrets = { username: 'user', password: RIGHT };
  const there = await openListener(secrets);
  const here = dialling(secrets, new KeepingStore(), (_, { msg }) => log.push(msg));
  const target = { host: HOST, port: there.port, timeoutMs: GUARD_MS };
  const dialer = new FixDialer(here.endpoint, target, POLICY, here.env);
  dialer.start();
  await seen(here.got, 'on');
  t.ok(there.endpoint.traffic.heardAt > 0, 'the Logon counts as heard');
  t.equal(order(here.endpoint, 'a'), 2);
  t.equal(order(here.endpoint, 'b'), 3);
  await seen(here.got, 'D b');
  await dialer.stop('enough');
  t.same(here.got, ['on', 'D a', 'D b', 'off']);
  t.notOk(here.endpoint.isConnected);
  t.equal(there.endpoint.traffic.bytesIn, here.endpoint.traffic.bytesOut);
  t.notMatch([...log, ...there.lines].join('\n'), RIGHT, 'no line has the password');
  there.close();
});

t.test('A connection that is cut is dialled again, and what was missed comes', async (t) => {
  const there = await openListener();
  const here = dialling();
  const target = { host: HOST, port: there.port, timeoutMs: GUARD_MS };
  const dialer = new FixDialer(here.endpoint, target, POLICY, here.env);
  dialer.start();
  await seen(here.got, 'on');
  order(here.endpoint, 'before');
  await seen(here.got, 'D before');
  here.endpoint.cut();
  there.endpoint.cut();
  await until('the second logon', () => here.got.filter((one) => one === 'on').length === 2);
  order(here.endpoint, 'after');
  await seen(here.got, 'D after');
  t.same(here.got, ['on', 'D before', 'off', 'on', 'D after']);
  void dialer.stop('enough');
  there.close();
});

t.test('An identity has one live session, and strangers have none', async (t) => {
  const there = await openListener();
  const here = dialling();
  const dialer = new FixDialer(
    here.endpoint,
    { host: HOST, port: there.port, timeoutMs: GUARD_MS },
    POLICY,
    here.env,
  );
  dialer.start();
  await seen(here.got, 'on');
  for (const first of ['A 1 98=0 108=30', 'A 1 49=STRANGER 98=0 108=30', '0 1']) {
    const socket = connect(there.port, HOST);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.write(peerMessage(first, now()));
    await within(once(socket, 'close'), 'the end');
    t.equal(answer, '', `${first} is not answered`);
  }
  order(here.endpoint, 'a');
  await seen(here.got, 'D a');
  t.equal(there.lines.filter((line) => line.includes('refused')).length, 2);
  void dialer.stop('enough');
  there.close();
});

t.test('Of one session so many messages are noted in an hour', async (t) => {
  const there = await openListener();
  const rejected = LINES_PER_HOUR - 10;
  for (const logon of ['A 1 98=0 108=30', `A ${rejected + 2} 98=0 108=30`]) {
    const from = Number(logon.split(' ')[1]) + 1;
    const socket = connect(there.port, HOST);
    socket.write(peerMessage(logon, now()));
    for (let seq = from; seq < from + rejected; seq += 1) {
      socket.write(peerMessage(`0 ${seq} 9=1`, now()));
      socket.write(peerMessage(`0 ${seq} 999=x`, now()));
    }
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    await until('all rejects', () => got.split('35=3').length > rejected);
    socket.destroy();
    await until('the end', () => !there.endpoint.isConnected);
  }
  const noted = there.lines.filter((line) => /garbled|rejected/.test(line));
  t.equal(noted.length, LINES_PER_HOUR, 'a new connection does not count again');
  t.ok(noted.some((line) => line.includes('garbled')));
  there.close();
});

t.test('Connections that do not say who they are are bounded', async (t) => {
  const there = await openListener();
  const sockets: Socket[] = [];
  for (let n = 0; n < UNKNOWN_MAX; n += 1) {
    const socket = connect(there.port, HOST);
    await within(once(socket, 'connect'), 'a connection');
    sockets.push(socket);
  }
  const [oldest, second] = sockets as [Socket, Socket];
  const cut = once(oldest.resume(), 'close');
  const other = connect({ port: there.port, host: HOST, localAddress: '127.0.0.2' });
  await within(cut, 'the end of the oldest one of the address that has most');
  second.write('x'.repeat(10_000));
  second.on('error', () => undefined).resume();
  await within(once(second, 'close'), 'the end of one that sends garbage');
  other.write(peerMessage('A 1 98=0 108=30', now()));
  await within(once(other, 'data'), 'the Logon');
  t.ok(there.endpoint.isConnected, 'those that say nothing keep nobody out');
  for (const socket of [...sockets, other]) socket.destroy();
  there.close();
});

/** A ClientHello that says how long it is, and has not come whole. */
const HALF_HELLO = Buffer.from('16030102000100', 'hex');

t.test('Handshakes that do not end keep nobody out', async (t) => {
  const ours = selfSigned();
  const there = await openListener({}, ours);
  const sockets: Socket[] = [];
  for (let n = 0; n < UNKNOWN_MAX; n += 1) {
    const socket = connect(there.port, HOST).on('error', () => undefined);
    await within(once(socket, 'connect'), 'a connection');
    socket.write(HALF_HELLO);
    sockets.push(socket.resume());
  }
  const cut = once(sockets[0] as Socket, 'close');
  const address = { port: there.port, host: HOST, localAddress: '127.0.0.2' };
  const other = connectTls({ ...address, ca: ours.cert, servername: 'localhost' });
  await within(cut, 'the end of the oldest one of the address that has most');
  await within(once(other, 'secureConnect'), 'the handshake');
  other.write(peerMessage('A 1 98=0 108=30', now()));
  await within(once(other, 'data'), 'the Logon');
  t.ok(there.endpoint.isConnected);
  for (const socket of [...sockets, other]) socket.destroy();
  there.close();
});

/** A connection that stays open on our side, and the types of the messages that it got. */
const peerFrom = (port: number, localAddress: string, first: string) => {
  const socket = connect({ port, host: HOST, localAddress, allowHalfOpen: true });
  const types: string[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    types.push(...Array.from(`${chunk}`.matchAll(/35=(\w)/g), ([, type = '']) => type));
  });
  const ended = once(socket, 'end');
  socket.write(peerMessage(first, now()));
  return { socket, types, ended };
};
const LOGON = 'A 1 98=0 108=30 141=Y 553=user';

t.test('A peer with a wrong password keeps the right one out for no time', async (t) => {
  const there = await openListener({ username: 'user', password: RIGHT });
  const bad = peerFrom(there.port, HOST, `${LOGON} 554=wrong`);
  await within(bad.ended, 'the refusal');
  const good = peerFrom(there.port, HOST, `${LOGON} 554=${RIGHT}`);
  await within(Promise.race([once(good.socket, 'data'), good.ended]), 'the Logon');
  t.same([bad.types, good.types], [[], ['A']], 'a wrong one is not answered');
  // What the other one still sends is not that of the session.
  bad.socket.write(peerMessage('5 2', now()));
  good.socket.write(peerMessage('1 2 112=there', now()));
  await within(Promise.race([once(good.socket, 'data'), good.ended]), 'the Heartbeat');
  t.same(good.types, ['A', '0']);
  for (const { socket } of [bad, good]) socket.destroy();
  there.close();
});

t.test('Passwords are guessed so often by an address, and others log on', async (t) => {
  const secrets = { username: 'user', password: RIGHT };
  const there = await openListener(secrets, undefined, undefined, { elapsed: () => 0 });
  for (let n = 0; n < REFUSED.most; n += 1) {
    const guess = peerFrom(there.port, HOST, `${LOGON} 554=guess${n}`);
    await within(guess.ended, 'the refusal');
    guess.socket.destroy();
  }
  const lines = there.lines.length;
  const late = peerFrom(there.port, HOST, `${LOGON} 554=${RIGHT}`);
  await within(Promise.race([late.ended, once(late.socket, 'close')]), 'the end');
  late.socket.destroy();
  t.same([late.types, there.lines.length], [[], lines], 'it is not read, nor told of');
  const other = peerFrom(there.port, '127.0.0.2', `${LOGON} 554=${RIGHT}`);
  await within(Promise.race([once(other.socket, 'data'), other.ended]), 'the Logon');
  t.same(other.types, ['A']);
  other.socket.destroy();
  there.close();
});

t.test('TLS asks for the certificates of both sides', async (t) => {
  const [ours, theirs, other] = [selfSigned(), selfSigned(), selfSigned()];
  const there = await openListener({}, { ...theirs, ca: ours.cert });
  const dialWith = (tls: { cert: string; key: string } | undefined, ca: string) => {
    const here = dialling();
    const lines: string[] = [];
    const env = { ...here.env, log: (_: string, { msg }: { msg: string }) => lines.push(msg) };
    const target = { host: HOST, port: there.port, timeoutMs: GUARD_MS };
    const secure = { ca, servername: 'localhost', ...tls };
    const dialer = new FixDialer(here.endpoint, { ...target, tls: secure }, POLICY, env);
    dialer.start();
    return { ...here, lines, dialer };
  };
  const wrong = [
    dialWith(undefined, theirs.cert),
    dialWith(other, theirs.cert),
    dialWith(ours, other.cert),
  ];
  for (const { lines, got, dialer } of wrong) {
    await until('a failure', () => lines.length > 1 || undefined);
    void dialer.stop('enough');
    t.same(got, []);
  }
  const right = dialWith(ours, theirs.cert);
  await seen(right.got, 'on');
  order(right.endpoint, 'a');
  await seen(right.got, 'D a');
  await right.dialer.stop('enough');
  there.close();
});

/** An environment whose timers the test runs; the log. */
const handEnv = () => {
  const timers: { run: () => void; ms: number }[] = [];
  const env: FixEnv = {
    ...systemEnv(() => undefined),
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      const at = timers.indexOf(timer as (typeof timers)[number]);
      if (at >= 0) timers.splice(at, 1);
    },
  };
  return { env, timers };
};

t.test('Attempts to connect come in series, with a pause between and a rest after', async (t) => {
  // Nobody listens there; a free port may be another test's a moment later.
  const port = 1;
  const { env, timers } = handEnv();
  const policy = { pauseMs: 5_000, attempts: 3, restMs: 60_000 };
  const { endpoint } = dialling();
  const dialer = new FixDialer(endpoint, { host: HOST, port, timeoutMs: GUARD_MS }, policy, env);
  dialer.start();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const timer = await until('a wait', () => timers.find(({ ms }) => ms !== GUARD_MS));
    timers.splice(timers.indexOf(timer), 1);
    waits.push(timer.ms);
    timer.run();
  }
  t.same(waits, [5_000, 5_000, 60_000, 5_000, 5_000, 60_000, 5_000]);
  void dialer.stop('enough');
  await until('no timer', () => timers.length === 0 || undefined);
});

t.test('A peer that does not read is cut', async (t) => {
  const there = await openListener();
  const socket = connect(there.port, HOST);
  socket.pause();
  socket.write(peerMessage('A 1 98=0 108=30', now()));
  await until('the logon', () => there.endpoint.session.isOn || undefined);
  const text = 'x'.repeat(60_000);
  let sent = 0;
  await until('the cut', () => {
    for (let n = 0; n < 20; n += 1) {
      const seq = there.endpoint.send('B', (writer) => writer.text(148, text).int(33, 0));
      if (seq !== undefined) sent += text.length;
    }
    there.store.kept.length = 0;
    return !there.endpoint.session.isOn || undefined;
  });
  t.ok(sent < 4 * UNSENT_MAX, `${sent} bytes`);
  t.match(there.lines.at(-1), 'does not read');
  socket.destroy();
  there.close();
});

/** A store whose commits the test ends. */
class SlowStore extends KeepingStore {
  readonly commits: { readonly go: () => void; readonly fail: (error: Error) => void }[] = [];
  #committed = 1;

  override commit(): Promise<void> | undefined {
    if (this.nextOut === this.#committed) return undefined;
    this.#committed = this.nextOut;
    return new Promise((go, fail) => this.commits.push({ go, fail }));
  }
}

t.test('A connection ends when too much waits for a stalled disk', async (t) => {
  const store = new SlowStore();
  const there = await openListener({}, undefined, store);
  const socket = connect(there.port, HOST);
  socket.write(peerMessage('A 1 98=0 108=30', now()));
  await until('the logon', () => there.endpoint.session.isOn || undefined);
  const text = 'x'.repeat(60_000);
  let sent = 0;
  while (sent < 4 * UNSENT_MAX && there.endpoint.isConnected) {
    if (there.endpoint.send('B', (writer) => writer.text(148, text).int(33, 0)) === undefined)
      break;
    sent += text.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.ok(sent < 2 * UNSENT_MAX, `${sent} bytes`);
  t.match(there.lines.join(), 'the disk does not keep up');
  socket.destroy();
  there.close();
});

t.test('Received bytes are not read after the connection is cut', async (t) => {
  const store = new SlowStore();
  const there = await openListener({}, undefined, store);
  const socket = connect(there.port, HOST);
  socket.on('error', () => undefined);
  socket.write(peerMessage('A 1 98=0 108=30', now()));
  await until('the logon', () => there.endpoint.session.isOn || undefined);
  const text = 'x'.repeat(60_000);
  const isFull = () => there.lines.join().includes('the disk does not keep up');
  while (!isFull()) there.endpoint.send('B', (writer) => writer.text(148, text).int(33, 0));
  const { nextOut } = store;
  t.equal(
    there.endpoint.send('B', (writer) => writer.text(148, text).int(33, 0)),
    undefined,
  );
  t.equal(store.nextOut, nextOut);
  socket.destroy();
  there.close();
});

t.test('Nothing is sent before the disk has it, and nothing after it failed', async (t) => {
  const store = new SlowStore();
  const { commits } = store;
  const listener = createServer().listen(0, HOST);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const here = dialling({}, store);
  const dialer = new FixDialer(
    here.endpoint,
    { host: HOST, port, timeoutMs: GUARD_MS },
    POLICY,
    here.env,
  );
  dialer.start();
  const [socket] = (await once(listener, 'connection')) as [Socket];
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  await until('a commit', () => commits.length > 0 || undefined);
  t.equal(got, '');
  commits.shift()?.go();
  await until('the Logon', () => got.includes('35=A') || undefined);
  socket.write(peerMessage('A 1 49=ISLD 56=TW 98=0 108=30', now()));
  await seen(here.got, 'on');
  order(here.endpoint, 'a');
  await until('a commit', () => commits.length > 0 || undefined);
  order(here.endpoint, 'b');
  t.notMatch(got, '35=D');
  void dialer.stop('enough');
  commits.shift()?.fail(new Error('the disk is full'));
  await within(once(socket, 'close'), 'the cut');
  t.notMatch(got, '35=D', 'what is not on disk was not sent');
  listener.close();
});

/** A peer that is logged on, and what it may send at once. */
const loggedOn = async (there: Awaited<ReturnType<typeof openListener>>) => {
  const socket = connect(there.port, HOST).on('error', () => undefined);
  socket.write(peerMessage('A 1 98=0 108=30', now()));
  await until('the logon', () => there.endpoint.session.isOn || undefined);
  return socket.resume();
};

const flood = (from: number, count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, at) => peerMessage(`1 ${from + at} 112=flood`, now())),
  );

t.test('A peer that floods is read in short turns, between which all else goes on', async (t) => {
  const there = await openListener();
  const socket = await loggedOn(there);
  const { session } = there.endpoint;
  const turns: number[] = [];
  let isOver = false;
  let before = session.messagesRead;
  const turn = (): void => {
    turns.push(session.messagesRead - before);
    before = session.messagesRead;
    if (!isOver) setImmediate(turn);
  };
  turn();
  socket.write(flood(2, 3_000));
  await until('all of it', () => session.messagesRead === 3_001);
  isOver = true;
  const most = Math.max(...turns);
  t.ok(most <= 2 * TURN_UNITS, `${most} messages in a turn of the thread`);
  t.equal(there.endpoint.isThrottled, false);
  socket.destroy();
  there.close();
});

t.test('A peer that sends more than its rate waits, and the status says so', async (t) => {
  let at = 0;
  const rests: { readonly run: () => void; readonly ms: number }[] = [];
  const system = systemEnv(() => undefined);
  const readRate = { messages: 100, bytes: 1_000_000 };
  const there = await openListener({ readRate }, undefined, undefined, {
    elapsed: () => at,
    setTimer: (run, ms) => {
      // The timers of the session itself are set for its heartbeats.
      if (ms < 10_000) rests.push({ run, ms });
      return system.setTimer(() => undefined, 1);
    },
  });
  const { endpoint } = there;
  const socket = await loggedOn(there);
  socket.write(flood(2, 1_000));
  for (let seconds = 0; endpoint.session.messagesRead < 1_001; seconds += 1) {
    const rest = await until('a rest', () => rests.shift());
    t.equal(endpoint.isThrottled, true);
    t.ok(endpoint.session.messagesRead <= 200 + 100 * seconds + TURN_UNITS, `after ${seconds} s`);
    t.ok(rest.ms <= 1_000);
    at += 1_000;
    rest.run();
    await until('the next turns', () => rests.length > 0 || endpoint.session.messagesRead > 1_000);
  }
  t.equal(there.lines.filter((line) => line.includes('100 messages')).length, 1, 'one line');
  t.ok(endpoint.session.isOn);
  at += 6_000;
  t.equal(endpoint.isThrottled, false);
  socket.destroy();
  there.close();
});

t.test('What the application does not take yet stays in the socket', async (t) => {
  const there = await openListener();
  const socket = await loggedOn(there);
  there.endpoint.pause();
  t.equal(there.endpoint.isThrottled, true);
  socket.write(flood(2, 500));
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
  t.equal(there.endpoint.session.messagesRead, 1);
  there.endpoint.resume();
  await until('all of it', () => there.endpoint.session.messagesRead === 501);
  socket.destroy();
  there.close();
});
