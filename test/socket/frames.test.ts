// Frames: both encodings, their bounds, and what is told from a frame's first bytes.

import { Decoder, encode } from '@msgpack/msgpack';
import t from 'tap';
import {
  decodeFrame,
  encodingFor,
  isInvalidInput,
  namesOneOf,
  OutFrame,
  readRequest,
} from '../../wire/frames.js';
import { envelopeText } from '../../wire/text.js';
import { DEPTH_MAX } from '../../wire/twice.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

t.test('A request reads the same in both encodings', async (t) => {
  const request = { id: 2 ** 53 - 1, op: 'trade', data: { volume: '0.10', list: [1, -5, 1.5] } };
  const json = decodeFrame('json', bytes(JSON.stringify(request)));
  const packed = decodeFrame('msgpack', encode(request));
  t.same(json, { ok: true, data: request });
  t.same(packed, json);
  t.same(readRequest(json.ok ? json.data : null), { ok: true, data: request });
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
  const faults: readonly (readonly [unknown, RegExp])[] = [
    [[], /^frame/],
    [{ op: 'ping' }, /^id/],
    [{ id: -1, op: 'ping' }, /^id/],
    [{ id: 1.5, op: 'ping' }, /^id/],
    [{ id: 2 ** 53, op: 'ping' }, /^id/],
    [{ id: 1 }, /^op/],
    [{ id: 1, op: 'ping', data: [] }, /^data/],
    [{ id: 1, op: 'ping', more: 1 }, /^more: unknown field/],
  ];
  for (const [value, message] of faults) {
    t.match(readRequest(value), { ok: false, code: 'invalid_input', message });
  }
  for (const text of ['', '{', '{"id":1}x', 'nul', '\ufeff{}']) {
    t.match(decodeFrame('json', bytes(text)), { ok: false, code: 'invalid_input' }, text);
  }
  t.match(decodeFrame('json', new Uint8Array([0x22, 0xff, 0x22])), { ok: false });
});

t.test('Keys that reach for a prototype are refused, and no prototype changes', async (t) => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const json = `{"id":1,"op":"ping","data":{"a":[{"${key}":{"admin":true}}]}}`;
    t.match(decodeFrame('json', bytes(json)), { ok: false, message: new RegExp(key) });
    const packed = encode(JSON.parse(json));
    t.match(decodeFrame('msgpack', packed), { ok: false, code: 'invalid_input' }, key);
  }
  t.same(Object.getOwnPropertyNames(Object.prototype), before);
  t.equal(({} as { admin?: boolean }).admin, undefined);
});

t.test('A field that is given twice is refused in both encodings', async (t) => {
  const refused = (fault: string) => ({ ok: false, code: 'invalid_input', message: fault });
  const texts: Readonly<Record<string, string>> = {
    id: '{"id":1,"op":"ping","id":2}',
    data: '{"id":1,"data":{},"op":"ping","data":{}}',
    volume: '{"id":1,"op":"trade","data":{"volume":"0.01","note":"a:b","volume":"0.05"}}',
    side: '{"id":1,"op":"trade","data":{"side":"buy","s\\u0069de":"sell"}}',
    a: '{"id":1,"op":"trade","data":[{"a":1},{"a":1},{"a":1,"a":1}]}',
  };
  for (const [field, text] of Object.entries(texts)) {
    t.same(decodeFrame('json', bytes(text)), refused(`${field}: given twice`));
  }
  const rest = [0xa1, 0x61, 1, 0xa1, 0x61, 2];
  const packed = {
    map: [0x82, ...rest],
    within: [0x91, 0x82, ...rest],
    wide: [0xde, 0, 2, ...rest],
  };
  for (const [name, one] of Object.entries(packed)) {
    const outcome = decodeFrame('msgpack', new Uint8Array(one));
    t.same(outcome, refused('frame: a field is given twice'), name);
  }
  const colons = { id: 1, op: 'trade', data: { comment: '12:00, "a": b', at: '10:30:00' } };
  t.match(decodeFrame('json', bytes(JSON.stringify(colons))), { ok: true, data: colons });
});

t.test('Nesting is allowed to its limit and not one deeper', async (t) => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  for (const depth of [DEPTH_MAX, DEPTH_MAX + 1]) {
    const ok = depth <= DEPTH_MAX;
    t.match(decodeFrame('json', bytes(JSON.stringify(nested(depth)))), { ok });
    t.match(decodeFrame('msgpack', encode(nested(depth))), { ok });
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
    'the byte that means nothing': new Uint8Array([0xc1]),
    'two values': new Uint8Array([0x01, 0x02]),
    'half a number': new Uint8Array([0xcb, 0]),
    nothing: new Uint8Array(0),
    'a wide array of nil': Buffer.concat([
      new Uint8Array([0xdc, 0xea, 0x60]),
      new Uint8Array(60_000).fill(0xc0),
    ]),
  };
  for (const [name, bomb] of Object.entries(bombs)) {
    const heap = process.memoryUsage().heapUsed;
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now();
      const outcome = decodeFrame('msgpack', bomb);
      best = Math.min(best, performance.now() - start);
      t.match(outcome, { ok: false, code: 'invalid_input' }, name);
    }
    t.ok(best <= 1, `${name}: ${best} ms`);
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
  t.same(decodeFrame('msgpack', encode(value)), { ok: true, data: value });
  t.match(decodeFrame('msgpack', encode({ list: Array(1001).fill(0) })), { ok: false });
});

t.test('The operation is told from the first bytes only where they leave no doubt', async (t) => {
  const trades = namesOneOf(['trade', 'trade_status']);
  const frames: Readonly<Record<string, boolean>> = {
    '{"id":1,"op":"trade","data":{}}': true,
    '{"id": 12, "op": "trade_status", "data": {}}': true,
    ' {\n "op" : "trade" , "id" : 3}': true,
    '{"id":1,"op":"trades"}': false,
    '{"id":1,"op":"ping"}': false,
    '{"id":1,"op":" trade"}': false,
    '{"data":{"op":"trade"},"op":"ping","id":1}': false,
    '{"id":"1","op":"trade"}': false,
    '{"id":-1,"op":"trade"}': false,
    '{"id":1,"op":"tr\\u0061de"}': false,
    '{"id":1,"op":"trade': false,
    '{"id":,"op":"trade"}': false,
    '{"id"': false,
    '{}': false,
    '': false,
  };
  for (const [text, clear] of Object.entries(frames)) t.equal(trades(bytes(text)), clear, text);
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
