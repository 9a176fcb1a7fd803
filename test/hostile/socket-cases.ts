// Cases of the WebSocket protocol as data: what is written, and what becomes of it.

import { frame, OPCODE } from './raw-socket.js';

/** What becomes of a connection: it goes on and its request is answered, or it ends without. */
export type Fate = 'served' | 'ended';

/** One case: its name, what is written (each part by itself), what becomes of it. */
export type Case = readonly [name: string, parts: readonly Uint8Array[], fate: Fate];

/** The request that a served case makes; `fill` makes it longer. */
const request = (bytes = 0): string => {
  const text = '{"id":7,"op":"ping","data":{}}';
  return text + ' '.repeat(Math.max(0, bytes - text.length));
};
const served = frame({ payload: request() });
const { more, text, binary, close, ping, pong } = OPCODE;
const split = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, at * size + size),
  );
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const closing = (code: number, reason: string | Uint8Array = ''): Buffer => {
  const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason as string)]);
  payload.writeUInt16BE(code);
  return frame({ opcode: close, payload });
};

const FRAMING: readonly Case[] = [
  ...[30, 125, 126, 127, 128, 65_535, 65_536].map(
    (size): Case => [`a text of ${size} bytes`, [frame({ payload: request(size) })], 'served'],
  ),
  ['a text of 65,537 bytes', [frame({ payload: request(65_537) }), served], 'ended'],
  ['a length of 2^63', [frame({ length: 2n ** 63n, lengthBytes: 8 }), served], 'ended'],
  ['a length of 2^64-1', [frame({ length: 2n ** 64n - 1n, lengthBytes: 8 }), served], 'ended'],
  ['a length of 2^32', [frame({ length: 2n ** 32n, lengthBytes: 8 }), served], 'ended'],
  ['a text byte by byte', split(served, 1), 'served'],
  ['a long text in pieces', split(frame({ payload: request(40_000) }), 997), 'served'],
  ['two texts in one piece', [Buffer.concat([frame({ opcode: pong }), served])], 'served'],
  ['an empty text', [frame({}), served], 'served'],
  ['an empty binary frame', [frame({ opcode: binary }), served], 'served'],
  ['a binary frame among texts', [frame({ opcode: binary, payload: request() }), served], 'served'],
  ['a text that is not masked', [frame({ payload: request(), masked: false }), served], 'ended'],
];

const CONTROL: readonly Case[] = [
  ['an empty ping', [frame({ opcode: ping }), served], 'served'],
  ['a ping of 125 bytes', [frame({ opcode: ping, payload: 'p'.repeat(125) }), served], 'served'],
  ['a ping of 126 bytes', [frame({ opcode: ping, payload: 'p'.repeat(126) }), served], 'ended'],
  ['a ping with a long length', [frame({ opcode: ping, lengthBytes: 2 }), served], 'ended'],
  ['a ping of bytes', [frame({ opcode: ping, payload: bytesOf('00 ff fe fd') }), served], 'served'],
  ['ten pings', [...Array<Buffer>(10).fill(frame({ opcode: ping })), served], 'served'],
  ['a pong nobody asked for', [frame({ opcode: pong, payload: 'x' }), served], 'served'],
  ['a ping byte by byte', [...split(frame({ opcode: ping, payload: 'ab' }), 1), served], 'served'],
  ['a ping in fragments', [frame({ opcode: ping, fin: false }), served], 'ended'],
  ['a close in fragments', [frame({ opcode: close, fin: false }), served], 'ended'],
];

const RESERVED: readonly Case[] = [
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((reserved): Case[] => [
    [`reserved bits ${reserved} on a text`, [frame({ reserved, payload: request() })], 'ended'],
    [`reserved bits ${reserved} on a ping`, [frame({ reserved, opcode: ping }), served], 'ended'],
    [`reserved bits ${reserved} on a close`, [frame({ reserved, opcode: close })], 'ended'],
  ]),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map(
    (opcode): Case => [`the opcode ${opcode}`, [frame({ opcode }), served], 'ended'],
  ),
];

