// SIGKILL at a random moment under load: what must hold after each restart.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccount } from '../client/staff.js';
import { type Assert, signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { DeskLoad } from './desk-load.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

/** A run with fewer acknowledged orders a second proves little: it does not count. */
const ORDERS_PER_SECOND_MIN = 200;
/** On a machine so busy that two of three runs are too slow, the test fails. */
const RUNS_A_KILL_MAX = 3;
const TRADERS = 6;
/** The kill comes when this many orders are acknowledged, and up to that many ms later. */
const ORDERS = { min: 40, max: 400 };
const DELAY_MS_MAX = 6;

const between = (min: number, max: number): number =>
  min + Math.floor(Math.random() * (max - min + 1));

/**
 * Kills a server under load that many times, starts it again each time, and asserts that all that
 * was acknowledged is there, that nothing is half done, and that its state is its log's.
 */
export const killUnderLoad = async (t: Assert, kills: number): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-kill-'));
  const options = { data, args: ['--trade-rate', '0'] };
  let server = await TestServer.start(options);
  try {
    const staff = await signInStaff(server);
    const desk = new DeskLoad(staff, (await openAccount(staff, 'demo\\standard', '1')).login);
    const load = await OrderLoad.prepare(server, staff, TRADERS);
    await load.connect(server);
    const rates: number[] = [];
    let orders = 0;
    let deskWrites = 0;
    for (let run = 0; rates.length < kills && run < RUNS_A_KILL_MAX * kills; run += 1) {
      const kill = () => setTimeout(() => void server.kill(), between(0, DELAY_MS_MAX));
      await load.price();
      const [perSecond, written] = await Promise.all([
        load.run(between(ORDERS.min, ORDERS.max), kill),
        desk.work(),
      ]);
      deskWrites += written;
      await server.ended;
      orders += load.acknowledged;
      server = await recover(t, options, load, desk);
      if (perSecond >= ORDERS_PER_SECOND_MIN) rates.push(Math.round(perSecond));
    }
    t.equal(rates.length, kills, `runs at ${rates.join(', ')} orders a second, ${orders} in all`);
    t.ok(deskWrites >= kills, `staff were told of ${deskWrites} accounts and payments`);
    t.equal((await server.stop()).code, 0);
  } finally {
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
};
