// Catch-up: who waits for the projection goes on when it is there.

import t from 'tap';
import { CatchUp } from '../../actors/desk/catch-up.js';

t.test('who waits for an event goes on when the database shows it', async (t) => {
  const catchUp = new CatchUp();
  const gone: number[] = [];
  const waits = [3, 5, 0].map((seq) => catchUp.until(seq).then((there) => there && gone.push(seq)));
  await waits[2];
  t.same(gone, [0]);
  catchUp.reached(4);
  await waits[0];
  t.same(gone, [0, 3]);
  catchUp.reached(5);
  await waits[1];
  t.same(gone, [0, 3, 5]);
  t.equal(await catchUp.until(2), true);
});

t.test('a projection that does not get on is not waited for without end', async (t) => {
  const { setTimeout } = globalThis;
  const late: (() => void)[] = [];
  t.teardown(() => Object.assign(globalThis, { setTimeout }));
  Object.assign(globalThis, { setTimeout: (run: () => void) => late.push(run) });
  const catchUp = new CatchUp();
  const waits = catchUp.until(1);
  for (const run of late) run();
  t.equal(await waits, false);
});
