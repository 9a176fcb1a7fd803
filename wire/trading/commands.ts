// Commands to an account's actor. The engine may refuse them; only their events are facts.

import { type Static, Type } from '@sinclair/typebox';
import {
  checked,
  Decimal,
  Id,
  Named,
  RequestId,
  Time,
  Uuid,
  WholeText,
  Words,
} from '../base/schema.js';
import { section } from '../fields/words.js';
import type { Deal } from './records.js';

const request = section('Request');
const stopsField = section('Stops');
const price = section('Price');
const trade = section('Trade');
const lifetimeField = section('Lifetime');

const optional = {
  comment: request(
    'Comment',
    'Text that orders, deals and positions carry.',
    Type.Optional(WholeText(64)),
  ),
  expert_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
};
const common = {
  request_id: request(
    'Request id',
    'UUID of the client, of any version; a request with a used UUID trades nothing.',
    RequestId(),
  ),
  valid_until: request(
    'Valid until',
    'A request that is processed later than this is refused with `trade.canceled` (409), ' +
      'and nothing is done. Omitted, the request is never too late.',
    Type.Optional(Time()),
  ),
  skip_margin_check: request(
    'Skip check',
    'May the trade take more than the free margin? Staff only.',
    Type.Optional(Type.Boolean()),
  ),
};
const stops = { sl: Type.Optional(Decimal()), tp: Type.Optional(Decimal()) };
/** Distance at which the server trails the stop loss behind the market; 0 = off. */
const trail = { trail_pts: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })) };
/** The same fields where they change set values. */
const changedStops = {
  sl: stopsField(
    'Stop loss',
    'Omitted, the stop loss stays; 0 removes the stop loss, and ends trailing.',
    stops.sl,
    'price',
  ),
  tp: stopsField(
    'Take profit',
    'Omitted, the take profit stays; 0 removes the take profit.',
    stops.tp,
    'price',
  ),
  trail_pts: stopsField(
    'Trailing stop',
    'Omitted, the distance stays; 0 ends trailing.',
    trail.trail_pts,
  ),
};
/** The largest `deviation_pts`: any price is accepted. */
export const DEVIATION_MAX = 1_000_000;
const market = {
  price: price(
    'Price',
    'The price that the client saw. In market and exchange execution `price` counts only ' +
      'together with `deviation_pts`: both bound the fill.',
    Type.Optional(Decimal()),
    'price',
  ),
  deviation_pts: trade(
    'Deviation',
    'Points by which a fill may be worse than `price`, in every execution mode; a worse ' +
      'fill is refused with `trade.requote`. 1000000 = any price.',
    Type.Optional(Type.Integer({ minimum: 0, maximum: DEVIATION_MAX })),
  ),
  fill: trade(
    'Fill',
    '`fok`: the whole volume or nothing; `ioc`: the available volume; `return`: the rest ' +
      'stays. Omitted, a pending order has `return`, and a market order the first of `fok` ' +
      'and `ioc` that the symbol allows: `request` and `instant` execution have `fok` ' +
      'alone.',
    Type.Optional(Words(['fok', 'ioc', 'return'] as const)),
  ),
  requote_of: request(
    'Requote of',
    'Request id whose new price is accepted by this request.',
    Type.Optional(Uuid()),
  ),
};
const lifetime = {
  expiration: lifetimeField(
    'Lifetime',
    'Until cancelled, to the end of the day, or to `expires_at`. Omitted, a new order ' +
      'has `gtc`, and a changed order keeps its lifetime.',
    Type.Optional(Words(['gtc', 'day', 'specified', 'specified_day'] as const)),
  ),
  expires_at: lifetimeField(
    'Expires',
    'End of the lifetimes `specified` and `specified_day`.',
    Type.Optional(Time()),
  ),
};
const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });
const Side = () => Words(['buy', 'sell'] as const);
const kind = <const K extends string>(word: K) =>
  request('Kind', 'Kind of request, which decides the other fields.', Type.Literal(word));
