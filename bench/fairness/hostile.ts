// Bench `hostile`: orders of one client while others send malformed input, or do not read.
//
// If a server works long for one hostile request, all orders wait for it.

import { HostileServer } from '../../test/hostile/hostile-server.js';
import { spoilAll } from '../../test/hostile/mutation-runs.js';
import { Trader } from '../../test/support/trader.js';
import { type OpenResult, runOpenLoad, runOpenLoadBeside } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { controlled } from '../measure/controls.js';
import { rounded } from '../measure/measures.js';

const PER_SECOND = 200;
const TIMES = { warmupMs: 2_000, measureMs: 8_000 };
/** Longer than any parallel work takes. */
const BESIDE_MS = 600_000;
/** Inputs of each kind, as many as can be sent within some seconds. */
const INPUTS = { payloads: 9_000, frames: 300, bodies: 1_500, requests: 0 };
const SLOW = 4;
/** Number of events for sockets that do not read. */
const ORDERS = 4_000;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Sockets of a busy account that are never read. */
const stall = async ({ server }: HostileServer): Promise<void> => {
  const busy = await server.openAccount({ group: 'demo\\netting', deposit: '1000000' });
  const signIn = () => Trader.signIn(server, busy.login, busy.password);
  const slow = await Promise.all(Array.from({ length: SLOW }, signIn));
  for (const { socket } of slow) socket.stall();
  for (let n = 0; n < ORDERS; n += 1) {
    await busy.trade({ ...wish, side: n % 2 === 0 ? 'buy' : 'sell' });
  }
  for (const { socket } of slow) void socket.cut();
};

const shown = (alone: OpenResult, beside: OpenResult) => ({
  p99_ms: beside.ms.p99,
  max_ms: beside.ms.max,
  ratio: rounded(beside.ms.p99 / alone.ms.p99, 2),
  refused: beside.refused,
  unanswered: beside.unanswered,
});

const measure = async () => {
  const hostile = await HostileServer.start();
  const { server } = hostile;
  try {
    const headers = await signInTraders(server, 1);
    const frames = ordersOf('EURUSD');
    const load = { port: server.port, path: SOCKET_PATH, headers, frames, perSecond: PER_SECOND };
    const beside = async (work: () => Promise<unknown>): Promise<OpenResult> => {
      const loop = { ...load, warmupMs: TIMES.warmupMs, measureMs: BESIDE_MS };
      return (await runOpenLoadBeside(loop, work)).load;
    };
    const alone = await runOpenLoad({ ...load, ...TIMES });
    const spoilt = await beside(() => spoilAll(hostile, INPUTS, 1));
    const unread = await beside(() => stall(hostile));
    return {
      orders_per_sec: PER_SECOND,
      alone: { p99_ms: alone.ms.p99, max_ms: alone.ms.max },
      spoilt: shown(alone, spoilt),
      unread: shown(alone, unread),
    };
  } finally {
    await server.kill();
  }
};

/** Runs the bench; returns its result line. */
export const hostile = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await controlled(measure);
  return { ...result, ...machine };
};
