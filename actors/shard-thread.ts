// A shard's thread: loads its accounts, then serves its rings until it is told to stop.

import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { compileSettings } from '../engine/engine.js';
import { DATABASE_FILE } from '../storage/database.js';
import type { Settings } from '../wire/config.js';
import { AccountOps } from './account-ops.js';
import { Board } from './board.js';
import { Cells } from './cells.js';
import { Connections } from './connections.js';
import { failpoint } from './failpoint.js';
import { LogReader } from './log-reader.js';
import type { FromShard, LogAccess, ToShard } from './messages.js';
import { MoneyWatch } from './money-watch.js';
import { Outbox } from './outbox.js';
import { Bell, RingReader, RingWriter } from './ring.js';
import { Shard } from './shard.js';
import { loadShard, ShardStore } from './shard-store.js';
import { shardHash } from './state-hash.js';
import { TickReader } from './tick-ring.js';

/** What a shard thread is started with. */
export interface ShardThreadData {
  readonly index: number;
  readonly shards: number;
  readonly settings: Settings;
  /** The data folder. */
  readonly data: string;
  readonly cells: SharedArrayBuffer;
  readonly board: SharedArrayBuffer;
  readonly log: LogAccess;
  readonly bell: SharedArrayBuffer;
  readonly requests: SharedArrayBuffer;
  readonly ticks: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly frontBell: SharedArrayBuffer;
  readonly tradeRate: number;
}

/** Requests and ticks that one turn takes at most. */
const TURN_REQUESTS = 256;
const TURN_TICKS = 2048;
const TIMER_MS = 50;
/** How soon work that waits for room or a commit is tried again. */
const OWED_MS = 2;

const data = workerData as ShardThreadData;
const main = parentPort as MessagePort;
const say = (message: FromShard): void => main.postMessage(message);

const cells = new Cells(data.cells);
const source = data.log.source;
const outbox = new Outbox(
  new RingWriter(data.log.ring, new Bell(data.log.bell)),
  new RingWriter(data.answers, new Bell(data.frontBell)),
  () => cells.committed(source),
);
const store = new ShardStore(join(data.data, DATABASE_FILE));
const shard = new Shard(compileSettings(data.settings), {
  outbox,
  now: Date.now,
  nextOrderId: () => cells.nextOrderId(),
  nextDealId: () => cells.nextDealId(),
  stored: (login, requestId) => store.stored(login, requestId),
  checkpoint: () => store.checkpoint(),
  committedSeq: () => cells.committedSeq(source),
  forward: (command) => say({ type: 'derived', command }),
  tradeRate: data.tradeRate,
});
const ops = new AccountOps(shard);
const connections = new Connections(shard, ops);
const watch = new MoneyWatch(shard, ops, connections);
const requests = new RingReader(data.requests);
const ticks = new TickReader(data.ticks);
const reader = new LogReader(data.log);
const executed = failpoint(`shard.${data.index}.request`, data.log.generation);
let frozen = false;

/** One turn: ticks first, then requests; the rings are published once, the log's first. */
const turn = (): boolean => {
  if (frozen) return false;
  ticks.drain((symbolId, bid, ask, time) => shard.tick(symbolId, bid, ask, time), TURN_TICKS);
  const taken = outbox.open()
    ? requests.take((buffer, at, length) => {
        executed();
        connections.take(buffer, at, length);
        return true;
      }, TURN_REQUESTS)
    : 0;
  if (shard.owing) shard.timers();
  outbox.flush();
  requests.free();
  return taken === TURN_REQUESTS || ticks.pending();
};

const pending = (): boolean => !frozen && (requests.pending() || ticks.pending());

/** The quotes that stand on the board: the market goes on from there. */
const readBoard = (): void => {
  const board = Board.over(data.board);
  for (const { id } of data.settings.symbol) {
    const { bid, ask, time } = board.read(id);
    if (time > 0) shard.tick(id, bid, ask, time);
  }
};

const serve = (): void => {
  const bell = new Bell(data.bell);
  const serving = bell.serve(turn, pending);
  const timer = setInterval(() => {
    if (frozen) return;
    shard.timers();
    watch.tell();
    outbox.flush();
  }, TIMER_MS);
  const owed = setInterval(() => {
    if (!frozen && (shard.owing || !outbox.open())) turn();
  }, OWED_MS);

  main.on('message', (message: ToShard) => {
    switch (message.type) {
      case 'settings':
        shard.configure(compileSettings(message.settings));
        say({ type: 'answer', id: message.id, value: null });
        return;
      case 'accounts':
        for (const switches of message.accounts) shard.switched(switches);
        say({ type: 'answer', id: message.id, value: null });
        return;
      case 'derived':
        ops.derived(message.command);
        return;
      case 'watch':
        watch.set(message.logins);
        return;
      case 'listening':
        connections.startCounting();
        return;
      case 'freeze':
        frozen = true;
        outbox.flush();
        say({
          type: 'answer',
          id: message.id,
          value: { count: outbox.emitted, hash: shardHash(shard) },
        });
        return;
      case 'thaw':
        frozen = false;
        bell.ring();
        return;
      case 'metrics':
        say({ type: 'answer', id: message.id, value: connections.metrics() });
        return;
      case 'stop':
        while (turn());
        serving.stop();
        clearInterval(timer);
        clearInterval(owed);
        connections.close();
        reader.close();
        store.close();
        say({ type: 'stopped' });
        main.close();
    }
  });
  say({ type: 'ready' });
};

await loadShard(shard, store, reader, {
  index: data.index,
  shards: data.shards,
  head: data.log.head,
  cells,
});
readBoard();
serve();
