// Groups with their symbol rows and commission rules.

import { GROUPS } from '../../../wire/rest/settings/groups.js';
import { settingRoutes } from '../../rest/setting-routes.js';

export const groups = settingRoutes(GROUPS, {
  name: 'groups',
  path: 'groups',
  one: 'a group',
  many: 'groups in scope, by path',
  ops: ['list', 'create', 'read', 'patch', 'remove'],
});
