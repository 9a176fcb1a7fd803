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
    used: 'accounts are in it, or groups below it',
    creates:
      'A part `managers` or `administrators` of its path, or one that looks like it, makes it ' +
      'a staff group.',
    changes: 'Path, currency and its digits are fixed once it has an account.',
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
