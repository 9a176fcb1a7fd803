// Commands: what an account's actor is asked to do. They are judged; they are not facts yet.

import { type Static, Type } from '@sinclair/typebox';
import { checked, Decimal, Id, Strict, Time, Uuid, WholeText, Words } from './schema.js';

const optional = {
  comment: Type.Optional(WholeText(64)),
  expert_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
};
const common = {
  request_id: Uuid(),
  valid_until: Type.Optional(Time()),
  /** Staff only. */
  skip_margin_check: Type.Optional(Type.Boolean()),
};
const stops = { sl: Type.Optional(Decimal()), tp: Type.Optional(Decimal()) };
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
    Strict({
      kind: kind('open'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Decimal(),
      ...market,
      ...stops,
      ...optional,
    }),
  ),
  close: checked(
    Strict({
      kind: kind('close'),
      ...common,
      position_id: Id(),
      volume: Type.Optional(Decimal()),
      ...market,
      ...optional,
    }),
  ),
  close_by: checked(
    Strict({
      kind: kind('close_by'),
      ...common,
      position_id: Id(),
      by_position_id: Id(),
      ...optional,
    }),
  ),
  modify: checked(Strict({ kind: kind('modify'), ...common, position_id: Id(), ...stops })),
  pending: checked(
    Strict({
      kind: kind('pending'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Decimal(),
      order_kind: Words(['limit', 'stop', 'stop_limit'] as const),
      price: Decimal(),
      price_stop_limit: Type.Optional(Decimal()),
      fill: Type.Optional(Words(['fok', 'ioc', 'return'] as const)),
      ...stops,
      ...lifetime,
      ...optional,
    }),
  ),
  pending_modify: checked(
    Strict({
      kind: kind('pending_modify'),
      ...common,
      order_id: Id(),
      price: Type.Optional(Decimal()),
      price_stop_limit: Type.Optional(Decimal()),
      ...stops,
      ...lifetime,
    }),
  ),
  pending_cancel: checked(Strict({ kind: kind('pending_cancel'), ...common, order_id: Id() })),
  price: checked(
    Strict({
      kind: kind('price'),
      ...common,
      symbol: SymbolName(),
      side: Side(),
      volume: Type.Optional(Decimal()),
    }),
  ),
} as const;

export type TradeKind = keyof typeof TRADE_REQUESTS;
type RequestOf<K extends TradeKind> = Static<(typeof TRADE_REQUESTS)[K]['schema']>;

/** A trade request whose shape has been checked; decimals are still text. */
export type TradeRequest = { [K in TradeKind]: RequestOf<K> }[TradeKind];

/** Which terminal and session a command came from. */
export interface Origin {
  readonly terminal: string;
  readonly ip: string;
  readonly session: string;
}

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

export type Command = TradeCommand | BalanceCommand | DisconnectRuleCommand | DisconnectedCommand;
