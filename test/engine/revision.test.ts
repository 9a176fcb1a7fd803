// The book under changed settings: it misses nobody, whatever is changed while accounts trade.

import t from 'tap';
import { Book, type Context, moneyOf } from '../../engine/engine.js';
import type { Settings } from '../../wire/config.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { EngineHarness } from '../support/engine-harness.js';
import { Seen } from '../support/lives/seen.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { countOf } from '../support/run.js';
import { group, row, rule, symbol } from '../support/settings-records.js';
import { heldPosition, restingOrder, withRows } from './rows.js';

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
    const life = new ShardLife({ seed, ...MUCH_CHANGED });
    life.run(150);
    seen.add(life.seen);
  }
  const least = { 'operation settings': 15, 'tick tried': 3, 'event margin_call': 0.5 };
  const seldom = Object.entries(least).filter(([name, times]) => seen.of(name) < times * lives);
  t.same(seldom, [], `all of it is seen: ${seen.of('tick tried')} accounts were found`);
});

t.test('only accounts whom a change concerns are tracked anew', async (t) => {
  const engine = new EngineHarness({ symbols: [symbol('EURUSD'), symbol('GBPUSD')] });
  engine.quote('EURUSD', '1.10000', '1.10010');
  withRows(engine, {
    balance: '10000',
    positions: [heldPosition(engine, 'EURUSD', { price_open: '1.10000' })],
    orders: [restingOrder(engine, 'GBPUSD', { kind: 'limit', price_order: '1.20000' })],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  const outdated = (change: Parameters<EngineHarness['configure']>[0]): readonly number[] => {
    book.change(engine.configure(change), engine.ctx);
    const logins = [...book.outdated];
    if (logins.length > 0) book.track(engine.state, engine.ctx);
    t.equal(book.outdated.size, 0);
    book.tidy(engine.ctx);
    return logins;
  };
  const more = symbol('EURUSD.x', { id: 3, currency_base: 'EUR', currency_profit: 'USD' });
  t.same(
    outdated((old) => ({ symbol: [...old.symbol, more] })),
    [],
    'a new symbol',
  );
  t.same(
    outdated(() => ({ routing: [rule(), rule({ id: 2, position: 2 })] })),
    [],
    'a rule',
  );
  const other = group({ path: 'real\\b' });
  t.same(
    outdated((old) => ({ group: [...old.group, other] })),
    [],
    'another group',
  );
  t.same(
    outdated((old) => ({ symbol: old.symbol.slice(0, 2) })),
    [],
    'what nobody holds is gone',
  );
  const spread = (name: string) => (old: Settings) => ({
    symbol: old.symbol.map((one) => (one.name === name ? { ...one, spread: one.spread + 1 } : one)),
  });
  t.same(outdated(spread('EURUSD')), [1001], 'a symbol that it holds');
  t.same(outdated(spread('GBPUSD')), [1001], 'one that it has an order in');
  t.same(
    outdated(({ group: [one] }) => ({
      group: [{ ...(one as GroupRecord), stop_out: '20' }],
    })),
    [1001],
    'its group',
  );
});

/** A holder of EURUSD that a fall to 1.09 concerns, and its book. */
const tracked = (sketch: Partial<Parameters<typeof heldPosition>[2]> = {}) => {
  const engine = new EngineHarness();
  engine.quote('EURUSD', '1.10000', '1.10010');
  const held = heldPosition(engine, 'EURUSD', { price_open: '1.10000', volume: '0.1', ...sketch });
  withRows(engine, { balance: '10000', positions: [held] });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  const changed = (part: Parameters<EngineHarness['configure']>[0]): void => {
    book.change(engine.configure(part), engine.ctx);
  };
  const at = (price: string): readonly number[] => {
    engine.quote('EURUSD', price, price);
    return book.onTick(1, engine.ctx);
  };
  return { engine, book, changed, at, held };
};

t.test('a trailing stop moves in the steps that the symbol has now', async (t) => {
  const { engine, book, changed, at, held } = tracked();
  const trailing = { ...held, trail_pts: 500, sl: 109_500_000 };
  withRows(engine, { balance: '10000', positions: [trailing] });
  book.track(engine.state, engine.ctx);
  changed(({ symbol: [one] }) => ({ symbol: [{ ...(one as SymbolRecord), tick_size: '0.01' }] }));
  for (const _ of book.outdated) book.track(engine.state, engine.ctx);
  book.tidy(engine.ctx);
  t.same(at('1.10400'), [], 'not yet a whole step');
  t.same(at('1.10500'), [1001]);
});

t.test('an account that trades before its turn has come is followed anew at once', async (t) => {
  const { engine, book, changed, at } = tracked({ sl: '1.09000' });
  changed(({ group: [one] }) => ({
    group: [{ ...(one as GroupRecord), symbols: [row('*', { spread_diff_bid: 100 })] }],
  }));
  t.same([...book.outdated], [1001]);
  const opened = engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' });
  if (!opened.ok) throw new Error(opened.code);
  for (const event of opened.events) book.changed(engine.state, event, engine.ctx);
  t.same([...book.outdated], []);
  t.same(at('1.09101'), []);
  t.same(at('1.09100'), [1001], 'at the group’s Bid the stop is reached');
});

t.test('what ends before its turn has come fires no more', async (t) => {
  const { engine, book, changed, at, held } = tracked({ sl: '1.09000' });
  changed(({ group: [one] }) => ({
    group: [{ ...(one as GroupRecord), symbols: [row('*', { spread_diff: 10 })] }],
  }));
  const closed = engine.trade({ kind: 'close', position_id: held.id });
  if (!closed.ok) throw new Error(closed.code);
  for (const event of closed.events) book.changed(engine.state, event, engine.ctx);
  t.same(at('1.08000'), []);
});

t.test('money is reckoned with what a change has made of symbols and groups', async (t) => {
  const engine = new EngineHarness({ symbols: [symbol('EURUSD'), symbol('GBPUSD')] });
  engine.quote('EURUSD', '1.10000', '1.10010');
  engine.quote('GBPUSD', '1.30000', '1.30010');
  withRows(engine, {
    balance: '10000',
    positions: [heldPosition(engine, 'EURUSD', { price_open: '1.10000' })],
  });
  const margin = (): number => moneyOf(engine.state, engine.ctx).margin;
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
  const engine = new EngineHarness();
  engine.quote('EURUSD', '1.10000', '1.10010');
  withRows(engine, {
    balance: '10000',
    positions: [heldPosition(engine, 'EURUSD', { price_open: '1.10000', sl: '1.00000' })],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  /** How often a tick asks for a quote, and the prices of how many groups it looks at. */
  const looks = (): readonly number[] => {
    const { ctx } = engine;
    let asked = 0;
    const quote: Context['quote'] = (id) => {
      asked += 1;
      return ctx.quote(id);
    };
    book.onTick(1, { ...ctx, quote, lastQuote: quote });
    return [asked, Reflect.get(book, 'classes').get(1)?.size ?? 0];
  };
  const before = looks();
  for (let n = 0; n < 1000; n += 1) {
    const effect = engine.configure(({ group: old }) => ({
      group: old.map((one) => ({ ...one, symbols: [row('*', { spread_diff: n })] })),
    }));
    book.change(effect, engine.ctx);
    for (const _ of book.outdated) book.track(engine.state, engine.ctx);
    book.tidy(engine.ctx);
  }
  t.same(looks(), before);
  t.ok(before.every((count) => count > 0));
});
