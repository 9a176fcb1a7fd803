// Disks that fail under load: what the server does, and what must hold after the next start.

import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf } from '../../storage/log.js';
import { countWaits } from '../e2e/processor-wait.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { gone } from './desk-load.js';
import { befell, crashedInLmdb, LMDB_SAYS, under } from './disk-fault.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

const LOAD = { traders: 4 };
/** How long a server may live on after its log's first error, but for waits for a processor. */
const END_MS = 1000;
/** In one of so many tries: a machine whose processors stand still for a while says little. */
const TRIES = 3;
/** One that has not ended by then is killed. */
const HANG_MS = 20_000;
const LOOK_MS = 50;

/** One kind of fault, and the file that it befalls. */
interface Fault {
  readonly file: string;
  readonly call: string;
  readonly what: string;
  /** How many batches there are for one such call, about. */
  readonly rare?: number;
  /**
   * Lmdb makes a message of it that may outgrow its room, which ends the server by a signal: often
   * where it tells two numbers that nobody has set, else once the file is large.
   */
  readonly signals?: 'often' | 'seldom';
}

const LOG = join('log', nameOf(1));
const SHADOW = LOG.replace('.mdb', '.seg');

/** What ends the server; `retval` is a write that is cut short. */
const FATAL: readonly Fault[] = [
  { file: LOG, call: 'fdatasync', what: 'error=EIO' },
  { file: LOG, call: 'pwrite64', what: 'error=EIO', signals: 'often' },
  { file: LOG, call: 'pwrite64', what: 'retval=512' },
  { file: LOG, call: 'writev', what: 'error=ENOSPC', rare: 4, signals: 'seldom' },
  { file: LOG, call: 'writev', what: 'retval=512', rare: 4 },
  { file: SHADOW, call: 'writev', what: 'error=ENOSPC' },
];

/** A folder under load whose disk fails again and again. */
class DiskStage {
  #traces = 0;
  /** Those after which it has ended with a code. */
  readonly coded = new Set<Fault>();

  private constructor(
    readonly t: Assert,
    readonly data: string,
    public server: ServerProcess,
    readonly load: OrderLoad,
  ) {}

  static async open(t: Assert, data: string): Promise<DiskStage> {
    const server = await ServerProcess.start({ data });
    const load = await OrderLoad.prepare(server, await signInStaff(server), new History(), LOAD);
    await load.connect(server);
    return new DiskStage(t, data, server, load);
  }

  /** Starts the server anew under a fault; answers the file that tells what it befell. */
  async start({ file, call, what }: Fault): Promise<string> {
    await this.server.kill();
    this.#traces += 1;
    const trace = join(this.data, `trace-${this.#traces}`);
    const fault = { call, what, path: join(this.data, file) };
    const tracer = under(fault, trace);
    const options = { data: this.data, args: ['--trade-rate', '0'], under: tracer };
    this.server = await ServerProcess.start(options);
    await this.load.connect(this.server);
    return trace;
  }

  async recover(): Promise<void> {
    const options = { data: this.data, args: ['--trade-rate', '0'] };
    await this.server.kill();
    this.server = await recover(this.t, options, this.load);
  }

  /** The n-th call fails: the server ends soon, and has acknowledged nothing after that. */
  async fail(fault: Fault, batch: number): Promise<void> {
    const nth = Math.ceil(batch / (fault.rare ?? 1));
    const name = `${fault.call} of ${fault.file} ${fault.what} at ${nth}`;
    const lived: number[] = [];
    while (lived.length < TRIES && !lived.some((ms) => ms <= END_MS)) {
      lived.push(await this.#failOnce(fault, nth, name));
    }
    this.t.ok(Math.min(...lived) <= END_MS, `${name}: it lived on for ${lived} ms and waits`);
  }

  /** How long the server lived on after the call failed. */
  async #failOnce(fault: Fault, nth: number, name: string): Promise<number> {
    const { t } = this;
    const trace = await this.start({ ...fault, what: `${fault.what}:when=${nth}` });
    await this.load.price().catch(gone);
    const [livedMs] = await Promise.all([this.#end(trace), this.load.run()]);
    const { server } = this;
    const { code, signal } = await server.ended;
    if (fault.signals !== undefined && crashedInLmdb(server, signal)) return livedMs;
    this.coded.add(fault);
    t.same({ code, signal }, { code: 1, signal: null }, `${name}: it ends with a code`);
    const said = server.records.filter(({ level }) => level === 'error' || level === 'fatal');
    t.equal(said.length, 1, `${name}: ${server.output()}`);
    t.match(said[0]?.error, /^the log thread failed: ./, `${name}: the message names the log`);
    const more = server.noise.filter((line) => line.replace(LMDB_SAYS, '') !== '');
    t.same(more, [], `${name}: and nothing else is printed`);
    return livedMs;
  }

  /**
   * Waits for the server's end, and kills one that does not end; how long it lived on after its
   * fault, but for waits for a processor.
   */
  async #end(trace: string): Promise<number> {
    const { server } = this;
    const pid = server.process.pid as number;
    let endedAt = 0;
    const over = server.ended.then(() => {
      endedAt = Date.now();
    });
    let waits = countWaits(pid);
    let waitedMs = 0;
    while (endedAt === 0) {
      const [at] = befell(trace);
      // What has ended waits for nothing any more.
      if (existsSync(`/proc/${pid}/task`)) {
        if (at === undefined) waits = countWaits(pid);
        else waitedMs = waits();
      }
      if (at !== undefined && Date.now() - at > HANG_MS) await server.kill();
      await Promise.race([over, sleep(LOOK_MS)]);
    }
    return Math.round(endedAt - (befell(trace)[0] ?? 0) - waitedMs);
  }

  /** The log cannot be brought to disk at the end of a clean stop: it is none then. */
  async failStop(): Promise<void> {
    await this.start({ file: SHADOW, call: 'fdatasync', what: 'error=EIO:when=1' });
    const { t, server } = this;
    server.process.kill('SIGTERM');
    const ending = { code: 1, signal: null };
    t.same(await server.ended, ending, 'a stop at which the log fails is no clean one');
    const said = server.records.find(({ level }) => level === 'fatal');
    t.match(said?.error, /^the log thread failed: ./, server.output());
  }
}

const onStage = async (t: Assert, use: (stage: DiskStage) => Promise<void>): Promise<void> => {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-disk-')));
  const stage = await DiskStage.open(t, data);
  try {
    await use(stage);
    t.equal((await stage.server.stop()).code, 0);
  } finally {
    await stage.server.kill();
    rmSync(data, { recursive: true, force: true });
  }
};

/** Lets one call of each kind fail that the log rests on, at about each batch given. */
export const failLog = (t: Assert, batches: readonly number[]): Promise<void> =>
  onStage(t, async (stage) => {
    for (const batch of batches) {
      for (const fault of FATAL) await stage.fail(fault, batch);
      await stage.recover();
    }
    for (const fault of FATAL.filter(({ signals }) => signals !== 'often')) {
      t.ok(stage.coded.has(fault), `${fault.call} ${fault.what}: it ends with a code`);
    }
    await stage.failStop();
    await stage.recover();
  });
