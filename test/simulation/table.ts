// The table of operations: what befalls the simulated house, and how often. One entry, one kind.

import { BALANCE_ACTIONS } from '../../wire/commands.js';
import { flip, reconfigure } from './changes.js';
import { DESK } from './desk-operations.js';
import { spoil } from './flaws.js';
import { PROVIDERS } from './provider-operations.js';
import type { Simulation } from './simulation.js';
import {
  closeByWish,
  closeWish,
  modifyWish,
  openWish,
  pendingCancelWish,
  pendingModifyWish,
  pendingWish,
  priceWish,
  type Wish,
} from './wishes.js';

/** One kind of operation. */
export interface Operation {
  readonly name: string;
  /** How often it comes, among the sum of all weights. */
  readonly weight: number;
  run(sim: Simulation): void;
}

/** Rows that an account gathers before it rather lets go of some. */
const ROWS_WANTED = 12;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Balance and credit below which an account without positions is paid, in whole units. */
const POOR = 300;

type Wisher = (sim: Simulation, login: number) => Wish;

/** Sends a wish as a client or, at times, as a dealer, an investor, or spoilt. */
const ask = (sim: Simulation, login: number, wisher: Wisher): void => {
  const wish = wisher(sim, login);
  const { dice } = sim;
  const dealer = dice.oneIn(12);
  if (dice.oneIn(12)) spoil(wish, sim);
  if (dealer && dice.oneIn(4)) wish.skip_margin_check = true;
  const caller = dealer ? sim.dealer : sim.caller(login);
  sim.send(login, 'trade', wish, caller);
};

const isPoor = (sim: Simulation, login: number): boolean => {
  const { ledger, positions, switches } = sim.house.state(login);
  const { currency_digits } = sim.world.group(switches.group);
  const poor = POOR * 10 ** currency_digits * (currency_digits === 0 ? 100 : 1);
  return positions.size === 0 && ledger.balance + ledger.credit < poor;
};

/** Asks for more: who is poor is paid first, who has much rather lets go of some. */
const more = (name: string, weight: number, wisher: Wisher): Operation => ({
  name,
  weight,
  run: (sim) => {
    const login = sim.someLogin();
    const { positions, orders } = sim.house.state(login);
    if (isPoor(sim, login)) return sim.pay(login, 'balance', sim.sum(login, 2_000, 20_000));
    if (positions.size > ROWS_WANTED) return ask(sim, login, closeWish);
    if (orders.size > ROWS_WANTED) return ask(sim, login, pendingCancelWish);
    ask(sim, login, wisher);
  },
});

/** Asks about a position, or about an order, mostly of an account that has one. */
const about = (
  rows: 'positions' | 'orders',
  name: string,
  weight: number,
  wisher: Wisher,
): Operation => ({
  name,
  weight,
  run: (sim) => {
    let login = sim.someLogin();
    for (let tries = 0; tries < 4 && sim.house.state(login)[rows].size === 0; tries += 1) {
      login = sim.someLogin();
    }
    ask(sim, login, wisher);
  },
});

/** The quotes of all symbols at a new time. */
const requote = (sim: Simulation): void => {
  for (const name of sim.market.names) sim.tick(sim.market.move(name, sim.dice));
};

const wait = (sim: Simulation, ms: number): void => {
  sim.pass(ms);
  requote(sim);
};

/** A repeat with the same content must do nothing; with other content it is a conflict. */
const repeat = (sim: Simulation): void => {
  const sent = sim.requests.again(sim.dice);
  if (sent === undefined) return sim.idle();
  sim.repeat(sent);
};

const conflict = (sim: Simulation): void => {
  const sent = sim.requests.again(sim.dice);
  if (sent === undefined) return sim.idle();
  const other = sent.op === 'balance' ? { amount: '0.07' } : { comment: 'other' };
  const plain = 'kind' in sent.data && /^(modify|pending_|price)/.test(String(sent.data.kind));
  const data = plain ? { ...sent.data, position_id: 1, order_id: 1 } : { ...sent.data, ...other };
  sim.send(sent.login, sent.op, data, sent.caller);
};

