// The server around its handler: who is late, what is asked in one packet, what counts as open.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import {
  AddressGauge,
  AddressShare,
  UNREAD_BYTES_MAX,
} from '../../../http/server/address-gauge.js';
import {
  BODY_BYTES_MAX,
  BodyRoom,
  LONG_BODIES_BYTES_MAX,
} from '../../../http/server/body-limits.js';
import type { Answer, Expected, Incoming } from '../../../http/server/exchange.js';
import { bodyUnits, LOOP_UNITS } from '../../../http/server/loop-work.js';
import { Exchange, fixedHeaders } from '../../../http/server/response.js';
import { HttpServer } from '../../../http/server/server.js';
import { deferred } from '../../support/deferred.js';
import { until } from '../../support/guard.js';
import { each } from '../../support/http-harness.js';
import { privateSize } from '../../support/private-size.js';
import { test } from '../routes/tags.js';

const said = (status: number, body: string): Answer => ({ status, body });
const NEVER = new Promise<Answer>(() => {});
const OPEN_MAX = 3;
const MANY_OPEN = 100;
const FILE_BYTES = 4 << 20;

/** A server whose handler answers each request as its path says. */
const serverOf = async (
  t: Test,
  answers: Readonly<Record<string, Expected['answer']>>,
  bodyBytesMax = 100,
  openMax = OPEN_MAX,
  admits: (path: string) => Expected['admits'] = () => true,
  answerMs: (path: string) => Expected['answerMs'] = () => 1,
) => {
  const failures: unknown[] = [];
  const gauge = new AddressGauge(openMax);
  const server = new HttpServer({
    handler: {
      expect: ({ path }: Incoming) => ({
        bodyBytesMax,
        admits: admits(path),
        answerMs: answerMs(path),
        answer: answers[path] ?? (() => said(404, 'nothing')),
      }),
    },
    tls: null,
    secure: false,
    addressOf: (peer) => peer,
    gauge,
    refusals: {
      malformed: (why) => said(400, why),
      tooManyConnections: () => said(429, 'too many'),
      tooManyBodies: () => said(429, 'no room'),
      tooMuchAtOnce: () => said(429, 'too much'),
      tooManyUnread: () => said(429, 'unread'),
      failed: (_, cause) => {
        failures.push(cause);
        return said(500, 'failed');
      },
      late: (_, limitMs) => {
        failures.push(limitMs);
        return said(504, 'late');
      },
      stopping: () => said(503, 'stopping'),
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const port = await server.listen('127.0.0.1', 0);
  t.teardown(() => server.close());
  return { port, failures, gauge };
};

/** What comes back for some bytes until it matches, or the connection ends. */
const talk = (port: number, bytes: string, until: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes)).setEncoding('latin1');
    let text = '';
    const done = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (part: string) => {
      text += part;
      if (until.test(text)) done();
    });
    socket.on('end', done);
    socket.on('error', reject);
  });

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test`A handler that does not answer in its time is answered for, and its connection
  ends`(async (t) => {
  const { port, failures } = await serverOf(t, { '/never': () => NEVER });
  const text = await talk(port, get('/never'), /nobody waits for this/);
  t.match(text, /^HTTP\/1\.1 504 .*\r\n\r\nlate$/s);
  t.same(failures, [1], 'the refusal names the limit');
});

t.test('Who may take longer is given longer', async (t) => {
  const begun = deferred();
  const long = (): Promise<Answer> => {
    begun.resolve();
    return NEVER;
  };
  const answers = { '/short': () => NEVER, '/long': long };
  const times = (path: string) => (path === '/long' ? 600_000 : 1);
  const { port, failures } = await serverOf(t, answers, 100, OPEN_MAX, () => true, times);
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/long')));
  t.teardown(() => socket.destroy());
  await begun.promise;
  await talk(port, get('/short'), /nobody waits for this/);
  t.same(failures, [1], 'the other one still has time');
});

t.test('What is answered at once is answered in order, though asked in one packet', async (t) => {
  const { port } = await serverOf(t, {
    '/one': () => said(200, 'first'),
    '/two': () => said(404, 'second'),
  });
  const text = await talk(port, get('/one') + get('/two'), /second$/);
  const head =
    /^HTTP\/1\.1 200 OK\r\n.*?\r\n\r\nfirstHTTP\/1\.1 404 Not Found\r\n.*\r\n\r\nsecond$/s;
  t.match(text, head);
});

