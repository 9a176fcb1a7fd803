// What groups see of the symbols: as settings change they see what they would see anew.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { GroupSymbolView } from '../../actors/client.js';
import { GroupViews } from '../../actors/front/group-view.js';
import { NO_SETTINGS, type Settings } from '../../wire/config.js';
import { settingsWith } from '../../wire/settings-delta.js';
import { Dice } from '../engine/model-dice.js';
import { firstSettings, randomDelta } from '../engine/settings-steps.js';
import { group, row, symbol } from '../support/engine-harness.js';

const SYMBOLS = 20;

const told = (one: GroupSymbolView | undefined): unknown =>
  one && [one.id, one.name, one.path, one.digits, one.shown, one.price(100_000, 110_000)];

/** All that can be asked. */
const picture = (views: GroupViews): unknown[] => {
  const seen: unknown[] = [];
  const paths = ['real\\a', 'real\\b', 'demo\\a', 'gone'];
  for (let id = 1; id <= SYMBOLS; id += 1) {
    const symbol = views.symbols.byId(id);
    seen.push(symbol, symbol && views.symbols.named(symbol.name.toLowerCase()));
    for (const path of paths) {
      const view = views.group(path);
      seen.push(told(view?.byId(id)), told(symbol && view?.named(symbol.name.toLowerCase())));
    }
  }
  for (const path of paths) seen.push(Array.from(views.group(path)?.all() ?? [], told));
  return seen;
};

t.test('whatever changes, groups see what they would see of the settings anew', async (t) => {
  const property = fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, steps) => {
    const dice = new Dice(seed);
    let settings = firstSettings(dice, SYMBOLS);
    const views = new GroupViews(settings);
    for (let step = 0; step < steps; step += 1) {
      if (dice.chance(0.5)) picture(views);
      const delta = randomDelta(dice, settings.version + 1, SYMBOLS);
      settings = settingsWith(settings, delta);
      views.take({ settings, delta: dice.chance(0.1) ? null : delta });
    }
    if (!isDeepStrictEqual(picture(views), picture(new GroupViews(settings)))) {
      throw new Error('they see something else');
    }
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 60, seed: 5 }));
});

t.test('a group is shown its own values, and nothing of the server’s working', async (t) => {
  const settings: Settings = {
    ...NO_SETTINGS,
    symbol: [symbol('EURUSD', { id: 1 }), symbol('USDJPY', { id: 2, digits: 3 })],
    group: [group({ symbols: [row('EUR*', { spread_diff: 4, volume_min: '0.5' })] })],
  };
  const view = new GroupViews(settings).group('real\\std');
  t.equal(view?.named('usdjpy'), undefined, 'it is not offered');
  const euro = view?.named('eurusd');
  t.match(euro?.shown, { name: 'EURUSD', volume_min: '0.5', volume_max: '100' });
  t.notOk('quote_max_delay_sec' in (euro?.shown ?? {}));
  t.same(euro?.price(110_000_000, 110_010_000), [110_000_000, 110_014_000]);
});
