// Frames in both encodings, and money that is told.

import { Decoder, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import t from 'tap';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { headOf } from '../../../wire/codec/frame-head.js';
import { FRAME_VALUES_MAX, readFrame } from '../../../wire/codec/frame-reader.js';
import { type Encoding, encodingFor } from '../../../wire/codec/frames.js';
import { DEPTH_MAX } from '../../../wire/codec/json-input.js';
import { isInvalidInput, OutFrame } from '../../../wire/codec/out-frames.js';
import { envelopeText } from '../../../wire/codec/text.js';
import { sessionOf, staffSession } from '../../support/memory-actors.js';
import { type Frame, SocketHarness } from '../../support/socket-harness.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

const ENCODINGS = ['json', 'msgpack'] as const;

const encoded = (encoding: Encoding, value: unknown): Uint8Array =>
  encoding === 'json' ? bytes(JSON.stringify(value)) : encode(value);

t.test('A request reads the same in both encodings', async (t) => {
  const request = { id: 2 ** 53 - 1, op: 'trade', data: { volume: '0.10', list: [1, -5, 1.5] } };
  for (const encoding of ENCODINGS) {
    t.same(readFrame(encoding, encoded(encoding, request)), request);
    const { id, op } = request;
    t.same(readFrame(encoding, encoded(encoding, { op, id })), { id, op, data: {} });
  }
});

t.test('An answer is the same object in both encodings', async (t) => {
  const frame = new OutFrame(
    envelopeText(17, 'ok', '{"seq":"9124","n":9007199254740991,"x":null}'),
  );
  const packed = frame.in('msgpack');
  t.same(new Decoder().decode(packed as Uint8Array), JSON.parse(frame.in('json') as string));
  t.equal(frame.in('msgpack'), packed, 'packed once for all clients');
});

t.test('A malformed frame is refused, naming what is wrong', async (t) => {
  const faults: readonly (readonly [unknown, number | null, RegExp])[] = [
    [[], null, /^frame/],
    [{ op: 'ping' }, null, /^id/],
    [{ id: -1, op: 'ping' }, null, /^id/],
    [{ id: 1.5, op: 'ping' }, null, /^id/],
    [{ id: 2 ** 53, op: 'ping' }, null, /^id/],
    [{ id: 1 }, 1, /^op/],
    [{ id: 2, op: 'ping', data: [] }, 2, /^data/],
    [{ id: 3, op: 'ping', more: 1 }, 3, /^more: unknown field/],
  ];
  for (const encoding of ENCODINGS) {
    for (const [value, id, fault] of faults) {
      t.match(readFrame(encoding, encoded(encoding, value)), { id, fault });
    }
  }
  for (const text of ['', '{', '{"id":1}x', 'nul', '\ufeff{}']) {
    t.same(readFrame('json', bytes(text)), { id: null, fault: 'frame: malformed json' }, text);
  }
  t.same(readFrame('json', new Uint8Array([0x22, 0xff, 0x22])), {
    id: null,
    fault: 'frame: not utf-8',
  });
});

t.test('Keys that reach for a prototype are refused, and no prototype changes', async (t) => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const json = `{"id":1,"op":"ping","data":{"a":[{"${key}":{"admin":true}}]}}`;
    t.same(readFrame('json', bytes(json)), { id: 1, fault: `${key}: unknown field` });
    t.match(readFrame('msgpack', encode(JSON.parse(json))), { fault: /./ }, key);
  }
  t.same(Object.getOwnPropertyNames(Object.prototype), before);
  t.equal(({} as { admin?: boolean }).admin, undefined);
});

t.test('A field that is given twice is refused in both encodings', async (t) => {
  const texts: Readonly<Record<string, string>> = {
    id: '{"id":1,"op":"ping","id":2}',
    data: '{"id":1,"data":{},"op":"ping","data":{}}',
    volume: '{"id":1,"op":"trade","data":{"volume":"0.01","note":"a:b","volume":"0.05"}}',
    side: '{"id":1,"op":"trade","data":{"side":"buy","s\\u0069de":"sell"}}',
    a: '{"id":1,"op":"trade","data":[{"a":1},{"a":1},{"a":1,"a":1}]}',
  };
  for (const [field, text] of Object.entries(texts)) {
    t.match(readFrame('json', bytes(text)), { fault: `${field}: given twice` });
  }
  const rest = [0xa1, 0x61, 1, 0xa1, 0x61, 2];
  const packed = {
    map: [0x82, ...rest],
    within: [0x91, 0x82, ...rest],
    wide: [0xde, 0, 2, ...rest],
  };
  for (const [name, one] of Object.entries(packed)) {
    const read = readFrame('msgpack', new Uint8Array(one));
    t.same(read, { id: null, fault: 'frame: a field is given twice' }, name);
  }
  const colons = { id: 1, op: 'trade', data: { comment: '12:00, "a": b', at: '10:30:00' } };
  t.same(readFrame('json', encoded('json', colons)), colons);
});

