// The book against a plain walk over all accounts: nobody whom a tick concerns is left out.

import fc from 'fast-check';
import t from 'tap';
import { type AccountState, Book, execute, newAccount, settle } from '../../engine/engine.js';
import type { AccountEvent } from '../../wire/events.js';
import { EngineHarness, openAccount } from '../support/engine-harness.js';
import { alter, heldPosition } from '../support/engine-rows.js';
import { runsOf } from '../support/run.js';
import { marginRate, row, symbol } from '../support/settings-records.js';
import {
  commandOf,
  type Happening,
  happening,
  Market,
  WORLD_PROFILE,
  worldBroker,
} from './world.js';

const ACCOUNTS = 4;
const RUNS = runsOf(120);
const STEPS = 80;
const SEED = 4;

/** Several accounts of one broker in turn, with the book that follows them. */
class Followed {
  readonly book = new Book((login) => this.states.find((state) => state.login === login));
  readonly market = new Market();
  readonly engine: EngineHarness;
  readonly states: AccountState[] = [];
  /** Settlements that the book asked for and that did something, and all that it asked for. */
  useful = 0;
  asked = 0;

  /** How many times smaller ticks are than the world has them. */
  constructor(
    netting: boolean,
    readonly calm: number,
  ) {
    const group = {
      margin_mode: netting ? ('netting' as const) : ('hedging' as const),
      symbols: [row('XAUUSD', { spread_diff: 6, spread_diff_bid: 2 }), row('*')],
      leverage_profile_id: WORLD_PROFILE.id,
    };
    this.engine = worldBroker(group, { profiles: [WORLD_PROFILE] });
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const state = newAccount({ ...this.engine.state.switches, login: 2000 + at });
      this.states.push(state);
      this.book.track(state, this.engine.ctx);
      this.as(at, () => this.engine.deposit(String(3000 * (at + 1))));
    }
  }

  /** Acts as one of the accounts; the book follows. */
  as(at: number, act: () => unknown): void {
    const state = this.states[at % ACCOUNTS] as AccountState;
    const seen = this.engine.events.length;
    this.engine.state = state;
    act();
    this.follow(state, this.engine.events.slice(seen));
  }

  /** A tick or a timer: whom it concerns, and whether somebody else would have done something. */
  settle(logins: readonly number[], symbolId: number | null): string[] {
    const broken: string[] = [];
    this.asked += logins.length;
    for (const state of this.states) {
      const asked = logins.includes(state.login);
      const { ctx } = this.engine;
      const events = symbolId === null ? this.timer(state) : settle(state, ctx, symbolId);
      if (events.length > 0 && !asked) {
        broken.push(`${state.login} was left out: ${events.map((event) => event.cause.kind)}`);
      }
      if (events.length > 0) this.useful += 1;
      this.follow(state, events);
    }
    return broken;
  }

  private timer(state: AccountState): readonly AccountEvent[] {
    const execution = execute(state, { op: 'timer' }, this.engine.ctx);
    return execution.ok ? execution.events : [];
  }

  private follow(state: AccountState, events: readonly AccountEvent[]): void {
    for (const event of events) this.book.changed(state, event, this.engine.ctx);
  }
}

const happen = (followed: Followed, what: Happening, step: number): string[] => {
  const { engine, book, market } = followed;
  if (what.type === 'tick') {
    engine.quote(what.name, ...market.move(what.name, Math.round(what.moved / followed.calm)));
    const { id } = engine.symbol(what.name);
    return followed.settle(book.onTick(id, engine.ctx), id);
  }
  if (what.type === 'wait') {
    engine.now += what.minutes * 60_000;
    return followed.settle(book.due(engine.ctx), null);
  }
  followed.as(step, () => engine.run(commandOf(engine, market, what)));
  return [];
};

const CASES = [
  { mode: 'hedging', calm: 1 },
  { mode: 'netting', calm: 1 },
  { mode: 'hedging', calm: 30 },
] as const;

for (const { mode, calm } of CASES) {
  const market = calm === 1 ? 'a wild' : 'a calm';
  t.test(`the book finds every ${mode} account that ${market} market concerns`, async (t) => {
    const seen = { useful: 0, asked: 0, ticks: 0 };
    const story = fc.array(happening, { minLength: STEPS, maxLength: STEPS });
    const check = fc.check(
      fc.property(story, (steps) => {
        const followed = new Followed(mode === 'netting', calm);
        const broken = steps.flatMap((what, step) => happen(followed, what, step));
        seen.useful += followed.useful;
        seen.asked += followed.asked;
        seen.ticks += steps.filter((what) => what.type === 'tick').length;
        if (broken.length > 0) throw new Error(broken.slice(0, 3).join('; '));
      }),
      { numRuns: RUNS, seed: SEED },
    );
    const { errorInstance } = check;
    t.notOk(check.failed, errorInstance instanceof Error ? errorInstance.message : 'none left out');
    t.ok(seen.useful > RUNS, `settlements did something ${seen.useful} times`);
    const every = seen.ticks * ACCOUNTS;
    t.ok(seen.asked < every / 2, `asked ${seen.asked} times of ${every}: ticks are screened`);
  });
}

