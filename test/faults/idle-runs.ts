// Many idle sockets: what each takes of the server, and what becomes of them without their client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { collected, TELLING } from '../../bench/memory.js';
import { readMetrics } from '../../bench/metrics.js';
import { SOCKET_LIMITS } from '../../http/socket-clock.js';
import { RestClient } from '../support/client/rest.js';
import { openAccount } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff, Trader } from '../support/trader.js';

const CHILD = fileURLToPath(new URL('./idle-child.js', import.meta.url));
/** Of the server, above what it takes by itself: that goes to and fro by some MiB. */
const SOCKET_KIB_MAX = 7;
const UNSTEADY_KIB = 8 * 1024;
/** Less than that is as much as before. */
const STEADY_KIB = 512;
const LOOK_MS = 250;
/** A busy machine looks at its sockets later: it has twice the time. */
const GONE_MS_MAX = 2 * 1000 * SOCKET_LIMITS.idleSec;

const openSockets = async (server: ServerProcess): Promise<number> =>
  (await readMetrics(server)).get('brokerd_sockets') ?? 0;

/** What a server takes in KiB when it has collected until that gives nothing back any more. */
const leastKib = async (server: ServerProcess): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    const { ownKib } = await collected(server);
    if (ownKib > least - STEADY_KIB) return Math.min(ownKib, least);
    least = ownKib;
  }
};

/** Opens so many sockets, has their client vanish, and asserts that the server cuts them all. */
export const idleSockets = async (t: Assert, count: number): Promise<void> => {
  const limits = ['--sockets-per-account', count, '--connections-per-address', 2 * count];
  const server = await ServerProcess.start({ args: limits.map(String), env: TELLING });
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  const idle = new RestClient(server.url(''), 'trader');
  const { login, password } = await openAccount(staff, 'demo\\standard', '1000');
  await idle.signIn(login, password);
  const before = await leastKib(server);
  const url = server.url('/trader/v1/socket').replace('http', 'ws');
  const client = spawn(
    process.execPath,
    [CHILD, url, JSON.stringify(idle.socketHeaders()), String(count)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await Promise.race([
      once(client.stdout, 'data'),
      once(client, 'close').then(() => Promise.reject(new Error('the client ended'))),
    ]);
    t.equal(await openSockets(server), count + 1, 'all are open, with the trader that trades');
    const grown = (await leastKib(server)) - before;
    const each = `each takes ${(grown / count).toFixed(1)} KiB`;
    t.ok(grown <= SOCKET_KIB_MAX * count + UNSTEADY_KIB, each);

    client.kill('SIGSTOP');
    const vanishedAt = performance.now();
    while ((await openSockets(server)) > 1 && performance.now() - vanishedAt < GONE_MS_MAX) {
      await sleep(LOOK_MS);
    }
    t.equal(await openSockets(server), 1, 'those whose client has vanished are cut');
    const { code } = await trader.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy' });
    t.not(code, undefined, 'and the other is served');
  } finally {
    client.kill('SIGKILL');
    await server.stop();
  }
};
