// Peers over Debian's QuickFIX: a provider, which is built once, and examples of its documentation.
// All check what they get by the dictionary beside the provider's source.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { until } from './guard.js';

const SOURCES = resolve('test', 'support', 'quickfix');
const EXAMPLES = '/usr/share/doc/libquickfix-doc/examples';

/** A file of each package that is needed. */
const PACKAGES = {
  'libquickfix-dev': '/usr/include/quickfix/Application.h',
  'libquickfix-doc': join(EXAMPLES, 'tradeclient', '.libs', 'tradeclient.gz'),
} as const;
const missing = Object.entries(PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : name));

/** Why there is no QuickFIX here; false = there is one. */
export const noQuickfix =
  missing.length === 0
    ? false
    : `QuickFIX IS NOT TESTED AGAINST: apt-get install ${missing.join(' ')}`;

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Does somebody listen on the port? */
export const isListening = (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
};

/** Settings of a session by QuickFIX's names; the identities are those of the program. */
type Settings = Readonly<Record<string, string | number>> & {
  readonly SenderCompID: string;
  readonly TargetCompID: string;
};

/** A folder with a program, its settings and the files that its sessions keep. */
class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'brokerd-quickfix-'));

  constructor({ SenderCompID, TargetCompID, ...more }: Settings) {
    const defaults = {
      ...{ StartTime: '00:00:00', EndTime: '00:00:00', SocketNodelay: 'Y', FileStorePath: 'store' },
      ...{ DataDictionary: join(SOURCES, 'dictionary.xml'), ...more },
    };
    const session = { BeginString: 'FIX.4.4', SenderCompID, TargetCompID };
    const lines = (settings: object) => Object.entries(settings).map((pair) => pair.join('='));
    const text = ['[DEFAULT]', ...lines(defaults), '[SESSION]', ...lines(session), ''].join('\n');
    writeFileSync(this.path('settings.cfg'), text);
  }

  path(name: string): string {
    return resolve(this.folder, name);
  }

  /** Unpacks a program of the examples. */
  unpack(name: string, ...folders: readonly string[]): void {
    const packed = readFileSync(join(EXAMPLES, ...folders, '.libs', `${name}.gz`));
    writeFileSync(this.path(name), gunzipSync(packed), { mode: 0o755 });
  }

  /**
   * Starts a program, in the folder unless its path is given; its first argument is the file of its
   * settings. It ends with the test: without input the examples would ask for ever.
   */
  run(name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const command = ['--pdeathsig', 'KILL', this.path(name), 'settings.cfg', ...args];
    return spawn('setpriv', command, {
      cwd: this.folder,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

const acceptorOn = (port: number) =>
  ({ ConnectionType: 'acceptor', SocketAcceptPort: port, SocketReuseAddress: 'Y' }) as const;

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** The provider's program; it is built once for its source. */
const providerProgram = (): string => {
  const source = join(SOURCES, 'provider.cpp');
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
  const program = resolve('dist', 'test', `quickfix-provider-${digest.slice(0, 16)}`);
  if (existsSync(program)) return program;
  const draft = `${program}.${process.pid}`;
  const libraries = ['-lquickfix', '-lpthread'];
  execFileSync('g++', ['-std=c++14', '-w', source, '-o', draft, ...libraries]);
  renameSync(draft, program);
  return program;
};

/** Starts the provider, `LP` for `BROKER`; it sends so many increments a request. */
export const openQuickfix = async (increments: number) => {
  const port = await freePort();
  const place = new Workplace({ ...acceptorOn(port), SenderCompID: 'LP', TargetCompID: 'BROKER' });
  const child = place.run(providerProgram(), [], { QUIET: '1', TICKS: String(increments) });
  child.stdout.resume();
  await until('the provider', () => isListening(port));
  const stop = async (): Promise<void> => {
    await kill(child);
    place.remove();
  };
  return { port, stop };
};

/**
 * The example `executor`, a provider that is dialled: `EXECUTOR` for `CLIENT1`. It fills limit
 * orders at once, and takes nothing else. The ids of its orders and executions begin again with
 * each start, its session goes on.
 */
export class Executor {
  readonly #place: Workplace;
  #child: ChildProcess | undefined;

  /** `tls` is what it shows when it is started with TLS; its key has to be of RSA. */
  constructor(
    readonly port: number,
    tls: { readonly cert: string; readonly key: string },
  ) {
    const ids = { SenderCompID: 'EXECUTOR', TargetCompID: 'CLIENT1' };
    const files = { ServerCertificateFile: 'cert.pem', ServerCertificateKeyFile: 'key.pem' };
    this.#place = new Workplace({ ...acceptorOn(port), ...files, ...ids });
    writeFileSync(this.#place.path(files.ServerCertificateFile), tls.cert);
    writeFileSync(this.#place.path(files.ServerCertificateKeyFile), tls.key);
    this.#place.unpack('executor', 'executor', 'C++');
  }

  /** Starts it, and waits until it listens. */
  async start({ isSecure = false } = {}): Promise<void> {
    const child = this.#place.run('executor', isSecure ? ['SSL'] : []);
    child.stdout.resume();
    this.#child = child;
    await until('the executor', () => isListening(this.port));
  }

  /** Kills it; what its session keeps stays. */
  async kill(): Promise<void> {
    if (this.#child !== undefined) await kill(this.#child);
  }

  async remove(): Promise<void> {
    await this.kill();
    this.#place.remove();
  }
}

/** The example `tradeclient`, which dials: `CLIENT1` for `EXECUTOR`. */
export class TradeClient {
  readonly #place: Workplace;
  readonly #child: ReturnType<Workplace['run']>;
  #output = '';

  constructor(port: number) {
    const ids = { SenderCompID: 'CLIENT1', TargetCompID: 'EXECUTOR' };
    const target = { SocketConnectHost: '127.0.0.1', SocketConnectPort: port };
    const times = { HeartBtInt: 30, ReconnectInterval: 1 };
    this.#place = new Workplace({ ConnectionType: 'initiator', ...target, ...times, ...ids });
    this.#place.unpack('tradeclient', 'tradeclient');
    this.#child = this.#place.run('tradeclient');
    this.#child.stdout.on('data', (chunk) => {
      this.#output += chunk;
    });
  }

  /** Answers its questions, one after the other. */
  type(answers: string): void {
    this.#child.stdin.write(`${answers.split(' ').join('\n')}\n`);
  }

  /** What it prints, once it has come: messages have `|` between their fields. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    const shown = () => this.#output.replaceAll('\u0001', '|');
    return until(`tradeclient to print ${pattern}`, () => pattern.exec(shown()) ?? undefined);
  }

  /** Its exit code, when it has logged out and ended. */
  async quit(): Promise<number | null> {
    const ended = once(this.#child, 'exit');
    this.type('5');
    const [code] = await ended;
    return code;
  }

  async remove(): Promise<void> {
    await kill(this.#child);
    this.#place.remove();
  }
}