t.test('An address gets back what it had open, however the request ended', async (t) => {
  const { port } = await serverOf(t, {
    '/now': () => said(200, 'now'),
    '/soon': () => Promise.resolve(said(200, 'soon')),
    '/torn': () => Promise.reject(new Error('torn')),
    '/thrown': () => {
      throw new Error('thrown');
    },
  });
  const kinds = [
    get('/now'),
    get('/soon'),
    get('/torn'),
    get('/thrown'),
    get('/now').replace('GET', 'HEAD'),
    'GET /now HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n',
  ];
  for (let round = 0; round <= OPEN_MAX; round += 1) {
    for (const bytes of kinds) {
      t.notMatch(await talk(port, bytes, /(now|soon|failed|twice)$/), /^HTTP.{4} 429/);
    }
  }
});

t.test('A request whose connection was reset meanwhile is dropped', async (t) => {
  let hasAsked = false;
  const { port } = await serverOf(t, {
    // The client is in this process: it is gone before the server reads on in the packet.
    '/reset': () => {
      client.resetAndDestroy();
      return said(200, 'nobody reads this');
    },
    '/gone': () => {
      hasAsked = true;
      return said(200, 'gone');
    },
    '/here': () => said(200, 'here'),
  });
  const client = connect(port, '127.0.0.1');
  client.write(get('/reset') + get('/gone'));
  await once(client, 'close');
  t.match(await talk(port, get('/here'), /here$/), /^HTTP\/1\.1 200 OK/, 'others are served');
  t.notOk(hasAsked, 'nobody is left who asks');
});

/** A connection that asks, and reads nothing from the beginning of the answer on. */
const askUnread = async (port: number, path: string) => {
  const socket = connect(port, '127.0.0.1', () => socket.write(get(path)));
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: head.toString('latin1', 9, 12) };
};

t.test('Answers that nobody reads have a room, and the next one is refused', async (t) => {
  const body = Buffer.alloc(UNREAD_BYTES_MAX.address / 4);
  const large = { '/large': () => ({ status: 200, body }) };
  const { port, gauge } = await serverOf(t, large, 100, MANY_OPEN);
  const unread: Awaited<ReturnType<typeof askUnread>>[] = [];
  for (let n = 0; n < 4; n += 1) unread.push(await askUnread(port, '/large'));
  t.teardown(() => {
    for (const { socket } of unread) socket.destroy();
  });
  t.same(each(unread, 'status'), ['200', '200', '200', '200']);
  t.match(await talk(port, get('/large'), /unread$/), /^HTTP\/1\.1 429 /);
  t.match(await talk(port, get('/nothing'), /nothing$/), /nothing$/, 'a short one finds its room');
  const share = gauge.acquire('127.0.0.1');
  t.equal(share?.unread, UNREAD_BYTES_MAX.address);
  for (const { socket } of unread) socket.destroy();
  await until('room', () => share?.unread === 0);
  unread.push(await askUnread(port, '/large'));
  t.equal(unread.at(-1)?.status, '200');
});

