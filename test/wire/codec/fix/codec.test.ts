// FIX messages: values that are read lazily and exactly, groups, what is written, what is refused.

import fc from 'fast-check';
import t from 'tap';
import { parseScaled } from '../../../../wire/base/scale.js';
import { faultOf, requiredFault } from '../../../../wire/codec/fix/fix-check.js';
import { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../../../wire/codec/fix/fix-writer.js';
import { Framer } from '../../../../wire/codec/fix/framer.js';
import { holds } from '../../../support/values.js';

const AT = Date.UTC(2026, 0, 5, 12, 34, 56, 789);
const writer = new FixWriter();

/** A message of a type with a usual header. */
const begun = (type: string): FixWriter =>
  writer.begin(type).text(49, 'TW').text(56, 'ISLD').int(34, 2).time(52, AT);

const indexed = (bytes: Buffer): FixMessage => {
  const framer = new Framer();
  const message = new FixMessage();
  framer.push(Buffer.from(bytes));
  if (framer.next(message) !== 'message') throw new Error(`garbled: ${bytes.toString('latin1')}`);
  return message;
};

/** A message of a type with these fields after its header. */
const parsed = (type: string, fields: string): FixMessage => {
  begun(type);
  for (const field of fields.split(' ').filter((one) => one !== '')) {
    const [tag = '', value = ''] = field.split('=');
    writer.raw(Number(tag), Buffer.from(value));
  }
  return indexed(writer.end());
};

t.test('A message has its length and checksum', async (t) => {
  const text = begun('0').end().toString('latin1').replaceAll('\u0001', '|');
  t.equal(text, '8=FIX.4.4|9=49|35=0|49=TW|56=ISLD|34=2|52=20260105-12:34:56.789|10=190|');
});

t.test('Decimals are read as exact integers of a scale', async (t) => {
  const scaled = (value: string, ...rest: [number, 'round'?]) =>
    parsed('D', `44=${value}`).scaled(44, ...rest);
  for (const [value, scale, wanted] of [
    ['1.17344', 8, 117_344_000],
    ['-1.5', 2, -150],
    ['002000.00', 2, 200_000],
    ['.5', 1, 5],
    ['5.', 1, 50],
    ['0', 5, 0],
    ['1.2300', 2, 123],
    ['1.234', 2, undefined],
    ['9007199254740991', 0, Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 0, undefined],
    ['90071992547409.91', 2, Number.MAX_SAFE_INTEGER],
    ['1e5', 2, undefined],
    ['+1', 2, undefined],
    ['1.2.3', 2, undefined],
    ['', 2, undefined],
    ['-', 2, undefined],
    ['.', 2, undefined],
  ] as const) {
    t.equal(scaled(value, scale), wanted, value);
  }
  t.equal(scaled('1.2345', 3, 'round'), 1235, 'halves are rounded away from zero');
  t.equal(scaled('-1.2345', 3, 'round'), -1235);
  t.equal(scaled('1.23449', 3, 'round'), 1234);
  t.equal(parsed('D', '').scaled(44, 2), undefined, 'missing');
});

t.test('What is written as a decimal is read as the same one', async (t) => {
  const value = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }));
  holds(t, value, 3_000, ([number, scale]) => {
    const message = indexed(begun('D').scaled(44, number, scale).end());
    return message.scaled(44, scale) === number && parseScaled(message.text(44), scale) === number;
  });
});

