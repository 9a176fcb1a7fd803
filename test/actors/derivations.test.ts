// Derived commands between accounts: none is lost on the way, whatever happens to its shard.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { Derivations } from '../../actors/derivations.js';
import type { DerivedCommand } from '../../wire/events.js';
import { NOON } from '../support/engine-harness.js';
import { LOGIN, ShardHarness } from '../support/shard-harness.js';

const command = (): DerivedCommand => ({
  request_id: randomUUID(),
  login: 1002,
  action: 'agent',
  amount: '1',
  comment: '',
});

t.test('a command waits until all shards are loaded', (t) => {
  const sent: string[] = [];
  const derivations = new Derivations(async ({ request_id }) => sent.push(request_id) > 0);
  const one = command();
  derivations.add(one);
  t.same(sent, []);
  derivations.start();
  t.same(sent, [one.request_id]);
  derivations.stop();
  t.end();
});

t.test('a command that was not answered is sent again until it is', async (t) => {
  let attempts = 0;
  const answered = new Promise<void>((resolve) => {
    const derivations = new Derivations(async () => {
      attempts += 1;
      if (attempts === 2) setImmediate(resolve);
      return attempts === 2;
    });
    derivations.start();
    const one = command();
    derivations.add(one);
    derivations.add(one);
  });
  await answered;
  t.equal(attempts, 2, 'sent once, and once again; the same command added twice is one');
});

t.test('a payment in another currency waits for a rate, and is booked once', (t) => {
  const one = new ShardHarness(0, false);
  const command = {
    request_id: randomUUID(),
    login: LOGIN + 1,
    action: 'agent' as const,
    amount: '1.50',
    comment: '',
    currency: 'EUR',
  };
  const answers: boolean[] = [];
  const send = (): void => one.ops.derived(command, (done) => answers.push(done));
  send();
  send();
  t.same(answers, [false, false], 'it is to be sent again');
  t.equal(one.told.length, 1, 'the operator is told once');
  one.shard.tick(1, 110000_000, 110010_000, NOON);
  send();
  send();
  const events = one.commit();
  one.shard.timers();
  t.same(answers, [false, false, true, true]);
  t.same(
    events.map(({ ledger }) => ledger.balance),
    [165],
  );
  t.end();
});