test`All addresses together have a room for answers that nobody reads, which each gives
  back`((t) => {
  const gauge = new AddressGauge(1);
  const { address, all } = UNREAD_BYTES_MAX;
  const shares = Array.from({ length: all / address + 1 }, (_, n) =>
    gauge.acquire(`198.51.100.${n}`),
  );
  const kept = shares.map((share) => share !== undefined && gauge.keep(share, address));
  t.same(kept, [...Array(all / address).fill(true), false]);
  const [first, last] = [shares[0], shares.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no room for an address');
  gauge.drop(first, address);
  t.ok(gauge.keep(last, address));
  t.end();
});

t.test('Who stops reading an answer is cut, and who reads on is not', async (t) => {
  const keeper = {
    waits: () => {},
    late: () => {},
    fails: () => {},
    ends: () => {},
    keeps: () => true,
  };
  const isCut = (reads: boolean): boolean => {
    let closed = false;
    let read = (_offset: number): boolean => false;
    const res = {
      tryEnd: () => [false, false],
      getWriteOffset: () => 0,
      onAborted: () => {},
      onWritable: (run: typeof read) => {
        read = run;
      },
      cork: (run: () => void) => run(),
      writeStatus: () => {},
      writeHeader: () => {},
      end: () => {},
      close: () => {
        closed = true;
      },
    };
    const incoming = { method: 'GET', headers: new Map() } as unknown as Incoming;
    const kept = { ...keeper, crowded: () => said(429, 'unread') };
    const exchange = new Exchange(incoming, undefined, res as never, fixedHeaders(false), 0, kept);
    exchange.answer({ status: 200, body: Buffer.alloc(8 << 20) });
    for (let minutes = 0; minutes <= 50; minutes += 10) {
      exchange.look(minutes * 60_000);
      if (reads) read((minutes + 10) * 30_000);
    }
    return closed;
  };
  t.ok(isCut(false));
  t.notOk(isCut(true));
});

test`A long answer is written in turns, until its end or the end of its connection`(async (t) => {
  const length = 1 << 20;
  /** What a connection takes of an answer: all at a time, or nothing after so many turns. */
  const answered = async (takes: number, abortsAfter = Number.POSITIVE_INFINITY) => {
    let [offset, writes, ended, turns] = [0, 0, 0, 0];
    let abort = (): void => {};
    let writable = (_offset: number): boolean => false;
    const res = {
      tryEnd: (part: Uint8Array) => {
        writes += 1;
        if (writes > takes && writes <= takes + 1) return [false, false];
        offset += part.length;
        return [true, offset === length];
      },
      getWriteOffset: () => offset,
      onAborted: (run: () => void) => {
        abort = run;
      },
      onWritable: (run: typeof writable) => {
        writable = run;
      },
      cork: (run: () => void) => run(),
      writeStatus: () => {},
      writeHeader: () => {},
    };
    const ends = () => {
      ended += 1;
    };
    const keeper = { waits: () => {}, late: () => {}, fails: () => {}, ends, keeps: () => true };
    const kept = { ...keeper, crowded: () => said(429, 'unread') };
    const incoming = { method: 'GET', headers: new Map() } as unknown as Incoming;
    const exchange = new Exchange(incoming, undefined, res as never, fixedHeaders(false), 0, kept);
    exchange.answer({ status: 200, body: Buffer.alloc(length) });
    for (; turns < 10; turns += 1) {
      if (turns === abortsAfter) abort();
      await new Promise(setImmediate);
      if (turns === 5 && writes === takes + 1) writable(offset);
    }
    return { offset, writes, ended };
  };
  t.same(await answered(100), { offset: length, writes: 4, ended: 1 });
  t.same(await answered(100, 0), { offset: length / 4, writes: 1, ended: 1 }, 'gone');
  t.same(await answered(2), { offset: length, writes: 5, ended: 1 }, 'full, then writable');
});

t.test('A body that is late cuts its sender off, an answer that is late is given', (t) => {
  const calls: string[] = [];
  const res = { onAborted: () => {}, close: () => calls.push('closed') };
  const keeper = { waits: () => {}, late: () => calls.push('answered') };
  const incoming = { method: 'POST', headers: new Map() } as unknown as Incoming;
  const exchange = new Exchange(
    incoming,
    undefined,
    res as never,
    fixedHeaders(false),
    10,
    keeper as never,
  );
  exchange.isReading = true;
  exchange.look(9);
  t.same(calls, []);
  exchange.look(10);
  exchange.isReading = false;
  exchange.look(10);
  t.same(calls, ['closed', 'answered']);
  t.end();
});

t.test('Long bodies have a room together, which each gives back', (t) => {
  const room = new BodyRoom(8 * BODY_BYTES_MAX);
  const share = new AddressShare('192.0.2.1', 1);
  const [one, two, three] = [{ share }, { share }, { share }];
  t.ok(room.grow(one, BODY_BYTES_MAX), 'what is short takes none');
  t.ok(room.grow(one, 2 * BODY_BYTES_MAX));
  t.ok(room.grow(one, 3 * BODY_BYTES_MAX), 'it grows');
  t.notOk(room.grow(two, BODY_BYTES_MAX + 1), 'an address has half');
  t.ok(room.grow(three, BODY_BYTES_MAX), 'what is short goes on');
  const other = { share: new AddressShare('192.0.2.2', 1) };
  t.ok(room.grow(other, 2 * BODY_BYTES_MAX), 'another has half of what it leaves');
  t.notOk(room.grow(other, 3 * BODY_BYTES_MAX));
  room.clear(other);
  room.clear(one);
  t.ok(room.grow(two, 4 * BODY_BYTES_MAX));
  room.clear(three);
  t.notOk(room.grow(one, BODY_BYTES_MAX + 1), 'who had none gives none back');
  t.end();
});

/** Posts with bodies of 16 KiB on connections that are open, so that one turn reads them all. */
const postAtOnce = async (port: number, count: number) => {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => {}).write(get('/open'));
    await once(socket, 'data');
  }
  const bytes = 16_384;
  const head = `POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`;
  for (const socket of sockets) socket.write(head + 'x'.repeat(bytes));
  return sockets;
};

