// The data folder of a server that traded and was stopped, made once for all faults of files.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { copyData } from '../../actors/drill/test-folder.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { ServerProcess } from '../support/server-process.js';
import { dump } from '../support/stored-rows.js';
import type { Assert } from '../support/trader.js';
import type { History } from './history.js';
import { OrderLoad } from './order-load.js';

const LOAD = { traders: 2 };
const ORDERS = 120;

/** Has a server trade on a folder for a while and stops it; answers what its database holds. */
export const tradeAndStop = async (
  t: Assert,
  data: string,
  meanwhile = async (_history: History): Promise<void> => {},
): Promise<Record<string, unknown[]>> => {
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  try {
    const load = await OrderLoad.start(server, LOAD);
    await load.run(ORDERS, () => void meanwhile(load.history).finally(() => load.cut()));
    await load.connect(server);
    await load.settle();
    t.equal((await server.stop()).code, 0);
  } finally {
    await server.kill();
  }
  return dump(pathsOf(data).database);
};

let made: Promise<string> | undefined;

const make = async (t: Assert): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-traded-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await tradeAndStop(t, folder);
  return folder;
};

/** A copy of the folder of a server that traded, which the test removes when it ends. */
export const tradedFolder = async (t: Test): Promise<string> => {
  made ??= make(t);
  const data = join(t.testdir({}), 'data');
  copyData(await made, data);
  return data;
};
