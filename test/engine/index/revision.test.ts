// The book under changed settings: it misses nobody, whatever is changed while accounts trade.

import t from 'tap';
import type { Context } from '../../../engine/account/types.js';
import type { SettingsEffect } from '../../../engine/settings/settings.js';
import type { Settings } from '../../../wire/settings/config.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { type EngineHarness, openAccount } from '../../support/engine-harness.js';
import { alter, type HeldSketch } from '../../support/engine-rows.js';
import { EVERY_ORACLE } from '../../support/lives/oracles.js';
import { Seen } from '../../support/lives/seen.js';
import { ShardLife } from '../../support/lives/shard-life.js';
import { countOf } from '../../support/run.js';
import { group, row, rule, symbol } from '../../support/settings-records.js';

/** Much is changed while few accounts trade in a market that moves far. */
const MUCH_CHANGED = {
  groups: ['real\\std', 'real\\net', 'real\\eur', 'real\\comp'],
  accountsAGroup: 3,
  wild: true,
  traded: 5,
  deposits: [1_500, 4_000],
  weights: { settings: 1_500, wait: 5, 'long wait': 0, 'dealer answers': 0, 'provider reports': 0 },
  tryOneIn: 1,
} as const;

t.test('whatever is changed, a tick finds everybody whom it concerns', async (t) => {
  const seen = new Seen();
  const lives = countOf({ test: 10, deep: 60, soak: 1_000 });
  for (let seed = 1; seed <= lives; seed += 1) {
    const life = new ShardLife({ seed, oracles: EVERY_ORACLE, ...MUCH_CHANGED });
    life.run(150);
    seen.add(life.seen);
  }
  const least = { 'operation settings': 15, 'tick tried': 3, 'event margin_call': 0.5 };
  const seldom = Object.entries(least).filter(([name, times]) => seen.of(name) < times * lives);
  t.same(seldom, [], `all of it is seen: ${seen.of('tick tried')} accounts were found`);
});

type Change = Parameters<EngineHarness['configure']>[0];

/** The account, if a change of settings concerns it and it was not tracked since. */
const outdatedOf = ({ book }: EngineHarness): readonly number[] =>
  [1001].filter((login) => book.outdated.has(login, ['EURUSD', 'GBPUSD']));

t.test('only accounts whom a change concerns are tracked again', async (t) => {
  const engine = openAccount({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    balance: '10000',
    held: [{ price_open: '1.10000' }],
    resting: [{ name: 'GBPUSD', kind: 'limit', price_order: '1.20000' }],
  });
  const { book } = engine;
  engine.track();
  const spread = (name: string) => (old: Settings) => ({
    symbol: old.symbol.map((one) => (one.name === name ? { ...one, spread: one.spread + 1 } : one)),
  });
  const more = symbol('EURUSD.x', { id: 3, currency_base: 'EUR', currency_profit: 'USD' });
  const other = group({ path: 'real\\b' });
  const stopOut = ({ group }: Settings) => ({ group: [{ ...group[0]!, stop_out: '20' }] });
  const changes: readonly [what: string, change: Change, found: readonly number[]][] = [
    ['a new symbol', (old) => ({ symbol: [...old.symbol, more] }), []],
    ['a rule', () => ({ routing: [rule(), rule({ id: 2, position: 2 })] }), []],
    ['another group', (old) => ({ group: [...old.group, other] }), []],
    ['what nobody holds is gone', (old) => ({ symbol: old.symbol.slice(0, 2) }), []],
    ['a symbol that it holds', spread('EURUSD'), [1001]],
    ['one that it has an order in', spread('GBPUSD'), [1001]],
    ['its group', stopOut, [1001]],
  ];
  for (const [what, change, found] of changes) {
    book.change(engine.configure(change), engine.ctx);
    t.same(outdatedOf(engine), found, what);
    if (found.length > 0) engine.track();
    t.same(outdatedOf(engine), []);
    book.tidy(engine.ctx);
  }
});

/** A holder of EURUSD that a fall to 1.09 concerns; its book follows it. */
const tracked = (sketch: Partial<HeldSketch> = {}): EngineHarness => {
  const held = [{ id: 1, price_open: '1.10000', volume: '0.1', ...sketch }];
  const engine = openAccount({ balance: '10000', held });
  engine.track();
  return engine;
};

/** Tells the book of a change, and tracks the account again when the change concerns it. */
const retrack = (engine: EngineHarness, effect: SettingsEffect): void => {
  engine.book.change(effect, engine.ctx);
  while (engine.book.outdated.take() !== undefined) engine.track();
  engine.book.tidy(engine.ctx);
};

t.test('money is reckoned with what a change has made of symbols and groups', async (t) => {
  const engine = openAccount({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    balance: '10000',
    held: [{ price_open: '1.10000' }],
  });
  const margin = (): number => engine.live.margin;
  const before = margin();
  const { basis } = engine.state;
  const patched = (name: string, part: Partial<SymbolRecord>) => (old: Settings) => ({
    symbol: old.symbol.map((one) => (one.name === name ? { ...one, ...part } : one)),
  });
  engine.configure(patched('GBPUSD', { spread: 7 }));
  t.equal(margin(), before);
  t.equal(engine.state.basis, basis, 'nothing that it rests on is another');
  engine.configure(patched('EURUSD', { hedged_larger_leg: true, margin_maintenance: '500' }));
  margin();
  t.not(engine.state.basis, basis);
  engine.configure(patched('EURUSD', { margin_initial: '2000', margin_maintenance: '3000' }));
  t.not(margin(), before, 'margin is what the symbol says now');
});

t.test('changes by the thousand leave a tick no more to look at than before', async (t) => {
  const engine = tracked({ sl: '1.00000' });
  /** How often a tick asks for a quote, and the prices of how many groups it looks at. */
  const looks = (): readonly number[] => {
    const { ctx } = engine;
    let asked = 0;
    const quote: Context['quote'] = (id) => {
      asked += 1;
      return ctx.quote(id);
    };
    engine.book.onTick(1, { ...ctx, quote, lastQuote: quote });
    return [asked, Reflect.get(engine.book, 'classes').get(1)?.size ?? 0];
  };
  const before = looks();
  for (let n = 0; n < 1000; n += 1) {
    retrack(engine, alter(engine, { group: { symbols: [row('*', { spread_diff: n })] } }));
  }
  t.same(looks(), before);
  t.ok(before.every((count) => count > 0));
});
