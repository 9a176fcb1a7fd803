// The gateways' thread with its host: what it asks for is asked again until it is done.

import t, { type Test } from 'tap';
import type { ConnectionReports } from '../../../actors/desk/state/desk-messages.js';
import { runDeskRequest } from '../../../actors/main/desk-requests.js';
import { GatewaysHost } from '../../../actors/main/gateways-host.js';
import { RequestFreeze } from '../../../actors/main/request-freeze.js';
import { bytesOf, keyOf } from '../../../actors/secrets/seal.js';
import type { ToShard } from '../../../actors/shard/shard-messages.js';
import { wholeNews } from '../../../actors/shared/settings-copy.js';
import { SteadyClock } from '../../../actors/shared/steady-clock.js';
import { type Code, type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { ExecutionKey, FillKey } from '../../../wire/queries/deal-queries.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';
import { gatewayOf } from '../../support/connections.js';
import { deferred } from '../../support/deferred.js';
import { until } from '../../support/guard.js';
import { OrderProvider, OURS, type ProviderOrder, THEIRS } from '../../support/order-provider.js';

const GATEWAY = 5;

/** The answers of those who are asked, one after the other; then the last one again and again. */
class Answers<T> {
  asked = 0;
  readonly #answers: readonly T[];

  constructor(...answers: readonly T[]) {
    this.#answers = answers;
  }

  next(): T {
    const answer = this.#answers[Math.min(this.asked, this.#answers.length - 1)] as T;
    this.asked += 1;
    return answer;
  }
}

/** A gateway that is logged on to its provider; the journal, and what the host is asked. */
const open = async (t: Test) => {
  const provider = await OrderProvider.open();
  const params = { SenderCompID: OURS, TargetCompID: THEIRS };
  const gateway = [gatewayOf(GATEWAY, params, { server: `127.0.0.1:${provider.port}` })];
  const folder = t.testdir();
  const journal: string[] = [];
  const desk = {
    canWrite: new Answers(true),
    isBooked: new Answers<boolean | undefined | Error>(false),
    busted: new Answers<Outcome<unknown> | Error>(ok(null)),
    fills: [] as FillKey[],
    busts: [] as ExecutionKey[],
  };
  const answer = <T>(answers: Answers<T | Error>): T => {
    const given = answers.next();
    if (given instanceof Error) throw given;
    return given;
  };
  /** What a shard was told to be on line, and else; until when it does not take it. */
  const shard = {
    online: [] as (readonly number[])[],
    posted: [] as string[],
    takes: Promise.resolve(),
  };
  const ask = async (message: (id: number) => ToShard): Promise<undefined> => {
    const received = message(1);
    if (received.type === 'gateways') shard.online.push(received.online);
    await shard.takes;
  };
  const post = ({ type }: ToShard) => void shard.posted.push(type);
  const loads = async () => void t.fail('a shard that loads is not waited for');
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const host = new GatewaysHost({
    known: async () => undefined,
    data: () => ({
      folder,
      keys: bytesOf([keyOf(Buffer.alloc(32, 7))]),
      news: wholeNews({ ...NO_SETTINGS, gateway }),
      requests: [],
      clock: new SteadyClock().start,
      shards: 3,
    }),
    shards: () => [{ ask, post, alive: true }, { ask: loads, post, alive: false }, undefined],
    isStopping: () => false,
    now: () => clock.now,
    note: async (text) => {
      const isWritten = desk.canWrite.next();
      if (isWritten) journal.push(text);
      return isWritten;
    },
    isBooked: async (fill) => {
      desk.fills.push(fill);
      return answer(desk.isBooked);
    },
    bust: async (bust) => {
      desk.busts.push(bust);
      return answer(desk.busted);
    },
    owner: (message) => ({ message, log: () => undefined, failed: (error) => t.error(error) }),
  });
  await host.start();
  t.teardown(async () => {
    await host.thread?.stop({ type: 'stop', id: 0 });
    provider.close();
  });
  await until('the Logon', () => provider.endpoint.isConnected);
  return { host, shard, provider, desk, journal };
};

/** An order of the provider that is not open here. */
const orderOf = (clientId: string): ProviderOrder => ({
  ...{ externalId: `E${clientId}`, firstId: clientId, clientId, symbol: 'EURUSD', side: '1' },
  ...{ quantity: 10_000, type: '1', price: '', filled: 0, value: 0, status: '0' },
});

t.test('A fill that is not booked is a line of the journal once the desk can write', async (t) => {
  const { provider, desk, journal } = await open(t);
  desk.isBooked = new Answers<boolean | undefined | Error>(undefined, new Error('gone'), false);
  desk.canWrite = new Answers(false, false, true);
  provider.fill(orderOf('7'), 10_000);
  await until('the line', () => journal.length > 0);
  t.equal(desk.canWrite.asked, 3);
  t.match(journal, [/fill of order 7, which is not open: 10000 EURUSD at 1\.10015/]);
  t.match(desk.fills[0], { login: 0, gateway_id: 5, order_id: 7, total: 10_000n * 10n ** 8n });
  desk.isBooked = new Answers<boolean | undefined | Error>(true);
  provider.fill(orderOf('8'), 10_000);
  await until('the question about order 8', () => desk.isBooked.asked > 0);
  provider.report(orderOf('9'), 'G', { 19: 'X1', 32: '1', 31: '1.1' });
  await until('another line', () => journal.length > 1);
  t.match(journal[1], /corrects execution X1 of order 9/, 'what is booked is none');
});

t.test('Busts that are not possible fill no journal', async (t) => {
  const { provider, desk, journal } = await open(t);
  desk.busted = new Answers<Outcome<unknown> | Error>(refuse('not_found'));
  for (let n = 0; n < 150; n += 1) provider.report(orderOf(`${n + 1}`), 'H', { 19: 'X1' });
  await until('all busts', () => desk.busted.asked === 150);
  provider.report(orderOf('9'), 'G', { 19: 'X1', 32: '1', 31: '1.1' });
  await until('another line', () => journal.some((line) => line.includes('corrects')));
  const lines = journal.filter((line) => line.includes('is not possible'));
  t.equal(lines.length, 101);
  t.match(lines.at(-1), /takes further executions back, .* are not listed in this hour/);
});

t.test('A gateway is shown on line once the shards know it', async (t) => {
  const { host, shard, provider } = await open(t);
  const { promise, resolve } = deferred();
  const statuses = async () => {
    const reported = await runDeskRequest({ type: 'connections', id: 1 }, {
      ...{
        gateways: host.thread,
        gatewaysNotified: () => host.notified,
        market: { ask: async () => [] },
      },
      ...{ shards: [], shard: () => undefined, deposit: () => promise, distribute: async () => 0 },
      freeze: new RequestFreeze(() => []),
    } as unknown as Parameters<typeof runDeskRequest>[1]);
    return (reported as ConnectionReports).gateways;
  };
  await until('the shard', () => shard.online.at(-1)?.includes(GATEWAY));
  t.match(await statuses(), [{ gateway_id: GATEWAY, online: true }]);
  shard.takes = promise;
  provider.cut();
  await until('the end at the shard', () => shard.online.at(-1)?.length === 0);
  let isTaken = false;
  const asked = statuses().then((reports) => {
    isTaken = true;
    return reports;
  });
  for (let n = 0; n < 3; n += 1) {
    await host.thread?.ask((id) => ({ type: 'metrics', id }), 10_000);
  }
  t.notOk(isTaken, 'the shard has not taken it');
  resolve();
  t.match(await asked, [{ gateway_id: GATEWAY, online: false }]);
  const restarted = deferred();
  const ask = () => restarted.promise as Promise<undefined>;
  t.same(shard.posted, ['report_port'], 'only the shard that is ready has a port for reports');
  const again: ToShard[] = [];
  const post = (message: ToShard) => void again.push(message);
  host.greet(0, { ask, post, alive: true });
  t.match(again, [{ type: 'report_port' }], 'so has the one that was started again');
  host.greet(0, { ask, post, alive: false });
  t.equal(again.length, 1, 'what has ended gets none');
  let isKnown = false;
  const known = host.notified.then(() => {
    isKnown = true;
  });
  await new Promise((settled) => setImmediate(settled));
  t.notOk(isKnown, 'a shard that was started again is waited for');
  restarted.resolve();
  await known;
});

t.test('A bust that may succeed later is tried again', async (t) => {
  const { provider, desk, journal } = await open(t);
  const codes: readonly Code[] = [
    ...(['timeout', 'internal', 'conflict', 'trade.timeout', 'trade.too_many_requests'] as const),
    'trade.close_order_exists',
  ];
  const refusals = codes.map((code) => refuse(code));
  desk.busted = new Answers<Outcome<unknown> | Error>(...refusals, new Error('gone'), ok(null));
  provider.report(orderOf('7'), 'H', { 19: 'X1' });
  await until('the bust', () => desk.busts.length === refusals.length + 2);
  t.match(desk.busts[0], { login: 0, gateway_id: 5, order_id: 7, execution_id: 'X1' });
  provider.report(orderOf('9'), 'G', { 19: 'X1', 32: '1', 31: '1.1' });
  await until('a line', () => journal.length > 0);
  t.match(journal, [/corrects/], 'it is none for staff');
  t.equal(desk.busts.length, refusals.length + 2);
});

t.test('A bust that is refused for good is told to staff', async (t) => {
  const { provider, desk, journal } = await open(t);
  desk.busted = new Answers<Outcome<unknown> | Error>(refuse('trade.order_changed'));
  desk.canWrite = new Answers(false, true);
  provider.report(orderOf('7'), 'H', { 19: 'X1' });
  await until('the line', () => journal.length > 0);
  t.match(journal, [
    /^warning: gateway 5 takes execution X1 of order 7 back, which is not possible here: /,
  ]);
  desk.busted = new Answers<Outcome<unknown> | Error>(ok(null));
  provider.report(orderOf('8'), 'H', { 19: 'X2' });
  await until('the next bust', () => desk.busted.asked > 0);
  t.equal(journal.length, 1);
});
