// Reports on their way from the gateways' thread to shards, which end and are started again.

import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import t from 'tap';
import type { ReportsQuestion } from '../../../../actors/providers/gateways/gateway-messages.js';
import { ShardPorts } from '../../../../actors/providers/gateways/shard-ports.js';
import { shardOf } from '../../../../actors/shared/shard-of.js';
import { within } from '../../../support/guard.js';

const SHARDS = 2;
const LOGIN = 500_001;
const INDEX = shardOf(LOGIN, SHARDS);

/** The shard's end of a new channel. */
const attached = (ports: ShardPorts, index = INDEX): MessagePort => {
  const { port1, port2 } = new MessageChannel();
  ports.attach(index, port2);
  return port1;
};

const asked = async (shard: MessagePort): Promise<ReportsQuestion> =>
  (await once(shard, 'message'))[0];

const report = (ports: ShardPorts): Promise<boolean> =>
  within(ports.report({ login: LOGIN, commands: [] }), 'an answer to the reports');

t.test('The account’s shard gets reports, and each has its own answer', async (t) => {
  const ports = new ShardPorts(SHARDS);
  attached(ports, 1 - INDEX)
    .on('message', () => t.fail('another shard was asked'))
    .unref();
  const shard = attached(ports);
  const first = report(ports);
  const { id, login } = await asked(shard);
  t.equal(login, LOGIN);
  const second = report(ports);
  const other = await asked(shard);
  shard.postMessage({ id: other.id, isDone: false });
  shard.postMessage({ id, isDone: true });
  t.same(await Promise.all([first, second]), [true, false]);
  shard.close();
});

t.test('What a shard has not answered when it ends is told again to the next', async (t) => {
  const ports = new ShardPorts(SHARDS);
  t.notOk(await report(ports), 'there is no shard yet');
  const shard = attached(ports);
  const early = report(ports);
  await asked(shard);
  shard.close();
  t.notOk(await early, 'the shard ended');
  t.notOk(await report(ports), 'it is not started again yet');
  attached(ports);
  const unanswered = report(ports);
  const next = attached(ports);
  t.notOk(await unanswered, 'another thread is the shard');
  const again = report(ports);
  const { id } = await asked(next);
  next.postMessage({ id, isDone: true });
  t.ok(await again);
  next.close();
});
