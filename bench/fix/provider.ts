// The provider of bench `fix`, a process: sends increments evenly once all symbols are subscribed.

import { FeedProvider, snapshot } from '../../test/support/feed-provider.js';

/** The quotes that the provider sends. */
interface ProviderJob {
  readonly symbols: number;
  readonly quotesPerSec: number;
}

/** The times of which it counts what it sent, ms. */
interface CountedSpan {
  readonly from: number;
  readonly until: number;
}

/** Its port first, then that it sends, then how much it sent in a span. */
export interface ProviderAnswer {
  readonly port: number;
  readonly sent: number;
}

const BEAT_MS = 2;
const subscribed: (readonly [id: string, name: string])[] = [];
const sent: number[] = [];
let job: ProviderJob = { symbols: 0, quotesPerSec: 0 };
let timer: NodeJS.Timeout | undefined;

const answer = (answered: Partial<ProviderAnswer>): void => {
  process.send?.({ port: 0, sent: 0, ...answered });
};

/** Bids move by a point up and down, so that each is a new quote. */
const send = (n: number): void => {
  const [id, name] = subscribed[n % subscribed.length] as readonly [string, string];
  const isUp = Math.floor(n / subscribed.length) % 2 === 0;
  provider.write('X', (writer) => {
    writer.text(262, id).int(268, 1).text(279, '1').text(269, '0').text(278, 'b1').text(55, name);
    writer.text(270, isUp ? '1.10000' : '1.10001').int(271, 1_000_000);
  });
  sent.push(Date.now());
};

const start = (): void => {
  const began = performance.now();
  timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * job.quotesPerSec) / 1000);
    while (sent.length < due) send(sent.length);
  }, BEAT_MS);
};

const provider = await FeedProvider.open({
  answer: (message, there) => {
    const [, id, name] = /^V\|262=([^|]+)\|263=1.*\|55=(.+)$/.exec(message) ?? [];
    if (id === undefined || name === undefined) return;
    there.send(snapshot(id, name, '1.09999', '1.10010'));
    subscribed.push([id, name]);
    if (subscribed.length !== job.symbols) return;
    start();
    answer({});
  },
});
process.on('message', (message: ProviderJob | CountedSpan) => {
  if ('from' in message) {
    clearInterval(timer);
    provider.close();
    const { from, until } = message;
    answer({ sent: sent.filter((at) => at >= from && at < until).length });
    return;
  }
  job = message;
  answer({ port: provider.port });
});
