// Rounds: everybody has a turn, and no round begins too soon.

import t from 'tap';
import { Rounds } from '../../actors/shard/rounds.js';

const EVERY_MS = 100;
/** A time of `performance.now` that never comes, and one that is over. */
const NEVER = Number.POSITIVE_INFINITY;
const OVER = 0;

t.test('a round begins so long after the last one began, or when that is over', (t) => {
  const seen: number[] = [];
  const rounds = new Rounds(EVERY_MS, () => [1, 2]);
  const go = (now: number): number[] => {
    seen.length = 0;
    t.ok(rounds.go((one) => seen.push(one), now, NEVER));
    return [...seen];
  };
  t.same(go(1000), [1, 2]);
  t.same(go(1099), []);
  t.same(go(1100), [1, 2]);
  t.same(go(1150), []);
  t.same(go(5000), [1, 2]);
  t.same(go(5050), [], 'what was missed is not made up for');
  t.equal(rounds.count, 3);
  t.end();
});

t.test('a turn that is over leaves the others to the next one, which need not wait', (t) => {
  const all = new Set(Array.from({ length: 40 }, (_, n) => n));
  const seen: number[] = [];
  const rounds = new Rounds(EVERY_MS, () => all);
  const go = (now: number): boolean => rounds.go((one) => seen.push(one), now, OVER);
  t.notOk(go(1000));
  t.equal(seen.length, 16, 'the clock is not read after each');
  all.delete(20);
  all.add(99);
  t.notOk(go(1001));
  t.ok(go(1002));
  t.same(seen, [...all], 'who left on the way is not visited, who came is');
  t.ok(go(1050), 'the round is over');
  t.equal(rounds.count, 1);
  t.end();
});