t.test(
  'Timestamps have 0 to 12 digits of a fraction, of which the milliseconds are kept',
  async (t) => {
    const second = Date.UTC(2026, 0, 5, 12, 34, 56);
    const time = (value: string): number => parsed('D', `60=${value}`).time(60);
    t.equal(time('20260105-12:34:56'), second);
    for (let digits = 1; digits <= 12; digits += 1) {
      const fraction = '789123456999'.slice(0, digits);
      const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
      t.equal(time(`20260105-12:34:56.${fraction}`), second + ms, `${digits} digits`);
    }
    t.equal(time('20261231-23:59:60'), Date.UTC(2027, 0, 1), 'a leap second');
    for (const wrong of [
      ...['', '2026', '20260105', '20260105-12:34', '20260105-12:34:56.', '20260105-12:34:56.x'],
      ...['20260105-12:34:56.1234567890123', '20261305-12:34:56', '20260100-12:34:56'],
      ...['20260231-12:34:56', '00000000-00:00:00'],
      ...['20260105_12:34:56', '20260105-24:00:00', '20260105-12:60:00', '20260105-12:34:61'],
    ]) {
      t.ok(Number.isNaN(time(wrong)), wrong);
    }
    t.equal(indexed(begun('D').time(60, AT).end()).time(60), AT);
  },
);

t.test('Data may contain the separator and whole messages', async (t) => {
  const data = Buffer.from('a\u000110=000\u00018=FIX.4.4\u0001');
  const message = indexed(begun('B').text(148, 'x').data(95, 96, data).int(33, 0).end());
  t.same(message.data(96), data);
  t.equal(message.int(33), 0, 'the fields after it are read');
});

t.test('A text cannot change the fields around it', async (t) => {
  t.throws(() => begun('D').text(11, 'a\u000154=2'), RangeError);
  t.throws(() => begun('D').text(11, ''), RangeError);
  t.equal(indexed(begun('D').optional(11, '').end()).has(11), false);
  t.equal(indexed(begun('D').text(11, 'Größe').end()).text(11), 'Größe');
});

/** The entries of the group that a tag counts, each as its fields. */
const entries = (message: FixMessage, count: number): string[] => {
  const found: string[] = [];
  const group = message.group(count);
  while (group?.next()) {
    const fields: string[] = [];
    for (let place = group.from; place < group.to; place += 1) {
      fields.push(`${message.tagAt(place)}=${message.textAt(place)}`);
    }
    found.push(fields.join(' '));
  }
  return found;
};

t.test('Texts are in the encoding of the peer, in UTF-8, or else in Latin-1', async (t) => {
  const text = (bytes: Buffer, encoding = ''): string => {
    begun('B');
    if (encoding !== '') writer.text(347, encoding);
    return indexed(writer.raw(58, bytes).end()).text(58);
  };
  const latin = Buffer.from('costs £5 größer', 'latin1');
  t.equal(text(latin), 'costs £5 größer');
  t.equal(text(Buffer.from('costs £5 größer 株')), 'costs £5 größer 株');
  t.equal(text(Buffer.from('plain')), 'plain');
  t.equal(text(Buffer.from([0x8a, 0x94, 0x20, 0x31]), 'Shift_JIS'), '株 1');
  t.equal(text(Buffer.from('\x1b$B3t\x1b(B'), 'ISO-2022-JP'), '株');
  t.equal(text(Buffer.from([0xb3, 0xf4]), 'EUC-JP'), '株');
  for (const encoding of ['UTF-8', 'nonsense', '']) {
    t.equal(text(latin, encoding), 'costs £5 größer', `${encoding}: not these bytes`);
  }
});

t.test('The entries of a group end where its members end', async (t) => {
  const sorted = '55=EUR/USD 268=2 269=0 278=b 270=1.1 271=5 269=1 270=1.2 271=6 262=r 811=0.5';
  t.same(entries(parsed('W', sorted), 268), ['269=0 278=b 270=1.1 271=5', '269=1 270=1.2 271=6']);
  const bare = '268=2 279=1 269=0 55=A 270=1 279=1 269=1 55=A 270=2 262=r';
  t.same(entries(parsed('X', bare), 268), ['279=1 269=0 55=A 270=1', '279=1 269=1 55=A 270=2']);
  const foreign = '262=r 55=A 268=2 269=0 270=1 9001=x 269=1 270=2 9001=y';
  t.same(
    entries(parsed('W', foreign), 268),
    ['269=0 270=1 9001=x', '269=1 270=2 9001=y'],
    'fields that FIX does not know belong to their entry',
  );
  t.same(entries(parsed('W', '262=r 55=A 268=0'), 268), []);
  t.equal(parsed('W', '262=r 55=A').group(268), undefined);
});

