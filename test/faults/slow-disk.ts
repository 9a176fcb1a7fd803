// A disk that is slow, or that stalls for a while: how long orders wait, and which are refused.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf } from '../../storage/log.js';
import { countOwnWait, countWaits } from '../e2e/processor-wait.js';
import type { Answer } from '../support/client/rest.js';
import type { TradeResult } from '../support/client/shapes.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff, Trader } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { befell, under } from './disk-fault.js';
import { History } from './history.js';

/** A sync of the log takes this much longer, and 99 of 100 orders at most this long then. */
const SLOW_MS = 50;
const SLOW_P99_MS = 150;
const TRADERS = 4;
/** Or one sync stalls this long: who comes `BOUND_MS` later than it began is refused as soon. */
const STALL_MS = 2000;
const BOUND_MS = 500;
/** The sync that stalls; those before it are of accounts, prices and first orders: far fewer. */
const STALLED = 60;
const PAUSE_MS = 25;
/** Orders go on so long after it. */
const AFTER_MS = 500;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** An order over REST, and when it was sent and answered. */
interface Timed {
  readonly answer: Answer<TradeResult | null>;
  readonly sent: number;
  readonly answered: number;
  /** How long client and server waited for a processor meanwhile. */
  readonly waitedMs: number;
}

/** How long an order took, but for waits for a processor. */
const msOf = ({ sent, answered, waitedMs }: Timed): number => answered - sent - waitedMs;

const order = async (trader: Trader, { history, pid }: Stage): Promise<Timed> => {
  const { login, rest } = trader;
  const id = randomUUID();
  const request = { request_id: id, ...wish };
  const waits = [countWaits(pid), countOwnWait()];
  const sent = Date.now();
  const answer = await history.ask({ id, login, connection: login, request }, () =>
    rest.post<TradeResult | null>('/trades', request),
  );
  const answered = Date.now();
  return { answer, sent, answered, waitedMs: waits.reduce((sum, waited) => sum + waited(), 0) };
};

/** A server on a slow disk, with traders who have a price. */
interface Stage {
  readonly traders: readonly Trader[];
  readonly history: History;
  /** What strace writes. */
  readonly trace: string;
  /** The server's process. */
  readonly pid: number;
}

/** Runs a server whose syncs of the log are delayed, with traders who have a price. */
const onSlowDisk = async (
  t: Assert,
  what: string,
  traders: number,
  use: (stage: Stage) => Promise<void>,
): Promise<void> => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-slow-')));
  const trace = join(data, 'trace');
  const path = join(data, 'log', nameOf(1));
  const options = { data, args: ['--trade-rate', '0'] };
  const server = await ServerProcess.start({
    ...options,
    under: under({ call: 'fdatasync', what, path }, trace),
  });
  try {
    const staff = await signInStaff(server);
    const entered = Array.from({ length: traders }, () =>
      Trader.enter(server, staff, { deposit: '100000' }),
    );
    const all = await Promise.all(entered);
    await throwIn(staff, wish.symbol, '1.10000', '1.10010');
    const history = new History();
    await use({ traders: all, history, trace, pid: server.process.pid as number });
    await server.kill();
    t.same(faultsOf(data, history), [], 'what was acknowledged is there, what was refused is not');
  } finally {
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
};

/** Every sync takes longer: orders wait for two of them at most, and none is lost. */
export const tradeOnSlowDisk = (t: Assert, orders: number): Promise<void> =>
  onSlowDisk(t, `delay_exit=${1000 * SLOW_MS}`, TRADERS, async (stage) => {
    const waits = countWaits(stage.pid);
    const done = await Promise.all(
      stage.traders.map(async (trader) => {
        const mine: Timed[] = [];
        while (mine.length < orders / TRADERS) mine.push(await order(trader, stage));
        t.ok(
          mine.every(({ answer }) => answer.success),
          'every order is acknowledged',
        );
        return mine;
      }),
    );
    const times = done.flat().map(({ sent, answered }) => answered - sent);
    times.sort((a, b) => a - b);
    const p99 = times[Math.ceil(0.99 * times.length) - 1] as number;
    t.ok(times[0]! >= SLOW_MS, `none is acknowledged before its sync: ${times[0]} ms at least`);
    const busy = Math.round(waits());
    t.ok(p99 <= SLOW_P99_MS + busy, `99 of 100 orders took at most ${p99} ms, ${busy} in line`);
  });

/** One sync stalls: those who come later are refused at once, and none is lost. */
export const tradeOnStalledDisk = (t: Assert): Promise<void> =>
  onSlowDisk(t, `delay_exit=${1000 * STALL_MS}:when=${STALLED}`, 1, async (stage) => {
    const { traders, trace } = stage;
    t.same(befell(trace), [], 'all syncs so far were quick');
    const [trader] = traders as [Trader];
    const sending: Promise<Timed>[] = [];
    let until = Number.POSITIVE_INFINITY;
    while (Date.now() < until) {
      sending.push(order(trader, stage));
      await sleep(PAUSE_MS);
      const [ended] = befell(trace);
      if (ended !== undefined) until = Math.min(until, ended + STALL_MS + AFTER_MS);
    }
    const orders = await Promise.all(sending);
    const waited = Math.max(...orders.map(({ sent, answered }) => answered - sent));
    t.ok(waited > STALL_MS / 2, `the sync stalled: an order took ${waited} ms`);
    const stalled = orders.find(({ sent, answered }) => answered - sent === waited) as Timed;
    const late = orders.filter(
      ({ sent }) => sent > stalled.sent + BOUND_MS && sent < stalled.answered - BOUND_MS,
    );
    t.ok(late.length > 0, `${late.length} of ${orders.length} orders came during the stall`);
    const codes = new Set(late.map(({ answer }) => `${answer.status} ${answer.code}`));
    t.same([...codes], ['429 trade.too_many_requests'], 'they are refused');
    const slowest = Math.max(...late.map(msOf));
    t.ok(slowest <= BOUND_MS, `within ${slowest} ms and waits`);
    t.ok(orders.at(-1)?.answer.success, 'afterwards orders are taken again');
  });
