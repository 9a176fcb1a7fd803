// A shard's thread: loads its accounts, then serves its rings until it is told to stop.

import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { compileSettings } from '../../../engine/engine.js';
import type { Quote } from '../../../engine/settings/quotes.js';
import { DATABASE_FILE } from '../../../storage/database/database.js';
import { BarReader } from '../../../storage/read/bars.js';
import { NO_SETTINGS, type Settings } from '../../../wire/settings/config.js';
import type { LogBegin, LogPath } from '../../log/log-messages.js';
import { LogReader } from '../../log/log-reader.js';
import type { ReportsAnswer, ReportsQuestion } from '../../providers/gateways/gateway-messages.js';
import { Board } from '../../shared/board.js';
import { Cells } from '../../shared/cells.js';
import { failpoint, patience } from '../../shared/failpoint.js';
import { startHeartbeat } from '../../shared/heartbeat.js';
import { Bell, RingReader, RingWriter } from '../../shared/ring.js';
import { PROMPT, schedule } from '../../shared/scheduling.js';
import { type ClockStart, SteadyClock } from '../../shared/steady-clock.js';
import { TickReader, type TickTaker } from '../../shared/tick-ring.js';
import { accountsHash } from '../accounts/state-hash.js';
import { Alarm, timersBy } from '../alarm.js';
import { AccountLocks } from '../io/account-locks.js';
import { answerPage } from '../io/account-pages.js';
import { liveMoneyOf } from '../io/account-snapshot.js';
import { ShardConnections } from '../io/connections.js';
import { AccountDispatcher } from '../io/dispatcher.js';
import { Executor } from '../io/executor.js';
import { MoneyWatch } from '../io/money-watch.js';
import { accountOperations } from '../io/operations.js';
import { SettingsUpdate } from '../settings-update.js';
import { Shard } from '../shard.js';
import type { FromShard, ToShard } from '../shard-messages.js';
import { ShardOutput } from '../shard-output.js';
import { usageOf } from '../usage.js';
import { loadShard, ShardStore } from './shard-store.js';

/** The start data of a shard thread. */
export interface ShardThreadData {
  readonly index: number;
  readonly shards: number;
  /** The data folder. */
  readonly data: string;
  readonly cells: SharedArrayBuffer;
  readonly board: SharedArrayBuffer;
  readonly log: LogPath;
  readonly bell: SharedArrayBuffer;
  readonly requests: SharedArrayBuffer;
  readonly ticks: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly frontBell: SharedArrayBuffer;
  readonly tradeRate: number;
  /** The start of the clock for the times of its events. */
  readonly clock: ClockStart;
}

/** Requests and ticks that one turn takes at most, and ticks between two looks at the output. */
const TURN_REQUESTS = 256;
const TURN_TICKS = 2048;
const STEP_TICKS = 64;
/** Time that it polls for more work before it sleeps in its event loop. */
const PATIENCE_MS = 0.5;
/** Interval of checks of the time; an alarm wakes it for work that is due sooner. */
const TIMER_MS = 50;
/** The same while no account has a connection, and no money is followed. */
const IDLE_TIMER_MS = 250;
/** Interval of passes over accounts while some are left. */
const PASS_MS = 2;
/** Time that a stop waits for commits. */
const COMMITTED_MS = patience(5000);
/** Pause before work that waits for room or a commit is tried again. */
const OWED_MS = 2;

const data = workerData as ShardThreadData;
const main = parentPort as MessagePort;
const post = (message: FromShard): void => main.postMessage(message);

const log = (level: 'info' | 'warn', msg: string, details: Readonly<Record<string, unknown>>) =>
  post({ type: 'log', line: { level, record: { msg, shard: data.index, ...details } } });

