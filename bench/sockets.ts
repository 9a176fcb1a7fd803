// Bench `sockets`: the memory of 10,000 idle sockets, and their effect on orders.
//
// Each socket belongs to an account of its own, and is opened and closed again in each round. There
// are no quotes; a socket receives a heartbeat every 5 s and sends something every 20 s, as it must
// to stay open. `bytes_a_socket` is RssAnon + RssShmem of the process when all threads have
// collected their garbage (`measure/memory.ts`), less the value before; the kernel's memory of a
// socket is not included.

import { BusyMarket, type BusyMarketPlan, type BusyMarketRun } from './load/busy-market.js';
import { QuoteReaders } from './load/quote-readers-host.js';
import { SOCKET_PATH } from './load/traders.js';
import { collected } from './measure/collected.js';
import { controlled } from './measure/controls.js';
import { median } from './measure/measures.js';
import { COLLECTIONS_REPORTED } from './measure/memory.js';
import { metricIn, readMetrics } from './measure/metrics.js';
import { inTurn } from './measure/pairs.js';

const SOCKETS = 10_000;
const TRADERS = 64;
const PLAN: BusyMarketPlan = {
  accounts: SOCKETS + TRADERS,
  symbols: 10,
  ticksPerSec: 1,
  recordingSec: 1,
  loop: false,
  traders: SOCKETS + TRADERS,
  watchers: 0,
  follow: 'nothing',
  env: COLLECTIONS_REPORTED,
};

const act = async (scene: BusyMarketRun) => {
  const { server, headers } = scene;
  const job = { port: server.port, path: SOCKET_PATH, headers: headers.slice(TRADERS) };
  const traders = { ...scene, headers: headers.slice(0, TRADERS) };
  const bytes: number[] = [];
  const compared = await inTurn(traders, async (orders) => {
    const before = await collected(server);
    const idle = await QuoteReaders.open(job);
    const after = await collected(server);
    bytes.push((after.ownKib - before.ownKib) * 1024);
    const result = await orders();
    const open = metricIn(await readMetrics(server), 'brokerd_sockets');
    if (open < SOCKETS) throw new Error(`only ${open} sockets are still open`);
    await idle.close();
    return result;
  });
  return { ...compared, bytes_a_socket: Math.round(median(bytes) / SOCKETS) };
};

/** Runs the bench; returns its result line. */
export const sockets = async (): Promise<Record<string, unknown>> => {
  const stage = await BusyMarket.build(PLAN);
  try {
    const { result, ...machine } = await controlled(() => stage.play(act));
    return { sockets: SOCKETS, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
