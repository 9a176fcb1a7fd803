// Logical servers over REST.

import { Type } from '@sinclair/typebox';
import { Named, Words } from '../../base/schema.js';
import {
  DayTimeOrNone,
  LogicalServerRecord,
  ServerAccess,
  ServerDemo,
  ServerHistory,
} from '../../settings/servers.js';
import { setting } from '../../settings/setting.js';
import { READINESS, ServerAllocations, ServerInstance, ServerMaintenance } from './server-views.js';

/** What can be changed of a server, and what no server has. */
const ServerCapabilities = Named('ServerCapabilities', {
  access_policy: Type.Boolean(),
  demo: Type.Boolean(),
  edit_metadata: Type.Boolean(),
  failover: Type.Boolean(),
  history_timeout: Type.Boolean(),
  network_adapter: Type.Boolean(),
  optimization: Type.Boolean(),
  provision: Type.Boolean(),
  ranges: Type.Boolean(),
  transport: Type.Boolean(),
});

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
    capabilities: ServerCapabilities,
    readiness: Words(READINESS),
    allocations: Type.Union([ServerAllocations, Type.Null()]),
    maintenance: Type.Union([ServerMaintenance, Type.Null()]),
    instances: Type.Array(ServerInstance),
  },
  times: false,
});

/** A server's id is a word. */
export const ServerPath = Named('ServerPath', { id: Type.String() });
