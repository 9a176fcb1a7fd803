// The desk's thread: loads memory from database and log, then runs operations and the projection.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Checkpointer } from '../../storage/database/checkpointer.js';
import { DATABASE_FILE, usable } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { walkEvents } from '../../storage/log/batch.js';
import { Projection } from '../../storage/projection/projection.js';
import { storedRequest } from '../../storage/read/queries.js';
import { refuse } from '../../wire/base/codes.js';
import type { Json } from '../../wire/base/object.js';
import { NO_ACCOUNT } from '../../wire/codec/pack.js';
import { enterEvent, readDesk } from '../../wire/codec/unpack.js';
import type { PriceSource } from '../../wire/settings/connections.js';
import { type AccountNews, accountNews } from '../../wire/settings/switches.js';
import type { CommittedMessage } from '../../wire/socket/messages.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import { startHashing } from '../hashing/hashing.js';
import type { LogAccess } from '../log/log-messages.js';
import { LogReader } from '../log/log-reader.js';
import type { LogLine } from '../messages.js';
import type { ProviderAccess } from '../providers/demo/identities.js';
import { startReports } from '../readers/reports.js';
import { type KeyBytes, keysOf } from '../secrets/seal.js';
import type { HoldAnswer } from '../shard/shard-messages.js';
import { Cells } from '../shared/cells.js';
import { failpoint, killpoint, patience } from '../shared/failpoint.js';
import { startHeartbeat } from '../shared/heartbeat.js';
import { BACKGROUND, OVERDUE, schedule } from '../shared/scheduling.js';
import { deltaNews, type SettingsNews, sendSettings } from '../shared/settings-copy.js';
import { type ClockStart, SteadyClock } from '../shared/steady-clock.js';
import { Desk } from './desk.js';
import { MailTransport } from './mail/transport.js';
import { CatchUp } from './projection/catch-up.js';
import { Projector } from './projection/projector.js';
import type { DeskChange } from './state/desk-messages.js';
import {
  DESK_REQUESTS_MAX,
  type DeskState,
  type Distribution,
  type FromDesk,
  LONG_OPS,
  type SettingsStep,
  type ToDesk,
} from './state/desk-messages.js';
import { messagesOf } from './state/messages.js';
import { changedSettings } from './state/settings-view.js';
import { DeskLog } from './store/desk-log.js';
import type { DepositRecord } from './store/record-type.js';
import { deskHash } from './store/state-hash.js';
import { storedRecords } from './store/stored.js';

/** The start data of the desk thread. */
export interface DeskThreadData {
  /** The data folder. */
  readonly data: string;
  /** The public key of the vendor of licences in base64url; empty = none. */
  readonly vendorKey: string;
  /** The server's keys, the one in use first. */
  readonly keys: KeyBytes;
  readonly log: LogAccess;
  readonly cells: SharedArrayBuffer;
  /** The source of prices; one that no flag names replaces no other kind of source. */
  readonly prices: { readonly source: PriceSource; readonly isGiven: boolean };
  /** How the demo provider is reached; null = it does not run. */
  readonly provider: ProviderAccess | null;
  /** Passwords of a new demo platform, generated if empty; null = no demo platform. */
  readonly demo: { readonly adminPassword: string; readonly traderPassword: string } | null;
  /** The start of the clock from which events get their times. */
  readonly clock: ClockStart;
}

/**
 * Bytes that the log thread reads at a time for the projection, so that a commit waits no longer.
 */
const PROJECTED_BYTES = 1 << 20;
/** Time that a stop waits for running operations. */
const OPERATIONS_MS = patience(2000);
/** Time that a stop waits for e-mails that are being sent. */
const MAIL_MS = 2000;

/** Time that an operation waits for a deposit, which is made however long that takes. */
const DEPOSIT_MS = patience(2000);

/** Deposits are promised to demo accounts alone. */
const depositCommand = ({ request_id, login, amount, comment }: DepositRecord): DerivedCommand => ({
  ...{ request_id, login, action: 'balance', amount, comment, demo: true },
});

const data = workerData as DeskThreadData;
// A restart must not slow orders down.
schedule(OVERDUE);
const main = parentPort as MessagePort;
const post = (message: FromDesk): void => main.postMessage(message);
const log = (line: LogLine): void => post({ type: 'log', line });

const failed = (msg: string, { message, stack }: Error): void =>
  log({ level: 'error', record: { msg, error: message, stack } });

