// A clean stop under load: nothing is cut short, and the database has all that the log has.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import WebSocket from 'ws';
import { pathsOf } from '../../actors/tools/folder.js';
import { openReader } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { readCheckpoint } from '../../storage/snapshot.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const ORDERS = 500;
/** From one signal to the next: the stop is under way, and not over. */
const BETWEEN_MS = 20;

t.test(
  'A server that is told to stop twice brings its database to the end of its log',
  async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'brokerd-stop-'));
    t.teardown(() => rmSync(data, { recursive: true, force: true }));
    const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
    const staff = await signInStaff(server);
    await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
    const trader = await Trader.enter(server, staff, { deposit: '1000000' });
    const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
    const asked = Array.from({ length: ORDERS }, () => trader.trade(wish).catch(() => undefined));
    await asked[0];
    server.process.kill('SIGTERM');
    await wait(BETWEEN_MS);
    t.same(await server.stop(), { code: 0, signal: null });
    await Promise.all(asked);
    const log = Log.open(pathsOf(data).log);
    const db = openReader(pathsOf(data).database);
    t.equal(readCheckpoint(db).seq, log.head().seq);
    t.ok(log.head().seq > 10, String(log.head().seq));
    db.close();
    log.close();
  },
);

/** An upgrade that signs nobody in; false when the server takes no more. */
const knock = (server: ServerProcess): Promise<boolean> => {
  const ws = new WebSocket(server.url('/trader/v1/socket').replace('http', 'ws'));
  return new Promise((resolve) => {
    ws.on('unexpected-response', (_request, { statusCode }) => {
      ws.terminate();
      resolve(statusCode === 401);
    });
    ws.on('error', () => resolve(false));
  });
};

t.test('What antiflood counts of upgrades is written when the server stops', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-stop-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const server = await ServerProcess.start({ data });
  const staff = await signInStaff(server);
  const access = { antiflood_enabled: true, antiflood_connections: 100_000 };
  const set = await staff.request('PATCH', '/network/servers/api', { version: 1, access });
  t.equal(set.code, 'ok');
  t.equal(await knock(server), true);
  server.process.kill('SIGTERM');
  // They go on until nobody is there: the last one is not long ago when the desk stops.
  let knocks = 1;
  while (await knock(server)) knocks += 1;
  t.same(await server.stop(), { code: 0, signal: null });
  const db = openReader(pathsOf(data).database);
  const flood = "SELECT record ->> '$.attempts' AS attempts FROM records WHERE kind = 'flood'";
  const { attempts } = db.prepare(flood).get() as { attempts: number };
  t.ok(attempts >= knocks, `${attempts} of ${knocks}`);
  db.close();
});
