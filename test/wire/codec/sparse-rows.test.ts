// Events in few bytes: every row comes back as it was, whatever rows were before it.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { emptyRow, type FieldTable, fields } from '../../../wire/base/field-table.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { packEvent } from '../../../wire/codec/pack.js';
import {
  packRequestId,
  packWhole,
  readRequestId,
  readWhole,
  skipRequestId,
  skipWhole,
} from '../../../wire/codec/packed-values.js';
import { PickBase, RowBase, sparseRows } from '../../../wire/codec/sparse-rows.js';
import { unpackEvent, unpackStored } from '../../../wire/codec/unpack.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import { DEAL, EXPLAIN, LEDGER, ORDER, POSITION } from '../../../wire/trading/records.js';
import { buildAccountEvent, buildDeskEvent, buildResult } from '../../support/build.js';
import { EngineHarness } from '../../support/engine-harness.js';
import { holds, rowOf } from '../../support/values.js';

const readerOf = (out: Bytes): MsgpackReader => new MsgpackReader(out.copy());

const same = (found: unknown, wanted: unknown): void => {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  if (plain(found) !== plain(wanted)) throw new Error(`${plain(found)} is not ${plain(wanted)}`);
};

const TABLES: Readonly<Record<string, FieldTable>> = {
  ORDER,
  DEAL,
  POSITION,
  LEDGER,
  EXPLAIN,
  QUEUED,
};
const CODECS = Object.fromEntries(
  Object.entries(TABLES).map(([name, table]) => [name, sparseRows(name, table, `${name} id`)]),
);
const NAMES = Object.keys(TABLES);

t.test('Rows of all kinds come back as they were, one behind the other', async (t) => {
  const rows = fc.array(
    fc
      .constantFrom(...NAMES)
      .chain((name) => rowOf(TABLES[name] as FieldTable).map((row) => ({ name, row }))),
    { maxLength: 6 },
  );
  const base = new RowBase();
  holds(t, fc.tuple(rows, fc.nat(), fc.nat()), 300, ([all, login, time]) => {
    const out = new Bytes();
    base.begin(login, time, 0, '');
    for (const { name, row } of all) CODECS[name]?.write(out, row as never, base);
    const from = readerOf(out);
    base.begin(login, time, 0, '');
    for (const { name, row } of all) same(CODECS[name]?.read(from, base), row);
    same(from.at, from.bytes.length);
  });
});

t.test('Picked fields are those of the whole rows, whatever rows were before', async (t) => {
  const names: Readonly<Record<string, readonly string[]>> = {
    ORDER: ['id', 'symbol', 'done_at'],
    DEAL: ['id', 'position_id', 'login', 'symbol', 'reason', 'volume', 'comment', 'created_at'],
    POSITION: ['id', 'volume', 'closed'],
    LEDGER: [],
  };
  const picked = Object.entries(names);
  const kept = picked.flatMap(([name, some]) => CODECS[name]?.placesOf(some) ?? []);
  const picks = Object.fromEntries(
    picked.map(([name, some]) => [name, CODECS[name]?.pick(some, kept)]),
  );
  const rows = fc.array(
    fc
      .constantFrom(...Object.keys(names))
      .chain((name) => rowOf(TABLES[name] as FieldTable).map((row) => ({ name, row }))),
    { maxLength: 6 },
  );
  const base = new RowBase();
  const pickBase = new PickBase(kept);
  const into: Record<string, unknown> = {};
  holds(t, fc.tuple(rows, fc.nat(), fc.nat()), 300, ([all, login, time]) => {
    const out = new Bytes();
    base.begin(login, time, 0, '');
    for (const { name, row } of all) CODECS[name]?.write(out, row as never, base);
    const from = readerOf(out);
    pickBase.begin(login, time, 0);
    for (const { name, row } of all) {
      picks[name]?.(from, pickBase, into as never);
      const some = names[name] ?? [];
      const wanted = row as Readonly<Record<string, unknown>>;
      same(
        some.map((field) => into[field]),
        some.map((field) => wanted[field]),
      );
    }
    same(from.at, from.bytes.length);
  });
});