const questions = new Map<number, (value: unknown) => void>();
let lastQuestion = 0;

/** Sends a request to the main thread. */
const ask = <T>(message: (id: number) => FromDesk): Promise<T> => {
  lastQuestion += 1;
  const id = lastQuestion;
  return new Promise((resolve) => {
    questions.set(id, resolve as (value: unknown) => void);
    post(message(id));
  });
};

/** Sends a change to the other threads through the main thread. */
const distribute = async ({ settings, ...others }: DeskChange): Promise<void> => {
  const send = (change: Distribution): Promise<number> =>
    ask((id) => ({ type: 'distribute', id, change }));
  if (settings === undefined) return void (await send(others));
  const sendNews = (news: SettingsNews) => send({ ...others, settings: news });
  await sendSettings(deltaNews(settings), sendNews, () => desk.settings());
};

const writing = failpoint('desk.write', data.log.generation);
const written = failpoint('desk.written', data.log.generation);

const clock = new SteadyClock(data.clock).watch();
const database = openProjection(join(data.data, DATABASE_FILE));
const projection = usable(database.name, () => new Projection(database));
const checkpointer = new Checkpointer(database);
const deskLog = new DeskLog(data.log.ring, data.log.bell);
const reader = new LogReader(data.log, (count, seq) => deskLog.committed(count, seq));
const hashing = startHashing((error) => failed('the hashing pool failed', error));
const reports = startReports(data.data, failed);
const catchUp = new CatchUp();
const cells = new Cells(data.cells);
const desk = new Desk({
  stored: storedRecords(database),
  write: (event) => {
    writing();
    const committed = deskLog.write(event);
    written();
    return committed;
  },
  distribute: (change) => distribute(change),
  caughtUp: (seq = cells.newestSeq(), ...patienceMs) => {
    const reached = catchUp.until(seq, ...patienceMs);
    if (seq > projector.checkpoint()) projector.hasten(seq);
    return reached;
  },
  hasher: hashing,
  vendorKey: data.vendorKey,
  keys: keysOf(data.keys),
  now: clock.now,
  random: randomBytes,
  hold: async (login) => {
    const held = await ask<HoldAnswer>((id) => ({ type: 'hold', id, login }));
    if (held === null) return undefined;
    const { hold, ...facts } = held;
    return { ...facts, release: () => post({ type: 'release', login, hold }) };
  },
  usage: (questions, held) => ask((id) => ({ type: 'usage', id, questions, held })),
  free: () => post({ type: 'free' }),
  deposit: async (promised) => {
    const paid = ask<void>((id) => ({ type: 'deposit', id, command: depositCommand(promised) }));
    await Promise.race([paid, rest(DEPOSIT_MS)]);
  },
  publishManualQuote: (price) => ask((id) => ({ type: 'manual_quote', id, ...price })),
  correctBars: (correction) => ask((id) => ({ type: 'correct_bars', id, ...correction })),
  unreleased: () => cells.unreleased,
  release: () => ask((id) => ({ type: 'release_platform', id })),
  mail: new MailTransport(),
  reports,
  decide: (decision) => decide(decision),
  failed,
  connections: () => ask((id) => ({ type: 'connections', id })),
  reconnect: (kind, connection) => ask((id) => ({ type: 'reconnect', id, kind, connection })),
  providerAccounts: (gateway) => ask((id) => ({ type: 'provider_accounts', id, gateway })),
  transactions: (gateway, page) => ask((id) => ({ type: 'transactions', id, gateway, page })),
  offeredSymbols: (kind, connection) =>
    ask((id) => ({ type: 'offered_symbols', id, kind, connection })),
});
let awaited = 0;
/** Reports the checkpoint to the main thread, if the front waits for it or for a later one. */
const reportProjected = (seq: number): void => {
  if (awaited === 0) return;
  post({ type: 'projected', seq });
  if (seq >= awaited) awaited = 0;
};
/** The thread lives as long as its port; timers do not keep it alive. */
const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms).unref());

