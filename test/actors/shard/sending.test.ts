// Requests at providers: what gateways are shown of them, and the reports that come back.

import t from 'tap';
import { SentRequests } from '../../../actors/front/sent-requests.js';
import { compileSettings } from '../../../engine/engine.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { gatewayOf } from '../../support/connections.js';
import { group, rule } from '../../support/engine-harness.js';
import { LOGIN, marketOrder, ShardHarness, settings } from '../../support/shard-harness.js';

const GATEWAY = 5;

/** A shard whose orders go through a gateway that is online. */
const open = () => {
  const shard = new ShardHarness();
  shard.shard.configure(
    compileSettings({
      ...settings,
      group: [group()],
      routing: [rule({ action: 'gateway', dealers: [GATEWAY] })],
      gateway: [gatewayOf(GATEWAY)],
    }),
  );
  shard.shard.sending.replace([GATEWAY]);
  let last = 0;
  const answers: boolean[] = [];
  /** A provider's report comes, and is committed. */
  const report = (order_id: number, more: Partial<GatewayCommand>): void => {
    last += 1;
    const common = { op: 'gateway', request_id: `report ${last}`, gateway_id: GATEWAY } as const;
    const command = { ...common, order_id, external_id: 'E1', report: 'new' as const, ...more };
    shard.executor.reports({ login: LOGIN, commands: [command] }, (done) => answers.push(done));
    shard.commit();
  };
  const order = (): number => Number(shard.trade(marketOrder()).answer.data.order_id);
  return { shard, order, report, answers };
};

t.test('A request is shown once it is committed: new, changed, and gone', async (t) => {
  const { shard, order, report } = open();
  shard.send('trade', { ...marketOrder() });
  t.same(shard.sent, [], 'not before');
  shard.commit();
  const [first] = shard.sent;
  t.match(first, { isNew: true, sent_as: 'market', quantity: '10000', gateway_id: 5, filled: 0 });
  const id = Number(first?.order_id);
  report(id, { report: 'new' });
  t.match(shard.sent.at(-1), { isNew: false, external_id: 'E1' });
  const part = { report: 'trade', execution_id: 'X1', volume: '0.04', price: '1.1' } as const;
  report(id, part);
  t.match(shard.sent.at(-1), { filled: 4_000_000, isGone: false });
  report(id, { ...part, execution_id: 'X2', volume: '0.06', leaves: '0' });
  t.match(shard.sent.at(-1), { order_id: id, isGone: true });
  t.not(order(), id);
});

t.test('Without its gateway an order is refused; a restarted one knows it', async (t) => {
  const { shard } = open();
  shard.shard.sending.replace([]);
  t.equal(shard.trade(marketOrder()).answer.code, 'trade.no_connection');
});

t.test('All requests are shown when the shard has started, and none as new', async (t) => {
  const { shard, order } = open();
  const ids = [order(), order()];
  shard.sent.length = 0;
  shard.shard.sending.begin(0);
  shard.commit();
  const [end, ...requests] = shard.sent.toReversed();
  t.same(
    requests.toReversed().map(({ order_id, isNew }) => [order_id, isNew]),
    ids.map((id) => [id, false]),
  );
  t.same(end, { shard: 0 }, 'and that these are all');
});

t.test('A fill books no more than the provider’s total', async (t) => {
  const { shard, order, report } = open();
  const id = order();
  const part = { report: 'trade', volume: '0.04', price: '1.1' } as const;
  report(id, { ...part, execution_id: 'X1', total: '0.04' });
  report(id, { ...part, execution_id: 'untold', total: '0.04' });
  t.match(shard.warnings, ['a report of a provider was refused']);
  report(id, { ...part, execution_id: 'X2', total: '0.06' });
  t.equal(shard.state().orders.get(id)?.volume_filled, 6_000_000, 'two of these four are booked');
});

