// Events in few bytes: every row comes back as it was, whatever rows were before it.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { EventFacts } from '../../../storage/projection/event-facts.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { emptyRow, type FieldTable, fields, oneOf } from '../../../wire/base/field-table.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import type { Flat } from '../../../wire/codec/msgpack.js';
import { MsgpackReader, skip } from '../../../wire/codec/msgpack-reader.js';
import { packEvent } from '../../../wire/codec/pack.js';
import {
  keepFlat,
  packDigest,
  packFlat,
  packRequestId,
  packWhole,
  readDigest,
  readFlat,
  readRequestId,
  readWhole,
  skipRequestId,
  skipWhole,
} from '../../../wire/codec/packed-values.js';
import { PickBase, RowBase, sparseRows } from '../../../wire/codec/sparse-rows.js';
import {
  enterEvent,
  unpackEvent,
  unpackHistory,
  unpackStored,
} from '../../../wire/codec/unpack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
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

t.test('Digests come back as they were, two 32-bit numbers in ten bytes', async (t) => {
  const int = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31)));
  const written = (digest: string): Buffer => {
    const out = new Bytes();
    packDigest(out, digest);
    return out.copy();
  };
  const back = (bytes: Buffer): string => {
    const from = new MsgpackReader(bytes);
    const digest = readDigest(from);
    if (from.at !== bytes.length) throw new Error(`read ${from.at} of ${bytes.length} bytes`);
    from.at = 0;
    skip(from, 1);
    if (from.at !== bytes.length) throw new Error(`skipped ${from.at} of ${bytes.length} bytes`);
    return digest;
  };
  holds(t, fc.tuple(int, int), 300, ([one, other]) => {
    const digest = `${one}.${other}`;
    const bytes = written(digest);
    same(bytes.length, 10);
    same(back(bytes), digest);
  });
  const others = ['', '.', '1', '1.', '.1', '-0.1', '01.2', '1.-', '1.2.3', '1.2147483648', 'é.1'];
  for (const digest of [...others, '1.99999999999', '1e3.1', ' 1.2', 'd']) {
    t.equal(back(written(digest)), digest, digest);
  }
});

t.test('Objects come back as they were, kept or not, and sessions in few bytes', async (t) => {
  const session = '04eaad175e03aad87bc3d5bed180abf9';
  const origin = { terminal: 'desktop', ip: '127.4.0.28', session };
  const written = (value: object): Buffer => {
    const out = new Bytes();
    packFlat(out, value as typeof origin);
    return out.copy();
  };
  const others: Flat[] = [{}, { session: session.toUpperCase() }, { session: 7, swap: -(2 ** 31) }];
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`name ${n}`, n]));
  const addresses = [
    '0.0.0.0',
    '255.255.255.255',
    '256.0.0.1',
    '01.2.3.4',
    '1.2.3',
    '1.2.3.4.',
    '::1',
  ];
  for (const ip of addresses) others.push({ session: ip });
  for (const value of [origin, ...others, { ip: `${session}0`, é: 'ü' }, long]) {
    const bytes = written(value);
    const from = new MsgpackReader(bytes);
    t.same(readFlat(from), value);
    t.equal(from.at, bytes.length);
    from.at = 0;
    skip(from, 1);
    t.equal(from.at, bytes.length, 'it is skipped');
    keepFlat(value as typeof origin);
    t.same(written(value), bytes, 'kept');
  }
  t.equal(written({ ...origin }).length, 31);
  Object.assign(origin, { ip: '::1' });
  t.equal(written(origin).length, 31, 'its kept bytes are written');
});

t.test('A list of which most values are 0 has the others alone', async (t) => {
  const { write, read } = sparseRows('sums', { sums: 'list' });
  const sizes = [
    [],
    [0],
    [0, 0, 7],
    [1, 2, 0],
    Array(16).fill(0),
    [1e10, ...Array(14).fill(0), -270],
  ];
  for (const sums of sizes) {
    const out = new Bytes();
    write(out, { sums }, new RowBase());
    t.same(read(readerOf(out), new RowBase()), { sums });
  }
  const out = new Bytes();
  write(out, { sums: [1e10, ...Array(15).fill(0)] }, new RowBase());
  t.equal(out.length, 10);
});

