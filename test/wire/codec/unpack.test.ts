// What is read back: packed bytes against the library, decimals as scaled integers.

import fc from 'fast-check';
import t from 'tap';
import {
  emptyRow,
  type FieldTable,
  fields,
  showRow,
  tickUnits,
} from '../../../wire/base/field-table.js';
import {
  formatExact,
  formatShortest,
  parseScaled,
  parseScaledBig,
} from '../../../wire/base/scale.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { membersOf } from '../../../wire/codec/json.js';
import { rowPacker } from '../../../wire/codec/msgpack.js';
import {
  MsgpackReader,
  readBig,
  readNumber,
  readText,
  skip,
} from '../../../wire/codec/msgpack-reader.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { rowReader } from '../../../wire/codec/row-reader.js';
import { textOf } from '../../../wire/codec/text.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import {
  CORRECTION,
  DEAL,
  EXPLAIN,
  LEDGER,
  ORDER,
  POSITION,
} from '../../../wire/trading/records.js';
import {
  buildAccountEvent,
  buildDeal,
  buildDeskEvent,
  buildOrder,
  buildPosition,
  buildResult,
} from '../../support/build.js';
import { rowToArray } from '../../support/state-rows.js';
import { holds, library, rowOf, text } from '../../support/values.js';

const packed = (value: unknown): Buffer => Buffer.from(library.pack(value));
const hex = (bytes: string): MsgpackReader =>
  new MsgpackReader(Buffer.from(bytes.replaceAll(' ', ''), 'hex'));

const same = (found: unknown, wanted: unknown): void => {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  if (plain(found) !== plain(wanted)) throw new Error(`${plain(found)} is not ${plain(wanted)}`);
};

const TABLES = { ORDER, DEAL, POSITION, LEDGER, EXPLAIN, QUEUED, CORRECTION };

t.test('Rows are read as they were packed, by whichever writer', async (t) => {
  for (const table of Object.values(TABLES)) {
    const read = rowReader<FieldTable>(table);
    const write = rowPacker<FieldTable>(table);
    holds(t, rowOf(table), 300, (row) => {
      const out = new Bytes();
      write(out, row as never);
      for (const bytes of [Buffer.from(out.written()), packed(rowToArray(table, row as never))]) {
        const from = new MsgpackReader(bytes);
        same(read(from), row);
        same(from.at, bytes.length);
      }
    });
  }
});

t.test('Some fields are read without the others', async (t) => {
  const read = rowReader(DEAL, ['position_id', 'entry', 'created_at']);
  holds(t, rowOf(DEAL), 300, (row) => {
    const from = new MsgpackReader(packed(rowToArray(DEAL, row as never)));
    const { position_id, entry, created_at } = row;
    same(read(from), { position_id, entry, created_at });
    same(from.at, from.bytes.length);
  });
});

t.test('A row of before a field was appended has the empty value there', async (t) => {
  const before = fields({ id: 'int', name: 'text' });
  const after = fields({ ...before, rate: 'rate', days: 'list', at: 'time' });
  const row = { id: 7, name: 'lots' };
  const from = new MsgpackReader(packed([rowToArray(before, row), 'next']));
  from.at = 1;
  t.same(rowReader(after)(from), { ...emptyRow(after), ...row });
  t.equal(readText(from), 'next');
  from.at = 1;
  t.same(rowReader(after, ['at', 'id'])(from), { at: 0, id: 7 });
  t.equal(readText(from), 'next');
});

t.test('Values of every kind are passed over', async (t) => {
  const values = fc.oneof(
    fc.anything({ withBigInt: true, withTypedArray: false, withNullPrototype: false }),
    fc.array(fc.nat(), { minLength: 15, maxLength: 70_000, size: 'max' }),
    fc.uint8Array({ maxLength: 70_000, size: 'max' }).map((bytes) => Buffer.from(bytes)),
    text,
  );
  holds(t, values, 300, (value) => {
    const from = new MsgpackReader(Buffer.concat([packed(value), packed(5)]));
    skip(from, 1);
    same(readNumber(from), 5);
  });
});

t.test('Numbers are read in every form that they may have', async (t) => {
  const forms = {
    '07': 7,
    e0: -32,
    'cc ff': 255,
    'cd 01 00': 256,
    'ce ff ff ff ff': 2 ** 32 - 1,
    'cf 00 1f ff ff ff ff ff ff': Number.MAX_SAFE_INTEGER,
    'd0 80': -128,
    'd1 80 00': -32_768,
    'd2 80 00 00 00': -(2 ** 31),
    'd3 ff ff ff ff ff ff ff ff': -1,
    'ca 3f c0 00 00': 1.5,
    'cb 3f f8 00 00 00 00 00 00': 1.5,
  };
  for (const [form, value] of Object.entries(forms)) {
    const from = hex(form);
    t.equal(readNumber(from), value, form);
    t.equal(from.at, from.bytes.length);
  }
  t.equal(readBig(hex('07')), 7n);
  t.equal(readBig(hex('cf ff ff ff ff ff ff ff ff')), 2n ** 64n - 1n);
  t.throws(() => readNumber(hex('a1 41')), /byte 0 is 161, not the beginning of a number/);
  t.throws(() => readText(hex('')), /behind the end/);
});

