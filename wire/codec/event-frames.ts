// What live frames tell of events and results: the fields that a client does not have already.

import type { Digits } from '../base/field-table.js';
import type { AccountEvent, Cause } from '../trading/events.js';
import {
  CAUSE,
  LIVE_CAUSE,
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
  LIVE_RESULT,
  SAID_BY_DEAL,
  SAID_BY_RESULT,
} from '../trading/live-fields.js';
import {
  CORRECTION,
  type Correction,
  DEAL,
  type Deal,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
  type TradeResult,
} from '../trading/records.js';
import { Bytes } from './bytes.js';
import {
  constantsOf,
  liveMembersOf,
  membersOf,
  type Said,
  sayingOf,
  writeText,
  writeTime,
} from './json.js';
import { moneyDigits, priceDigits, writeIds, writeRows } from './text.js';
import { unpackEvent } from './unpack.js';

/** Constant texts between the values. */
const put = constantsOf({
  openFrame: '{"event":"',
  frameSeq: '","account_seq":',
  login: ',"data":{"login":',
  group: ',"group":',
  openData: ',"data":{',
  changes: ',"changes":[',
  endChange: '}}]',
  money: '"money":{',
  soState: ',"so_state":"',
  deals: ',"deals":[',
  orders: ',"orders":[',
  positions: ',"positions":[',
  endList: ']',
  cause: ',"cause":{',
  result: ',"result":',
  corrections: ',"corrections":[',
  time: ',"time":',
  dealIds: ',"deal_ids":[',
  repeated: ',"repeated":true',
  open: '{',
  close: '}',
  comma: ',',
  quote: '"',
});

/** What is said beside the row that is written; one object, used again by every frame. */
const said: Said = {
  symbol: '',
  side: 'buy',
  order_id: 0,
  position_id: 0,
  volume: 0,
  price: 0,
  volume_filled: 0,
  price_filled: 0,
  time: 0,
  digits: 0,
};
const NOTHING: Readonly<Said> = { ...said };
const sayNothing = sayingOf<Said>(
  Object.fromEntries(Object.keys(said).map((name) => [name, name])),
);
const sayResult = sayingOf<TradeResult>({ ...SAID_BY_RESULT, digits: 'digits' });
const sayDeal = sayingOf<Deal>({ ...SAID_BY_DEAL, digits: 'digits' });

const resultMembers = liveMembersOf(TRADE_RESULT, LIVE_RESULT);
const moneyMembers = liveMembersOf(MONEY, LIVE_MONEY);
const causeMembers = liveMembersOf(CAUSE, LIVE_CAUSE);
const dealMembers = liveMembersOf(DEAL, LIVE_DEAL);
const orderMembers = liveMembersOf(ORDER, LIVE_ORDER);
const positionMembers = liveMembersOf(POSITION, LIVE_POSITION);
const correctionMembers = membersOf(CORRECTION);

/** The parts of an event by which staff channels are selected. */
export const eventParts = (event: AccountEvent): ('deals' | 'orders' | 'positions')[] =>
  (['deals', 'orders', 'positions'] as const).filter((part) => event[part].length > 0);

/**
 * Writes a trade result for a socket, without its closing brace: the front appends `seq` when the
 * number of the event is known.
 */
export const writeLiveResult = (out: Bytes, result: TradeResult, repeated: boolean): void => {
  put.open(out);
  resultMembers(out, result, priceDigits(result.digits), said);
  if (result.deal_ids !== '') {
    put.dealIds(out);
    writeIds(out, result.deal_ids);
    put.endList(out);
  }
  if (repeated) put.repeated(out);
};

const rowsWriter =
  <T extends Digits>(
    head: (out: Bytes) => void,
    members: (out: Bytes, row: T, shown: Digits, said: Said) => void,
    say: (said: Said, row: T) => void = () => undefined,
  ) =>
  (out: Bytes, rows: readonly T[]): void => {
    if (rows.length === 0) return;
    head(out);
    for (let n = 0; n < rows.length; n += 1) {
      if (n > 0) put.comma(out);
      const row = rows[n] as T;
      put.open(out);
      members(out, row, row, said);
      put.close(out);
      say(said, row);
    }
    put.endList(out);
  };
const writeDeals = rowsWriter(put.deals, dealMembers, sayDeal);
const writeOrders = rowsWriter(put.orders, orderMembers);
const writePositions = rowsWriter(put.positions, positionMembers);

/** Writes the money after an event, then the rows that it changed. */
const writeRowsOf = (out: Bytes, event: AccountEvent, result: TradeResult | null): void => {
  const { deals, orders, positions, ledger, money, time } = event;
  sayNothing(said, NOTHING);
  if (result !== null) sayResult(said, result);
  said.time = time;
  put.money(out);
  moneyMembers(out, money, moneyDigits(ledger.currency_digits), said);
  put.close(out);
  if (ledger.so_state !== 'none') {
    put.soState(out);
    out.utf8(ledger.so_state);
    put.quote(out);
  }
  writeDeals(out, deals);
  writeOrders(out, orders);
  writePositions(out, positions);
};

/** Writes the name and the number of an event, with which a frame begins. */
const writeEventHead = (out: Bytes, { kind, account_seq }: AccountEvent): void => {
  put.openFrame(out);
  out.utf8(kind);
  put.frameSeq(out);
  out.int(account_seq);
};

/**
 * Writes what a numbered event changed, as a member of the answer that stands for it, after the
 * result. Its cause is the request, and its time that of the result.
 */
export const writeChange = (out: Bytes, event: AccountEvent, result: TradeResult): void => {
  put.changes(out);
  writeEventHead(out, event);
  put.openData(out);
  writeRowsOf(out, event, result);
  put.endChange(out);
};

const writeCause = (out: Bytes, cause: Cause): void => {
  put.cause(out);
  causeMembers(out, cause, moneyDigits(0), said);
  put.close(out);
};

const writeCorrection = (out: Bytes, row: Correction): void => {
  put.open(out);
  correctionMembers(out, row, moneyDigits(row.currency_digits));
  put.close(out);
};

/** Writes the frame of a numbered event. */
const writeEventFrame = (out: Bytes, event: AccountEvent, seq: number): void => {
  const { group, remembered, corrections } = event;
  const result = event.kind === 'trade_result' ? (remembered?.result ?? null) : null;
  writeEventHead(out, event);
  put.login(out);
  out.int(event.login);
  put.group(out);
  writeText(out, group);
  put.comma(out);
  writeRowsOf(out, event, result);
  writeCause(out, event.cause);
  if (result !== null) {
    put.result(out);
    writeLiveResult(out, result, false);
    put.close(out);
  }
  if (corrections.length > 0) {
    put.corrections(out);
    writeRows(out, corrections, writeCorrection, undefined);
    put.endList(out);
  }
  put.time(out);
  writeTime(out, event.time);
  put.close(out);
  out.utf8(`,"seq":"${seq}"}`);
};

const scratch = new Bytes();

/** The frame of a packed event of an account as UTF-8 JSON, in memory of its own. */
export const eventFrame = (packed: Uint8Array, seq: number): Uint8Array => {
  const { buffer, byteOffset, byteLength } = packed;
  const event = unpackEvent(Buffer.from(buffer, byteOffset, byteLength));
  if (event.type !== 'account') throw new Error('an event of the desk has no frame');
  writeEventFrame(scratch.clear(), event, seq);
  return scratch.copy();
};
