// Rows that staff follow by a mask of groups, as frames of the socket change them: pure folds.

import type {
  AccountChange,
  EventDeal,
  EventFrame,
  EventOrder,
  EventPosition,
  MoneyRow,
  RowSnapshot,
} from '../../client/index.js';
import { isOrderOver } from './account.js';

/** An open position of an account in scope. */
export type StaffPositionRow = EventPosition & { readonly login: number; readonly group: string };
/** A working order of an account in scope. */
export type StaffOrderRow = EventOrder & { readonly login: number; readonly group: string };
/** Live money of an account; before it is known balance and credit alone. */
export type AccountMoneyRow = Pick<MoneyRow, 'login' | 'balance' | 'credit'> & Partial<MoneyRow>;

/** A deal of an account in scope. */
export type StaffDealRow = EventDeal & {
  readonly login: number;
  readonly group: string;
  readonly time: string;
};

/** Rows by their id; accounts by login. */
type Rows<Row> = ReadonlyMap<number, Row>;

/** The rows of a mask. */
export interface MaskRows<Row> {
  readonly rows: Rows<Row>;
  /** Has every part of the newest snapshot come? */
  readonly isWhole: boolean;
}

/** No rows, before the first snapshot. */
export const noRows = <Row>(): MaskRows<Row> => ({ rows: new Map<number, Row>(), isWhole: false });

/** A frame of the socket of staff. */
export type StaffFrame = Pick<EventFrame, 'event' | 'data'> & { readonly account_seq?: number };

/** The way in which a channel reads a frame. */
interface RowChannel<Row> {
  readonly keyOf: (row: Row) => number;
  /** The changed rows of a frame, with those that are over. */
  readonly changed: (frame: StaffFrame) => readonly Row[];
  readonly isOver: (row: Row) => boolean;
}