/** A frame whose data holds the value. */
const holding = (value: unknown) => ({ id: 1, op: 'trade', data: { value } });

t.test('Nesting is allowed to its limit and not one deeper', async (t) => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  for (const encoding of ENCODINGS) {
    const deepest = holding(nested(DEPTH_MAX - 2));
    t.same(readFrame(encoding, encoded(encoding, deepest)), deepest);
    const tooDeep = encoded(encoding, holding(nested(DEPTH_MAX - 1)));
    t.match(readFrame(encoding, tooDeep), { fault: /more than 16 deep|beyond the bounds/ });
  }
});

t.test('A frame has so many values and not one more, wherever they stand', async (t) => {
  const lists = (values: number) =>
    Array.from({ length: 4 }, (_, n) => Array(n === 3 ? values - 4 - 3 * 500 : 500).fill([]));
  const maps = (values: number) => {
    const fields = Array.from({ length: 100 }, (_, n) => [`k${n}`, n]);
    const whole = Array(20).fill(Object.fromEntries(fields));
    return [...whole, ...Array(values - 20 - 20 * 100).fill(0)];
  };
  /** The frame's own fields, and the list. */
  const around = 4;
  for (const encoding of ENCODINGS) {
    for (const list of [lists, maps]) {
      const most = holding(list(FRAME_VALUES_MAX - around));
      t.same(readFrame(encoding, encoded(encoding, most)), most, encoding);
      const tooMany = encoded(encoding, holding(list(FRAME_VALUES_MAX - around + 1)));
      t.match(readFrame(encoding, tooMany), { fault: /than 2048 values|beyond the bounds/ });
    }
  }
});

t.test('MessagePack bombs are refused at once and without memory', async (t) => {
  const array32 = [0xdd, 0, 0x10, 0, 0];
  const bombs: Readonly<Record<string, Uint8Array>> = {
    'two hundred arrays of a million': new Uint8Array(Array(200).fill(array32).flat()),
    'an array of thirty million': new Uint8Array([0xdd, 2, 0, 0, 0]),
    'a map of thirty million': new Uint8Array([0xdf, 2, 0, 0, 0]),
    'sixteen thousand deep': new Uint8Array(16_000).fill(0x91),
    'a text longer than the frame': new Uint8Array([0xdb, 0xff, 0xff, 0xff, 0xff]),
    'an extension': new Uint8Array([0xd6, 0xff, 0, 0, 0, 0]),
    'a binary value': new Uint8Array([0xc4, 1, 0]),
    'a text that is not UTF-8': new Uint8Array([0x81, 0xa1, 0x61, 0xa4, 0x63, 0x61, 0x66, 0xe9]),
    'a text of an overlong form': new Uint8Array([0x81, 0xa1, 0x61, 0xa2, 0xc0, 0xaf]),
    'the byte that means nothing': new Uint8Array([0xc1]),
    'two values': new Uint8Array([0x01, 0x02]),
    'half a number': new Uint8Array([0xcb, 0]),
    nothing: new Uint8Array(0),
    'a wide array of nil': Buffer.concat([
      new Uint8Array([0xdc, 0xea, 0x60]),
      new Uint8Array(60_000).fill(0xc0),
    ]),
  };
  // What the decoder reads is counted: a bomb may hold no more than a frame's longest list.
  const { getUint8 } = DataView.prototype;
  let reads = 0;
  DataView.prototype.getUint8 = function count(at: number): number {
    reads += 1;
    return getUint8.call(this, at);
  };
  t.teardown(() => Object.assign(DataView.prototype, { getUint8 }));
  for (const [name, bomb] of Object.entries(bombs)) {
    const heap = process.memoryUsage().heapUsed;
    reads = 0;
    t.match(readFrame('msgpack', bomb), { id: null, fault: /malformed msgpack/ }, name);
    t.ok(reads <= 2000, `${name}: ${reads} reads`);
    t.ok(process.memoryUsage().heapUsed - heap < 4_000_000, `${name}: no memory`);
  }
});

