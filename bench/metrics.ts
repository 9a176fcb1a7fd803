// What a running server tells of itself on `/metrics`.

import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../test/support/server-process.js';

const LOOK_MS = 50;
/** A projection that is further behind than this has failed. */
const SETTLE_MS_MAX = 120_000;

/** The figures by name, labels included. */
export const readMetrics = async (server: ServerProcess): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(server.url('/metrics'))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))];
    }),
  );
};

/** Events that the database has not seen. */
export const projectionLag = async (server: ServerProcess): Promise<number> => {
  const figures = await readMetrics(server);
  return (figures.get('brokerd_seq') ?? 0) - (figures.get('brokerd_desk_projection_seq') ?? 0);
};

/** Waits until the database has seen all events; how long that took, in ms. */
export const settled = async (server: ServerProcess): Promise<number> => {
  const started = performance.now();
  while ((await projectionLag(server)) > 0) {
    if (performance.now() - started > SETTLE_MS_MAX) throw new Error('the database stays behind');
    await wait(LOOK_MS);
  }
  return performance.now() - started;
};
