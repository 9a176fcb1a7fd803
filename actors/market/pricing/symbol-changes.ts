// Changed symbols, in the form for parts of the market.

import type { Settings } from '../../../wire/settings/config.js';
import type { SettingsDelta } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';

/** A new or changed symbol; null = deleted. */
export interface SymbolChange {
  readonly id: number;
  readonly symbol: SymbolRecord | null;
}

/** The symbols in a change of settings. */
export const changedSymbols = ({ changes }: SettingsDelta): readonly SymbolChange[] =>
  changes.flatMap(({ kind, key, record }) =>
    kind === 'symbol' ? [{ id: Number(key), symbol: record }] : [],
  );

/** All symbols of some settings, and known symbols that are missing there. */
export const allSymbols = (
  { symbol: symbols }: Settings,
  known: Iterable<number>,
): readonly SymbolChange[] => {
  const gone = new Set(known);
  for (const { id } of symbols) gone.delete(id);
  return [
    ...Array.from(gone, (id) => ({ id, symbol: null })),
    ...symbols.map((symbol) => ({ id: symbol.id, symbol })),
  ];
};