const pays: readonly Operation[] = [
  {
    name: 'deposit',
    weight: 60,
    run: (sim) => {
      const login = sim.someLogin();
      sim.pay(login, 'balance', sim.sum(login, 100, 5_000));
    },
  },
  {
    name: 'withdrawal',
    weight: 60,
    run: (sim) => {
      const login = sim.someLogin();
      sim.pay(login, 'balance', sim.sum(login, -6_000, -50));
    },
  },
  {
    name: 'credit',
    weight: 50,
    run: (sim) => {
      const login = sim.someLogin();
      const action = sim.dice.pick(['credit', 'bonus'] as const);
      sim.pay(login, action, sim.sum(login, -400, 1_000));
    },
  },
  {
    // Credit in place of own money: a stop-out leaves a debt, and credit that goes with it.
    name: 'credit for money',
    weight: 40,
    run: (sim) => {
      const login = sim.dice.pick(sim.world.loginsOf('real\\comp'));
      sim.pay(login, 'credit', sim.sum(login, 500, 3_000));
      sim.pay(login, 'balance', sim.sum(login, -3_000, -500));
    },
  },
  {
    name: 'money operation of any kind',
    weight: 80,
    run: (sim) => {
      const login = sim.someLogin();
      sim.pay(login, sim.dice.pick(BALANCE_ACTIONS), sim.sum(login, -200, 200));
    },
  },
  {
    name: 'money out of all bounds',
    weight: 10,
    run: (sim) => {
      const amount = sim.dice.pick(['0', '1.005', '1000000000001', '-1000000000001']);
      sim.pay(sim.someLogin(), 'balance', amount);
    },
  },
];

const sessions: readonly Operation[] = [
  {
    name: 'cancel_on_disconnect',
    weight: 30,
    run: (sim) => {
      const login = sim.someLogin();
      const data = { enabled: !sim.dice.oneIn(4), grace_sec: sim.dice.below(60) };
      sim.send(login, 'cancel_on_disconnect', data, sim.caller(login));
    },
  },
  {
    name: 'disconnected',
    weight: 20,
    run: (sim) => {
      const login = sim.someLogin();
      sim.house.disconnected(login, sim.caller(login).session);
    },
  },
  {
    name: 'read',
    weight: 40,
    run: (sim) => {
      const login = sim.someLogin();
      sim.send(login, sim.dice.pick(['account', 'money', 'nothing']), {}, sim.caller(login));
    },
  },
  {
    name: 'status',
    weight: 50,
    run: (sim) => {
      const sent = sim.requests.again(sim.dice);
      const request_id = sim.dice.oneIn(3) ? sim.requests.fresh() : sent?.data.request_id;
      const login = sent?.login ?? sim.someLogin();
      sim.send(login, 'trade_status', { request_id }, sim.caller(login));
    },
  },
];

/** Everything that may happen. */
export const TABLE: readonly Operation[] = [
  {
    name: 'tick',
    weight: 3_000,
    run: (sim) => sim.tick(sim.market.move(sim.dice.pick(sim.market.names), sim.dice)),
  },
  more('open', 1_500, openWish),
  more('pending', 1_100, pendingWish),
  more('price', 150, priceWish),
  about('positions', 'close', 800, closeWish),
  about('positions', 'close_by', 250, closeByWish),
  about('positions', 'modify', 500, modifyWish),
  about('orders', 'pending_modify', 450, pendingModifyWish),
  about('orders', 'pending_cancel', 300, pendingCancelWish),
  { name: 'repeat', weight: 200, run: repeat },
  { name: 'conflict', weight: 60, run: conflict },
  ...pays,
  ...sessions,
  ...DESK,
  ...PROVIDERS,
  { name: 'wait', weight: 50, run: (sim) => wait(sim, sim.dice.within(1, 90) * MINUTE) },
  { name: 'long wait', weight: 6, run: (sim) => wait(sim, sim.dice.within(4, 30) * HOUR) },
  { name: 'switches', weight: 20, run: flip },
  { name: 'settings', weight: 1, run: reconfigure },
];
