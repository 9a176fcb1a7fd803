// Account allocations: the group of people who sign up, and the pages and links for them.

import { SignUpOptions, SignUpPreviewQuery } from '../../../wire/rest/accounts/sign-up.js';
import { ALLOCATION_SETTINGS, ALLOCATIONS } from '../../../wire/settings/allocations.js';
import { route } from '../../rest/route.js';
import { readable, settingRoutes, singleRoutes } from '../../rest/setting-routes.js';

/** A rule that succeeds on the demo platform. */
const EXAMPLE = {
  group_path: 'demo\\standard',
  description: 'Germany',
  priority: 10,
  countries: ['DE', 'AT'],
  default_leverage: 30,
  leverages: [10, 30],
};

export const accountAllocations = [
  route({
    name: 'account-allocations.preview',
    method: 'GET',
    path: '/admin/v1/account-allocations/preview',
    says: 'Answers the offers that people from a country get at a host.',
    details:
      'The answer equals the answer of `GET /trader/v1/register` at this host: every ' +
      'enabled rule of the brand that lists the country, or lists no country, is an offer; ' +
      'the offer with the lowest priority is the default.',
    ...readable(ALLOCATIONS.read),
    query: SignUpPreviewQuery,
    reply: SignUpOptions,
    example: { query: { country: 'DE', host: 'terminal.example.com' } },
    handle: ({ query: { country = '', host = '' } }, context) =>
      context.desk('sign_up.options', { host, country, lang: '', ip: null }),
  }),
  ...settingRoutes(ALLOCATIONS, {
    name: 'account-allocations',
    path: 'account-allocations',
    one: 'an allocation rule',
    many: 'allocation rules',
    ops: ['list', 'create', 'read', 'replace', 'remove'],
    texts: {
      order: 'Rules of the scope, the lowest priority first.',
      taken: 'the record was changed by another request meanwhile',
      deletes: 'Accounts that were opened by the rule stay in their groups.',
      invalid:
        'the group is unknown, a country is a mask or has a `!`, or the leverages lack the default',
      id: 1,
      create: EXAMPLE,
      replace: { ...EXAMPLE, version: 1, enabled: true, priority: 5 },
    },
  }),
  ...singleRoutes(
    ALLOCATION_SETTINGS,
    {
      name: 'account-allocations.settings',
      path: 'account-allocations/settings',
      one: 'the settings of account allocation',
      reads: 'Pages of a group go before these. Link sets are tried in their order.',
      changes: 'Link sets that are not sent are gone.',
      example: {
        version: 1,
        deposit_url: 'https://pay.example.com/in',
        link_sets: [
          {
            id: 1,
            description: 'Everybody',
            links: [{ url: 'https://example.com/terms', caption: 'Terms', caption_type: 0 }],
          },
        ],
      },
    },
    ['read', 'replace'],
  ),
];
