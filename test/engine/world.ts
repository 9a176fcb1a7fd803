// A small random world: symbols of all sorts, and the commands that may befall an account.

import fc from 'fast-check';
import type { BalanceCommand, TradeCommand, TradeRequest } from '../../wire/commands.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import {
  commission,
  EngineHarness,
  requestId,
  type Setup,
  symbol,
} from '../support/engine-harness.js';
import { leverageRule, profile, tiers } from './profiles.js';

const reserve = (['limit', 'stop', 'stop_limit'] as const).flatMap((order_kind) =>
  (['buy', 'sell'] as const).map((side) => ({
    side,
    order_kind,
    initial: '0.5',
    maintenance: '0.5',
  })),
);

const SYMBOLS: readonly SymbolRecord[] = [
  symbol('EURUSD', {
    margin_hedged: '50000',
    stops_level: 5,
    swap_mode: 'points',
    swap_long: '-7.1',
    swap_short: '2.3',
    margin_recalc_rates: true,
  }),
  symbol('USDJPY', { digits: 3, margin_rates: reserve, hedged_larger_leg: true }),
  symbol('EURGBP', {
    profit_conversion: 'by_market',
    swap_mode: 'reopen_close',
    swap_long: '-3',
    swap_short: '1.5',
  }),
  symbol('GBPUSD', { margin_rates: reserve, margin_hedged: '100000' }),
  symbol('XAUUSD', {
    digits: 2,
    calc_mode: 'cfd_leverage',
    contract_size: '100',
    currency_margin: 'USD',
    margin_hedged: '100',
    swap_mode: 'percent_current',
    swap_long: '-4',
    swap_short: '1',
    gtc_mode: 'daily',
  }),
  symbol('SPFUTR', {
    digits: 2,
    calc_mode: 'futures',
    currency_base: 'USD',
    currency_profit: 'USD',
    currency_margin: 'USD',
    tick_size: '0.01',
    tick_value: '0.5',
    margin_initial: '1000',
    margin_maintenance: '500',
    margin_hedged: '300',
    margin_rates: reserve,
  }),
];

/** Middle price and width in points of each symbol. */
const MIDDLES: Readonly<Record<string, readonly [middle: number, spread: number]>> = {
  EURUSD: [110_000, 12],
  USDJPY: [150_000, 15],
  EURGBP: [85_000, 14],
  GBPUSD: [127_000, 16],
  XAUUSD: [192_540, 30],
  SPFUTR: [451_000, 25],
};
const NAMES = Object.keys(MIDDLES);

const place = (name: string, points: number): string => {
  const digits = SYMBOLS.find((one) => one.name === name)?.digits ?? 5;
  return (points / 10 ** digits).toFixed(digits);
};

/** Scopes of all sorts: pairs by value in a third currency, the rest by lots, each by itself. */
const TIERS = tiers(['0.5', '1', '0.5'], ['2', '1.5', '1'], ['0', '3', '2']);
const VALUES = tiers(['60000', '0.5'], ['250000', '1', '0.8'], ['0', '2', '1.5']);
export const WORLD_PROFILE = profile([
  leverageRule('value', VALUES, { mask: 'EUR*', currency: 'GBP' }),
  leverageRule('value_per_symbol', VALUES, { mask: 'XAU*' }),
  leverageRule('volume', TIERS, { mask: 'USDJPY,SPFUTR' }),
]);

/** A broker of the random world with every symbol priced. */
export const worldBroker = (group: Partial<GroupRecord>, more: Setup = {}): EngineHarness => {
  const engine = new EngineHarness({
    symbols: SYMBOLS,
    group: {
      leverage_default: 200,
      stop_out: '50',
      so_hedged: true,
      so_compensation: true,
      so_compensation_credit: true,
      interest_rate: '2.5',
      commissions: [
        commission({ mask: '!XAUUSD,*' }, { value: '3.5' }),
        commission(
          { mask: 'XAUUSD', entry: 'out', kind: 'fee' },
          { mode: 'percent', value: '0.01' },
        ),
        commission(
          { name: 'turnover', charge: 'daily', range: 'turnover_volume' },
          { value: '0.7', max: '1' },
        ),
        commission(
          { name: 'month', charge: 'monthly', range: 'turnover_money', turnover_currency: 'EUR' },
          { mode: 'percent', value: '0.001' },
        ),
      ],
      ...group,
    },
    ...more,
  });
  for (const [name, [middle, spread]] of Object.entries(MIDDLES)) {
    engine.quote(name, place(name, middle), place(name, middle + spread));
  }
  return engine;
};

/** What may happen next. Numbers choose among what there is. */
export type Happening =
  | { readonly type: 'tick'; readonly name: string; readonly moved: number }
  | {
      readonly type: 'trade';
      readonly kind: TradeRequest['kind'];
      readonly dice: readonly number[];
    }
  | { readonly type: 'pay'; readonly amount: number; readonly credit: boolean }
  | { readonly type: 'wait'; readonly minutes: number };

