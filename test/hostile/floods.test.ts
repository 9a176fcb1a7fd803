// Floods of small things: a client decides neither how long a turn of the event loop is nor what it
// costs, and others are answered.

import { connect, type Socket } from 'node:net';
import t from 'tap';
import { heartbeatMemory, readHeartbeat, startHeartbeat } from '../../actors/shared/heartbeat.js';
import { BodyBuffer } from '../../http/server/body.js';
import { LOOP_UNITS, LoopWork } from '../../http/server/loop-work.js';
import { until, within } from '../support/guard.js';
import { sessionOf } from '../support/memory-actors.js';
import { SocketHarness } from '../support/socket-harness.js';
import { frame, OPCODE, RawSocket } from './raw-socket.js';

const TOKEN = 'session-of-terminal';
const harness = await SocketHarness.open(t);
harness.actors.setSession(sessionOf(TOKEN));
const port = Number(new URL(harness.origin).port);

/** A connection that is read, and what became of it. */
const open = () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const seen = { socket, text: '', isCut: false };
  socket.setEncoding('latin1').on('data', (part: string) => {
    seen.text += part;
  });
  socket.on('close', () => {
    seen.isCut = true;
  });
  return seen;
};

const healthy = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const chunked = (chunks: string): string =>
  [
    'POST /trader/v1/auth/login HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    `\r\n${chunks}`,
  ].join('\r\n');

/** Nobody had more than their part of a turn, and somebody else is answered. */
const assertOthersGoOn = async (t: Tap, name: string): Promise<void> => {
  const other = open();
  other.socket.write(healthy);
  await until(`${name}: another client`, () => other.text.includes('200 OK'));
  other.socket.destroy();
  t.ok(LoopWork.most <= LOOP_UNITS, `${name}: ${LoopWork.most} units in a turn`);
};

type Tap = Pick<typeof t, 'ok' | 'equal'>;

/** Bytes of one kind, sent by 20 connections at once, and whether they are served. */
const HTTP_FLOODS: readonly (readonly [name: string, bytes: string, fate: 'cut' | 'served'])[] = [
  ['chunks of one byte', chunked('1\r\nx\r\n'.repeat(60_000)), 'cut'],
  ['chunks of a body that is too long', chunked('7\r\n       \r\n'.repeat(60_000)), 'cut'],
  ['chunks of few bytes', chunked(`${'1\r\n \r\n'.repeat(500)}0\r\n\r\n`), 'served'],
  ['requests in one packet', healthy.repeat(30_000), 'cut'],
];

t.test('Tens of thousands of chunks and requests end their connections alone', async (t) => {
  for (const [name, bytes, fate] of HTTP_FLOODS) {
    const all = Array.from({ length: 20 }, open);
    for (const { socket } of all) socket.write(bytes);
    for (const one of all) await until(name, () => one.isCut);
    const served = all.filter(({ text }) => text.startsWith('HTTP/1.1 400'));
    t.equal(served.length, fate === 'served' ? all.length : 0, name);
    for (const { socket } of all) socket.destroy();
    await assertOthersGoOn(t, name);
  }
});

/** Writes a text byte by byte, each in a turn of its own. */
const dribble = async (socket: Socket, text: string): Promise<void> => {
  for (const byte of text) {
    socket.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

t.test('A turn with work for many clients beats the heartbeat of its thread', async (t) => {
  const memory = heartbeatMemory();
  startHeartbeat(memory);
  const before = readHeartbeat(memory).beats;
  for (let client = 0; client < 3; client += 1) {
    const work = new LoopWork();
    work.take(1);
    work.take(1);
  }
  t.equal(readHeartbeat(memory).beats, before + 3);
});

t.test('A head that arrives byte by byte is one request', async (t) => {
  const all = Array.from({ length: 20 }, open);
  for (const { socket } of all) socket.setNoDelay(true);
  await Promise.all(all.map(({ socket }) => dribble(socket, healthy)));
  for (const one of all) {
    await until('an answer', () => one.text.includes('200 OK'));
    one.socket.destroy();
  }
  await assertOthersGoOn(t, 'heads');
});

t.test('Thousands of connections that open and end leave the server as it was', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const all = Array.from({ length: 100 }, open);
    await Promise.all(all.map(({ socket }) => within(once(socket), 'a connection')));
    for (const { socket } of all) socket.destroy();
  }
  await assertOthersGoOn(t, 'opens');
});

const once = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('connect', () => resolve()));

const repeated = (parts: Parameters<typeof frame>[0], times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => frame(parts)));
const asking = (op: string) => frame({ payload: JSON.stringify({ id: 7, op }) });

/** Frames of one kind, sent by several sockets at once. */
const SOCKET_FLOODS: readonly (readonly [name: string, bytes: Buffer, fate: 'cut' | 'served'])[] = [
  ['pings', repeated({ opcode: OPCODE.ping }, 1_000), 'cut'],
  ['pongs', repeated({ opcode: OPCODE.pong }, 1_000), 'cut'],
  ['a few pings', repeated({ opcode: OPCODE.ping }, 150), 'served'],
  [
    'empty fragments',
    Buffer.concat([
      frame({ fin: false, payload: '{"id":7,' }),
      repeated({ opcode: OPCODE.more, fin: false }, 30_000),
      frame({ opcode: OPCODE.more, payload: '"op":"ping"}' }),
    ]),
    'served',
  ],
  ['requests', repeated({ payload: '{"id":1,"op":"ping"}' }, 30_000), 'cut'],
  ['frames that are none', repeated({ payload: '{' }, 30_000), 'cut'],
];

t.test('Tens of thousands of frames, pings and pongs end their sockets alone', async (t) => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (const [name, bytes, fate] of SOCKET_FLOODS) {
    const opened = Array.from({ length: 10 }, () =>
      RawSocket.open({ port, path: '/trader/v1/socket', headers }),
    );
    const all = await Promise.all(opened);
    let served = 0;
    for (const socket of all) socket.write(bytes);
    for (const socket of all) {
      socket.write(asking('ping'));
      if (await socket.find(({ payload }) => payload.includes('"id":7'))) served += 1;
      socket.destroy();
    }
    t.equal(served, fate === 'served' ? all.length : 0, name);
    await assertOthersGoOn(t, name);
  }
});

t.test('A body takes the memory of its bytes, in any number of pieces', async (t) => {
  const said = new BodyBuffer(1_000);
  const unsaid = new BodyBuffer(0);
  for (let n = 0; n < 1_000; n += 1) {
    for (const body of [said, unsaid]) {
      body.count(1);
      body.add(Buffer.of(n));
    }
  }
  t.same([said.with(0), unsaid.with(0)], [1_000, 1_024]);
  t.same(unsaid.whole(), Buffer.from(Array.from({ length: 1_000 }, (_, n) => n)));
  const pieces = new BodyBuffer(0);
  let count = 0;
  while (pieces.count(1)) count += 1;
  t.equal(count, 1_040, 'the next small piece is one too many');
});
