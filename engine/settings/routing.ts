// Routing: finds the rule that decides on a request, and its decision.

import { maskListFits } from '../../wire/base/mask.js';
import { type RoutingRecord, WAIT_SEC } from '../../wire/settings/routing.js';
import type { RequestKind } from '../../wire/trading/events.js';
import type { OrderKind, Side } from '../../wire/trading/records.js';

/** The actions of a rule (trading-rules §4.3). */
type RoutingAction = RoutingRecord['action'];

/** The values of a request that rules test. */
export interface RoutingFacts {
  readonly kind: RequestKind;
  /** Empty for `modify`, which has no order kind. */
  readonly order_kind: OrderKind | '';
  readonly login: number;
  readonly group: string;
  /** Is the account hidden? Nothing = no. */
  readonly hidden?: boolean;
  readonly symbol: string;
  readonly path: string;
  readonly side: Side;
  /** Lots. */
  readonly volume: number;
  /** On the server clock; weekday 0 = Sunday. */
  readonly hour: number;
  readonly weekday: number;
  /** The points by which the market is better for the client than the price; 0 without a price. */
  readonly deviation_pts: number;
  readonly comment: string;
}

/** A compiled condition of a rule. */
interface CompiledCondition {
  readonly field: string;
  readonly op: string;
  readonly value: string;
  readonly fits: (facts: RoutingFacts) => boolean;
  /** The value of the request, as text. */
  readonly actual: (facts: RoutingFacts) => string;
}

/** A compiled rule: its kinds, and its conditions as a list of tests. */
export interface RoutingRule {
  readonly id: number;
  readonly name: string;
  readonly position: number;
  readonly action: RoutingAction;
  readonly action_value: string;
  readonly dealers: readonly number[];
  readonly skip_no_dealer: boolean;
  readonly wait_sec: number;
  readonly otherwise: RoutingRecord['otherwise'];
  /** All conditions, including those on kinds. */
  readonly conditions: readonly CompiledCondition[];
}

type RecordCondition = RoutingRecord['conditions'][number];

const NUMBERS = {
  login: (facts) => facts.login,
  volume: (facts) => facts.volume,
  hour: (facts) => facts.hour,
  weekday: (facts) => facts.weekday,
  deviation_pts: (facts) => facts.deviation_pts,
} as const satisfies Record<string, (facts: RoutingFacts) => number>;

const TEXTS = {
  group: (facts) => [facts.group],
  symbol: (facts) => [facts.symbol, facts.path],
  side: (facts) => [facts.side],
  kind: (facts) => [facts.kind],
  comment: (facts) => [facts.comment],
} as const satisfies Record<string, (facts: RoutingFacts) => readonly string[]>;