const pulled = failpoint('projection.pull', data.log.generation);
const sliced = killpoint('projection.slice');
const projected = killpoint('projection.committed');
const projector = new Projector({
  pull: async (after) => {
    const brought = await reader.pull(after, true, PROJECTED_BYTES);
    pulled();
    return brought;
  },
  projection,
  onCheckpoint: (seq) => {
    projected();
    cells.setProjected(seq);
    desk.projected(seq);
    catchUp.reached(seq);
    reportProjected(seq);
  },
  settle: () => checkpointer.settle(),
  pause: () => {
    sliced();
    return new Promise((resolve) => setImmediate(resolve));
  },
  rest,
  // Before the server listens there are no orders that need the processor.
  hurry: (isBehind) => schedule(isBehind || maintenance === undefined ? OVERDUE : BACKGROUND),
  elapsed: () => performance.now(),
});
catchUp.reached(projector.checkpoint());
cells.setProjected(projector.checkpoint());

const asked = failpoint('desk.op', data.log.generation);
let serving = false;
/** The projection starts at `listening`, or when a caller waits: loading needs the processor. */
let projecting: Promise<void> | undefined;
/** Resolves when decisions may continue; pending while the state is hashed. */
let thawed: Promise<void> = Promise.resolve();
let thaw = (): void => {};

/** Loads the records, folds the log's tail, and makes the demo platform in an empty folder. */
const load = async (): Promise<DeskState> => {
  desk.load();
  const checkpoint = projector.checkpoint();
  const accounts: AccountNews[] = [];
  const changed: SettingsStep[] = [];
  /** Messages of the newest events: no more can have been under way when another desk ended. */
  const messages: (readonly CommittedMessage[])[] = [];
  for await (const batch of reader.tail(checkpoint, data.log.head)) {
    walkEvents(batch, checkpoint, (seq, from, end) => {
      if (enterEvent(from) === NO_ACCOUNT.desk) {
        const event = readDesk(from);
        const changes = changedSettings(event, desk.records);
        if (changes.length > 0) changed.push({ version: event.config_version, changes });
        messages.push(messagesOf(event, desk.records).map((one) => ({ ...one, seq })));
        messages.splice(0, messages.length - DESK_REQUESTS_MAX);
        desk.fold(event, seq);
        accounts.push(...accountNews(event));
      }
      from.at = end;
      return true;
    });
  }
  const created = desk.isEmpty() && data.demo !== null ? await createDemo(data.demo) : null;
  await desk.moveServerSettings();
  const { source, isGiven } = data.prices;
  if (!desk.isEmpty()) await desk.usePrices(source, data.provider, isGiven);
  await desk.licences.identify();
  return {
    settings: desk.settings(),
    sessions: [...desk.sessions()],
    accounts,
    changed,
    messages: messages.flat(),
    deposits: await openDeposits(),
    created,
  };
};

const createDemo = async (demo: NonNullable<DeskThreadData['demo']>): Promise<LogLine> => {
  const { prices, provider } = data;
  const made = await desk.createDemoPlatform({ ...demo, prices: prices.source, provider });
  if (!made.ok) throw new Error(made.message);
  return {
    level: 'info',
    record: { msg: 'demo platform created', ...made.data },
    always: true,
  };
};

/** Deposits that were promised and are not made; finished ones are confirmed. */
const openDeposits = async (): Promise<DeskState['deposits']> => {
  const open: DeskState['deposits'][number][] = [];
  for (const promised of desk.deposits()) {
    const { request_id, login } = promised;
    if (storedRequest(database, login, request_id) !== null) await desk.confirmDeposit(request_id);
    else open.push(depositCommand(promised));
  }
  return open;
};

/** Running operations, which must end before the state is hashed. */
const operating = new Set<Promise<unknown>>();

const operate = async (message: Extract<ToDesk, { type: 'op' }>): Promise<void> => {
  let value: unknown;
  try {
    value = await desk.handle(message.op, message.input as never);
  } catch (error) {
    failed(`${message.op} failed`, error as Error);
    value = refuse('internal');
  }
  const bytes = (value as { data?: Partial<Json> | null }).data?.json;
  main.postMessage({ type: 'answer', id: message.id, value }, bytes ? [bytes.buffer] : []);
};

/** Runs a decision; while the state is being hashed it waits. */
const decide = async <T>(decision: () => Promise<T>): Promise<T> => {
  const operation = thawed.then(decision);
  const ended = Promise.allSettled([operation]);
  operating.add(ended);
  try {
    return await operation;
  } finally {
    operating.delete(ended);
  }
};

