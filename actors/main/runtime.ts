// The runtime: starts the threads in order, restarts them when they fail, and ends them.

import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { DeskOps } from '../../wire/desk/operations.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import { Auditor } from '../audit/auditor.js';
import { type DealerAtDesk, type Followed, NOBODY } from '../client.js';
import type { DeskState, FromDesk, ToDesk } from '../desk/state/desk-messages.js';
import { type Explainer, explainerOf } from '../explain/explainer.js';
import { type ControlServer, serveControl } from '../folder/control.js';
import { firstIdOf } from '../folder/first-ids.js';
import { pathsOf } from '../folder/folder.js';
import { markReleased } from '../folder/release.js';
import { FrontClient } from '../front/front-client.js';
import { newestTime } from '../log/event-reader.js';
import type { FromMarket, ToMarket } from '../market/market-messages.js';
import { Readers } from '../readers/readers.js';
import { OpenReportFiles } from '../readers/reports.js';
import { bytesOf } from '../secrets/seal.js';
import type { FromShard } from '../shard/shard-messages.js';
import { Board } from '../shared/board.js';
import { Cells } from '../shared/cells.js';
import { patience } from '../shared/failpoint.js';
import { PROMPT, schedule } from '../shared/scheduling.js';
import { wholeNews } from '../shared/settings-copy.js';
import { shardOf } from '../shared/shard-of.js';
import { SteadyClock } from '../shared/steady-clock.js';
import { ServerVitals } from '../vitals/vitals.js';
import { type OpenFolder, openFolder, warningsOf } from './boot.js';
import { Derivations } from './derivations.js';
import { askDesk, hostDesk } from './desk-host.js';
import { type DeskRequest, runDeskRequest } from './desk-requests.js';
import { Distributor } from './distribution.js';
import { type Freezable, type FreezableShard, takeHash } from './freeze.js';
import { GatewaysHost } from './gateways-host.js';
import { LogCopySync } from './log-copy-sync.js';
import { LogHost } from './log-host.js';
import { hostMarket, PROVIDER, ProviderHost } from './market-host.js';
import { collectMetrics, measured } from './metrics.js';
import { RequestFreeze } from './request-freeze.js';
import { Restarts } from './restarts.js';
import type { RuntimeOptions } from './runtime-options.js';
import { hostShard, type ShardHost } from './shard-host.js';
import { type Thread, type ThreadOwner, threadDown } from './thread.js';
import { ThreadWatchdog } from './thread-watchdog.js';

const ASK_MS = patience(10_000);
/** The dealers before anybody has connected. */
const NO_DEALERS: readonly DealerAtDesk[] = [];

/** Time for the desk to stop, which includes the database's catching up. */
const DESK_STOP_MS = patience(30_000);

/** A shard that has not been connected to the log. */
interface LoadingShard {
  readonly log: ReturnType<LogHost['prepare']>;
  readonly host: ShardHost;
}