t.test('Bodies that arrive together are answered by their bytes, turn by turn', async (t) => {
  let turn = 0;
  const inTurns: number[] = [];
  const next = (): void => {
    turn += 1;
    ticking = setImmediate(next);
  };
  let ticking = setImmediate(next);
  t.teardown(() => clearImmediate(ticking));
  const body = () => {
    inTurns[turn] = (inTurns[turn] ?? 0) + 1;
    return said(200, 'heard');
  };
  const { port } = await serverOf(t, { '/body': body }, FILE_BYTES, MANY_OPEN);
  const sockets = await postAtOnce(port, 40);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.destroy();
  const most = Math.max(...inTurns.filter((count) => count !== undefined));
  t.ok(most <= Math.ceil(LOOP_UNITS / bodyUnits(16_384)), `${most} in one turn`);
});

t.test('Of bodies whose senders have gone none waits for its turn', async (t) => {
  const sockets: Socket[] = [];
  const leave = () => {
    for (const socket of sockets) socket.destroy();
    return said(200, 'heard');
  };
  const { port, gauge } = await serverOf(t, { '/body': leave }, FILE_BYTES, MANY_OPEN);
  const share = gauge.acquire('127.0.0.1') as AddressShare;
  sockets.push(...(await postAtOnce(port, 90)));
  const waiting: number[] = [];
  const release = gauge.release.bind(gauge);
  gauge.release = (one) => {
    waiting.push(privateSize(share.bodies, '#waiting'));
    release(one);
  };
  await until('all are gone', () => waiting.length > 0 && share.open === 1);
  t.equal(waiting.at(-1), 0);
});

t.test('Of who is not let in no long body is kept, once that is known', async (t) => {
  const decided = deferred<boolean>();
  const bodies: unknown[] = [];
  const answer = (body: unknown) => {
    bodies.push(body);
    return said(200, 'heard');
  };
  const admits = (path: string) => path === '/known' || (path === '/soon' && decided.promise);
  const answers = { '/known': answer, '/soon': answer, '/unknown': answer };
  const { port } = await serverOf(t, answers, FILE_BYTES, MANY_OPEN, admits);
  const half = BODY_BYTES_MAX;
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n` +
    `${half.toString(16)}\r\n${'x'.repeat(half)}\r\n`;
  const rest = `${half.toString(16)}\r\n${'x'.repeat(half)}\r\n0\r\n\r\n`;
  await talk(port, post('/known') + rest, /heard$/);
  await talk(port, post('/unknown') + rest, /heard$/);
  const waiting = connect(port, '127.0.0.1');
  waiting.write(post('/soon') + rest.slice(0, half));
  await talk(port, post('/known') + rest, /heard$/);
  decided.resolve(false);
  waiting.write(rest.slice(half));
  await once(waiting, 'data');
  waiting.destroy();
  t.same(
    bodies.map((body) => (body instanceof Uint8Array ? body.length : body)),
    [2 * half, 'too_large', 2 * half, 'too_large'],
  );
});

t.test('One long body too many is refused, and the others are taken', async (t) => {
  const { port } = await serverOf(t, { '/file': () => said(200, 'taken') }, FILE_BYTES, MANY_OPEN);
  const head = `POST /file HTTP/1.1\r\nHost: a\r\nContent-Length: ${FILE_BYTES}\r\n\r\n`;
  // All but the last byte of each, one more than there is room for: an address has half of it.
  const clients = Array.from({ length: LONG_BODIES_BYTES_MAX / 2 / FILE_BYTES + 1 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head);
    socket.write(Buffer.alloc(FILE_BYTES - 1));
    const said = once(socket, 'data').then(([bytes]) => ({ socket, text: String(bytes) }));
    return { socket, said };
  });
  const refused = await Promise.race(clients.map(({ said }) => said));
  t.match(refused.text, /^HTTP\/1\.1 429 .*no room$/s);
  const others = clients.filter(({ socket }) => socket !== refused.socket);
  for (const { socket } of others) socket.write('x');
  for (const { text } of await Promise.all(others.map(({ said }) => said))) {
    t.match(text, /^HTTP\/1\.1 200 .*taken$/s);
  }
  const after = await talk(port, head + 'x'.repeat(FILE_BYTES), /(no room|taken)$/);
  t.match(after, /taken$/, 'who was answered holds nothing');
  for (const { socket } of clients) socket.destroy();
});
