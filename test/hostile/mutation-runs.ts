// Spoilt frames, bodies and heads: whatever comes is answered in words or ends its connection.

import { connect } from 'node:net';
import { encode } from '@msgpack/msgpack';
import { CODES, type Code } from '../../wire/codes.js';
import type { RestClient } from '../support/client/rest.js';
import type { Envelope } from '../support/client/shapes.js';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import type { Assert } from '../support/trader.js';
import type { HostileServer } from './hostile-server.js';
import { spoilt } from './mutations.js';
import { OpSocket } from './op-runs.js';
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

const uuid = (dice: SeededRandom): string => {
  const digits = Array.from({ length: 32 }, () => dice.below(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

const trade = (dice: SeededRandom, more: object = {}): object => ({
  request_id: uuid(dice),
  kind: 'open',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.01',
  ...more,
});

const recordedOps = (dice: SeededRandom): readonly object[] => [
  { id: 1, op: 'ping', data: {} },
  { id: 2, op: 'hello', data: { account: 1001 } },
  { id: 3, op: 'subscribe', data: { channel: 'quotes', symbols: ['EURUSD'], max_rate_ms: 1000 } },
  { id: 4, op: 'unsubscribe', data: { channel: 'quotes' } },
  { id: 5, op: 'resume', data: { after: 1 } },
  { id: 6, op: 'account', data: {} },
  {
    id: 7,
    op: 'trade',
    data: trade(dice, { comment: 'caf\u00e9', sl: '1.05000', deviation_pts: 10 }),
  },
  {
    id: 8,
    op: 'trade',
    data: trade(dice, { kind: 'pending', order_kind: 'limit', price: '1.05000' }),
  },
  { id: 9, op: 'trade', data: { request_id: uuid(dice), kind: 'close', position_id: 1 } },
  { id: 10, op: 'trade_status', data: { request_id: uuid(dice) } },
  { id: 11, op: 'cancel_on_disconnect', data: { enabled: false, grace_sec: 10 } },
];

const isReply = ({ code, success }: Envelope<unknown>): boolean =>
  CODES.includes(code as Code) && code !== 'internal' && success === (code === 'ok');

/** Ten bad ones in a row close a socket: a good one comes before. */
const BAD_IN_A_ROW = 9;
/** The id of good ones: no spoilt id is likely to be it. */
const GOOD_ID = 8_765_432_109;

/** Sends payloads, some at a time with a good one behind them: each gets its reply, or all end. */
const spoilPayloads = async (
  server: HostileServer,
  count: number,
  encoding: 'json' | 'msgpack',
  dice: SeededRandom,
) => {
  const written = (one: object): Uint8Array =>
    encoding === 'json' ? Buffer.from(JSON.stringify(one)) : encode(one);
  const good = written({ id: GOOD_ID, op: 'ping', data: {} });
  let socket = await OpSocket.open(server.trader, encoding);
  let ended = 0;
  for (let sent = 0; sent < count; sent += BAD_IN_A_ROW) {
    const recorded = recordedOps(dice).map(written);
    const batch = Array.from({ length: BAD_IN_A_ROW }, () => {
      const bytes = spoilt(recorded, dice);
      // What is no UTF-8 ends a text's connection: most are made such as is.
      return encoding === 'json' && !dice.oneIn(20) ? Buffer.from(bytes.toString()) : bytes;
    });
    for (const bytes of batch) socket.send(bytes);
    socket.send(good);
    const served = server.othersAreServed();
    let replies = 0;
    for (;;) {
      const reply = await socket.next();
      if (reply !== undefined && !isReply(reply)) server.faults.push(JSON.stringify(reply));
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
const spoilFrames = async (
  server: HostileServer,
  count: number,
  dice: SeededRandom,
): Promise<void> => {
  const texts = recordedOps(dice).map((one) => JSON.stringify(one));
  for (let sent = 0; sent < count; sent += 1) {
    const recorded = [
      ...texts.map((payload) => frame({ payload })),
      frame({ opcode: OPCODE.ping, payload: 'x' }),
      frame({ opcode: OPCODE.close, payload: Buffer.from([3, 232]) }),
      frame({ opcode: OPCODE.text, fin: false, payload: texts[0] as string }),
    ];
    const { raw } = await OpSocket.open(server.trader, 'json');
    raw.write(
      Buffer.concat([
        spoilt(recorded, dice),
        spoilt(recorded, dice),
        frame({ payload: texts[0] as string }),
      ]),
    );
    await server.othersAreServed();
    raw.destroy();
  }
};

const bodiesOf = (
  staff: boolean,
  dice: SeededRandom,
): readonly (readonly [path: string, body: object])[] =>
  staff
    ? [
        ['/quotes', { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' }],
        [
          '/accounts/1001/balance',
          { request_id: uuid(dice), action: 'balance', amount: '1.00', comment: 'x' },
        ],
      ]
    : [
        ['/trades', trade(dice)],
        ['/trades', trade(dice, { kind: 'pending', order_kind: 'limit', price: '1.05000' })],
      ];

const PREFIX = { staff: '/admin/v1', trader: '/trader/v1' } as const;

const headersOf = (client: RestClient): Record<string, string> => ({
  ...client.socketHeaders(),
  'content-type': 'application/json',
  ...(client.audience === 'staff' && { 'x-csrf-token': client.csrfToken }),
});

/** Sends spoilt bodies under good heads: each is answered in words. */
const spoilBodies = async (
  server: HostileServer,
  count: number,
  dice: SeededRandom,
): Promise<void> => {
  for (let sent = 0; sent < count; sent += 1) {
    const client = dice.pick([server.staff, server.trader]);
    const all = bodiesOf(client.audience === 'staff', dice);
    const [path] = dice.pick(all);
    const body = spoilt(
      all.map(([, one]) => Buffer.from(JSON.stringify(one))),
      dice,
    );
    const url = client.url + PREFIX[client.audience] + path;
    const answer = await fetch(url, { method: 'POST', headers: headersOf(client), body });
    const envelope = (await answer.json()) as Envelope<unknown>;
    if (answer.status < 500 && isReply(envelope)) continue;
    server.faults.push(`${path} ${body.toString('latin1')}: ${JSON.stringify(envelope)}`);
  }
};

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
const spoilRequests = async (
  server: HostileServer,
  count: number,
  dice: SeededRandom,
): Promise<number> => {
  const head = Object.entries({ host: 'a', ...headersOf(server.trader) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const body = JSON.stringify(trade(dice));
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
      spoilt(recorded, dice),
    );
    const asked: Promise<number>[] = [];
    for (const bytes of some) {
      asked.push(statusOf(server.server.port, bytes));
      if (asked.length % AT_ONCE === 0) await server.othersAreServed();
    }
    const statuses = await Promise.all(asked);
    answered += statuses.filter((status) => status !== 0).length;
    for (const [at, status] of statuses.entries()) {
      if (status >= 500) server.faults.push(`${status} to ${some[at]?.toString('latin1')}`);
    }
  }
  return answered;
};

/** Sends so many spoilt inputs; how many payloads ended a socket, and requests were answered. */
export const spoilAll = async (server: HostileServer, inputs: Inputs, seed: number) => {
  const dice = new SeededRandom(seed);
  const half = Math.ceil(inputs.payloads / 2);
  const ended =
    (await spoilPayloads(server, half, 'json', dice)) +
    (await spoilPayloads(server, half, 'msgpack', dice));
  await spoilFrames(server, inputs.frames, dice);
  await spoilBodies(server, inputs.bodies, dice);
  return { ended, answered: await spoilRequests(server, inputs.requests, dice) };
};

/** Sends so many spoilt inputs, and asserts that the server bears them. */
export const spoil = async (
  t: Assert,
  server: HostileServer,
  inputs: Inputs,
  seed: number,
): Promise<void> => {
  const { ended, answered } = await spoilAll(server, inputs, seed);
  t.ok(ended < inputs.payloads / BAD_IN_A_ROW / 2, 'most are answered in words');
  t.ok(answered > inputs.requests / 5, `${answered} requests are answered, the others closed`);
  server.assertBorne(t, 'nothing failed');
};
