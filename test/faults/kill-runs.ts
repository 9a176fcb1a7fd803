// SIGKILL at a random moment under load: what must hold after each restart.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccount } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { DeskLoad } from './desk-load.js';
import { isWritingLog, LOAD_MS, ValidityGate } from './gate.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

/** Some 500 orders a second at first: what follows each kill reads all that was ever done. */
const LOAD = { traders: 8, underWay: 40, pauseMs: 600 };
/** Staff open an account and make a payment, and wait for so long. */
const DESK_PAUSE_MS = 100;
/** Then as many as there can be, for so long at most before the kill. */
const HURRY_MS = { min: 50, max: 200 };

/** Every second kill is aimed at a commit: it is waited for so many looks, each so far apart. */
const LOOKS = 100;
const LOOK_MS = 3;

/** Kills a process; was it writing its log? It is let go on while it is not, for some looks. */
const killAndLook = async (process: ChildProcess, looks: number): Promise<boolean> => {
  process.kill('SIGSTOP');
  const isWriting = isWritingLog(process.pid as number);
  if (isWriting || looks <= 1) {
    process.kill('SIGKILL');
    return isWriting;
  }
  process.kill('SIGCONT');
  await sleep(LOOK_MS * Math.random());
  return killAndLook(process, looks - 1);
};

/**
 * Kills a server under load that many times, starts it again each time, and asserts that all that
 * was acknowledged is there, that nothing is half done, and that its state is its log's.
 */
export const killUnderLoad = async (t: Assert, kills: number): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-kill-'));
  const options = { data, args: ['--trade-rate', '0'] };
  let server = await ServerProcess.start(options);
  try {
    const staff = await signInStaff(server);
    const history = new History();
    const { login } = await openAccount(staff, 'demo\\standard', '1');
    const desk = new DeskLoad(staff, login, history, DESK_PAUSE_MS);
    const load = await OrderLoad.prepare(server, staff, history, LOAD);
    await load.connect(server);
    const gate = new ValidityGate(kills);
    let deskWrites = 0;
    for (let run = 0; gate.isOpen; run += 1) {
      await load.price();
      const began = performance.now();
      const working = Promise.all([load.run(), desk.work()]);
      await Promise.race([working, sleep(LOAD_MS)]);
      load.hurry();
      await sleep(HURRY_MS.min + (HURRY_MS.max - HURRY_MS.min) * Math.random());
      const isCommitting = await killAndLook(server.process, run % 2 === 0 ? LOOKS : 1);
      const loadMs = performance.now() - began;
      const { acknowledged } = history;
      deskWrites += (await working)[1];
      await server.ended;
      const { unanswered } = history;
      gate.take({ acknowledged, loadMs, unanswered, isCommitting });
      server = await recover(t, options, load, desk);
    }
    t.equal(gate.fault, undefined, gate.summary);
    t.ok(deskWrites >= kills, `staff were told of ${deskWrites} accounts and payments`);
    t.equal((await server.stop()).code, 0);
  } finally {
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
};
