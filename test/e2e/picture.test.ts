// Pictures that clients of live sockets keep by the documents alone, compared with the server's.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { deposit } from '../support/client/staff.js';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { defaultsOf, type Picture, PictureClient, type Row } from './picture-client.js';

/** Random steps of both accounts together. */
const STEPS = countOf({ test: 600, deep: 100_000, soak: 400_000 });
const COMPARED_EACH = countOf({ test: 200, deep: 2_000, soak: 2_000 });
/** Steps that are under way at the same time. */
const WINDOW = 12;
const SEED = 25;
const PRICE = 1.1;

const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
t.teardown(() => server.kill());
const staff = await server.staff();
const defaults = defaultsOf(await (await fetch(server.url('/asyncapi.json'))).text());
const random = new SeededRandom(SEED);
const ENCODINGS = ['json', 'msgpack', 'json'] as const;

const pick = <T>(of: readonly T[]): T | undefined => of[random.below(of.length)];

/** Fields of a row that are not as the server has them. */
const differences = (what: string, mine: Row, theirs: Row): string[] =>
  Object.keys(mine)
    .filter((name) => name !== 'origin' && theirs[name] !== undefined)
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => `${what}.${name}: ${mine[name]} instead of ${theirs[name]}`);

const rowDifferences = (
  what: string,
  mine: ReadonlyMap<unknown, Row>,
  theirs: readonly Row[],
): string[] => {
  const ids = theirs.map(({ id }) => id);
  const more = [...mine.keys()].filter((id) => !ids.includes(id));
  return [
    ...more.map((id) => `${what} ${id} is over`),
    ...theirs.flatMap((row) => {
      const own = mine.get(row.id);
      if (own === undefined) return [`${what} ${row.id} is missing`];
      return differences(`${what} ${row.id}`, own, row);
    }),
  ];
};

/** Money that prices do not move; all of it where nothing is open. */
const steady = ({ money, positions }: Picture): Row => {
  const { balance, credit, blocked, leverage } = money;
  const still = { balance, credit, blocked, leverage };
  const { calculated_at: _, ...all } = money;
  return positions.size === 0 ? all : still;
};

/** An account with several clients, each with a picture of its own. */
class PicturedAccount {
  readonly clients: PictureClient[];
  readonly requests: Row[] = [];
  /** Deals that were made before the clients came. */
  readonly #before = new Set<unknown>();

  constructor(readonly trader: Trader) {
    const url = `${server.url('').replace('http', 'ws')}/trader/v1/socket`;
    const headers = trader.rest.socketHeaders();
    this.clients = ENCODINGS.map(
      (encoding) => new PictureClient({ url, headers, encoding, defaults }),
    );
  }

  /** Notes the deals so far, and connects the clients. */
  async begin(): Promise<void> {
    const { seq } = await this.trader.snapshot();
    const { items } = await this.trader.rest.fenced<Row>('/history/deals', seq);
    for (const { id } of items) this.#before.add(id);
    await this.connectAll();
  }

  async connectAll(): Promise<void> {
    for (const client of this.clients) if (!client.isReady) await client.connect();
  }

  /** Asks one of the clients that are connected. */
  async trade(request: Row, client = pick(this.clients.filter(({ isReady }) => isReady))) {
    const whole = { request_id: randomUUID(), ...request };
    this.requests[random.below(64)] = whole;
    await client?.ask('trade', whole);
  }

  /** Each client's picture against the server's of the same number. */
  async compare(): Promise<string[]> {
    for (;;) {
      const reply = await this.clients[0]?.ask('account');
      const theirs = reply?.data as Row;
      const number = theirs.account_seq as number;
      for (const client of this.clients) await within(client.reach(number), `event ${number}`);
      const faults = this.clients.flatMap(({ faults }) => faults);
      if (faults.length > 0) return faults;
      if (this.clients.some(({ picture }) => picture.last !== number)) continue;
      return this.clients.flatMap(({ picture }) => [
        ...rowDifferences('order', picture.orders, theirs.orders as Row[]),
        ...rowDifferences('position', picture.positions, theirs.positions as Row[]),
        ...differences('money', steady(picture), theirs.money as Row),
      ]);
    }
  }

