// The book against a plain walk over all accounts: nobody whom a tick concerns is left out.

import fc from 'fast-check';
import t from 'tap';
import { type AccountState, Book, execute, newAccount, settle } from '../../engine/engine.js';
import type { AccountEvent } from '../../wire/events.js';
import { Broker, row, symbol } from './fixture.js';
import { heldPosition, money, restingOrder, withRows } from './rows.js';
import {
  commandOf,
  type Happening,
  happening,
  Market,
  WORLD_PROFILE,
  worldBroker,
} from './world.js';

const ACCOUNTS = 4;
const RUNS = 120;
const STEPS = 80;
const SEED = 4;

/** Several accounts of one broker in turn, with the book that follows them. */
class Crowd {
  readonly book = new Book((login) => this.states.find((state) => state.login === login));
  readonly market = new Market();
  readonly broker: Broker;
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
    this.broker = worldBroker(group, { profiles: [WORLD_PROFILE] });
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const state = newAccount({ ...this.broker.state.switches, login: 2000 + at });
      this.states.push(state);
      this.book.track(state, this.broker.ctx);
      this.as(at, () => this.broker.pay(String(3000 * (at + 1))));
    }
  }

  /** Acts as one of the accounts; the book follows. */
  as(at: number, act: () => unknown): void {
    const state = this.states[at % ACCOUNTS] as AccountState;
    const seen = this.broker.events.length;
    this.broker.state = state;
    act();
    this.follow(state, this.broker.events.slice(seen));
  }

  /** A tick or a timer: whom it concerns, and whether somebody else would have done something. */
  settle(logins: readonly number[], symbolId: number | null): string[] {
    const broken: string[] = [];
    this.asked += logins.length;
    for (const state of this.states) {
      const asked = logins.includes(state.login);
      const { ctx } = this.broker;
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
    const execution = execute(state, { op: 'timer' }, this.broker.ctx);
    return execution.ok ? execution.events : [];
  }

  private follow(state: AccountState, events: readonly AccountEvent[]): void {
    for (const event of events) this.book.changed(state, event, this.broker.ctx);
  }
}