/** Does the pattern match the subject, both in lower case? `*` is any run of characters. */
const fits = (pattern: string, subject: string): boolean => {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return first === subject;
  if (!subject.startsWith(first)) return false;
  const last = parts.pop() ?? '';
  let at = first.length;
  for (const part of parts) {
    const found = subject.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
};

const maskText = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');

/**
 * Compiles a list of masks, with commas between: a group is in it that one of them matches and that
 * none with a leading `!` matches.
 */
export const compileMask = (list: string): ((group: string) => boolean) => {
  const masks = maskText(list)
    .split(',')
    .map((mask) => mask.trim())
    .filter((mask) => mask !== '');
  const excluded = masks.filter((mask) => mask.startsWith('!')).map((mask) => mask.slice(1));
  const taken = masks.filter((mask) => !mask.startsWith('!'));
  return (group) => {
    const subject = maskText(group);
    return (
      taken.some((mask) => fits(mask, subject)) && !excluded.some((mask) => fits(mask, subject))
    );
  };
};

/** Does a change concern the followed mask? */
type InMask = (group: string) => boolean;

const changeOf = ({ account_seq, data }: StaffFrame): AccountChange | undefined =>
  account_seq === undefined ? undefined : (data as AccountChange);

/** The rows of a change with the login and group of their account. */
const withAccount = <Row extends object>(
  rows: readonly Row[],
  { login, group = '' }: AccountChange,
): readonly (Row & { readonly login: number; readonly group: string })[] =>
  rows.map((row) => ({ ...row, login, group }));

const channel = <Row>(of: RowChannel<Row>): RowChannel<Row> => of;

/** The channels whose rows are followed by a mask of groups. */
const ROW_CHANNELS = {
  positions: channel<StaffPositionRow>({
    keyOf: ({ id }) => id,
    changed: (frame) => {
      const change = changeOf(frame);
      return change === undefined ? [] : withAccount(change.positions, change);
    },
    isOver: ({ closed }) => closed,
  }),
  orders: channel<StaffOrderRow>({
    keyOf: ({ id }) => id,
    changed: (frame) => {
      const change = changeOf(frame);
      return change === undefined ? [] : withAccount(change.orders, change);
    },
    isOver: isOrderOver,
  }),
  accounts: channel<AccountMoneyRow>({
    keyOf: ({ login }) => login,
    changed: ({ event, data }) =>
      event === 'account_money' ? (data as { readonly rows: readonly AccountMoneyRow[] }).rows : [],
    isOver: () => false,
  }),
} as const;

/** The name of a channel whose rows are followed by a mask. */
export type RowChannelName = keyof typeof ROW_CHANNELS;
/** A row of a channel. */
export type RowOf<Name extends RowChannelName> = Parameters<
  (typeof ROW_CHANNELS)[Name]['keyOf']
>[0];

/** Does a snapshot belong to the channel and mask? */
const isSnapshot = ({ event, data }: StaffFrame, name: string, mask: string): boolean =>
  event === 'snapshot' &&
  (data as RowSnapshot).channel === name &&
  (data as RowSnapshot).group === mask;

/**
 * The rows of a mask after frames, oldest first. `inMask` tells groups of the mask; money comes
 * without its group, so it changes rows that the snapshot had.
 */
export const foldRows = <Name extends RowChannelName>(
  name: Name,
  mask: string,
  inMask: InMask,
  state: MaskRows<RowOf<Name>>,
  frames: readonly StaffFrame[],
): MaskRows<RowOf<Name>> => {
  type Row = RowOf<Name>;
  const { keyOf, changed, isOver } = ROW_CHANNELS[name] as unknown as RowChannel<Row>;
  let { isWhole } = state;
  let rows: Map<number, Row> | undefined;
  const own = (): Map<number, Row> => {
    rows ??= new Map(state.rows);
    return rows;
  };
  for (const frame of frames) {
    if (isSnapshot(frame, name, mask)) {
      const { part, parts, rows: shown } = frame.data as RowSnapshot;
      if (part === 1) rows = new Map();
      for (const row of shown as readonly unknown[] as readonly Row[]) own().set(keyOf(row), row);
      isWhole = part === parts;
      continue;
    }
    for (const row of changed(frame)) {
      const key = keyOf(row);
      const isKnown = (rows ?? state.rows).has(key);
      const isIn = 'group' in row ? inMask(row.group) : isKnown;
      if (isIn && !isOver(row)) own().set(key, row);
      else if (isKnown) own().delete(key);
    }
  }
  return rows === undefined && isWhole === state.isWhole
    ? state
    : { rows: rows ?? state.rows, isWhole };
};

/** Most deals that are held. */
const DEALS_MAX = 500;

/** The newest deals of a mask after frames, by id, oldest first. */
export const foldDeals = (
  inMask: InMask,
  deals: ReadonlyMap<number, StaffDealRow>,
  frames: readonly StaffFrame[],
): ReadonlyMap<number, StaffDealRow> => {
  const added = frames.flatMap((frame) => {
    const change = changeOf(frame);
    if (change === undefined || !inMask(change.group ?? '')) return [];
    const { time } = change;
    return withAccount(change.deals, change).map((row) => ({ ...row, time }));
  });
  if (added.length === 0) return deals;
  const rows = new Map([...deals, ...added.map((row): [number, StaffDealRow] => [row.id, row])]);
  return new Map([...rows].slice(-DEALS_MAX));
};

/** Rows after changed rows came, each as it is now; rows that are over are removed. */
export const foldChanged = <Key, Row>(
  rows: ReadonlyMap<Key, Row>,
  changed: readonly Row[],
  keyOf: (row: Row) => Key,
  isOver: (row: Row) => boolean,
): ReadonlyMap<Key, Row> => {
  const next = new Map(rows);
  for (const row of changed) {
    if (isOver(row)) next.delete(keyOf(row));
    else next.set(keyOf(row), row);
  }
  return next;
};
