// Routing rules, which select who decides on a request.

import type { Code, Outcome } from '../../../wire/base/codes.js';
import { ok } from '../../../wire/base/codes.js';
import {
  DealerPath,
  DealersBody,
  ROUTING_RULES,
  RoutingDealers,
  RoutingFields,
  RoutingSample,
  RoutingTest,
} from '../../../wire/rest/settings/routing.js';
import {
  NUMBER_FIELDS,
  NUMBER_OPS,
  TEXT_FIELDS,
  TEXT_OPS,
} from '../../../wire/settings/routing.js';
import { ROUTED_KINDS } from '../../../wire/trading/events.js';
import { ORDER_KIND, ROUTING_ACTIONS } from '../../../wire/trading/records.js';
import { route } from '../../rest/route.js';
import {
  IdPath,
  NO_RECORD,
  readable,
  STALE,
  settingRoutes,
  typed,
} from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';

const PATH = '/admin/v1/routing';
const rights = [ROUTING_RULES.write];

const FIELDS = {
  fields: [
    ...NUMBER_FIELDS.map((field) => ({ field, type: 'number' as const, ops: [...NUMBER_OPS] })),
    ...TEXT_FIELDS.map((field) => ({ field, type: 'text' as const, ops: [...TEXT_OPS] })),
  ],
  actions: [...ROUTING_ACTIONS],
  request_kinds: [...ROUTED_KINDS],
  order_kinds: [...ORDER_KIND.choices],
};

/** The dealers of a rule in the order in which they get offers. */
const dealersOf = <C extends Code>(rule: Outcome<unknown, C>) => {
  if (!rule.ok) return rule;
  const { dealers, version } = rule.data as { dealers: number[]; version: number };
  return ok({ dealers, version });
};

export const routing = [
  ...settingRoutes(ROUTING_RULES, {
    name: 'routing',
    path: 'routing',
    one: 'a routing rule',
    many: 'routing rules',
    ops: ['list', 'create', 'order', 'read', 'patch', 'remove'],
    texts: {
      order: 'Rules in the order in which the server tries them, also disabled rules.',
      taken: 'the name is taken',
      creates: 'The rule is inserted at `position`; 0 or no `position` = last.',
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
  }),
  route({
    name: 'routing.fields',
    method: 'GET',
    path: `${PATH}/fields`,
    says: 'Answers the actions, conditions and values that routing rules can have.',
    details: 'For forms in which rules are written.',
    ...readable(ROUTING_RULES.read),
    reply: RoutingFields,
    handle: async () => ok(FIELDS),
  }),
  route({
    name: 'routing.test',
    method: 'POST',
    path: `${PATH}/test`,
    says: 'Answers which routing rule would take a request, and why.',
    details: 'Nothing is traded. The answer names for each rule why the rule did not decide.',
    rights,
    body: RoutingSample,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: RoutingTest,
    example: { body: { symbol: 'EURUSD', side: 'buy', volume: '25', group: 'demo\\standard' } },
    handle: async ({ caller, body }, context) =>
      typed(await context.desk('routing.test', { caller, sample: body })),
  }),
  route({
    name: 'routing.dealers.list',
    method: 'GET',
    path: `${PATH}/{id}/dealers`,
    says: 'Answers the dealers of a routing rule in the order in which they are asked.',
    details: 'Has the version of the rule, which a change sends back.',
    ...readable(ROUTING_RULES.read),
    params: IdPath,
    reply: RoutingDealers,
    errors: { not_found: NO_RECORD },
    example: { path: { id: 4 } },
    handle: async ({ caller, path: { id } }, context) =>
      dealersOf(await context.desk('settings.read', { caller, kind: 'routing', id })),
  }),
  route({
    name: 'routing.dealers.replace',
    method: 'POST',
    path: `${PATH}/{id}/dealers`,
    says: 'Replaces the dealers of a routing rule.',
    details: 'The rule gets a new version.',
    rights,
    params: IdPath,
    body: DealersBody,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: RoutingDealers,
    errors: { not_found: NO_RECORD, conflict: STALE },
    example: { path: { id: 4 }, body: { version: 1, dealers: [2, 1] } },
    handle: async ({ caller, path: { id }, body: { version, dealers } }, context) => {
      const input = { caller, kind: 'routing', id, version, fields: { dealers } } as const;
      return dealersOf(await context.desk('settings.patch', { ...input, whole: false }));
    },
  }),
  route({
    name: 'routing.dealers.delete',
    method: 'DELETE',
    path: `${PATH}/{id}/dealers/{dealer}`,
    says: 'Takes a dealer off a routing rule.',
    details: 'A rule that asks dealers keeps at least one dealer.',
    rights,
    params: DealerPath,
    reply: RoutingDealers,
    errors: { not_found: 'there is no such rule, or the rule does not name the dealer' },
    example: { path: { id: 4, dealer: 2 } },
    handle: async ({ caller, path: { id, dealer } }, context) =>
      dealersOf(await context.desk('routing.drop_dealer', { caller, id, dealer })),
  }),
];
