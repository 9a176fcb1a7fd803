// Damage to the files of a data folder: what is prepared for the cases, and what must hold.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryDamages } from '../../actors/tools/prove/damage-cases.js';
import { groundOf } from '../../actors/tools/prove/ground.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const LOAD = { traders: 2 };
const ORDERS = 120;

/** Makes a data folder of a server that traded and was stopped; removed afterwards. */
export const inTradedFolder = async (use: (data: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-damage-'));
  const data = join(folder, 'data');
  try {
    const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
    try {
      const staff = await signInStaff(server);
      const load = await OrderLoad.prepare(server, staff, new History(), LOAD);
      await load.connect(server);
      await load.price();
      await load.run(ORDERS, () => void server.stop());
      await server.ended;
    } finally {
      await server.kill();
    }
    await use(data);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Does so many cases of damage to copies of a folder: each does no harm, or is told of. */
export const damage = async (
  t: Assert,
  data: string,
  cases: number,
  seed: number,
): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'brokerd-damaged-'));
  try {
    const ground = await groundOf(data, work, { keyFile: '', seed });
    if (!ground.ok) throw new Error(ground.message);
    const tried = await tryDamages(ground.data, cases);
    t.equal(tried.length, cases);
    const broken = tried.filter(({ wrong }) => wrong.length > 0);
    t.same(broken, [], `seed ${seed}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