const die = fc.integer({ min: 0, max: 9_999 });

/** Arbitrary happenings: mostly trades and ticks. */
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      name: fc.constantFrom(...NAMES),
      moved: fc.integer({ min: -3000, max: 3000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('trade' as const),
      kind: fc.constantFrom(
        ...(['open', 'open', 'open', 'close', 'close_by', 'modify'] as const),
        ...(['pending', 'pending', 'pending_modify', 'pending_cancel'] as const),
      ),
      dice: fc.array(die, { minLength: 8, maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('pay' as const),
      amount: fc.integer({ min: -200_000, max: 400_000 }),
      credit: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 300 }),
    }),
  },
);

/** Prices of the world as they walk. */
export class Market {
  private readonly at = new Map(NAMES.map((name) => [name, MIDDLES[name]?.[0] ?? 0]));

  /** Moves a symbol; its new Bid and Ask. */
  move(name: string, points: number): readonly [bid: string, ask: string] {
    const moved = Math.max(1000, (this.at.get(name) ?? 0) + points);
    this.at.set(name, moved);
    return [place(name, moved), place(name, moved + (MIDDLES[name]?.[1] ?? 0))];
  }

  /** A price some points from the market. */
  near(name: string, points: number): string {
    return place(name, (this.at.get(name) ?? 0) + points);
  }
}

const pick = <T>(list: readonly T[], die: number): T | undefined => list[die % list.length];

/** A trade request out of dice, about what the account holds. */
const requestOf = (
  engine: EngineHarness,
  market: Market,
  kind: TradeRequest['kind'],
  dice: readonly number[],
): TradeRequest => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = dice;
  const request_id = requestId();
  const positions = [...engine.state.positions.values()];
  const orders = [...engine.state.orders.values()];
  const position = pick(positions, a);
  const order = pick(orders, a);
  const name = pick(NAMES, a) ?? 'EURUSD';
  const side = b % 2 === 0 ? 'buy' : 'sell';
  const volume = ((c % 300) / 100 + 0.01).toFixed(2);
  const away = side === 'buy' ? 1 : -1;
  const sl = d % 3 === 0 ? { sl: market.near(name, -away * (30 + (d % 400))) } : {};
  const tp = e % 3 === 0 ? { tp: market.near(name, away * (30 + (e % 400))) } : {};
  const trail = g % 4 === 0 ? { trail_pts: 20 + (g % 300) } : {};
  const held = position?.symbol ?? name;
  switch (kind) {
    case 'close':
      return f % 2 === 0
        ? { kind, request_id, position_id: position?.id ?? 1 }
        : { kind, request_id, position_id: position?.id ?? 1, volume };
    case 'close_by': {
      const by = positions.find((one) => one.symbol === held && one.side !== position?.side);
      return {
        kind,
        request_id,
        position_id: position?.id ?? 1,
        by_position_id: by?.id ?? 1,
      };
    }
    case 'modify':
      return {
        kind,
        request_id,
        position_id: position?.id ?? 1,
        sl: market.near(held, (position?.side === 'buy' ? -1 : 1) * (20 + (d % 300))),
        ...trail,
      };
    case 'pending':
    case 'pending_modify': {
      const order_kind = (['limit', 'stop', 'stop_limit'] as const)[f % 3] ?? 'limit';
      const distance = (20 + (g % 500)) * (order_kind === 'limit' ? -away : away);
      if (kind === 'pending_modify') {
        const price = market.near(order?.symbol ?? name, distance);
        return { kind, request_id, order_id: order?.id ?? 1, price };
      }
      const limit = market.near(name, distance - away * 20);
      return {
        kind,
        request_id,
        symbol: name,
        side,
        volume,
        order_kind,
        price: market.near(name, distance),
        ...(order_kind === 'stop_limit' ? { price_stop_limit: limit } : {}),
        expiration: e % 4 === 0 ? 'day' : 'gtc',
        ...(c % 3 === 0 && order !== undefined ? { oco_order_id: order.id } : {}),
        ...trail,
      };
    }
    case 'pending_cancel':
      return { kind, request_id, order_id: order?.id ?? 1 };
    default:
      return { kind: 'open', request_id, symbol: name, side, volume, ...sl, ...tp, ...trail };
  }
};

/** The command of a happening that is one. */
export const commandOf = (
  engine: EngineHarness,
  market: Market,
  what: Extract<Happening, { type: 'trade' | 'pay' }>,
): TradeCommand | BalanceCommand => {
  if (what.type === 'pay') {
    return {
      op: 'balance',
      request_id: requestId(),
      action: what.credit ? 'credit' : 'balance',
      amount: (what.amount / 100).toFixed(2),
      comment: '',
      skip_margin_check: false,
      source: 'dealer',
      dealer: 7,
    };
  }
  return {
    op: 'trade',
    request: requestOf(engine, market, what.kind, what.dice),
    source: 'client',
    dealer: 0,
    read_only: false,
    origin: { terminal: 'web', ip: '10.0.0.1', session: 's1' },
  };
};
