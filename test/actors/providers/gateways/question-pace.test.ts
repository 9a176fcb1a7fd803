// Questions for the states of many orders: some at once, the rest so many a second.

import t from 'tap';
import {
  OrderQuestions,
  QUESTIONS_AT_ONCE,
} from '../../../../actors/providers/gateways/question-pace.js';
import type { WorkingOrder } from '../../../../actors/providers/gateways/working-order.js';

const PER_SECOND = 2_000;

/** Questions by a clock that the test moves, and what was asked. */
const made = (count: number) => {
  let now = 0;
  let timer: { readonly at: number; readonly run: () => void } | undefined;
  const asked: WorkingOrder[] = [];
  const env = {
    elapsed: () => now,
    setTimer: (run: () => void, ms: number) => {
      timer = { at: now + ms, run };
      return timer;
    },
    clearTimer: (which: unknown) => {
      if (which === timer) timer = undefined;
    },
  };
  const questions = new OrderQuestions(env, (order) => asked.push(order));
  const orders = Array.from({ length: count }, (_, n) => ({ clientId: `${n}` }) as WorkingOrder);
  /** Runs the timer; false = there is none. */
  const turn = (): boolean => {
    const due = timer;
    if (due === undefined) return false;
    timer = undefined;
    now = due.at;
    due.run();
    return true;
  };
  return { questions, orders, asked, turn, now: () => now };
};

t.test('One turn asks for a bounded number of orders, and so does a second', async (t) => {
  const { questions, orders, asked, turn, now } = made(100_000);
  questions.add(orders);
  const turns = [asked.length];
  for (let before = asked.length; turn(); before = asked.length) turns.push(asked.length - before);
  t.equal(Math.max(...turns), QUESTIONS_AT_ONCE);
  t.same(asked, orders, 'each is asked for once, in their order');
  const least = (1000 * (orders.length - QUESTIONS_AT_ONCE)) / PER_SECOND;
  t.ok(now() >= least - 1, `${now()} ms`);
});

t.test('A waiting order is asked for once; a later question comes after others', async (t) => {
  const { questions, orders, asked, turn } = made(100);
  questions.add(orders);
  questions.add(orders);
  while (turn());
  t.same(asked, [...orders, ...orders.slice(0, QUESTIONS_AT_ONCE)]);
});

t.test('After the end of a session nothing more is asked', async (t) => {
  const { questions, orders, asked, turn } = made(100);
  questions.add(orders);
  questions.stop();
  t.notOk(turn());
  t.equal(asked.length, QUESTIONS_AT_ONCE);
  questions.add(orders);
  while (turn());
  t.same(asked.slice(QUESTIONS_AT_ONCE), orders, 'the next session asks for all');
});
