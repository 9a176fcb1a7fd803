// Starts an audience in a process of its own and asks it what it was sent.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadTarget } from './job.js';

/** Where the audience's sockets go; each sends all frames once. */
export type AudienceJob = LoadTarget;

/** What all sockets of an audience were sent since they were opened. */
export interface AudienceCount {
  readonly quotes: number;
  readonly bytes: number;
}

/** Symbols that one subscription may name. */
const SYMBOLS_MAX = 256;

/** Frames that subscribe to the quotes of these symbols, as they come. */
export const subscriptionTo = (symbols: readonly string[]): string[] => {
  const frames: string[] = [];
  for (let at = 0; at < symbols.length; at += SYMBOLS_MAX) {
    const data = { channel: 'quotes', symbols: symbols.slice(at, at + SYMBOLS_MAX) };
    frames.push(JSON.stringify({ id: frames.length + 1, op: 'subscribe', data }));
  }
  return frames;
};

/** An audience at work. */
export class Audience {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Opens its sockets. */
  static async open(job: AudienceJob): Promise<Audience> {
    const audience = new Audience(fork(fileURLToPath(new URL('./audience.js', import.meta.url))));
    await audience.#ask(job);
    return audience;
  }

  /** What it was sent so far. */
  count(): Promise<AudienceCount> {
    return this.#ask('count');
  }

  close(): void {
    this.#child.disconnect();
  }

  async #ask(message: AudienceJob | 'count'): Promise<AudienceCount> {
    const failed = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the audience ended with ${code}`);
    });
    failed.catch(() => undefined);
    this.#child.send(message);
    const [count] = await Promise.race([once(this.#child, 'message'), failed]);
    return count as AudienceCount;
  }
}
