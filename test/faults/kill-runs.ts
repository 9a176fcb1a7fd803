// SIGKILL at a random moment under load: what must hold after each restart.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TradeResult } from '../client/shapes.js';
import { openAccount } from '../client/staff.js';
import { runCommand } from '../command.js';
import { type Assert, signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { faultsOf } from './books.js';
import { DeskLoad } from './desk-load.js';
import { OrderLoad } from './order-load.js';

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

/** Asks for the outcome of each request; answers what does not fit what was acknowledged. */
const lostOf = async (load: OrderLoad): Promise<string[]> => {
  const lost: string[] = [];
  for (const { socket, acknowledged, underWay } of load.traders) {
    const checks = acknowledged.map(async (result) => {
      const { request_id } = result;
      const found = await socket!.request<TradeResult>('trade_status', { request_id });
      if (!isDeepStrictEqual({ ...found.data, repeated: result.repeated }, result)) {
        lost.push(`${JSON.stringify(result)} became ${found.code} ${JSON.stringify(found.data)}`);
      }
    });
    const asked = [...underWay].map(async (request_id) => {
      const found = await socket!.request<TradeResult>('trade_status', { request_id });
      if (!['ok', 'not_found'].includes(found.code)) lost.push(`${request_id}: ${found.code}`);
    });
    await Promise.all([...checks, ...asked]);
    for (const { expected, got } of socket!.gaps) lost.push(`event ${expected} missing at ${got}`);
  }
  return lost;
};

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
      server = await TestServer.start(options);
      await load.connect(server);
      t.same(await lostOf(load), [], 'all that was acknowledged is there');
      t.same(await desk.lost(), [], 'and all that staff were told is done');
      await load.settle();
      const [log, memory] = await Promise.all([
        runCommand(['verify', '--data', data]),
        runCommand(['state-hash', '--data', data]),
      ]);
      t.equal(log.code, 0, log.stderr);
      const { seq, state_hash } = log.record;
      t.hasStrict(
        memory.record,
        { seq, state_hash },
        'the server is in the state that its log tells',
      );
      t.same(faultsOf(data), [], 'the books are right');
      orders += load.traders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
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
