// Starts an audience in a process of its own, and asks it for its counts.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadTarget } from './job.js';
import type { Span, SpanCount } from './quote-times.js';

/** The target of the audience's sockets. */
export type AudienceJob = Omit<LoadTarget, 'frames'>;

/** Frames for each socket of an audience, in the order in which they were opened. */
export type FramesOf = readonly (readonly string[])[];

/** The commands to the audience's process; each is answered with the counts so far. */
export type AudienceMessage =
  | { readonly type: 'open'; readonly job: AudienceJob }
  | { readonly type: 'send'; readonly frames: FramesOf }
  | { readonly type: 'time'; readonly span: Span }
  | { readonly type: 'count' };

/** The values that all sockets of an audience have received. */
export interface AudienceAnswer {
  /** Since they were opened. */
  readonly quotes: number;
  readonly bytes: number;
  /** Of the span that was last asked for. */
  readonly timed: SpanCount;
}

/** Most symbols in one subscription. */
const SYMBOLS_MAX = 256;

/** Frames that subscribe to the quotes of these symbols, at every change. */
export const subscriptionTo = (symbols: readonly string[]): string[] => {
  const frames: string[] = [];
  for (let at = 0; at < symbols.length; at += SYMBOLS_MAX) {
    const data = { channel: 'quotes', symbols: symbols.slice(at, at + SYMBOLS_MAX) };
    frames.push(JSON.stringify({ id: frames.length + 1, op: 'subscribe', data }));
  }
  return frames;
};

/** The frame that ends all quotes subscriptions of a socket. */
export const UNSUBSCRIPTION = JSON.stringify({
  id: 9,
  op: 'unsubscribe',
  data: { channel: 'quotes' },
});

/** A running audience. */
export class Audience {
  readonly #child: ChildProcess;
  readonly #failed: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the audience ended with ${code}`);
    });
    // The error is reported when it matters; closing the audience also ends its process.
    this.#failed.catch(() => undefined);
  }

  /** Opens its sockets. */
  static async open(job: AudienceJob): Promise<Audience> {
    const audience = new Audience(fork(fileURLToPath(new URL('./audience.js', import.meta.url))));
    await audience.#ask({ type: 'open', job });
    return audience;
  }

  /** Sends frames, different ones for each socket. */
  async send(frames: FramesOf): Promise<void> {
    await this.#ask({ type: 'send', frames });
  }

  /** Times the quotes of a span, and no others. */
  async time(span: Span): Promise<void> {
    await this.#ask({ type: 'time', span });
  }

  /** The values received so far. */
  count(): Promise<AudienceAnswer> {
    return this.#ask({ type: 'count' });
  }

  /** Ends its process, and with it its sockets. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #ask(message: AudienceMessage): Promise<AudienceAnswer> {
    const answered = once(this.#child, 'message') as Promise<[AudienceAnswer]>;
    this.#child.send(message);
    const [answer] = await Promise.race([answered, this.#failed]);
    return answer;
  }
}
