// Starts quote readers in a process of their own, and asks for their counts.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Span, SpanCount } from '../measure/quote-times.js';
import type { LoadTarget } from './job.js';

/** The target of the quote readers' sockets. */
export type QuoteReadersJob = Omit<LoadTarget, 'frames'>;

/** Frames for each socket of quote readers, in the order in which they were opened. */
export type FramesOf = readonly (readonly string[])[];

/** The commands to the quote readers' process; each is answered with the counts so far. */
export type QuoteReadersMessage =
  | { readonly type: 'open'; readonly job: QuoteReadersJob }
  | { readonly type: 'send'; readonly frames: FramesOf }
  | { readonly type: 'time'; readonly span: Span }
  | { readonly type: 'count' };

/** The values that all sockets of quote readers have received. */
export interface QuoteReadersAnswer {
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

/** Quote readers at work. */
export class QuoteReaders {
  readonly #child: ChildProcess;
  readonly #failed: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the quote readers ended with ${code}`);
    });
    // Callers await this promise where a failure matters; it also rejects when the readers are
    // closed.
    this.#failed.catch(() => undefined);
  }

  /** Opens its sockets. */
  static async open(job: QuoteReadersJob): Promise<QuoteReaders> {
    const quoteReaders = new QuoteReaders(
      fork(fileURLToPath(new URL('./quote-readers.js', import.meta.url))),
    );
    await quoteReaders.#ask({ type: 'open', job });
    return quoteReaders;
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
  count(): Promise<QuoteReadersAnswer> {
    return this.#ask({ type: 'count' });
  }

  /** Ends its process, and with it its sockets. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #ask(message: QuoteReadersMessage): Promise<QuoteReadersAnswer> {
    const answered = once(this.#child, 'message') as Promise<[QuoteReadersAnswer]>;
    this.#child.send(message);
    const [answer] = await Promise.race([answered, this.#failed]);
    return answer;
  }
}