const head = frame({ fin: false, payload: request().slice(0, 9) });
const tail = frame({ opcode: more, payload: request().slice(9) });
const FRAGMENTS: readonly Case[] = [
  ['two fragments', [head, tail], 'served'],
  ['a ping between fragments', [head, frame({ opcode: ping, payload: 'x' }), tail], 'served'],
  ['a fragment for each byte', fragmented(request(), 1), 'served'],
  [
    'empty fragments',
    [frame({ fin: false }), frame({ opcode: more, fin: false }), fragment(request())],
    'served',
  ],
  ['a fragment of nothing', [tail, served], 'ended'],
  ['a last fragment of nothing', [frame({ opcode: more }), served], 'ended'],
  ['a text among fragments', [head, served, tail], 'ended'],
  ['a binary frame among fragments', [head, frame({ opcode: binary }), tail, served], 'served'],
  ['fragments of 65,537 bytes', fragmented(request(65_537), 4_096), 'ended'],
  ['a thousand fragments', fragmented(request(1_000), 1), 'served'],
];

/** The last fragment of a message. */
function fragment(payload: string): Buffer {
  return frame({ opcode: more, payload });
}

/** A message in fragments of so many bytes. */
function fragmented(message: string | Uint8Array, size: number): Uint8Array[] {
  const parts = split(Buffer.from(message as string), size);
  return parts.map((payload, at) =>
    frame({ opcode: at === 0 ? text : more, fin: at === parts.length - 1, payload }),
  );
}

const NOT_UTF8: Readonly<Record<string, string>> = {
  'a byte that begins nothing': '80',
  'a byte that cannot be': 'ff',
  'an overlong slash': 'c0 af',
  'an overlong NUL': 'c0 80',
  'an overlong slash of three': 'e0 80 af',
  'half a surrogate pair': 'ed a0 80',
  'a whole surrogate pair': 'ed a0 80 ed b0 80',
  'a character beyond the last': 'f4 90 80 80',
  'five bytes': 'f8 88 80 80 80',
  'half a character': 'e2 82',
  'a wrong second byte': 'e2 28 a1',
  'a good and a bad one': 'ce ba e1 bd b9 cf 83 ce bc ce b5 ed a0 80 65',
};

const WITH_TEXT = Buffer.from('{"id":7,"op":"ping","data":{},"\u{1f642}\u00e9":1}');
const UTF8: readonly Case[] = [
  ...Object.entries(NOT_UTF8).flatMap(([name, hex]): Case[] => [
    [`${name} in a text`, [frame({ payload: bytesOf(hex) }), served], 'ended'],
    [`${name} in a close`, [closing(1000, bytesOf(hex)), served], 'ended'],
  ]),
  ['characters torn by fragments', fragmented(WITH_TEXT, 1), 'served'],
];

const GOOD_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
const BAD_CODES = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535];
const CLOSING: readonly Case[] = [
  ['an empty close', [frame({ opcode: close }), served], 'ended'],
  ['a close of one byte', [frame({ opcode: close, payload: '\u0003' }), served], 'ended'],
  ['a close with a reason', [closing(1000, 'done'), served], 'ended'],
  ['a close with 123 bytes of reason', [closing(1000, 'r'.repeat(123)), served], 'ended'],
  ['a close with 124 bytes of reason', [closing(1000, 'r'.repeat(124)), served], 'ended'],
  ['a close, then a ping', [closing(1000), frame({ opcode: ping })], 'ended'],
  ['two closes', [closing(1000), closing(1000)], 'ended'],
  ...[...GOOD_CODES, ...BAD_CODES].map(
    (code): Case => [`a close with ${code}`, [closing(code), served], 'ended'],
  ),
];

/** All cases. */
export const CASES: readonly Case[] = [
  ...FRAMING,
  ...CONTROL,
  ...RESERVED,
  ...FRAGMENTS,
  ...UTF8,
  ...CLOSING,
];
