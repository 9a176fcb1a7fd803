// After a crash: the server is started again, and what must hold then is asserted.

import { isDeepStrictEqual } from 'node:util';
import { stateHash } from '../../actors/tools/state-hash.js';
import { verify } from '../../actors/tools/verify.js';
import type { TradeResult } from '../client/shapes.js';
import type { Assert } from '../e2e/stage.js';
import { type StartOptions, TestServer } from '../server.js';
import { faultsOf } from './books.js';
import type { DeskLoad } from './desk-load.js';
import type { OrderLoad } from './order-load.js';

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

/** The server's state is its log's, and its books are right. */
export const assertWhole = async (t: Assert, data: string): Promise<void> => {
  const [log, memory] = await Promise.all([verify(data), stateHash(data)]);
  if (!log.ok || !memory.ok) throw new Error(log.ok ? 'no state hash' : log.message);
  t.same(log.data.violations, [], 'the ledger that the log tells is right');
  const { seq, state_hash } = log.data;
  t.same(memory.data, { seq, state_hash }, 'the server is in the state that its log tells');
  t.same(faultsOf(data), [], 'the books are right');
};

/**
 * Starts a crashed server again, connects its traders, and asserts that all that was acknowledged
 * is there, that nothing is half done, and that its state is its log's.
 */
export const recover = async (
  t: Assert,
  options: StartOptions & { readonly data: string },
  load: OrderLoad,
  desk?: DeskLoad,
): Promise<TestServer> => {
  const server = await TestServer.start(options);
  await load.connect(server);
  t.same(await lostOf(load), [], 'all that was acknowledged is there');
  if (desk !== undefined) t.same(await desk.lost(), [], 'and all that staff were told is done');
  await load.settle();
  await assertWhole(t, options.data);
  load.forget();
  desk?.forget();
  return server;
};
