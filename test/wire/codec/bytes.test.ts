// What is written as bytes, held against the texts of decimals, JSON.stringify and the library.

import fc from 'fast-check';
import t from 'tap';
import { emptyRow, type FieldTable, type Row, showRow } from '../../../wire/base/field-table.js';
import { formatExact, formatShortest } from '../../../wire/base/scale.js';
import { Bytes, SLACK_BYTES } from '../../../wire/codec/bytes.js';
import {
  keepJson,
  liveMembersOf,
  membersOf,
  writeText,
  writeTime,
} from '../../../wire/codec/json.js';
import { packNumber, packr, packText, rowPacker } from '../../../wire/codec/msgpack.js';
import { wordCopyOf } from '../../../wire/codec/word-copy.js';
import { DAILY } from '../../../wire/trading/daily.js';
import {
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
  type LiveFields,
  liveDefaultOf,
} from '../../../wire/trading/live-fields.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import {
  CORRECTION,
  DEAL,
  EXPLAIN,
  LEDGER,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
} from '../../../wire/trading/records.js';
import { rowToArray } from '../../support/state-rows.js';
import { holds, library, rowOf, text, wellFormed, whole } from '../../support/values.js';

/** What is written, as text and in hex. */
const written = (write: (out: Bytes) => void): Bytes => {
  const out = new Bytes();
  write(out);
  return out;
};
const writtenHex = (write: (out: Bytes) => void): string => written(write).copy().toString('hex');

const equal = (found: unknown, wanted: unknown): void => {
  if (found !== wanted) throw new Error(`${found} instead of ${wanted}`);
};

t.test(
  'numbers and decimals are written with the same bytes as their formatted texts',
  async (t) => {
    holds(t, whole, 1000, (value) => equal(written((out) => out.int(value)).text(), String(value)));
    const scaled = fc.tuple(
      whole,
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 0, max: 15 }),
    );
    holds(t, scaled, 1000, ([value, scale, shown]) => {
      const decimals = Math.min(scale, shown);
      const exact = written((out) => out.exact(value, scale, decimals));
      equal(exact.text(), formatExact(value, scale, decimals));
      const shortest = written((out) => out.shortest(value, scale));
      equal(shortest.text(), formatShortest(value, scale));
    });
  },
);

t.test('texts and times are written as JSON.stringify does', async (t) => {
  holds(t, text, 1000, (value) => {
    equal(written((out) => writeText(out, value)).text(), JSON.stringify(value));
    equal(written((out) => out.utf8(value)).text(), wellFormed(value));
  });
  const times = fc.date({ min: new Date(1), max: new Date(8e15), noInvalidDate: true });
  holds(t, times, 1000, (time) => {
    equal(written((out) => writeTime(out, time.getTime())).text(), JSON.stringify(time));
  });
});

t.test('what is longer than the block makes it grow, and nothing is lost', async (t) => {
  const out = new Bytes();
  const parts = Array.from({ length: 40 }, (_, n) => String(n % 10).repeat(SLACK_BYTES));
  for (const part of parts) out.utf8(part);
  t.equal(out.text(), parts.join(''));
  t.same(out.copy().length, out.length);
});

const TABLES: Readonly<Record<string, FieldTable>> = {
  CORRECTION,
  DAILY,
  DEAL,
  EXPLAIN,
  LEDGER,
  MONEY,
  ORDER,
  POSITION,
  QUEUED,
  TRADE_RESULT,
};

for (const [name, table] of Object.entries(TABLES)) {
  t.test(`rows of ${name} are written as JSON and MessagePack`, async (t) => {
    const members = membersOf(table);
    const packRow = rowPacker(table);
    const rows = fc.tuple(rowOf(table), fc.integer({ min: 0, max: 8 }));
    holds(t, rows, 200, ([row, digits]) => {
      const at = { digits, currency_digits: digits % 4 };
      const shown = JSON.stringify(showRow(table, row, at));
      equal(`{${written((out) => members(out, row, at)).text()}}`, shown);
      const packed = writtenHex((out) => packRow(out, row));
      equal(packed, library.pack(rowToArray(table, row)).toString('hex'));
    });
  });
}

type Fields = Readonly<Record<string, unknown>>;

