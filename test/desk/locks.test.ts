// Locks: order, independence, many names at a time, and what fails under them.

import t from 'tap';
import { Locks } from '../../actors/desk/locks.js';

/** Turns after which work that could begin has begun. */
const TURNS_MAX = 100;

/** Work that notes when it begins and ends, and ends when it is let. */
const watched = (locks: Locks) => {
  const seen: string[] = [];
  const letEnd = new Map<string, () => void>();
  const begin = (name: string, names: readonly string[]): Promise<void> =>
    locks.hold(names, async () => {
      seen.push(`${name} begins`);
      await new Promise<void>((resolve) => {
        letEnd.set(name, resolve);
      });
      seen.push(`${name} ends`);
    });
  const end = async (name: string, work: Promise<void>): Promise<void> => {
    for (let turns = 0; turns < TURNS_MAX && !letEnd.has(name); turns += 1) await Promise.resolve();
    if (!letEnd.has(name)) throw new Error(`${name} never began`);
    letEnd.get(name)?.();
    await work;
  };
  return { seen, begin, end };
};

t.test('work on one name runs in the order it came, work on another beside it', async (t) => {
  const { seen, begin, end } = watched(new Locks());
  const works = [begin('a1', ['a']), begin('a2', ['a']), begin('b1', ['b'])] as const;
  await end('b1', works[2]);
  await end('a1', works[0]);
  await end('a2', works[1]);
  t.same(
    seen.filter((line) => line.startsWith('a')),
    ['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'],
  );
  t.ok(seen.indexOf('b1 ends') < seen.indexOf('a1 ends'));
});

t.test('names in any order and twice never wait for each other in a ring', async (t) => {
  const { seen, begin, end } = watched(new Locks());
  const first = begin('first', ['a', 'b', 'a']);
  const second = begin('second', ['b', 'a']);
  await end('first', first);
  await end('second', second);
  t.same(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
});

t.test('work that throws gives its names back', async (t) => {
  const locks = new Locks();
  const failing = locks.hold(['a'], async () => {
    throw new Error('the log is gone');
  });
  await t.rejects(failing, /the log is gone/);
  t.equal(await locks.hold(['a'], async () => 'free'), 'free');
});
