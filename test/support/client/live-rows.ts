// Events as tests compare them: rows of live frames with the fields that those leave out.

import type { FieldTable, FieldType } from '../../../wire/base/field-table.js';
import { DEAL, MONEY, ORDER, POSITION } from '../../../wire/trading/records.js';
import type { EventFrame, TradeResult } from './shapes.js';

type Fields = Readonly<Record<string, unknown>>;

const EMPTY: Partial<Record<FieldType & string, unknown>> = {
  int: 0,
  text: '',
  bool: false,
  time: null,
  money: '0.00',
};

const emptyOf = (type: FieldType): unknown => {
  if (typeof type !== 'string') return type.choices[0];
  return type in EMPTY ? EMPTY[type] : '0';
};

/** A row with all fields of its table. */
const whole = (table: FieldTable, row: unknown, more: Fields = {}): Fields => {
  const empty = Object.entries(table).map(([name, type]) => [name, emptyOf(type)]);
  return { ...Object.fromEntries(empty), ...more, ...(row as Fields) };
};

/** An event of an account with whole rows; others as they are. */
export const wholeEvent = (frame: EventFrame<never>): EventFrame<never> => {
  const data = frame.data as Fields;
  const { cause, deals, login = 0 } = data as { cause?: Fields; deals?: unknown; login?: number };
  if (frame.account_seq === undefined || deals === undefined) return frame;
  const more = { login, request_id: cause?.request_id ?? '' };
  const all = (name: string, table: FieldTable) =>
    (data[name] as readonly unknown[]).map((row) => whole(table, row, more));
  const rows = {
    deals: all('deals', DEAL),
    orders: all('orders', ORDER),
    positions: all('positions', POSITION),
    money: whole(MONEY, data.money),
  };
  return { ...frame, data: { ...data, ...rows } as never };
};

/** The data of an answer to `trade`, as far as it says what was changed. */
interface TradeAnswer extends TradeResult {
  readonly changes?: readonly EventFrame<never>[];
}

/** The events that an answer to a request of a kind stands for. */
export const eventsOf = (kind: unknown, answer: unknown): EventFrame<never>[] => {
  const { changes = [], ...result } = (answer ?? {}) as TradeAnswer;
  const { request_id, done_at: time, seq } = result;
  const cause = { kind, source: 'client', dealer: 0, request_id };
  return changes.map((change) => {
    const more = change.event === 'trade_result' ? { result } : {};
    const data = { ...(change.data as Fields), cause, time, ...more };
    return { ...change, seq, data: data as never };
  });
};
