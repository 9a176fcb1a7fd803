// Request ids: an id that was used is never taken for a new one.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { RequestIndex } from '../../actors/shard/request-index.js';
import { requestKey, requestKeyOf } from '../../storage/request-key.js';
import type { Remembered } from '../../wire/events.js';
import { emptyRow } from '../../wire/fields.js';
import { TRADE_RESULT } from '../../wire/records.js';

const remembered = (request_id: string): Remembered => ({
  request_id,
  digest: 'd',
  result: { ...emptyRow(TRADE_RESULT), request_id },
});

const zero = () => 0;

t.test('ids that were used are known, ids that were not are almost never asked for', (t) => {
  const index = new RequestIndex(zero, zero);
  const used = Array.from({ length: 20_000 }, () => randomUUID());
  for (const [n, id] of used.entries()) index.add(requestKeyOf(1001, id), n + 1);
  t.ok(used.every((id) => index.mayHold(1001, id)));
  let asked = 0;
  for (let n = 0; n < 20_000; n += 1) if (index.mayHold(1001, randomUUID())) asked += 1;
  t.ok(asked < 20, `${asked} of 20000 unknown ids ask the database`);
  t.end();
});

t.test('the same id of another account is another id', (t) => {
  const index = new RequestIndex(zero, zero);
  const id = randomUUID();
  index.add(requestKeyOf(1001, id), 5);
  t.equal(index.mayHold(1001, id), true);
  t.equal(index.mayHold(1002, id), false);
  t.equal(index.recent(1002, id), undefined);
  t.end();
});

t.test(
  'the newest outcomes are at hand; one that is forgotten is looked for in the database',
  (t) => {
    const index = new RequestIndex(() => 777, zero);
    const first = randomUUID();
    index.remember(1001, { remembered: remembered(first), count: 1, seq: 0 });
    t.equal(index.recent(1001, first)?.count, 1);
    t.equal(index.isOwed(1001, first, 0), false);
    for (let n = 0; n < 65_536; n += 1) {
      index.remember(1001, { remembered: remembered(`id-${n}`), count: n + 2, seq: 0 });
    }
    t.equal(index.recent(1001, first), undefined);
    t.equal(index.mayHold(1001, first), true);
    t.equal(index.isOwed(1001, first, 776), true);
    t.equal(index.isOwed(1001, first, 777), false, 'the database has it from this checkpoint on');
    t.equal(index.isOwed(1002, first, 0), false);
    t.end();
  },
);

t.test('where the database has an id is told by the blocks that may hold it', (t) => {
  const MANY = 1 << 20;
  let committed = 3_000_000;
  const index = new RequestIndex(() => committed, zero);
  for (let seq = 2 * MANY; seq > 0; seq -= 1) index.add(requestKeyOf(1001, String(seq)), seq);
  const spans = (id: string) => index.spans(1001, id);
  t.same(spans(String(MANY + 1))[0], { from: MANY + 1, to: 2 * MANY }, 'the newest are read first');
  t.same(spans('1').at(-1), { from: 1, to: MANY });
  const live = (id: string): void => {
    index.remember(1001, { remembered: remembered(id), count: 1, seq: 0 });
  };
  live('live');
  t.same(spans('live')[0], { from: committed, to: Number.MAX_SAFE_INTEGER });
  for (let n = 1; n < 2 * MANY; n += 1) live(`next ${n}`);
  committed = 6_000_000;
  live('last');
  t.same(spans('live').at(-1), { from: 3_000_000, to: 6_000_000 }, 'all of it is committed');
  t.same(spans('last')[0], { from: 6_000_000, to: Number.MAX_SAFE_INTEGER });
  live('1');
  t.match(spans('1'), [{ from: 6_000_000 }, { from: 1 }], 'an id with two outcomes is in two');
  t.end();
});

t.test('a later outcome of the same id takes the place of the earlier', (t) => {
  const index = new RequestIndex(zero, zero);
  index.remember(7, { remembered: remembered('a'), count: 1, seq: 0 });
  index.remember(7, { remembered: remembered('a'), count: 9, seq: 0 });
  t.equal(index.recent(7, 'a')?.count, 9);
  t.end();
});

t.test('an id has one key, as a text and in the bytes of an event', (t) => {
  for (const id of [randomUUID(), 'größer', '']) {
    const bytes = Buffer.from(`--${id}--`);
    t.equal(requestKey(1001, bytes, 2, bytes.length - 2), requestKeyOf(1001, id));
    t.not(requestKeyOf(1001, id), requestKeyOf(1001 + 2 ** 32, id));
  }
  const ids = Array.from({ length: 20_000 }, (_, n) => String(n));
  t.equal(new Set(ids.map((id) => requestKeyOf(7, id))).size, ids.length);
  t.end();
});

t.test('what the database has yet to see is known exactly, and dropped when it has', (t) => {
  let checkpoint = 0;
  const ids = Array.from({ length: 50_000 }, (_, n) => `id-${n}`);
  const index = new RequestIndex(zero, () => checkpoint);
  const forget = (from: number, until: number) => {
    for (let n = from; n < until; n += 1) {
      const login = 1000 + (n % 7);
      index.addForgotten(login, requestKeyOf(login, ids[n] as string), n + 1);
    }
  };
  const owed = (at: number) => ids.filter((id, n) => index.isOwed(1000 + (n % 7), id, at)).length;
  forget(0, 40_000);
  t.equal(owed(0), 40_000);
  t.equal(owed(39_990), 10);
  checkpoint = 39_990;
  forget(40_000, 50_000);
  t.equal(owed(checkpoint), 10_010);
  const others = ids.filter((id, n) => index.isOwed(2000 + (n % 7), id, 0));
  t.same(others, [], 'of other accounts none');
  t.end();
});
