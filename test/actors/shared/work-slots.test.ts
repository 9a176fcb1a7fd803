// Slots of work: how much runs at a time, and in which order the rest does.

import t from 'tap';
import { WorkSlots } from '../../../actors/shared/work-slots.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('So many pieces of work run at a time, the others in their order', async (t) => {
  const slots = new WorkSlots(2);
  const begun: number[] = [];
  const ends: ((isDone: boolean) => void)[] = [];
  const runs = [1, 2, 3, 4].map((n) =>
    slots.run(() => {
      begun.push(n);
      return new Promise<boolean>((resolve, reject) => {
        ends.push((isDone) => (isDone ? resolve(true) : reject(new Error('broken'))));
      });
    }),
  );
  const failed = t.rejects(runs[0] as Promise<boolean>, /broken/);
  await turn();
  t.same(begun, [1, 2]);
  t.equal(slots.waiting, 2);
  ends[0]?.(false);
  await turn();
  t.same(begun, [1, 2, 3], 'a failure ends a turn, too');
  for (const at of [1, 2, 3]) {
    ends[at]?.(true);
    await turn();
  }
  t.same(begun, [1, 2, 3, 4]);
  await Promise.all([failed, ...runs.slice(1)]);
  t.equal(slots.isIdle, true);
  t.equal(await slots.run(async () => 5), 5);
});
