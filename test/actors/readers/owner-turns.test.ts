// Owner turns: the sliced reads of an owner wait for one another, and not for those of others.

import t, { type Test } from 'tap';
import { OF_OWNER, OwnerTurns } from '../../../actors/readers/owner-turns.js';
import { JOB_WAIT_MS, OWNER_JOBS_MAX } from '../../../actors/shared/fair-queue.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';

const busy = refuse('trade.too_many_requests');
const settled = () => new Promise(setImmediate);

/** Reads that end when the test says so, and a clock that the test moves. */
const reading = () => {
  let now = 0;
  const turns = new OwnerTurns(OF_OWNER, busy, () => now);
  const open: { readonly name: string; readonly end: () => void }[] = [];
  return {
    names: () => open.map(({ name }) => name),
    ask: (owner: string, name = owner): Promise<Outcome<string>> =>
      turns.take(owner, () => {
        return new Promise((resolve) => open.push({ name, end: () => resolve(ok(name)) }));
      }),
    /** Ends the read that began first. */
    end: async () => {
      open.shift()?.end();
      await settled();
    },
    pass: (ms: number) => {
      now += ms;
    },
    turns,
  };
};

t.test('the reads of an owner have two turns; those of others go on meanwhile', async (t: Test) => {
  const { ask, names, end } = reading();
  const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
  const other = ask('b');
  await settled();
  t.same(names(), ['a1', 'a2', 'b']);
  await end();
  t.same(names(), ['a2', 'b', 'a3'], 'the next in order of arrival');
  for (let n = 0; n < 4; n += 1) await end();
  t.same(await Promise.all(asked), ['a1', 'a2', 'a3', 'a4'].map(ok));
  t.same(await other, ok('b'));
});

t.test('too many of an owner are refused, and those that waited too long', async (t) => {
  const { ask, names, end, pass } = reading();
  const asked = Array.from({ length: OF_OWNER.open + OWNER_JOBS_MAX }, () => ask('a'));
  await settled();
  t.equal(names().length, OF_OWNER.open);
  t.same(await ask('a'), busy);
  pass(JOB_WAIT_MS + 1);
  await end();
  t.equal(names().length, OF_OWNER.open - 1, 'none of those who waited begins');
  await end();
  const answers = await Promise.all(asked);
  t.equal(answers.filter(({ ok }) => !ok).length, OWNER_JOBS_MAX);
  const again = ask('a');
  await settled();
  t.same(names(), ['a'], 'there is room again');
  await end();
  t.ok((await again).ok);
});

t.test('a read that fails gives its turn on', async (t) => {
  const { turns, ask, names, end } = reading();
  const failing = Array.from({ length: OF_OWNER.open }, () =>
    turns.take('a', () => Promise.reject(new Error('the disk'))),
  );
  const next = ask('a');
  for (const one of failing) await t.rejects(one, /the disk/);
  await settled();
  t.same(names(), ['a']);
  await end();
  t.ok((await next).ok);
});
