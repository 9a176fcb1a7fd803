// The threads' vitals: when they are whole, and what becomes of one that is in a loop.

import t from 'tap';
import type { PulseWatch } from '../../actors/pulse-watch.js';
import { type Vital, Vitals } from '../../actors/vitals.js';

const thread = (
  name: string,
  is: { alive?: boolean; silent?: boolean; loops?: boolean[] } = {},
) => {
  const { alive = true, silent = false, loops = [] } = is;
  const pulse = { silent, look: () => loops.shift() ?? false } as unknown as PulseWatch;
  return { name, alive, pulse };
};

const host = (threads: (Vital | undefined)[]) => ({
  threads: () => threads,
  end: () => {},
  note: async () => true,
});

t.test('Threads are whole when all are there and none is silent', async (t) => {
  const whole = (...threads: (Vital | undefined)[]) => new Vitals(host(threads)).whole();
  t.equal(whole(thread('desk'), thread('market')), true);
  t.equal(whole(thread('desk'), undefined), false);
  t.equal(whole(thread('desk'), thread('market', { alive: false })), false);
  t.equal(whole(thread('desk'), thread('market', { silent: true })), false);
  const { threads_silent } = new Vitals(host([thread('desk', { silent: true })])).metrics();
  t.equal(threads_silent, 1);
});

t.test('A thread in a loop is ended, and the journal told once it can be', async (t) => {
  const ended: string[] = [];
  const asked: string[] = [];
  await new Promise<void>((resolve) => {
    const vitals = new Vitals({
      threads: () => [thread('desk'), looping],
      end: ({ name }, { message }) => ended.push(`${name}: ${message}`),
      note: async (text) => {
        asked.push(text);
        if (asked.length < 3) return false;
        setImmediate(resolve);
        return true;
      },
    });
    const looping = thread('market', { loops: [false, true] });
    vitals.start();
    t.teardown(() => vitals.stop());
    t.equal(vitals.metrics().endless_loops_total, 0);
  });
  t.same(ended, ['market: the market thread is in an endless loop']);
  t.same(asked, Array(3).fill('the market thread was in an endless loop and has been ended'));
});
