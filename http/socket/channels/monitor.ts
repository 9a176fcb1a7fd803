// The staff channel `monitor`: the figures of a server, every 2 seconds.

import { Type } from '@sinclair/typebox';
import type { ActorsClient } from '../../../actors/client.js';
import { hasRights } from '../../../wire/accounts/has-rights.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { OrNull, Strict, Words } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { MonitorEvent, SAMPLE_MS } from '../../../wire/rest/settings/server-views.js';
import { SERVER_IDS, type ServerId } from '../../../wire/settings/servers.js';
import { eventOf } from '../../../wire/socket/events.js';
import type { SocketClock } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { type Channel, type ChannelForm, channel } from './channel.js';

/** Both are needed. */
const MONITOR_RIGHTS: readonly Right[] = ['config.servers', 'server.machines'];

export const MONITOR = {
  name: 'monitor',
  says:
    'The figures of a server, every 2 seconds, to staff with config.servers and ' +
    'server.machines. A socket follows one server: another subscription replaces the ' +
    'former subscription.',
  who: ['staff'],
  rights: ['server.machines'],
  filter: Strict({
    server: Type.Unsafe<ServerId>({ ...Words(SERVER_IDS), description: 'Name of the server.' }),
  }),
  snapshot: OrNull(MonitorEvent, {
    description: 'The newest figures; null = there are none yet.',
  }),
  events: ['monitor'],
  codes: ['forbidden'],
  example: { server: 'trade' },
} as const satisfies ChannelForm;

const mayWatch = ({ session }: Connection): boolean => hasRights(session, MONITOR_RIGHTS);

/** The followers of the monitor. */
export class Monitors {
  readonly channel: Channel;
  readonly #followers = new Map<Connection, ServerId>();
  #cancel: (() => void) | undefined;

  constructor(
    private readonly client: Pick<ActorsClient, 'vitals'>,
    private readonly clock: SocketClock,
  ) {
    this.channel = channel({
      ...MONITOR,
      subscribe: (connection, { server }, answer) => {
        if (!mayWatch(connection)) return answer(refuse('forbidden'));
        this.#followers.set(connection, server);
        this.#cancel ??= clock.after(SAMPLE_MS, () => this.#tick());
        answer(ok(JSON.stringify(this.#dataOf(server))));
      },
      unsubscribe: (connection, { server }) => {
        const followed = this.#followers.get(connection);
        if (server === undefined || server === followed) this.#followers.delete(connection);
      },
      leave: (connection) => this.#followers.delete(connection),
      refresh: () => {},
    });
  }

  #tick(): void {
    const some = this.#followers.size > 0;
    this.#cancel = some ? this.clock.after(SAMPLE_MS, () => this.#tick()) : undefined;
    const frames = new Map<ServerId, OutFrame>();
    for (const [connection, server] of this.#followers) {
      if (!mayWatch(connection)) continue;
      const data = frames.has(server) ? null : this.#dataOf(server);
      if (data !== null) frames.set(server, new OutFrame(eventOf('monitor', data)));
      const frame = frames.get(server);
      if (frame !== undefined) connection.deliverUnstored(frame);
    }
  }

  #dataOf(server: ServerId) {
    const { vitals } = this.client;
    const sample = vitals.newest(server);
    return sample === null ? null : { server, instance_id: vitals.runId, sample };
  }
}
