// Routing on request: tests which rule would decide, and removes a dealer from a rule.

import { hourAndWeekday } from '../../../engine/calendar/clock.js';
import { compileRouting, type RoutingFacts, traced } from '../../../engine/settings/routing.js';
import { viewOf } from '../../../wire/accounts/scope.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { parseTime } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { RoutedKind } from '../../../wire/trading/events.js';
import type { OrderKind } from '../../../wire/trading/records.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import type { Configuration } from './configuration.js';

type RoutingTestInput = DeskOps['routing.test']['input'];

/** Kinds of requests about an order, which have its kind. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  'pending',
  'pending_modify',
  'pending_cancel',
  'activate',
  'activate_stop_limit',
  'stopout_order',
  'expiration',
]);

/** The default order type of a request; undefined = the sample must name one. */
const orderKindOf = (kind: RoutedKind): OrderKind | '' | undefined => {
  const plain = kind.replace('dealer_', '');
  if (plain === 'modify') return '';
  if (plain === 'close_by') return 'close_by';
  return OF_ORDERS.has(plain) ? undefined : 'market';
};

/** The group of a sample: the given one, or that of its account if the caller sees the account. */
const groupOf = (
  { records }: DeskContext,
  { caller, sample }: RoutingTestInput,
): Outcome<string> => {
  const { login, group } = sample;
  if (group !== undefined) return ok(group);
  if (login === undefined) return refuse('invalid_input', 'group: needed without a login');
  const account = records.get('account', String(login))?.record;
  const sees = viewOf(powersOf(records, caller.login));
  return account !== undefined && sees(account.group, account.hidden ?? false)
    ? ok(account.group)
    : refuse('invalid_input', 'login: no such account; say the group');
};

const factsOf = (context: DeskContext, input: RoutingTestInput): Outcome<RoutingFacts> => {
  const { sample } = input;
  const { kind = 'open', order_kind = orderKindOf(kind) } = sample;
  if (order_kind === undefined) return refuse('invalid_input', `order_kind: needed for ${kind}`);
  const symbol = context.records.find('symbol', 'name', sample.symbol)?.record;
  if (symbol === undefined) return refuse('invalid_input', 'symbol: unknown');
  const group = groupOf(context, input);
  if (!group.ok) return group;
  const at = sample.time === undefined ? context.deps.now() : parseTime(sample.time);
  const [hour, weekday] = hourAndWeekday(context.settings.platform(), at);
  return ok({
    kind,
    order_kind,
    login: sample.login ?? 0,
    group: group.data,
    symbol: symbol.name,
    path: symbol.path,
    side: sample.side,
    volume: Number(sample.volume),
    hour: sample.hour ?? hour,
    weekday: sample.weekday ?? weekday,
    deviation_pts: sample.deviation_pts ?? 0,
    comment: sample.comment ?? '',
  });
};

/** The rule that would decide a request, and the result of each rule before it. */
export const testRouting = (
  context: DeskContext,
  input: RoutingTestInput,
): DeskAnswer<'routing.test'> => {
  const found = factsOf(context, input);
  if (!found.ok) return found;
  const facts = found.data;
  const { online = [] } = input.sample;
  const rules = compileRouting(context.settings.current().routing);
  const { steps, route } = traced(rules, facts, {
    dealerOnline: (login) => online.includes(login),
    anyDealerOnline: () => online.length > 0,
  });
  const met = steps.filter((step) => step.unmet === null && !step.passed_over);
  const named = ({ id, name, position }: (typeof rules)[number]) => ({ id, name, position });
  return ok({
    rule: route.rule === null ? null : named(route.rule),
    action: route.action,
    action_value: route.rule?.action_value ?? '',
    dealers: route.rule?.dealers ?? [],
    delay_ms: met
      .filter(({ rule }) => rule.action === 'delay')
      .reduce((sum, { rule }) => sum + Number(rule.action_value), 0),
    clear_stops: route.clear_stops,
    facts: { ...facts, volume: input.sample.volume },
    walked: steps.map(({ rule, unmet, passed_over }) => ({
      ...named(rule),
      action: rule.action,
      matched: unmet === null && !passed_over,
      unmet: unmet && {
        field: unmet.field,
        op: unmet.op,
        value: unmet.value,
        actual: unmet.actual(facts),
      },
      passed_over,
    })),
  });
};

/** Removes one dealer from a rule; the remaining rule must be valid. */
export const dropDealer = (
  configuration: Configuration,
  { caller, id, dealer }: DeskOps['routing.drop_dealer']['input'],
): Promise<DeskAnswer<'routing.drop_dealer'>> =>
  configuration.edit({ caller, kind: 'routing', id }, (rule) => {
    const dealers = rule.dealers as readonly number[];
    return dealers.includes(dealer)
      ? ok({ dealers: dealers.filter((one) => one !== dealer) })
      : refuse('not_found', 'dealer: not among those of the rule');
  });
