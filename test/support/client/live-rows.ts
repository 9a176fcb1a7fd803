// Results and events as tests compare them: with the fields that live frames leave out.

import type { FieldTable, FieldType } from '../../../wire/base/field-table.js';
import {
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
  type LiveFields,
  SAID_BY_DEAL,
  SAID_BY_RESULT,
} from '../../../wire/trading/live-fields.js';
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

/** A price that is left out of a field for averages, which has three more digits. */
const besideOf = (type: FieldType, value: unknown): unknown =>
  type === 'average' && typeof value === 'string' && value !== '0' ? `${value}000` : value;

/** A row with all fields of its table: empty ones, what is said beside it, and its own. */
const whole = (table: FieldTable, live: LiveFields, given: unknown, beside: Fields): Fields => {
  const row = given as Fields;
  const out: Record<string, unknown> = { login: beside.login };
  // The request of a frame is that of its orders and deals; a position keeps its own.
  if (table !== POSITION) out.request_id = beside.request_id;
  for (const [name, type] of Object.entries(table)) {
    if (!live.never.includes(name)) out[name] = emptyOf(type);
    const said = row.closed === true ? undefined : live.said?.[name];
    if (said !== undefined) out[name] = besideOf(type, beside[said] ?? out[name]);
    const same = live.same?.[name];
    if (same !== undefined) out[name] = out[same];
    if (name in row) out[name] = row[name];
  }
  return out;
};

const valuesOf = (names: Fields, row: Fields): Fields =>
  Object.fromEntries(
    Object.entries(names).map(([name, field]) => [name, row[String(field)] ?? undefined]),
  );

/** An event of an account with whole rows; others as they are. */
export const wholeEvent = (frame: EventFrame<never>): EventFrame<never> => {
  const data = frame.data as Fields;
  if (frame.account_seq === undefined || data.money === undefined) return frame;
  const cause = { source: 'client', dealer: 0, request_id: '', ...(data.cause as Fields) };
  const { login = 0, time, result } = data;
  const outcome = result ? { result: wholeResult(cause.request_id, result) } : {};
  let beside: Fields = { ...valuesOf(SAID_BY_RESULT, (result ?? {}) as Fields), time };
  beside = { ...beside, login, request_id: cause.request_id };
  const all = (name: string, table: FieldTable, live: LiveFields) =>
    ((data[name] ?? []) as readonly unknown[]).map((given) => {
      const row = whole(table, live, given, beside);
      if (name === 'deals') beside = { ...beside, ...valuesOf(SAID_BY_DEAL, row) };
      return row;
    });
  const rows = {
    deals: all('deals', DEAL, LIVE_DEAL),
    orders: all('orders', ORDER, LIVE_ORDER),
    positions: all('positions', POSITION, LIVE_POSITION),
    money: whole(MONEY, LIVE_MONEY, data.money, {}),
    so_state: data.so_state ?? 'none',
  };
  return { ...frame, data: { ...data, ...rows, cause, ...outcome } as never };
};

const RESULT = {
  ...{ code: 'ok', message: '', status: 'done', price: '0', bid: '0', ask: '0', done_at: null },
  ...{ order_id: null, deal_ids: [], position_id: null, repeated: false, seq: null },
};

/** The result of a trade request as REST would tell it. */
export const wholeResult = (request_id: unknown, lean: object): TradeResult => ({
  ...({ request_id, ...RESULT } as unknown as TradeResult),
  ...lean,
});

/** The data of an answer to `trade`, as far as it says what was changed. */
interface TradeAnswer extends TradeResult {
  readonly changes?: readonly EventFrame<never>[];
}

/** The events that an answer to a request of a kind stands for. */
export const eventsOf = (kind: unknown, answer: unknown): EventFrame<never>[] => {
  const { changes = [], ...result } = (answer ?? {}) as TradeAnswer;
  const { request_id, done_at: time, seq } = result;
  const cause = { kind, request_id };
  return changes.map((change) => {
    const data = { ...(change.data as Fields), cause, time, result };
    const event = wholeEvent({ ...change, seq, data: data as never });
    if (change.event === 'trade_result') return event;
    const { result: _, ...rest } = event.data as Fields;
    return { ...event, data: rest as never };
  });
};
