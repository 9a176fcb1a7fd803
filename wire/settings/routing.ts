// Routing: rules that select who decides on a request.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, WholeText, Words } from '../base/schema.js';
import { Bool, Choice, Int, Name, Text } from '../base/setting-fields.js';
import { ROUTED_KINDS } from '../trading/events.js';
import { ORDER_KIND, ROUTING_ACTIONS } from '../trading/records.js';

/** The fields that conditions can test: numbers by comparison, texts by masks. */
export const NUMBER_FIELDS = ['login', 'volume', 'hour', 'weekday', 'deviation_pts'] as const;
export const TEXT_FIELDS = ['group', 'symbol', 'side', 'kind', 'comment'] as const;
export const NUMBER_OPS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export const TEXT_OPS = ['eq', 'ne'] as const;

/** How long dealers may answer where a rule does not say, seconds. */
export const WAIT_SEC = 60;
/** The longest time that dealers may have, seconds. */
const WAIT_SEC_MAX = 600;

/** The decisions on a request that no dealer decided; the first word is the default. */
const OTHERWISE = ['reject', 'market', 'next'] as const;

/** A routing rule. Rules are tried in the order of `position`. */
export const RoutingRecord = Named('RoutingRule', {
  id: Int(1),
  name: Name(64),
  position: Int(1),
  enabled: Bool(true),
  action: Words(ROUTING_ACTIONS),
  action_value: Text(31),
  conditions: Type.Array(
    Named('RoutingCondition', {
      field: Words([...NUMBER_FIELDS, ...TEXT_FIELDS] as const),
      op: Words(NUMBER_OPS),
      value: WholeText(512),
    }),
    { maxItems: 128, default: [] },
  ),
  /** Logins in the order in which they get offers; for a gateway rule the ids of gateways. */
  dealers: Type.Array(Id(), { maxItems: 1024, uniqueItems: true, default: [] }),
  /** Empty = all order kinds. */
  order_kinds: Type.Array(Words(ORDER_KIND.choices), { uniqueItems: true, default: [] }),
  /** Empty = all requests. */
  request_kinds: Type.Array(Words(ROUTED_KINDS), { uniqueItems: true, default: [] }),
  skip_no_dealer: Bool(false),
  /** For rules that ask dealers: how long all of them together have. */
  wait_sec: Int(1, WAIT_SEC_MAX, WAIT_SEC),
  /**
   * For rules that ask dealers: a request that no dealer decided is refused, confirmed at the
   * market price, or goes on to the rules below.
   */
  otherwise: Choice(OTHERWISE, 'reject'),
});
export type RoutingRecord = Static<typeof RoutingRecord>;
