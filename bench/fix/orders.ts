// Orders through a gateway and back: from a trader's request to the event that it is done.
//
// In between are two commits of the log, a synced write of the session's file, and a provider in a
// process of its own that accepts and fills at once.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TradeResult } from '../../test/support/client/shapes.js';
import { until } from '../../test/support/guard.js';
import { OURS, THEIRS } from '../../test/support/provider.js';
import { ServerProcess } from '../../test/support/server-process.js';
import type { Trader } from '../../test/support/trader.js';
import { withControls } from '../measure/controls.js';
import { Histogram, processorMs, rounded } from '../measure/measures.js';

const TRADERS = 8;
/** Orders before, as fast as they go: a server that has just started runs its code slowly. */
const WARMUP_ORDERS = 4_000;
const ORDERS = 2_000;
const ORDERS_PER_SEC = 200;

const ORDER = { kind: 'open', symbol: 'EURUSD', volume: '0.01' };

/** Bought and sold in turns, so that what an account holds stays small against its margin. */
const sideOf = (n: number): string => (n % 2 === 0 ? 'buy' : 'sell');

/** Times of an order in ms: until it is on its way to the provider, and until it is done. */
const timed = async (trader: Trader, side: string): Promise<{ queued: number; done: number }> => {
  const began = performance.now();
  const { data } = await trader.trade({ ...ORDER, side });
  if (data.status !== 'queued') throw new Error(JSON.stringify(data));
  const queued = performance.now() - began;
  const ended = await trader.socket.take<{ readonly result: TradeResult }>('trade_result');
  if (ended.data.result.status !== 'done') throw new Error(JSON.stringify(ended.data));
  return { queued, done: performance.now() - began };
};

const act = async (port: number) => {
  const server = await ServerProcess.start();
  await server.quote('EURUSD', '1.10000', '1.10010');
  const staff = await server.staff();
  const { data: gateway } = await staff.post<{ id: number }>('/gateways', {
    ...{ name: 'Provider', server: `127.0.0.1:${port}` },
    params: [
      { key: 'SenderCompID', value: OURS },
      { key: 'TargetCompID', value: THEIRS },
    ],
  });
  const rule = { name: 'Cover', position: 1, action: 'gateway', dealers: [gateway.id] };
  await staff.post('/routing', rule);
  await until('the gateway', async () => {
    const { data } = await staff.get<{ state: string }[]>('/gateways/statuses');
    return data[0]?.state === 'online';
  });
  const traders: Trader[] = [];
  while (traders.length < TRADERS) {
    traders.push(await server.openAccount({ group: 'demo\\netting', deposit: '10000000' }));
  }
  await Promise.all(
    traders.map(async (trader) => {
      for (let n = 0; n < WARMUP_ORDERS / TRADERS; n += 1) await timed(trader, sideOf(n));
    }),
  );
  const [queued, done] = [new Histogram(), new Histogram()];
  const pid = server.process.pid as number;
  const [spentMs, began] = [processorMs(pid), performance.now()];
  for (let n = 0; n < ORDERS; n += 1) {
    const ms = await timed(traders[n % TRADERS] as Trader, sideOf(n));
    queued.add(ms.queued);
    done.add(ms.done);
    await wait(Math.max(0, 1000 / ORDERS_PER_SEC - ms.done));
  }
  const orders_per_sec = rounded((ORDERS * 1000) / (performance.now() - began), 1);
  const server_us = rounded(((processorMs(pid) - spentMs) * 1000) / ORDERS, 1);
  await server.stop();
  const [queued_ms, order_ms] = [queued.percentiles(), done.percentiles()];
  return { orders_per_sec, queued_ms, order_ms, server_us };
};

/** Runs the part; returns its result. */
export const orders = async (): Promise<Record<string, unknown>> => {
  const child = fork(fileURLToPath(new URL('./order-provider.js', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  try {
    const { result, ...machine } = await withControls(() => act(port));
    return { orders: ORDERS, asked_per_sec: ORDERS_PER_SEC, ...result, ...machine };
  } finally {
    child.disconnect();
  }
};