t.test('Groups within groups are read entry by entry', async (t) => {
  const message = parsed('D', '11=a 453=2 448=x 452=1 802=2 523=s 803=1 523=t 448=y 55=A 54=1');
  t.same(entries(message, 453), ['448=x 452=1 802=2 523=s 803=1 523=t', '448=y']);
  const parties = message.group(453);
  t.ok(parties?.next());
  const subs = parties?.group(802);
  const ids: string[] = [];
  while (subs?.next()) ids.push(message.text(523, subs.from, subs.to));
  t.same(ids, ['s', 't']);
  t.ok(parties?.next());
  t.equal(parties?.group(802), undefined);
});

const ORDER = '11=a 55=A 54=1 60=20260105-12:34:56 40=1';

t.test('The dictionary finds the first fault of a message', async (t) => {
  for (const [type, fields, reason, tag] of [
    ['D', `${ORDER} 38=+1`, 6, 38],
    ['D', `${ORDER} 38=1 386=3 336=a 336=b`, 16, 386],
    ['D', `${ORDER} 38=1 112=a`, 2, 112],
    ['D', `${ORDER} 38=1 999=a`, 0, 999],
    ['D', `${ORDER} 38=1 5001=a`, 0, 5001],
    ['D', `${ORDER} 38=1 15=`, 4, 15],
    ['D', `${ORDER} 38=1 21=9`, 5, 21],
    ['D', `${ORDER} 38=1 18=1 18=2`, 13, 18],
    ['D', `${ORDER} 38=1 60=x`, 6, 60],
    ['D', `${ORDER} 38=1 49=TW`, 14, 49],
    ['D', '11=a 55=A 54=1 60=20260105-12:34:56', 1, 40],
    ['ZZ', '', 11, 0],
    ['V', '262=r 263=1 264=1 267=1 146=1 55=A', 16, 267],
    ['V', '262=r 263=1 264=1 267=1 269=? 146=1 55=A', 5, 269],
  ] as const) {
    t.same(faultOf(parsed(type, fields)), { reason, tag }, `${type} ${fields}`);
  }
  for (const fields of ['18=1 2', '18=G', '167=CS', '432=20260105', '529=1 3']) {
    const [tag = '', value = ''] = fields.split('=');
    const message = parsed('D', `${ORDER} 38=1`);
    t.equal(faultOf(message), undefined);
    begun('D').copy(message, 7, message.count - 1);
    t.equal(faultOf(indexed(writer.raw(Number(tag), Buffer.from(value)).end())), undefined, fields);
  }
  t.equal(faultOf(parsed('AE', '571=x 9999=y')), undefined, 'members that are not listed');
});

t.test('Without the dictionary only the fields that the session reads are looked at', async (t) => {
  t.equal(requiredFault(parsed('D', '9999=x'), false), undefined);
  t.same(requiredFault(parsed('4', '123=Y'), true), { reason: 1, tag: 36 });
  t.same(requiredFault(parsed('4', '36=x'), true), { reason: 6, tag: 36 });
  t.same(requiredFault(parsed('1', '112='), true), { reason: 4, tag: 112 });
});

t.test('Random fields are read as they were written', async (t) => {
  const field = fc.tuple(
    fc.integer({ min: 1024, max: 99_999 }),
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .map((one) => one.replaceAll('\u0001', '?')),
  );
  holds(t, fc.array(field, { maxLength: 100 }), 600, (fields) => {
    begun('U1');
    for (const [tag, value] of fields) writer.text(tag, Buffer.from(value).toString());
    const message = indexed(writer.end());
    return fields.every(([tag, value], index) => {
      const place = index + 7;
      return (
        message.tagAt(place) === tag && message.textAt(place) === Buffer.from(value).toString()
      );
    });
  });
});