const cells = new Cells(data.cells);
const source = data.log.source;
const output = new ShardOutput(
  new RingWriter(data.log.ring, new Bell(data.log.bell)),
  new RingWriter(data.answers, new Bell(data.frontBell)),
  () => cells.committed(source),
);
const clock = new SteadyClock(data.clock).watch();
const store = new ShardStore(join(data.data, DATABASE_FILE));
const shard = new Shard(compileSettings(NO_SETTINGS), {
  output,
  now: clock.now,
  notBefore: (time) => clock.raise(time),
  elapsed: () => performance.now(),
  nextOrderId: () => cells.nextOrderId(),
  nextDealId: () => cells.nextDealId(),
  stored: (login, requestId, spans) => store.stored(login, requestId, spans),
  known: (...row) => store.known(...row),
  checkpoint: () => store.checkpoint(),
  committedSeq: () => cells.committedSeq(source),
  projectionLag: () => cells.projectionLag,
  forward: (command) => post({ type: 'derived', command }),
  whenThawed: (work) => whenThawed(work),
  note: (text) => post({ type: 'note', text }),
  log: (msg, details) => log('info', msg, details),
  warn: (msg, details) => log('warn', msg, details),
  closeOnly: () => cells.closeOnly,
  tradeRate: data.tradeRate,
  filterPath: join(data.data, `requests-${data.index}.tmp`),
});
const executor = new Executor(shard);
const dispatcher = new AccountDispatcher(shard, accountOperations(shard, executor));
const connections = new ShardConnections(shard, dispatcher);
const holds = new AccountLocks(shard);
const settingsUpdate = new SettingsUpdate(shard);
const watch = new MoneyWatch(shard, liveMoneyOf, connections);
const requests = new RingReader(data.requests);
const ticks = new TickReader(data.ticks);
const reader = new LogReader(data.log);
const executed = failpoint(`shard.${data.index}.request`, data.log.generation);
let frozen = false;

const takeTick: TickTaker = (symbolId, bid, ask, time, last) => {
  shard.tick(symbolId, bid, ask, time, last);
  return shard.settling.isDone;
};

/**
 * While the log is behind, or accounts of a tick are left, ticks stay in their ring, which keeps
 * their extremes.
 */
const takeTicks = (): void => {
  if (output.open()) shard.settling.slice();
  for (let left = TURN_TICKS; left > 0 && output.open(); left -= STEP_TICKS) {
    if (!shard.settling.isDone) return;
    const taken = ticks.drain(takeTick, STEP_TICKS);
    if (taken < STEP_TICKS) return;
  }
};

/** Do ticks concern an account? Otherwise they wait for other work, or for the next timer. */
let awaitsTicks = true;
const awaitTicks = (): void => {
  if (shard.rows.awaitsTicks === awaitsTicks) return;
  awaitsTicks = !awaitsTicks;
  ticks.want(awaitsTicks ? 'now' : 'later');
};

/** Takes the ticks that waited, because prices may be needed; they concern no account. */
const freshen = (): void => {
  if (!frozen && !shard.rows.awaitsTicks && ticks.pending()) takeTicks();
};

const ticksPending = (): boolean =>
  !shard.settling.isDone || ((awaitsTicks || ticks.isFilling()) && ticks.pending());
const pending = (): boolean => !frozen && output.open() && (requests.pending() || ticksPending());

/** One turn: ticks first, then requests; then the rings are published, the log's first. */
const turn = (): boolean => {
  if (frozen) return false;
  takeTicks();
  const taken = output.open()
    ? requests.take((memory, at, length) => {
        executed();
        connections.take(memory, at, length);
        return true;
      }, TURN_REQUESTS)
    : 0;
  if (shard.owing) shard.timers();
  output.flush();
  requests.free();
  awaitTicks();
  if (taken > 0) setTimer();
  if (shard.owing || !output.open()) turnSoon();
  setAlarm();
  const isOpen = output.open();
  return taken === TURN_REQUESTS || (isOpen && (ticks.pending() || !shard.settling.isDone));
};

/** A turn, and slices of new settings and of an end of day. */
const work = (): boolean => {
  const taken = turn();
  const more = settingsUpdate.slice() || taken;
  if (frozen || !shard.endOfDay.due) return more;
  const ending = shard.endOfDay.slice();
  output.flush();
  if (shard.endOfDay.due) turnSoon();
  return more || ending;
};

let soon: NodeJS.Timeout | undefined;
const turnSoon = (): void => {
  soon ??= setTimeout(() => {
    soon = undefined;
    turn();
    bell.ring();
  }, OWED_MS);
};

