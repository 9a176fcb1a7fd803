// The clock of the day is set while orders go on: what must hold all the same.

import { join } from 'node:path';
import type { Test } from 'tap';
import { pathsOf } from '../../actors/folder/folder.js';
import { compileSettings, nextEndOfDay } from '../../engine/engine.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import type { RestClient } from '../support/client/rest.js';
import type { Envelope, TradeResult } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { quote } from '../support/client/staff.js';
import { now } from '../support/clock.js';
import { runCommand } from '../support/command.js';
import { until, within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { History, noted } from './history.js';
import { loggedEvents } from './log-facts.js';
import { SetClock } from './set-clock.js';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;
/** From here to behind the next end of a day: at weekends it is further away. */
const PAST_MIDNIGHT_SEC = 60;
/** Requests a second that an account may make, and more than that, which each is to have done. */
const TRADE_RATE = 20;
/** Who asks again sooner uses up the rate of all requests, too: refused ones count there. */
const RETRY_MS = 1000 / TRADE_RATE;
const ORDERS = 24;
const TRADERS = 2;
/** An order that expires so soon does so after the clock was set; more where it came too late. */
const LIFE_MS = 2_000;
const JITTER_MS = 2_000;
/** Sign-ins that fail before the login is blocked, and the longest that a first block may last. */
const FAILURES = 5;
const BLOCK_SEC_MAX = 300;

const wish = { symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** The result of a request; undefined when there were too many. */
const resultOf = ({ code, data }: Envelope<TradeResult>): TradeResult | undefined => {
  if (code !== 'ok' && code !== 'trade.too_many_requests') throw new Error(code);
  return code === 'ok' ? data : undefined;
};

/** One request of a trader; what is refused for the rate is tried again. */
const done = async (
  trade: (request: Record<string, unknown>) => Promise<Envelope<TradeResult>>,
  request: Record<string, unknown>,
): Promise<TradeResult> =>
  until(`${request.kind} that is done`, async () => resultOf(await trade(request)), RETRY_MS);

/** Opens and closes until so many requests are done; `before` is called before each. */
const work = async (history: History, trader: Trader, before: () => void): Promise<void> => {
  const trade = noted(history, trader);
  for (let n = 0; n < ORDERS; n += 2) {
    before();
    const { position_id } = await done(trade, { kind: 'open', ...wish });
    before();
    await done(trade, { kind: 'close', position_id });
  }
};

/** Seconds forward past one end of a day, a day at least. */
const oneDayAhead = (time: number): number => {
  const end = nextEndOfDay(compileSettings(NO_SETTINGS), time);
  return Math.max(DAY_SEC, Math.ceil((end - time) / 1000) + PAST_MIDNIGHT_SEC);
};

/** A server whose clock is set, with staff and traders. */
class ClockServer {
  staff!: RestClient;
  traders: Trader[] = [];
  /** Days that were ended, and how far the clock is set to the last of them, in seconds. */
  #days = 0;
  #aheadSec = 0;

  private constructor(
    private readonly t: Test,
    readonly server: ServerProcess,
    readonly clock: SetClock,
    readonly history: History,
  ) {}

  static async start(t: Test, data: string, clock: SetClock, history: History) {
    const args = ['--trade-rate', String(TRADE_RATE)];
    const server = await ServerProcess.start({ data, args, env: clock.env });
    return new ClockServer(t, server, clock, history);
  }

  /** Staff and the traders of these accounts, or of new ones, sign in, and a price is known. */
  async signIn(accounts?: readonly Pick<Trader, 'login' | 'password'>[]): Promise<void> {
    const { server } = this;
    this.staff = await server.signInStaff();
    await this.price();
    const open = () => server.openAccount({ deposit: '9000' });
    const signIn = ({ login, password }: Pick<Trader, 'login' | 'password'>) =>
      Trader.signIn(server, login, password);
    const traders = accounts?.map(signIn) ?? Array.from({ length: TRADERS }, open);
    this.traders = await Promise.all(traders);
  }

  price(): Promise<void> {
    return quote(this.staff, wish.symbol, '1.10000', '1.10010');
  }

  /** Traders have all their orders done; `before` is called before each. */
  async trade(before = (): void => {}): Promise<void> {
    const { history, traders } = this;
    await Promise.all(
      traders.map((trader) => within(work(history, trader, before), 'orders done')),
    );
  }

  /** An hour back: nothing stands still, and who is signed in stays so. */
  async back(): Promise<void> {
    const { t, server, clock, traders, staff } = this;
    const [trader] = traders as [Trader];
    const quiet = await SocketClient.signIn(staff);
    const placed = await this.#placeBriefly(trader);
    const isIt = ({ data }: { data: { orders: readonly { id: number; state: string }[] } }) =>
      data.orders.some(({ id, state }) => id === placed.order_id && state === 'expired');
    clock.set(this.#aheadSec - HOUR_SEC);
    const heartbeat = quiet.take('heartbeat');
    await this.trade();
    await this.price();
    await this.trade();
    await trader.socket.take('order', isIt as never);
    await heartbeat;
    t.equal((await staff.get(`/accounts/${trader.login}`)).code, 'ok', 'staff are signed in');
    t.equal((await trader.rest.refresh()).code, 'ok', 'tokens are renewed');
    await server.signInStaff();
    const orders = trader.socket.events.filter(({ event }) => event === 'order');
    const expired = orders.filter((event) => isIt(event as never));
    t.equal(expired.length, 1, 'an order expires once');
    await quiet.close();
  }

  /** Places an order that expires soon, but not before the server takes it. */
  async #placeBriefly(trader: Trader): Promise<TradeResult> {
    const limit = { ...wish, kind: 'pending', order_kind: 'limit', price: '1.00000' };
    let lifeMs = LIFE_MS;
    return until(
      'an order with a lifetime',
      async () => {
        const expires_at = new Date(this.#today + lifeMs).toISOString();
        const answer = await trader.trade({ ...limit, expiration: 'specified', expires_at });
        if (answer.code !== 'trade.invalid_expiration') return resultOf(answer);
        lifeMs *= 2;
        return undefined;
      },
      RETRY_MS,
    );
  }

  /** The clock jumps to and fro under load. */
  async jitter(random: SeededRandom): Promise<void> {
    await this.trade(() => {
      const off = random.within(-JITTER_MS, JITTER_MS) / 1000;
      this.clock.set(this.#aheadSec + off);
    });
  }

  /** A day forward, back, and forward again: it ends once, and nobody is shut out for it. */
  async forward(): Promise<void> {
    const { t, server, clock } = this;
    const [trader] = this.traders as [Trader];
    await done((request) => trader.trade(request), { kind: 'open', ...wish });
    const todaySec = this.#aheadSec;
    this.#aheadSec += oneDayAhead(this.#today);
    this.#days += 1;
    const closed = Promise.all(this.traders.map(({ socket }) => socket.closed));
    clock.set(this.#aheadSec);
    await server.record('end of day', { nth: this.#days });
    await within(closed, 'the end of yesterday’s sessions');
    t.equal((await trader.rest.get('/auth/me')).status, 401, 'sessions of yesterday are over');
    await this.signIn(this.traders);
    await this.trade();
    for (let n = 0; n < FAILURES; n += 1) await this.#wrongPassword();
    clock.set(todaySec);
    const waitSec = Number((await this.#wrongPassword()).headers.get('retry-after'));
    t.ok(waitSec > 0 && waitSec <= BLOCK_SEC_MAX, `blocked for ${waitSec} s`);
    await this.trade();
    await this.price();
    clock.set(this.#aheadSec);
    await this.trade();
  }

  /** The time that the server's clock is set to, ms since 1970. */
  get #today(): number {
    return now() + 1000 * this.#aheadSec;
  }

  #wrongPassword(): ReturnType<RestClient['post']> {
    const { login } = this.traders[1] as Trader;
    return this.server
      .client('trader')
      .post('/auth/login', { login, password: 'Wrong-1-pass', terminal: 'desktop' });
  }
}

/** What is wrong with the times and days of the accounts in a stopped server's log. */
const timeFaults = (data: string): string[] => {
  const times = new Map<number, number>();
  const days = new Set<string>();
  const faults: string[] = [];
  for (const { seq, event } of loggedEvents(pathsOf(data).log)) {
    if (event.type !== 'account') continue;
    const { login, time, daily } = event;
    const before = times.get(login) ?? 0;
    if (time < before) faults.push(`event ${seq} of ${login} is ${before - time} ms too early`);
    times.set(login, time);
    if (daily === null) continue;
    const day = `${login} ${daily.date}`;
    if (days.has(day)) faults.push(`event ${seq} ends the day of ${day} again`);
    days.add(day);
  }
  if (days.size === 0) faults.push('no day was ended');
  return faults;
};

/** Sets the clock of a server back, to and fro, and forward, that many times each. */
export const setClocks = async (t: Test, times: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  const folder = t.testdir();
  const data = join(folder, 'data');
  const clock = new SetClock(join(folder, 'clock'));
  const history = new History();
  const first = await ClockServer.start(t, data, clock, history);
  const { server } = first;
  t.teardown(() => server.kill());
  await first.signIn();
  for (let n = 0; n < times; n += 1) {
    await first.back();
    await first.jitter(random);
    await first.forward();
  }
  clock.set(0);
  t.same(await server.stop(), { code: 0, signal: null });
  // The log is days ahead now, and the clock an hour behind.
  clock.set(-HOUR_SEC);
  const again = await ClockServer.start(t, data, clock, history);
  t.teardown(() => again.server.kill());
  await again.signIn(first.traders.slice(0, 1));
  await again.trade();
  t.same(await again.server.stop(), { code: 0, signal: null });
  const verified = await runCommand(['verify', '--data', data]);
  t.hasStrict(verified.record, { violations: [], broken: 0 });
  t.same(timeFaults(data), []);
  t.same(faultsOf(data, history), [], 'all that was acknowledged is there, and whole');
};
