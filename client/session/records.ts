// The records of the API by the names of the trade, taken from the generated types of its routes.

import type { operations } from '../types/openapi.js';

/** The data of the answer of an operation of the API. */
type Answered<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body extends { data?: unknown }
    ? Exclude<Body['data'], undefined>
    : never
  : never;

type Asked<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

type Row<List> = List extends readonly (infer One)[] ? One : never;

/** An object, or each object of a union, without some members. */
type Without<T, Names extends string> = T extends unknown ? Omit<T, Names> : never;

type Listed<Page> = Page extends { items: (infer One)[] } ? One : never;

/** The tokens of a sign-in; empty for browser terminals. */
export type TokensView = Answered<'auth.trader.login'>;
/** A session as its owner sees it. */
export type SessionView = TokensView['session'];
/** The same view, as read later. */
export type MeView = Answered<'auth.trader.me'>;
/** A quote; prices are null until there is one. */
export type Quote = Row<Answered<'quotes.list'>>;
/** A symbol with the values that the group trades it at. */
export type SymbolRow = Row<Answered<'symbols.list'>>;
/** A piece of news of a datafeed. */
export type News = Row<Answered<'news.list'>>;
/** A bar. */
export type Bar = Row<Answered<'bars.list'>>;
/** A deal; decimals are strings. */
export type Deal = Listed<Answered<'history.deals'>>;
/** An order that is over, with the cause of its end. */
type EndedOrder = Listed<Answered<'history.orders'>>;
/** An order. */
export type Order = Omit<EndedOrder, 'cause'>;
/** A working order with the price that may trigger it. */
export type WorkingOrder = Row<Answered<'orders.list'>>;
/** An open position with its live values. */
export type OpenPosition = Row<Answered<'positions.list'>>;
/** Account, money, positions and orders at one moment. */
export type AccountPicture = Answered<'account.read'>;
/** Live money of an account. */
export type Money = AccountPicture['money'];
/** The result of a trade request. */
export type TradeResult = Answered<'trades.create'>;
/** The expected result of a trade. */
export type TradeCheck = Answered<'trades.check'>;
/** A request that waits for dealers; `gone`: dealers have it no longer. */
export type WaitingRequest = Row<Answered<'dealing.list'>>;
/** The newest figures of a server. */
export type MonitorSample = NonNullable<Answered<'network.servers.monitor'>['now']>;
/** The open volume of a symbol over many accounts. */
export type ExposureRow = Row<Answered<'reports.exposure'>>;
/** A trade request whose `request_id` the client chooses unless it is given. */
export type TradeRequest = Without<Asked<'trades.create'>, 'request_id'> & {
  readonly request_id?: string;
};
