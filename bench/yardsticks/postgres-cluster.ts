// A PostgreSQL cluster in a temporary folder, started and ended by a bench.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Debian's folder of the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
const START_MS_MAX = 30_000;
const LOOK_MS = 50;
/**
 * Commits wait for the disk (`fsync` and `synchronous_commit` are on), as by default. Other
 * settings are to its advantage: the data fit into memory, and no checkpoint is due during a run.
 */
const SETTINGS = [
  'max_connections=100',
  'shared_buffers=512MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'fsync=on',
  'synchronous_commit=on',
];

/** The user that runs it, because it refuses to run as root. */
type Identity = { readonly uid: number; readonly gid: number } | Record<string, never>;

const identity = (): Identity => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** The folder of the newest version's programs; undefined when not installed. */
const programs = (): string | undefined => {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

/** A running cluster. */
export class Cluster {
  private constructor(
    readonly version: string,
    readonly port: number,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Starts one; undefined when PostgreSQL is not installed. */
  static async start(): Promise<Cluster | undefined> {
    const bin = programs();
    if (bin === undefined) return undefined;
    const who = identity();
    const folder = mkdtempSync(join(tmpdir(), 'brokerd-postgres-'));
    if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
    const data = join(folder, 'data');
    const options = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-locale'];
    execFileSync(join(bin, 'initdb'), options, { ...who, cwd: folder, stdio: 'ignore' });
    const port = await freePort();
    const settings = [...SETTINGS, `port=${port}`, 'listen_addresses=127.0.0.1'];
    const flags = ['-D', data, '-k', folder, ...settings.flatMap((one) => ['-c', one])];
    const child = spawn(join(bin, 'postgres'), flags, { ...who, cwd: folder, stdio: 'ignore' });
    const version = execFileSync(join(bin, 'postgres'), ['-V'], { encoding: 'utf8' }).trim();
    const cluster = new Cluster(version, port, child, folder);
    await cluster.#ready();
    return cluster;
  }

  /** Opens a connection; the caller must end it. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client(connectionTo(this.port));
    await client.connect();
    return client;
  }

  /** Ends the cluster and removes its folder. */
  async stop(): Promise<void> {
    this.process.kill('SIGINT');
    await once(this.process, 'exit');
    rmSync(this.folder, { recursive: true });
  }

  async #ready(): Promise<void> {
    for (const deadline = Date.now() + START_MS_MAX; ; await wait(LOOK_MS)) {
      if (this.process.exitCode !== null) throw new Error('PostgreSQL ended at once');
      try {
        await (await this.connect()).end();
        return;
      } catch (cause) {
        if (Date.now() > deadline) throw cause;
      }
    }
  }
}

/** A client of the cluster. */
export const connectionTo = (port: number): pg.ClientConfig => ({
  host: '127.0.0.1',
  port,
  user: 'bench',
  database: 'postgres',
});
