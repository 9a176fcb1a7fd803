// A short run of the real server under strace, from an empty folder to its clean stop.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf } from '../../actors/tools/folder.js';
import { logFiles } from '../../storage/log.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { type Recording, readRecording } from './recording.js';
import { strace } from './strace.js';

const LOAD = { traders: 4 };

/** Records a run in a new folder that has so many orders and files of its log at least. */
export const recordRun = async (
  folder: string,
  orders: number,
  files: number,
): Promise<{ readonly recording: Recording; readonly history: History }> => {
  const data = join(folder, 'data');
  const trace = join(folder, 'trace');
  mkdirSync(data, { recursive: true });
  const server = await ServerProcess.start({
    data,
    args: ['--trade-rate', '0', '--log-file-size', '1'],
    under: strace(trace),
  });
  const history = new History();
  try {
    const load = await OrderLoad.prepare(server, await signInStaff(server), history, LOAD);
    await load.connect(server);
    await load.price();
    const log = pathsOf(data).log;
    const stop = async (): Promise<void> => {
      await until('next file of the log', () => logFiles(log).length >= files);
      await server.stop();
    };
    await load.run(orders, () => void stop());
    await server.ended;
  } finally {
    await server.kill();
  }
  const answered = history.asked.filter(({ known }) => known === 'ok');
  const ids = new Set(answered.map(({ id }) => id));
  return { recording: readRecording(trace, data, ids), history };
};
