// The state hash: equal states have equal hashes, and any one changed field gives another.

import fc from 'fast-check';
import t from 'tap';
import { accountHash, addHash, hashText, NO_HASH, recordHash } from '../../storage/state-hash.js';
import type { FieldTable, FieldType, Row } from '../../wire/fields.js';
import { emptyRow } from '../../wire/fields.js';
import { QUEUED } from '../../wire/queued.js';
import { LEDGER, ORDER, POSITION } from '../../wire/records.js';
import { buildLedger, buildOrder, buildPosition } from '../support/build.js';

const anyValue = (type: FieldType): fc.Arbitrary<unknown> => {
  if (typeof type !== 'string') return fc.constantFrom(...type.choices);
  if (type === 'text') return fc.string();
  if (type === 'bool') return fc.boolean();
  if (type === 'rate') return fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  if (type === 'object') {
    const members = fc.oneof(fc.string(), fc.integer());
    return fc.dictionary(fc.string(), members, { noNullPrototype: true });
  }
  if (type === 'list') return fc.array(fc.maxSafeInteger(), { maxLength: 16 });
  return fc.maxSafeInteger();
};

const rowOf = <T extends FieldTable>(table: T): fc.Arbitrary<Row<T>> =>
  fc.record(
    Object.fromEntries(Object.entries(table).map(([name, type]) => [name, anyValue(type)])),
  ) as unknown as fc.Arbitrary<Row<T>>;

/** A row, and the same with one field changed. */
const changedRow = <T extends FieldTable>(table: T) =>
  rowOf(table).chain((row) =>
    fc.constantFrom(...Object.keys(table)).chain((name) =>
      anyValue(table[name] as FieldType)
        .filter((value) => fc.stringify(value) !== fc.stringify(row[name]))
        .map((value) => [row, { ...row, [name]: value } as Row<T>] as const),
    ),
  );

const begun = (ledger = buildLedger({ account_seq: 1 })) => ({
  ledger,
  positions: [buildPosition()],
  orders: [buildOrder()],
  queue: [{ ...emptyRow(QUEUED), id: 9 }],
});

t.test('Any one changed field of a ledger, a position or an order changes the hash', async (t) => {
  const base = begun();
  const differs = <T extends FieldTable>(table: T, hash: (row: Row<T>) => bigint): void =>
    fc.assert(fc.property(changedRow(table), ([a, b]) => hash(a) !== hash(b)));
  t.doesNotThrow(() =>
    differs(LEDGER, (ledger) => {
      fc.pre(ledger.account_seq > 0);
      return accountHash({ ...base, ledger });
    }),
  );
  t.doesNotThrow(() => differs(POSITION, (row) => accountHash({ ...base, positions: [row] })));
  t.doesNotThrow(() => differs(ORDER, (row) => accountHash({ ...base, orders: [row] })));
  t.doesNotThrow(() => differs(QUEUED, (row) => accountHash({ ...base, queue: [row] })));
});

t.test('Any changed record, key, kind or version changes the hash', async (t) => {
  const hashes = [
    recordHash('group', 'a', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'a', 2, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'b', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('symbol', 'a', 1, { x: 1, y: [1, { z: null }] }),
    recordHash('group', 'a', 1, { x: '1', y: [1, { z: null }] }),
    recordHash('group', 'a', 1, { x: 1, y: [1, { z: 0 }] }),
    recordHash('group', 'a', 1, { x: 1, y: [{ z: null }, 1] }),
  ];
  t.equal(new Set(hashes).size, hashes.length);
});

t.test('The order of members, rows and accounts does not matter', async (t) => {
  t.equal(recordHash('g', 'k', 1, { a: 1, b: 2 }), recordHash('g', 'k', 1, { b: 2, a: 1 }));
  const [one, two] = [buildPosition({ id: 1 }), buildPosition({ id: 2 })];
  const ledger = buildLedger({ account_seq: 1 });
  t.equal(
    accountHash({ ledger, positions: [one, two], orders: [], queue: [] }),
    accountHash({ ledger, positions: [two, one], orders: [], queue: [] }),
  );
  const [a, b] = [accountHash(begun()), recordHash('g', 'k', 1, {})];
  t.equal(addHash(a, b), addHash(b, a));
});

t.test(
  'An account without events adds nothing, whether its ledger exists yet or not',
  async (t) => {
    const none = { positions: [], orders: [], queue: [] };
    t.equal(accountHash({ ledger: null, ...none }), NO_HASH);
    t.equal(accountHash({ ledger: { ...emptyRow(LEDGER), login: 5 }, ...none }), NO_HASH);
  },
);

t.test('A hash is written as 64 hex digits and never leaves them', async (t) => {
  t.equal(hashText(NO_HASH), '0'.repeat(64));
  const most = (1n << 256n) - 1n;
  t.equal(hashText(addHash(most, 1n)), '0'.repeat(64));
  t.match(hashText(accountHash(begun())), /^[0-9a-f]{64}$/);
});