const Volume = (says = 'Size.') => trade('Volume', says, Decimal(), 'lots');
const PositionId = () => trade('Position', 'Id of the position to close or change.', Id());
const OrderId = () => trade('Order', 'Id of the pending order.', Id());

/** Trade requests by kind, each with its fields; unknown fields are refused. */
export const TRADE_REQUESTS = {
  open: checked(
    Named('TradeOpen', {
      kind: kind('open'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Volume(),
      ...market,
      ...stops,
      ...trail,
      ...optional,
    }),
  ),
  close: checked(
    Named('TradeClose', {
      kind: kind('close'),
      ...common,
      position_id: PositionId(),
      volume: Type.Optional(Volume('Size; left out, all of the position is closed.')),
      ...market,
      ...optional,
    }),
  ),
  close_by: checked(
    Named('TradeCloseBy', {
      kind: kind('close_by'),
      ...common,
      position_id: PositionId(),
      by_position_id: trade(
        'Opposite position',
        'Id of the opposite position of a close by.',
        Id(),
      ),
      ...optional,
    }),
  ),
  modify: checked(
    Named('TradeModify', {
      kind: kind('modify'),
      ...common,
      position_id: PositionId(),
      ...changedStops,
    }),
  ),
  pending: checked(
    Named('TradePending', {
      kind: kind('pending'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Volume(),
      order_kind: trade(
        'Order kind',
        'Limit, stop or stop-limit.',
        Words(['limit', 'stop', 'stop_limit'] as const),
      ),
      price: price('Price', 'The price at which the order waits.', Decimal(), 'price'),
      price_stop_limit: price(
        'Limit price',
        'Price of the limit order of a stop-limit.',
        Type.Optional(Decimal()),
        'price',
      ),
      fill: market.fill,
      oco_order_id: trade(
        'Other order',
        'Working order of the account: when one of both orders begins to fill, or ends in ' +
          'any way (filled, canceled, rejected, expired), the server ends the other order. ' +
          'Omitted = none.',
        Type.Optional(Id()),
      ),
      ...stops,
      ...trail,
      ...lifetime,
      ...optional,
    }),
  ),
  pending_modify: checked(
    Named('TradePendingModify', {
      kind: kind('pending_modify'),
      ...common,
      order_id: OrderId(),
      price: price(
        'Price',
        'The price at which the order waits; omitted, the price stays.',
        Type.Optional(Decimal()),
        'price',
      ),
      price_stop_limit: price(
        'Limit price',
        'Price of the limit order of a stop-limit; omitted, the price stays.',
        Type.Optional(Decimal()),
        'price',
      ),
      ...changedStops,
      ...lifetime,
    }),
  ),
  pending_cancel: checked(
    Named('TradePendingCancel', {
      kind: kind('pending_cancel'),
      ...common,
      order_id: OrderId(),
    }),
  ),
  price: checked(
    Named('TradePrice', {
      kind: kind('price'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Type.Optional(Volume()),
    }),
  ),
} as const;

export type TradeKind = keyof typeof TRADE_REQUESTS;
type TradeRequestOf<K extends TradeKind> = Static<(typeof TRADE_REQUESTS)[K]['schema']>;

/** A trade request with a valid schema; decimals are still text. */
export type TradeRequest = { [K in TradeKind]: TradeRequestOf<K> }[TradeKind];

/** The terminal and the session that sent a command. */
export type Origin = {
  readonly terminal: string;
  readonly ip: string;
  readonly session: string;
};

/** A trade request on its way to an account. */
export interface TradeCommand {
  readonly op: 'trade';
  readonly request: TradeRequest;
  readonly source: 'client' | 'dealer';
  /** Login of the dealer; 0 for a client. */
  readonly dealer: number;
  /** True for the session of an investor, who may not trade. */
  readonly read_only: boolean;
  readonly origin: Origin;
}

/** Money operations that staff may make; amounts are signed. */
export const BALANCE_ACTIONS = [
  'balance',
  'credit',
  'charge',
  'correction',
  'bonus',
  'commission',
  'so_compensation',
  'dividend',
  'dividend_franked',
  'tax',
  'interest',
  'swap',
  'agent',
  'agent_daily',
  'agent_monthly',
] as const;

/** The actions of position payments (trading-rules §4.14). */
export const POSITION_PAYMENT_ACTIONS = [
  'dividend',
  'dividend_franked',
  'tax',
  'charge',
  'correction',
  'interest',
  'swap',
  'commission',
  'balance',
] as const satisfies readonly (typeof BALANCE_ACTIONS)[number][];
export type BalanceAction = (typeof BALANCE_ACTIONS)[number];

/** Deposits or withdraws money. */
export interface BalanceCommand {
  readonly op: 'balance';
  readonly request_id: string;
  readonly action: BalanceAction;
  readonly amount: string;
  readonly comment: string;
  readonly skip_margin_check: boolean;
  /** `server` for derived commands. */
  readonly source: 'dealer' | 'server';
  readonly dealer: number;
  /** The account and deal that caused a derived command; not part of the request's digest. */
  readonly from_login?: number;
  readonly from_deal?: number;
  /** The currency of the amount; absent = the account's own currency. */
  readonly currency?: string;
  /** True for a derived command with money of a demo account; not part of the digest. */
  readonly demo?: boolean;
}

/** Turns `cancel_on_disconnect` of a session on or off. */
export interface DisconnectRuleCommand {
  readonly op: 'cancel_on_disconnect';
  readonly session: string;
  readonly enabled: boolean;
  readonly grace_sec: number;
}

/**
 * Sent when the grace period of a session without a socket is over: its pending orders are
 * cancelled.
 */
export interface DisconnectedCommand {
  readonly op: 'disconnected';
  readonly session: string;
}

/**
 * Sent when a deadline of the account is due: expires orders, waiting requests and offers. With
 * `most` events or more something may be left, and it is sent again.
 */
export interface TimerCommand {
  readonly op: 'timer';
  readonly most?: number;
}

/** Ends the account's trading day (trading-rules §5.2). A repeated run changes nothing. */
export interface EndOfDayCommand {
  readonly op: 'end_of_day';
  /** The planned time of the run in ms; it names the day even when the run is late. */
  readonly at: number;
}

/** The actions of a dealer on a waiting request. */
export const DEALER_ACTIONS = ['take', 'confirm', 'reject', 'requote', 'return'] as const;

/** The answer of a dealer to a waiting request (trading-rules §4.4). */
export interface DealerCommand {
  readonly op: 'dealer';
  readonly action: (typeof DEALER_ACTIONS)[number];
  /** The id of the waiting request. */
  readonly id: number;
  /** Login of the dealer. */
  readonly dealer: number;
  /** Confirm: lots, at most the requested volume; omitted = all. */
  readonly volume?: string;
  /** Confirm: the deal price; omitted = the current price. */
  readonly price?: string;
  /** Requote, or answer to a price request. */
  readonly bid?: string;
  readonly ask?: string;
  /** Reject: a text of up to 31 characters for the client. */
  readonly text?: string;
}

/** A dealer went offline: requests that the dealer holds are offered to others. */
export interface DealerGoneCommand {
  readonly op: 'dealer_gone';
  readonly dealer: number;
}

/** A provider's report about an order that was sent to it (trading-rules §4.5). */
export interface GatewayCommand {
  readonly op: 'gateway';
  /** `serverId` of the gateway and its report, so that each report is processed once. */
  readonly request_id: string;
  readonly gateway_id: number;
  /** The id of the order, which the provider knows as the client order id. */
  readonly order_id: number;
  readonly report:
    | 'new'
    | 'trade'
    | 'rejected'
    | 'canceled'
    | 'expired'
    | 'modified'
    | 'refused'
    /** The gateway refused the order itself; nothing was sent. */
    | 'unsent';
  /** The provider's order id. */
  readonly external_id: string;
  /** The row of the change or cancel that is answered; absent = the one that was sent first. */
  readonly change_id?: number;
  /** Id, lots and price of one execution, and the lots left. */
  readonly execution_id?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly leaves?: string;
  /** All lots that the provider has filled with this execution: less was booked until then. */
  readonly total?: string;
  readonly text?: string;
}

/** The longest id of a provider's execution: longer ones are kept as their digests. */
export const EXECUTION_ID_MAX = 64;

/** The actions on a held fill: it is booked, or never is. */
export const HELD_FILL_ACTIONS = ['book', 'bust'] as const;

/** Decides on a fill of a provider that is held because its price is far from the quote. */
export interface HeldFillCommand {
  readonly op: 'held_fill';
  readonly request_id: string;
  readonly order_id: number;
  readonly execution_id: string;
  readonly action: (typeof HELD_FILL_ACTIONS)[number];
  /** `gateway`: the provider has taken the trade back. */
  readonly source: 'dealer' | 'gateway';
  /** 0 = the provider. */
  readonly dealer: number;
}

/** A provider or dealer cancels an executed trade (trading-rules §4.13). */
export interface BustCommand {
  readonly op: 'bust';
  /**
   * `bustId` of the deal, so that it is cancelled once; `providerBustId` when its provider takes
   * back a deal that staff have cancelled, or a deal that cannot be cancelled here.
   */
  readonly request_id: string;
  /** The cancelled deal, and all deals of its position in id order, including it. */
  readonly deal: Deal;
  readonly deals: readonly Deal[];
  /** The deals are those up to the account's event of this number. */
  readonly account_seq: number;
  readonly source: 'dealer' | 'gateway';
  readonly dealer: number;
}

/** Ends an order at a provider that does not report the order's outcome (§4.5). */
export interface OrderReleaseCommand {
  readonly op: 'order_release';
  readonly request_id: string;
  readonly order_id: number;
  readonly dealer: number;
}

/** Deletes positions without a deal, by one event with a correction of each (§4.12). */
export interface PositionDeleteCommand {
  readonly op: 'position_delete';
  readonly request_id: string;
  /** Different ids in rising order, at least one. */
  readonly position_ids: readonly number[];
  readonly dealer: number;
}

/** The fields of a position that staff correct; omitted ones stay. */
export const POSITION_CHANGES = {
  price_open: price(
    'Opening price',
    'Average price at which the position was opened.',
    Type.Optional(Decimal()),
    'price',
  ),
  volume: Type.Optional(Decimal()),
  ...stops,
};

/** Changes fields of a position without a deal, as a correction; omitted ones stay. */
export interface PositionChangeCommand {
  readonly op: 'position_change';
  readonly request_id: string;
  readonly position_id: number;
  readonly price_open?: string;
  /** Lots. */
  readonly volume?: string;
  /** 0 = none. */
  readonly sl?: string;
  readonly tp?: string;
  readonly dealer: number;
  /** May the correction go beyond `manual_quote_pts`, and raise the volume? */
  readonly unbounded?: boolean;
}

/** Sets balance and credit to the sums of the account's deals, as a correction. */
export interface LedgerCorrectCommand {
  readonly op: 'ledger_correct';
  readonly request_id: string;
  /** The sums of the deals up to the account's event of the number `account_seq`. */
  readonly balance: string;
  readonly credit: string;
  readonly account_seq: number;
  readonly dealer: number;
}

export type Command =
  | TradeCommand
  | BalanceCommand
  | DisconnectRuleCommand
  | DisconnectedCommand
  | TimerCommand
  | EndOfDayCommand
  | DealerCommand
  | DealerGoneCommand
  | GatewayCommand
  | BustCommand
  | OrderReleaseCommand
  | HeldFillCommand
  | PositionDeleteCommand
  | PositionChangeCommand
  | LedgerCorrectCommand;
