// Leverage profiles: margin by the size of holdings.

import {
  LEVERAGE_PROFILES,
  RestsOn,
  RuleInsert,
  RuleOrder,
  RulePatch,
  RulePath,
} from '../../../wire/rest/settings/leverage-profiles.js';
import { route } from '../../rest/route.js';
import {
  IdPath,
  NO_RECORD,
  SETTING_BYTES_MAX,
  STALE,
  settingRoutes,
  typed,
} from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';

const rule = {
  name: 'Metals',
  mask: 'Metals\\*',
  range_basis: 'volume',
  tiers: [
    { range_to: '10', initial: '1', maintenance: '1' },
    { range_to: '0', initial: '2', maintenance: '2' },
  ],
};

const RULES = '/admin/v1/leverage-profiles/{id}/rules';

/** Common properties of the routes of single rules; they return the whole profile. */
const changing = {
  rights: [LEVERAGE_PROFILES.write],
  reply: LEVERAGE_PROFILES.shown,
  errors: ['not_found', 'conflict'],
} as const;

export const leverageProfiles = [
  ...settingRoutes(LEVERAGE_PROFILES, {
    name: 'leverage-profiles',
    path: 'leverage-profiles',
    one: 'a leverage profile',
    many: 'leverage profiles',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
    texts: {
      order: 'Profiles by name.',
      taken: 'the name is taken',
      used: 'a group or a leverage switch names the profile',
      creates: 'Groups use the profile once they name it in `leverage_profile_id`.',
      changes: 'Margin follows within moments.',
      invalid: 'tiers do not rise to an open end',
      id: 1,
      create: { name: 'Large positions', rules: [{ ...rule, name: 'Forex', mask: 'Forex\\*' }] },
      patch: { version: 1, name: 'Large holdings' },
    },
  }),
  route({
    ...changing,
    name: 'leverage-profiles.rules.create',
    method: 'POST',
    path: RULES,
    says: 'Puts a rule into a leverage profile.',
    details: 'Answers the whole profile.',
    params: IdPath,
    body: RuleInsert,
    bodyBytesMax: SETTING_BYTES_MAX,
    errors: { not_found: NO_RECORD, conflict: STALE },
    example: { path: { id: 1 }, body: { version: 2, rule, position: 1 } },
    handle: async ({ caller, path: { id }, body }, context) => {
      const { rule, position = 0, version } = body;
      const edit = { op: 'insert', rule, position } as const;
      return typed(await context.desk('leverage.rules', { caller, id, version, edit }));
    },
  }),
  route({
    ...changing,
    name: 'leverage-profiles.rules.order',
    method: 'PUT',
    path: `${RULES}/order`,
    says: 'Puts the rules of a leverage profile in another order.',
    details: 'Answers the whole profile. The first rule that fits a symbol decides.',
    params: IdPath,
    body: RuleOrder,
    bodyValuesMax: BODY_VALUES_MAX.list,
    errors: {
      not_found: NO_RECORD,
      conflict: STALE,
      invalid_input: '`order` does not name each rule exactly once',
    },
    example: { path: { id: 1 }, body: { version: 3, order: [2, 1] } },
    handle: async ({ caller, path: { id }, body: { order, version } }, context) => {
      const edit = { op: 'arrange', numbers: order } as const;
      return typed(await context.desk('leverage.rules', { caller, id, version, edit }));
    },
  }),
  route({
    ...changing,
    name: 'leverage-profiles.rules.change',
    method: 'PATCH',
    path: `${RULES}/{n}`,
    says: 'Changes fields of a rule; `number` is the place of the rule in the list.',
    details: 'Fields that are not sent stay; `tiers` takes the place of all tiers.',
    params: RulePath,
    body: RulePatch,
    bodyBytesMax: SETTING_BYTES_MAX,
    errors: { not_found: 'there is no such profile, or no such rule', conflict: STALE },
    example: { path: { id: 1, n: 1 }, body: { version: 4, name: 'Gold and silver' } },
    handle: async ({ caller, path: { id, n }, body: { version, ...fields } }, context) => {
      const edit = { op: 'change', number: n, fields } as const;
      return typed(await context.desk('leverage.rules', { caller, id, version, edit }));
    },
  }),
  route({
    ...changing,
    name: 'leverage-profiles.rules.delete',
    method: 'DELETE',
    path: `${RULES}/{n}`,
    says: 'Removes a rule from a leverage profile; `number` is the place of the rule in the list.',
    details: 'Later rules move up by one place.',
    params: RulePath,
    query: RestsOn,
    errors: { not_found: 'there is no such profile, or no such rule', conflict: STALE },
    example: { path: { id: 1, n: 2 }, query: { version: 5 } },
    handle: async ({ caller, path: { id, n }, query: { version } }, context) => {
      const edit = { op: 'remove', number: n } as const;
      return typed(await context.desk('leverage.rules', { caller, id, version, edit }));
    },
  }),
];
