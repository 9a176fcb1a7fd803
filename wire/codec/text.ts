// Texts that accounts' actors give out: results and snapshots, written once.

import { CODES, type Code, messageOf } from '../base/codes.js';
import type { Digits } from '../base/field-table.js';
import { formatExact } from '../base/scale.js';
import {
  MONEY,
  type Money,
  ORDER,
  type Order,
  POSITION,
  type Position,
  TRADE_RESULT,
  type TradeResult,
} from '../trading/records.js';
import { Bytes } from './bytes.js';
import { constantsOf, membersOf, writePrice, writeText } from './json.js';

/** Writes JSON as UTF-8. */
export type Write = (out: Bytes) => void;

const scratch = new Bytes();

/** The JSON of a writer as text. */
export const textOf = (write: Write): string => {
  write(scratch.clear());
  return scratch.text();
};

/** Constant texts between the values. */
const put = constantsOf({
  close: '}',
  open: '{',
  comma: ',',
  null: 'null',
  resultId: '{"request_id":"',
  afterId: '",',
  orderId: ',"order_id":',
  dealIds: ',"deal_ids":[',
  positionId: '],"position_id":',
  refused: ',"refused":',
  repeated: ',"repeated":true',
  fresh: ',"repeated":false',
  restId: '{"request_id":',
  socketId: '{"id":',
  succeeded: ',"success":true,"code":"',
  failed: ',"success":false,"code":"',
  message: '","message":',
  data: ',"data":',
  group: ',"group":',
  priceCurrent: ',"price_current":',
});

const orderMembers = membersOf(ORDER);
const positionMembers = membersOf(POSITION);
const moneyMembers = membersOf(MONEY);
const {
  request_id: _id,
  deal_ids: _deals,
  digits: _digits,
  order_id: _o,
  position_id: _p,
  refused: _refused,
  ...plain
} = TRADE_RESULT;
const resultMembers = membersOf(plain);

const DIGITS_MAX = 16;
const digitsOf = (one: (count: number) => Digits): readonly Digits[] =>
  Array.from({ length: DIGITS_MAX }, (_, count) => one(count));
const MONEY_DIGITS = digitsOf((currency_digits) => ({ digits: 0, currency_digits }));
const PRICE_DIGITS = digitsOf((digits) => ({ digits, currency_digits: 0 }));

/** The digits of a currency, for rows without prices; always the same object. */
export const moneyDigits = (count: number): Digits => MONEY_DIGITS[count] as Digits;
/** The digits of a symbol, for rows without money; always the same object. */
const priceDigits = (count: number): Digits => PRICE_DIGITS[count] as Digits;

/** Writes rows separated by commas; `more` is passed to each. */
export const writeRows = <T, M>(
  out: Bytes,
  rows: readonly T[],
  write: (out: Bytes, row: T, more: M) => void,
  more: M,
): void => {
  for (let n = 0; n < rows.length; n += 1) {
    if (n > 0) put.comma(out);
    write(out, rows[n] as T, more);
  }
};

const writeId = (out: Bytes, id: number): void => {
  if (id === 0) put.null(out);
  else out.int(id);
};

/** Writes ids that are separated by spaces as the items of a list. */
const writeIds = (out: Bytes, ids: string): void =>
  out.utf8(ids.includes(' ') ? ids.replaceAll(' ', ',') : ids);

/** Writes an order as JSON, with the live price that may trigger it. */
export const writeOrder = (
  out: Bytes,
  row: Order,
  live: { readonly price_current: number },
): void => {
  put.open(out);
  orderMembers(out, row, row);
  put.priceCurrent(out);
  writePrice(out, live.price_current, row.digits, row.digits);
  put.close(out);
};

/** The live values of a position: price ×10^(digits+3), money in units of the currency. */
interface PositionValues {
  readonly price_current: number;
  readonly profit: number;
  readonly margin: number;
}

const moneyText = (value: number, { currency_digits }: Digits): string =>
  formatExact(value, currency_digits, currency_digits);

/** Writes a position as JSON, with its live values. */
export const writePosition = (
  out: Bytes,
  row: Position,
  group: string,
  live: PositionValues,
): void => {
  put.open(out);
  positionMembers(out, row, row);
  put.group(out);
  writeText(out, group);
  put.priceCurrent(out);
  writePrice(out, live.price_current, row.digits, row.digits);
  out.utf8(`,"profit":"${moneyText(live.profit, row)}","margin":"${moneyText(live.margin, row)}"`);
  put.close(out);
};

/** Writes live money as JSON; `more` are further members, each with its leading comma. */
export const writeMoney = (out: Bytes, row: Money, currencyDigits: number, more = ''): void => {
  put.open(out);
  moneyMembers(out, row, moneyDigits(currencyDigits));
  out.utf8(more);
  put.close(out);
};

/**
 * Writes a trade result as JSON without its closing brace: the front appends `seq` as its last
 * member when the number of the event is known. Missing ids are null.
 */
export const writeResult = (out: Bytes, result: TradeResult, repeated: boolean): void => {
  put.resultId(out);
  out.utf8(result.request_id);
  put.afterId(out);
  resultMembers(out, result, priceDigits(result.digits));
  put.orderId(out);
  writeId(out, result.order_id);
  put.dealIds(out);
  writeIds(out, result.deal_ids);
  put.positionId(out);
  writeId(out, result.position_id);
  if (repeated) put.repeated(out);
  else put.fresh(out);
};

/** Writes the positions that a deletion of positions did not delete, after its result. */
export const writeRefused = (out: Bytes, refused: string): void => {
  put.refused(out);
  writeText(out, refused);
};

/** An envelope up to `data`: `id` is the client's number on sockets, the request id over REST. */
const writeEnvelopeHead = (
  out: Bytes,
  id: number | string | null,
  code: Code,
  message: string,
): void => {
  if (typeof id === 'number') {
    put.socketId(out);
    out.int(id);
  } else {
    if (id === null) put.socketId(out);
    else put.restId(out);
    out.utf8(JSON.stringify(id));
  }
  if (code === 'ok') put.succeeded(out);
  else put.failed(out);
  out.utf8(code);
  put.message(out);
  writeText(out, message);
  put.data(out);
};

/** An envelope; `write` writes its data, and the closing brace unless that is appended later. */
export const envelopeOf =
  (id: number | string | null, code: Code, message: string, write: Write): Write =>
  (out) => {
    writeEnvelopeHead(out, id, code, message);
    write(out);
  };

/** The constant part of an envelope between its id and its data. */
const saying = (code: Code, message: string): string =>
  `,"success":${code === 'ok'},"code":"${code}","message":${JSON.stringify(message)},"data":`;

const SAID = new Map(CODES.map((code) => [code, saying(code, messageOf(code))]));

/** A whole envelope as text by concatenation; `data` is JSON and may be long. */
export const envelopeText = (
  id: number | string | null,
  code: Code,
  data = 'null',
  message?: string,
): string => {
  const head = typeof id === 'string' ? `{"request_id":${JSON.stringify(id)}` : `{"id":${id}`;
  const said = message === undefined ? SAID.get(code) : saying(code, message);
  return `${head}${said}${data}}`;
};
