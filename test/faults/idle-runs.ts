// Many idle sockets: what each takes of the server, and what becomes of them without their client.

import type { Test } from 'tap';
import { COLLECTIONS_REPORTED, ownMemory } from '../../bench/measure/memory.js';
import { RawSocket } from '../hostile/raw-socket.js';
import type { RestClient } from '../support/client/rest.js';
import { until, within } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { figure } from './said.js';

/** Of the server, above what it takes by itself: that goes to and fro by some MiB. */
const SOCKET_KIB_MAX = 7;
const UNSTEADY_KIB = 12 * 1024;
/** Less than that is as much as before. */
const STEADY_KIB = 512;
const VAIN = 3;
/** Connections under way at a time. */
const AT_ONCE = 50;

/** What a server takes in KiB when collecting has given nothing back any more some times. */
const leastKib = async (server: ServerProcess): Promise<number> => {
  const { records } = server;
  let least = Number.POSITIVE_INFINITY;
  for (let vain = 0; vain < VAIN; vain += 1) {
    const before = records.length;
    const said = (what: string): number =>
      records.slice(before).filter(({ msg }) => msg === what).length;
    server.process.kill('SIGUSR2');
    await until('end of all collections', () => {
      const begun = said('collecting');
      return begun > 1 && said('collected') === begun;
    });
    const kib = ownMemory(server);
    if (kib < least - STEADY_KIB) vain = 0;
    least = Math.min(least, kib);
  }
  return least;
};

/** Sockets whose client says nothing and answers no ping: as if it had vanished. */
const openIdle = async (port: number, client: RestClient, count: number): Promise<RawSocket[]> => {
  const sockets: RawSocket[] = [];
  const headers = client.socketHeaders();
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      RawSocket.open({ port, path: '/trader/v1/socket', headers }),
    );
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
};

/** Opens so many sockets whose client vanishes, and asserts that the server cuts them all. */
export const idleSockets = async (t: Test, count: number): Promise<void> => {
  const limits = ['--sockets-per-account', count, '--connections-per-address', 2 * count];
  const server = await ServerProcess.start({ args: limits.map(String), env: COLLECTIONS_REPORTED });
  t.teardown(() => server.stop());
  const trader = await server.openAccount();
  const vanishing = await server.openAccount();
  await vanishing.socket.close();
  await until('end of its first socket', async () => (await figure(server, 'sockets')) === 1);
  const before = await leastKib(server);
  const idle = await openIdle(server.port, vanishing.rest, count);
  const open = await figure(server, 'sockets');
  t.equal(open, count + 1, 'all are open, with the trader that trades');
  const grown = (await leastKib(server)) - before;
  const each = `each takes ${(grown / count).toFixed(1)} KiB`;
  t.ok(grown <= SOCKET_KIB_MAX * count + UNSTEADY_KIB, each);

  await within(Promise.all(idle.map(({ ended }) => ended)), 'end of sockets without a client');
  t.equal(await figure(server, 'sockets'), 1, 'those whose client has vanished are cut');
  const { code } = await trader.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy' });
  t.not(code, undefined, 'and the other is served');
};
