// Events as tests compare them: with the fields that frames leave out, and the login in each row.

import { ROW_DEFAULTS } from '../../../client/types/row-defaults.js';
import type { EventFrame } from './shapes.js';

type Fields = Readonly<Record<string, unknown>>;

const rowsOf = (data: Fields, name: 'deals' | 'orders' | 'positions'): readonly Fields[] =>
  ((data[name] ?? []) as readonly Fields[]).map((row) => ({
    login: data.login ?? 0,
    ...ROW_DEFAULTS[name],
    ...row,
  }));

/** An event of an account with whole rows; others as they are. */
export const wholeEvent = (frame: EventFrame<never>): EventFrame<never> => {
  const given = frame.data as Fields;
  if (frame.account_seq === undefined || given.money === undefined) return frame;
  const data = {
    ...ROW_DEFAULTS.data,
    ...given,
    deals: rowsOf(given, 'deals'),
    orders: rowsOf(given, 'orders'),
    positions: rowsOf(given, 'positions'),
    money: { ...ROW_DEFAULTS.money, ...(given.money as Fields) },
    cause: { ...ROW_DEFAULTS.cause, ...(given.cause as Fields) },
  };
  return { ...frame, data: data as never };
};

/** The events for which an answer stands; an answer that stands for none has none. */
export const eventsOf = (answer: unknown): EventFrame<never>[] => {
  const { changes = [], ...result } = (answer ?? {}) as {
    readonly changes?: readonly EventFrame<Fields>[];
    readonly seq?: string;
  };
  return changes.map(({ data, ...change }) => {
    const outcome = change.event === 'trade_result' ? { result } : {};
    const { seq = '' } = result;
    return wholeEvent({ ...change, seq, data: { ...data, ...outcome } as never });
  });
};
