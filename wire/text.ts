// Texts that accounts' actors give out: results, pictures and event frames, encoded once.

import { type Code, messageOf } from './codes.js';
import type { AccountEvent } from './events.js';
import { membersOf } from './fields.js';
import {
  CORRECTION,
  type Correction,
  DEAL,
  type Deal,
  MONEY,
  type Money,
  ORDER,
  type Order,
  POSITION,
  type Position,
  TRADE_RESULT,
  type TradeResult,
} from './records.js';
import { formatExact, PRICE_EXTRA } from './scale.js';

const orderMembers = membersOf(ORDER);
const dealMembers = membersOf(DEAL);
const positionMembers = membersOf(POSITION);
const moneyMembers = membersOf(MONEY);
const correctionMembers = membersOf(CORRECTION);
const {
  request_id: _id,
  deal_ids: _deals,
  digits: _digits,
  order_id: _o,
  position_id: _p,
  ...plain
} = TRADE_RESULT;
const resultMembers = membersOf(plain);

/** Digits of a currency for a row that has no prices. */
const moneyDigits = (currency_digits: number) => ({ digits: 0, currency_digits });

const idOrNull = (id: number): string => (id === 0 ? 'null' : String(id));

const priceText = (price: number, digits: number): string =>
  formatExact(price, digits + PRICE_EXTRA, digits);

/** An order as JSON; with the live price that may trigger it. */
export const orderText = (row: Order, live?: { readonly price_current: number }): string => {
  const more = live ? `,"price_current":"${priceText(live.price_current, row.digits)}"` : '';
  return `{${orderMembers(row, row)}${more}}`;
};
/** A deal as JSON. */
const dealText = (row: Deal): string => `{${dealMembers(row, row)}}`;
/** What a position is worth now: price ×10^(digits+3), money in units of the currency. */
export interface LiveValues {
  readonly price_current: number;
  readonly profit: number;
  readonly margin: number;
}

const liveMembers = (row: Position, { price_current, profit, margin }: LiveValues): string => {
  const money = (value: number) => formatExact(value, row.currency_digits, row.currency_digits);
  return (
    `,"price_current":"${priceText(price_current, row.digits)}"` +
    `,"profit":"${money(profit)}","margin":"${money(margin)}"`
  );
};

/** A position as JSON; with its live values. */
export const positionText = (row: Position, group: string, live?: LiveValues): string => {
  const more = live ? liveMembers(row, live) : '';
  return `{${positionMembers(row, row)},"group":${JSON.stringify(group)}${more}}`;
};
/** Live money as JSON; `more` are further members, each with its leading comma. */
export const moneyText = (row: Money, currencyDigits: number, more = ''): string =>
  `{${moneyMembers(row, moneyDigits(currencyDigits))}${more}}`;

/**
 * A trade result as JSON without its closing brace: `seq` is appended as its last member when the
 * event's number is known. Ids that there are none of are null.
 */
export const resultText = (result: TradeResult, repeated: boolean): string => {
  const deals = result.deal_ids === '' ? '' : result.deal_ids.split(' ').join(',');
  return (
    `{"request_id":"${result.request_id}",` +
    resultMembers(result, { digits: result.digits, currency_digits: 0 }) +
    `,"order_id":${idOrNull(result.order_id)},"deal_ids":[${deals}]` +
    `,"position_id":${idOrNull(result.position_id)},"repeated":${repeated}`
  );
};

/** An envelope up to `data`: for sockets `id` is the client's number, for REST the request id. */
export const envelopeHead = (
  id: number | string | null,
  code: Code,
  message: string = messageOf(code),
): string => {
  const name = typeof id === 'string' ? 'request_id' : 'id';
  const success = code === 'ok';
  return (
    `{"${name}":${JSON.stringify(id)},"success":${success},"code":"${code}"` +
    `,"message":${JSON.stringify(message)},"data":`
  );
};

/** A whole envelope; `data` is JSON. */
export const envelopeText = (
  id: number | string | null,
  code: Code,
  data = 'null',
  message: string = messageOf(code),
): string => `${envelopeHead(id, code, message)}${data}}`;

/** The parts of an event that staff channels go by. */
export const eventParts = (event: AccountEvent): ('deals' | 'orders' | 'positions')[] =>
  (['deals', 'orders', 'positions'] as const).filter((part) => event[part].length > 0);

const correctionText = (row: Correction | null): string => {
  if (row === null) return '';
  return `,"correction":{${correctionMembers(row, moneyDigits(row.currency_digits))}}`;
};

/**
 * The frame of a numbered event without its closing brace: the front appends `seq` as the last
 * member when the log has numbered it.
 */
export const eventText = (event: AccountEvent): string => {
  const { ledger, cause } = event;
  const orders = event.orders.map((row) => orderText(row)).join(',');
  const deals = event.deals.map(dealText).join(',');
  const positions = event.positions.map((row) => positionText(row, event.group)).join(',');
  const result =
    event.kind === 'trade_result' && event.remembered !== null
      ? `,"result":${resultText(event.remembered.result, false)}}`
      : '';
  return (
    `{"event":"${event.kind}","account_seq":${event.account_seq},"data":{"login":${event.login}` +
    `,"deals":[${deals}],"orders":[${orders}],"positions":[${positions}]` +
    `,"money":${moneyText(event.money, ledger.currency_digits)},"so_state":"${ledger.so_state}"` +
    `,"cause":{"kind":"${cause.kind}","source":"${cause.source}","dealer":${cause.dealer}` +
    `,"request_id":"${cause.request_id}"}${result}${correctionText(event.correction)}` +
    `,"time":"${new Date(event.time).toISOString()}"}`
  );
};
