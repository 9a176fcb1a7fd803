// A server with prices and an account that trades, on which hostile clients are let loose while
// others go on asking.

import { stateHash } from '../../actors/commands/state-hash.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { loggedEvents } from '../faults/log-facts.js';
import { assertWhole } from '../faults/recovery.js';
import type { RestClient } from '../support/client/rest.js';
import type { SocketClient } from '../support/client/socket.js';
import { openAccount } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { ADMIN_PASSWORD, ServerProcess } from '../support/server-process.js';
import type { Assert } from '../support/trader.js';

interface Switch {
  readonly status: string;
  readonly at: string;
  readonly until: string | null;
}

/** Is the demo account's first deposit on record as made? */
const isDepositMade = (data: string): boolean => {
  const changes = [...loggedEvents(pathsOf(data).log)].flatMap(({ event }) =>
    event.type === 'desk' ? event.changes : [],
  );
  return changes.some(({ kind, record }) => kind === 'deposit' && record === null);
};

/** Sends as much as the counts say, chosen by a seed, and asserts that the server bears it. */
export type Attack<Counts> = (
  t: Assert,
  server: HostileServer,
  counts: Counts,
  seed: number,
) => Promise<void>;

/** A running server and who asks it. */
export class HostileServer {
  /** What was not as it should be. */
  readonly faults: string[] = [];

  private constructor(
    readonly server: ServerProcess,
    readonly staff: RestClient,
    readonly trader: RestClient,
    private readonly login: number,
    private readonly password: string,
    private readonly others: SocketClient,
  ) {}

  /** Starts the server, without the accessor by which texts reach for prototypes. */
  static async start(): Promise<HostileServer> {
    const env = { NODE_OPTIONS: '--disable-proto=delete' };
    const server = await ServerProcess.start({ args: ['--trade-rate', '0'], env });
    const staff = await server.staff();
    await server.quote('EURUSD', '1.10000', '1.10010');
    await server.quote('USDJPY', '150.000', '150.010');
    const { socket: others } = await server.openAccount({ deposit: '100000.00' });
    const { login, password } = await openAccount(staff, 'demo\\standard', '100000.00');
    const trader = server.client('trader');
    await trader.signIn(login, password);
    // The last thing that a new server does by itself: from here on only who asks it changes it.
    await until('the deposit of the demo account', () => isDepositMade(server.data));
    return new HostileServer(server, staff, trader, login, password, others);
  }

  /** Another client with a session of its own, which may end. */
  async passing(audience: RestClient['audience']): Promise<RestClient> {
    const client = this.server.client(audience);
    if (audience === 'staff') await client.signIn(1, ADMIN_PASSWORD);
    else await client.signIn(this.login, this.password);
    return client;
  }

  /**
   * Resolves when somebody else was answered, who asks now: the server has read what was written
   * before and goes on. It does not while one hostile request keeps it at work.
   */
  async othersAreServed(): Promise<void> {
    const { code } = await this.others.request('ping');
    if (code !== 'ok') this.faults.push(`others are answered ${code}`);
  }

  /** Resolves when no leverage switch is due: the desk runs those that are due by itself. */
  async switchesHaveRun(): Promise<void> {
    await until('the leverage switches that are due', async () => {
      const { data: pong } = await this.others.request<{ server_time: string }>('ping');
      const now = Date.parse(pong.server_time);
      const { data } = await this.staff.request<Switch[]>('GET', '/leverage-switches');
      const isDue = (time: string | null) => time !== null && Date.parse(time) <= now;
      return !data.some(({ status, at, until: end }) =>
        status === 'planned' ? isDue(at) : status === 'active' && isDue(end),
      );
    });
  }

  async hash(): Promise<string> {
    const taken = await stateHash(this.server.data);
    if (!taken.ok) throw new Error(taken.message);
    return taken.data.state_hash;
  }

  /** Asserts that nothing was wrong since the last time. */
  assertBorne(t: Assert, what: string): void {
    t.same(this.faults.splice(0).slice(0, 20), [], what);
    const failures = this.server.records.filter(({ level }) => level !== 'info');
    t.same(failures, [], 'the server logged nothing else');
  }

  /** Asserts that the server is whole, and ends it. */
  async stop(t: Assert): Promise<void> {
    await this.othersAreServed();
    this.assertBorne(t, 'others are served to the end');
    await assertWhole(t, this.server.data);
    t.match(await this.server.stop(), { code: 0 }, 'it stops cleanly');
  }
}