const COMPARE: Readonly<Record<RecordCondition['op'], (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

const compileCondition = ({ field, op, value }: RecordCondition): CompiledCondition => {
  if (field in NUMBERS) {
    const read = NUMBERS[field as keyof typeof NUMBERS];
    const compare = COMPARE[op];
    const bound = Number(value);
    const fits = (facts: RoutingFacts): boolean => compare(read(facts), bound);
    return { field, op, value, fits, actual: (facts) => String(read(facts)) };
  }
  const read = TEXTS[field as keyof typeof TEXTS];
  const wanted = op === 'eq';
  const fits = (facts: RoutingFacts): boolean => maskListFits(value, ...read(facts)) === wanted;
  return { field, op, value, fits, actual: (facts) => read(facts).join(', ') };
};

/** The condition on a list of kinds; an empty list has none. */
const compileKinds = (
  field: 'request_kinds' | 'order_kinds',
  kinds: readonly string[],
  actual: (facts: RoutingFacts) => string,
): CompiledCondition[] => {
  if (kinds.length === 0) return [];
  const set = new Set(kinds);
  const value = kinds.join(', ');
  return [{ field, op: 'in', value, fits: (facts) => set.has(actual(facts)), actual }];
};

/** Compiles the enabled rules in the order in which they are tried (trading-rules §4.3). */
export const compileRouting = (records: readonly RoutingRecord[]): readonly RoutingRule[] =>
  records
    .filter((record) => record.enabled)
    .sort((a, b) => a.position - b.position)
    .map((record) => ({
      id: record.id,
      name: record.name,
      position: record.position,
      action: record.action,
      action_value: record.action_value,
      dealers: record.dealers,
      skip_no_dealer: record.skip_no_dealer,
      // A rule that was stored before these fields were there has the defaults.
      wait_sec: record.wait_sec ?? WAIT_SEC,
      otherwise: record.otherwise ?? 'reject',
      conditions: [
        ...compileKinds('request_kinds', record.request_kinds, ({ kind }) => kind),
        ...compileKinds('order_kinds', record.order_kinds, ({ order_kind }) => order_kind),
        ...record.conditions.map(compileCondition),
      ],
    }));

/** The rule with this id; undefined when it was deleted (trading-rules §4.3). */
export const ruleById = (rules: readonly RoutingRule[], id: number): RoutingRule | undefined =>
  rules.find((rule) => rule.id === id);

/**
 * The result of a walk: a decision, or a halt at a rule of action `delay` that was not waited for
 * yet.
 */
export interface RoutingResult {
  /** The deciding rule; null = none decided. */
  readonly rule: RoutingRule | null;
  readonly action: RoutingAction;
  readonly clear_stops: boolean;
}

/** The decision without a matching rule: execution at the market price. */
export const NO_ROUTE: RoutingResult = {
  rule: null,
  action: 'confirm_market_price',
  clear_stops: false,
};

/** The route that ends at a given rule; null = dealers keep the request (trading-rules §4.4). */
export const routeBy = (rule: RoutingRule | null, clear_stops: boolean): RoutingResult => ({
  rule,
  action: rule?.action ?? 'dealer',
  clear_stops,
});

/** The start of a walk. */
export interface WalkFrom {
  /** The rule at which the request waited, and the walk continues; 0 = from the first rule. */
  readonly at: number;
  /**
   * Ids of rules at which the request has waited, separated by spaces: delays, and rules whose
   * dealers did not decide.
   */
  readonly served: string;
  /** Did an earlier rule clear the stops? */
  readonly clear_stops: boolean;
}

/** A walk from the first rule. */
export const TOP: WalkFrom = { at: 0, served: '', clear_stops: false };

/** The group of an account, and whether it is hidden: dealers may decide for visible accounts. */
export type SeenAccount = Pick<RoutingFacts, 'group' | 'hidden'>;

/** Tests whether dealers are online for an account: one dealer by login, or any. */
interface OnLine {
  dealerOnline(login: number, account: SeenAccount): boolean;
  anyDealerOnline(account: SeenAccount): boolean;
}

const NOBODY: OnLine = { dealerOnline: () => false, anyDealerOnline: () => false };

const SERVER_KINDS: ReadonlySet<RequestKind> = new Set<RequestKind>([
  'activate',
  'activate_stop_limit',
  'sl',
  'tp',
  'stopout_order',
  'stopout_position',
  'expiration',
]);

const CLEARING: ReadonlySet<RequestKind> = new Set<RequestKind>([
  'open',
  'pending',
  'pending_modify',
  'activate',
]);

/** Does the rule ask dealers (trading-rules §4.4)? */
export const asksDealers = ({ action }: Pick<RoutingRule, 'action'>): boolean =>
  action === 'dealer' || action === 'online_dealers';

/** The first condition that a request does not meet; undefined = it meets all. */
const unmet = (rule: RoutingRule, facts: RoutingFacts): CompiledCondition | undefined => {
  for (const condition of rule.conditions) if (!condition.fits(facts)) return condition;
  return undefined;
};

/**
 * Is a matching rule skipped: no dealer is online for it, or there are no stops to clear (§4.3)?
 */
const passedOver = (rule: RoutingRule, facts: RoutingFacts, online: OnLine): boolean => {
  if (rule.action === 'clear_stops') return !CLEARING.has(facts.kind);
  if (!asksDealers(rule)) return false;
  if (facts.kind.startsWith('dealer_')) return true;
  if (!rule.skip_no_dealer) return false;
  if (rule.action === 'online_dealers') return !online.anyDealerOnline(facts);
  return !rule.dealers.some((login) => online.dealerOnline(login, facts));
};

/** The rules from the rule on at which a walk halted; all rules when that rule was deleted. */
const rulesFrom = (rules: readonly RoutingRule[], at: number): readonly RoutingRule[] =>
  at === 0
    ? rules
    : rules.slice(
        Math.max(
          rules.findIndex((rule) => rule.id === at),
          0,
        ),
      );

const isServed = (served: string, id: number): boolean => served.split(' ').includes(String(id));

/**
 * Walks the rules for a request (trading-rules §4.3). It halts at a delay that was not waited for
 * yet. A rule whose dealers did not decide confirms at the market or is passed over, as its
 * `otherwise` says (§4.4.10). Without a deciding rule, a request of a client or dealer is
 * rejected, and a request of the server is executed at the market price.
 */
export const walk = (
  rules: readonly RoutingRule[],
  facts: RoutingFacts,
  online: OnLine = NOBODY,
  from: WalkFrom = TOP,
): RoutingResult => {
  let { clear_stops } = from;
  for (const rule of rulesFrom(rules, from.at)) {
    const hasWaited = from.served !== '' && isServed(from.served, rule.id);
    const isMatched = hasWaited && rule.id === from.at;
    if (!isMatched && (unmet(rule, facts) !== undefined || passedOver(rule, facts, online))) {
      continue;
    }
    const { action } = rule;
    if (action === 'clear_stops') {
      clear_stops = true;
      continue;
    }
    if (!hasWaited) return { rule, action, clear_stops };
    if (asksDealers(rule) && rule.otherwise === 'market') {
      return { rule, action: 'confirm_market_price', clear_stops };
    }
  }
  const action = SERVER_KINDS.has(facts.kind) ? 'confirm_market_price' : 'reject';
  return { rule: null, action, clear_stops };
};

/** A rule that was tried: the condition that was not met, or whether the rule was skipped. */
interface Step {
  readonly rule: RoutingRule;
  readonly unmet: CompiledCondition | null;
  readonly passed_over: boolean;
}

/** A whole walk: the rules that were tried, and the decision as if all delays were over. */
interface Trace {
  readonly steps: readonly Step[];
  readonly route: RoutingResult;
}

const stepOf = (rule: RoutingRule, facts: RoutingFacts, online: OnLine): Step => {
  const failed = unmet(rule, facts) ?? null;
  return { rule, unmet: failed, passed_over: failed === null && passedOver(rule, facts, online) };
};

/**
 * Walks all rules for a request in its present state, and records the reasons (trading-rules §4.3).
 */
export const traced = (
  rules: readonly RoutingRule[],
  facts: RoutingFacts,
  online: OnLine = NOBODY,
): Trace => {
  const served: number[] = [];
  const on = (): RoutingResult => walk(rules, facts, online, { ...TOP, served: served.join(' ') });
  let route = on();
  while (route.action === 'delay' && route.rule !== null) {
    served.push(route.rule.id);
    route = on();
  }
  const end = rules.findIndex((rule) => rule.id === route.rule?.id);
  const walked = end < 0 ? rules : rules.slice(0, end + 1);
  return { steps: walked.map((rule) => stepOf(rule, facts, online)), route };
};
