// A server process for tests, on a free port with a data folder of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RestClient } from './client/rest.js';
import { openAccount, quote } from './client/staff.js';
import { MAIN, NODE_FLAGS } from './command.js';
import { within } from './guard.js';
import { type AccountOptions, Trader } from './trader.js';

/** Every platform that tests start has these. */
export const ADMIN_PASSWORD = 'Admin-pass1';
export const TRADER_PASSWORD = 'Trader-pass1';
const LOG_LINES_MAX = 10_000;
/** A late answer is no failure of a test, however busy the machine is; benches set it back. */
const PATIENCE = '10';

/** A record that the server printed. */
export type LogRecord = Readonly<Record<string, unknown>> & { readonly msg?: string };

export interface StartOptions {
  /** Further flags of `serve`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Use this folder, which `stop` keeps, instead of a temporary one. */
  readonly data?: string;
  /** The port of a server that is started again; else a free one. */
  readonly port?: number;
  /** Default `none`, so that only thrown-in prices move; null = no such flag. */
  readonly prices?: string | null;
  /** A command, such as strace, that runs the server and gives its process id to it. */
  readonly under?: readonly string[];
  /** Runs it as a command of its own, as an installation does. */
  readonly itself?: true;
  /** The folder of another build, instead of this one. */
  readonly build?: string;
  /** Is something made not to hold on purpose? Otherwise an alarm makes the end of it throw. */
  readonly alarms?: true;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running server. */
export class ServerProcess {
  readonly records: LogRecord[] = [];
  /** What it printed to standard error, and lines that are no JSON. */
  readonly noise: string[] = [];
  readonly ended: Promise<Ending>;
  #port = 0;
  #over = false;
  /** What its audit found not to hold. */
  readonly #alarms: string[] = [];
  #watchers: (() => void)[] = [];
  #staff: Promise<RestClient> | undefined;

  private constructor(
    readonly process: ChildProcess,
    readonly data: string,
    private readonly owned: boolean,
    private readonly alarming: boolean,
  ) {
    this.ended = new Promise((resolve) => {
      process.once('close', (code, signal) => {
        this.#over = true;
        // One that was not killed by its test died; whoever waits for its answer would not tell.
        if (signal !== null && !process.killed) this.#complain(`the server ended by ${signal}`);
        resolve({ code, signal });
        this.#wake();
      });
    });
    if (process.stdout === null || process.stderr === null) throw new Error('pipes are missing');
    createInterface({ input: process.stdout }).on('line', (line) => this.#read(line));
    createInterface({ input: process.stderr }).on('line', (line) => this.noise.push(line));
  }

  /** Starts a server and waits until it listens. Throws with its output when it ends before. */
  static async start(options: StartOptions = {}): Promise<ServerProcess> {
    const server = ServerProcess.launch(options);
    const listening = await server.record('listening');
    server.#port = Number(listening.port);
    return server;
  }

  /** Starts a server without waiting: for starts that must fail. */
  static launch(options: StartOptions = {}): ServerProcess {
    const data = options.data ?? mkdtempSync(join(tmpdir(), 'brokerd-test-'));
    const { prices = 'none', port = 0 } = options;
    const source = prices === null ? [] : ['--prices', prices];
    const flags = ['--port', String(port), '--data', data, ...source];
    const main = options.build === undefined ? MAIN : join(options.build, 'bin', 'main.js');
    const node = options.itself ? [] : [process.execPath, ...NODE_FLAGS];
    const serve = [...node, main, 'serve', ...flags, ...(options.args ?? [])];
    const [command = '', ...args] = [...(options.under ?? []), ...serve];
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        BROKERD_PATIENCE: PATIENCE,
        ...process.env,
        BROKERD_ADMIN_PASSWORD: ADMIN_PASSWORD,
        BROKERD_TRADER_PASSWORD: TRADER_PASSWORD,
        BROKERD_BALLAST: '0',
        ...options.env,
      },
    });
    return new ServerProcess(child, data, options.data === undefined, options.alarms ?? false);
  }

  get port(): number {
    return this.#port;
  }

  /** The address of a path, `http://127.0.0.1:…/path`. */
  url(path: string): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  /** A client that is not signed in. */
  client(audience: RestClient['audience']): RestClient {
    return new RestClient(this.url(''), audience);
  }

  /** Staff login 1, signed in by the first who asks. */
  staff(): Promise<RestClient> {
    this.#staff ??= this.signInStaff();
    return this.#staff;
  }

  /** Staff login 1 with a session of its own. */
  async signInStaff(): Promise<RestClient> {
    const staff = this.client('staff');
    await staff.signIn(1, ADMIN_PASSWORD);
    return staff;
  }

  /** Opens an account with a deposit; its trader is signed in, with an open socket. */
  async openAccount(options: AccountOptions = {}): Promise<Trader> {
    const { encoding, group = 'demo\\standard', deposit = '1000' } = options;
    const { login, password } = await openAccount(await this.staff(), group, deposit);
    return Trader.signIn(this, login, password, encoding);
  }

  /** Throws in a price. */
  async quote(symbol: string, bid: string, ask: string): Promise<void> {
    await quote(await this.staff(), symbol, bid, ask);
  }

  /**
   * Waits for a record with this message, the first or the `nth`. Throws with all output when the
   * process ends without it.
   */
  async record(message: string, { nth = 1 }: { nth?: number } = {}): Promise<LogRecord> {
    const found = async (): Promise<LogRecord> => {
      for (;;) {
        const record = this.records.filter(({ msg }) => msg === message)[nth - 1];
        if (record !== undefined) return record;
        if (this.#over) {
          throw new Error(`the server ended before "${message}": ${this.output()}`);
        }
        await new Promise<void>((resolve) => this.#watchers.push(resolve));
      }
    };
    return within(found(), `"${message}"`, () => this.output());
  }

  /** All that it has printed, for messages of failing tests. */
  output(): string {
    return [...this.records.map((record) => JSON.stringify(record)), ...this.noise].join('\n');
  }

  /** Stops it cleanly and removes its temporary folder. */
  async stop(): Promise<Ending> {
    this.process.kill('SIGTERM');
    return this.#gone();
  }

  /** Kills it at once; a folder that was given stays for the next start. */
  async kill(): Promise<Ending> {
    this.process.kill('SIGKILL');
    return this.#gone();
  }

  async #gone(): Promise<Ending> {
    const ending = await this.ended;
    if (this.owned) rmSync(this.data, { recursive: true, force: true });
    if (this.#alarms.length > 0 && !this.alarming) {
      throw new Error(`alarms without a cause: ${this.#alarms.join(', ')}`);
    }
    return ending;
  }

  /** Errors are printed too: the runner shows them with what fails. */
  #read(line: string): void {
    try {
      const record = JSON.parse(line) as LogRecord;
      this.records.push(record);
      if (record.level === 'error' || record.level === 'fatal') process.stderr.write(`${line}\n`);
      if ('check' in record) this.#alarms.push(line);
    } catch {
      this.noise.push(line);
    }
    if (this.records.length > LOG_LINES_MAX) this.records.shift();
    this.#wake();
  }

  #complain(what: string): void {
    process.stderr.write(`${[what, ...this.noise].join('\n')}\n`);
  }

  #wake(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const wake of watchers) wake();
  }
}