const LIVE: readonly (readonly [FieldTable, LiveFields])[] = [
  [ORDER, LIVE_ORDER],
  [DEAL, LIVE_DEAL],
  [POSITION, LIVE_POSITION],
  [MONEY, LIVE_MONEY],
];

t.test('live rows have every field but those with their default', async (t) => {
  for (const [table, live] of LIVE) {
    const names = Object.keys(table);
    const empty: Fields = emptyRow(table);
    const members = liveMembersOf(table, live);
    const defaults = Object.fromEntries(
      Object.entries(table).map(([name, type]) => [name, liveDefaultOf(type)]),
    );
    const rows = fc.tuple(rowOf(table), fc.subarray(names), fc.integer({ min: 0, max: 8 }));
    holds(t, rows, 300, ([some, emptied, digits]) => {
      const at = { digits, currency_digits: digits % 4 };
      const row: Record<string, unknown> = { ...some };
      for (const name of emptied) row[name] = empty[name];
      const shown: Fields = showRow(table, row as Row<typeof table>, at);
      const others = names.filter((name) => !live.always.includes(name));
      const wanted = [...live.always, ...others]
        .filter((name) => !live.never.includes(name))
        .filter((name) => live.always.includes(name) || shown[name] !== defaults[name])
        .map((name) => [name, shown[name]]);
      const text = `{${written((out) => members(out, row as never, at)).text()}}`;
      equal(text, JSON.stringify(Object.fromEntries(wanted)));
    });
  }
});

t.test('single values are packed as the library packs them', async (t) => {
  const numbers = fc.oneof(
    whole,
    fc.integer(),
    fc.integer({ min: -200, max: 70_000 }),
    fc.double(),
  );
  holds(t, numbers, 1000, (value) => {
    if (Object.is(value, -0)) return;
    const packed = writtenHex((out) => packNumber(out, value));
    equal(packed, library.pack(value).toString('hex'));
  });
  holds(t, text, 1000, (value) => {
    const packed = writtenHex((out) => packText(out, value));
    equal(library.unpack(Buffer.from(packed, 'hex')), wellFormed(value));
  });
});

const TABLE = { origin: 'object' } as const;
const DIGITS = { digits: 0, currency_digits: 0 };

/** Long enough to be kept, some with what must not be written as it is. */
const long = fc
  .tuple(
    fc.constantFrom('5f0c7a52-9d1e-4c6b-8a4e-100000000001', 'x'.repeat(24), 'x'.repeat(64)),
    fc.constantFrom('', '', '"', '\\', '\n', '\u007f', 'é'),
  )
  .map(([text, odd]) => text + odd);

t.test('a long text is the same whichever way it is written, and however often', async (t) => {
  const texts = fc.array(long, { minLength: 2, maxLength: 6 });
  const ways = fc.array(fc.nat(2), { minLength: 24, maxLength: 24 });
  holds(t, fc.tuple(texts, ways), 500, ([texts, ways]) => {
    const out = new Bytes();
    const expected: Buffer[] = [];
    for (const [at, text] of texts.flatMap((one) => [one, one, one, one]).entries()) {
      const way = ways[at];
      if (way === 0) out.utf8(text);
      else if (way === 1) writeText(out, text);
      else packText(out, text);
      if (way === 0) expected.push(Buffer.from(text));
      else if (way === 1) expected.push(Buffer.from(JSON.stringify(text)));
      else expected.push(packr.pack(text));
    }
    return out.copy().equals(Buffer.concat(expected));
  });
});

t.test('an object that is kept is written as one that is not', async (t) => {
  const json = membersOf(TABLE);
  for (const origin of [{ terminal: 'web', ip: '::1', session: 'é"\\' }, { dealer: 2 ** 31 }, {}]) {
    const bytes = () => writtenHex((out) => json(out, { origin }, DIGITS));
    const before = bytes();
    keepJson(origin);
    t.equal(bytes(), before);
  }
});

t.test('bytes that make no number are not kept', async (t) => {
  t.equal(wordCopyOf(Buffer.from('000000000000f87f', 'hex')), undefined);
  t.equal(wordCopyOf(Buffer.from('010000000000f0ff', 'hex')), undefined);
  t.same(wordCopyOf(Buffer.from('abc'))?.length, 3);
});