t.test('Every kind of MessagePack value that JSON knows is read', async (t) => {
  const value = {
    nil: null,
    yes: true,
    no: false,
    ints: [0, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32, -1, -32, -33, -129, -32_769, -(2 ** 40)],
    floats: [0.5, 1e300],
    texts: ['', 'a'.repeat(31), 'b'.repeat(32), 'c'.repeat(300), 'é'.repeat(40_000 / 2)],
    list: Array.from({ length: 1000 }, (_, n) => n),
    map: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n])),
    empty: [[], {}],
  };
  t.same(readFrame('msgpack', encode(holding(value))), holding(value));
  t.match(readFrame('msgpack', encode(holding(Array(1001).fill(0)))), { fault: /bounds/ });
});

const head = headOf(['trade', 'trade_status']);

t.test('The head of a frame is told only where it leaves no doubt', async (t) => {
  const frames: Readonly<Record<string, number>> = {
    '{"id":1,"op":"trade","data":{}}': 1,
    '{"id": 12, "op": "trade_status", "data": {}}': 12,
    ' {\n "op" : "trade" , "id" : 3}': 3,
    '{ "op" : "trade", "id" : 8 , "data":{"id":9}}': 8,
    '{"op":"trade","data":{"id":9},"id":10}': -1,
    '{"op":"trade","data":{"id":9}}': -1,
    '{"id":1.5,"op":"trade"}': -1,
    '{"op":"trade","id":1.5}': -1,
    '{"op":"trade","id":1e3}': -1,
    '{"id":9007199254740993,"op":"trade"}': -1,
    '{"op":"trade","id":9007199254740993}': -1,
    '{"id":1,"op":"trades"}': -1,
    '{"id":1,"op":"ping"}': -1,
    '{"id":1,"op":" trade"}': -1,
    '{"data":{"op":"trade"},"op":"ping","id":1}': -1,
    '{"id":"1","op":"trade"}': -1,
    '{"id":-1,"op":"trade"}': -1,
    '{"id":1,"op":"tr\\u0061de"}': -1,
    '{"id":1,"op":"trade': -1,
    '{"id":,"op":"trade"}': -1,
    '{"op":"trade': -1,
    '{"id"': -1,
    '{}': -1,
    '': -1,
  };
  for (const [text, id] of Object.entries(frames)) t.equal(head('json', bytes(text)), id, text);
  const packed: readonly (readonly [unknown, number])[] = [
    [{ id: 1, op: 'trade', data: {} }, 1],
    [{ op: 'trade_status', id: 300 }, 300],
    [{ id: 70_000, op: 'trade' }, 70_000],
    [{ id: 2 ** 53 - 1, op: 'trade' }, 2 ** 53 - 1],
    [{ op: 'trade', data: {}, id: 1 }, -1],
    [{ id: -1, op: 'trade' }, -1],
    [{ id: 1.5, op: 'trade' }, -1],
    [{ id: '1', op: 'trade' }, -1],
    [{ id: 1, op: 'trades' }, -1],
    [{ id: 1, op: 'ping' }, -1],
    [{ op: 'trade' }, -1],
    [['id', 1], -1],
  ];
  for (const [value, id] of packed) {
    t.equal(head('msgpack', encode(value)), id, JSON.stringify(value));
  }
  const whole = encode({ id: 2 ** 40, op: 'trade' });
  for (let end = 0; end < whole.length; end += 1) {
    t.equal(head('msgpack', whole.subarray(0, end)), -1, `${end} bytes`);
  }
});

t.test('What the head of a frame tells, its reader finds', async (t) => {
  const id = fc.oneof(fc.nat(300), fc.maxSafeNat(), fc.integer(), fc.double(), fc.string());
  const op = fc.constantFrom('trade', 'trade_status', 'ping', 'trad', '');
  const shuffled = fc.shuffledSubarray(['id', 'op', 'data', 'more'], { minLength: 2 });
  let heads = 0;
  const isFound = (
    id: unknown,
    op: string,
    fields: readonly string[],
    encoding: Encoding,
  ): void => {
    const values: Readonly<Record<string, unknown>> = { id, op, data: { id: 9 }, more: 1 };
    const value = Object.fromEntries(fields.map((name) => [name, values[name]]));
    const frame = encoded(encoding, value);
    const found = head(encoding, frame);
    if (found < 0) return;
    heads += 1;
    t.equal(readFrame(encoding, frame).id, found);
    t.ok(op.startsWith('trade'));
  };
  fc.assert(fc.property(id, op, shuffled, fc.constantFrom(...ENCODINGS), isFound), {
    numRuns: 5000,
  });
  t.ok(heads > 100, `${heads} heads`);
});