t.test('A row that repeats the one before it takes its states alone', async (t) => {
  const { write } = sparseRows('deal', DEAL);
  const base = new RowBase().begin(1001, 0, 0, '');
  const out = new Bytes();
  const deal = {
    ...emptyRow(DEAL),
    id: 7,
    login: 1001,
    symbol: 'EURUSD',
    action: 'sell',
    volume: 1e8,
    price: 108_950_000,
    request_id: randomUUID(),
  } as const;
  write(out, deal, base);
  const first = out.length;
  write(out, deal, base);
  t.equal(out.length - first, 1 + Math.ceil(Object.keys(DEAL).length / 4));
});

t.test('A row of before fields were appended has their empty values', async (t) => {
  const before = fields({ id: 'int', name: 'text' });
  const more = { rate: 'rate', days: 'list', at: 'time', is_open: 'bool', of: 'object' } as const;
  const after = fields({ ...before, ...more });
  const old = sparseRows('row', before);
  const now = sparseRows('row', after);
  const base = new RowBase();
  const out = new Bytes();
  old.write(out, { id: 7, name: 'lots' }, base.begin(1, 2, 0, ''));
  const read = now.read(readerOf(out), base.begin(1, 2, 0, ''));
  t.same(read, { ...emptyRow(after), id: 7, name: 'lots' });
});

t.test('Whole numbers come back exact, up to 2^53 on both sides', async (t) => {
  const edges = [0, 63, 64, 8_191, 8_192, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1];
  const whole = fc.oneof(fc.constantFrom(...edges), fc.maxSafeInteger());
  holds(t, fc.tuple(whole, fc.boolean()), 2_000, ([size, isNegative]) => {
    const value = isNegative ? 0 - size : size;
    const out = new Bytes();
    packWhole(out, value);
    const from = readerOf(out);
    same([readWhole(from), from.at], [value, out.length]);
    from.at = 0;
    skipWhole(from);
    same(from.at, out.length);
    if (out.length > 8) throw new Error(`${value} takes ${out.length} bytes`);
  });
});

t.test('A request id comes back as it was written, a UUID from 17 bytes', async (t) => {
  const id = randomUUID();
  const ids = [id, id.toUpperCase(), id.replace('-', '_'), `${id.slice(1)}g`, '', 'größer', 'ü'];
  for (const one of [...ids, 'x'.repeat(36), 'x'.repeat(300)]) {
    const out = new Bytes();
    packRequestId(out, one);
    t.equal(readRequestId(readerOf(out)), one);
    if (one === id) t.equal(out.length, 17);
    packRequestId(out.clear(), one, one);
    t.same([readRequestId(readerOf(out), one), out.length], [one, 1]);
    out.byte(0);
    const from = readerOf(out);
    skipRequestId(from);
    t.equal(from.at, 1);
  }
});

t.test('The event of a usual order takes at most 450 bytes', async (t) => {
  const broker = new EngineHarness({ group: { margin_mode: 'netting' } });
  broker.quote('EURUSD', '1.10000', '1.10002');
  broker.deposit('100000000');
  for (const side of ['buy', 'sell'] as const) {
    broker.trade({ kind: 'open', symbol: 'EURUSD', side, volume: '0.01' });
    const packed = packEvent(broker.events.at(-1) as never);
    t.ok(packed.length <= 450, `${packed.length} bytes`);
    t.same(unpackEvent(packed), broker.events.at(-1));
  }
});

t.test('An outcome of another request than the cause is told with its own id', async (t) => {
  const request_id = randomUUID();
  const remembered = { request_id, digest: 'd', result: buildResult({ request_id }) };
  const event = buildAccountEvent({ remembered });
  t.same(unpackStored(packEvent(event)).remembered, remembered);
});

t.test('A form that is not known is refused by its number', async (t) => {
  for (const event of [buildAccountEvent(), buildDeskEvent()]) {
    const packed = packEvent(event);
    packed[1] = 9;
    t.throws(() => unpackEvent(packed), /unknown event form 9: this server reads form 1/);
    packed[0] = 7;
    t.throws(() => unpackEvent(packed), /unknown event kind 7/);
  }
});
