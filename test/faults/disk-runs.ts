// Disks that fail under load: what the server does, and what must hold after the next start.

import { join } from 'node:path';
import type { Test } from 'tap';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { ServerProcess } from '../support/server-process.js';
import type { Assert } from '../support/trader.js';
import { gone } from './desk-load.js';
import { callsAfterFault, crashedInLmdb, LMDB_SAYS, nextLogFile, under } from './disk-fault.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';
import { complaints } from './said.js';

const LOAD = { traders: 2, underWay: 8 };
const ARGS = ['--trade-rate', '0'];
/** A call fails at about one of these batches after the start, the first when all is prepared. */
const BATCHES = { min: 12, max: 100 };
const FIRST_BATCHES = { min: 80, max: 150 };

/** A server that has acknowledged so many has not ended at the call that failed: it is killed. */
const ORDERS_MAX = 20_000;

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

/** The file of the log that a start of a server makes. */
const LOG = 'log';
const LOG_COPY = join('log', 'log-0000000000000001.seg');

/** What ends the server; `retval` is a write that is cut short. */
const FATAL: readonly Fault[] = [
  { file: LOG, call: 'fdatasync', what: 'error=EIO' },
  { file: LOG_COPY, call: 'writev', what: 'error=ENOSPC' },
  { file: LOG, call: 'pwrite64', what: 'retval=512' },
  { file: LOG, call: 'pwrite64', what: 'error=EIO', signals: 'often' },
  { file: LOG, call: 'writev', what: 'error=ENOSPC', rare: 4, signals: 'seldom' },
  { file: LOG, call: 'writev', what: 'retval=512', rare: 4 },
];

/** Lmdb puts the head of a meta page back that it could not write. */
const PUT_BACK = /pwrite64\(\d+, ".*"\.\.\., 128, \d+\) = 128$/;

/** A server under load whose disk fails again and again. */
class FailingDisk {
  readonly #options: { readonly data: string; readonly args: readonly string[] };
  #traces = 0;
  #load: OrderLoad | undefined;
  server: ServerProcess | undefined;

  constructor(
    readonly t: Assert,
    data: string,
    private readonly random: SeededRandom,
  ) {
    this.#options = { data, args: ARGS };
  }

  /** Starts the server under a fault and connects its traders; tells of the calls it befell. */
  async #start({ file, call, what }: Pick<Fault, 'file' | 'call' | 'what'>) {
    await this.server?.kill();
    this.#traces += 1;
    const { data } = this.#options;
    const trace = join(data, `trace-${this.#traces}`);
    const path = file === LOG ? nextLogFile(data) : join(data, file);
    const fault = { call, what, path };
    const server = await ServerProcess.start({ ...this.#options, under: under(fault, trace) });
    this.server = server;
    if (this.#load === undefined) this.#load = await OrderLoad.start(server, LOAD);
    else await this.#load.connect(server);
    return { server, load: this.#load, trace };
  }

  /** The next server has all. */
  async recover(): Promise<void> {
    await this.server?.kill();
    this.server = await recover(this.t, this.#options, this.#load as OrderLoad);
  }

  /** A call fails: the server writes no more, and ends with a code. */
  async fail(fault: Fault): Promise<void> {
    const { min, max } = this.#load === undefined ? FIRST_BATCHES : BATCHES;
    const nth = Math.ceil(this.random.within(min, max) / (fault.rare ?? 1));
    const { t } = this;
    const name = `${fault.call} of ${fault.file} ${fault.what} at ${nth}`;
    const what = `${fault.what}:when=${nth}`;
    const { server, load, trace } = await this.#start({ ...fault, what });
    await load.price().catch(gone);
    await within(
      load.run(ORDERS_MAX, () => void server.kill()),
      `end after ${name}`,
    );
    const { code, signal } = await server.ended;
    const more = callsAfterFault(trace)?.filter((line) => !PUT_BACK.test(line));
    t.same(more, [], `${name}: nothing is written after that`);
    if (fault.signals !== undefined && crashedInLmdb(server, signal)) {
      return fault.signals === 'often' ? undefined : this.fail(fault);
    }
    t.same({ code, signal }, { code: 1, signal: null }, `${name}: it ends with a code`);
    const said = complaints(server);
    t.equal(said.length, 1, `${name}: ${server.output()}`);
    t.match(said[0]?.error, /^the log thread failed: ./, `${name}: the message names the log`);
    const noise = server.noise.filter((line) => line.replace(LMDB_SAYS, '') !== '');
    t.same(noise, [], `${name}: and nothing else is printed`);
  }

  /** The log cannot be brought to disk at the end of a clean stop: it is none then. */
  async failStop(): Promise<void> {
    const fault = { file: LOG_COPY, call: 'fdatasync', what: 'error=EIO:when=1' };
    const { server } = await this.#start(fault);
    const { t } = this;
    server.process.kill('SIGTERM');
    const ending = { code: 1, signal: null };
    t.same(await server.ended, ending, 'a stop at which the log fails is no clean one');
    const said = server.records.find(({ level }) => level === 'fatal');
    t.match(said?.error, /^the log thread failed: ./, server.output());
  }
}

/** Lets so many calls fail that the log rests on, of one kind after the other, and a stop. */
export const failLog = async (t: Test, calls: number, seed: number): Promise<void> => {
  const disk = new FailingDisk(t, t.testdir({}), new SeededRandom(seed));
  t.teardown(() => disk.server?.kill());
  for (let n = 1; n <= calls; n += 1) {
    await disk.fail(FATAL[(n - 1) % FATAL.length] as Fault);
    if (n % FATAL.length === 0 && n < calls) await disk.recover();
  }
  await disk.failStop();
  await disk.recover();
  t.equal((await disk.server?.stop())?.code, 0);
};
