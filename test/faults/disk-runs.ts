// Disks that fail under load: what the server does, and what must hold after the next start.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf } from '../../actors/tools/folder.js';
import { nameOf } from '../../storage/log.js';
import { type Assert, signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { type DiskFault, Injection } from './disk-fault.js';
import { OrderLoad } from './order-load.js';
import { recover } from './recovery.js';

const TRADERS = 4;
/** How long a server may live on after its log's first error; busy machines take longer. */
const END_MS = 5000;

/** Calls that write the log, and how they fail: the number of bytes is a write that is cut short. */
const LOG_FAULTS: readonly Pick<DiskFault, 'calls' | 'what'>[] = [
  { calls: 'fdatasync', what: 'error=EIO' },
  { calls: 'pwrite64', what: 'error=EIO' },
  { calls: 'writev', what: 'error=ENOSPC' },
  { calls: 'pwrite64', what: 'error=ENOSPC' },
  { calls: 'writev', what: 'retval=512' },
];

/** A folder under load whose disk fails again and again. */
export class DiskStage {
  readonly data: string;
  readonly #t: Assert;
  #server: TestServer | undefined;
  #load: OrderLoad | undefined;

  constructor(t: Assert) {
    this.#t = t;
    this.data = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-disk-')));
  }

  get server(): TestServer {
    if (this.#server === undefined) throw new Error('no server runs');
    return this.#server;
  }

  get load(): OrderLoad {
    if (this.#load === undefined) throw new Error('no load is prepared');
    return this.#load;
  }

  get #options() {
    return { data: this.data, args: ['--trade-rate', '0'] };
  }

  async open(): Promise<void> {
    this.#server = await TestServer.start(this.#options);
    this.#load = await OrderLoad.prepare(this.server, await signInStaff(this.server), TRADERS);
    await this.load.connect(this.server);
  }

  async recover(): Promise<void> {
    this.#server = await recover(this.#t, this.#options, this.load);
  }

  async close(): Promise<void> {
    await this.#server?.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** The files of the log that are written: itself, or its shadow. */
  logFile(ending: 'mdb' | 'seg'): string {
    return join(pathsOf(this.data).log, nameOf(1).replace('mdb', ending));
  }
}

/** The server ends of its own accord, soon, with one message that names the log. */
const assertEnds = async (t: Assert, server: TestServer, begun: Promise<number>, name: string) => {
  const ending = await server.ended;
  const livedMs = performance.now() - (await begun);
  t.same(ending, { code: 1, signal: null }, `${name}: the server ends with a code`);
  t.ok(livedMs < END_MS, `${name}: within ${Math.round(livedMs)} ms`);
  const said = server.records.filter(({ level }) => level === 'error' || level === 'fatal');
  t.equal(said.length, 1, `${name}: ${server.output()}`);
  t.match(said[0]?.error, /^the log thread failed: /, `${name}: the message names the log`);
  t.same(server.noise, [], `${name}: and nothing else is printed`);
};

/**
 * Lets the n-th call of each kind that writes the log fail, for every n given. From then on
 * nothing may be acknowledged; the server ends, and the next has all that was.
 */
export const failLog = async (t: Assert, nths: readonly number[]): Promise<void> => {
  const stage = new DiskStage(t);
  try {
    await stage.open();
    for (const nth of nths) {
      for (const { calls, what } of LOG_FAULTS) {
        const { server } = stage;
        await stage.load.price();
        const paths = [stage.logFile('mdb')];
        const fault = await Injection.into(server, { calls, what: `${what}:when=${nth}`, paths });
        await stage.load.run();
        await assertEnds(t, server, fault.begun, `${calls} ${what} at ${nth}`);
        await fault.end();
        await stage.recover();
      }
    }
    t.equal((await stage.server.stop()).code, 0);
  } finally {
    await stage.close();
  }
};