t.test('An answer says by its code whether the request was malformed', async (t) => {
  t.ok(isInvalidInput(envelopeText(null, 'invalid_input')));
  t.ok(isInvalidInput(envelopeText(17, 'invalid_input', 'null', 'data.volume: malformed')));
  t.notOk(isInvalidInput(envelopeText(17, 'ok', '{"message":"invalid_input"}')));
  t.notOk(isInvalidInput(envelopeText(17, 'trade.no_money', 'null', ',"success":false')));
});

t.test('The encoding follows the subprotocols that a client offers', async (t) => {
  t.equal(encodingFor(''), 'json');
  t.equal(encodingFor('brokerd.v1.msgpack'), 'msgpack');
  t.equal(encodingFor('chat, brokerd.v1.json'), 'json');
  t.equal(encodingFor('chat'), undefined);
});

const money = (login: number, equity: string): string => JSON.stringify({ login, equity });

const moneys = (frames: readonly Frame[]): Frame[] =>
  frames.filter(({ event }) => event === 'account_money');

t.test('An account is told its money when it changes, four times a second at most', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  const peer = await harness.trader();
  const other = await harness.trader('session-of-another', { encoding: 'msgpack' });
  for (let n = 1; n <= 100; n += 1) {
    actors.front.money(1001, 'demo\\standard', money(1001, `${n}.00`));
    actors.front.flush();
    clock.advance(20);
  }
  clock.advance(250);
  actors.front.money(1002, 'demo\\standard', money(1002, '7.00'));
  clock.advance(10);
  await peer.request('ping');
  const sent = moneys(peer.frames);
  t.ok(sent.length >= 8 && sent.length <= 9, `${sent.length} in two seconds`);
  t.same(sent.at(-1), { event: 'account_money', data: { login: 1001, equity: '100.00' } });
  t.same((await other.event('account_money')).data, { login: 1002, equity: '7.00' });
  t.equal(moneys(other.frames).length, 1);
});

