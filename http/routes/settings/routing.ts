// Routing rules, which select who decides on a request.

import type { Code, Outcome } from '../../../wire/base/codes.js';
import { done } from '../../../wire/base/codes.js';
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
import { IdPath, readable, settingRoutes, typed } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/limits.js';

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
  return done({ dealers, version });
};

export const routing = [
  ...settingRoutes(ROUTING_RULES, {
    name: 'routing',
    path: 'routing',
    one: 'a routing rule',
    many: 'routing rules',
    ops: ['list', 'create', 'order', 'read', 'patch', 'remove'],
  }),
  route({
    name: 'routing.fields',
    method: 'GET',
    path: `${PATH}/fields`,
    says: 'Answers what routing rules can be made of.',
    ...readable(ROUTING_RULES.read),
    reply: RoutingFields,
    handle: async () => done(FIELDS),
  }),
  route({
    name: 'routing.test',
    method: 'POST',
    path: `${PATH}/test`,
    says: 'Answers which routing rule would take a request, and why.',
    rights,
    body: RoutingSample,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: RoutingTest,
    handle: async ({ caller, body }, context) =>
      typed(await context.desk('routing.test', { caller, sample: body })),
  }),
  route({
    name: 'routing.dealers.list',
    method: 'GET',
    path: `${PATH}/{id}/dealers`,
    says: 'Answers the dealers of a routing rule in the order in which they are asked.',
    ...readable(ROUTING_RULES.read),
    params: IdPath,
    reply: RoutingDealers,
    errors: ['not_found'],
    handle: async ({ caller, path: { id } }, context) =>
      dealersOf(await context.desk('settings.read', { caller, kind: 'routing', id })),
  }),
  route({
    name: 'routing.dealers.replace',
    method: 'POST',
    path: `${PATH}/{id}/dealers`,
    says: 'Replaces the dealers of a routing rule.',
    rights,
    params: IdPath,
    body: DealersBody,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: RoutingDealers,
    errors: ['not_found', 'conflict'],
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
    rights,
    params: DealerPath,
    reply: RoutingDealers,
    errors: ['not_found'],
    handle: async ({ caller, path: { id, dealer } }, context) =>
      dealersOf(await context.desk('routing.drop_dealer', { caller, id, dealer })),
  }),
];
