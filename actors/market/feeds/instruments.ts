// Instruments: the symbols that a datafeed quotes, with the source's names and markups.

import { POINT } from '../../../engine/settings/quotes.js';
import { masksTake } from '../../../wire/base/mask.js';
import { POW10 } from '../../../wire/base/scale.js';
import type { DatafeedRecord } from '../../../wire/settings/connections.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';

/** A symbol as a source sees it. Price units are ×10^(digits+3) of the symbol. */
export interface Instrument {
  readonly symbolId: number;
  readonly symbol: SymbolRecord;
  /** The symbol's name at the source. */
  readonly source: string;
  /** Number of decimals to which the source's prices are rounded. */
  readonly digits: number;
  /** Price units of one step of these decimals. */
  readonly unit: number;
  readonly bidMarkup: number;
  readonly askMarkup: number;
}

/**
 * The symbols that a datafeed quotes (trading-rules §3.1.1). Symbols that take their quotes
 * from another symbol are not included; source prices never have more decimals than the symbol.
 */
export const instrumentsOf = (
  record: DatafeedRecord,
  symbols: readonly SymbolRecord[],
): readonly Instrument[] => {
  if (!record.quotes_enabled) return [];
  const translates = new Map(record.translates.map((row) => [row.symbol_id, row]));
  const taken = symbols.filter(
    (symbol) =>
      symbol.source_symbol_id === null && masksTake(record.symbols, symbol.name, symbol.path),
  );
  return taken.map((symbol) => {
    const row = translates.get(symbol.id);
    const digits = Math.min(row?.source_digits ?? symbol.digits, symbol.digits);
    return {
      symbolId: symbol.id,
      symbol,
      source: row?.source || symbol.name,
      digits,
      unit: POINT * POW10[symbol.digits - digits]!,
      bidMarkup: (row?.bid_markup_pts ?? 0) * POINT,
      askMarkup: (row?.ask_markup_pts ?? 0) * POINT,
    };
  });
};

/**
 * The fields of an instrument that matter to a source, as text: equal texts mean equal instruments.
 */
export const instrumentKey = (instrument: Instrument): string => {
  const { symbol, source, digits, bidMarkup, askMarkup } = instrument;
  const { id, name, currency_base, currency_profit } = symbol;
  return [
    id,
    name,
    symbol.digits,
    currency_base,
    currency_profit,
    source,
    digits,
    bidMarkup,
    askMarkup,
  ].join(' ');
};

/** `R(price, digits)` for a price in price units; `unit` is one step of these digits. */
export const toUnit = (price: number, unit: number): number =>
  price % unit === 0 ? price : Math.floor((price + unit / 2) / unit) * unit;

const PRICE_TEXT = /^(\d{1,12})(?:\.(\d{1,20}))?$/;

/**
 * Parses a source's price to price units, rounded half away from zero to the instrument's digits,
 * using all decimals. Undefined when it is not a decimal, or too large to be exact.
 */
export const readPrice = (instrument: Instrument, text: string): number | undefined => {
  const match = PRICE_TEXT.exec(text);
  if (match === null) return undefined;
  const { digits, unit } = instrument;
  const part = match[2] ?? '';
  const kept = part.slice(0, digits).padEnd(digits, '0');
  const up = part.charCodeAt(digits) >= 53 ? 1 : 0;
  const price = (Number(match[1] + kept) + up) * unit;
  return Number.isSafeInteger(price) ? price : undefined;
};
