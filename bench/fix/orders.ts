// Orders through a gateway and back: from a trader's request to the event that it is done.
//
// Eight traders send market orders in turn, one at a time, at most 200 a second; `orders_per_sec`
// is the rate that was reached. `queued_ms` is the time to the first answer, one commit of the log.
// `order_ms` is the time to the event that the order is done: two commits of the log, a synced
// write of the session's file, and a provider in a process of its own that accepts and fills at
// once.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until, within } from '../../test/support/guard.js';
import { OURS, THEIRS } from '../../test/support/order-provider.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { type Listener, LoadSocket } from '../load/load-socket.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { withControls } from '../measure/controls.js';
import { Histogram, processorMs, rounded } from '../measure/measures.js';

const TRADERS = 8;
/** Orders before, as fast as they go: a server that has just started runs its code slowly. */
const WARMUP_ORDERS = 12_000;
const ORDERS = 2_000;
const ORDERS_PER_SEC = 200;
const RESULT = Buffer.from('{"event":"trade_result"');
/** Left out of a result that is done. */
const STATUS = '"status":';

/** Times of an order in ms: until it is on its way to the provider, and until it is done. */
interface OrderTimes {
  readonly queued: number;
  readonly done: number;
}

/** A trader's socket. */
export class OrderSocket implements Listener {
  #socket: LoadSocket | undefined;
  #sentAt = 0;
  #queued = 0;
  #ended = (_times: OrderTimes): void => {};
  #answered = (_ms: number): void => {};

  async open(port: number, header: string): Promise<this> {
    const target = { port, path: SOCKET_PATH, headers: [header], frames: ordersOf('EURUSD') };
    [this.#socket] = await LoadSocket.openAll(target, 1, this);
    return this;
  }

  /** Sends an order; resolves when it is done. */
  order(): Promise<OrderTimes> {
    const ended = new Promise<OrderTimes>((resolve) => {
      this.#ended = resolve;
    });
    this.#sentAt = performance.now();
    this.#socket?.send(1, this.#sentAt);
    return within(ended, 'the result of an order');
  }

  /** Sends an order that is filled here; resolves to how long its answer took, in ms. */
  orderHere(): Promise<number> {
    const answered = new Promise<number>((resolve) => {
      this.#answered = resolve;
    });
    this.#socket?.send(1, performance.now());
    return within(answered, 'the answer to an order');
  }

  close(): void {
    this.#socket?.close();
  }

  answered(sentAt: number, now: number, _size: number, success: boolean): void {
    if (!success) throw new Error('an order was refused');
    this.#queued = now - sentAt;
    this.#answered(now - sentAt);
  }

  event(frame: Buffer): void {
    if (!frame.subarray(0, RESULT.length).equals(RESULT)) return;
    if (frame.includes(STATUS)) throw new Error(frame.toString());
    this.#ended({ queued: this.#queued, done: performance.now() - this.#sentAt });
  }

  read(): void {}
}

const act = async (port: number) => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
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
  const headers = await signInTraders(server, TRADERS);
  const traders = await Promise.all(
    headers.map((header) => new OrderSocket().open(server.port, header)),
  );
  await Promise.all(
    traders.map(async (trader) => {
      for (let n = 0; n < WARMUP_ORDERS / TRADERS; n += 1) await trader.order();
    }),
  );
  const [queued, done] = [new Histogram(), new Histogram()];
  const pid = server.process.pid as number;
  const [spentMs, began] = [processorMs(pid), performance.now()];
  for (let n = 0; n < ORDERS; n += 1) {
    const ms = await (traders[n % TRADERS] as OrderSocket).order();
    queued.add(ms.queued);
    done.add(ms.done);
    await wait(Math.max(0, 1000 / ORDERS_PER_SEC - ms.done));
  }
  const orders_per_sec = rounded((ORDERS * 1000) / (performance.now() - began), 1);
  const server_us = rounded(((processorMs(pid) - spentMs) * 1000) / ORDERS, 1);
  for (const trader of traders) trader.close();
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
