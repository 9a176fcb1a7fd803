// Reports on their way to accounts: their order, what is told again, and what counts as handled.

import t from 'tap';
import type { ProviderReports } from '../../../../actors/providers/gateways/gateway-messages.js';
import { ReportQueue } from '../../../../actors/providers/gateways/report-queue.js';
import { Tickets } from '../../../../actors/providers/gateways/tickets.js';
import type { GatewayCommand } from '../../../../wire/trading/commands.js';

const LOGIN = 1001;
const command = (n: number): GatewayCommand => ({
  ...{ op: 'gateway', gateway_id: 5, order_id: 7, report: 'new', external_id: '' },
  request_id: String(n),
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose deliveries the test answers, and timers that it runs. */
const open = () => {
  const sent: string[] = [];
  const answers: ((isDone: boolean) => void)[] = [];
  const timers: (() => void)[] = [];
  const done: number[] = [];
  const queue = new ReportQueue(
    ({ commands }) => {
      sent.push(commands.map(({ request_id }) => request_id).join(' '));
      return new Promise((resolve) => answers.push(resolve));
    },
    { setTimer: (run) => timers.push(run), clearTimer: () => timers.splice(0) },
  );
  const add = (n: number, order = 7): void => {
    queue.add(LOGIN, order, command(n), () => done.push(n));
  };
  const answer = async (isDone: boolean): Promise<void> => {
    answers.shift()?.(isDone);
    await turn();
  };
  return { queue, sent, done, timers, add, answer };
};

t.test('Of an order one delivery is under way; what comes meanwhile goes next', async (t) => {
  const { sent, done, add, answer, queue } = open();
  for (const n of [1, 2, 3]) {
    add(n);
    await turn();
  }
  t.same(sent, ['1']);
  await answer(true);
  t.same([sent, done], [['1', '2 3'], [1]]);
  await answer(true);
  t.same(done, [1, 2, 3]);
  t.equal(queue.size, 0);
});

t.test('What is read together goes together', async (t) => {
  const { sent, done, add, answer } = open();
  add(1);
  add(2);
  add(3, 8);
  await turn();
  t.same(sent, ['1 2', '3']);
  await answer(true);
  t.same(done, [1, 2]);
});

t.test('What failed is told again, the first first', async (t) => {
  const { sent, done, timers, add, answer } = open();
  add(1);
  await turn();
  await answer(false);
  add(2);
  await turn();
  t.same([sent, done], [['1'], []], 'it waits for the next try');
  t.equal(timers.length, 1, 'one timer waits');
  timers.shift()?.();
  await answer(false);
  timers.shift()?.();
  t.same(sent, ['1', '1 2', '1 2']);
  await answer(true);
  t.same(done, [1, 2]);
});

t.test('A message has room for so many; the others follow', async (t) => {
  const { sent, done, add, answer } = open();
  for (let n = 0; n < 100; n += 1) {
    add(n);
    await turn();
  }
  await answer(true);
  t.same(sent[1]?.split(' ').length, 64);
  while (done.length < 100) await answer(true);
  t.same(
    done,
    Array.from({ length: 100 }, (_, n) => n),
  );
});

t.test('Other work has its turn after the reports before it, and before those after', async (t) => {
  const { queue, sent, done, timers, add, answer } = open();
  const isDone = [false, true];
  add(1);
  queue.add(
    LOGIN,
    7,
    async () => isDone.shift() === true,
    () => done.push(2),
  );
  add(3);
  await turn();
  t.same(sent, ['1']);
  await answer(true);
  t.same(done, [1]);
  timers.shift()?.();
  await turn();
  t.same(done, [1, 2]);
  await answer(true);
  t.same(done, [1, 2, 3]);
});

t.test('A report goes to its account, whatever work of the order came before', async (t) => {
  const logins: number[] = [];
  const deliver = async ({ login }: ProviderReports) => logins.push(login) > 0;
  const env = { setTimer: () => 0, clearTimer: () => undefined };
  const queue = new ReportQueue(deliver, env);
  const work = async () => true;
  queue.add(0, 7, work, () => undefined);
  queue.add(LOGIN, 7, command(1), () => undefined);
  for (let n = 0; n < 3; n += 1) await turn();
  t.same(logins, [LOGIN]);
  t.equal(queue.size, 0);
});

t.test('After its end nothing is told, and nothing counts as handled', async (t) => {
  const { queue, sent, done, add, answer } = open();
  add(1);
  await turn();
  queue.close();
  await answer(true);
  add(2);
  t.same([sent, done], [['1'], []]);
});

t.test('A message is handled when all its parts are, and all before it', async (t) => {
  const handled: number[] = [];
  const tickets = new Tickets((ticket) => handled.push(ticket));
  const first = tickets.open(1, 2);
  tickets.open(2, 0);
  const third = tickets.open(3, 1);
  third();
  first();
  t.same(handled, []);
  first();
  t.same(handled, [3]);
  tickets.open(4, 0);
  t.same(handled, [3, 4]);
  const fifth = tickets.open(5, 1);
  const sixth = tickets.open(6, 1);
  fifth();
  t.same(handled, [3, 4, 5], 'up to the first that is open');
  sixth();
  t.same(handled, [3, 4, 5, 6]);
});
