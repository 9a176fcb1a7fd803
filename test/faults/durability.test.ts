// An order is answered when the disk has it, and not before.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t from 'tap';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { noStrace } from './strace.js';

/** How much longer each sync takes. */
const DELAY_MS = 200;
const ORDERS = 3;

/** Lets every sync of a running server take longer; answers how to end that. */
const delaySyncs = async (pid: number): Promise<() => Promise<unknown>> => {
  const inject = `inject=fdatasync:delay_exit=${DELAY_MS * 1000}`;
  const args = ['-f', '-o', '/dev/null', '-e', 'trace=fdatasync', '-e', inject];
  const child = spawn('strace', [...args, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const [told] = (await Promise.race([
    once(createInterface(child.stderr), 'line'),
    ended.then(() => ['strace ended']),
  ])) as [string];
  if (!told.includes('attached')) throw new Error(told);
  return () => {
    child.kill('SIGINT');
    return ended;
  };
};

t.test('An answer takes at least as long as the sync', { skip: noStrace() ?? false }, async (t) => {
  const server = await ServerProcess.start();
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const release = await delaySyncs(server.process.pid as number);
  t.teardown(release);
  for (let order = 1; order <= ORDERS; order += 1) {
    const sent = performance.now();
    const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
    t.equal((await trader.trade(buy)).code, 'ok');
    const ms = Math.round(performance.now() - sent);
    t.ok(ms >= DELAY_MS, `order ${order} was answered after ${ms} ms`);
  }
});
