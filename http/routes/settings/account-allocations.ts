// Account allocations: the group of people who sign up, and the pages and links for them.

import {
  ALLOCATION_SETTINGS,
  ALLOCATIONS,
} from '../../../wire/rest/settings/account-allocations.js';
import { settingRoutes, singleRoutes } from '../../rest/setting-routes.js';

export const accountAllocations = [
  ...settingRoutes(ALLOCATIONS, {
    name: 'account-allocations',
    path: 'account-allocations',
    one: 'an allocation rule',
    many: 'allocation rules',
    ops: ['list', 'create', 'read', 'replace', 'remove'],
  }),
  ...singleRoutes(
    ALLOCATION_SETTINGS,
    {
      name: 'account-allocations.settings',
      path: 'account-allocations/settings',
      one: 'the settings of account allocation',
    },
    ['read', 'replace'],
  ),
];
