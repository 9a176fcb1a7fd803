// The market under changed settings: what changes record by record comes to the same as all anew.

import fc from 'fast-check';
import t from 'tap';
import type { SourceSink } from '../../../actors/market/feeds/feed.js';
import { type Instrument, readPrice } from '../../../actors/market/feeds/instruments.js';
import { ok } from '../../../wire/base/codes.js';
import type { Settings } from '../../../wire/settings/config.js';
import { settingsWith } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { SeededRandom } from '../../support/lives/random.js';
import { runsOf } from '../../support/run.js';
import { deltaBetween } from '../../support/settings-delta.js';
import { feedOf, marketOf, settingsOf, symbolOf } from './fixtures.js';

const SYMBOLS = 8;

/** A market whose feeds are quoted by hand. */
const quoted = (settings: Settings) => {
  const feeds = new Map<number, { sink: SourceSink; names: Map<number, Instrument> }>();
  const made = marketOf(settings, {
    modules: {
      demo: (record, instruments, sink) => {
        const names = new Map(instruments.map((one) => [one.symbolId, one]));
        feeds.set(record.id, { sink, names });
        sink.online();
        return ok({
          change: (gone, added) => {
            for (const one of gone) names.delete(one.symbolId);
            for (const one of added) names.set(one.symbolId, one);
          },
          close: () => feeds.delete(record.id),
        });
      },
    },
  });
  made.market.start();
  /** What comes of a price of one symbol at one feed, as text. */
  const quote = (feed: number, id: number, bid: string, ask: string): string => {
    const { sink, names } = feeds.get(feed) ?? {};
    const instrument = names?.get(id);
    made.ticks.length = 0;
    if (instrument !== undefined) {
      const at = (text: string): number => readPrice(instrument, text) as number;
      sink?.tick(instrument, at(bid), at(ask), made.env.now());
    }
    const ticks = made.ticks.toSorted((a, b) => a.symbol_id - b.symbol_id);
    return JSON.stringify([instrument?.source, instrument?.digits, ticks]);
  };
  const board = (): string =>
    JSON.stringify(Array.from({ length: SYMBOLS }, (_, at) => made.board.read(at + 1)));
  return { ...made, quote, board };
};

const randomSymbol = (random: SeededRandom, id: number): SymbolRecord =>
  symbolOf(id, `S${id}`, {
    path: random.pick(['Forex\\A', 'Stocks\\B']),
    digits: random.pick([3, 5]),
    spread: random.pick([0, 4]),
    chart_mode: random.pick(['bid', 'last']),
    source_symbol_id: id > 4 && random.chance(0.5) ? random.within(1, 4) : null,
  });

const changed = (random: SeededRandom, settings: Settings): Settings => {
  const id = random.within(1, SYMBOLS);
  const others = settings.symbol.filter((one) => one.id !== id);
  const feeds = [feedOf(1), feedOf(2, { priority: 2, symbols: [random.pick(['*', 'Forex*'])] })];
  const part: Partial<Settings> = random.chance(0.85)
    ? { symbol: random.chance(0.2) ? others : [...others, randomSymbol(random, id)] }
    : { datafeed: random.chance(0.5) ? feeds : feeds.slice(1) };
  const after = { ...settings, ...part, version: settings.version + 1 };
  return settingsWith(settings, deltaBetween(settings, after));
};

t.test('whatever changes, a feed’s prices come out as under the settings anew', async (t) => {
  let published = 0;
  const property = fc.property(fc.integer(), (seed) => {
    const random = new SeededRandom(seed);
    let settings = settingsOf(
      Array.from({ length: SYMBOLS }, (_, at) => randomSymbol(random, at + 1)),
      [feedOf(1), feedOf(2, { priority: 2 })],
    );
    const changes = quoted(settings);
    const anew = quoted(structuredClone(settings));
    for (let step = 0; step < 60; step += 1) {
      if (random.chance(0.3)) {
        const after = changed(random, settings);
        changes.market.apply(after, deltaBetween(settings, after));
        anew.market.apply(structuredClone(after));
        settings = after;
      }
      const bid = (1 + random.next()).toFixed(5);
      const price = [random.within(1, 2), random.within(1, SYMBOLS), bid, `${bid}9`] as const;
      const quoteOutcome = changes.quote(...price);
      if (quoteOutcome !== anew.quote(...price)) throw new Error(`step ${step}: ${quoteOutcome}`);
      if (changes.board() !== anew.board()) throw new Error(`step ${step}: the board differs`);
      published += changes.ticks.length;
    }
    changes.market.stop();
    anew.market.stop();
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: runsOf(60), seed: 2 }));
  t.ok(published > runsOf(1000), `${published} quotes`);
});
