// The table of operations on many accounts, and their frequency. One entry for each kind.

import type { AccountState } from '../../../engine/account/types.js';
import { formatExact } from '../../../wire/base/scale.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import { BALANCE_ACTIONS, type TradeRequest } from '../../../wire/trading/commands.js';
import { caller } from '../shard-harness.js';
import { DEALING } from './dealing.js';
import { requestFor, requestOf } from './requests.js';
import type { ShardLife } from './shard-life.js';
import { DEALER } from './shard-world.js';

/** One kind of operation. */
export interface Operation {
  readonly name: string;
  /** How often it comes, among the sum of all weights. */
  readonly weight: number;
  run(life: ShardLife): void;
}

/** Rows that an account gathers before it rather lets go of some. */
const ROWS_WANTED = 12;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Balance and credit below which an account without positions is paid, in whole units. */
const POOR = 300;

/** Requests that no terminal of ours sends: their shape or sense is wrong. */
const FLAWS: readonly object[] = [
  { volume: '900000000' },
  { price: '0.123456789' },
  { side: 'both' },
  { surprise: 1 },
  { symbol: 'NOWHERE' },
  { symbol: 'ADR' },
  { expiration: 'specified', expires_at: '2024-01-01T00:00:00Z' },
  { valid_until: '2025-03-10T07:00:00Z' },
  { skip_margin_check: true },
];

const TERMINALS = ['desktop', 'web', 'android', 'ios', 'api'] as const;

/** A caller of an account: one of its terminals, or an investor. */
const callerOf = ({ random }: ShardLife, login: number): Caller => {
  const investor = random.oneIn(31);
  const terminal = investor ? 'investor' : random.pick(TERMINALS);
  return caller(login, { terminal, session: `${terminal}-${login}`, read_only: investor });
};

/** A sum of an account's currency as text, between bounds in dollars or so. */
export const sumOf = (life: ShardLife, login: number, from: number, to: number): string => {
  const { random, world } = life;
  const { currency_digits } = world.group(life.state(login).switches.group);
  if (currency_digits === 0) return String(150 * random.within(from, to));
  return (random.within(100 * from, 100 * to) / 100).toFixed(currency_digits);
};

const isPoor = ({ world }: ShardLife, { ledger, positions, switches }: AccountState): boolean => {
  const { currency_digits } = world.group(switches.group);
  const poor = POOR * 10 ** currency_digits * (currency_digits === 0 ? 100 : 1);
  return positions.size === 0 && ledger.balance + ledger.credit < poor;
};

/** A request that deals at a price that a dealer offered, where one stands. */
const offered = (
  { world, random }: ShardLife,
  state: AccountState,
  request: TradeRequest,
): object => {
  if ((request.kind !== 'open' && request.kind !== 'close') || random.oneIn(4)) return request;
  const position_id = request.kind === 'close' ? request.position_id : 0;
  for (const row of state.queue.values()) {
    if (row.state !== 'quoted' || row.position_id !== position_id) continue;
    const { digits } = world.instrument(row.symbol).record;
    const offer = row.deal_side === 'buy' ? row.offer_ask : row.offer_bid;
    return {
      ...request,
      ...(request.kind === 'open' ? { symbol: row.symbol, side: row.deal_side } : {}),
      price: formatExact(offer, digits + 3, digits),
      ...(row.kind === 'price' ? {} : { requote_of: row.request_id, deviation_pts: 20 }),
    };
  }
  return request;
};

/** A trade request of a client or, at times, of a dealer or an investor, or spoilt. */
const trade = (life: ShardLife): void => {
  const { random, world } = life;
  const login = life.someLogin();
  const state = life.state(login);
  if (isPoor(life, state)) return life.pay(login, 'balance', sumOf(life, login, 2_000, 20_000));
  const held = { positions: [...state.positions.values()], orders: [...state.orders.values()] };
  const id = life.requests.fresh();
  const full = held.positions.length > ROWS_WANTED ? 'close' : undefined;
  const kind = full ?? (held.orders.length > ROWS_WANTED ? 'pending_cancel' : undefined);
  const market = world.modelled.has(login) ? world.plain : world;
  const request = kind ? requestFor(kind, market, held, id) : requestOf(market, held, id);
  const dealer = random.oneIn(12);
  const by = dealer ? DEALER : callerOf(life, login);
  if (world.modelled.has(login)) {
    life.send(login, 'trade', request, by);
    return;
  }
  life.send(
    login,
    'trade',
    {
      ...offered(life, state, request),
      ...(random.oneIn(20) ? random.pick(FLAWS) : {}),
      ...(random.oneIn(60) ? { position_id: life.someGoneId(login) } : {}),
      ...(random.oneIn(60) ? { order_id: life.someGoneId(login) } : {}),
      ...(dealer && random.oneIn(4) ? { skip_margin_check: true } : {}),
    },
    by,
  );
};

/** A question for a price. */
const askPrice = (life: ShardLife): void => {
  const { random, world } = life;
  const login = life.otherLogin();
  const { name } = random.oneIn(2) ? random.pick(world.quoted) : world.instrument('EURJPY');
  const request_id = life.requests.fresh();
  const side = random.pick(['buy', 'sell']);
  const data = { kind: 'price', request_id, symbol: name, side };
  life.send(
    login,
    'trade',
    { ...data, ...(random.oneIn(2) && { volume: '0.5' }) },
    callerOf(life, login),
  );
};

