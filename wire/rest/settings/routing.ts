// Routing rules over REST.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Time, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { RoutingRecord } from '../../settings/routing.js';
import { setting } from '../../settings/setting.js';
import { ROUTED_KINDS } from '../../trading/events.js';
import { ORDER_KIND, ROUTING_ACTIONS, SIDE } from '../../trading/records.js';

/** The API form of routing rules. A create gives the position; 0 = last. */
export const ROUTING_RULES = setting({
  kind: 'routing',
  read: ['config.routing'],
  write: 'config.routing',
  record: RoutingRecord,
  fixed: ['position'],
  taken: { position: Int(0) },
  times: true,
});

const { dealers } = RoutingRecord.properties;
const Version = () => Type.Integer({ minimum: 1 });

/** The dealers of a rule in the order in which they get offers, and the rule's version. */
export const RoutingDealers = Named('RoutingDealers', {
  dealers: Type.Array(Id()),
  version: Version(),
});
/** Replaces the dealers of a rule. */
export const DealersBody = Named('DealersBody', { dealers, version: Id() });
/** One dealer of a rule. */
export const DealerPath = Named('DealerPath', { id: Id(), dealer: Id() });

const Texts = () => Type.Array(Type.String());
/** The conditions and actions that a rule can have. */
export const RoutingFields = Named('RoutingFields', {
  fields: Type.Array(
    Named('RoutingField', {
      field: Type.String(),
      type: Words(['number', 'text'] as const),
      ops: Texts(),
    }),
  ),
  actions: Texts(),
  request_kinds: Texts(),
  order_kinds: Texts(),
});

const Hour = () => Type.Integer({ minimum: 0, maximum: 23 });
const Weekday = () => Type.Integer({ minimum: 0, maximum: 6 });

/** A request to test; the default group is the account's. */
export const RoutingSample = Named('RoutingSample', {
  login: Type.Optional(Id()),
  group: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  symbol: Type.String({ minLength: 1, maxLength: 32 }),
  side: Words(SIDE.choices),
  volume: Decimal(),
  kind: Type.Optional(Words(ROUTED_KINDS)),
  order_kind: Type.Optional(Words(ORDER_KIND.choices)),
  deviation_pts: Type.Optional(Type.Integer()),
  comment: Type.Optional(Type.String({ maxLength: 255 })),
  /** Default: now. `hour` and `weekday` (0 = Sunday) of the server clock override it. */
  time: Type.Optional(Time()),
  hour: Type.Optional(Hour()),
  weekday: Type.Optional(Weekday()),
  /** Dealers that are assumed to be online. */
  online: Type.Optional(Type.Array(Id(), { maxItems: 1024 })),
});
export type RoutingSample = Static<typeof RoutingSample>;

/** The condition that a rule failed, and the value of the request. */
const Unmet = Named('UnmetCondition', {
  field: Type.String(),
  op: Type.String(),
  value: Type.String(),
  actual: Type.String(),
});
const RuleName = { id: Id(), name: Type.String(), position: Version() };

/** The deciding rule, and the result of every rule that was tried. */
export const RoutingTest = Named('RoutingTest', {
  /** Null = no rule decides, and `action` is executed. */
  rule: Type.Union([Named('RoutingRuleName', RuleName), Type.Null()]),
  action: Words(ROUTING_ACTIONS),
  action_value: Type.String(),
  dealers: Type.Array(Id()),
  delay_ms: Type.Integer(),
  clear_stops: Type.Boolean(),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  walked: Type.Array(
    Named('RoutingStep', {
      ...RuleName,
      action: Words(ROUTING_ACTIONS),
      matched: Type.Boolean(),
      /** Null = it fits. */
      unmet: Type.Union([Unmet, Type.Null()]),
      /**
       * The rule matches but is skipped: nobody is there to answer, or there are no stops to clear.
       */
      passed_over: Type.Boolean(),
    }),
  ),
});
