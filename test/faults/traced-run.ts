// A short run of the real server under strace, from an empty folder to its clean stop.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { OrderLoad } from './order-load.js';
import { type Recording, readRecording } from './recording.js';
import { strace } from './strace.js';

const TRADERS = 4;

/** Records a run with so many orders at least in a new folder; `build` = of another build. */
export const recordRun = async (
  folder: string,
  orders: number,
  build?: string,
): Promise<Recording> => {
  const data = join(folder, 'data');
  const trace = join(folder, 'trace');
  mkdirSync(data, { recursive: true });
  const server = await TestServer.start({
    data,
    args: ['--trade-rate', '0'],
    under: strace(trace),
    ...(build === undefined ? {} : { build }),
  });
  const asked = new Set<string>();
  try {
    const load = await OrderLoad.prepare(server, await signInStaff(server), TRADERS);
    await load.connect(server);
    await load.price();
    await load.run(orders, () => void server.stop());
    await server.ended;
    for (const { acknowledged } of load.traders) {
      for (const { request_id } of acknowledged) asked.add(request_id);
    }
  } finally {
    await server.kill();
  }
  return readRecording(trace, data, asked);
};
