// SIGKILL at a random moment under load: what must hold after each restart.

import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Test } from 'tap';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { ServerProcess } from '../support/server-process.js';
import { DeskLoad } from './desk-load.js';
import type { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { KILLED, recover } from './recovery.js';

const LOAD = { traders: 4, underWay: 40 };
/** Orders that are acknowledged before the kill, beside the work of staff. */
const ORDERS = { min: 200, max: 600 };
/** And those that are sent and are not, for the kill to count. */
const UNANSWERED_MIN = 50;

/** What a thread that is stopped was doing: the call's number and its first argument. */
const IN_CALL = /^\d+ 0x([0-9a-f]+) /;
const RUNNING = 'running';

/** The first argument of many calls is no descriptor. */
const isLog = (link: string): boolean => {
  try {
    return readlinkSync(link).endsWith('.mdb');
  } catch {
    return false;
  }
};

/** Was a process that is being stopped in the middle of writing or syncing a file of its log? */
const isWritingLog = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).some((thread) => {
    const path = `/proc/${pid}/task/${thread}/syscall`;
    let call = readFileSync(path, 'utf8');
    while (call.startsWith(RUNNING)) call = readFileSync(path, 'utf8');
    const [, fd] = IN_CALL.exec(call) ?? [];
    return fd !== undefined && isLog(`/proc/${pid}/fd/${Number.parseInt(fd, 16)}`);
  });

/** Kills a process while it writes its log; while it does not, it is let go on for an answer. */
const killAtCommit = async (process: ChildProcess, history: History): Promise<void> => {
  process.kill('SIGSTOP');
  while (!isWritingLog(process.pid as number)) {
    process.kill('SIGCONT');
    await history.next();
    process.kill('SIGSTOP');
  }
  process.kill('SIGKILL');
};

/**
 * Kills a server under load that many times, half of them while its log commits, starts it again
 * each time, and asserts that all that was acknowledged is there, that nothing is half done, and
 * that its state is its log's. A kill to which too little is under way does not count.
 */
export const killUnderLoad = async (t: Test, kills: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  const options = { data: t.testdir({}), args: ['--trade-rate', '0'] };
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, LOAD);
  const { history } = load;
  const desk = await DeskLoad.start(server, history);
  for (let done = 0; done < kills; ) {
    await load.price();
    const orders = random.within(ORDERS.min, ORDERS.max);
    const isAimed = done % 2 === 0;
    const { written } = desk;
    const kill = async (): Promise<void> => {
      while (desk.written === written) await history.next();
      if (isAimed) await killAtCommit(server.process, history);
      else server.process.kill('SIGKILL');
    };
    await within(Promise.all([load.run(orders, () => void kill()), desk.work()]), 'kill');
    t.same(await server.ended, KILLED);
    if (history.unanswered >= UNANSWERED_MIN) done += 1;
    server = await recover(t, options, load, desk);
  }
  t.equal((await server.stop()).code, 0);
};
