// Healthy threads that are silent for long: no processor to be had, and much to do in one go.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { stateHash } from '../../actors/tools/state-hash.js';
import { seed } from '../support/seed.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const BUSY_PROCESSES = 30;

const failures = ({ records }: ServerProcess): unknown[] =>
  records.map(({ msg }) => msg).filter((msg) => msg?.endsWith('failed'));

/** Has so many orders done beside thirty busy processes, and asserts that no thread is ended. */
export const busyMachine = async (t: Test, orders: number): Promise<void> => {
  const server = await ServerProcess.start({ env: { BROKERD_FAILPOINT: 'none:1:loop' } });
  t.teardown(() => server.kill());
  const load = await OrderLoad.prepare(server, await signInStaff(server), new History(), {
    traders: 6,
  });
  await load.connect(server);
  await load.price();
  const busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const ended = busy.map((one) => once(one, 'exit'));
  try {
    await load.run(orders, () => load.cut());
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
  await Promise.all(ended);
  t.same(failures(server), []);
  t.equal((await server.stop()).code, 0);
};

/** Has settings taken over for so many accounts, and the state hashed: neither is a loop. */
export const manyAccounts = async (t: Test, accounts: number): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-loops-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  await seed(data, { accounts, eventsAfter: 0 });
  // The desk hands the settings out anew when it is back.
  const env = { BROKERD_FAILPOINT: 'desk.op:3,none:1:loop' };
  const server = await ServerProcess.start({ data, env });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const back = server.record('the desk thread is back');
  for (let n = 0; n < 3; n += 1) await staff.get('/accounts/1001');
  await back;
  t.ok((await stateHash(data)).ok, 'all threads have answered');
  t.same(failures(server), ['the desk thread failed'], 'as it was to do');
  t.equal((await server.stop()).code, 0);
};