/** Due work is processed immediately, or, while the log is behind, with the regular check. */
const ring = (): void => {
  if (serving === undefined || frozen) return;
  freshen();
  shard.timers();
  output.flush();
  setAlarm();
};
const alarm = new Alarm(IDLE_TIMER_MS, ring, timersBy(clock.now));
const setAlarm = (): void => {
  if (output.open()) alarm.set(shard.nextDue);
};

let passing: NodeJS.Timeout | undefined;
/** Passes over accounts work in slices, so that orders need not wait. */
const pass = (): void => {
  clearTimeout(passing);
  if (frozen) return;
  const passes = [watch.sendDue(), shard.accounts.rest(shard.elapsed), connections.startGraces()];
  if (passes.includes(false)) passing = setTimeout(pass, PASS_MS);
  output.flush();
};

const bell = new Bell(data.bell);
let serving: { stop(): void } | undefined;

/** Regular checks. */
const check = (): void => {
  if (serving === undefined) return;
  if (!frozen) {
    freshen();
    shard.timers();
    connections.timers();
    shard.dealing.settle();
    pass();
    if (shard.endOfDay.due) bell.ring();
    setAlarm();
  }
  output.flush();
  output.wakeFront();
};

let timer: NodeJS.Timeout | undefined;
let timerMs = 0;
/** Sets the interval of checks. */
const setTimer = (): void => {
  const ms = connections.isBusy || watch.isFollowing ? TIMER_MS : IDLE_TIMER_MS;
  if (ms === timerMs) return;
  timerMs = ms;
  clearInterval(timer);
  timer = setInterval(() => {
    check();
    setTimer();
  }, ms);
};
setTimer();

/**
 * Waits, for a limited time, until the log has committed all events, so that a later stop sees
 * them.
 */
