// Spoilt frames, bodies and heads: whatever comes is answered in words or ends its connection.

import { connect } from 'node:net';
import { encode } from '@msgpack/msgpack';
import type { RestClient } from '../support/client/rest.js';
import type { Envelope } from '../support/client/shapes.js';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import type { Attack, HostileServer } from './hostile-server.js';
import { isAnswer, OpSocket } from './op-runs.js';
import { frame, OPCODE } from './raw-socket.js';

/** How many inputs of each kind there are. */
export interface Inputs {
  /** Payloads of frames, in either encoding. */
  readonly payloads: number;
  /** Frames whose own bytes are spoilt. */
  readonly frames: number;
  readonly bodies: number;
  /** Requests whose head and body are spoilt. */
  readonly requests: number;
}

/** Bytes and texts that readers stumble over. */
const BAITS: readonly Uint8Array[] = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\0', '\r\n', '__proto__', '-', '1e999', '\\ud800'],
  ...['null', 'true', '9007199254740993', '\ufeff', '\u2028'],
]
  .map((text): Uint8Array => Buffer.from(text))
  .concat(
    [0x80, 0xc1, 0xdd, 0xdf, 0xff].map((byte) => Buffer.from([byte, 0xff, 0xff, 0xff, 0xff])),
  );

type Mutation = (bytes: Buffer, random: SeededRandom, others: readonly Uint8Array[]) => Buffer;

const spliced = (bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => {
    const at = random.below(bytes.length);
    return spliced(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.below(8))]));
  },
  (bytes, random) =>
    spliced(bytes, random.below(bytes.length), 1, Buffer.from([random.below(256)])),
  (bytes, random) =>
    spliced(bytes, random.below(bytes.length), random.within(1, 12), Buffer.alloc(0)),
  (bytes, random) =>
    spliced(bytes, random.below(bytes.length), random.below(4), random.pick(BAITS)),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => {
    const at = random.below(bytes.length);
    const part = bytes.subarray(at, at + random.within(1, 30));
    return spliced(bytes, at, 0, Buffer.concat(Array<Buffer>(random.within(1, 5)).fill(part)));
  },
  (bytes, random, others) => {
    const other = random.pick(others);
    const cut = random.below(other.length);
    return Buffer.concat([bytes.subarray(0, random.below(bytes.length)), other.subarray(cut)]);
  },
  (bytes, random) => Buffer.from(bytes.map(() => random.below(256))),
];

/** One of the recorded pieces, spoilt once to three times. */
const spoilt = (recorded: readonly Uint8Array[], random: SeededRandom): Buffer => {
  let bytes = Buffer.from(random.pick(recorded));
  for (let left = random.within(1, 3); left > 0 && bytes.length > 0; left -= 1) {
    bytes = Buffer.from(random.pick(MUTATIONS)(bytes, random, recorded));
  }
  return bytes;
};

