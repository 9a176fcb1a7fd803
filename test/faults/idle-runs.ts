// Many idle sockets: what each takes of the server, and what becomes of them without their client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { collected, TELLING } from '../../bench/memory.js';
import { readMetrics } from '../../bench/metrics.js';
import { SOCKET_LIMITS } from '../../http/socket-clock.js';
import { type Assert, signInStaff, Trader } from '../e2e/stage.js';
import { TestServer } from '../server.js';

const CHILD = fileURLToPath(new URL('./idle-child.js', import.meta.url));
const SOCKET_BYTES_MAX = 8 * 1024;
const LOOK_MS = 250;
/** A busy machine looks at its sockets later: it has twice the time. */
const GONE_MS_MAX = 2 * 1000 * SOCKET_LIMITS.idleSec;

const openSockets = async (server: TestServer): Promise<number> =>
  (await readMetrics(server)).get('brokerd_sockets') ?? 0;

/** Opens so many sockets, has their client vanish, and asserts that the server cuts them all. */
export const idleSockets = async (t: Assert, count: number): Promise<void> => {
  const most = String(2 * count);
  const limits = ['--sockets-per-account', most, '--connections-per-address', most];
  const server = await TestServer.start({ args: limits, env: TELLING });
  const trader = await Trader.enter(server, await signInStaff(server));
  const before = await collected(server);
  const url = server.url('/trader/v1/socket').replace('http', 'ws');
  const client = spawn(
    process.execPath,
    [CHILD, url, JSON.stringify(trader.rest.socketHeaders()), String(count)],
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
    const after = await collected(server);
    const bytes = Math.round(((after.ownKib - before.ownKib) * 1024) / count);
    t.ok(bytes <= SOCKET_BYTES_MAX, `each takes ${bytes} bytes`);

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
