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
import { IdPath, SETTING_BYTES_MAX, settingRoutes, typed } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/limits.js';

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
  }),
  route({
    ...changing,
    name: 'leverage-profiles.rules.create',
    method: 'POST',
    path: RULES,
    says: 'Puts a rule into a leverage profile.',
    params: IdPath,
    body: RuleInsert,
    bodyBytesMax: SETTING_BYTES_MAX,
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
    params: IdPath,
    body: RuleOrder,
    bodyValuesMax: BODY_VALUES_MAX.list,
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
    says: 'Changes fields of the rule with a number, which is its place.',
    params: RulePath,
    body: RulePatch,
    bodyBytesMax: SETTING_BYTES_MAX,
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
    says: 'Takes the rule with a number, which is its place, out of a leverage profile.',
    params: RulePath,
    query: RestsOn,
    handle: async ({ caller, path: { id, n }, query: { version } }, context) => {
      const edit = { op: 'remove', number: n } as const;
      return typed(await context.desk('leverage.rules', { caller, id, version, edit }));
    },
  }),
];
