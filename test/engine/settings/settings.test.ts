// Compiled settings: changed they are what they are compiled whole; which pairs convert.

import fc from 'fast-check';
import t from 'tap';
import { changeSettings, compileSettings } from '../../../engine/engine.js';
import type { Quote } from '../../../engine/settings/quotes.js';
import type { EngineSettings } from '../../../engine/settings/settings.js';
import { formatShortest } from '../../../wire/base/scale.js';
import { NO_SETTINGS, type Settings } from '../../../wire/settings/config.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { settingsWith } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { EngineHarness, NOON } from '../../support/engine-harness.js';
import { SeededRandom } from '../../support/lives/random.js';
import { firstSettings, randomDelta } from '../../support/lives/settings-steps.js';
import { runsOf } from '../../support/run.js';
import { deltaBetween } from '../../support/settings-delta.js';
import { group, row, symbol } from '../../support/settings-records.js';

const SYMBOLS = 14;
const HOUR_MS = 3_600_000;

/** A quote of most symbols. */
const quote = (id: number): Quote =>
  id % 5 === 0
    ? { bid: 0, ask: 0, time: 0, last: 0 }
    : { bid: 100_000_000 + id * 1000, ask: 100_010_000 + id * 1000, time: 1, last: 0 };
const QUOTES = { quote, lastQuote: quote };

interface Rated {
  rate(side: 'bid' | 'ask', quotes: typeof QUOTES): bigint;
}

const isRated = (value: unknown): value is Rated =>
  typeof value === 'object' &&
  value !== null &&
  'rate' in value &&
  typeof value.rate === 'function';

/** What compiled values remember of how they were asked. */
const MEMORY = ['seen', 'day', 'closed'];

/** All that a compiled value says, as text: rates for converters, lists for tables. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (name, one: unknown) => {
    if (MEMORY.includes(name)) return undefined;
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one === 'function') return 'function';
    if (one === Number.POSITIVE_INFINITY) return 'Infinity';
    if (isRated(one)) return ['bid', 'ask'].map((side) => one.rate(side as 'bid', QUOTES));
    if (one instanceof Set || one instanceof Map) return [...one];
    return one;
  });

const CURRENCIES = ['USD', 'EUR', 'JPY', 'CHF', 'XXX'];

/** What the groups see of the symbols, and everything else that requests are judged by. */
const picture = (compiled: EngineSettings, settings: Settings): string[] => {
  const lines = [
    textOf(compiled.routing),
    textOf([...compiled.gateways.values()].map((one) => [one, one.markup(1, 'buy')])),
    textOf([compiled.version, compiled.clock, compiled.calendar.next(NOON)]),
  ];
  for (const path of ['real\\a', 'real\\b', 'demo\\a', 'gone']) {
    const group = compiled.group(path);
    lines.push(
      `${path} ${textOf([group?.record, group?.netting, group?.margin_call, group?.leverage])}`,
    );
    for (const currency of group === undefined ? [] : CURRENCIES) {
      lines.push(`${path} ${currency} ${textOf(group?.toDeposit(currency))}`);
    }
    for (const { id, name } of settings.symbol) {
      const symbol = group?.held(name);
      lines.push(`${path} ${name} ${textOf(symbol)} ${group?.symbol(name.toLowerCase())?.id}`);
      lines.push(`${group?.symbolById(id)?.name} ${compiled.symbolId(name)}`);
      for (let hour = 0; hour < 24; hour += 6) {
        lines.push(String(symbol?.holidays.isClosed(compiled.clock, NOON + hour * HOUR_MS)));
      }
    }
  }
  return lines;
};

const sameWhole = (compiled: EngineSettings, settings: Settings): void => {
  const got = picture(compiled, settings);
  const wanted = picture(compileSettings(settings), settings);
  const at = wanted.findIndex((line, index) => line !== got[index]);
  if (at >= 0) throw new Error(`${got[at]}\nis not\n${wanted[at]}`);
};

t.test('settings that are changed one by one are those that are compiled whole', async (t) => {
  const property = fc.property(fc.integer(), fc.integer({ min: 1, max: 6 }), (seed, steps) => {
    const random = new SeededRandom(seed);
    let settings = firstSettings(random, SYMBOLS);
    let compiled = compileSettings(settings);
    if (random.chance(0.9)) picture(compiled, settings);
    for (let step = 0; step < steps; step += 1) {
      const delta = randomDelta(random, settings.version + 1, SYMBOLS);
      settings = settingsWith(settings, delta);
      compiled = changeSettings(compiled, settings, delta).settings;
      if (random.chance(0.6)) sameWhole(compiled, settings);
    }
    sameWhole(compiled, settings);
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: runsOf(60), seed: 7 }));
});

const THREE: Settings = {
  ...NO_SETTINGS,
  version: 1,
  symbol: [symbol('EURUSD', { id: 1 }), symbol('GBPUSD', { id: 2 }), symbol('USDJPY', { id: 3 })],
  group: [group(), group({ path: 'real\\b' })],
};

