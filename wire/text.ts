// Texts that accounts' actors give out: results, pictures and event frames, written once.

import { Bytes } from './bytes.js';
import { type Code, messageOf } from './codes.js';
import type { AccountEvent } from './events.js';
import { membersOf, writeText, writeTime } from './json.js';
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

/** Writes a text's UTF-8. */
export type Write = (out: Bytes) => void;

const scratch = new Bytes();

/** What is written, as text. */
export const textOf = (write: Write): string => {
  write(scratch.clear());
  return scratch.text();
};

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

/** Rows with commas between them. */
export const writeRows = <T>(out: Bytes, rows: readonly T[], write: (row: T) => void): void => {
  for (let n = 0; n < rows.length; n += 1) {
    if (n > 0) out.utf8(',');
    write(rows[n] as T);
  }
};

const writeId = (out: Bytes, id: number): void => {
  if (id === 0) out.utf8('null');
  else out.int(id);
};

const priceText = (price: number, digits: number): string =>
  formatExact(price, digits + PRICE_EXTRA, digits);

/** An order as JSON; with the live price that may trigger it. */
export const writeOrder = (
  out: Bytes,
  row: Order,
  live?: { readonly price_current: number },
): void => {
  out.utf8('{');
  orderMembers(out, row, row);
  if (live) out.utf8(`,"price_current":"${priceText(live.price_current, row.digits)}"`);
  out.utf8('}');
};

const writeDeal = (out: Bytes, row: Deal): void => {
  out.utf8('{');
  dealMembers(out, row, row);
  out.utf8('}');
};

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
export const writePosition = (
  out: Bytes,
  row: Position,
  group: string,
  live?: LiveValues,
): void => {
  out.utf8('{');
  positionMembers(out, row, row);
  out.utf8(',"group":');
  writeText(out, group);
  if (live) out.utf8(liveMembers(row, live));
  out.utf8('}');
};

/** Live money as JSON; `more` are further members, each with its leading comma. */
export const writeMoney = (out: Bytes, row: Money, currencyDigits: number, more = ''): void => {
  out.utf8('{');
  moneyMembers(out, row, moneyDigits(currencyDigits));
  out.utf8(more);
  out.utf8('}');
};

/**
 * A trade result as JSON without its closing brace: `seq` is appended as its last member when the
 * event's number is known. Ids that there are none of are null.
 */
export const writeResult = (out: Bytes, result: TradeResult, repeated: boolean): void => {
  out.utf8('{"request_id":"');
  out.utf8(result.request_id);
  out.utf8('",');
  resultMembers(out, result, { digits: result.digits, currency_digits: 0 });
  out.utf8(',"order_id":');
  writeId(out, result.order_id);
  out.utf8(',"deal_ids":[');
  out.utf8(result.deal_ids.replaceAll(' ', ','));
  out.utf8('],"position_id":');
  writeId(out, result.position_id);
  out.utf8(repeated ? ',"repeated":true' : ',"repeated":false');
};

/** An envelope up to `data`: for sockets `id` is the client's number, for REST the request id. */
const writeEnvelopeHead = (
  out: Bytes,
  id: number | string | null,
  code: Code,
  message: string,
): void => {
  out.utf8(typeof id === 'string' ? '{"request_id":' : '{"id":');
  out.utf8(JSON.stringify(id));
  out.utf8(code === 'ok' ? ',"success":true,"code":"' : ',"success":false,"code":"');
  out.utf8(code);
  out.utf8('","message":');
  writeText(out, message);
  out.utf8(',"data":');
};

/** An envelope; `write` gives its data, and the closing brace unless that follows later. */
export const envelopeOf =
  (id: number | string | null, code: Code, message: string, write: Write): Write =>
  (out) => {
    writeEnvelopeHead(out, id, code, message);
    write(out);
  };

/** A whole envelope; `data` is JSON. */
export const envelopeText = (
  id: number | string | null,
  code: Code,
  data = 'null',
  message: string = messageOf(code),
): string => textOf(envelopeOf(id, code, message, (out) => out.utf8(`${data}}`)));

/** The parts of an event that staff channels go by. */
export const eventParts = (event: AccountEvent): ('deals' | 'orders' | 'positions')[] =>
  (['deals', 'orders', 'positions'] as const).filter((part) => event[part].length > 0);

const writeCorrection = (out: Bytes, row: Correction): void => {
  out.utf8(',"correction":{');
  correctionMembers(out, row, moneyDigits(row.currency_digits));
  out.utf8('}');
};

const writeCause = (out: Bytes, cause: AccountEvent['cause']): void => {
  out.utf8(',"cause":{"kind":"');
  out.utf8(cause.kind);
  out.utf8('","source":"');
  out.utf8(cause.source);
  out.utf8('","dealer":');
  out.int(cause.dealer);
  out.utf8(',"request_id":"');
  out.utf8(cause.request_id);
  out.utf8('"}');
};

/**
 * The frame of a numbered event without its closing brace: the front appends `seq` as the last
 * member when the log has numbered it.
 */
export const writeEventFrame = (out: Bytes, event: AccountEvent): void => {
  const { group, ledger, remembered, correction } = event;
  out.utf8('{"event":"');
  out.utf8(event.kind);
  out.utf8('","account_seq":');
  out.int(event.account_seq);
  out.utf8(',"data":{"login":');
  out.int(event.login);
  out.utf8(',"deals":[');
  writeRows(out, event.deals, (row) => writeDeal(out, row));
  out.utf8('],"orders":[');
  writeRows(out, event.orders, (row) => writeOrder(out, row));
  out.utf8('],"positions":[');
  writeRows(out, event.positions, (row) => writePosition(out, row, group));
  out.utf8('],"money":');
  writeMoney(out, event.money, ledger.currency_digits);
  out.utf8(',"so_state":"');
  out.utf8(ledger.so_state);
  out.utf8('"');
  writeCause(out, event.cause);
  if (event.kind === 'trade_result' && remembered !== null) {
    out.utf8(',"result":');
    writeResult(out, remembered.result, false);
    out.utf8('}');
  }
  if (correction !== null) writeCorrection(out, correction);
  out.utf8(',"time":');
  writeTime(out, event.time);
  out.utf8('}');
};