const happen = (crowd: Crowd, what: Happening, step: number): string[] => {
  const { broker, book, market } = crowd;
  if (what.type === 'tick') {
    broker.quote(what.name, ...market.move(what.name, Math.round(what.moved / crowd.calm)));
    const { id } = broker.symbol(what.name);
    return crowd.settle(book.onTick(id, broker.ctx), id);
  }
  if (what.type === 'wait') {
    broker.now += what.minutes * 60_000;
    return crowd.settle(book.due(broker.ctx), null);
  }
  crowd.as(step, () => broker.run(commandOf(broker, market, what)));
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
        const crowd = new Crowd(mode === 'netting', calm);
        const broken = steps.flatMap((what, step) => happen(crowd, what, step));
        seen.useful += crowd.useful;
        seen.asked += crowd.asked;
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

t.test(
  'price and rate together bring an account to a level no sooner than it is found',
  async (t) => {
    let found = 0;
    const check = fc.check(
      fc.property(walk, ({ side, price_open, room, steps }) => {
        const broker = new Broker({
          symbols: [symbol('EURJPY', { digits: 3 }), symbol('USDJPY', { digits: 3 })],
          group: { leverage_default: 100, margin_call: '100', stop_out: '50' },
        });
        const at = { EURJPY: 160_000, USDJPY: 150_000 };
        const quote = (name: keyof typeof at): void => {
          const text = (at[name] / 1000).toFixed(3);
          broker.quote(name, text, text);
        };
        quote('EURJPY');
        quote('USDJPY');
        const position = heldPosition(broker, 'EURJPY', { side, price_open, rate_margin: '1' });
        withRows(broker, { balance: '0', positions: [position] });
        const { equity, margin } = money(broker);
        withRows(broker, { balance: String((margin - equity) / 100 + room) });
        const book = new Book(() => broker.state);
        book.track(broker.state, broker.ctx);
        for (const { name, points } of steps) {
          at[name] += points;
          quote(name);
          const { id } = broker.symbol(name);
          const listed = book.onTick(id, broker.ctx).length > 0;
          if (settle(broker.state, broker.ctx, id).length === 0) continue;
          found += 1;
          return listed;
        }
        return true;
      }),
      { numRuns: 1000, seed: SEED },
    );
    t.notOk(check.failed, JSON.stringify(check.counterexample));
    t.ok(found > 100, `${found} came to a level`);
  },
);

t.test('a trigger that cannot execute is found again at the next tick', async (t) => {
  const broker = new Broker({ symbols: [symbol('EURUSD', { trade_access: 'disabled' })] });
  const position = heldPosition(broker, 'EURUSD', { price_open: '1.10000', sl: '1.09500' });
  withRows(broker, { balance: '10000', positions: [position] });
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  broker.quote('EURUSD', '1.09400', '1.09410');
  t.same(book.onTick(1, broker.ctx), [1001]);
  t.same(book.onTick(1, broker.ctx), [1001], 'it stands, so it is reached again');
  broker.quote('EURUSD', '1.09600', '1.09610');
  t.same(book.onTick(1, broker.ctx), [], 'the price has come back');
  book.untrack(broker.state, broker.ctx);
  broker.quote('EURUSD', '1.09400', '1.09410');
  t.same(book.onTick(1, broker.ctx), [], 'an account that is gone is not asked');
});

t.test('a moved or cancelled order leaves nothing behind that fires', async (t) => {
  const broker = new Broker();
  const order = restingOrder(broker, 'EURUSD', { kind: 'limit', price_order: '1.09000' });
  withRows(broker, { balance: '10000', orders: [order] });
  broker.quote('EURUSD', '1.10000', '1.10010');
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  const run = (wish: Parameters<Broker['trade']>[0]): void => {
    const execution = broker.trade(wish);
    t.ok(execution.ok);
    if (execution.ok) for (const e of execution.events) book.changed(broker.state, e, broker.ctx);
  };
  run({ kind: 'pending_modify', order_id: order.id, price: '1.08000' });
  broker.quote('EURUSD', '1.08990', '1.09000');
  t.same(book.onTick(1, broker.ctx), []);
  run({ kind: 'pending_cancel', order_id: order.id });
  broker.quote('EURUSD', '1.07990', '1.08000');
  t.same(book.onTick(1, broker.ctx), []);
});

t.test('changed settings change the prices at which triggers are reached', async (t) => {
  const broker = new Broker();
  const order = restingOrder(broker, 'EURUSD', { kind: 'limit', price_order: '1.09000' });
  withRows(broker, { balance: '10000', orders: [order] });
  broker.quote('EURUSD', '1.08990', '1.09001');
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  t.same(book.onTick(1, broker.ctx), []);
  broker.configure(({ group }) => ({
    group: group.map((one) => ({ ...one, symbols: [row('*', { spread_diff: -1 })] })),
  }));
  book.reconfigure([broker.state], broker.ctx);
  t.same(book.onTick(1, broker.ctx), [1001]);
});

t.test('an account whose margin no tick moves is tested when its leverage falls', async (t) => {
  const reserves = { side: 'buy', order_kind: 'limit', initial: '1', maintenance: '1' } as const;
  const broker = new Broker({ symbols: [symbol('EURUSD', { margin_rates: [reserves] })] });
  const order = restingOrder(broker, 'EURUSD', { kind: 'limit', price_order: '1.09000' });
  withRows(broker, { balance: '10000', orders: [order] });
  broker.quote('EURUSD', '1.10000', '1.10010');
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  t.same(book.due(broker.ctx), [], 'with its group’s leverage it has margin enough');
  broker.state.switches = { ...broker.state.switches, leverage_own: 1 };
  book.track(broker.state, broker.ctx);
  t.same(book.due(broker.ctx), [1001]);
  t.same(book.due(broker.ctx), [], 'once');
});
