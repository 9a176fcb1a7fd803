// Texts of routing, leverage profiles, account allocations and report configurations.

import type { OperationTexts } from './operation-text.js';
import { settingTexts } from './setting-texts.js';

const STALE = '`version` is not the newest';
const UNKNOWN = 'there is no such record';
const rule = {
  name: 'Metals',
  mask: 'Metals\\*',
  range_basis: 'volume',
  tiers: [
    { range_to: '10', initial: '1', maintenance: '1' },
    { range_to: '0', initial: '2', maintenance: '2' },
  ],
};

const routing: OperationTexts = {
  ...settingTexts(
    {
      name: 'routing',
      order: 'Rules in the order in which they are tried, disabled ones too.',
      taken: 'the name is taken',
      creates: 'It goes in at `position`; 0 or nothing = last.',
      changes: 'The last enabled rule that decides cannot be disabled.',
      deletes: 'The last enabled rule that decides cannot be deleted.',
      invalid: 'the action does not go with its value or dealers',
      id: 3,
      create: {
        name: 'Large trades to dealers',
        position: 1,
        action: 'online_dealers',
        conditions: [{ field: 'volume', op: 'ge', value: '10' }],
        request_kinds: ['open', 'close'],
        skip_no_dealer: true,
      },
      patch: { version: 1, conditions: [{ field: 'volume', op: 'ge', value: '20' }] },
      ids: [1, 3, 2],
    },
    ['list', 'create', 'read', 'change', 'delete', 'order'],
  ),
  'routing.fields': { says: 'For forms in which rules are written.' },
  'routing.test': {
    says: 'Nothing is traded. The walk tells of each rule why it did not decide.',
    example: { body: { symbol: 'EURUSD', side: 'buy', volume: '25', group: 'demo\\standard' } },
  },
  'routing.dealers.list': {
    says: 'Has the version of the rule, which a change sends back.',
    errors: { not_found: UNKNOWN },
    example: { path: { id: 4 } },
  },
  'routing.dealers.replace': {
    says: 'The rule gets a new version.',
    errors: { not_found: UNKNOWN, conflict: STALE },
    example: { path: { id: 4 }, body: { version: 1, dealers: [2, 1] } },
  },
  'routing.dealers.delete': {
    says: 'A rule that asks dealers keeps at least one.',
    errors: { not_found: 'there is no such rule, or it does not name the dealer' },
    example: { path: { id: 4, dealer: 2 } },
  },
};

const leverage: OperationTexts = {
  ...settingTexts(
    {
      name: 'leverage-profiles',
      order: 'Profiles by name.',
      taken: 'the name is taken',
      used: 'a group uses it, or a leverage switch names it',
      creates: 'Groups use it once they name it in `leverage_profile_id`.',
      changes: 'Margin follows within moments.',
      invalid: 'tiers do not rise to an open end',
      id: 1,
      create: { name: 'Large positions', rules: [{ ...rule, name: 'Forex', mask: 'Forex\\*' }] },
      patch: { version: 1, name: 'Large holdings' },
    },
    ['list', 'create', 'read', 'change', 'delete'],
  ),
  ...settingTexts(
    {
      name: 'leverage-switches',
      order: 'Switches by their times.',
      taken: 'the switch has begun, or another one can change the same groups in its time',
      used: 'the switch is active',
      creates:
        'At `at` groups with the one profile get the other, and at `until` those that got it get ' +
        'the former one back, unless they have yet another profile by then. Times that passed ' +
        'while the server stood still are made up for, in order.',
      changes: 'Once it has begun, only `until` can change.',
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
    ['list', 'create', 'read', 'change', 'delete'],
  ),
  'leverage-profiles.rules.create': {
    says: 'Answers the whole profile.',
    errors: { not_found: UNKNOWN, conflict: STALE },
    example: { path: { id: 1 }, body: { version: 2, rule, position: 1 } },
  },
  'leverage-profiles.rules.order': {
    says: 'Answers the whole profile. The first rule that fits a symbol decides.',
    errors: {
      not_found: UNKNOWN,
      conflict: STALE,
      invalid_input: '`order` does not name each rule exactly once',
    },
    example: { path: { id: 1 }, body: { version: 3, order: [2, 1] } },
  },
  'leverage-profiles.rules.change': {
    says: 'Fields that are not sent stay; `tiers` takes the place of all tiers.',
    errors: { not_found: 'there is no such profile, or no such rule', conflict: STALE },
    example: { path: { id: 1, n: 1 }, body: { version: 4, name: 'Gold and silver' } },
  },
  'leverage-profiles.rules.delete': {
    says: 'Rules behind it move up by one.',
    errors: { not_found: 'there is no such profile, or no such rule', conflict: STALE },
    example: { path: { id: 1, n: 2 }, query: { version: 5 } },
  },
};

const allocation = {
  group_path: 'demo\\standard',
  description: 'Germany',
  priority: 10,
  countries: ['DE', 'AT'],
  default_leverage: 30,
  leverages: [10, 30],
};

const allocations: OperationTexts = {
  ...settingTexts(
    {
      name: 'account-allocations',
      order: 'Rules of the scope, the lowest priority first.',
      taken: 'it was changed by another request meanwhile',
      deletes: 'Accounts that it placed stay where they are.',
      invalid:
        'the group is unknown, a country is a mask or has a `!`, or the leverages lack the default',
      id: 1,
      create: allocation,
      replace: { ...allocation, version: 1, enabled: true, priority: 5 },
    },
    ['list', 'create', 'read', 'replace', 'delete'],
  ),
  'account-allocations.preview': {
    says:
      'What `GET /trader/v1/register` answers there: every enabled rule of the brand that lists ' +
      'the country, or lists none, is an offer; the one with the lowest priority is the default.',
    example: { query: { country: 'DE', host: 'terminal.example.com' } },
  },
  'account-allocations.settings.read': {
    says: 'Pages of a group go before these. Link sets are tried in their order.',
  },
  'account-allocations.settings.replace': {
    says: 'Link sets that are not sent are gone.',
    errors: { conflict: STALE },
    example: {
      body: {
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
  },
};

const reports: OperationTexts = {
  ...settingTexts(
    {
      name: 'reports.configs',
      order: 'Configurations by position, then name.',
      taken: 'the name is taken',
      creates: 'Parts of its name are folders; `position` 0 or nothing puts it last.',
      deletes: 'Reports that were made stay readable.',
      invalid: 'the module is unknown, or the name has an empty part',
      id: 1,
      create: { name: 'Finance\\Daily', module: 'daily', params: { groups: 'demo\\*' } },
      patch: { version: 1, params: { groups: 'real\\*' } },
      ids: [1],
    },
    ['list', 'create', 'read', 'change', 'delete', 'order'],
  ),
  'reports.list': {
    says:
      'Who configures reports sees each enabled one; others see those that their report lines ' +
      'open. `can_export` also takes the right `reports.export`.',
  },
  'reports.modules': { says: 'For forms in which configurations are written.' },
};

export const ruleTexts: OperationTexts = { ...routing, ...leverage, ...allocations, ...reports };
