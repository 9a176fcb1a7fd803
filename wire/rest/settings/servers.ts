// Logical servers over REST.

import { Type } from '@sinclair/typebox';
import { Named } from '../../base/schema.js';
import { LogicalServerRecord } from '../../settings/servers.js';
import { setting } from '../../settings/setting.js';

/** The API form of logical servers. */
export const LOGICAL_SERVERS = setting({
  kind: 'logical_server',
  read: ['config.servers'],
  write: 'config.servers',
  record: LogicalServerRecord,
  server: ['id', 'internal_id'],
  times: false,
});

/** A server's id is a word. */
export const ServerPath = Named('ServerPath', { id: Type.String() });
