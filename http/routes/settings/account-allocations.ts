// Account allocations: the group of people who sign up, and the pages and links for them.

import { SignUpOptions, SignUpPreviewQuery } from '../../../wire/rest/accounts/sign-up.js';
import {
  ALLOCATION_SETTINGS,
  ALLOCATIONS,
} from '../../../wire/rest/settings/account-allocations.js';
import { route } from '../../rest/route.js';
import { readable, settingRoutes, singleRoutes } from '../../rest/setting-routes.js';

export const accountAllocations = [
  route({
    name: 'account-allocations.preview',
    method: 'GET',
    path: '/admin/v1/account-allocations/preview',
    says: 'Answers what people from a country are offered at a host.',
    ...readable(ALLOCATIONS.read),
    query: SignUpPreviewQuery,
    reply: SignUpOptions,
    handle: ({ query: { country = '', host = '' } }, context) =>
      context.desk('sign_up.options', { host, country, lang: '', ip: null }),
  }),
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
