// How soon an order is refused that is too much: waves of orders, timed by a client that costs
// little beside the server.

import { type Listener, LoadSocket } from '../../bench/load-socket.js';
import { median } from '../../bench/measures.js';
import { ordersOf, SOCKET_PATH, signedBy } from '../../bench/traders.js';
import { countMainWait, slowness } from '../e2e/processor-wait.js';
import type { ServerProcess } from '../support/server-process.js';
import type { Assert, Trader } from '../support/trader.js';

/** So soon hears whoever is refused, on a processor at its best. */
const REFUSED_MS = 50;
/** In most of them it must be so: a machine may be so busy that one says little. */
const WAVES = 7;
/** The first runs code that was never run before, and is not counted. */
const WARMING = 1;
/** Of all traders together: twice what may wait for a shard. */
const ORDERS = 3_000;

/** How a socket fared in a wave. */
interface Fate {
  accepted: number;
  /** How late the slowest refusal was, but for the waits until it came. */
  slowestMs: number;
}

/** Times the answers to one wave after the other. */
class Waves implements Listener {
  #missing = 0;
  #done = (): void => {};
  #waits: readonly (() => number)[] = [];
  /** Of what one socket has just received. */
  #chunk: Fate = { accepted: 0, slowestMs: 0 };
  readonly #fates = new Map<LoadSocket, Fate>();

  /** Waits of the server with this process id, and of the client, are not counted. */
  constructor(private readonly pid: number) {}

  answered(sentAt: number, now: number, _size: number, success: boolean): void {
    if (success) this.#chunk.accepted += 1;
    else this.#chunk.slowestMs = Math.max(this.#chunk.slowestMs, now - sentAt);
  }

  event(): void {
    // Of what is executed nothing is timed.
  }

  read(socket: LoadSocket, answers: number): void {
    const { accepted, slowestMs } = this.#fates.get(socket) ?? { accepted: 0, slowestMs: 0 };
    const waitedMs = this.#waits.reduce((sum, waited) => sum + waited(), 0);
    this.#fates.set(socket, {
      accepted: accepted + this.#chunk.accepted,
      slowestMs: Math.max(slowestMs, this.#chunk.slowestMs - waitedMs),
    });
    this.#chunk = { accepted: 0, slowestMs: 0 };
    this.#missing -= answers;
    if (this.#missing === 0) this.#done();
  }

  /**
   * Sends a wave; how long the slowest refusal took, in ms as on a processor at its best. Counted
   * are sockets that are refused all: on others it keeps its place behind the answers owed there.
   */
  async send(sockets: readonly LoadSocket[], each: number): Promise<number> {
    this.#fates.clear();
    this.#missing = each * sockets.length;
    const answered = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    this.#waits = [countMainWait(this.pid), countMainWait(process.pid)];
    for (const socket of sockets) socket.send(each, performance.now());
    await answered;
    const refused = [...this.#fates.values()].filter(({ accepted }) => accepted === 0);
    if (refused.length === 0) throw new Error('every socket had an order accepted');
    return Math.round(Math.max(...refused.map(({ slowestMs }) => slowestMs)) / slowness());
  }
}

/**
 * Asserts that refusals come at once, but for what front and client waited for a processor. Traders
 * must have money for every wave: an order that is executed and found too dear is refused, too.
 */
export const assertRefusedAtOnce = async (
  t: Assert,
  { port, process: { pid } }: ServerProcess,
  traders: readonly Trader[],
): Promise<void> => {
  const headers = traders.map(({ rest }) => signedBy(rest.accessToken));
  const target = { port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') };
  const each = ORDERS / traders.length;
  const waves = new Waves(pid as number);
  const sockets = await LoadSocket.openAll(target, each, waves);
  const all: number[] = [];
  while (all.length < WARMING + WAVES) all.push(await waves.send(sockets, each));
  for (const socket of sockets) socket.close();
  const times = all.slice(WARMING);
  t.ok(median(times) <= REFUSED_MS, `refused at once: within ${times} ms and waits`);
};
