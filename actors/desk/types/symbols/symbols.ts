// Symbols: the instruments that are traded.

import { ok, type Refusal, refuse } from '../../../../wire/base/codes.js';
import type { Fields, Stamped } from '../../../../wire/base/object.js';
import { parseTime } from '../../../../wire/base/time.js';
import { SYMBOLS } from '../../../../wire/rest/settings/symbols.js';
import { SYMBOL_ID_MAX, SymbolRecord } from '../../../../wire/settings/symbols.js';
import {
  checkedBy,
  type RecordReader,
  type RecordType,
  type RecordWriter,
  SETTING,
} from '../../store/record-type.js';
import { lastPart, symbolFault } from './symbol-rules.js';

type StampedSymbol = Stamped<SymbolRecord>;

/** Fields that determine the value of positions and orders; they are fixed while there are any. */
const COUNTED = [
  'digits',
  'contract_size',
  'calc_mode',
  'currency_base',
  'currency_profit',
  'currency_margin',
] as const;

/** Lists that are sets of words. */
const FLAGS = ['fill_flags', 'order_flags', 'expiration_flags'];

const quoting = (reader: RecordReader, id: number): StampedSymbol | undefined => {
  const [first] = reader.referrers('symbol', 'source', String(id));
  return first?.record;
};

const sourceFault = (
  { id, source_symbol_id: source }: StampedSymbol,
  before: StampedSymbol | undefined,
  reader: RecordReader,
): string | undefined => {
  if (source === null || source === before?.source_symbol_id) return undefined;
  const origin = reader.get('symbol', String(source));
  if (origin === undefined || source === id || origin.record.source_symbol_id !== null) {
    return 'source_symbol_id: must be another symbol with its own quotes';
  }
  return before !== undefined && quoting(reader, id) !== undefined
    ? 'source_symbol_id: other symbols take their quotes from this one'
    : undefined;
};

/** Refuses what is impossible while accounts have positions or orders in the symbol. */
const whileHeld = (name: string, tx: RecordWriter, why: string): Refusal | undefined => {
  const { positions, orders } = tx.usage('symbol', name);
  if (positions + orders === 0) return undefined;
  return refuse('conflict', `${why}: there are ${positions > 0 ? 'positions' : 'orders'} in it.`);
};

const faultOf = (
  record: StampedSymbol,
  before: StampedSymbol | undefined,
  tx: RecordWriter,
): Refusal | undefined => {
  const renamed = before !== undefined && before.name !== record.name;
  const fault = renamed
    ? 'name: cannot be changed'
    : (symbolFault(record) ?? sourceFault(record, before, tx));
  if (fault !== undefined) return refuse('invalid_input', fault);
  const recounted = before && COUNTED.find((field) => before[field] !== record[field]);
  return recounted && whileHeld(record.name, tx, `${recounted} cannot be changed`);
};

const inUse = (record: StampedSymbol, tx: RecordWriter): Refusal | undefined => {
  const other = quoting(tx, record.id);
  if (other !== undefined) {
    return refuse('conflict', `${other.name} takes its quotes from this symbol.`);
  }
  return whileHeld(record.name, tx, 'The symbol cannot be deleted');
};

const isPair = (mode: unknown): boolean => mode === 'forex' || mode === 'forex_no_leverage';

/** A time in its canonical spelling. */
const utc = (time: unknown): unknown =>
  typeof time === 'string' ? new Date(time).toISOString() : time;

/** Converts a body to the record: defaults of a new symbol, and times in UTC. */
const enter = (fields: Fields, before: StampedSymbol | undefined): Fields => {
  const entered: Record<string, unknown> = { ...fields };
  for (const field of ['starts_at', 'ends_at']) {
    if (field in fields) entered[field] = utc(fields[field]);
  }
  if (before !== undefined) return entered;
  entered.name ??= lastPart(String(fields.path));
  entered.currency_margin ??= isPair(fields.calc_mode)
    ? fields.currency_base
    : fields.currency_profit;
  return entered;
};

const statusOf = ({ trade_access, starts_at, ends_at }: StampedSymbol, now: number) => {
  if (trade_access === 'disabled') return 'disabled';
  if (ends_at !== null && parseTime(ends_at) <= now) return 'expired';
  return starts_at !== null && parseTime(starts_at) > now ? 'upcoming' : 'active';
};

/** The time of the symbol's next change of status. */
const statusUntil = ({ starts_at, ends_at }: StampedSymbol, now: number): number =>
  Math.min(
    ...[starts_at, ends_at].map((time) => {
      const at = time === null ? now : parseTime(time);
      return at > now ? at : Number.POSITIVE_INFINITY;
    }),
  );

/** The record type of symbols. A symbol's id is its slot on the price board. Listed by path. */
export const SYMBOL: RecordType<StampedSymbol> = {
  ...SETTING,
  ...checkedBy(SymbolRecord),
  idsTo: SYMBOL_ID_MAX,
  returns: true,
  noun: 'symbol',
  label: (record) => record.name,
  key: (record) => String(record.id),
  unique: { path: (record) => record.path, name: (record) => record.name },
  references: {
    source: ({ source_symbol_id: id }) => (id === null ? [] : [String(id)]),
  },
  check: faultOf,
  inUse,
  settingType: {
    setting: SYMBOLS,
    order: (a, b) => (a.path < b.path ? -1 : 1),
    enter: (fields, before) => ok(enter(fields, before)),
    show: (record, { now }) => ({ status: statusOf(record, now) }),
    showsUntil: (record, { now }) => statusUntil(record, now),
    transfer: {
      name: 'symbols',
      keys: ['path'],
      names: ['name'],
      references: [{ field: 'source_symbol_id', as: 'source_symbol', kind: 'symbol', by: 'path' }],
      arrival: {
        field: 'trade_access',
        isOn: ({ trade_access = 'disabled' }) => trade_access !== 'disabled',
        off: (fields) => ({ ...fields, trade_access: 'disabled' }),
        option: 'new_symbols_trading_disabled',
      },
      sets: ['quote_sessions', 'trade_sessions', 'margin_rates', ...FLAGS],
    },
  },
};
