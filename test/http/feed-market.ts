// A market that goes by what its thread is told, with providers whose prices a test tells.

import type { SourceSink } from '../../actors/market/feed.js';
import type { Instrument } from '../../actors/market/instruments.js';
import { done } from '../../wire/codes.js';
import { marketOf } from '../market/fixtures.js';
import type { HttpHarness } from '../support/http-harness.js';

/** One connection of a datafeed. */
export interface Provider {
  readonly sink: SourceSink;
  instruments: readonly Instrument[];
  isOpen: boolean;
}

/** A market: its connections by datafeed in the order they were made, and its quotes. */
export const marketIn = (http: HttpHarness) => {
  const connections = new Map<number, Provider[]>();
  const { harness } = http;
  const made = marketOf(harness.copied, {
    modules: {
      fix44: (record, instruments, sink) => {
        const provider: Provider = { sink, instruments, isOpen: true };
        connections.set(record.id, [...(connections.get(record.id) ?? []), provider]);
        sink.online();
        return done({
          change: (gone, added) => {
            const kept = provider.instruments.filter((one) => !gone.includes(one));
            provider.instruments = [...kept, ...added];
          },
          close: () => {
            provider.isOpen = false;
          },
        });
      },
    },
  });
  const before = harness.onTold;
  harness.onTold = (change) => {
    before?.(change);
    if (change.settings !== undefined) made.market.apply(harness.copied);
  };
  made.market.start();
  const newest = (id: number): Provider => {
    const one = connections.get(id)?.at(-1);
    if (one === undefined) throw new Error(`datafeed ${id} was never connected`);
    return one;
  };
  return {
    ...made,
    newest,
    connects: (id: number): number => connections.get(id)?.length ?? 0,
    /** The names under which a datafeed asks for prices. */
    names: (id: number): string[] => newest(id).instruments.map(({ source }) => source),
    /** A quote of a symbol by its provider's name, in points; answers what is published of it. */
    quote: (id: number, source: string, bid: number, ask: number) => {
      const { instruments, sink } = newest(id);
      const instrument = instruments.find((one) => one.source === source);
      if (instrument === undefined) throw new Error(`datafeed ${id} does not quote ${source}`);
      const before = made.ticks.length;
      sink.tick(instrument, bid * 1000, ask * 1000, made.env.now());
      sink.flush();
      return made.ticks
        .slice(before)
        .map((tick) => [tick.symbol_id, tick.bid / 1000, tick.ask / 1000]);
    },
  };
};
