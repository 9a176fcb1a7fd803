// Resume over a restart of the real server: what was missed is there, whichever run it is from.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { Execution } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { pay } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

interface Greeting {
  readonly seq: string;
  readonly account_seq: number | null;
  readonly run_id: string;
}

const greet = async (socket: SocketClient): Promise<Greeting> =>
  (await socket.request<Greeting>('hello')).data;

t.test('A new run of the server knows the numbers and the events of the last', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-resume-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));

  const first = await ServerProcess.start({ data });
  const staff = await signInStaff(first);
  const trader = await Trader.enter(first, staff);
  for (const amount of ['1', '2', '3']) await pay(staff, trader.login, amount);
  await trader.socket.take<Execution>('deal', ({ data }) => data.money.balance === '1006.00');
  const before = await greet(trader.socket);
  const seen = trader.socket.events.flatMap(({ seq }) => seq ?? []);
  await first.kill();

  const second = await ServerProcess.start({ data });
  t.teardown(() => second.kill());
  const again = await Trader.signIn(second, trader.login, trader.password);
  const after = await greet(again.socket);
  t.not(after.run_id, before.run_id);
  t.equal(after.account_seq, before.account_seq);
  t.ok(Number(after.seq) >= Number(before.seq), `${after.seq} is not below ${before.seq}`);

  await t.test('for traders', async (t) => {
    t.match((await again.socket.resume(1)).data, { resumed: true });
    t.same(
      again.socket.events.flatMap(({ account_seq }) => account_seq ?? []),
      [2, 3, 4],
    );
  });

  await t.test('and for staff', async (t) => {
    const socket = await SocketClient.signIn(await signInStaff(second), 'msgpack');
    const missed = { after_seq: seen.at(-2), channels: [{ channel: 'deals' }] };
    t.match((await socket.request('resume', missed)).data, { resumed: true });
    t.same(
      socket.events.flatMap(({ seq }) => seq ?? []),
      seen.slice(-1),
    );
  });
});
