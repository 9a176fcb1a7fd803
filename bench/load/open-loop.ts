// The open loop: requests are sent at planned times, and their times count from the plan.
//
// So a server that stalls is also measured by the requests that came meanwhile; lateness of the
// client counts, too.

import { setTimeout as wait } from 'node:timers/promises';
import { Histogram } from '../measure/measures.js';
import type { OpenLoop, OpenResult } from './job.js';
import { LoadCounters } from './load-counters.js';
import { type Listener, LoadSocket } from './load-socket.js';

/** Time between two checks of the plan. */
const LOOK_MS = 1;
/** A server that is behind by this has failed. */
const UNDER_WAY_MS = 10_000;
/** Longest wait for answers after the last request. */
const DRAIN_MS_MAX = 10_000;

/** A running open loop. */
export class OpenLoad implements Listener {
  readonly #loop: OpenLoop;
  readonly #tally = new LoadCounters();
  readonly #sending = new Histogram();
  #late = 0;
  /** Start of the measured time. */
  #from = 0;
  #until = 0;

  /** `begun` is called when the measured time begins; from then on `end` may be called. */
  constructor(
    loop: OpenLoop,
    private readonly begun: () => void = () => {},
  ) {
    this.#loop = loop;
  }

  /** Opens the sockets, sends as planned and waits for the answers. */
  async run(): Promise<OpenResult> {
    const { headers, perSecond, together = 1, warmupMs, measureMs } = this.#loop;
    const underWayMax = Math.ceil((perSecond * UNDER_WAY_MS) / 1000 / headers.length) + together;
    const sockets = await LoadSocket.openAll(this.#loop, underWayMax, this);
    const start = performance.now();
    this.#from = start + warmupMs;
    this.#until = this.#from + measureMs;
    await this.#send(sockets, start);
    const unanswered = await this.#drain();
    for (const socket of sockets) socket.close();
    return {
      ...this.#tally.result((this.#until - this.#from) / 1000),
      answers: this.#tally.times.count - unanswered,
      late: this.#late,
      unanswered,
      sendingMs: this.#sending.percentiles(),
    };
  }

  /** Ends the measured time now, if it still runs. */
  end(): void {
    this.#until = Math.min(this.#until, performance.now());
  }

  answered(sentAt: number, now: number, size: number, success: boolean): void {
    if (!this.#isMeasured(sentAt)) return;
    this.#tally.answer(now - sentAt, size, success);
    if (now >= this.#until) this.#late += 1;
  }

  event({ length }: Buffer): void {
    this.#tally.event(length);
  }

  read(): void {
    // Only the plan decides when the next request is sent.
  }

  #isMeasured(plannedAt: number): boolean {
    return plannedAt >= this.#from && plannedAt < this.#until;
  }

  /** Sends the requests of the plan, the last request before the measured time ends. */
  async #send(sockets: readonly LoadSocket[], start: number): Promise<void> {
    const { perSecond, together = 1 } = this.#loop;
    const everyMs = (1000 * together) / perSecond;
    for (let n = 0; ; n += 1) {
      const plannedAt = start + n * everyMs;
      if (plannedAt >= this.#until) return;
      while (performance.now() < plannedAt) await wait(LOOK_MS);
      sockets[n % sockets.length]?.send(together, plannedAt);
      if (!this.#isMeasured(plannedAt)) continue;
      if (this.#tally.sent === 0) this.begun();
      this.#tally.sent += together;
      this.#sending.add(performance.now() - plannedAt);
    }
  }

  /** Waits for the answers; returns the number of missing ones. */
  async #drain(): Promise<number> {
    const deadline = performance.now() + DRAIN_MS_MAX;
    const missing = () => this.#tally.sent - this.#tally.times.count;
    while (missing() > 0 && performance.now() < deadline) await wait(LOOK_MS);
    const unanswered = missing();
    for (let n = 0; n < unanswered; n += 1) this.#tally.times.add(DRAIN_MS_MAX);
    return unanswered;
  }
}