t.test('Texts that are read again and again stay apart', async (t) => {
  const all = Array.from({ length: 5_000 }, (_, n) => `SYM${n % 2_500}`);
  const read = all.map((name) => readText(new MsgpackReader(packed(name))));
  t.same(read.join(), all.join());
});

t.test('Events are read as they were packed', async (t) => {
  const outcome = { request_id: 'r', digest: 'd', result: buildResult() };
  const events = [
    buildAccountEvent(),
    buildAccountEvent({
      orders: [buildOrder({ origin: { ip: '192.0.2.1', terminal: 'web' } }), buildOrder()],
      deals: [buildDeal({ comment: 'größer' })],
      positions: [buildPosition({ closed: true, rate_margin: 2n ** 70n })],
      remembered: outcome,
      explain: { ...emptyRow(EXPLAIN), charges: { 'standard lots': -350 } },
    }),
    buildAccountEvent({
      queued: [emptyRow(QUEUED)],
      corrections: [emptyRow(CORRECTION)],
      derived: [{ request_id: 'r', login: 1, action: 'agent', amount: '1', comment: '' }],
    }),
    buildAccountEvent({
      corrections: [7, 8, 9].map((id) => ({ ...emptyRow(CORRECTION), id, position_id: id - 4 })),
      journal: [{ kind: 'trade', login: 1001, text: 'deleted' }],
    }),
    buildAccountEvent({ journal: [{ kind: 'trade', login: 1001, text: 'warning' }] }),
    buildDeskEvent({ changes: [{ kind: 'group', key: 'g', version: 1, record: null }] }),
  ];
  for (const event of events) t.same(unpackEvent(packEvent(event)), event);
  t.throws(() => unpackEvent(Buffer.alloc(20, 9)), /unknown event kind 9/);
});

t.test('a decimal is read exactly, or not at all', async (t) => {
  t.equal(parseScaled('1.23', 8), 123_000_000);
  t.equal(parseScaled('-0.5', 2), -50);
  t.equal(parseScaled('1.2300', 2), 123, 'zeros beyond the scale say nothing');
  t.equal(parseScaled('1.231', 2), undefined, 'a decimal beyond the scale does');
  t.equal(parseScaled('9007199254740993', 0), undefined, 'no double holds it');
  for (const text of ['', '.', '.5', '5.', '1e3', '+1', ' 1', '--1', '1.2.3', '0x1', 'NaN']) {
    t.equal(parseScaled(text, 4), undefined, `"${text}" is no decimal`);
  }
});

t.test('short decimals take the quick way and come to the same', async (t) => {
  const digits = fc.stringMatching(/^-?\d{1,12}(\.\d{1,9})?$/);
  holds(t, fc.tuple(digits, fc.integer({ min: 0, max: 12 })), 5000, ([text, scale]) => {
    const exact = parseScaledBig(text, scale);
    const fits = exact !== undefined && Number.isSafeInteger(Number(exact));
    const read = parseScaled(text, scale);
    return fits ? read === Number(exact) : read === undefined;
  });
});

t.test('what is written reads back', async (t) => {
  const scaled = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }));
  holds(t, scaled, 2000, ([value, scale]) => {
    const shortest = formatShortest(value, scale);
    const exact = formatExact(value, scale, scale);
    return [shortest, exact].every((text) => {
      return text.length > 20 || parseScaled(text, scale) === (value === 0 ? 0 : value);
    });
  });
});

const dealMembers = membersOf(DEAL);

t.test('the tick size of a deal is told exactly, however many digits prices have', async (t) => {
  const at = (digits: number, tick: string): unknown => {
    const tick_size = tickUnits(parseScaled(tick, digits + 3) as number, digits);
    const row = { ...emptyRow(DEAL), digits, tick_size };
    const scale = { digits, currency_digits: 2 };
    const members = textOf((out) => dealMembers(out, row, scale));
    const text = JSON.parse(`{${members}}`) as { tick_size: string };
    t.equal(text.tick_size, showRow(DEAL, row, scale).tick_size);
    return text.tick_size;
  };
  t.equal(at(0, '1'), '1');
  t.equal(at(2, '0.25'), '0.25');
  t.equal(at(5, '0.00001'), '0.00001');
  t.equal(at(8, '0.00000001'), '0.00000001');
  t.equal(at(9, '0.000000001'), '0.000000001');
  t.equal(at(10, '0.0000000005'), '0.0000000005');
  t.equal(at(10, '0.00000002'), '0.00000002');
});