const uuid = (random: SeededRandom): string => {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

const trade = (random: SeededRandom, more: object = {}): object => ({
  request_id: uuid(random),
  ...{ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' },
  ...more,
});

const MORE = { comment: 'caf\u00e9', sl: '1.05000', deviation_pts: 10 };
const LIMIT = { kind: 'pending', order_kind: 'limit', price: '1.05000' };

const recordedOps = (random: SeededRandom): readonly object[] => [
  { id: 1, op: 'ping', data: {} },
  { id: 2, op: 'hello', data: { account: 1001 } },
  { id: 3, op: 'subscribe', data: { channel: 'quotes', symbols: ['EURUSD'], max_rate_ms: 1000 } },
  { id: 4, op: 'unsubscribe', data: { channel: 'quotes' } },
  { id: 5, op: 'resume', data: { after: 1 } },
  { id: 6, op: 'account', data: {} },
  { id: 7, op: 'trade', data: trade(random, MORE) },
  { id: 8, op: 'trade', data: trade(random, LIMIT) },
  { id: 9, op: 'trade', data: { request_id: uuid(random), kind: 'close', position_id: 1 } },
  { id: 10, op: 'trade_status', data: { request_id: uuid(random) } },
  { id: 11, op: 'cancel_on_disconnect', data: { enabled: false, grace_sec: 10 } },
];

/** Sends so many inputs of a kind, chosen by the random. */
type Spoiling<T = void> = (
  server: HostileServer,
  count: number,
  random: SeededRandom,
) => Promise<T>;

/** Ten bad ones in a row close a socket: a good one comes before. */
const BAD_IN_A_ROW = 9;
/** The id of good ones: no spoilt id is likely to be it. */
const GOOD_ID = 8_765_432_109;

/** Sends payloads, some at a time with a good one behind them: each gets its reply, or all end. */
const spoilPayloads = async (
  server: HostileServer,
  count: number,
  encoding: 'json' | 'msgpack',
  random: SeededRandom,
) => {
  const written = (one: object): Uint8Array =>
    encoding === 'json' ? Buffer.from(JSON.stringify(one)) : encode(one);
  const good = written({ id: GOOD_ID, op: 'ping', data: {} });
  let socket = await OpSocket.open(server.trader, encoding);
  let ended = 0;
  for (let sent = 0; sent < count; sent += BAD_IN_A_ROW) {
    const recorded = recordedOps(random).map(written);
    const batch = Array.from({ length: BAD_IN_A_ROW }, () => {
      const bytes = spoilt(recorded, random);
      // What is no UTF-8 ends a text's connection: most are made such as is.
      return encoding === 'json' && !random.oneIn(20) ? Buffer.from(bytes.toString()) : bytes;
    });
    for (const bytes of batch) socket.send(bytes);
    socket.send(good);
    const served = server.othersAreServed();
    let replies = 0;
    for (;;) {
      const reply = await socket.next();
      if (reply !== undefined && !isAnswer(reply)) server.faults.push(JSON.stringify(reply));
      if (reply?.id === GOOD_ID && reply.success) break;
      replies += 1;
      if (reply !== undefined) continue;
      ended += 1;
      socket = await OpSocket.open(server.trader, encoding);
      replies = BAD_IN_A_ROW;
      break;
    }
    await served;
    if (replies !== BAD_IN_A_ROW) {
      server.faults.push(`${replies} replies to ${batch.map((one) => one.toString('latin1'))}`);
    }
  }
  socket.raw.destroy();
  return ended;
};

/** Sends frames of which the bytes are spoilt, each on a connection of its own. */
const spoilFrames: Spoiling = async (server, count, random) => {
  const texts = recordedOps(random).map((one) => JSON.stringify(one));
  for (let sent = 0; sent < count; sent += 1) {
    const recorded = [
      ...texts.map((payload) => frame({ payload })),
      frame({ opcode: OPCODE.ping, payload: 'x' }),
      frame({ opcode: OPCODE.close, payload: Buffer.from([3, 232]) }),
      frame({ opcode: OPCODE.text, fin: false, payload: texts[0] as string }),
    ];
    const { raw } = await OpSocket.open(server.trader, 'json');
    const two = [spoilt(recorded, random), spoilt(recorded, random)];
    raw.write(Buffer.concat([...two, frame({ payload: texts[0] as string })]));
    await server.othersAreServed();
    raw.destroy();
  }
};

const PAYMENT = { action: 'balance', amount: '1.00', comment: 'x' };

const bodiesOf = (
  staff: boolean,
  random: SeededRandom,
): readonly (readonly [path: string, body: object])[] =>
  staff
    ? [
        ['/quotes', { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' }],
        ['/accounts/1001/balance', { request_id: uuid(random), ...PAYMENT }],
      ]
    : [
        ['/trades', trade(random)],
        ['/trades', trade(random, LIMIT)],
      ];

const PREFIX = { staff: '/admin/v1', trader: '/trader/v1' } as const;

const headersOf = (client: RestClient): Record<string, string> => ({
  ...client.socketHeaders(),
  'content-type': 'application/json',
  ...(client.audience === 'staff' && { 'x-csrf-token': client.csrfToken }),
});

/** Sends spoilt bodies under good heads: each is answered in words. */
const spoilBodies: Spoiling = async (server, count, random) => {
  for (let sent = 0; sent < count; sent += 1) {
    const client = random.pick([server.staff, server.trader]);
    const all = bodiesOf(client.audience === 'staff', random);
    const [path] = random.pick(all);
    const body = spoilt(
      all.map(([, one]) => Buffer.from(JSON.stringify(one))),
      random,
    );
    const url = client.url + PREFIX[client.audience] + path;
    const answer = await fetch(url, { method: 'POST', headers: headersOf(client), body });
    const envelope = (await answer.json()) as Envelope<unknown>;
    if (answer.status < 500 && isAnswer(envelope)) continue;
    server.faults.push(`${path} ${body.toString('latin1')}: ${JSON.stringify(envelope)}`);
  }
};

/** The status of the library's own page for bytes that are no HTTP 1.1, in its newer build. */
const NO_HTTP = 505;

/**
 * The status that bytes are answered with; 0 = their connection is closed. The library waits for
 * the rest of a head for some ten seconds, also where none can follow.
 */
const statusOf = (port: number, bytes: Uint8Array): Promise<number> => {
  const status = new Promise<number>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.write(bytes);
  });
  return within(status, 'answer or end', () => bytes.toString());
};

/** Most wait for their end, which costs nothing. */
const AT_A_TIME = 1000;
/** So many come at once; the next ones when the server has answered a good one in between. */
const AT_ONCE = 50;

/** Sends requests of which every byte may be spoilt: each is answered or closed; how many are. */
const spoilRequests: Spoiling<number> = async (server, count, random) => {
  const head = Object.entries({ host: 'a', ...headersOf(server.trader) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const body = JSON.stringify(trade(random));
  const recorded = [
    `GET /trader/v1/positions HTTP/1.1\r\n${head}\r\n`,
    `GET /trader/v1/history/deals?limit=1&symbol=EURUSD HTTP/1.1\r\n${head}\r\n`,
    `POST /trader/v1/trades HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n${body}`,
    `POST /trader/v1/trades HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n` +
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ].map((text) => Buffer.from(text, 'latin1'));
  let answered = 0;
  for (let sent = 0; sent < count; sent += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, count - sent) }, () =>
      spoilt(recorded, random),
    );
    const asked: Promise<number>[] = [];
    for (const bytes of some) {
      asked.push(statusOf(server.server.port, bytes));
      if (asked.length % AT_ONCE === 0) await server.othersAreServed();
    }
    const statuses = await Promise.all(asked);
    answered += statuses.filter((status) => status !== 0).length;
    for (const [at, status] of statuses.entries()) {
      if (status >= 500 && status !== NO_HTTP)
        server.faults.push(`${status} to ${some[at]?.toString('latin1')}`);
    }
  }
  return answered;
};

/** Sends so many spoilt inputs; how many payloads ended a socket, and requests were answered. */
export const spoilAll = async (server: HostileServer, inputs: Inputs, seed: number) => {
  const random = new SeededRandom(seed);
  const half = Math.ceil(inputs.payloads / 2);
  const ended =
    (await spoilPayloads(server, half, 'json', random)) +
    (await spoilPayloads(server, half, 'msgpack', random));
  await spoilFrames(server, inputs.frames, random);
  await spoilBodies(server, inputs.bodies, random);
  return { ended, answered: await spoilRequests(server, inputs.requests, random) };
};

/** Sends so many spoilt inputs, and asserts that the server bears them. */
export const spoil: Attack<Inputs> = async (t, server, inputs, seed) => {
  const { ended, answered } = await spoilAll(server, inputs, seed);
  t.ok(ended < inputs.payloads / BAD_IN_A_ROW / 2, 'most are answered in words');
  t.ok(answered > inputs.requests / 5, `${answered} requests are answered, the others closed`);
  server.assertBorne(t, 'nothing failed');
};