/** A repeat with the same content must do nothing; with other content it is a conflict. */
const conflict = (life: ShardLife): void => {
  const sent = life.requests.again(life.random);
  if (sent === undefined) return;
  const other = sent.op === 'balance' ? { amount: '0.07' } : { comment: 'other' };
  const plain = 'kind' in sent.data && /^(modify|pending_|price)/.test(String(sent.data.kind));
  const data = { ...sent.data, ...(plain ? { position_id: 1, order_id: 1 } : other) };
  life.send(sent.login, sent.op, data, sent.caller);
};

const pay = (life: ShardLife): void => {
  const { random } = life;
  const login = life.someLogin();
  const what = random.below(12);
  if (what < 3) return life.pay(login, 'balance', sumOf(life, login, 100, 5_000));
  if (what < 6) return life.pay(login, 'balance', sumOf(life, login, -6_000, -50));
  if (what === 6) return life.pay(login, 'balance', random.pick(['0', '1.005', '1000000000001']));
  if (what < 9) {
    const action = random.pick(['credit', 'bonus'] as const);
    return life.pay(login, action, sumOf(life, login, -400, 1_000));
  }
  life.pay(login, random.pick(BALANCE_ACTIONS), sumOf(life, login, -200, 200));
};

/** Credit in place of own money: a stop-out leaves a debt, and credit that goes with it. */
const payCredit = (life: ShardLife): void => {
  const login = life.random.pick(life.world.loginsOf('real\\comp'));
  life.pay(login, 'credit', sumOf(life, login, 500, 3_000));
  life.pay(login, 'balance', sumOf(life, login, -3_000, -500));
};

const status = (life: ShardLife): void => {
  const { random, requests } = life;
  const sent = requests.again(random);
  const request_id = random.oneIn(3) ? requests.fresh() : sent?.data.request_id;
  const login = sent?.login ?? life.someLogin();
  life.send(login, 'trade_status', { request_id }, callerOf(life, login));
};

const cancelOnDisconnect = (life: ShardLife): void => {
  const { random } = life;
  const login = life.someLogin();
  const data = { enabled: !random.oneIn(4), grace_sec: random.below(60) };
  life.send(login, 'cancel_on_disconnect', data, callerOf(life, login));
};

const read = (life: ShardLife): void => {
  const login = life.someLogin();
  const op = life.random.pick(['account', 'money', 'nothing']);
  life.send(login, op, {}, caller(login));
};

/** Groups among which accounts move: one currency, and no turnover that is running. */
const NEIGHBOURS = ['real\\std', 'real\\net', 'real\\fifo', 'real\\oneway', 'real\\comp'];

const moved = (life: ShardLife, { login, group }: AccountSwitches): Partial<AccountSwitches> => {
  const { positions, orders, queue, ledger } = life.state(login);
  const flat = positions.size === 0 && orders.size === 0 && queue.size === 0;
  const free = flat && Object.keys(ledger.accruals).length === 0;
  return free && NEIGHBOURS.includes(group) ? { group: life.random.pick(NEIGHBOURS) } : {};
};

/** Accounts that may be switched off before the first is switched on again. */
const CLOSED_MAX = 3;

/** Changes an account's switches; what was closed is opened again before long. */
const flip = (life: ShardLife): void => {
  const { world, random, closedLogins } = life;
  const [again] = closedLogins;
  if (again !== undefined && closedLogins.size > CLOSED_MAX) {
    closedLogins.delete(again);
    return life.switched(again, { enabled: true, trading_enabled: true });
  }
  const login = random.pick(world.logins);
  const now = world.accounts.get(login) as AccountSwitches;
  const changes: readonly Partial<AccountSwitches>[] = [
    { enabled: !now.enabled },
    { trading_enabled: !now.trading_enabled },
    { leverage_own: now.leverage_own === 0 ? 30 : 0 },
    { limit_orders: now.limit_orders === 0 ? 2 : 0 },
    moved(life, now),
  ];
  life.switched(login, random.pick(changes));
};

/** What is traded has new prices most often. */
const tick = (life: ShardLife): void => {
  const { random, world } = life;
  life.tick(random.pick(random.oneIn(4) ? world.quoted : world.active));
};

const repeat = (life: ShardLife): void => {
  const sent = life.requests.again(life.random);
  if (sent !== undefined) life.repeat(sent);
};

/** Everything that may happen. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'tick', weight: 3_000, run: tick },
  { name: 'trade', weight: 5_000, run: trade },
  { name: 'price', weight: 150, run: askPrice },
  { name: 'repeat', weight: 200, run: repeat },
  { name: 'conflict', weight: 60, run: conflict },
  { name: 'money', weight: 250, run: pay },
  { name: 'credit for money', weight: 40, run: payCredit },
  { name: 'cancel_on_disconnect', weight: 30, run: cancelOnDisconnect },
  {
    name: 'disconnected',
    weight: 20,
    run: (life) => {
      const login = life.otherLogin();
      life.shards.disconnected(login, callerOf(life, login).session);
    },
  },
  { name: 'read', weight: 40, run: read },
  { name: 'status', weight: 50, run: status },
  ...DEALING,
  { name: 'wait', weight: 50, run: (life) => life.wait(life.random.within(1, 90) * MINUTE) },
  { name: 'long wait', weight: 6, run: (life) => life.wait(life.random.within(4, 30) * HOUR) },
  { name: 'switches', weight: 20, run: flip },
  { name: 'settings', weight: 1, run: (life) => life.change() },
];
