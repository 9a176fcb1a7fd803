// Faults of the disk under a running server: strace lets its calls fail or last long.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestServer } from '../server.js';

/** Why no fault can be made here; undefined where it can. */
export const missingStrace = (): string | undefined => {
  const { status } = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']);
  return status === 0 ? undefined : 'strace is not there, or may not trace';
};

/** What is to go wrong. */
export interface DiskFault {
  /** The calls that it befalls, as strace names them. */
  readonly calls: string;
  /** What befalls them and when, as strace says it: `error=EIO:when=3`. */
  readonly what: string;
  /** The only files that it befalls; none = all. */
  readonly paths?: readonly string[];
}

/** A fault that was brought upon a server. */
export class Injection {
  /** What strace says of it: the first line tells that it has hold of all threads. */
  readonly #attached: Promise<void>;
  readonly #first: Promise<number>;
  readonly #child: ChildProcess;
  readonly #over: Promise<unknown>;
  /** How many calls it has befallen. */
  count = 0;

  private constructor(server: TestServer, { calls, what, paths = [] }: DiskFault) {
    const only = paths.flatMap((path) => ['-P', path]);
    const rules = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${what}`, ...only];
    this.#child = spawn('strace', ['-f', ...rules, '-p', String(server.process.pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#over = new Promise((resolve) => this.#child.once('close', resolve));
    const lines = createInterface({ input: this.#child.stderr! });
    this.#attached = new Promise((resolve) => {
      lines.on('line', (line) => {
        if (line.includes('attached')) resolve();
      });
      lines.once('close', resolve);
    });
    this.#first = new Promise((resolve) => {
      lines.on('line', (line) => {
        if (!/\(INJECTED|\(DELAYED/.test(line)) return;
        this.count += 1;
        resolve(performance.now());
      });
    });
  }

  /** Brings it upon every thread of a server. */
  static async into(server: TestServer, fault: DiskFault): Promise<Injection> {
    const injection = new Injection(server, fault);
    await injection.#attached;
    return injection;
  }

  /** When it befell a call first, as `performance.now()` tells time. */
  get begun(): Promise<number> {
    return this.#first;
  }

  /** Ends it, if its server has not. */
  async end(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.#over;
  }
}
