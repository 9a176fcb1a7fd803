// A shard that fails in the middle of what many sockets ask it: what each of them must be told.

import type { Test } from 'tap';
import type { TradeResult } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { SeededRandom } from '../support/lives/random.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { History, noted } from './history.js';
import { assertWhole } from './recovery.js';

const ACCOUNTS = 3;
const SOCKETS_OF_ACCOUNT = 20;
/** Its openings and payments are behind it then, and it has begun with a round of requests. */
const FAILS = { min: 150, max: 350 };
const FAILED = 'the shard 0 thread failed';
const WISH = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
/** What a request is answered that a shard took which failed, or that came when none was there. */
const OPEN = ['trade.timeout', 'trade.too_many_requests'];

/** Sockets that ask, of some accounts. */
class Askers {
  readonly history = new History();
  readonly #ask: (() => Promise<{ readonly code: string }>[])[] = [];

  private constructor(
    private readonly traders: readonly Trader[],
    readonly sockets: readonly SocketClient[],
  ) {
    const each = traders.flatMap((trader) => Array<Trader>(SOCKETS_OF_ACCOUNT).fill(trader));
    for (const [at, socket] of sockets.entries()) {
      const { login } = each[at] as Trader;
      const trade = noted(this.history, {
        login,
        trade: (one) => socket.request<TradeResult>('trade', one),
      });
      this.#ask.push(() => [
        trade(WISH),
        socket.request('account'),
        trade(WISH),
        // The server answers this by itself, behind all that the socket asked before.
        socket.request('ping'),
      ]);
    }
  }

  static async connect(server: ServerProcess): Promise<Askers> {
    const traders: Trader[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1)
      traders.push(await server.openAccount({ deposit: '1000000' }));
    const sockets = traders.map(({ rest, socket }) => {
      const more = Array.from({ length: SOCKETS_OF_ACCOUNT - 1 }, () => SocketClient.signIn(rest));
      return Promise.all([socket, ...more]);
    });
    return new Askers(traders, (await Promise.all(sockets)).flat());
  }

  /** Every socket asks at once; the codes of all answers. */
  async round(): Promise<string[]> {
    const answers = await Promise.all(this.#ask.flatMap((ask) => ask()));
    return answers.map(({ code }) => code);
  }

  /** Waits until the database has all that they did. */
  async settle(): Promise<void> {
    for (const { rest, socket } of this.traders) {
      const { seq } = (await socket.request<{ seq: string }>('account')).data;
      await rest.fenced('/history/deals?limit=1', seq);
    }
  }
}

const failOnce = async (t: Test, passing: number): Promise<void> => {
  const env = { BROKERD_FAILPOINT: `shard.0.request:${passing}` };
  const server = await ServerProcess.start({ args: ['--trade-rate', '0', '--shards', '1'], env });
  t.teardown(() => server.kill());
  await server.quote('EURUSD', '1.10000', '1.10010');
  const askers = await Askers.connect(server);
  const codes = new Set<string>();
  while (!server.records.some(({ msg }) => msg === FAILED)) {
    for (const code of await askers.round()) codes.add(code);
  }
  await server.record('the shard 0 thread is back');
  codes.delete('ok');
  t.ok(codes.has('trade.timeout'), 'the shard failed while it was asked');
  t.same(
    [...codes].filter((code) => !OPEN.includes(code)),
    [],
  );
  t.same([...new Set(await askers.round())], ['ok'], 'every socket goes on');
  t.same(
    askers.sockets.flatMap(({ unasked }) => unasked),
    [],
    'nothing is answered twice',
  );
  await askers.settle();
  await assertWhole(t, server.data, askers.history);
  t.equal((await server.stop()).code, 0);
};

/** Has a shard fail so many times, each in another server, while sixty sockets ask it. */
export const failWhileAsked = async (t: Test, times: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  for (let n = 0; n < times; n += 1) await failOnce(t, random.within(FAILS.min, FAILS.max));
};