/** Walks of a price and of the rate that its profits are converted at, in small steps. */
const walk = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price_open: fc.constantFrom('130.000', '160.000', '200.000'),
  room: fc.integer({ min: 20, max: 1000 }),
  steps: fc.array(
    fc.record({
      name: fc.constantFrom('EURJPY', 'USDJPY'),
      points: fc.integer({ min: -60, max: 60 }),
    }),
    { minLength: 60, maxLength: 60 },
  ),
});

t.test('price and rate bring an account to a level no sooner than it is found', async (t) => {
  const walks = runsOf(1000);
  let found = 0;
  const check = fc.check(
    fc.property(walk, ({ side, price_open, room, steps }) => {
      const engine = new EngineHarness({
        symbols: [symbol('EURJPY', { digits: 3 }), symbol('USDJPY', { digits: 3 })],
        group: { leverage_default: 100, margin_call: '100', stop_out: '50' },
      });
      const at = { EURJPY: 160_000, USDJPY: 150_000 };
      const quote = (name: keyof typeof at): void => {
        const text = (at[name] / 1000).toFixed(3);
        engine.quote(name, text);
      };
      quote('EURJPY');
      quote('USDJPY');
      const position = heldPosition(engine, 'EURJPY', { side, price_open, rate_margin: '1' });
      engine.give({ balance: '0', positions: [position] });
      const { equity, margin } = engine.live;
      engine.give({ balance: String((margin - equity) / 100 + room) });
      const book = new Book(() => engine.state);
      book.track(engine.state, engine.ctx);
      for (const { name, points } of steps) {
        at[name] += points;
        quote(name);
        const { id } = engine.symbol(name);
        const listed = book.onTick(id, engine.ctx).length > 0;
        if (settle(engine.state, engine.ctx, id).length === 0) continue;
        found += 1;
        return listed;
      }
      return true;
    }),
    { numRuns: walks, seed: SEED },
  );
  t.notOk(check.failed, JSON.stringify(check.counterexample));
  t.ok(found > walks / 10, `${found} came to a level`);
});

t.test('a trigger that cannot execute is found again at the next tick', async (t) => {
  const engine = new EngineHarness({
    symbol: { trade_access: 'disabled' },
    balance: '10000',
    held: [{ price_open: '1.10000', sl: '1.09500' }],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  engine.quote('EURUSD', '1.09400', '1.09410');
  t.same(book.onTick(1, engine.ctx), [1001]);
  t.same(book.onTick(1, engine.ctx), [1001], 'it stands, so it is reached again');
  engine.quote('EURUSD', '1.09600', '1.09610');
  t.same(book.onTick(1, engine.ctx), [], 'the price has come back');
  book.untrack(engine.state, engine.ctx);
  engine.quote('EURUSD', '1.09400', '1.09410');
  t.same(book.onTick(1, engine.ctx), [], 'an account that is gone is not asked');
});

t.test('a moved or cancelled order leaves nothing behind that fires', async (t) => {
  const engine = openAccount({
    balance: '10000',
    resting: [{ id: 501, kind: 'limit', price_order: '1.09000' }],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  const run = (wish: Parameters<EngineHarness['trade']>[0]): void => {
    const execution = engine.trade(wish);
    t.ok(execution.ok);
    if (execution.ok) for (const e of execution.events) book.changed(engine.state, e, engine.ctx);
  };
  run({ kind: 'pending_modify', order_id: 501, price: '1.08000' });
  engine.quote('EURUSD', '1.08990', '1.09000');
  t.same(book.onTick(1, engine.ctx), []);
  run({ kind: 'pending_cancel', order_id: 501 });
  engine.quote('EURUSD', '1.07990', '1.08000');
  t.same(book.onTick(1, engine.ctx), []);
});

t.test('changed settings change the prices at which triggers are reached', async (t) => {
  const engine = new EngineHarness({
    quotes: { EURUSD: ['1.08990', '1.09001'] },
    balance: '10000',
    resting: [{ kind: 'limit', price_order: '1.09000' }],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  t.same(book.onTick(1, engine.ctx), []);
  alter(engine, { group: { symbols: [row('*', { spread_diff: -1 })] } });
  book.reconfigure([engine.state], engine.ctx);
  t.same(book.onTick(1, engine.ctx), [1001]);
});

t.test('an account whose margin no tick moves is tested when its leverage falls', async (t) => {
  const reserves = marginRate('buy', 'limit', '1');
  const engine = openAccount({
    symbol: { margin_rates: [reserves] },
    balance: '10000',
    resting: [{ kind: 'limit', price_order: '1.09000' }],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  t.same(book.due(engine.ctx), [], 'with its group’s leverage it has margin enough');
  engine.state.switches = { ...engine.state.switches, leverage_own: 1 };
  book.track(engine.state, engine.ctx);
  t.same(book.due(engine.ctx), [1001]);
  t.same(book.due(engine.ctx), [], 'once');
});