t.test('A gateway is shown which fills its account has judged', async (t) => {
  const { shard, order, report } = open();
  const id = order();
  const show = (name: string, price: string): SentRequest | undefined => {
    const fill = { report: 'trade', execution_id: 'X', volume: '0.04', price } as const;
    shard.sent.length = 0;
    report(id, { ...fill, total: '0.04', request_id: name });
    return shard.sent.find((request) => request.id === id);
  };
  const row = { order_id: id, isNew: false, isGone: false };
  t.match(show('A', '999999999999'), { ...row, judged: 'A', filled: 0 }, 'refused');
  t.match(show('B', '1.1'), { ...row, judged: 'B', filled: 4_000_000 }, 'booked');
  t.match(show('B', '1.1'), { ...row, judged: 'B', filled: 4_000_000 }, 'told again');
  t.match(show('C', '1.1'), { ...row, judged: 'C', filled: 4_000_000 }, 'booked by another');
});

t.test('Refused fills of a provider fill neither journal nor log', async (t) => {
  const { shard, order, report } = open();
  const id = order();
  const refuse = (): void =>
    report(id, { report: 'trade', execution_id: 'X', volume: '0.01', price: '999999999999' });
  for (let n = 0; n < 150; n += 1) refuse();
  const count = (line: RegExp) => shard.warnings.filter((text) => line.test(text)).length;
  const lines = () => [
    count(/fill of order \d+ that is not booked/),
    count(/report .* was refused/),
  ];
  t.same(lines(), [100, 100]);
  shard.now += 3_600_000;
  refuse();
  t.same(lines(), [101, 101], 'the next hour has lines of its own');
});

t.test('Reports of an account that is not here are answered, or come for ever', async (t) => {
  const { shard } = open();
  const answers: boolean[] = [];
  const common = { op: 'gateway', gateway_id: GATEWAY, order_id: 7, external_id: 'E1' } as const;
  const fill = { report: 'trade', execution_id: 'X1', volume: '0.1', price: '1.1' } as const;
  const commands = [{ ...common, ...fill, request_id: 'report 1' }];
  shard.executor.reports({ login: 99, commands }, (done) => answers.push(done));
  t.same(answers, [true]);
  t.match(shard.warnings, [
    'a report of a provider names no account',
    /gateway 5 reports a fill of order 7 that is not booked: 0\.1 lots .* no account 99$/,
  ]);
});

t.test('The front keeps what is at providers, and forgets the requests of a shard', async (t) => {
  const changes: SentRequest[] = [];
  const sent = new SentRequests((requests) => changes.push(...requests), 2);
  let isWhole = false;
  const whole = (): Promise<unknown> =>
    sent.whole().then(() => {
      isWhole = true;
    });
  const first = whole();
  sent.changed(JSON.stringify({ shard: 0 }));
  await Promise.resolve();
  t.notOk(isWhole, 'one shard has not shown its own');
  sent.changed(JSON.stringify({ shard: 1 }));
  await first;
  const request = { id: 1, login: LOGIN, isNew: true, isGone: false };
  sent.changed(JSON.stringify(request));
  sent.changed(JSON.stringify({ ...request, id: 2, login: LOGIN + 1 }));
  sent.changed(JSON.stringify({ ...request, id: 3 }));
  t.match([changes[0], sent.all.get(1)], [{ isNew: true }, { isNew: false }], 'told once as new');
  sent.changed(JSON.stringify({ ...request, id: 3, isNew: false, isGone: true }));
  sent.drop(0, (login) => login === LOGIN);
  isWhole = false;
  void whole();
  await Promise.resolve();
  t.notOk(isWhole, 'the shard that failed has to show them again');
  t.same([...sent.all.keys()], [2]);
  t.equal(changes.length, 3, 'only new requests are told before the flush');
  sent.flush();
  t.equal(changes.length, 4);
  sent.changed(JSON.stringify({ shard: 0 }));
  sent.flush();
  t.match(changes.slice(4), [{ id: 1, isGone: true }], 'what it shows no more has ended');
  sent.drop(1, (login) => login === LOGIN + 1);
  sent.changed(JSON.stringify({ ...request, id: 2, login: LOGIN + 1, isNew: false }));
  sent.changed(JSON.stringify({ shard: 1 }));
  sent.flush();
  t.match(changes.slice(5), [{ id: 2, isGone: false }], 'what it shows again has not');
});