/** An event with each kind of value. */
const recorded = (): AccountEvent => {
  const request_id = '5f0c7a52-9d1e-4c6b-8a4e-905437208277';
  const session = '04eaad175e03aad87bc3d5bed180abf9';
  const origin = { terminal: 'desktop', ip: '127.4.0.28', session };
  const digest = '1080882426.-134143860';
  const charges = { 'standard lots': -350 };
  return buildAccountEvent({
    orders: [{ ...emptyRow(ORDER), id: 7, origin }],
    remembered: { request_id, digest, result: buildResult({ request_id }) },
    ledger: { ...emptyRow(LEDGER), day_sums: [1e10, 0, 0, -270, 0, 0, 0, 0] },
    queued: [{ ...emptyRow(QUEUED), id: 8, rule_action: 'dealer' }],
    explain: { ...emptyRow(EXPLAIN), rule: 'rest', action: 'confirm_market_price', charges },
  });
};
// Written by the servers that wrote these forms; they are never written again.
const FORM_2 =
  '01020000000000488f40010b0180eab4dc956701000000a0ad64656d6f5c7374616e646172640100000a020000' +
  '00000000002000078300d4040601d6037f04001c02d80204eaad175e03aad87bc3d5bed180abf9015f0c7a529d' +
  '1e4c6b8a4e905437208277d701406cf4faf801208c040a008001015f0c7a529d1e4c6b8a4e905437208277a26f' +
  '6b05060000000000024802008090dfc04a03ce04011002000000000000000000000000002000080503000018a4' +
  '0106a00000000800a4726573740281ad7374616e64617264206c6f7473d1fea2';
/** The same form, whose waiting requests have one field more. */
const FORM_2_LONGER =
  '01020000000000488f40010b0180eab4dc956701000000a0ad64656d6f5c7374616e646172640100000a0200' +
  '0000000000002000078300d4040601d6037f04001c02d80204eaad175e03aad87bc3d5bed180abf9015f0c7a' +
  '529d1e4c6b8a4e905437208277d701406cf4faf801208c040a008001015f0c7a529d1e4c6b8a4e9054372082' +
  '77a26f6b05060000000000024802008090dfc04a03ce04011102000000000000000000000000002000000805' +
  '03000018a40106a00000000800a4726573740281ad7374616e64617264206c6f7473d1fea2';
/** The same form, whose ledgers have one field more. */
const FORM_2_LONGEST =
  '01020000000000488f40010b0180eab4dc956701000000a0ad64656d6f5c7374616e646172640100000a0200' +
  '0000000000002000078300d4040601d6037f04001c02d80204eaad175e03aad87bc3d5bed180abf9015f0c7a' +
  '529d1e4c6b8a4e905437208277d701406cf4faf801208c040a008001015f0c7a529d1e4c6b8a4e9054372082' +
  '77a26f6b0507000000000002004802008090dfc04a03ce040111020000000000000000000000000020000008' +
  '0503000018a40106a00000000800a4726573740281ad7374616e64617264206c6f7473d1fea2';

t.test('What earlier servers wrote is read for ever', async (t) => {
  const event = recorded();
  for (const bytes of [FORM_2, FORM_2_LONGER, FORM_2_LONGEST]) {
    const packed = Buffer.from(bytes, 'hex');
    const written = unpackEvent(packed) as AccountEvent;
    t.same(unpackEvent(packEvent(written)), written);
    t.same(written.orders, [{ ...event.orders[0], login: written.orders[0]?.login }]);
    for (const part of ['remembered', 'queued', 'explain'] as const) {
      same(written[part], event[part]);
    }
    t.same(written.ledger.day_sums, event.ledger.day_sums);
    t.same(unpackStored(packed).remembered, event.remembered);
    t.same(unpackHistory(packed).remembered, event.remembered);
    const from = new MsgpackReader(packed);
    const facts = new EventFacts().read(enterEvent(from), from);
    t.equal(facts.key, requestKeyOf(event.login, event.remembered?.request_id ?? ''));
    t.equal(facts.orders[0]?.id, 7);
  }
  t.equal(packEvent(event).toString('hex'), FORM_2_LONGEST);
});

t.test('What no writer wrote is an error', async (t) => {
  const flat = (hex: string) => readFlat(new MsgpackReader(Buffer.from(hex, 'hex')));
  for (const hex of ['8100d40000', '8100d40463', '8100d84200', '817fa161', '8100d6010102']) {
    t.throws(() => flat(hex), /not the beginning of/, hex);
  }
  const { write } = sparseRows('words', { action: oneOf('', 'reject') });
  const unknown = { action: 'gone' } as never;
  t.throws(() => write(new Bytes(), unknown, new RowBase()), /gone is not one of , reject/);
});

t.test('A form that is not known is refused by its number', async (t) => {
  for (const event of [buildAccountEvent(), buildDeskEvent()]) {
    const packed = packEvent(event);
    packed[1] = 9;
    t.throws(() => unpackEvent(packed), /unknown event form 9: this server reads form 2/);
    packed[0] = 7;
    t.throws(() => unpackEvent(packed), /unknown event kind 7/);
  }
});