t.test('Staff follow the money of accounts that they may see', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const id = 'session-of-staff';
  actors.setSession(staffSession(id, { group_scope: ['demo\\*'] }));
  actors.setSession(staffSession('session-of-blind', { login: 2, rights: ['trades.view'] }));
  const change = (login: number, equity: string, group = 'demo\\standard'): void => {
    actors.front.money(login, group, money(login, equity));
  };
  const rowsOf = (frame: Frame): { login: number; equity: string }[] =>
    (frame.data as { rows: { login: number; equity: string }[] }).rows;

  await t.test('but of staff only with rights that cover every one of theirs', async (t) => {
    const [some, all] = ['session-of-dealer', 'session-of-director'];
    actors.setSession(staffSession(some, { login: 3, rights: ['accounts.view', 'config.staff'] }));
    actors.setSession(staffSession(all, { login: 4, rights: [...RIGHTS] }));
    const [lesser, head] = [await harness.staff(some), await harness.staff(all)];
    for (const peer of [lesser, head]) {
      await peer.request('subscribe', { channel: 'accounts', group: '*' });
    }
    change(2, '3.00', 'managers\\dealers');
    change(1001, '1.00');
    clock.advance(10);
    t.same(rowsOf(await lesser.event('account_money')), [{ login: 1001, equity: '1.00' }]);
    t.same(rowsOf(await head.event('account_money')).length, 2);
    for (const one of [lesser, head]) {
      one.ws.close();
      await one.closed;
    }
  });

  await t.test('by a mask within their scope [GET /admin/v1/socket #3]', async (t) => {
    const peer = await harness.staff(id);
    const first = await peer.request('subscribe', { channel: 'accounts', group: '*' });
    t.match(first.data, { channel: 'accounts', snapshot: [], seq: '0' });
    t.same(actors.followed, { masks: ['*'], logins: [], positions: [] });
    change(1001, '1.00');
    change(5001, '9.00', 'real\\standard');
    clock.advance(10);
    t.same(rowsOf(await peer.event('account_money')), [{ login: 1001, equity: '1.00' }]);

    const second = await harness.staff(id);
    actors.snapshotRows.money?.push([1001, 'demo\\standard', money(1001, '0')]);
    actors.snapshotRows.money?.push([5001, 'real\\standard', money(5001, '0')]);
    second.send('subscribe', { channel: 'accounts', group: '*' });
    t.same(rowsOf(await second.event('snapshot')), [{ login: 1001, equity: '1.00' }]);

    actors.setSession(staffSession(id, { group_scope: ['real\\*'] }));
    change(1001, '2.00');
    t.match(await peer.event('resubscribe'), { data: { channel: 'accounts', group: '*' } });
    await peer.request('subscribe', { channel: 'accounts', group: '*' });
    change(1001, '2.00');
    change(5001, '8.00', 'real\\standard');
    clock.advance(1000);
    t.same(rowsOf(await peer.event('account_money')), [{ login: 5001, equity: '8.00' }]);

    const blind = await harness.staff('session-of-blind');
    const refused = await blind.request('subscribe', { channel: 'accounts', group: '*' });
    t.match(refused, { code: 'forbidden' });
    for (const one of [peer, second]) {
      one.ws.close();
      await one.closed;
    }
    await blind.request('ping');
    t.same(actors.followed, { masks: [], logins: [], positions: [] }, 'nobody follows any more');
    actors.setSession(staffSession(id, { group_scope: ['demo\\*'] }));
  });

  await t.test('and each mask is taken apart once, not for every account', async (t) => {
    const peer = await harness.staff(id);
    for (let login = 2001; login <= 2400; login += 1) {
      actors.snapshotRows.money?.push([login, 'demo\\many', money(login, '0')]);
      change(login, '1.00', 'demo\\many');
    }
    const { split } = String.prototype;
    let count = 0;
    Object.assign(String.prototype, {
      split(this: string, by: never) {
        count += 1;
        return split.call(this, by);
      },
    });
    t.teardown(() => Object.assign(String.prototype, { split }));
    for (const group of ['demo\\*,!demo\\few', 'demo\\many', 'demo\\many']) {
      const asked = peer.send('subscribe', { channel: 'accounts', group });
      t.ok(rowsOf(await peer.event('snapshot')).length >= 400);
      await peer.next((frame) => frame.id === asked);
    }
    for (let login = 2001; login <= 2400; login += 1) change(login, '2.00', 'demo\\many');
    t.ok(count < 400, `${count} texts are taken apart`);
    peer.ws.close();
    await peer.closed;
  });

  await t.test('or by login, each row once a second at most', async (t) => {
    const peer = await harness.staff(id);
    actors.accountSeq = 3;
    const logins = [1001, 1002];
    const first = await peer.request('subscribe', { channel: 'accounts', logins });
    t.match(first.data, { snapshot: [{ login: 1001 }, { login: 1002 }] });
    t.same(actors.followed, { masks: [], logins, positions: [] });
    for (let n = 1; n <= 100; n += 1) {
      for (const login of [1001, 1003]) change(login, `${n}.00`);
      clock.advance(20);
    }
    change(1002, '5.00');
    clock.advance(1000);
    await peer.request('ping');
    const rows = moneys(peer.frames).flatMap(rowsOf);
    t.ok(rows.filter(({ login }) => login === 1001).length <= 3);
    t.same(rows.slice(-2), [
      { login: 1001, equity: '100.00' },
      { login: 1002, equity: '5.00' },
    ]);
    t.notOk(rows.some(({ login }) => login === 1003));
    await peer.request('unsubscribe', { channel: 'accounts', logins: [1001] });
    t.same(actors.followed, { masks: [], logins: [1002], positions: [] });
  });

  await t.test('not by a login beyond their reach, nor by too many', async (t) => {
    const peer = await harness.staff(id);
    const follow = (filter: Record<string, unknown>): Promise<Frame> =>
      peer.request('subscribe', { channel: 'accounts', ...filter });
    t.match(await follow({ logins: [1001, 5001] }), { code: 'forbidden', message: /5001/ });
    t.match(await follow({ logins: Array.from({ length: 1001 }, (_, n) => n + 1) }), {
      code: 'invalid_input',
      message: /logins/,
    });
    t.match(await follow({ logins: [1001], group: '*' }), { code: 'invalid_input' });
    t.match(await follow({}), { code: 'invalid_input' });
    t.match(await follow({ group: '*a*b*c*d*e*f*g*h*i' }), { code: 'invalid_input' });
  });

  await t.test('at most 500 rows in a frame', async (t) => {
    const peer = await harness.staff(id, { encoding: 'msgpack' });
    await peer.request('subscribe', { channel: 'accounts', group: 'demo\\*' });
    for (let login = 101; login <= 1300; login += 1) change(login, '1.00');
    clock.advance(1000);
    await peer.request('ping');
    t.same(
      moneys(peer.frames).map((frame) => rowsOf(frame).length),
      [500, 500, 200],
    );
  });
});
