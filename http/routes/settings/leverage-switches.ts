// Leverage switches: groups that change their leverage profile at a planned time.

import { LEVERAGE_SWITCHES } from '../../../wire/rest/settings/leverage-switches.js';
import { settingRoutes } from '../../rest/setting-routes.js';

export const leverageSwitches = [
  ...settingRoutes(LEVERAGE_SWITCHES, {
    name: 'leverage-switches',
    path: 'leverage-switches',
    one: 'a leverage switch',
    many: 'leverage switches',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
  }),
];
