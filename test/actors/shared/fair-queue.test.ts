// The fair queue: an address that guesses does not shut the others out.

import t from 'tap';
import { FairPool } from '../../../actors/shared/fair-pool.js';
import {
  AUDIENCE_JOBS_MAX,
  addressShare,
  FairQueue,
  type FairShare,
  JOB_WAIT_MS,
  loginShare,
  OWNER_JOBS_MAX,
  OWNERS_MAX,
} from '../../../actors/shared/fair-queue.js';
import type { WorkerPool } from '../../../actors/shared/worker-pool.js';
import { refuse } from '../../../wire/base/codes.js';

/** A queue, and what became of the jobs that it was given. */
const openQueue = () => {
  const queue = new FairQueue();
  const refused: string[] = [];
  let now = 0;
  const add = (name: string, share: FairShare): void =>
    queue.add({ share, cameAt: now, run: () => {}, refuse: () => refused.push(name) });
  /** Runs the next jobs, of so many ms each; their owners, in the order in which they are run. */
  const run = (count: number, ms = 1): string[] =>
    Array.from({ length: count }, () => {
      const job = queue.next(now);
      if (job !== undefined) queue.ended(job.share, ms, now);
      return job?.share.owner ?? 'none';
    });
  const after = (ms: number): void => {
    now += ms;
  };
  return { queue, refused, add, run, after };
};

const from = (ip: string): FairShare => addressShare('trader', ip);

t.test('an address that had little work done goes before those that guess', async (t) => {
  const { add, run } = openQueue();
  for (let n = 0; n < 20; n += 1) add('guess', from('192.0.2.1'));
  t.same(run(5), Array(5).fill('192.0.2.1'));
  add('honest', from('198.51.100.7'));
  t.same(run(2), ['198.51.100.7', '192.0.2.1']);
});

t.test('an owner of few long jobs goes after one of many short jobs', async (t) => {
  const { add, run } = openQueue();
  add('long', loginShare({ audience: 'trader', login: 1001 }));
  run(1, 100);
  for (let n = 0; n < 5; n += 1) {
    add('long', loginShare({ audience: 'trader', login: 1001 }));
    add('short', loginShare({ audience: 'trader', login: 1002 }));
  }
  t.same(run(6), [...Array(5).fill('login 1002'), 'login 1001']);
});

t.test('a pool counts the time of each job for its owner', async (t) => {
  let now = 0;
  const ran: string[] = [];
  const thread = {
    run: async (task: unknown) => {
      const { name, ms } = task as { name: string; ms: number };
      ran.push(name);
      now += ms;
    },
    renew: () => {},
    close: async () => {},
  };
  const pool = new FairPool(thread as WorkerPool, refuse('internal'), () => now);
  const ask = (login: number, name: string, ms: number) =>
    pool.ask(loginShare({ audience: 'trader', login }), { name, ms });
  await ask(1001, 'export', 900);
  const asked = [ask(1002, 'first', 10), ask(1001, 'export', 900), ask(1002, 'second', 10)];
  await Promise.all(asked);
  t.same(ran, ['export', 'first', 'second', 'export']);
});

t.test('an IPv6 network of one customer is one owner', async (t) => {
  const { add, run } = openQueue();
  for (let n = 0; n < 5; n += 1) add('guess', from(`2001:db8::${n}`));
  t.same(run(1), ['20010db800000000::/64']);
  add('honest', from('2001:db8:0:1::1'));
  t.same(run(1), ['20010db800000001::/64']);
});

t.test('the networks of one /48 together go behind an address that had less work', async (t) => {
  const { refused, add, run } = openQueue();
  for (let n = 0; n < AUDIENCE_JOBS_MAX; n += 1)
    add('guess', from(`2001:db8:0:${n.toString(16)}::1`));
  run(3);
  for (let n = 0; n < 3; n += 1) add('guess', from(`2001:db8:0:a00${n}::1`));
  add('honest', from('2001:db8:1::1'));
  t.notMatch(refused, ['honest']);
  t.same(run(1), ['20010db800010000::/64'], 'although other networks of it had no work yet');
});

t.test('an owner has a bounded number of jobs, and others are not refused for it', async (t) => {
  const { queue, refused, add } = openQueue();
  for (let n = 0; n < OWNER_JOBS_MAX + 3; n += 1) add(`guess ${n}`, from('192.0.2.1'));
  t.same(
    refused,
    [0, 1, 2].map((n) => `guess ${OWNER_JOBS_MAX + n}`),
  );
  add('honest', from('198.51.100.7'));
  t.equal(queue.waiting, OWNER_JOBS_MAX + 1);
  t.notMatch(refused, ['honest']);
});

t.test('in a full queue the busiest owner makes room', async (t) => {
  const { queue, refused, add, run } = openQueue();
  const addresses = Array.from({ length: 50 }, (_, n) => `192.0.2.${n}`);
  for (const ip of addresses) for (let n = 0; n < 10; n += 1) add(ip, from(ip));
  t.equal(queue.waiting, AUDIENCE_JOBS_MAX);
  t.equal(refused.length, 500 - AUDIENCE_JOBS_MAX);
  add('honest', from('198.51.100.7'));
  t.notMatch(refused, ['honest']);
  t.same(run(51).filter((owner) => owner === '198.51.100.7').length, 1, 'within one round');
});

t.test('in a queue that is full of equals the one who came last is refused', async (t) => {
  const { refused, add } = openQueue();
  const addressAt = (n: number): string => `10.0.${n >> 8}.${n & 255}`;
  for (let n = 0; n <= AUDIENCE_JOBS_MAX; n += 1) add(addressAt(n), from(addressAt(n)));
  t.same(refused, [addressAt(AUDIENCE_JOBS_MAX)]);
});

t.test('staff and traders have half of the thread each while both wait', async (t) => {
  const { add, run } = openQueue();
  for (let n = 0; n < 30; n += 1) add('guess', from(`192.0.2.${n}`));
  for (const ip of ['198.51.100.1', '198.51.100.2']) add('staff', addressShare('staff', ip));
  const order = run(4);
  t.equal(order.filter((owner) => owner.startsWith('198.51.100.')).length, 2);
});

t.test('a caller who is signed in does not share with guesses from the same address', async (t) => {
  const { add, run } = openQueue();
  for (let n = 0; n < OWNER_JOBS_MAX; n += 1) add('guess', from('192.0.2.1'));
  run(3);
  add('own', loginShare({ audience: 'trader', login: 1001 }));
  t.same(run(1), ['login 1001']);
});

t.test('a job that waited too long is refused, not run', async (t) => {
  const { refused, add, run, after } = openQueue();
  add('old', from('192.0.2.1'));
  after(JOB_WAIT_MS + 1);
  add('new', from('192.0.2.1'));
  t.same(run(2), ['192.0.2.1', 'none']);
  t.same(refused, ['old']);
});

t.test('a queue that ends refuses all that waits', async (t) => {
  const { queue, refused, add, run } = openQueue();
  add('one', from('192.0.2.1'));
  add('two', addressShare('staff', '192.0.2.2'));
  queue.clear();
  t.same(refused.sort(), ['one', 'two']);
  t.same(run(1), ['none']);
});

t.test('the work of few owners is remembered', async (t) => {
  const { add, run } = openQueue();
  add('first', from('192.0.2.1'));
  run(1);
  for (let n = 0; n < OWNERS_MAX; n += 1) {
    add('other', from(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
    run(1);
  }
  add('last', from('10.0.39.15'));
  add('first', from('192.0.2.1'));
  t.same(run(1), ['192.0.2.1'], 'the one served longest ago is as one who never asked');
});
