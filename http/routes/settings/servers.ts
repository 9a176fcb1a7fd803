// Logical servers.

import { LOGICAL_SERVERS, ServerPath } from '../../../wire/rest/settings/servers.js';
import { settingRoutes } from '../../rest/setting-routes.js';

export const servers = settingRoutes(LOGICAL_SERVERS, {
  name: 'network.servers',
  path: 'network/servers',
  one: 'a logical server',
  many: 'the logical servers',
  params: ServerPath,
  ops: ['list', 'read', 'patch'],
});
