// What is read of a peer in a second, and the turns of sessions.

import t from 'tap';
import { ReadAllowance, TURNS } from '../../../../actors/providers/fix/read-rate.js';

t.test('A peer that sends more than its rate rests until it is even', async (t) => {
  const allowance = new ReadAllowance({ messages: 100, bytes: 10_000 });
  t.equal(allowance.restMs(0), 0);
  allowance.spend(200, 20_000);
  t.equal(allowance.restMs(0), 0, 'what was not read for two seconds is read at once');
  allowance.spend(1, 0);
  t.equal(allowance.restMs(0), 20, 'a rest is worth while');
  allowance.spend(49, 0);
  t.equal(allowance.restMs(0), 500);
  t.equal(allowance.restMs(400), 100);
  t.equal(allowance.restMs(500), 0);
  allowance.spend(0, 10_000);
  t.equal(allowance.restMs(500), 500, 'bytes count as well');
  t.equal(allowance.restMs(1_000_000), 0);
  allowance.spend(300, 0);
  t.equal(allowance.restMs(1_000_000), 1000, 'no more is saved up');
});

t.test('Who waits has a turn after those before, and all else goes on between', async (t) => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    const work = (name: string, left: number) => (): void => {
      order.push(name);
      setImmediate(() => order.push('-'));
      if (left > 1) TURNS.add(work(name, left - 1));
      else if (name === 'c') setImmediate(resolve);
    };
    for (const [name, turns] of [
      ['a', 3],
      ['b', 3],
      ['c', 4],
    ] as const) {
      TURNS.add(work(name, turns));
    }
  });
  t.equal(order.filter((one) => one !== '-').join(''), 'abcabcabcc');
  t.equal(order.slice(0, 7).join(''), 'ab-c-a-');
});
