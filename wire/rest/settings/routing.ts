// Routing rules over REST.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, OrNull, refersTo, Time, Words } from '../../base/schema.js';
import { Int } from '../../base/setting-fields.js';
import { section, wordedAs } from '../../fields/words.js';
import { RoutingRecord } from '../../settings/routing.js';
import { setting } from '../../settings/setting.js';
import { ROUTED_KINDS } from '../../trading/events.js';
import { ORDER_KIND, ROUTING_ACTIONS, SIDE } from '../../trading/records.js';

const decision = section('Decision');
const identity = section('Identity');
const choices = section('Choices');
const request = section('Request');
const time = section('Time');
const condition = section('Condition');
const rule = section('Rule');
const walk = section('Walk');

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

const Version = () => Type.Integer({ minimum: 1 });
const asked = <T extends TSchema>(dealers: T) =>
  decision('Dealers', 'Logins in the order in which they are asked.', dealers);

/** The dealers of a rule in the order in which they get offers, and the rule's version. */
export const RoutingDealers = Named('RoutingDealers', {
  dealers: asked(Type.Array(Id())),
  version: Version(),
});
/** Replaces the dealers of a rule. */
export const DealersBody = Named('DealersBody', {
  dealers: asked(RoutingRecord.properties.dealers),
  version: Id(),
});
/** One dealer of a rule. */
export const DealerPath = Named('DealerPath', {
  id: identity('Rule', 'Id of the routing rule.', Id()),
  dealer: identity('Dealer', 'Login of the dealer.', Id()),
});

const Texts = () => Type.Array(Type.String());
/** The conditions and actions that a rule can have. */
export const RoutingFields = Named('RoutingFields', {
  fields: choices(
    'Fields',
    'Fields that conditions compare.',
    Type.Array(
      Named('RoutingField', {
        field: choices('Field', 'Name of the field.', Type.String()),
        type: choices('Type', 'Number or text.', Words(['number', 'text'] as const)),
        ops: choices('Comparisons', 'Comparisons that the field allows.', Texts()),
      }),
    ),
  ),
  actions: choices('Actions', 'Actions of rules.', Texts()),
  request_kinds: choices('Request kinds', 'Every kind of request.', Texts()),
  order_kinds: choices('Order kinds', 'Every kind of order.', Texts()),
});

const Hour = () => Type.Integer({ minimum: 0, maximum: 23 });
const Weekday = () => Type.Integer({ minimum: 0, maximum: 6 });

/** A request to test; the default group is the account's. */
export const RoutingSample = Named('RoutingSample', {
  login: request(
    'Login',
    'Account that sends the request; omitted = no particular account.',
    Type.Optional(refersTo('account', 'login', Id())),
  ),
  group: request(
    'Group',
    'Group of the account; omitted = the group that the account has.',
    Type.Optional(refersTo('group', 'path', Type.String({ minLength: 1, maxLength: 128 }))),
  ),
  symbol: refersTo('symbol', 'name', Type.String({ minLength: 1, maxLength: 32 })),
  side: Words(SIDE.choices),
  volume: Decimal(),
  kind: request(
    'Request kind',
    'Kind of request; omitted = `open`.',
    Type.Optional(Words(ROUTED_KINDS)),
  ),
  order_kind: request(
    'Order kind',
    'Kind of order; omitted = `market`.',
    Type.Optional(Words(ORDER_KIND.choices)),
  ),
  deviation_pts: Type.Optional(Type.Integer()),
  comment: Type.Optional(Type.String({ maxLength: 255 })),
  /** Default: now. `hour` and `weekday` (0 = Sunday) of the server clock override it. */
  time: time('Time', 'Time at which the request arrives; omitted = now.', Type.Optional(Time())),
  hour: time(
    'Hour',
    'Hour on the server clock; replaces the hour of `time`.',
    Type.Optional(Hour()),
    'number',
  ),
  weekday: time(
    'Weekday',
    'Weekday, 0 = Sunday; replaces the weekday of `time`.',
    Type.Optional(Weekday()),
    'number',
  ),
  online: time(
    'Online',
    'Dealers that are taken to be on line.',
    Type.Optional(Type.Array(Id(), { maxItems: 1024 })),
    'id',
  ),
});
export type RoutingSample = Static<typeof RoutingSample>;

/** The condition that a rule failed, and the value of the request. */
const Unmet = Named(
  'UnmetCondition',
  wordedAs(RoutingRecord.properties.conditions.items.properties, {
    field: Type.String(),
    op: Type.String(),
    value: Type.String(),
    actual: condition('Actual', 'Content of the request.', Type.String()),
  }),
);
const RuleName = {
  id: Id(),
  name: rule('Name', 'Name of the rule.', Type.String()),
  position: Version(),
};

/** The deciding rule, and the result of every rule that was tried. */
export const RoutingTest = Named('RoutingTest', {
  rule: decision(
    'Rule',
    'Rule that decides; null = no rule decides.',
    OrNull(Named('RoutingRuleName', RuleName)),
  ),
  action: decision('Action', 'Action on the request.', Words(ROUTING_ACTIONS)),
  action_value: decision('Value', 'Value of the action.', Type.String()),
  dealers: asked(Type.Array(Id())),
  delay_ms: decision(
    'Delay',
    'Sum of the delays of the earlier rules that matched.',
    Type.Integer(),
  ),
  clear_stops: decision(
    'Clear stops',
    'Does an earlier rule that matched remove stop loss and take profit?',
    Type.Boolean(),
  ),
  facts: walk(
    'Facts',
    'Fields of the request that conditions see.',
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ),
  walked: walk(
    'Walk',
    'Every rule that the server tested, in order.',
    Type.Array(
      Named('RoutingStep', {
        ...RuleName,
        action: rule('Action', 'Action of the rule on requests.', Words(ROUTING_ACTIONS)),
        matched: walk('Matched', 'Do all conditions hold?', Type.Boolean()),
        unmet: walk('Unmet', 'The condition that does not hold; null = all hold.', OrNull(Unmet)),
        passed_over: walk(
          'Passed over',
          'The rule fits, but no dealer answers or there is nothing to clear.',
          Type.Boolean(),
        ),
      }),
    ),
  ),
});
