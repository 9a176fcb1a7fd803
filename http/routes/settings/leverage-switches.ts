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
    texts: {
      order: 'Switches by their times.',
      taken: 'the switch has begun, or another switch can change the same groups in the same time',
      used: 'the switch is active',
      creates:
        'At `at` groups with the profile `profile_from_id` get the profile `profile_to_id`. ' +
        'At `until` these groups get the former profile back, unless they have a third ' +
        'profile by then. Switches that were due while the server was stopped are made at ' +
        'the next start, in order.',
      changes: 'Once the switch has begun, only `until` can change.',
      invalid: 'a profile is unknown, or `until` is not later than `at`',
      id: 1,
      create: {
        groups: 'real\\*',
        profile_from_id: null,
        profile_to_id: null,
        at: '2036-11-20T21:00:00Z',
        until: '2036-11-22T22:00:00Z',
      },
      patch: { version: 1, until: '2036-11-23T22:00:00Z' },
    },
  }),
];
