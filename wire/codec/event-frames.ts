// Live frames of accounts' events, and of the changes in an answer.

import type { Digits } from '../base/field-table.js';
import type { AccountEvent, Cause } from '../trading/events.js';
import {
  CAUSE,
  LIVE_CAUSE,
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
} from '../trading/live-fields.js';
import { CORRECTION, type Correction, DEAL, MONEY, ORDER, POSITION } from '../trading/records.js';
import { Bytes } from './bytes.js';
import { constantsOf, liveMembersOf, membersOf, writeText, writeTime } from './json.js';
import { moneyDigits, writeResult, writeRows } from './text.js';
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
  open: '{',
  close: '}',
  comma: ',',
  quote: '"',
});

const moneyMembers = liveMembersOf(MONEY, LIVE_MONEY);
const causeMembers = liveMembersOf(CAUSE, LIVE_CAUSE);
const dealMembers = liveMembersOf(DEAL, LIVE_DEAL);
const orderMembers = liveMembersOf(ORDER, LIVE_ORDER);
const positionMembers = liveMembersOf(POSITION, LIVE_POSITION);
const correctionMembers = membersOf(CORRECTION);

/** The parts of an event by which staff channels are selected. */
export const eventParts = (event: AccountEvent): ('deals' | 'orders' | 'positions')[] =>
  (['deals', 'orders', 'positions'] as const).filter((part) => event[part].length > 0);

const rowsWriter =
  <T extends Digits>(
    head: (out: Bytes) => void,
    members: (out: Bytes, row: T, shown: Digits) => void,
  ) =>
  (out: Bytes, rows: readonly T[]): void => {
    if (rows.length === 0) return;
    head(out);
    for (let n = 0; n < rows.length; n += 1) {
      if (n > 0) put.comma(out);
      const row = rows[n] as T;
      put.open(out);
      members(out, row, row);
      put.close(out);
    }
    put.endList(out);
  };
const writeDeals = rowsWriter(put.deals, dealMembers);
const writeOrders = rowsWriter(put.orders, orderMembers);
const writePositions = rowsWriter(put.positions, positionMembers);

const writeCause = (out: Bytes, cause: Cause): void => {
  put.cause(out);
  causeMembers(out, cause, moneyDigits(0));
  put.close(out);
};

/** Writes the money after an event, the rows that it changed, its cause and its time. */
const writeExecution = (out: Bytes, event: AccountEvent): void => {
  const { deals, orders, positions, ledger, money } = event;
  put.money(out);
  moneyMembers(out, money, moneyDigits(ledger.currency_digits));
  put.close(out);
  if (ledger.so_state !== 'none') {
    put.soState(out);
    out.utf8(ledger.so_state);
    put.quote(out);
  }
  writeDeals(out, deals);
  writeOrders(out, orders);
  writePositions(out, positions);
  writeCause(out, event.cause);
  put.time(out);
  writeTime(out, event.time);
};

/** Writes the name and the number of an event, with which a frame begins. */
const writeEventHead = (out: Bytes, { kind, account_seq }: AccountEvent): void => {
  put.openFrame(out);
  out.utf8(kind);
  put.frameSeq(out);
  out.int(account_seq);
};

/**
 * Writes the changes of a numbered event, as a member of the answer that stands for it, after the
 * result.
 */
export const writeChange = (out: Bytes, event: AccountEvent): void => {
  put.changes(out);
  writeEventHead(out, event);
  put.openData(out);
  writeExecution(out, event);
  put.endChange(out);
};

const writeCorrection = (out: Bytes, row: Correction): void => {
  put.open(out);
  correctionMembers(out, row, moneyDigits(row.currency_digits));
  put.close(out);
};

const writeEventFrame = (out: Bytes, event: AccountEvent, seq: number): void => {
  const { group, remembered, corrections } = event;
  const result = event.kind === 'trade_result' ? (remembered?.result ?? null) : null;
  writeEventHead(out, event);
  put.login(out);
  out.int(event.login);
  put.group(out);
  writeText(out, group);
  put.comma(out);
  writeExecution(out, event);
  if (result !== null) {
    put.result(out);
    writeResult(out, result, false);
    out.utf8(`,"seq":"${seq}"}`);
  }
  if (corrections.length > 0) {
    put.corrections(out);
    writeRows(out, corrections, writeCorrection, undefined);
    put.endList(out);
  }
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
