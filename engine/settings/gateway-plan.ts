// Gateways: the form in which providers want orders, and the gateways of routing rules
// (trading-rules §4.5).

import { PRICE_EXTRA } from '../../wire/base/scale.js';
import { PARAM } from '../../wire/settings/connection-modules.js';
import {
  countsUnits,
  type GatewayRecord,
  paramOf,
  placementMs,
} from '../../wire/settings/connections.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import type { Side } from '../../wire/trading/records.js';
import { POINT, PRICE_MAX } from './quotes.js';
import type { EngineSymbol } from './symbols.js';

/** Where limit orders wait: at the provider, or here until their price is reached. */
const COVERAGE = ['Gateway', 'Limit', 'Market'] as const;

/** A gateway compiled. */
export interface EngineGateway {
  readonly id: number;
  readonly name: string;
  /** Are orders sent to it? Fills of those that it has had are booked even if not. */
  readonly enabled: boolean;
  /** Are volumes sent in units instead of lots? */
  readonly units: boolean;
  /** When triggered, `Limit` sends a limit order, `Market` a market order. */
  readonly coverage: (typeof COVERAGE)[number];
  /** Time for an answer to a placement, ms. */
  readonly placement_ms: number;
  /** A fill further from the quote than so many percent is held for staff; 0 = none is. */
  readonly fill_deviation_max: number;
  /** The markup that is added to the provider's price for the client, in price units. */
  markup(symbolId: number, side: Side): number;
  /**
   * A client's limit as the provider gets it: without the markup, and with no more decimals than
   * the provider's prices have, never worse for the client, and at least a point. Price units.
   */
  limitOf(symbol: EngineSymbol, side: Side, price: number): number;
}

const compile = (record: GatewayRecord): EngineGateway => {
  const marks = new Map(record.translates.map((one) => [one.symbol_id, one]));
  const coverage = paramOf(record, PARAM.coverage);
  const markup = (symbolId: number, side: Side): number => {
    const mark = marks.get(symbolId);
    if (mark === undefined) return 0;
    return (side === 'buy' ? mark.ask_markup_pts : mark.bid_markup_pts) * POINT;
  };
  return {
    id: record.id,
    name: record.name,
    enabled: record.enabled,
    units: countsUnits(record),
    coverage: COVERAGE.find((mode) => mode === coverage) ?? 'Limit',
    fill_deviation_max: record.fill_deviation_max,
    placement_ms: placementMs(record),
    markup,
    limitOf: ({ id, digits }, side, price) => {
      const limit = Math.max(price - markup(id, side), POINT);
      const further = digits - (marks.get(id)?.source_digits ?? digits);
      if (further <= 0) return limit;
      const unit = POINT * 10 ** further;
      const rounded = (side === 'buy' ? Math.floor(limit / unit) : Math.ceil(limit / unit)) * unit;
      // Decimals that leave no price of it are not the provider's.
      return rounded > 0 ? rounded : limit;
    },
  };
};

/** R(text, places) as an integer ×10^places, for any number of decimals; undefined = no number. */
const roundedTo = (text: string, places: number): number | undefined => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = Number(whole + part.slice(0, places).padEnd(places, '0'));
  return (part[places] ?? '0') >= '5' ? kept + 1 : kept;
};

/**
 * The provider's price: rounded to the symbol's digits, and with the three further decimals that
 * are stored.
 */
interface ProviderPrice {
  /** Both ×10^(digits+3). */
  readonly price: number;
  readonly price_gateway: number;
}

/** Parses a provider's price (trading-rules §4.5); undefined when it is not above zero. */
export const readProviderPrice = (
  { digits }: EngineSymbol,
  text: string,
): ProviderPrice | undefined => {
  const price = (roundedTo(text, digits) ?? 0) * POINT;
  const price_gateway = roundedTo(text, digits + PRICE_EXTRA) ?? 0;
  return price > 0 && price <= PRICE_MAX ? { price, price_gateway } : undefined;
};

/** Compiles the gateways, by id. */
export const compileGateways = (
  records: readonly GatewayRecord[],
): ReadonlyMap<number, EngineGateway> => new Map(records.map((one) => [one.id, compile(one)]));

/** Rules with the gateways that they send to: all gateways by priority if a rule names none. */
export const withGateways = (
  rules: readonly RoutingRecord[],
  gateways: readonly GatewayRecord[],
): readonly RoutingRecord[] => {
  const all = [...gateways]
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
    .map(({ id }) => id);
  return rules.map((rule) =>
    rule.action === 'gateway' && rule.dealers.length === 0 ? { ...rule, dealers: all } : rule,
  );
};