const allCommitted = async (): Promise<void> => {
  const giveUpAt = performance.now() + COMMITTED_MS;
  while (output.committedCount() < output.emitted && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

const stop = async (): Promise<void> => {
  reportPort?.close();
  while (turn());
  serving?.stop();
  clearInterval(timer);
  clearTimeout(soon);
  clearTimeout(passing);
  alarm.stop();
  await allCommitted();
  reader.close();
  store.close();
  shard.index.close();
  post({ type: 'stopped' });
  main.close();
};

/** Work that waits until accounts are unfrozen. */
let frozenWork: (() => void)[] = [];
const whenThawed = (work: () => void): void => {
  if (frozen) return void frozenWork.push(work);
  freshen();
  work();
};

/**
 * Is the state being hashed? How many desk decisions depend on the usage that this shard reported?
 */
let hashing = false;
let freezes = 0;

/** Freezes accounts while they are hashed, and while a decision depends on their usage. */
const standStill = (): void => {
  frozen = hashing || freezes > 0;
  output.flush();
  if (frozen) return;
  const work = frozenWork;
  frozenWork = [];
  for (const one of work) one();
  bell.ring();
};
const countFreezes = (by: number): void => {
  freezes = Math.max(0, freezes + by);
  standStill();
};
const hash = (on: boolean): void => {
  hashing = on;
  standStill();
};

const answer = (id: number, value: unknown): void => post({ type: 'answer', id, value });

const freeze = (id: number): void => {
  hash(true);
  const { emitted: count } = output;
  answer(id, { count, hash: accountsHash(shard.accounts.states()), owed: shard.owed });
};

/** Writes the events of a command: an idle shard would do so at its next timer only. */
const writeEvents = (): void => {
  output.flush();
  if (shard.owing) turnSoon();
};

/** By it reports come from the gateways' thread. */
let reportPort: MessagePort | undefined;
const takeReports = (port: MessagePort): void => {
  reportPort = port;
  port.on('message', ({ id, ...reports }: ReportsQuestion) => {
    whenThawed(() => {
      executor.reports(reports, (isDone) =>
        port.postMessage({ id, isDone } satisfies ReportsAnswer),
      );
      writeEvents();
    });
  });
  // It does not keep the thread alive.
  port.unref();
};

/** Processes a message of the main thread once the shard serves. */
const take = (message: ToShard): void => {
  freshen();
  switch (message.type) {
    case 'log':
      return;
    case 'settings':
      if (settingsUpdate.take(message.news, (version) => answer(message.id, version))) bell.ring();
      return;
    case 'accounts':
      for (const news of message.accounts) shard.takeAccount(news);
      return answer(message.id, null);
    case 'derived':
      return whenThawed(() => {
        executor.derived(message.command, (done) => answer(message.id, done));
        writeEvents();
      });
    case 'watch':
      watch.follow(message.followed);
      return setTimer();
    case 'dealers':
      return whenThawed(() => {
        shard.dealing.attend(message.dealers);
        output.flush();
      });
    case 'gateways':
      shard.sending.replace(message.online);
      return answer(message.id, null);
    case 'report_port':
      return takeReports(message.port);
    case 'listening':
      // Reopened connections are processed first, because their sessions have not ended.
      while (turn());
      connections.listen();
      return pass();
    case 'hold':
      holds.hold(message.id, message.login, (held) => answer(message.id, held));
      if (shard.owing) turnSoon();
      return;
    case 'release':
      return whenThawed(() => {
        holds.release(message.hold);
        output.flush();
      });
    case 'usage':
      // The desk's decision depends on the answer: nothing may change until other threads know the
      // decision.
      if (message.held) countFreezes(1);
      return answer(message.id, usageOf(shard, message.questions));
    case 'free':
      return countFreezes(-1);
    case 'page':
      return answerPage(shard, cells, message.of, (page) => answer(message.id, page));
    case 'freeze':
      return freeze(message.id);
    case 'unpaid':
      return answer(message.id, executor.unpaid(message.commands));
    case 'thaw':
      return hash(false);
    case 'metrics':
      return answer(message.id, { ...connections.metrics(), ...shard.endOfDay.metrics() });
    case 'stop':
      void stop();
  }
};

/** Reads the quotes on the board, from which the market continues. */
const readBoard = ({ symbol }: Settings): void => {
  const board = Board.over(data.board);
  for (const { id } of symbol) {
    const { bid, ask, time, last } = board.read(id);
    if (time > 0) shard.tick(id, bid, ask, time, last);
  }
};

/** Reads the last prices from before the start from the bars, for symbols without a quote. */
const readLastQuotes = (settings: Settings): void => {
  const last = new Map<number, Quote>();
  const bars = new BarReader(data.data);
  for (const { id, digits } of settings.symbol) {
    const quote = bars.lastQuote(id, digits);
    if (quote !== undefined) last.set(id, quote);
  }
  bars.close();
  shard.useLastQuotes(last);
};

/** Ends days that passed while the server was down, before the shard trades. */
const catchUp = async (): Promise<void> => {
  let awaited = 0;
  while (shard.endOfDay.due && !early.some(({ type }) => type === 'stop')) {
    const isMore = shard.endOfDay.slice();
    output.flush();
    const seq = cells.newestSeq();
    if (!isMore && seq > awaited) {
      awaited = seq;
      post({ type: 'await', seq });
    }
    await new Promise((resolve) => setTimeout(resolve, isMore ? 0 : OWED_MS));
  }
};

/** Messages that came during loading; the log and the first settings are needed before serving. */
const early: ToShard[] = [];
let receive = (message: ToShard): void => {
  early.push(message);
};
let logCame = (_begin: LogBegin): void => {};
const head = new Promise<number>((resolve) => {
  logCame = ({ head, notBefore }) => {
    clock.raise(notBefore);
    resolve(head);
  };
});
const settingsCame = new Promise<void>((resolve) => {
  main.on('message', (message: ToShard) => {
    receive(message);
    if (message.type === 'log') logCame(message);
    if (message.type === 'settings') resolve();
  });
});

failpoint(`shard.${data.index}.start`, data.log.generation)();
const loaded = await loadShard(shard, store, reader, {
  index: data.index,
  shards: data.shards,
  head,
  cells,
});
await settingsCame;
const earlyNews = early.flatMap((message) => (message.type === 'settings' ? [message.news] : []));
const first = settingsUpdate.begin(earlyNews);
readLastQuotes(first);
shard.open(compileSettings(first));
readBoard(first);
shard.sending.begin(data.index);
await catchUp();
shard.dealing.begin();
receive = take;
for (const message of early) take(message);
serving = bell.serve(work, pending, PATIENCE_MS);
post({ type: 'loaded', ...loaded, hidden: [...loaded.hidden] });
post({ type: 'ready' });
startHeartbeat();
schedule(PROMPT);
