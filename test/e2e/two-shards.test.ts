// Two shards: each executes for its accounts, and one that dies comes back while the other goes on.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { shardOf } from '../../actors/shard-of.js';
import { faultsOf } from '../faults/checker.js';
import type { TradeResult } from '../support/client/shapes.js';
import { throwIn } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { type Seeded, seed } from '../support/seed.js';
import { type LogRecord, ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { countWaits, slowness } from './processor-wait.js';

const SHARDS = 2;
const ACCOUNTS = 10_000;
/** On a processor at its best. */
const BACK_WITHIN_MS = 2_000;
/** Shard 0 dies at this request; each connection and each frame of its accounts is one. */
const FATAL_REQUEST = 25;

const data = mkdtempSync(join(tmpdir(), 'brokerd-shards-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

/** What a trader asked, by request id: its answer, or null when none came in time. */
type Asked = Map<string, TradeResult | null>;

const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Opens positions one after the other until told to stop. */
const tradeUntil = async (trader: Trader, enough: () => boolean): Promise<Asked> => {
  const asked: Asked = new Map();
  while (!enough()) {
    const request_id = randomUUID();
    const { code, data: result } = await trader.trade({ ...open, request_id });
    if (code !== 'ok' && code !== 'trade.timeout' && code !== 'trade.too_many_requests') {
      throw new Error(`trade of ${trader.login}: ${code}`);
    }
    asked.set(request_id, code === 'ok' ? result : null);
  }
  return asked;
};

/** Every answered order is there once, every other is told of; the events have no gap. */
const checkBooks = async (trader: Trader, asked: Asked): Promise<void> => {
  const opened = new Set<number>();
  for (const [request_id, answered] of asked) {
    const found = await trader.socket.request<TradeResult>('trade_status', { request_id });
    if (answered !== null) t.equal(found.data?.order_id, answered.order_id, 'answered, so kept');
    if (found.code === 'ok') opened.add(found.data.position_id);
    else t.equal(found.code, 'not_found', 'not answered, so it may not have happened');
  }
  const { positions } = await trader.picture();
  const ids = positions.map(({ id }) => id).filter((id) => opened.has(id));
  t.equal(ids.length, opened.size, `${opened.size} orders of ${trader.login} were executed once`);
  t.equal(positions.length, opened.size + 2, 'beside the two positions it began with');
  t.same(trader.socket.gaps, []);
};

const timeOf = ({ time }: LogRecord): number => new Date(time as number | string).getTime();

t.test('Each of two shards executes, and one that dies is back within 2 s', async (t) => {
  const seeded: Seeded = await seed(data, { accounts: ACCOUNTS, eventsAfter: 2_000 });
  t.equal((await runCommand(['verify', '--data', data])).code, 0);
  const server = await ServerProcess.start({
    data,
    args: ['--shards', String(SHARDS)],
    env: { BROKERD_FAILPOINT: `shard.0.request:${FATAL_REQUEST}` },
  });
  t.teardown(() => server.kill());
  await throwIn(await signInStaff(server), 'EURUSD', '1.20000', '1.20000');
  const enter = (shard: number) => {
    let login = seeded.firstLogin;
    while (shardOf(login, SHARDS) !== shard) login += 1;
    return Trader.signIn(server, login, seeded.password);
  };
  const [mortal, other] = [await enter(0), await enter(1)];
  let back: LogRecord | undefined;
  const failed = server.record('the shard 0 thread failed');
  let waitedSince = (): number => 0;
  void failed.then(() => {
    waitedSince = countWaits(server.process.pid ?? 0);
  });
  let waitedMs = 0;
  void server.record('the shard 0 thread is back').then((record) => {
    back = record;
    waitedMs = waitedSince();
  });
  let afterwards = 0;
  const [asked, askedOther] = await Promise.all([
    tradeUntil(mortal, () => back !== undefined && ++afterwards > 10),
    tradeUntil(other, () => back !== undefined),
  ]);
  const [failedAt, backAt] = [timeOf(await failed), timeOf(back!)];
  const goneMs = backAt - failedAt;
  const pace = slowness();
  t.comment(`${goneMs} ms, ${waitedMs} of them in line for a processor, ${pace} times as slow`);
  const backMs = (goneMs - waitedMs) / pace;
  t.ok(backMs <= BACK_WITHIN_MS, `back after ${backMs} ms with ${ACCOUNTS} accounts`);
  const meanwhile = [...askedOther.values()].filter((result) => {
    const at = new Date(result?.done_at ?? 0).getTime();
    return at >= failedAt && at <= backAt;
  });
  t.ok(meanwhile.length > 0, `the other shard executed ${meanwhile.length} orders meanwhile`);
  t.ok([...asked.values()].filter((result) => result !== null).length > 10);
  await checkBooks(mortal, asked);
  await checkBooks(other, askedOther);
  t.equal((await server.stop()).code, 0);
  t.same(faultsOf(data), []);
  t.equal((await runCommand(['verify', '--data', data])).code, 0);
});
