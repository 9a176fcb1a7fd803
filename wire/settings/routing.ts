// Routing: rules that select who decides on a request.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, refersTo, WholeText, Words } from '../base/schema.js';
import { Bool, Choice, Int, Name, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import { ROUTED_KINDS } from '../trading/events.js';
import { ORDER_KIND, ROUTING_ACTIONS } from '../trading/records.js';

const identity = section('Identity');
const decision = section('Decision');
const conditions = section('Conditions');
const condition = section('Condition');

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
  name: identity('Name', 'Unique among the rules.', Name(64)),
  position: Int(1),
  enabled: Bool(true),
  action: decision(
    'Action',
    'The decision, or a change before the walk goes on. `confirm_market_price` and ' +
      '`confirm_request_price` fill at the market, or at the price asked for; `reject` ' +
      'refuses; `requote` offers the market price; `dealer` asks the `dealers` in turn, ' +
      '`online_dealers` whoever is on line; `gateway` sends to the first of the gateways ' +
      'in `dealers` that is on line; `delay` waits, `clear_stops` removes the stops, and ' +
      'both go on.',
    Words(ROUTING_ACTIONS),
  ),
  action_value: decision(
    'Value',
    'For `reject` the text for the client, for `delay` 1 to 60000 milliseconds; else empty.',
    Text(31),
  ),
  conditions: conditions(
    'Conditions',
    'Every condition must hold.',
    Type.Array(
      Named('RoutingCondition', {
        field: condition(
          'Field',
          'Field of the request that is compared.',
          Words([...NUMBER_FIELDS, ...TEXT_FIELDS] as const),
        ),
        op: condition('Comparison', 'Comparison: equal, not, greater, less.', Words(NUMBER_OPS)),
        value: condition('Value', 'Value to compare with; texts are masks.', WholeText(512)),
      }),
      { maxItems: 128, default: [] },
    ),
  ),
  dealers: decision(
    'Dealers',
    'Logins in order; of a gateway rule, ids of gateways. A disabled rule may have none.',
    Type.Array(refersTo('staff', 'login', Id()), {
      maxItems: 1024,
      uniqueItems: true,
      default: [],
    }),
  ),
  order_kinds: conditions(
    'Order kinds',
    'Kinds of orders that the rule takes; empty = all.',
    Type.Array(Words(ORDER_KIND.choices), { uniqueItems: true, default: [] }),
  ),
  request_kinds: conditions(
    'Request kinds',
    'Kinds of requests that the rule takes; empty = all.',
    Type.Array(Words(ROUTED_KINDS), { uniqueItems: true, default: [] }),
  ),
  skip_no_dealer: decision(
    'Skip without dealer',
    'Is the rule skipped while no dealer of the rule is on line?',
    Bool(false),
  ),
  wait_sec: decision(
    'Wait',
    'Time that the dealers together have to decide; for rules that ask dealers.',
    Int(1, WAIT_SEC_MAX, WAIT_SEC),
  ),
  otherwise: decision(
    'Otherwise',
    'Treatment of a request that no dealer decided in time, or that all returned: ' +
      '`reject` refuses the request, `market` confirms the request at the market price, ' +
      '`next` asks the next rule.',
    Choice(OTHERWISE, 'reject'),
  ),
});
export type RoutingRecord = Static<typeof RoutingRecord>;