/** The compiled settings with some part of them exchanged. */
const changed = (compiled: EngineSettings, before: Settings, part: Partial<Settings>) => {
  const after = { ...before, ...part, version: before.version + 1 };
  return changeSettings(compiled, after, deltaBetween(before, after));
};

t.test('what a change does not concern is not compiled again', async (t) => {
  const compiled = compileSettings(THREE);
  const std = compiled.group('real\\std');
  const euro = std?.held('EURUSD');
  const pound = std?.held('GBPUSD');
  const [one, two, three] = THREE.symbol;
  if (one === undefined || two === undefined || three === undefined) return;
  const { settings, effect } = changed(compiled, THREE, {
    symbol: [{ ...one, spread: 4 }, two, three, symbol('EURUSD.x', { id: 4 })],
  });
  t.same([...effect.symbols], ['EURUSD'], 'a new symbol concerns nobody');
  t.equal(effect.groups.size, 0);
  t.equal(effect.couples.size, 0, 'no rate is another');
  t.equal(settings.group('real\\std'), std);
  t.equal(std?.held('GBPUSD'), pound);
  t.not(std?.held('EURUSD'), euro);
  t.equal(settings.routing, compiled.routing);
  t.equal(settings.calendar, compiled.calendar);
});

t.test('a change of a group concerns the group, one of a profile those that have it', async (t) => {
  const profile = { id: 1, name: 'p', enabled: true, rules: [] };
  const before = {
    ...THREE,
    group: [group({ leverage_profile_id: 1 }), group({ path: 'real\\b' })],
    leverage_profile: [profile],
  };
  const compiled = compileSettings(before);
  const other = compiled.group('real\\b');
  const profiled = changed(compiled, before, {
    leverage_profile: [{ ...profile, enabled: false }],
  });
  t.same([...profiled.effect.groups], ['real\\std']);
  const [std] = before.group;
  if (std === undefined) return;
  const after = changed(profiled.settings, before, {
    group: [{ ...std, margin_call: '70' }, before.group[1] as typeof std],
    leverage_profile: [{ ...profile, enabled: false }],
  });
  t.same([...after.effect.groups], ['real\\std']);
  t.equal(after.settings.group('real\\b'), other);
});

t.test('settings that others were made of are used no more', async (t) => {
  const compiled = compileSettings(THREE);
  changed(compiled, THREE, { symbol: THREE.symbol.slice(1) });
  t.throws(() => compiled.group('real\\std'), /others were made of/);
  t.throws(() => changed(compiled, THREE, {}), /others were made of/);
});

/** The rates from EUR and to it at Bid and Ask, as text. */
const rates = (
  symbols: readonly SymbolRecord[],
  quotes: Readonly<Record<string, readonly [bid: string, ask: string]>>,
  group: Partial<GroupRecord> = {},
  traded = 'EURCHF',
): string[] => {
  const engine = new EngineHarness({ symbols: [symbol('EURCHF'), ...symbols], group });
  for (const [name, [bid, ask]] of Object.entries(quotes)) engine.quote(name, bid, ask);
  const { baseTo } = engine.symbol(traded);
  return (['bid', 'ask'] as const).map((side) => formatShortest(baseTo.rate(side, engine.ctx), 12));
};

t.test('the suffix of the traded symbol comes first, then what is offered, by name', async (t) => {
  const pairs = [
    symbol('EURUSD.b', { currency_base: 'EUR', currency_profit: 'USD' }),
    symbol('EURUSD.a', { currency_base: 'EUR', currency_profit: 'USD' }),
    symbol('EURUSD'),
    symbol('EURCHF.b', { currency_base: 'EUR', currency_profit: 'CHF' }),
  ];
  const quotes = {
    'EURUSD.b': ['1.3', '1.3'],
    'EURUSD.a': ['1.2', '1.2'],
    EURUSD: ['1.1', '1.1'],
  } as const;
  t.equal(rates(pairs, quotes)[0], '1.1', 'the plain pair for a plain symbol');
  t.equal(rates(pairs, quotes, {}, 'EURCHF.b')[0], '1.3');
  const { EURUSD: _, ...others } = quotes;
  t.equal(rates(pairs, others)[0], '1.2', 'else the first by name');
  const symbols = [row('EURUSD.b'), row('EURCHF')];
  t.equal(rates(pairs, others, { symbols })[0], '1.3', 'an offered one before others');
});

t.test("a group's markup counts on symbols that it is offered, and on no others", async (t) => {
  const quotes = { EURUSD: ['1.10000', '1.10000'] } as const;
  const wide = { spread_diff: 20, spread_diff_bid: 10 };
  const offered = rates([symbol('EURUSD')], quotes, { symbols: [row('*', wide)] });
  t.same(offered, ['1.0999', '1.1001']);
  const hidden = rates([symbol('EURUSD')], quotes, { symbols: [row('EURCHF', wide)] });
  t.same(hidden, ['1.1', '1.1']);
});