/** All threads of a server, and the client for the front. */
export class Runtime {
  readonly client: FrontClient;
  /** The main thread's clock, from which the other threads' clocks start. */
  readonly #clock = new SteadyClock().watch((msg, ms) =>
    this.options.log({ level: 'warn', record: { msg, seconds: Math.round(ms / 1000) } }),
  );
  readonly #board = Board.create();
  readonly #cells: Cells;
  readonly #restarts = new Restarts((name, error) => this.#report(name, error));
  readonly #derivations = new Derivations((command) => this.#deliver(command));
  readonly #shards: (ShardHost | undefined)[] = [];
  #readers: Readers | undefined;
  readonly auditor: Auditor;
  readonly #log: LogHost;
  readonly #explainer: Explainer;
  #desk: Thread<ToDesk, FromDesk> | undefined;
  #market: Thread<ToMarket, FromMarket> | undefined;
  readonly #gateways: GatewaysHost = new GatewaysHost({
    known: () => this.client.sentKnown(),
    data: () => ({
      requests: this.client.sentRequests(),
      folder: pathsOf(this.options.data).fix,
      keys: bytesOf(this.folder.keys),
      news: this.#distributor.news ?? wholeNews(NO_SETTINGS),
      clock: this.#clock.start,
      shards: this.options.shards,
    }),
    shards: () => this.#shardThreads(),
    isStopping: () => this.#stopping,
    now: () => this.#clock.now(),
    note: (text) => this.#note(text),
    bust: (bust) => this.client.bust(bust),
    isBooked: (fill) => this.client.isBooked(fill),
    owner: (message) => this.#owner('gateways', message),
  });
  /** Undefined where it does not run. */
  #provider: ProviderHost | undefined;
  readonly #vitals: ServerVitals;
  readonly #logCopy: LogCopySync;
  readonly #distributor = new Distributor(
    () => ({
      shards: this.#shardThreads(),
      market: this.#market,
      gateways: this.#gateways.thread,
    }),
    (change) => this.client.changed(change),
    (version, changes) => {
      this.client.configured(version, changes);
      void this.#openGateways();
    },
  );
  readonly #freeze = new RequestFreeze(() => this.#shardThreads());
  #control: ControlServer | undefined;
  /** Writes a journal line about an account or the server itself; false = not possible now. */
  readonly #note = async (text: string, login = 0) =>
    (await askDesk(this.#desk, 'server.note', { text, login })).ok;
  readonly #watchdog = new ThreadWatchdog({
    threads: () => [
      ...[this.#log.thread, this.#desk, this.#market, this.#readers],
      ...(this.#gateways.isStarted ? [this.#gateways.thread] : []),
      ...this.#shardThreads(),
      ...(this.#provider === undefined ? [] : [this.#provider.thread]),
    ],
    end: (one, why) => (one === this.#log.thread ? this.options.fatal(why) : one.end(why)),
    note: this.#note,
  });
  readonly #ending = new AbortController();
  /** Shards that load their snapshot before the log is open. */
  #loading: LoadingShard[] = [];
  /** The time of the log's newest event when it was opened. */
  #logTime = 0;
  #opened: OpenFolder | undefined;
  #followed = NOBODY;
  #dealers = NO_DEALERS;
  /** Why the data folder is not released here; empty = it is. */
  #unreleased = '';
  /** The numbers of accounts and orders that the start reads again from the log. */
  readonly #readAgain = { accounts: 0, orders: 0 };
  readonly #begun = performance.now();
  #started = false;
  #listening = false;
  #stopping = false;
  #freezing: Promise<unknown> = Promise.resolve();

  private constructor(private readonly options: RuntimeOptions) {
    this.#cells = Cells.create(options.shards + 1);
    this.#vitals = new ServerVitals({
      ...options,
      now: this.#clock.now,
      loads: () => this.#watchdog.loads(),
      histograms: () => this.client.histograms(),
      quotes: () => this.client.quotesSoFar,
      alarms: () => this.auditor.alarms(),
      settings: () => this.client.settings(),
      unready: () => (this.#ready() ? '' : 'it starts, stops, or a thread is being restarted'),
    });
    this.client = new FrontClient(
      {
        board: this.#board,
        projection: {
          newest: () => this.#cells.projected,
          await: (seq) => this.#hasten(seq),
        },
        deskSeq: () => this.#cells.committedSeq(options.shards),
        newestSeq: () => this.#cells.newestSeq(),
        shardOf: (login) => shardOf(login, options.shards),
        desk: (op, input) => askDesk(this.#desk, op, input),
        query: async (share, name, input) =>
          this.#readers?.query(share, name, input) ?? threadDown('reader'),
        explain: (by, dealId) => this.#explainer.explain(by, dealId),
        watch: (followed) => this.#watch(followed),
        attend: (dealers) => this.#attend(dealers),
        shards: options.shards,
        sent: (requests) => this.#gateways.sent(requests),
        now: this.#clock.now,
        metrics: () => this.#metrics(),
        ready: () => this.#ready(),
        unreleased: () => this.#unreleased,
        vitals: this.#vitals,
        reportFiles: new OpenReportFiles(options.data),
      },
      NO_SETTINGS,
    );
    this.#log = new LogHost(
      {
        options,
        cells: this.#cells.shared,
        notices: this.client.noticeMemory,
        frontBell: this.client.bell.shared,
        mainHeartbeat: this.#watchdog.main,
      },
      this.#owner('log'),
    );
    this.#explainer = explainerOf(this.#log, this.client);
    this.#logCopy = new LogCopySync(options.data, options.log);
    this.auditor = new Auditor({
      ...options,
      note: this.#note,
      shard: (index) => this.#shards[index]?.thread,
      look: async (task) => this.#readers?.audit(task) ?? threadDown('reader'),
      hasten: (seq) => this.#hasten(seq),
      renewCopy: () => this.#log.renewCopy(),
    });
  }

  /** Has the database show an event soon, because somebody waits for it. */
  #hasten(seq: number): void {
    this.#desk?.post({ type: 'await', seq });
  }

  /**
   * Opens the data folder and its log, which can then be read. Rejects when the folder cannot be
   * used; the process must then end.
   */
  static async open(options: RuntimeOptions): Promise<Runtime> {
    const runtime = new Runtime(options);
    await runtime.#open();
    runtime.#watchDisk();
    await runtime.#log.start();
    runtime.#logTime = await newestTime(runtime.#log);
    runtime.#clock.raise(runtime.#logTime);
    const firstId = firstIdOf(options.data, runtime.#clock.now());
    runtime.#cells.raise(firstId - 1, firstId - 1);
    return runtime;
  }

  /** Opens the folder. The shards load their snapshots while the log is scanned. */
  async #open(): Promise<void> {
    const { data, keyFile, disk, shards } = this.options;
    const load = (): void => {
      for (let index = 0; index < shards; index += 1) this.#loading.push(this.#loadShard(index));
    };
    try {
      this.#opened = await openFolder(data, keyFile, disk, load);
      this.#unreleased = this.#opened.unreleased;
      this.#cells.setUnreleased(this.#unreleased !== '');
    } catch (error) {
      for (const { host } of this.#loading) host.thread.leave();
      throw error;
    }
  }

  private get folder(): OpenFolder {
    if (this.#opened === undefined) throw new Error('the data folder is not open');
    return this.#opened;
  }

  /**
   * Starts the other threads: the demo provider, the desk, the shards, the market. Rejects when one
   * cannot start; the process must then end.
   */
  async start(): Promise<void> {
    const { options } = this;
    const indexes = Array.from({ length: options.shards }, (_, index) => index);
    const shards = Promise.all(indexes.map((index) => this.#startShard(index)));
    // Awaited below: a shard that fails earlier would be an unhandled rejection.
    shards.catch(() => {});
    await this.#startProvider();
    const state = await this.#startDesk();
    this.#readers = new Readers(options.data, options.log);
    await shards;
    await this.#startMarket();
    void this.#openGateways();
    this.#logCopy.start();
    this.#control = await serveControl(pathsOf(options.data).control, {
      'state-hash': () => this.stateHash(),
      'create-admin': (input) =>
        askDesk(
          this.#desk,
          'staff.administrator',
          input as DeskOps['staff.administrator']['input'],
        ),
      release: () => askDesk(this.#desk, 'platform.release', { caller: null }),
      ...options.controls?.(this.#explainer, this.#ending.signal),
    });
    this.#started = true;
    const seconds = Math.round(performance.now() - this.#begun) / 1000;
    for (const line of warningsOf(this.folder, { ...this.#readAgain, seconds })) options.log(line);
    this.#derivations.start();
    if (state.created !== null) options.log(state.created);
  }

  #watchDisk(): void {
    const { options } = this;
    const closeOnly = (on: boolean): void => this.#cells.setCloseOnly(on);
    this.folder.disk.start({ ...options, closeOnly, note: this.#note, failed: options.fatal });
  }

  /** The front listens: sessions that had sockets before a restart now count as disconnected. */
  listening(): void {
    this.#listening = true;
    this.#desk?.post({ type: 'listening' });
    for (const shard of this.#shards) shard?.thread.post({ type: 'listening' });
    this.auditor.start();
    this.#watchdog.start();
    this.#vitals.start();
    schedule(PROMPT);
  }

  /** The hash of all state, and its seq; trading is frozen while it is taken. */
  stateHash(): Promise<Outcome<{ seq: number; state_hash: string }>> {
    const taken = this.#freezing.then(() =>
      takeHash(this.#shardThreads() as FreezableShard[], this.#desk as Freezable, {
        cells: this.#cells,
        owed: () => this.#derivations.owed,
      }),
    );
    this.#freezing = taken.catch(() => {});
    return taken;
  }

  /** Ends all threads in order; false when one failed or did not end in time. */
  async stop(): Promise<boolean> {
    this.#stopping = true;
    this.#vitals.stop();
    this.#watchdog.stop();
    this.#derivations.stop();
    this.#ending.abort();
    this.folder.disk.stop();
    await Promise.all([this.auditor.stop(), this.#control?.close()]);
    // Wait for a thread that is being restarted: otherwise it would never be ended.
    const restarts = await this.#restarts.stop();
    // Readers first: the last connection of a database takes its write-ahead file along.
    await this.#readers?.close();
    const gateways = await this.#stopOne(this.#gateways.thread);
    const market = await this.#stopOne(this.#market);
    const shards = await Promise.all(this.#shardThreads().map((shard) => this.#stopOne(shard)));
    const provider = await this.#stopOne(this.#provider?.thread);
    const desk = await this.#stopOne(this.#desk, DESK_STOP_MS);
    await this.#logCopy.stop();
    await this.#explainer.close();
    const log = await this.#log.stop();
    this.client.close();
    this.folder.lock.release();
    const whole = [restarts, gateways, market, provider, desk, log, ...shards];
    return whole.every(Boolean);
  }

  #stopOne<To, From extends { readonly type: string }>(
    thread: Thread<To | { type: 'stop'; id: number }, From> | undefined,
    withinMs?: number,
  ): Promise<boolean> {
    return thread?.stop({ type: 'stop', id: 0 }, withinMs) ?? Promise.resolve(true);
  }

  #owner<From>(name: string, message: (message: From) => void = () => {}): ThreadOwner<From> {
    return {
      message,
      log: this.options.log,
      failed: (error) => this.#failed(name, error),
    };
  }

  /** Handles the end of a thread: without the log the process ends; others are restarted. */
  #failed(name: string, error: Error): void {
    if (this.#stopping && name !== 'log') return this.#report(name, error);
    const why = `the ${name} thread failed: ${error.message}`;
    if (name === 'log' || !this.#started) {
      return this.options.fatal(this.folder.disk.causeOf(new Error(why)));
    }
    this.#report(name, error);
    if (name === 'gateways') this.#gateways.down();
    this.#restarts.plan(name, () => this.#restart(name));
  }

  #report(name: string, { message, stack }: Error): void {
    const record = { msg: `the ${name} thread failed`, error: message, stack };
    this.options.log({ level: 'error', record });
  }

  async #restart(name: string): Promise<void> {
    if (name === 'desk') await this.#startDesk();
    else if (name === 'market') await this.#startMarket();
    else if (name === 'gateways') await this.#gateways.start();
    else if (name === PROVIDER) await this.#provider?.start();
    else await this.#startShard(Number(name.replace('shard ', '')));
    this.#restarts.back(name);
    this.options.log({ level: 'info', record: { msg: `the ${name} thread is back` } });
  }

  /** The demo provider listens before the desk starts, which writes its port into records. */
  async #startProvider(): Promise<void> {
    const { data, demoProvider, log } = this.options;
    if (demoProvider === undefined) return;
    const { seed, isPrinted } = demoProvider;
    const start = { data, seed, key: this.folder.keys[0], clock: this.#clock.start };
    this.#provider = new ProviderHost(start, this.#owner(PROVIDER));
    await this.#provider.start();
    if (isPrinted) log({ level: 'info', record: this.#provider.accessLine, always: true });
  }

  async #startDesk(): Promise<DeskState> {
    const { options } = this;
    const log = await this.#log.attach(options.shards, true);
    const { thread: desk, state } = hostDesk(
      {
        data: options.data,
        keys: bytesOf(this.folder.keys),
        vendorKey: options.vendorKey ?? '',
        log,
        cells: this.#cells.shared,
        prices: options.prices,
        provider: this.#provider?.access ?? null,
        demo: options.demo,
        clock: this.#clock.start,
      },
      this.#owner('desk', (request: DeskRequest) => {
        void this.#fromDesk(desk, request);
      }),
      (begun) => {
        this.#distributor.began(begun);
        for (const command of begun.deposits) void this.#deposit(command);
        this.#freeze.endAll();
        this.client.replaceSessions(begun.sessions, log.head, this.#started);
      },
      (seq) => this.client.projected(seq),
    );
    await desk.ready;
    this.#desk = desk;
    if (this.#listening) desk.post({ type: 'listening' });
    return desk.awaits(state);
  }

  async #fromDesk(desk: Thread<ToDesk, FromDesk>, request: DeskRequest): Promise<void> {
    const value = await runDeskRequest(request, {
      distribute: (change) => this.#distributor.distribute(change),
      deposit: (command) => this.#deposit(command),
      release: () => this.#release(),
      market: this.#market,
      gateways: this.#gateways.thread,
      gatewaysNotified: () => this.#gateways.notified,
      shard: (login) => this.#shardThread(login),
      shards: this.#shardThreads(),
      freeze: this.#freeze,
    });
    if ('id' in request) desk.post({ type: 'answer', id: request.id, value });
  }

  /** By index; undefined while one is restarted. */
  #shardThreads(): (ShardHost['thread'] | undefined)[] {
    return this.#shards.map((shard) => shard?.thread);
  }

  #shardThread(login: number): ShardHost['thread'] | undefined {
    return this.#shards[shardOf(login, this.options.shards)]?.thread;
  }

  /** Starts the thread of a shard, which loads its snapshot. */
  #loadShard(index: number): LoadingShard {
    const log = this.#log.prepare(index);
    const host = hostShard(
      {
        index,
        shards: this.options.shards,
        data: this.options.data,
        cells: this.#cells.shared,
        board: this.#board.memory,
        log: log.path,
        frontBell: this.client.bell.shared,
        tradeRate: this.options.tradeRate,
        clock: this.#clock.start,
      },
      this.client,
      this.#owner(`shard ${index}`, (message: FromShard) => {
        if (message.type === 'derived') this.#derivations.add(message.command);
        if (message.type === 'note') void this.#note(message.text);
        if (message.type === 'await') this.#hasten(message.seq);
        // Ignored for a restarted shard: the front knows changes since the shard was loaded.
        if (message.type === 'loaded' && !this.#started) {
          this.client.conceal(message.hidden);
          this.#readAgain.accounts += message.accounts;
          this.#readAgain.orders += message.orders;
        }
      }),
    );
    return { log, host };
  }

  async #startShard(index: number): Promise<void> {
    this.#shards[index] = undefined;
    const { log, host } = this.#loading[index] ?? this.#loadShard(index);
    delete this.#loading[index];
    const { thread } = host;
    const { begin, head } = await this.#log.connect(log).catch(async (error: Error) => {
      // A shard that failed while it loaded has closed its port: its own error is the cause.
      throw (await thread.discard()) ?? error;
    });
    // There is no await between here and the first message: earlier changes are in the log that the
    // shard reads up to `head`.
    this.client.readNotices();
    host.link.commits.seq = begin;
    thread.post({ type: 'log', head, notBefore: this.#logTime });
    this.#shards[index] = host;
    const { news } = this.#distributor;
    if (news !== undefined) thread.post({ type: 'settings', id: 0, news });
    this.#freeze.join(index, thread);
    this.client.link(index, host.link);
    this.#market?.post({ type: 'shard', index, ...host.ticks });
    await thread.ready;
    if (this.#listening) thread.post({ type: 'listening' });
    thread.post({ type: 'watch', followed: this.#followed });
    this.#gateways.greet(index, thread);
    // Before anybody has connected, requests that dealers hold stay theirs.
    if (this.#dealers !== NO_DEALERS) thread.post({ type: 'dealers', dealers: this.#dealers });
  }

  async #startMarket(): Promise<void> {
    this.#market = hostMarket(
      {
        data: this.options.data,
        news: this.#distributor.news ?? wholeNews(NO_SETTINGS),
        board: this.#board.memory,
        front: { ring: this.client.quoteMemory, bell: this.client.bell.shared },
        shards: this.#shards.map((shard) => shard?.ticks ?? null),
        clock: this.#clock.start,
        keys: bytesOf(this.folder.keys),
        unreleased: this.#unreleased !== '',
      },
      this.#owner('market', (message: FromMarket) => {
        if (message.type === 'bars') this.client.bars(message.changes, message.quotes);
        else if (message.type === 'bars_corrected') {
          this.client.barsCorrected(message.symbolId, message.spans);
        } else if (message.type === 'news') this.client.publishNews(message);
      }),
    );
    await this.#market.ready;
  }

  /** Starts the thread of gateways, once there is an enabled one, and the platform is released. */
  async #openGateways(): Promise<void> {
    const isWanted = this.client.settings().gateway.some(({ enabled }) => enabled);
    if (this.#unreleased !== '' || !isWanted || this.#gateways.isStarted || this.#stopping) return;
    // A failure of the thread is reported by its owner, and it is started again.
    await this.#gateways.start().catch(() => {});
  }

  /** Releases the data folder at its present place, and turns outward connections on. */
  #release(): Outcome<null> {
    if (this.#unreleased === '') return ok(null);
    try {
      markReleased(this.options.data);
    } catch (error) {
      return refuse('internal', `it was not released: ${(error as Error).message}`);
    }
    this.#unreleased = '';
    this.#cells.setUnreleased(false);
    this.#market?.post({ type: 'release' });
    void this.#openGateways();
    this.options.log({ level: 'info', record: { msg: 'the platform was released' } });
    return ok(null);
  }

  /** Pays a deposit and notifies the desk. One that is under way already does not resolve. */
  #deposit(command: DerivedCommand): Promise<void> {
    const paid = { type: 'deposited', requestId: command.request_id } as const;
    return new Promise((resolve) => {
      this.#derivations.add(command, () => {
        this.#desk?.post(paid);
        resolve();
      });
    });
  }

  async #deliver(command: DerivedCommand): Promise<boolean> {
    const message = (id: number) => ({ type: 'derived', id, command }) as const;
    return (await this.#shardThread(command.login)?.ask<boolean>(message, ASK_MS)) ?? false;
  }

  #attend(dealers: readonly DealerAtDesk[]): void {
    this.#dealers = dealers;
    for (const shard of this.#shards) shard?.thread.post({ type: 'dealers', dealers });
  }

  #watch(followed: Followed): void {
    this.#followed = followed;
    for (const shard of this.#shards) shard?.thread.post({ type: 'watch', followed });
  }

  #ready(): boolean {
    const isWhole = this.#watchdog.whole() && this.#logCopy.whole;
    return !this.#stopping && isWhole && this.#restarts.over();
  }

  #metrics(): Promise<Record<string, number>> {
    const threads = measured({
      desk: this.#desk,
      market: this.#market,
      shards: this.#shardThreads(),
      gateways: this.#gateways.isStarted ? this.#gateways.thread : null,
      provider: this.#provider,
    });
    const clock_ahead_seconds = Math.round(this.#clock.ahead / 1000);
    const parts = [this.folder.disk, this.auditor, this.#watchdog].map((part) => part.metrics());
    const released = this.#unreleased === '' ? 1 : 0;
    const own = Object.assign({ seq: this.client.seq(), clock_ahead_seconds, released }, ...parts);
    return collectMetrics(threads, own);
  }
}
