// Logical servers over REST.

import { type TBoolean, Type } from '@sinclair/typebox';
import { Named, OrNull, Words } from '../../base/schema.js';
import { DayTimeOrNone } from '../../base/setting-fields.js';
import { section } from '../../fields/words.js';
import {
  LogicalServerRecord,
  ServerAccess,
  ServerDemo,
  ServerHistory,
} from '../../settings/servers.js';
import { setting } from '../../settings/setting.js';
import { READINESS, ServerAllocations, ServerInstance, ServerMaintenance } from './server-views.js';

const capabilities = section('Capabilities');
const observed = section('Observed');
const identity = section('Identity');

/** The changeable settings of a server, and the capabilities that no server has. */
const CAPABILITIES = {
  access_policy: ['Access', 'Can staff set whom the server admits?'],
  demo: ['Demo accounts', 'Can the lifetime of demo accounts be set?'],
  edit_metadata: ['Title and place', 'Can the title and the coordinates of the server be set?'],
  failover: ['Failover', 'Can another server replace this server?'],
  history_timeout: ['Silence', 'Can the silence of datafeeds be set?'],
  network_adapter: ['Network adapter', 'Can the observed interface be set?'],
  optimization: ['Maintenance', 'Can the time of the weekly maintenance be set?'],
  provision: ['Provision', 'Can instances be started and stopped?'],
  ranges: ['Ranges', 'Can ranges of numbers be set?'],
  transport: ['Transport', 'Can the addresses and certificates of the server be set?'],
} as const;
const ServerCapabilities = Named(
  'ServerCapabilities',
  Object.fromEntries(
    Object.entries(CAPABILITIES).map(([name, [title, text]]) => [
      name,
      capabilities(title, text, Type.Boolean()),
    ]),
  ) as Record<keyof typeof CAPABILITIES, TBoolean>,
);

/** The API form of logical servers. */
export const LOGICAL_SERVERS = setting({
  kind: 'logical_server',
  read: ['config.servers'],
  write: 'config.servers',
  record: LogicalServerRecord,
  server: ['id', 'internal_id'],
  // A request sends a field of its server alone, and never null.
  taken: {
    access: ServerAccess,
    history: ServerHistory,
    optimization_time: DayTimeOrNone(),
    demo: ServerDemo,
  },
  added: {
    capabilities: observed('Capabilities', 'Fields that can be changed.', ServerCapabilities),
    readiness: observed(
      'Readiness',
      'Does the server serve clients? `offline`: no instance shows a heartbeat.',
      Words(READINESS),
    ),
    allocations: observed(
      'Allocations',
      'Numbers in use; only the server `trade` has this field.',
      OrNull(ServerAllocations),
    ),
    maintenance: observed(
      'Maintenance',
      'The newest run or the planned run; only the server `trade` has this field.',
      OrNull(ServerMaintenance),
    ),
    instances: observed(
      'Instances',
      'Processes that are, or were, the server, of the last 24 hours.',
      Type.Array(ServerInstance),
    ),
  },
  times: false,
});

/** A server's id is a word. */
export const ServerPath = Named('ServerPath', {
  id: identity('Server', 'Name of the logical server.', Type.String()),
});
