// Reads `/metrics` of a running server.

import type { ServerProcess } from '../../test/support/server-process.js';

/** The metrics by name, including labels. */
export const readMetrics = async (server: ServerProcess): Promise<ReadonlyMap<string, number>> => {
  // A connection that the server closed meanwhile is noticed before it would be used again.
  await new Promise((next) => setImmediate(next));
  const text = await (await fetch(server.url('/metrics'))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))];
    }),
  );
};

/** A metric by its name, including labels. Throws when the server has none of this name. */
export const metricIn = (metrics: ReadonlyMap<string, number>, name: string): number => {
  const value = metrics.get(name);
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return value;
};
