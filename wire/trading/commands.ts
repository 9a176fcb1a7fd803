// Commands: what an account's actor is asked to do. They are judged; they are not facts yet.

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
import type { Deal } from './records.js';

const optional = {
  comment: Type.Optional(WholeText(64)),
  expert_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
};
const common = {
  request_id: RequestId(),
  valid_until: Type.Optional(Time()),
  /** Staff only. */
  skip_margin_check: Type.Optional(Type.Boolean()),
};
const stops = { sl: Type.Optional(Decimal()), tp: Type.Optional(Decimal()) };
/** Distance at which the server moves the stop loss after the market; 0 = off. */
const trail = { trail_pts: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })) };
const market = {
  price: Type.Optional(Decimal()),
  deviation_pts: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  fill: Type.Optional(Words(['fok', 'ioc', 'return'] as const)),
  requote_of: Type.Optional(Uuid()),
};
const lifetime = {
  expiration: Type.Optional(Words(['gtc', 'day', 'specified', 'specified_day'] as const)),
  expires_at: Type.Optional(Time()),
};
const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });
const Side = () => Words(['buy', 'sell'] as const);
const kind = <const K extends string>(word: K) => Type.Literal(word);

/** Trade requests by kind, as socket.md §4 lists their fields; unknown fields are refused. */
export const TRADE_REQUESTS = {
  open: checked(
    Named('TradeOpen', {
      kind: kind('open'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Decimal(),
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
      position_id: Id(),
      volume: Type.Optional(Decimal()),
      ...market,
      ...optional,
    }),
  ),
  close_by: checked(
    Named('TradeCloseBy', {
      kind: kind('close_by'),
      ...common,
      position_id: Id(),
      by_position_id: Id(),
      ...optional,
    }),
  ),
  modify: checked(
    Named('TradeModify', {
      kind: kind('modify'),
      ...common,
      position_id: Id(),
      ...stops,
      ...trail,
    }),
  ),
  pending: checked(
    Named('TradePending', {
      kind: kind('pending'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Decimal(),
      order_kind: Words(['limit', 'stop', 'stop_limit'] as const),
      price: Decimal(),
      price_stop_limit: Type.Optional(Decimal()),
      fill: Type.Optional(Words(['fok', 'ioc', 'return'] as const)),
      /** A working order of the account that is cancelled when this one fills, and vice versa. */
      oco_order_id: Type.Optional(Id()),
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
      order_id: Id(),
      price: Type.Optional(Decimal()),
      price_stop_limit: Type.Optional(Decimal()),
      ...stops,
      ...trail,
      ...lifetime,
    }),
  ),
  pending_cancel: checked(
    Named('TradePendingCancel', { kind: kind('pending_cancel'), ...common, order_id: Id() }),
  ),
  price: checked(
    Named('TradePrice', {
      kind: kind('price'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Type.Optional(Decimal()),
    }),
  ),
} as const;

export type TradeKind = keyof typeof TRADE_REQUESTS;
type TradeRequestOf<K extends TradeKind> = Static<(typeof TRADE_REQUESTS)[K]['schema']>;

/** A trade request whose shape has been checked; decimals are still text. */
export type TradeRequest = { [K in TradeKind]: TradeRequestOf<K> }[TradeKind];

/** Which terminal and session a command came from. */
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
  /** An investor's session may not trade. */
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
export type BalanceAction = (typeof BALANCE_ACTIONS)[number];

/** Pays money in or out. */
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
  /** The account and its deal that a derived command follows from; no content of the request. */
  readonly from_login?: number;
  readonly from_deal?: number;
  /** The currency of the amount; absent = the account's own currency. */
  readonly currency?: string;
}

/** Turns `cancel_on_disconnect` of a session on or off. */
export interface DisconnectRuleCommand {
  readonly op: 'cancel_on_disconnect';
  readonly session: string;
  readonly enabled: boolean;
  readonly grace_sec: number;
}

/** The grace of a session without a socket is over: its pending orders are cancelled. */
export interface DisconnectedCommand {
  readonly op: 'disconnected';
  readonly session: string;
}

/** Time has come to the account: lifetimes, waiting requests and offers that are due are ended. */
interface TimerCommand {
  readonly op: 'timer';
}

/** Ends the account's trading day (trading-rules §5). Running it again changes nothing. */
export interface EndOfDayCommand {
  readonly op: 'end_of_day';
  /** The planned time of the run in ms; it names the day, also when it is caught up later. */
  readonly at: number;
}

/** The answer of a dealer to a request that waits (trading-rules §4.4). */
export interface DealerCommand {
  readonly op: 'dealer';
  readonly action: 'take' | 'confirm' | 'reject' | 'requote' | 'return';
  /** The waiting request. */
  readonly id: number;
  /** Login of the dealer. */
  readonly dealer: number;
  /** Confirm: lots, at most what was asked for; omitted = all. */
  readonly volume?: string;
  /** Confirm: the price dealt at; omitted = the current one. */
  readonly price?: string;
  /** Requote, or the answer to a price request. */
  readonly bid?: string;
  readonly ask?: string;
  /** Reject: up to 31 characters for the client. */
  readonly text?: string;
}

/** A dealer went off line: requests that the dealer holds are offered to others. */
export interface DealerGoneCommand {
  readonly op: 'dealer_gone';
  readonly dealer: number;
}

/** A provider's report about an order that was sent to it (trading-rules §4.5). */
export interface GatewayCommand {
  readonly op: 'gateway';
  /** UUID v5 of the gateway and its report: each counts once. */
  readonly request_id: string;
  readonly gateway_id: number;
  /** The id of the order, which the provider was given as the client's. */
  readonly order_id: number;
  readonly report:
    | 'new'
    | 'trade'
    | 'rejected'
    | 'canceled'
    | 'expired'
    | 'modified'
    | 'refused'
    /** The gateway itself refused it: nothing was sent. */
    | 'unsent';
  /** The provider's order id. */
  readonly external_id: string;
  /** A trade's own id, lots, price and lots left. */
  readonly execution_id?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly leaves?: string;
  readonly text?: string;
}

/** A provider or dealer takes a trade back (trading-rules §4.5, busted trade). */
export interface BustCommand {
  readonly op: 'bust';
  /** `bustId` of the deal (engine): a deal is taken back once. */
  readonly request_id: string;
  /** The deal that is cancelled, and all deals of its position in id order, it included. */
  readonly deal: Deal;
  readonly deals: readonly Deal[];
  readonly source: 'dealer' | 'gateway';
  readonly dealer: number;
}

/** Deletes a position without a deal: a correction (trading-rules §1.8, §6.4). */
export interface PositionDeleteCommand {
  readonly op: 'position_delete';
  readonly request_id: string;
  readonly position_id: number;
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
  | PositionDeleteCommand;
