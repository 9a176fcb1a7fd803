// How far a running server's database is behind its log, and the time to catch up.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../test/support/server-process.js';
import { metricIn, readMetrics } from './metrics.js';

const LOOK_MS = 50;
/** A projection that takes longer has failed. */
const SETTLE_MS_MAX = 120_000;

/** Number of events that the database lacks. */
export const projectionLag = async (server: ServerProcess): Promise<number> => {
  const figures = await readMetrics(server);
  return metricIn(figures, 'brokerd_seq') - metricIn(figures, 'brokerd_desk_projection_seq');
};

/** Waits until the database lacks at most so many events; returns the time in ms. */
export const settled = async (server: ServerProcess, most = 0): Promise<number> => {
  const started = performance.now();
  while ((await projectionLag(server)) > most) {
    if (performance.now() - started > SETTLE_MS_MAX) throw new Error('the database stays behind');
    await wait(LOOK_MS);
  }
  return performance.now() - started;
};