  /** The deals of each client against those of the history. */
  async compareDeals(): Promise<string[]> {
    const { seq } = await this.trader.snapshot();
    const theirs: Row[] = [];
    for (let page = 1; ; page += 1) {
      const path = `/history/deals?limit=1000&page=${page}`;
      const { items } = await this.trader.rest.fenced<Row>(path, seq);
      theirs.push(...items.filter(({ id }) => !this.#before.has(id)));
      if (items.length < 1000) break;
    }
    const found = this.clients.flatMap(({ picture }) =>
      rowDifferences('deal', picture.deals, theirs),
    );
    return theirs.length === 0 ? ['no deals'] : found;
  }
}

const SYMBOLS = ['EURUSD', 'GBPUSD'];
const volume = () => `0.0${random.within(1, 5)}`;
const priceAt = (points: number): string => (PRICE + points / 100_000).toFixed(5);

/** Requests of an account, whose orders and positions are those of one of its pictures. */
const REQUESTS: readonly ((picture: Picture) => Row | undefined)[] = [
  () => ({ kind: 'open', symbol: pick(SYMBOLS), side: pick(['buy', 'sell']), volume: volume() }),
  ({ positions }) => {
    const one = pick([...positions.values()]);
    const part = random.below(3) === 0 ? { volume: '0.01' } : {};
    return one && { kind: 'close', position_id: one.id, ...part };
  },
  ({ positions }) => {
    const one = pick([...positions.values()]);
    return one && { kind: 'close', position_id: one.id };
  },
  ({ positions }) => {
    const [one, other] = [pick([...positions.values()]), pick([...positions.values()])];
    return one && { kind: 'close_by', position_id: one.id, by_position_id: other?.id };
  },
  ({ positions }) => {
    const one = pick([...positions.values()]);
    const sign = one?.side === 'buy' ? 1 : -1;
    const sl = priceAt(-sign * random.within(20, 200));
    return one && { kind: 'modify', position_id: one.id, sl, tp: priceAt(sign * 150) };
  },
  () => {
    const side = pick(['buy', 'sell']);
    const order_kind = pick(['limit', 'stop']);
    const above = (side === 'buy') === (order_kind === 'stop');
    const price = priceAt((above ? 1 : -1) * random.within(20, 200));
    return { kind: 'pending', symbol: 'EURUSD', side, order_kind, price, volume: volume() };
  },
  ({ orders }) => {
    const one = pick([...orders.values()]);
    const above = (one?.side === 'buy') === (one?.kind === 'stop');
    const price = priceAt((above ? 1 : -1) * random.within(20, 200));
    return one && { kind: 'pending_modify', order_id: one.id, price };
  },
  ({ orders }) => {
    const one = pick([...orders.values()]);
    return one && { kind: 'pending_cancel', order_id: one.id };
  },
];

const moveThePrice = async (): Promise<void> => {
  const middle = random.within(-160, 160);
  await server.quote('EURUSD', priceAt(middle), priceAt(middle + 10));
};

/** A cut of a client, which connects again after some more steps of the others. */
const cut = async (client: PictureClient, steps: () => Promise<void>): Promise<void> => {
  client.cut();
  for (let n = random.below(10); n > 0; n -= 1) await steps();
  await within(client.connect(), 'a new connection');
};

const tradeOf = async (account: PicturedAccount): Promise<void> => {
  const { picture } = pick(account.clients) as PictureClient;
  const request = pick(REQUESTS)?.(picture);
  if (request !== undefined) await within(account.trade(request), 'an answer');
};

/** The answer of a trade waits for that of the bars, which are read from disk. */
const tradeBehindBars = async (account: PicturedAccount, client: PictureClient): Promise<void> => {
  const bars = { channel: 'bars', symbol: pick(SYMBOLS), timeframe: 'm1' };
  const order = { kind: 'open', symbol: 'EURUSD', side: pick(['buy', 'sell']), volume: volume() };
  const both = [client.ask('subscribe', bars), account.trade(order, client)];
  await within(Promise.all(both), 'both answers');
};

/** One random step: mostly a trade. */
const step = async (account: PicturedAccount): Promise<void> => {
  const chance = random.below(1_000);
  if (chance < 4) return moveThePrice();
  if (chance < 10) {
    await deposit(staff, account.trader.login, '10');
    return;
  }
  const client = pick(account.clients) as PictureClient;
  if (chance < 35 && client.isReady) return cut(client, () => tradeOf(account));
  if (chance < 60) {
    const again = account.requests[random.below(64)];
    if (again !== undefined) await within(account.trade(again), 'an answer to a repeat');
    return;
  }
  if (chance < 75 && client.isReady) return tradeBehindBars(account, client);
  return tradeOf(account);
};

t.test('A client written from the documents alone shows what the server has', async (t) => {
  await server.quote('EURUSD', priceAt(0), priceAt(10));
  await server.quote('GBPUSD', '1.30000', '1.30010');
  const accounts: PicturedAccount[] = [];
  for (const group of ['demo\\standard', 'demo\\netting']) {
    accounts.push(new PicturedAccount(await server.openAccount({ group, deposit: '1000000' })));
  }
  for (const account of accounts) await account.begin();
  const wrong: string[] = [];
  for (let done = 0; done < STEPS && wrong.length === 0; done += COMPARED_EACH) {
    let left = COMPARED_EACH;
    const work = async (): Promise<void> => {
      for (; left > 0; left -= 1) await step(pick(accounts) as PicturedAccount);
    };
    await Promise.all(Array.from({ length: WINDOW }, work));
    for (const account of accounts) {
      await account.connectAll();
      wrong.push(...(await account.compare()));
    }
  }
  t.same(wrong.slice(0, 5), [], 'orders, positions, money and numbers');
  for (const account of accounts) t.same((await account.compareDeals()).slice(0, 5), [], 'deals');
  const counts = accounts.flatMap(({ clients }) => clients.map(({ counts }) => counts));
  const sum = (name: keyof PictureClient['counts']) =>
    counts.reduce((total, one) => total + one[name], 0);
  t.ok(sum('answers') > STEPS / 20, `${sum('answers')} answers told a change`);
  t.ok(sum('events') > STEPS / 20, `${sum('events')} events`);
  t.ok(sum('resumed') > STEPS / 200, `${sum('resumed')} resumes`);
  t.comment(`${sum('before')} events before their answers, ${sum('pictures')} pictures`);
});