/** Interval at which due maintenance is looked for. */
const MAINTENANCE_MS = 1000;
let maintenance: NodeJS.Timeout | undefined;
let maintaining: Promise<void> | undefined;
let stopping = false;

/** Executes the due steps of the weekly maintenance. */
const maintain = async (): Promise<void> => {
  for (let more = true; more && !stopping; ) {
    await decide(async () => {
      more = await desk.maintain().catch((error: Error) => {
        failed('maintenance failed', error);
        return false;
      });
    });
  }
  maintaining = undefined;
};
const startMaintaining = (): void => {
  maintenance = setInterval(() => {
    maintaining ??= maintain();
    desk.mailQueue.look();
    desk.mailings.look();
    desk.reportJobs.look();
    void desk.licences.look();
    void desk.leverageSwitches.look();
  }, MAINTENANCE_MS);
};

const renewed = killpoint('desk.renewed');
let renewing: Promise<void> | undefined;
/** Re-encrypts secrets under older keys in the background, until the server stops. */
const renew = (): Promise<void> =>
  desk
    .renewSecrets(() => {
      renewed();
      return !stopping;
    })
    .catch((error: Error) => failed('secrets could not be sealed again', error));

const freeze = async (id: number): Promise<void> => {
  const underWay = [...operating];
  thawed = new Promise((resolve) => {
    thaw = resolve;
  });
  await Promise.all(underWay);
  post({ type: 'answer', id, value: { count: deskLog.emitted, hash: deskHash(desk.records) } });
};

const stop = async (): Promise<void> => {
  stopping = true;
  clearInterval(maintenance);
  await maintaining;
  await renewing;
  desk.mailings.stop();
  await desk.reportJobs.stop();
  await desk.mailQueue.stop(rest(MAIL_MS));
  await Promise.race([Promise.all(operating), rest(OPERATIONS_MS)]);
  const kept = desk.keepAttempts().catch((error: Error) => failed('attempts were not kept', error));
  await Promise.race([kept, rest(OPERATIONS_MS)]);
  // At the end no operation has precedence.
  schedule(OVERDUE);
  projecting ??= projector.run();
  projector.stop(cells.newestSeq());
  await projecting.catch((error: Error) => failed('the projection failed', error));
  reader.close();
  await hashing.close();
  await reports.close();
  await checkpointer.close().catch((error: Error) => failed('the write-ahead file stays', error));
  database.close();
  post({ type: 'stopped' });
  main.close();
};

main.on('message', (message: ToDesk) => {
  switch (message.type) {
    case 'deposited':
      void decide(() => desk.confirmDeposit(message.requestId).then(() => {}));
      return;
    case 'listening':
      // The projection must not slow orders down.
      schedule(BACKGROUND);
      projecting ??= projector.run();
      if (maintenance === undefined) startMaintaining();
      desk.mailQueue.start();
      desk.mailings.start();
      void desk.reportJobs.start();
      void decide(() => desk.files.sweep());
      void decide(() => desk.mailValues.sweep());
      renewing ??= renew();
      return;
    case 'await':
      projecting ??= projector.run();
      awaited = Math.max(awaited, message.seq);
      if (projector.checkpoint() >= awaited) return reportProjected(projector.checkpoint());
      return projector.hasten(awaited);
    case 'op': {
      asked();
      if (LONG_OPS[message.op] !== undefined) void operate(message);
      else void decide(() => operate(message));
      return;
    }
    case 'answer':
      questions.get(message.id)?.(message.value);
      questions.delete(message.id);
      return;
    case 'freeze':
      void freeze(message.id);
      return;
    case 'thaw':
      thaw();
      return;
    case 'metrics':
      post({ type: 'answer', id: message.id, value: metrics() });
      return;
    case 'stop':
      void stop();
  }
});

const metrics = (): Record<string, number> => ({
  serving: serving ? 1 : 0,
  projection_seq: projector.checkpoint(),
  events_total: deskLog.emitted,
  sessions_in_use: desk.sessionsInUse(),
  emails_waiting: desk.mailQueue.waiting,
  report_jobs_waiting: desk.reportJobs.waiting,
  hashing_waiting: hashing.waiting(),
  maintenance_expired: desk.maintenance.expired,
  maintenance_skipped_busy: desk.maintenance.skipped_busy,
});

failpoint('desk.start', data.log.generation)();
const state = await load();
serving = true;
post({ type: 'ready' });
post({ type: 'state', state });
startHeartbeat();
