// Groups with their symbol rows and commission rules.

import { GROUPS } from '../../../wire/rest/settings/groups.js';
import { settingRoutes } from '../../rest/setting-routes.js';

export const groups = settingRoutes(GROUPS, {
  name: 'groups',
  path: 'groups',
  one: 'a group',
  many: 'groups in scope, by path',
  ops: ['list', 'create', 'read', 'patch', 'remove'],
  texts: {
    order: 'Groups of the scope by path.',
    taken: 'the path is taken',
    used: 'the group has accounts, or there are groups below the group',
    creates:
      'A path with a part `managers` or `administrators`, or a part that looks alike, ' +
      'makes the group a staff group.',
    changes: 'Path, currency and currency digits are fixed once the group has an account.',
    invalid: 'the company is not licensed, or the leverage profile is unknown',
    id: 6,
    create: {
      path: 'demo\\euro',
      company: 'Demo Brokerage',
      currency: 'EUR',
      leverage_default: 30,
      symbols: [{ mask: 'Forex\\*', spread_diff: 4, spread_diff_bid: 2 }],
    },
    patch: { version: 1, margin_call: '80', stop_out: '40' },
  },
});
