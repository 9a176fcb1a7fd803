// Healthy threads that are silent for long: no processor to be had, and much to do in one go.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { stateHash } from '../../actors/tools/state-hash.js';
import { seed } from '../support/seed.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const BUSY_PROCESSES = 30;
const BUSY_MS = 60_000;
/** Settings and the hash take a second of work and more. */
const ACCOUNTS = 300_000;

const failures = ({ records }: ServerProcess): unknown[] =>
  records.map(({ msg }) => msg).filter((msg) => msg?.endsWith('failed'));

t.test('Thirty busy processes beside the server cost it no thread', async (t) => {
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
  const worked = load.run();
  await sleep(BUSY_MS);
  for (const one of busy) one.kill('SIGKILL');
  await Promise.all(ended);
  load.cut();
  await worked;
  t.same(failures(server), []);
  t.equal((await server.stop()).code, 0);
});

t.test(
  'To take settings over, and to hash the state, for very many accounts is no loop',
  async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'brokerd-loops-'));
    t.teardown(() => rmSync(data, { recursive: true, force: true }));
    await seed(data, { accounts: ACCOUNTS, eventsAfter: 0 });
    // The desk hands the settings out anew when it is back.
    const env = { BROKERD_FAILPOINT: 'desk.op:3,none:1:loop' };
    const server = await ServerProcess.start({ data, env });
    t.teardown(() => server.kill());
    const staff = await signInStaff(server);
    const back = server.record('the desk thread is back');
    for (let n = 0; n < 3; n += 1) await staff.get('/accounts/1001');
    await back;
    const begun = performance.now();
    t.ok((await stateHash(data)).ok, 'all threads have answered');
    t.comment(`${Math.round(performance.now() - begun)} ms for settings and hash`);
    t.same(failures(server), ['the desk thread failed'], 'as it was to do');
    t.equal((await server.stop()).code, 0);
  },
);
